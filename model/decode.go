package model

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"
)

// Decoder turns lines into events. It keeps scratch memory and is for one goroutine.
type Decoder struct {
	p     parser
	line  document // the latest one, on the parser's tape
	bytes slab[byte]
	nodes slab[node]

	clock   clock
	methods recurring
	headers headerMemory
}

// messageEvent is one allocation: whoever keeps a value keeps its event.
type messageEvent struct {
	Event
	document document
	message  Message
}

// settle ties a payload, which stands at a place of the document's tape, to the event, and drafts the message:
// decoders work side by side, trackers do not.
func (m *messageEvent) settle(at uint32, methods *recurring) *Event {
	m.Payload = Value{&m.document, at}
	m.message.Event, m.draft = &m.Event, &m.message
	m.message.outline(methods)
	return &m.Event
}

// Decode reads one line, without its line end. It never fails: a line that is no event of the trace
// format comes back as a BadEvent with its Problem. The event keeps a copy of its payload.
func (d *Decoder) Decode(line []byte) *Event {
	e := d.read(line)
	if e.Kind != MessageEvent {
		return e.bare()
	}
	m := &messageEvent{Event: e}
	d.copy(&m.document, e.Payload)
	return m.settle(0, &d.methods)
}

// decodeOwned is Decode for a line that nobody will change; it becomes part of a message.
func (d *Decoder) decodeOwned(raw []byte) *Event {
	e := d.read(raw)
	if e.Kind != MessageEvent {
		if cap(d.p.nodes) > handedOver {
			d.p.nodes = nil
		}
		return e.bare()
	}
	m := &messageEvent{Event: e, document: document{raw: raw, nodes: d.keepTape()}}
	m.alone = len(raw) > slabSize
	return m.settle(e.Payload.at, &d.methods)
}

// bare is an event that keeps nothing of its line.
func (e Event) bare() *Event {
	e.Payload = Value{}
	return &e
}

// read gives the event of a line. Its payload is good until the next line is read.
func (d *Decoder) read(raw []byte) Event {
	e := Event{Size: len(raw)}
	names, err := d.p.parse(raw)
	if err != nil {
		e.Problem = syntaxProblem(raw, err)
		return e
	}
	d.line = document{raw: raw, nodes: d.p.nodes}
	v := Value{doc: &d.line}
	if !v.IsObject() {
		e.Problem = &Problem{Kind: NotObject, Text: "the line is " + v.Kind().String() + ", want an object with seq, direction, transport and kind"}
		return e
	}
	if p := d.fill(&e, v); p != nil {
		p.Kind = WrongMember
		e.Kind, e.Problem = BadEvent, p
		return e
	}
	if names == repeatedNames {
		pointer, _ := v.DuplicateName()
		e.Problem = &Problem{Kind: DuplicateName, Text: "the name at " + Clip(pointer) + " stands twice in its object; the last value is shown, nothing in the event is judged"}
	}
	return e
}

// copy makes a document of a value alone.
func (d *Decoder) copy(to *document, v Value) {
	root := v.node()
	to.raw = d.bytes.keep(v.Raw())
	to.nodes = d.nodes.keep(v.doc.nodes[v.at:root.next()])
	to.rebase(root.start, v.at)
}

// keepTape takes the parser's tape over into memory that the event may keep. A big one is handed
// over, not copied, and the parser starts a new one.
func (d *Decoder) keepTape() []node {
	if len(d.p.nodes) > handedOver {
		big := d.p.nodes
		d.p.nodes = nil
		return big
	}
	return d.nodes.keep(d.p.nodes)
}

const (
	handedOver = 1 << 14 // nodes
	slabSize   = 9472    // bytes: six of the allocator's pieces of this size share a span
)

// slab gives out small pieces of larger allocations. Its elements hold no pointers, so that keeping
// one piece keeps no more than one slab alive.
type slab[T byte | node] struct{ free []T }

// keep gives a copy of s; one of more than a quarter slab gets an allocation of its own.
func (b *slab[T]) keep(s []T) []T {
	size := slabSize / int(unsafe.Sizeof(*new(T)))
	if len(s) > size/4 {
		return slices.Clone(s)
	}
	if cap(b.free)-len(b.free) < len(s) {
		b.free = make([]T, 0, size)
	}
	from := len(b.free)
	b.free = append(b.free, s...)
	return b.free[from:len(b.free):len(b.free)]
}

func syntaxProblem(raw []byte, err error) *Problem {
	p := &Problem{Kind: NotJSON, Text: err.Error()}
	var syntax *ParseError
	if errors.As(err, &syntax) {
		p.Column = int(syntax.Offset) + 1
	}
	switch {
	case strings.Contains(p.Text, "max depth"):
		p.Kind, p.Text = TooDeep, "nested deeper than 10,000 levels"
	case !utf8.Valid(raw):
		p.Kind, p.Text = InvalidUTF8, "the line is not valid UTF-8"
	case strings.Contains(p.Text, "UTF-8"), strings.Contains(p.Text, "surrogate"):
		p.Kind = InvalidUTF8
	}
	return p
}

// members are the members of a line that an event is made of.
type members struct {
	seq, direction, transport, ts, exchange, kind Value
	payload, sse, status, method, headers, event  Value
}

// collect finds the members in one pass; of duplicates the last counts.
func (m *members) collect(line Value) {
	nodes, end := line.doc.nodes, line.node().next()
	for at := line.at + 1; at < end; at = nodes[at+1].next() {
		if to := m.place(Value{line.doc, at}.text()); to != nil {
			*to = Value{line.doc, at + 1}
		}
	}
}

func (m *members) place(name []byte) *Value {
	switch string(name) {
	case "seq":
		return &m.seq
	case "direction":
		return &m.direction
	case "transport":
		return &m.transport
	case "ts":
		return &m.ts
	case "exchange":
		return &m.exchange
	case "kind":
		return &m.kind
	case "payload":
		return &m.payload
	case "sse":
		return &m.sse
	case "status":
		return &m.status
	case "method":
		return &m.method
	case "headers":
		return &m.headers
	case "event":
		return &m.event
	}
	return nil
}

// unsigned is the value of a number that is written as an unsigned integer.
func (v Value) unsigned() (n uint64, ok bool) {
	if !v.IsNumber() {
		return 0, false
	}
	n, err := strconv.ParseUint(string(v.Raw()), 10, 64)
	return n, err == nil
}

func (d *Decoder) fill(e *Event, v Value) *Problem {
	var m members
	m.collect(v)
	var ok bool
	if e.Seq, ok = m.seq.unsigned(); !ok {
		return wrong("seq", m.seq, "an unsigned integer")
	}
	switch {
	case m.direction.Is("client-to-server"):
	case m.direction.Is("server-to-client"):
		e.Direction = ServerToClient
	default:
		return wrong("direction", m.direction, `"client-to-server" or "server-to-client"`)
	}
	switch {
	case m.transport.Is("stdio"):
	case m.transport.Is("streamable-http"):
		e.Transport = HTTP
	default:
		return wrong("transport", m.transport, `"stdio" or "streamable-http"`)
	}
	e.Time = d.clock.unixNano(m.ts.text())
	if m.exchange.Given() {
		if e.Exchange, e.Numbered = m.exchange.unsigned(); !e.Numbered {
			return wrong("exchange", m.exchange, "an unsigned integer")
		}
	}
	switch {
	case m.kind.Is("message"):
		return e.fillMessage(&m)
	case m.kind.Is("http"):
		return d.fillHTTP(e, &m)
	case m.kind.Is("lifecycle"):
		return e.fillLifecycle(&m)
	default:
		return wrong("kind", m.kind, `"message", "http" or "lifecycle"`)
	}
}

func wrong(name string, got Value, want string) *Problem {
	if !got.Exists() {
		return &Problem{Text: "missing " + name + ", want " + want}
	}
	return &Problem{Column: got.Offset() + 1, Text: "got " + name + " " + got.Compact() + ", want " + want}
}

func (e *Event) fillMessage(m *members) *Problem {
	e.Kind = MessageEvent
	if !m.payload.Exists() {
		return wrong("payload", m.payload, "a JSON value")
	}
	if m.payload.IsString() && holdsMessage(m.payload.Str()) {
		return &Problem{Column: m.payload.Offset() + 1, Text: "payload is a string with the text of a message in it, want the message itself"}
	}
	e.Payload = m.payload
	if m.sse.IsObject() {
		e.SSE = &SSE{ID: m.sse.Get("id").Str(), Event: m.sse.Get("event").Str()}
	}
	return nil
}

// holdsMessage reports the text of a whole message. A string stands for what was no JSON, so a recorder wrote
// down text where the message belongs; who sent it is not to blame. Text with U+FFFD was no UTF-8 before.
func holdsMessage(text string) bool {
	return strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") && strings.Contains(text, `"jsonrpc"`) &&
		!strings.ContainsRune(text, utf8.RuneError) && jsontext.Value(text).IsValid()
}

func (d *Decoder) fillHTTP(e *Event, m *members) *Problem {
	e.Kind = HTTPEvent
	if status := m.status; status.Given() {
		n, err := strconv.Atoi(status.Num())
		if err != nil || n < 100 || n > 999 {
			return wrong("status", status, "an HTTP status")
		}
		e.Status = n
	}
	e.Verb = strings.ToUpper(d.headers.values.text(m.method))
	if !m.headers.Given() {
		return nil
	}
	if !m.headers.IsObject() {
		return wrong("headers", m.headers, "an object")
	}
	e.HasHeaders = true
	var p *Problem
	e.Headers, p = d.headers.read(m.headers)
	return p
}

func (e *Event) fillLifecycle(m *members) *Problem {
	e.Kind = LifecycleEvent
	event := m.event
	switch {
	case event.Is("transport-open"):
		e.Lifecycle = TransportOpen
	case event.Is("transport-close"):
		e.Lifecycle = TransportClose
	case event.Is("transport-abort"):
		e.Lifecycle = TransportAbort
	default:
		return wrong("event", event, `"transport-open", "transport-close" or "transport-abort"`)
	}
	return nil
}

// Empty reports a message without content: an SSE comment or a frame with empty data that a recorder
// wrote down. A reader passes over it.
func (e *Event) Empty() bool {
	return e.Kind == MessageEvent && e.SSE != nil && e.Payload.Is("")
}
