package model

import "strings"

// Class is what a message is in terms of JSON-RPC (M1, C1).
type Class uint8

// The classes of messages. A Foreign body is the body of an HTTP refusal or receipt and no MCP message.
const (
	Invalid Class = iota
	Foreign
	NotificationClass
	RequestClass
	ResultClass
	ErrorClass
)

func (c Class) String() string {
	return [...]string{"invalid", "foreign", "notification", "request", "result", "error"}[c]
}

// Era tells whether the rules of the revision that is judged speak of a message or HTTP exchange.
type Era uint8

// The eras. What is not Judged is no subject of any check, except where a check says otherwise (M6, G15).
const (
	Judged        Era = iota
	Legacy            // an older conversation in the same recording
	OtherRevision     // a request of another revision than the one judged, and its answer
	SetAside          // of a party or session about which the judged revision says nothing
)

// Message is a message event, classified and set into its conversation.
type Message struct {
	*Event
	Class  Class
	Era    Era
	Usable bool // the id is a string or a number
	// ByFraming marks an error without id that is paired by its HTTP exchange only: it serves rejection
	// checks and satisfies nothing about ids.
	ByFraming bool
	// Misplaced marks a numbered response whose request stands on another exchange: paired with nothing
	// and no subject of the id rules.
	Misplaced bool
	// Replay marks a message that may be a repetition on a resumed stream (C8).
	Replay   bool
	hasToken bool
	// Continues tells that params hold what goes on with a round: inputResponses or requestState.
	Continues bool

	Method string // of a request or notification
	ID     Value  // the id member, Absent if there is none
	Key    Key    // of the id, whatever its kind

	// HTTP is the exchange whose body the message is or that it rides (M5); nil on stdio and where the
	// recording leaves it open.
	HTTP *HTTPExchange
	// Status is the HTTP status event of a server message; nil if unknown.
	Status *Event
	// Request is what a result or error answers (M4); nil if it is paired with nothing.
	Request *Request
	// AnsweredBefore is the earlier answer to the id of an unpaired response, if one is remembered.
	AnsweredBefore *EarlierAnswer
	Session        *Session // of a handshake revision; nil if it belongs to none or the revision has none
	// InBatch holds the requests opened by the elements of an array payload.
	InBatch []*Request

	parts   parts
	token   Key         // of the ProgressToken, if hasToken
	sender  string      // see SenderName
	inForce *Definition // of the tool or prompt that a request names
}

// Params is the params member.
func (m *Message) Params() Value { return m.part(m.parts.params) }

// Result is the result member.
func (m *Message) Result() Value { return m.part(m.parts.result) }

// Error is the error member.
func (m *Message) Error() Value { return m.part(m.parts.err) }

// JSONRPC is the jsonrpc member.
func (m *Message) JSONRPC() Value { return m.part(m.parts.jsonrpc) }

// ProgressToken is the token under which the message asks for progress, in params._meta.
func (m *Message) ProgressToken() Value { return m.part(m.parts.token) }

// Token is the key of the ProgressToken; usable is false if it is neither a string nor a number.
func (m *Message) Token() (key Key, usable bool) { return m.token, m.hasToken }

// Meta is the _meta object of params or result.
func (m *Message) Meta() Value { return m.part(m.parts.meta) }

// Code is the error code of an error, if it is an integer that fits.
func (m *Message) Code() (code int, ok bool) { return m.Error().Get("code").Int() }

// IsError reports an error with one of these codes.
func (m *Message) IsError(codes ...int) bool {
	if m.Class != ErrorClass {
		return false
	}
	code, ok := m.Code()
	if !ok {
		return false
	}
	for _, c := range codes {
		if c == code {
			return true
		}
	}
	return false
}

// ResultType is result.resultType, "" if it is missing or no string.
func (m *Message) ResultType() string { return m.part(m.parts.resultType).Str() }

// Complete reports a result whose resultType is "complete" or absent: a final answer (M4).
func (m *Message) Complete() bool {
	if m.Class != ResultClass {
		return false
	}
	t := m.part(m.parts.resultType)
	return !t.Exists() || t.Is("complete")
}

// InputRequired reports an interim result that asks for input (M12).
func (m *Message) InputRequired() bool {
	return m.Class == ResultClass && m.part(m.parts.resultType).Is("input_required")
}

// ModernVersion is the value at io.modelcontextprotocol/protocolVersion in params._meta.
func (m *Message) ModernVersion() Value { return m.part(m.parts.version) }

// ClientCapabilities is the declaration that rides on a request of 2026-07-28 (M11).
func (m *Message) ClientCapabilities() Value { return m.part(m.parts.capabilities) }

// ClientInfo tells who sent a request of 2026-07-28.
func (m *Message) ClientInfo() Value { return m.part(m.parts.info) }

// LogLevel is the level from which on a request of 2026-07-28 asks for log messages.
func (m *Message) LogLevel() Value { return m.part(m.parts.level) }

// SubscriptionID is the tag of a subscription in _meta.
func (m *Message) SubscriptionID() Value { return m.part(m.parts.subscription) }

// Response reports a result or an error.
func (m *Message) Response() bool { return m.Class == ResultClass || m.Class == ErrorClass }

// Doubtful reports a message whose line repeats a member name: it takes part in pairing and is no
// subject of any check.
func (m *Message) Doubtful() bool { return m.Problem != nil && m.Problem.Kind == DuplicateName }

// The keys of _meta that the protocol itself defines.
const (
	MetaVersion      = "io.modelcontextprotocol/protocolVersion"
	MetaCapabilities = "io.modelcontextprotocol/clientCapabilities"
	MetaClientInfo   = "io.modelcontextprotocol/clientInfo"
	MetaServerInfo   = "io.modelcontextprotocol/serverInfo"
	MetaSubscription = "io.modelcontextprotocol/subscriptionId"
	MetaLogLevel     = "io.modelcontextprotocol/logLevel"
	MetaRelatedTask  = "io.modelcontextprotocol/related-task"
)

// message gives the message of an event, outlined and not classified. The first who asks gets the decoder's
// draft; only the goroutine that scans may ask.
func (e *Event) message(methods *recurring) *Message {
	if m := e.draft; m != nil && m.Event == e { // not that of an event of which this one is a copy
		e.draft = nil
		return m
	}
	m := &Message{Event: e}
	m.outline(methods)
	return m
}

// outline finds what nearly every rule looks at in the payload.
func (m *Message) outline(methods *recurring) {
	if !m.Payload.IsObject() {
		return
	}
	m.parts, m.Continues = partsOf(m.Payload)
	m.ID = m.part(m.parts.id)
	m.Key, m.Usable = m.ID.Key()
	if !m.Usable && m.ID.Exists() {
		// An id of another kind equals only the same JSON value (M3).
		m.Key = Key("j" + string(m.ID.appendCanonical(nil)))
	}
	m.token, m.hasToken = m.ProgressToken().Key()
	if method := m.part(m.parts.method); method.IsString() {
		m.Method = methods.text(method)
	}
}

// classify gives the class of a payload on its own; foreign bodies are told apart by their exchange.
func (p *Profile) classify(m *Message) {
	method, hasResult, hasError := m.part(m.parts.method), m.parts.result > 0, m.parts.err > 0
	switch {
	case method.Exists() && !method.IsString():
	case method.Exists():
		m.Class = RequestClass
		if !m.ID.Exists() || p.Notification(m.Method) {
			m.Class = NotificationClass
		}
	case hasResult && hasError:
	case hasResult:
		m.Class = ResultClass
	case hasError:
		m.Class = ErrorClass
	}
}

// parts are the members of a payload that nearly every rule looks at, found in one walk: where they stand on
// its tape, 0 for what is not there.
type parts struct {
	jsonrpc, id, method, params, result, err uint32
	resultType                               uint32
	meta                                     uint32 // of result where there is one, else of params

	// what params._meta says: what a request wants, and who wants it
	token, version, capabilities, info, level uint32
	subscription                              uint32 // in meta
}

func (m *Message) part(at uint32) Value {
	if at == 0 {
		return Value{}
	}
	return Value{m.Payload.doc, at}
}

func partsOf(payload Value) (p parts, continues bool) {
	n, nodes := payload.node(), payload.doc.nodes
	for at := payload.at + 1; at < n.next(); at = nodes[at+1].next() {
		switch string(Value{payload.doc, at}.text()) {
		case "jsonrpc":
			p.jsonrpc = at + 1
		case "id":
			p.id = at + 1
		case "method":
			p.method = at + 1
		case "params":
			p.params = at + 1
		case "result":
			p.result = at + 1
		case "error":
			p.err = at + 1
		}
	}
	if p.params > 0 {
		p.meta, continues = ofParams(Value{payload.doc, p.params})
		p.asks(Value{payload.doc, p.meta})
	}
	if p.result > 0 {
		meta := p.ofResult(Value{payload.doc, p.result})
		if p.method == 0 {
			p.meta = meta
			p.subscription = 0
			if meta > 0 {
				p.subscription = Value{payload.doc, meta}.Get(MetaSubscription).at
			}
		}
	}
	return p, continues
}

// ofParams finds what the params of all requests may have in common.
func ofParams(params Value) (meta uint32, continues bool) {
	n, nodes := params.node(), params.doc.nodes
	if n.kind() != Object {
		return 0, false
	}
	for at := params.at + 1; at < n.next(); at = nodes[at+1].next() {
		switch string(Value{params.doc, at}.text()) {
		case "_meta":
			meta = at + 1
		case "inputResponses", "requestState":
			continues = true
		}
	}
	return meta, continues
}

// ofResult finds what a result says about itself.
func (p *parts) ofResult(result Value) (meta uint32) {
	n, nodes := result.node(), result.doc.nodes
	if n.kind() != Object {
		return 0
	}
	for at := result.at + 1; at < n.next(); at = nodes[at+1].next() {
		switch string(Value{result.doc, at}.text()) {
		case "_meta":
			meta = at + 1
		case "resultType":
			p.resultType = at + 1
		}
	}
	return meta
}

// asks finds what params._meta says.
func (p *parts) asks(meta Value) {
	if meta.at == 0 || !meta.IsObject() {
		return
	}
	n, nodes := meta.node(), meta.doc.nodes
	for at := meta.at + 1; at < n.next(); at = nodes[at+1].next() {
		switch string(Value{meta.doc, at}.text()) {
		case "progressToken":
			p.token = at + 1
		case MetaVersion:
			p.version = at + 1
		case MetaCapabilities:
			p.capabilities = at + 1
		case MetaClientInfo:
			p.info = at + 1
		case MetaLogLevel:
			p.level = at + 1
		case MetaSubscription:
			p.subscription = at + 1
		}
	}
}

// Profile is what differs between revisions in reading a conversation.
type Profile struct {
	Revision string
	// Handshake revisions have sessions that begin with initialize; from 2026-07-28 on every request
	// stands for itself.
	Handshake bool
	// notifications is the closed list of notification names, nil where the prefix decides.
	notifications []string
}

// The revisions that have a profile.
const (
	Revision20250618 = "2025-06-18"
	Revision20251125 = "2025-11-25"
	Revision20260728 = "2026-07-28"
)

// ProfileOf gives the profile of a revision; an unknown one is read like 2026-07-28.
func ProfileOf(revision string) *Profile {
	nine := []string{
		"notifications/initialized", "notifications/cancelled", "notifications/progress", "notifications/message",
		"notifications/resources/updated", "notifications/resources/list_changed",
		"notifications/prompts/list_changed", "notifications/tools/list_changed", "notifications/roots/list_changed",
	}
	switch revision {
	case Revision20250618:
		return &Profile{Revision: revision, Handshake: true, notifications: nine}
	case Revision20251125:
		return &Profile{Revision: revision, Handshake: true,
			notifications: append(nine, "notifications/tasks/status", "notifications/elicitation/complete")}
	default:
		return &Profile{Revision: revision}
	}
}

// Notification reports the name of a notification: one of the revision's list, or from 2026-07-28 on any with
// the prefix notifications/.
func (p *Profile) Notification(method string) bool {
	if !strings.HasPrefix(method, "notifications/") {
		return false
	}
	if p.notifications == nil {
		return true
	}
	for _, n := range p.notifications {
		if n == method {
			return true
		}
	}
	return false
}
