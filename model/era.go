package model

// isRevisionDate reports the form YYYY-MM-DD with a month 01–12 and a day 01–31 (M15).
func isRevisionDate(s string) bool {
	if len(s) != 10 || s[4] != '-' || s[7] != '-' {
		return false
	}
	for i := range len(s) {
		if i != 4 && i != 7 && (s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return s[5:7] >= "01" && s[5:7] <= "12" && s[8:] >= "01" && s[8:] <= "31"
}

// versionHeader is the mcp-protocol-version of a client http event, if it is a revision date (M6).
func versionHeader(head *Event) string {
	if head == nil {
		return ""
	}
	if v := head.Headers.Value("mcp-protocol-version"); isRevisionDate(v) {
		return v
	}
	return ""
}

func oldVersion(v string) bool { return v != "" && v < Revision20260728 }
func newVersion(v string) bool { return v >= Revision20260728 }

// olderHead reports a client http event that shows an older conversation.
func olderHead(head *Event) bool {
	return head != nil && (head.Headers.Has("mcp-session-id") || oldVersion(versionHeader(head)))
}

// HasModernKey reports a message with io.modelcontextprotocol/protocolVersion in params._meta.
func (m *Message) HasModernKey() bool { return m.ModernVersion().Exists() }

// Bare reports a client request of the judged era without the modern key: it owes the metadata (M6).
func (m *Message) Bare() bool {
	return m.Class == RequestClass && m.Sender() == Client && !m.HasModernKey()
}

func (t *Tracker) eraOfClientMessage(m *Message) {
	if t.surveying {
		return
	}
	if t.Profile.Handshake {
		m.Era = t.sessions.eraOfClientMessage(m)
		return
	}
	if m.HasModernKey() {
		m.Era = t.eraOfModernMessage(m)
		return
	}
	head := m.head()
	switch {
	case m.Class == RequestClass && m.Method == "initialize",
		m.Class == RequestClass && m.Method == "ping" && t.Facts.LegacyInitialize,
		olderHead(head),
		t.Facts.Mixed(m.Transport, m.Line) && !newVersion(versionHeader(head)),
		len(t.Facts.Declared) == 0 && t.Facts.ModernRequests == 0 && t.Facts.defaulted:
		m.Era = Legacy
	}
}

// head is the client http event of the exchange whose body the message is.
func (m *Message) head() *Event {
	if m.HTTP == nil || m.HTTP.Forgotten {
		return nil
	}
	return m.HTTP.Head
}

func (t *Tracker) eraOfModernMessage(m *Message) Era {
	if m.Method == "initialize" && m.Class == RequestClass && !t.Facts.decided[m.Line] {
		return Legacy
	}
	v := m.ModernVersion()
	if m.Class != RequestClass || !v.IsString() {
		return Judged
	}
	if v.Is(t.Profile.Revision) {
		return Judged
	}
	version := v.Str()
	if _, listed := t.Facts.Supports(version); listed || !isRevisionDate(version) || version > t.Profile.Revision {
		return OtherRevision
	}
	return Judged
}

func (t *Tracker) eraOfServerMessage(m *Message) {
	if t.surveying {
		return
	}
	if t.Profile.Handshake {
		m.Era = t.sessions.eraOfServerMessage(m)
		return
	}
	switch {
	case t.Facts.serverSetAside():
		m.Era = SetAside
	case m.Request != nil:
		m.Era = t.eraOfAnswer(m)
	case m.HTTP != nil && m.HTTP.Numbered && (legacyExchange(m.HTTP) || m.HTTP.Body != nil && t.ServedOlder(m.HTTP.Body)):
		m.Era = Legacy
	case m.HTTP != nil && m.HTTP.Numbered && m.HTTP.Era == OtherRevision:
		m.Era = OtherRevision
	case t.Facts.MixedAt(m.Transport, m.Line) && !t.tied(m):
		m.Era = Legacy
	}
}

// legacyExchange reports a numbered exchange with a client http event of an older conversation, or a GET
// answered with 2xx.
func legacyExchange(x *HTTPExchange) bool {
	modern := x.Body != nil && x.Body.HasModernKey()
	return x.Era == Legacy || olderHead(x.Head) && !modern || x.Verb() == "GET" && x.Accepted()
}

func (t *Tracker) eraOfAnswer(m *Message) Era {
	r := m.Request
	if r.Sender() == Server {
		return r.Era
	}
	if r.Contested && !m.modernByItself() && (!r.HasModernKey() || r.maybeLegacy()) {
		return Legacy
	}
	switch r.Era {
	case OtherRevision:
		if m.IsError(-32020, -32022) {
			return Judged
		}
		return OtherRevision
	case Judged:
	default:
		return r.Era
	}
	if t.servedByOlder(r.Message) && !t.plainlyModern(m) {
		return Legacy
	}
	return Judged
}

// servedByOlder reports a client message that a dual-era server may serve by an older revision: a bare
// request, or one whose modern key is an older date (M6).
func (t *Tracker) servedByOlder(m *Message) bool {
	v := m.ModernVersion()
	return m.Bare() || v.IsString() && !v.Is(t.Profile.Revision) && isRevisionDate(v.Str()) && v.Str() < t.Profile.Revision
}

// ServedOlder reports a client message that a server may serve by an older revision for all the recording
// shows: what it sends for it says nothing about the judged one.
func (t *Tracker) ServedOlder(m *Message) bool {
	return t.servedByOlder(m) && !newVersion(versionHeader(m.head())) && !t.Facts.AllDiscoveriesModern()
}

// maybeLegacy reports a contested request whose answer may be that of an older one: of a rival, or of a
// request that the recording does not hold.
func (r *Request) maybeLegacy() bool {
	return r.contest == nil || r.contest.mixed || r.unseenRivals
}

// modernByItself reports an answer whose own content no server of an older revision gives.
func (m *Message) modernByItself() bool {
	return m.Class == ResultClass && m.Result().Has("resultType") || m.IsError(-32020, -32021, -32022)
}

// plainlyModern reports an answer that no server of an older revision gives (M6, bare requests).
func (t *Tracker) plainlyModern(m *Message) bool {
	r := m.Request
	switch {
	case m.modernByItself(), t.onlyModern(r.Message):
		return true
	case m.IsError(-32602):
		params := r.Params()
		return params.IsObject() && params.Has("_meta") && params.Len() == 1
	}
	return false
}

// onlyModern reports that a client message can only be served by a revision from 2026-07-28 on.
func (t *Tracker) onlyModern(m *Message) bool {
	return newVersion(versionHeader(m.head())) || t.Facts.AllDiscoveriesModern()
}

// tied reports a server message that belongs to a request with the modern key though nothing pairs it.
func (t *Tracker) tied(m *Message) bool {
	if m.HTTP != nil && m.HTTP.Numbered && m.HTTP.Body != nil && m.HTTP.Body.HasModernKey() {
		return true
	}
	if m.SubscriptionID().Given() {
		return true
	}
	token, ok := m.Params().Get("progressToken").Key()
	return ok && m.Method == "notifications/progress" && t.subscriptions.modernToken(token)
}

// serverSetAside reports that nothing of the server is a subject: it was not shown to be modern, and may
// have served an older revision (M6).
func (f *Facts) serverSetAside() bool {
	return !f.ShownModern && (f.InitializeAccepted || f.DiscoversOlder || f.defaulted)
}

// Choose tells the facts whether the revision that is judged was chosen by the caller.
func (f *Facts) Choose(explicit bool) { f.defaulted = !explicit }

func (t *Tracker) eraOfHead(x *HTTPExchange) Era {
	if t.surveying || x == nil {
		return Judged
	}
	if t.Profile.Handshake {
		return t.sessions.eraOfExchange(x)
	}
	if olderHead(x.Head) {
		return Legacy
	}
	return Judged
}

func (t *Tracker) eraOfStatus(x *HTTPExchange, e *Event) Era {
	if t.surveying {
		return Judged
	}
	if t.Profile.Handshake {
		return t.sessions.eraOfExchange(x)
	}
	switch {
	case t.Facts.serverSetAside():
		return SetAside
	case x == nil:
		if t.Facts.Mixed(HTTP, e.Line) {
			return Legacy
		}
		return Judged
	case legacyExchange(x):
		return Legacy
	case x.Body == nil && t.Facts.Mixed(HTTP, e.Line):
		return Legacy
	case x.Body != nil && t.servedByOlder(x.Body) && !t.onlyModern(x.Body):
		return Legacy // the answer that would tell has not come yet
	default:
		return x.Era
	}
}

// SenderName tells the clients of a recording apart by their clientInfo, as far as that goes (M13). An
// answer has the sender of its request.
func (m *Message) SenderName() string {
	if m.Sender() == Server {
		if m.Request == nil {
			return ""
		}
		return m.Request.SenderName()
	}
	if m.sender == "" {
		return "-"
	}
	return m.sender
}

// senders remembers the name of the sender that was seen last: most recordings hold but one.
type senders struct{ info, name string }

func (x *senders) named(info Value) string {
	if !info.Exists() {
		return ""
	}
	if raw := info.Raw(); string(raw) != x.info {
		x.info, x.name = string(raw), string(info.appendCanonical(nil))
	}
	return x.name
}
