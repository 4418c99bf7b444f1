package model

import "iter"

// Tracker sets events into their conversation: classes, pairs, HTTP exchanges, eras or sessions,
// listings, rounds and subscriptions. It is fed every event in order, by a survey first and then, with
// the survey's facts, by the explorer's index and by the judge, so that a pair on the screen is the pair
// that was judged.
type Tracker struct {
	Profile *Profile
	Facts   *Facts

	surveying bool
	step      Step
	names     recurring
	values    recurringValues
	senders   senders
	framing   *framing
	open      [2]*outstanding   // requests by the party that sent them
	answered  [2]answeredMemory // answers by the party that sent them
	refused   *HTTPExchange     // refused with the last event; ends unless its body is the next event
	previous  *Event
	last      [2]*Request // the client or server request answered last

	sessions      sessions
	listings      listings
	rounds        rounds
	subscriptions subscriptions
	tasks         tasks
}

// NewTracker makes a tracker for the judging pass over a surveyed recording.
func NewTracker(p *Profile, facts *Facts) *Tracker {
	t := &Tracker{Profile: p, Facts: facts, framing: newFraming(facts)}
	t.open = [2]*outstanding{newOutstanding(), newOutstanding()}
	t.sessions.start(t)
	t.listings.start(t)
	t.rounds.start(t)
	t.subscriptions.start(t)
	t.tasks.start(t)
	return t
}

// Step is what one event did to the conversation. Members that do not apply are nil. It is good until the
// next event is fed; what its members point to may be kept.
type Step struct {
	*Event
	Message *Message // of a message event

	// HTTP is the exchange of an http or lifecycle event, if it is known, and of a message that is the
	// body of one or rides one.
	HTTP *HTTPExchange
	// Post is set when the body of a certain request POST has come: head with headers, known body of
	// class request, judged era (M5 Certain).
	Post *HTTPExchange
	// Answered is the request that the message answers.
	Answered *Request
	// EndedRequests are the requests that the event ended without an answer.
	EndedRequests []*Request

	Page          *Page          // an answered list request
	Round         *Round         // a result that asks for input
	Retry         *Retry         // a request that goes on with a round
	Asks          []*Ask         // requests to the client that the message carries
	AnsweredAsks  []*AnsweredAsk // answers to earlier asks that the message carries
	Subscription  *Subscription  // the subscription that the message opened or belongs to
	Session       *Session       // of the event, at a handshake revision
	SessionBegins bool           // the event begins the Session
	Snapshots     []*Snapshot    // of tasks that the message carries
	Task          *Task          // whose result the message is, in answer to tasks/result

	// Era of an http event.
	Era Era
}

// Feed enters the next event of the recording.
func (t *Tracker) Feed(e *Event) *Step {
	s := &t.step
	*s = Step{Event: e}
	if e.Aside {
		t.setAside(s)
		return s
	}
	orphan := t.framing.orphan
	if e.Kind == BadEvent || e.Transport == HTTP {
		t.framing.orphan = nil // it belongs to the very next event on its transport, if to any
	}
	if e.Kind == BadEvent {
		t.previous = e
		return s
	}
	if e.Numbered {
		t.framing.weigh(e)
	}
	t.settleRefusal(s)
	t.sessions.before(s)
	switch e.Kind {
	case MessageEvent:
		t.message(s, orphan)
	case HTTPEvent:
		t.http(s)
	case LifecycleEvent:
		t.lifecycle(s)
	}
	t.sessions.after(s)
	t.previous = e
	return s
}

// setAside says what a message of another recording is, and leaves it at that.
func (t *Tracker) setAside(s *Step) {
	s.Era = SetAside
	if s.Kind == MessageEvent {
		s.Message = s.Event.message(&t.names)
		s.Message.Era = SetAside
		t.Profile.classify(s.Message)
	}
}

// InFlight yields the requests of a party that are neither answered nor ended, oldest first.
func (t *Tracker) InFlight(p Party) func(yield func(*Request) bool) { return t.open[p].inFlight }

// WithoutAnswer yields the requests of a party that have no answer, in flight or ended, oldest first.
func (t *Tracker) WithoutAnswer(p Party) func(yield func(*Request) bool) {
	return t.open[p].withoutAnswer
}

// Unanswered are the requests of a party with an id that have no answer, oldest first: those in flight and
// those that have ended.
func (t *Tracker) Unanswered(p Party, id Key) iter.Seq[*Request] { return t.open[p].named(id) }

// Awaits reports that some request of a party with an id has no answer.
func (t *Tracker) Awaits(p Party, id Key) bool { return t.open[p].first[id] != nil }

// SeveralAwait reports that several requests of a party with one id have no answer.
func (t *Tracker) SeveralAwait(p Party, id Key) bool {
	first := t.open[p].first[id]
	return first != nil && first.later != nil
}

// Forgot reports that some unanswered request of a party has left the bounded memory: a response that
// finds no request may be its answer.
func (t *Tracker) Forgot(p Party) bool { return t.open[p].forgot }

// LastAnswered is the request of a party that was answered last.
func (t *Tracker) LastAnswered(p Party) *Request { return t.last[p] }

// settleRefusal ends a request refused by the event before, unless its body comes now (M13).
func (t *Tracker) settleRefusal(s *Step) {
	x := t.refused
	if x == nil {
		return
	}
	e := s.Event
	body := e.Kind == MessageEvent && e.Direction == ServerToClient && e.Transport == HTTP &&
		(e.Numbered == x.Numbered && (!x.Numbered || e.Exchange == x.Number))
	if body {
		return
	}
	t.refused = nil
	t.end(s, x.Request)
}

func (t *Tracker) end(s *Step, r *Request) {
	if r == nil || !r.InFlight() {
		return
	}
	t.open[r.Sender()].end(r)
	s.EndedRequests = append(s.EndedRequests, r)
}

func (t *Tracker) message(s *Step, orphan *Event) {
	m := s.Event.message(&t.names)
	s.Message = m
	t.Profile.classify(m)
	m.sender = t.senders.named(m.ClientInfo())
	if m.Sender() == Client {
		t.clientMessage(s, m)
	} else {
		t.serverMessage(s, m, orphan)
	}
	if x := t.refused; x != nil {
		t.refused = nil
		t.end(s, x.Request)
	}
	if m.Doubtful() {
		m.Era = SetAside
		t.listings.doubtful(s)
		t.rounds.doubtful(m)
		t.subscriptions.doubtful(m)
		t.tasks.doubtful(s)
		return
	}
	if t.surveying {
		t.listings.message(s) // no fact of a survey rests on the others
		return
	}
	t.cancelled(m)
	t.tasks.message(s)
	t.listings.message(s)
	t.rounds.message(s)
	t.subscriptions.message(s)
}

// cancelled marks the requests that a party takes back.
func (t *Tracker) cancelled(m *Message) {
	if m.Class != NotificationClass || m.Method != "notifications/cancelled" {
		return
	}
	id, ok := m.Params().Get("requestId").Key()
	if !ok {
		return
	}
	for r := range t.open[m.Sender()].named(id) {
		if r.Cancelled == 0 && r.Transport == m.Transport && sameSession(r, m) {
			r.Cancelled = m.Line
		}
	}
}

func (t *Tracker) clientMessage(s *Step, m *Message) {
	if m.Transport == HTTP {
		m.HTTP = t.framing.body(m)
	}
	s.HTTP = m.HTTP
	t.sessions.assign(s)
	if m.Response() {
		t.pair(s, m)
		t.sessions.adopt(s)
		t.prove(m)
	}
	t.eraOfClientMessage(m)
	t.opens(m)
	x := m.HTTP
	if x == nil {
		return
	}
	if x.Body == m {
		x.Era = m.Era
		if x.Head != nil && x.Head.HasHeaders && m.Class == RequestClass && (m.Era == Judged || m.Era == OtherRevision) && !x.Forgotten {
			s.Post = x
		}
	}
}

// opens enters what the message lets the other party answer (M4).
func (t *Tracker) opens(m *Message) {
	switch {
	case m.Class == RequestClass,
		m.Class == NotificationClass && m.Usable,
		m.Class == Invalid && m.Usable && !m.Payload.Has("result") && !m.Payload.Has("error"):
		t.openRequest(&Request{Message: m, Element: -1})
	case m.Payload.IsArray():
		for i, e := range m.Payload.Elems() {
			id := e.Get("id")
			key, usable := id.Key()
			if !usable || !e.Get("method").Exists() {
				continue
			}
			part := *m
			part.ID, part.Key, part.Usable, part.Method = id, key, true, e.Get("method").Str()
			r := &Request{Message: &part, Element: i}
			m.InBatch = append(m.InBatch, r)
			t.openRequest(r)
		}
	}
}

func (t *Tracker) openRequest(r *Request) {
	r.unseenRivals = r.Transport == HTTP && !r.Numbered && !t.Profile.Handshake && !t.Facts.Complete(HTTP, r.Line)
	r.Contested = r.unseenRivals
	t.open[r.Sender()].add(r)
	if x := r.HTTP; x != nil && x.Body == r.Message && x.Request == nil {
		x.Request = r
	}
}

func (t *Tracker) serverMessage(s *Step, m *Message, orphan *Event) {
	if m.Transport == HTTP && m.Numbered {
		m.HTTP = t.framing.exchange(m.Exchange)
		m.Status = m.HTTP.Status
	}
	t.sessions.assign(s)
	if t.foreign(m) {
		m.Class = Foreign
		s.HTTP = m.HTTP
		t.eraOfServerMessage(m)
		return
	}
	if m.Response() {
		t.pair(s, m)
	} else {
		t.opens(m)
	}
	if m.Transport == HTTP && !m.Numbered {
		t.inferRide(m, orphan)
	}
	s.HTTP = m.HTTP
	t.sessions.adopt(s)
	t.eraOfServerMessage(m)
	t.prove(m)
	if m.HTTP != nil {
		m.HTTP.Streamed++
	}
}

// foreign reports the body of an HTTP refusal or receipt, which is no MCP message (M1, C1).
func (t *Tracker) foreign(m *Message) bool {
	if m.Transport != HTTP {
		return false
	}
	success := m.Status != nil && m.Status.Success()
	if t.Profile.Handshake {
		if success && m.Status.MediaType() == "text/event-stream" {
			return false
		}
		if !success && !m.Payload.Has("jsonrpc") {
			return true
		}
	}
	if success && !m.HTTP.carriesNoRequest() {
		return false
	}
	if !m.Payload.IsObject() {
		return true
	}
	if m.Payload.Has("jsonrpc") || m.Payload.Has("method") {
		return false
	}
	if m.Response() && m.ID.Exists() {
		if r, _ := t.open[Client].find(m, t.Profile.Handshake); r != nil {
			return false
		}
	}
	return true
}

// pair finds the request that a response answers.
func (t *Tracker) pair(s *Step, m *Message) {
	asker := m.Sender().Other()
	open := t.open[asker]
	switch {
	case m.ID.Given(), m.ID.IsNull() && m.Class == ResultClass:
		r, misplaced := open.find(m, t.Profile.Handshake || t.surveying)
		m.Misplaced = misplaced
		if r == nil {
			m.AnsweredBefore = t.answered[m.Sender()].latest(m.Key)
			return
		}
		if !(r.Numbered && m.Numbered) && t.Facts.Gap(r.Line, m.Line) {
			r.Contested, r.unseenRivals = true, true // another request with the id may be missing
		}
		open.answer(r, m)
		if !t.surveying {
			t.answered[m.Sender()].add(m)
		}
	case m.Class == ErrorClass && !m.ID.Given() && m.Transport == HTTP && m.Sender() == Server:
		r := t.framedRequest(m)
		if r == nil || r.Answer != nil {
			return
		}
		m.ByFraming = true
		open.answer(r, m)
	default:
		return
	}
	s.Answered = m.Request
	t.last[asker] = m.Request
}

// framedRequest is the request that an error without id answers by its HTTP exchange alone.
func (t *Tracker) framedRequest(m *Message) *Request {
	if m.Numbered {
		if x := m.HTTP; x.Request != nil && x.Request.Real() {
			return x.Request
		}
		return nil
	}
	p := t.previous
	if p == nil || p.Kind != HTTPEvent || p.Direction != ServerToClient || p.Status < 400 || t.refused == nil || t.refused.Status != p || !t.refused.Request.Real() {
		return nil
	}
	return t.refused.Request
}

// inferRide sets an unnumbered server response onto the exchange of its request, and gives it its status.
// An orphan status is that of the response only if the request was the only one in flight when it came,
// and no other status came since the request (M5).
func (t *Tracker) inferRide(m *Message, orphan *Event) {
	r := m.Request
	if r == nil {
		return
	}
	if x := r.HTTP; x != nil && x.Body == r.Message && x.Status != nil {
		if !r.Contested {
			m.HTTP, m.Status = x, x.Status
		}
		return
	}
	if orphan == nil || orphan.Line < t.Facts.StatusesUnknownBefore || r.Ended {
		return
	}
	if t.framing.beforeOrphan < r.Line && t.noneInFlight() {
		m.Status = orphan
	}
}

// prove calls the watchers of the request that a server message belongs to (M13).
func (t *Tracker) prove(m *Message) {
	switch {
	case m.HTTP != nil && m.HTTP.Numbered && m.HTTP.Request != nil:
		m.HTTP.Request.proven(m)
	case m.Request != nil && !m.Request.Contested:
		m.Request.proven(m)
	}
}

func (t *Tracker) http(s *Step) {
	e := s.Event
	if e.Transport != HTTP {
		return
	}
	if e.Direction == ClientToServer {
		s.HTTP = t.framing.head(e)
		t.sessions.assign(s)
		s.Era = t.eraOfHead(s.HTTP)
		return
	}
	s.HTTP = t.framing.answerHead(e)
	t.sessions.assign(s)
	s.Era = t.eraOfStatus(s.HTTP, e)
	if x := s.HTTP; x != nil && !e.Success() && e.Status >= 200 && x.Request != nil {
		t.refused = x
	}
}

// noneInFlight reports that no client request is in flight over HTTP.
func (t *Tracker) noneInFlight() bool {
	for r := range t.open[Client].inFlight {
		if r.Transport == HTTP {
			return false
		}
	}
	return true
}

func (t *Tracker) lifecycle(s *Step) {
	e := s.Event
	if e.Transport == Stdio {
		t.subscriptions.reopened()
		for _, p := range [2]Party{Client, Server} {
			for _, r := range t.onTransport(p, Stdio) {
				t.end(s, r)
			}
		}
		return
	}
	switch {
	case e.Numbered:
		s.HTTP = t.framing.exchange(e.Exchange)
	case e.Lifecycle == TransportAbort && e.Direction == ServerToClient:
		s.HTTP = t.framing.answerHead(e)
	case e.Lifecycle == TransportClose:
		for _, r := range t.onTransport(Client, HTTP) {
			if !r.Numbered {
				t.end(s, r)
			}
		}
	}
	if s.HTTP != nil {
		s.HTTP.Ended = true
		t.end(s, s.HTTP.Request)
	}
}

func (t *Tracker) onTransport(p Party, tr Transport) []*Request {
	var rs []*Request
	for r := range t.open[p].inFlight {
		if r.Transport == tr {
			rs = append(rs, r)
		}
	}
	return rs
}
