package checks

import "mcpx/model"

var baseResponseChecks = []*Check{
	{
		ID:    "base.result-id-matches",
		Title: "A result has the id of the request it answers",
		Convicts: "Every result is a subject that answers a request, or that provably answers none: it rides an HTTP exchange whose body is known, or nothing is missing from the recording of its transport. " +
			"It convicts if it has no id, an id that the other party never used, or one whose request has its answer already.",
		Spares: "Late results to requests that were cancelled or whose stream was closed; results to malformed messages whose id can be read; a result on another exchange than its request's; a result that a client sends again as it was, or after the first was not accepted; " +
			"recordings that begin late or have a hole; an id that a later request uses and gets no answer to, for the recorder wrote the answer first.",
		Party: ByBoth,
		At:    everywhere,
		Run:   func(w *Watch) { (&strays{Watch: w, class: model.ResultClass}).watch() },
	},
	{
		ID:    "base.error-id-matches",
		Title: "An error that has an id has the one of the request it answers",
		Convicts: "Every error with an id is a subject that answers a request, or that provably answers none: it rides an HTTP exchange whose body is known, or nothing is missing from the recording of its transport. " +
			"It convicts if the other party never used its id, or if the request has its answer already.",
		Spares: "Errors without an id or with null, whatever they answer; any id where the request's could not be read; late errors to requests that were cancelled; refusals with an HTTP status such as 401 or 406, made before the body was read; " +
			"recordings that begin late or have a hole; an id that a later request uses and gets no answer to, for the recorder wrote the answer first.",
		Party: ByBoth,
		At:    everywhere,
		Run:   func(w *Watch) { (&strays{Watch: w, class: model.ErrorClass}).watch() },
	},
	{
		ID:    "base.result-field",
		Title: "A response holds a result or an error",
		Convicts: "Every message of the server with an id and neither method nor error is a subject. It convicts without a result member. " +
			"Before 2026-07-28 either party is bound, and a message without an outcome counts only if the id is that of an unanswered request and there are no params.",
		Spares: "A result that is null, for it is there; messages with both result and error, which base.jsonrpc-version finds; messages without an id; at 2026-07-28 such a message of the client, which may be a request without method.",
		Party:  ByBoth,
		At:     everywhere,
		Run: func(w *Watch) {
			w.Messages(func(m *model.Message) {
				if !outcomeDue(w, m) {
					return
				}
				fault := ""
				if m.Class != model.ResultClass {
					fault = say("response to id %s has neither result nor error", m.ID.Compact())
				}
				w.Judge(m.Event, "/result", fault)
			})
		},
	},
	{
		ID:       "base.result-type-present",
		Title:    "A result names its resultType",
		Convicts: "Every result of the server is a subject. It convicts if the result is no object, or if resultType is missing or no string.",
		Spares:   "The value, which extensions may add to; answers of an older revision, such as to a request without the metadata of this one; results of a client.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.Results(func(m *model.Message) {
				if m.Sender() != model.Server || w.requestLost(m) {
					return
				}
				fault := ""
				if kind := m.Result().Get("resultType"); !kind.Exists() {
					fault = "missing resultType"
				} else if !kind.IsString() {
					fault = say("got resultType %s, want a string", kind.Compact())
				}
				w.Judge(m.Event, "/result/resultType", fault)
			})
		},
	},
}

// outcomeDue reports a message that has the form of a response without an error.
func outcomeDue(w *Watch, m *model.Message) bool {
	switch {
	case m.Class == model.ResultClass:
		return w.Handshake() || m.ID.Exists() && m.Sender() == model.Server
	case m.Class != model.Invalid || !m.ID.Exists():
		return false
	case m.Payload.Has("method") || m.Payload.Has("result") || m.Payload.Has("error"):
		return false
	case !w.Handshake():
		return m.Sender() == model.Server
	default:
		return !m.Payload.Has("params") && awaited(w, m)
	}
}

// awaited reports that the other party has a request with the id of a message and no answer to it.
func awaited(w *Watch, m *model.Message) bool {
	for r := range w.Tracker.Unanswered(m.Sender().Other(), m.Key) {
		if r.Transport == m.Transport {
			return true
		}
	}
	return false
}

// requestLost reports a response that finds no request behind a hole in the recording: which era it is of
// cannot be told.
func (w *Watch) requestLost(m *model.Message) bool {
	return m.Request == nil && w.Facts.Gap(0, m.Line)
}

// strays finds responses of a class that answer no request.
type strays struct {
	*Watch
	class model.Class
	held  []stray // until the end of the recording

	// By the party that would have asked: its messages without a readable id that may still draw a
	// response with any, and those whose id is doubtful.
	unreadable, doubtful [2]int
	lines                [2][2]bool          // by party and transport: a line came that was no JSON
	latest               *model.HTTPExchange // of the latest status of the server

	posted recent[int, postedAnswer] // the client's answers over HTTP, by line
}

// postedAnswer is an answer of the client over HTTP.
type postedAnswer struct {
	written  model.Fingerprint
	accepted bool
}

type stray struct {
	event   model.Event
	id      model.Key
	detail  string
	related []Related
}

func (c *strays) watch() {
	c.Steps(c.follow)
	if c.class == model.ResultClass {
		c.Results(c.judge)
	} else {
		c.Errors(c.judge)
	}
	c.End(c.convict)
}

func (c *strays) follow(s *model.Step) {
	if s.Kind == model.HTTPEvent && s.Direction == model.ServerToClient {
		c.latest = s.HTTP
		c.taken(s.HTTP)
	}
	m := s.Message
	if m == nil {
		return
	}
	if m.Sender() == model.Client && m.Transport == model.HTTP && m.Class == c.class {
		c.posted.put(m.Line, postedAnswer{written: m.Payload.Fingerprint()})
	}
	from := m.Sender()
	switch {
	case m.Doubtful():
		c.doubtful[from]++
	case m.Payload.IsArray():
		c.unreadable[from] += max(1, idless(m.Payload))
	case m.Class == model.Invalid && !m.Usable, m.Class == model.RequestClass && !m.Usable:
		c.unreadable[from]++
	}
	if m.Payload.IsString() {
		c.lines[from][m.Transport] = true
	}
}

// taken notes that the server has taken what was posted.
func (c *strays) taken(x *model.HTTPExchange) {
	if x == nil || x.Body == nil || !x.Accepted() {
		return
	}
	if p := c.posted.at(x.Body.Line); p != nil {
		p.accepted = true
	}
}

// sentAgain reports an answer of the client over HTTP that is sent again as it was, or of which the earlier
// one was not taken as far as is known.
func (c *strays) sentAgain(m *model.Message) bool {
	if m.Sender() != model.Client || m.Transport != model.HTTP || m.AnsweredBefore == nil {
		return false
	}
	p := c.posted.at(m.AnsweredBefore.Line)
	return p == nil || !p.accepted || p.written == m.Payload.Fingerprint()
}

// idless counts the elements of a batch that have no usable id.
func idless(batch model.Value) int {
	n := 0
	for _, e := range batch.Elems() {
		if _, usable := e.Get("id").Key(); !usable {
			n++
		}
	}
	return n
}

func (c *strays) judge(m *model.Message) {
	switch {
	case c.class == model.ErrorClass && !m.ID.Given():
	case c.Handshake() && m.Replay:
	case m.Request != nil:
		c.Subject(m.Event)
	case m.Misplaced || !c.provable(m) || c.sentAgain(m) || c.excused(m):
	default:
		c.hold(m)
	}
}

// provable reports that no unrecorded message can be what the response answers (G8, C3).
func (c *strays) provable(m *model.Message) bool {
	asker := m.Sender().Other()
	if c.Handshake() {
		before := m.AnsweredBefore
		named := m.Session != nil && (m.Transport == model.Stdio || m.Session.Named)
		again := before != nil && before.Session == m.Session && named && !c.Facts.Gap(m.Session.Line, m.Line)
		return !m.ID.Given() || !c.lost(m) && (again || !c.Tracker.Forgot(asker) && c.Tracker.CompleteAs(asker, m.Session, m.Line))
	}
	if c.Tracker.Forgot(asker) {
		return false
	}
	complete := c.Facts.Complete(m.Transport, m.Line) && !c.Facts.Gap(0, m.Line)
	if m.Sender() == model.Client {
		return complete
	}
	if x := m.HTTP; x != nil && x.Numbered && x.Body != nil && !x.Forgotten {
		return x.Body.Class != model.Invalid && !c.Facts.Gap(0, m.Line)
	}
	return complete && (m.Transport == model.Stdio || c.Facts.Opened(model.HTTP))
}

func (c *strays) lost(m *model.Message) bool {
	from := c.Facts.Transports[m.Transport].LossFrom
	return from > 0 && from <= m.Line
}

// excused reports that the response may answer a message whose id could not be read.
func (c *strays) excused(m *model.Message) bool {
	asker := m.Sender().Other()
	if c.doubtful[asker] > 0 || c.Handshake() && c.unreadLine(m, asker) {
		return true
	}
	if c.class == model.ResultClass && m.ID.Given() {
		return false
	}
	if c.class == model.ErrorClass && m.Transport == model.HTTP && asker == model.Client {
		if !ruledStatus(m.Status) {
			return true // refused at the door, perhaps without reading the body
		}
		x := m.HTTP
		if !m.Numbered {
			x = c.latest
		}
		if x == nil || x.Body == nil || !x.Body.Usable {
			return true
		}
	}
	if c.unreadable[asker] == 0 {
		return false
	}
	c.unreadable[asker]--
	return true
}

// unreadLine reports a line that was no JSON and may have been the request (C2).
func (c *strays) unreadLine(m *model.Message, asker model.Party) bool {
	if m.Transport == model.HTTP && m.Numbered {
		return m.HTTP.Body != nil && m.HTTP.Body.Payload.IsString()
	}
	return c.lines[asker][m.Transport]
}

func (c *strays) hold(m *model.Message) {
	s := stray{event: *m.Event, id: m.Key}
	s.event.Payload = model.Value{} // it is not needed, and may be large
	switch before := m.AnsweredBefore; {
	case !m.ID.Exists():
		s.detail = "missing id"
	case before != nil && before.Transport == m.Transport && before.Session == m.Session:
		s.detail = say("%s for id %s: already answered at seq %d", m.Class, m.ID.Compact(), before.Seq)
		s.related = append(s.related, Related{Seq: before.Seq, Line: before.Line, What: "earlier use"})
	case c.Facts.Events > remembered:
		s.detail = say("%s for id %s: no open request with this id", m.Class, m.ID.Compact())
	default:
		s.detail = say("%s for id %s: no request with this id", m.Class, m.ID.Compact())
	}
	if len(c.held) == remembered {
		c.held = c.held[1:]
	}
	c.held = append(c.held, s)
}

func (c *strays) convict() {
	for i := range c.held {
		s := &c.held[i]
		if !c.writtenFirst(s) {
			c.Judge(&s.event, "/id", s.detail, s.related...)
		}
	}
}

// writtenFirst reports that a later request with the id stays unanswered: the recorder wrote the answer
// before it (G8).
func (c *strays) writtenFirst(s *stray) bool {
	for r := range c.Tracker.Unanswered(s.event.Sender().Other(), s.id) {
		if r.Line > s.event.Line && r.Transport == s.event.Transport {
			return true
		}
	}
	return false
}
