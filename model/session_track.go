package model

// sessions keeps the sessions of a recording apart (C3). In the survey it finds them; in the judging
// pass it begins them at the lines the survey found.
type sessions struct {
	t       *Tracker
	active  bool
	all     []*Session // in order of discovery
	current [2]*Session
	named   map[string]*Session
	unnamed *Session
	begun   int // sessions begun on HTTP
	due     int // ordinal of the session that begins next

	opened      bool      // stdio: a transport-open was seen
	outside     outsiders // survey: client messages outside every session
	seenOutside bool      // a client message that was not refused came outside every session
	hides       [2][2]int // by transport and party: the line of its first message that hides what it holds

	heard, unanimous bool // what allSpeak has found, once it was asked

	lastExchange int64 // exchange of the latest numbered event
	otherNow     int64 // its line
	otherLine    int64 // line of the latest event of another exchange before that
	lastLine     int
	live         bool
	liveFrom     int // line of the event that showed it
}

func (x *sessions) start(t *Tracker) {
	*x = sessions{t: t, named: map[string]*Session{}, lastExchange: -1}
}

// Live reports that the recording shows, up to now, that its recorder writes events as they pass (C11).
func (t *Tracker) Live() bool { return t.sessions.live }

// before runs ahead of an event: it notes order and begins what the survey found to begin here.
func (x *sessions) before(s *Step) {
	x.active = x.t.surveying || x.t.Profile.Handshake
	if !x.active {
		return
	}
	if x.t.surveying {
		x.surveyBegin(s)
		return
	}
	facts := x.t.Facts.Sessions
	for ; x.due < len(facts) && facts[x.due].Line <= s.Line; x.due++ {
		if facts[x.due].Line == s.Line {
			x.begin(&facts[x.due])
			s.SessionBegins = true
		}
	}
}

func (x *sessions) begin(f *SessionFacts) *Session {
	// What a client had open before a session whose beginning is not recorded is unknown.
	n := &Session{SessionFacts: f, Serial: !f.Headless}
	x.all = append(x.all, n)
	if len(x.all) > 16*remembered {
		x.all = x.all[1:]
	}
	if f.Transport == Stdio {
		if c := x.current[Stdio]; c != nil {
			c.Over = true
			x.t.listings.forget(c)
		}
		x.current[Stdio] = n
		return n
	}
	x.begun++
	switch {
	case f.Name != "":
		x.named[f.Name] = n
		if len(x.named) > 16*remembered {
			x.named = map[string]*Session{f.Name: n}
		}
	default:
		x.unnamed = n
	}
	x.current[HTTP] = n
	return n
}

// surveyBegin begins stdio sessions where the survey sees them begin.
func (x *sessions) surveyBegin(s *Step) {
	if s.Transport != Stdio {
		return
	}
	switch {
	case s.Kind == LifecycleEvent && s.Lifecycle == TransportOpen:
		x.opened = true
		x.surveyed(&SessionFacts{Transport: Stdio, Line: s.Line, Opened: true})
	case s.Kind == MessageEvent && s.Direction == ClientToServer && !x.opened && s.Payload.Get("method").Is("initialize") && s.Payload.Has("id"):
		x.surveyed(&SessionFacts{Transport: Stdio, Line: s.Line})
	}
}

func (x *sessions) surveyed(f *SessionFacts) *Session { return x.begin(f) }

// assign gives an event, its exchange and its message their session.
func (x *sessions) assign(s *Step) {
	if !x.active {
		return
	}
	n := x.sessionOf(s)
	s.Session = n
	if h := s.HTTP; h != nil && (h.Session == nil || s.SessionBegins) {
		x.closePost(h) // an initialize that carries the id of an older session counts there no more
		h.Session = n
	}
	if s.Message != nil {
		s.Message.Session = n
		x.noteReplay(s.Message)
	}
}

func (x *sessions) sessionOf(s *Step) *Session {
	if s.Transport == Stdio {
		return x.current[Stdio]
	}
	if s.SessionBegins && s.Kind == MessageEvent {
		return x.current[HTTP]
	}
	h := s.HTTP
	if h == nil && s.Message != nil {
		h = s.Message.HTTP
	}
	if h == nil {
		return x.onlySession()
	}
	if h.Session != nil {
		return h.Session
	}
	switch {
	case h.Head == nil && x.t.Facts.HTTPEvents:
		return nil
	case h.Head == nil || !h.Head.HasHeaders: // the recorder keeps no headers
		return x.onlySession()
	}
	if name, ok := h.Head.Headers.Lookup("mcp-session-id"); ok {
		return x.byName(name, s.Line)
	}
	if u := x.unnamed; u != nil && u.Alone > s.Line {
		return u
	}
	return nil
}

// onlySession is where messages of unknown exchanges belong: the session that has begun, if only one has
// and nothing was seen outside it.
func (x *sessions) onlySession() *Session {
	if x.begun == 1 && !x.seenOutside {
		return x.current[HTTP]
	}
	return nil
}

func (x *sessions) byName(name string, line int) *Session {
	n := x.named[name]
	if n == nil && x.t.surveying {
		n = x.begin(&SessionFacts{Transport: HTTP, Line: line, Name: name, Headless: true})
	}
	return n
}

// adopt gives a response the session of its request where its own place leaves it open.
func (x *sessions) adopt(s *Step) {
	m := s.Message
	if x.active && m.Session == nil && m.Request != nil {
		m.Session, s.Session = m.Request.Session, m.Request.Session
	}
}

// noteReplay marks messages on a GET that resumes or may resume a stream (C8).
func (x *sessions) noteReplay(m *Message) {
	if m.Sender() != Server || m.Transport != HTTP {
		return
	}
	m.Replay = x.mayResume(m.HTTP)
	if m.HTTP == nil {
		// Unnumbered, whatever follows a GET that may resume can be a repetition.
		m.Replay = x.t.framing.resumed
	}
}

func (x *sessions) mayResume(h *HTTPExchange) bool {
	if h == nil || h.Verb() != "GET" {
		// Without a head it may be a GET that began before the recording.
		return h != nil && h.Head == nil && !h.seenBody && x.t.Facts.HTTPEvents
	}
	return h.Resuming() || !x.t.surveying && !x.t.Facts.HeaderRecorded("last-event-id")
}

// Resuming reports a GET whose head carries last-event-id (C8).
func (h *HTTPExchange) Resuming() bool {
	return h != nil && h.Verb() == "GET" && h.Head.Headers.Has("last-event-id")
}

// after runs behind an event: it follows handshakes, ends and open POSTs.
func (x *sessions) after(s *Step) {
	if !x.active {
		return
	}
	x.noteOrder(s)
	switch s.Kind {
	case MessageEvent:
		x.afterMessage(s)
	case HTTPEvent:
		x.afterHTTP(s)
	case LifecycleEvent:
		x.afterLifecycle(s)
	}
}

func (x *sessions) afterMessage(s *Step) {
	m := s.Message
	if at := &x.hides[m.Transport][m.Sender()]; *at == 0 && hidesMessages(m.Payload) {
		*at = m.Line
	}
	if m.SSE != nil && m.SSE.Event == "endpoint" && m.Payload.IsString() {
		x.t.Facts.httpWithSSE()
	}
	if m.Session != nil && m.Sender() == Client && m.Method == "notifications/initialized" && m.Session.Initialized == 0 {
		m.Session.Initialized = m.Line
	}
	if m.Sender() == Client && m.Session == nil && m.Transport == HTTP {
		x.noteOutside(m)
	}
	r := s.Answered
	if r == nil {
		return
	}
	if h := r.HTTP; h != nil && h.Body == r.Message {
		x.closePost(h)
	}
	if answeredApart(r, m) {
		x.t.Facts.httpWithSSE()
	}
	// Where the answer may be that of another request, it tells nothing of a session.
	if r.Method == "initialize" && r.Sender() == Client && m.Class == ResultClass && !r.HasModernKey() && !r.Contested {
		x.initialized(s, r, m)
	}
}

// initialized follows the result of a handshake.
func (x *sessions) initialized(s *Step, r *Request, m *Message) {
	if x.t.surveying {
		x.surveyInitialized(s, r, m)
	}
	n := r.Session
	if c := x.current[Stdio]; r.Transport == Stdio && c != nil {
		n = c
	}
	if n != nil {
		n.Init = x.t.handshakeOf(r, m)
	}
}

// negotiatedVersion is the version of a handshake: the result's, or the requested one where the result
// names none that could be a revision.
func negotiatedVersion(r *Request, m *Message) string {
	if v := m.Result().Get("protocolVersion").Str(); isRevisionDate(v) {
		return v
	}
	return r.Params().Get("protocolVersion").Str()
}

func (x *sessions) surveyInitialized(s *Step, r *Request, m *Message) {
	version := negotiatedVersion(r, m)
	if r.Transport == Stdio {
		n := x.current[Stdio]
		if n == nil {
			n = r.Session // the answer came after the client had closed its side
		}
		if n == nil || x.opened && (n.Init != nil || x.t.Facts.Gap(n.Line, r.Line)) { // the first one may be missing
			n = x.surveyed(&SessionFacts{Transport: Stdio, Line: m.Line, Repeated: true})
		}
		n.Version = version
		return
	}
	if n := r.Session; n != nil && !n.Headless && n.Init != nil && n.Init.Request.Line == r.Line {
		return
	}
	f := &SessionFacts{Transport: HTTP, Line: r.Line, Version: version}
	if m.Status != nil {
		if name, ok := m.Status.Headers.Lookup("mcp-session-id"); ok {
			f.Name, f.Named = name, true
		}
	}
	if !f.Named {
		f.Alone = x.aloneUntil(r)
	}
	n := x.surveyed(f)
	r.Message.Session = n
	if r.HTTP != nil {
		r.HTTP.Session = n
	}
}

// answeredApart reports a request whose POST was answered with 202, and which got its response elsewhere,
// or an initialize that got it on a GET stream: that is HTTP+SSE, the transport of 2024-11-05.
func answeredApart(r *Request, m *Message) bool {
	switch {
	case r.Sender() != Client || r.HTTP == nil || m.Numbered && m.HTTP == r.HTTP:
		return false
	case r.HTTP.Status != nil && r.HTTP.Status.Status == 202:
		return true
	default:
		return r.Method == "initialize" && m.HTTP != nil && m.HTTP.Verb() == "GET"
	}
}

func (x *sessions) afterHTTP(s *Step) {
	h, n := s.HTTP, s.Session
	if h == nil {
		return
	}
	if s.Direction == ClientToServer {
		if h.Resuming() || h.Verb() == "GET" && !s.Numbered && x.mayResume(h) {
			x.t.framing.resumed = true
		}
		if n == nil {
			return
		}
		x.noteHead(n, s.Event)
		switch h.Verb() {
		case "GET", "HEAD", "DELETE", "OPTIONS":
		default: // a POST, or a verb that is not recorded
			h.postOpen = true
			n.openPosts++
			n.Serial = n.Serial && n.openPosts == 1
		}
		return
	}
	if s.Status == 202 && h.Request != nil && h.Request.Method == "initialize" {
		x.t.Facts.httpWithSSE()
	}
	if n == nil {
		return
	}
	if x.t.surveying {
		n.accepted = n.accepted || s.Success()
	}
	if h.Verb() == "POST" && !h.seenBody {
		n.bodyMissing, n.Serial = true, false
	}
	if h.Request == nil || !s.Success() {
		x.closePost(h)
	}
	if h.Verb() == "DELETE" && s.Success() && n.Name != "" {
		n.Over = true
		if x.t.surveying {
			n.EndRecorded = true
		}
	}
}

// noteHead follows which version the heads of a headless session name.
func (x *sessions) noteHead(n *Session, head *Event) {
	if !x.t.surveying || !n.Headless {
		return
	}
	v := head.Headers.Value("mcp-protocol-version")
	switch {
	case v == "" || n.Version != "" && n.Version != v:
		n.mixed = true
	default:
		n.Version = v
	}
}

func (x *sessions) closePost(h *HTTPExchange) {
	if h.postOpen && h.Session != nil {
		h.postOpen = false
		h.Session.openPosts--
	}
}

func (x *sessions) afterLifecycle(s *Step) {
	if s.Transport == HTTP {
		if s.HTTP != nil {
			x.closePost(s.HTTP)
		}
		return
	}
	n := x.current[Stdio]
	s.Session = n
	if n == nil || s.Lifecycle == TransportOpen {
		return
	}
	n.Over = true
	x.t.listings.forget(n)
	if x.t.surveying && s.Lifecycle == TransportClose {
		n.EndRecorded = true
	}
	x.current[Stdio] = nil
}

// noteOrder finds out whether events of one exchange stand between the head of another and its answer
// (C11).
func (x *sessions) noteOrder(s *Step) {
	x.lastLine = s.Line
	if !s.Numbered {
		return
	}
	number := int64(s.Exchange)
	if h := s.HTTP; h != nil && s.Kind == HTTPEvent && s.Direction == ServerToClient && h.Head != nil {
		other := x.otherLine
		if x.lastExchange != number {
			other = x.otherNow
		}
		if !x.live && other > int64(h.Head.Line) {
			x.live, x.liveFrom = true, s.Line
		}
	}
	if x.lastExchange != number {
		x.otherLine = x.otherNow
	}
	x.lastExchange, x.otherNow = number, int64(s.Line)
}
