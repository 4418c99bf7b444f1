package model

import (
	"net"
	"slices"
	"strings"
)

// Survey is the first pass over a recording: fed every event in order, it gathers the Facts.
type Survey struct {
	facts   *Facts
	tracker *Tracker
	first   [2]*Event // first event of each transport
	message [2]bool   // a message was seen on the transport
	started bool      // any event was seen
	opening bool      // the recording begins with a client event, and no message was seen yet
}

// NewSurvey begins a survey.
func NewSurvey() *Survey {
	f := &Facts{headersSeen: map[string]bool{}, results: map[string]bool{}, served: map[string]int{}, decided: map[int]bool{}}
	s := &Survey{facts: f, tracker: NewTracker(ProfileOf(Revision20260728), f)}
	s.tracker.surveying = true
	return s
}

// Feed enters the next event and gives what it did, for an index: eras and sessions are not known yet.
func (s *Survey) Feed(e *Event) *Step {
	f := s.facts
	f.Events++
	if e.Problem != nil {
		f.Problems++
	}
	if e.Aside {
		s.aside(e)
		return s.tracker.Feed(e)
	}
	f.LastLine = e.Line
	if e.Kind == BadEvent {
		s.lose(e.Line)
		return s.tracker.Feed(e)
	}
	f.NumberedHTTP = f.NumberedHTTP || e.Transport == HTTP && e.Numbered
	s.order(e)
	s.begin(e)
	step := s.tracker.Feed(e)
	switch e.Kind {
	case MessageEvent:
		s.messageFacts(step)
	case HTTPEvent:
		s.httpFacts(step)
	}
	return step
}

// aside notes what an event that is not judged says of the recording.
func (s *Survey) aside(e *Event) {
	if e.Problem == nil {
		return
	}
	switch e.Problem.Kind {
	case SeqBeginsAgain:
		s.facts.AppendedFrom = e.Line
	case LoggedTwice:
		s.facts.LastSeq = e.Seq // nothing is missing before it
	}
}

// Facts gives what the survey found. Feeding may go on afterwards, for a recording that grows.
func (s *Survey) Facts() *Facts {
	f := s.facts
	for i := range f.Transports {
		tf := &f.Transports[i]
		tf.MixedThroughout = tf.MixedThroughout || tf.Seen && !tf.Complete && tf.CompleteFrom == 0 && !s.neverSpoke(i)
	}
	s.declareUnanswered()
	s.tracker.sessions.settle()
	return f
}

// neverSpoke: a transport without messages mixes nothing.
func (s *Survey) neverSpoke(i int) bool { return !s.message[i] }

func (s *Survey) order(e *Event) {
	f := s.facts
	if f.Events == 1 || f.FirstSeq == 0 && f.LastSeq == 0 && f.Events <= 1 {
		f.FirstSeq = e.Seq
	} else if e.Seq != f.LastSeq+1 && len(f.SeqGaps) < remembered {
		f.SeqGaps = append(f.SeqGaps, e.Line)
	}
	if f.Events > 1 && e.Seq > f.LastSeq+1 && f.holeBefore == 0 {
		f.holeBefore = e.Line
	}
	f.LastSeq = e.Seq
	f.LastLifecycle, f.LastTransport = NoLifecycle, e.Transport
	if e.Kind == LifecycleEvent && !e.Numbered {
		f.LastLifecycle = e.Lifecycle
	}
}

// lose notes an event by which the recording lost something: completeness ends (G8).
func (s *Survey) lose(line int) {
	for i := range s.facts.Transports {
		if tf := &s.facts.Transports[i]; tf.LossFrom == 0 {
			tf.LossFrom = line
		}
	}
}

// begin notes how a transport's recording begins (G8).
func (s *Survey) begin(e *Event) {
	tf := &s.facts.Transports[e.Transport]
	recordingStarts := !s.started
	s.started = true
	if !tf.Seen {
		tf.Seen = true
		s.first[e.Transport] = e
		tf.OpenedFirst = e.Kind == LifecycleEvent && e.Lifecycle == TransportOpen
		tf.Complete = tf.OpenedFirst
		tf.InitializeFirst = e.Kind == MessageEvent && e.Direction == ClientToServer && e.Payload.Get("method").Is("initialize")
		if recordingStarts && e.Direction == ClientToServer && !tf.OpenedFirst {
			s.opening = true
		}
	} else if e.Kind == LifecycleEvent && e.Lifecycle == TransportOpen && e.Transport == Stdio && !tf.Complete && tf.CompleteFrom == 0 {
		tf.CompleteFrom = e.Line
	}
	if e.Kind != MessageEvent || s.message[e.Transport] {
		return
	}
	s.message[e.Transport] = true
	if s.opening && s.first[e.Transport] != nil && !tf.Complete {
		tf.Complete = firstOfSession(e)
		s.opening = false
	}
}

// firstOfSession reports a client request with which a recording without transport-open may begin: id 0
// or 1, or server/discover, not on an exchange numbered above 1.
func firstOfSession(e *Event) bool {
	if e.Direction != ClientToServer || e.Numbered && e.Exchange > 1 || !e.Payload.Get("method").IsString() {
		return false
	}
	if e.Payload.Get("method").Is("server/discover") && e.Payload.Has("id") {
		return true
	}
	switch key, _ := e.Payload.Get("id").Key(); key {
	case "n0", "n1", "s0", "s1":
		return true
	}
	return false
}

func (s *Survey) httpFacts(step *Step) {
	f := s.facts
	f.HTTPEvents = true
	for _, h := range step.Headers {
		if !f.headersSeen[h.Name] && len(f.headersSeen) < remembered {
			f.headersSeen[h.Name] = true
		}
	}
	if step.Direction == ServerToClient {
		return
	}
	if host, ok := step.Headers.Lookup("host"); ok && !loopback(host) {
		f.ForeignHost = true
	}
	if x := step.HTTP; x != nil && olderHead(x.Head) && (x.Body == nil || !x.Body.HasModernKey()) {
		f.Transports[HTTP].olderHeads++ // until its body turns out to be modern
	}
}

func loopback(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.Trim(strings.ToLower(name), "[]")
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	ip := net.ParseIP(name)
	return ip != nil && ip.IsLoopback()
}

// Loopback reports a host header that names a loopback address, or is empty.
func Loopback(host string) bool { return host == "" || loopback(host) }

func (s *Survey) messageFacts(step *Step) {
	f, m := s.facts, step.Message
	if m.Class == Foreign {
		return
	}
	f.Messages[m.Sender()]++
	tf := &f.Transports[m.Transport]
	if m.Sender() == Client {
		s.clientFacts(m, tf)
		return
	}
	s.serverFacts(step)
}

func (s *Survey) clientFacts(m *Message, tf *TransportFacts) {
	f := s.facts
	modern := m.HasModernKey()
	if m.Class == RequestClass {
		f.ClientRequests++
		if modern {
			f.ModernRequests++
		}
	}
	if m.Method == "notifications/initialized" && !modern {
		tf.MixedThroughout = true
	}
	if x := m.HTTP; olderHead(m.head()) && modern && x.Body == m {
		tf.olderHeads--
	}
	if m.Class == RequestClass && m.Method == "initialize" && !modern {
		f.LegacyInitialize = true
		if len(tf.initializes) < remembered {
			tf.initializes = append(tf.initializes, m.Line) // taken back if it is refused
			tf.MixedFrom = tf.initializes[0]
		}
	}
}

func (s *Survey) serverFacts(step *Step) {
	f, m, r := s.facts, step.Message, step.Answered
	if m.Method == "notifications/subscriptions/acknowledged" || m.IsError(-32020, -32021, -32022) {
		f.ShownModern = true
	}
	if r == nil || r.Sender() != Client {
		return
	}
	if m.Class == ResultClass {
		if len(f.results) < remembered {
			f.results[r.Method] = true
		}
		if _, known := f.served[r.Method]; !known && r.HasModernKey() && !r.Contested && len(f.served) < remembered {
			f.served[r.Method] = m.Line
		}
		if r.HasModernKey() && r.Method != "server/discover" && m.Result().Has("resultType") {
			f.ShownModern = true
		}
	}
	switch r.Method {
	case "initialize":
		s.initializeAnswered(r, m)
	case "server/discover":
		s.discovered(r, m)
	}
	s.declare(r, m)
}

func (s *Survey) initializeAnswered(r *Request, m *Message) {
	f := s.facts
	tf := &f.Transports[r.Transport]
	if m.Class == ResultClass {
		f.InitializeAccepted = true
		if v := m.Result().Get("protocolVersion"); isRevisionDate(v.Str()) {
			f.add(v, "initialize result", m.Line)
		} else {
			f.add(r.Params().Get("protocolVersion"), "initialize request", r.Line)
		}
	}
	if r.Contested || m.Class == ErrorClass && !judgedStatus(m.Status) {
		return
	}
	if len(f.decided) < remembered {
		f.decided[r.Line] = true
	}
	if m.Class == ErrorClass {
		f.ShownModern = f.ShownModern || m.IsError(-32601)
		tf.refused(r.Line)
	}
}

// refused takes an initialize back that was refused: it mixes nothing.
func (tf *TransportFacts) refused(line int) {
	tf.MixedFrom = 0
	tf.initializes = slices.DeleteFunc(tf.initializes, func(l int) bool { return l == line })
	if len(tf.initializes) > 0 {
		tf.MixedFrom = tf.initializes[0]
	}
}

// judgedStatus reports a status of a refusal that rules of the protocol can explain (G9).
func judgedStatus(e *Event) bool {
	return e == nil || e.Success() || e.Status == 400 || e.Status == 404 || e.Status == 500
}

func (s *Survey) discovered(r *Request, m *Message) {
	f := s.facts
	if m.Class != ResultClass || r.Contested {
		return
	}
	versions := m.Result().Get("supportedVersions")
	d := Discovery{Line: m.Line, Seq: m.Seq, Sender: r.SenderName(), Capabilities: m.Result().Get("capabilities"), Unreadable: m.Doubtful() || !m.Result().IsObject()}
	d.HasSupported = versions.IsArray() && versions.Len() > 0
	older := d.HasSupported
	for _, v := range versions.Elems() {
		if !v.IsString() {
			d.HasSupported = false
		}
		d.Supported = append(d.Supported, v.Str())
		if isRevisionDate(v.Str()) && v.Str() >= Revision20260728 {
			f.ShownModern = true
		}
		older = older && oldVersion(v.Str())
	}
	f.DiscoversOlder = f.DiscoversOlder || older
	f.discover(d, m.Result())
}

// declare notes what an accepted request declares (M6, Declared revisions).
func (s *Survey) declare(r *Request, m *Message) {
	if m.Class != ResultClass || r.contest != nil || r.Contested && !m.modernByItself() {
		return
	}
	v := r.ModernVersion()
	if !v.IsString() {
		return
	}
	if r.Method == "server/discover" {
		listed := false
		for _, e := range m.Result().Get("supportedVersions").Elems() {
			listed = listed || e.Equal(v)
		}
		if !listed {
			return
		}
	}
	s.facts.add(v, "request _meta", r.Line)
	if head := r.head(); head != nil && head.Headers.Value("mcp-protocol-version") == v.Str() {
		s.facts.add(v, "version header", head.Line)
	}
}

// declareUnanswered lets requests declare that were neither answered nor refused.
func (s *Survey) declareUnanswered() {
	for _, r := range s.tracker.open[Client].all {
		refused := r.HTTP != nil && r.HTTP.Status != nil && !r.HTTP.Status.Success()
		if r.Answer == nil && r.Real() && !r.Contested && !refused {
			s.facts.add(r.ModernVersion(), "request _meta", r.Line)
		}
	}
}

func (f *Facts) add(v Value, source string, line int) {
	if !v.IsString() || !isRevisionDate(v.Str()) {
		return
	}
	for _, d := range f.Declared {
		if d.Revision == v.Str() {
			return
		}
	}
	if len(f.Declared) < remembered {
		f.Declared = append(f.Declared, Declaration{Revision: v.Str(), Source: source, Line: line})
	}
}
