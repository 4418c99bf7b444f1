package checks

import (
	"mcpx/checks/grammar"
	"mcpx/model"
)

// Rules of 2025-11-25 on sessions that have ended.
var sessionEndChecks = []*Check{
	{
		ID:       "transport.terminated-session-404",
		Title:    "A server answers 404 in a session that was terminated",
		Convicts: "Every answered request without a fault is a subject that carries the id of a session which the server has ended before: it answered the client's DELETE with 200 or 204, and the recording shows that the request came after that. 2xx and 400 convict.",
		Spares:   "Sessions that ended otherwise; a DELETE answered with 202, 405 or an error; an id that is assigned again; initialize; requests with a fault that may be found first; other statuses, which have causes of their own.",
		Party:    ByServer, At: only2511, Needs: Need{Transport: overHTTP},
		Run: func(w *Watch) { (&terminations{w: w}).watch() },
	},
	{
		ID:       "transport.expired-session-reinitialized",
		Title:    "After a 404 a client begins a new session",
		Convicts: "Every 404 that answers a request in a session is a subject, if the client sends its POSTs one after another and sends anything afterwards, in a recording that shows the order of events. It convicts to go on with an initialize that carries the same id, and with three further requests of the session that are all answered with 404, if the recording ends without an initialize that carries none.",
		Spares:   "Clients that fall silent or send several POSTs at once; fewer than three further requests; a recording that stops earlier; 404 for a DELETE, for initialize, or with a JSON-RPC error that has an id; sessions that a later request shows to live; a DELETE of the session.",
		Party:    ByClient, At: only2511, Needs: Need{Transport: overHTTP},
		Whole: true,
		Run:   func(w *Watch) { (&expirations{w: w}).watch() },
	},
}

// terminations follows sessions that a DELETE has ended.
type terminations struct {
	w     *Watch
	ended table[int, termination] // by ordinal
	asked table[uint64, bool]     // numbered requests that surely came after the end
	names map[string]int          // how many sessions of the recording have an id
}

// termination is the DELETE that ended a session, and its answer.
type termination struct{ head, status *model.Event }

func (c *terminations) watch() {
	c.w.mcpHeads(func(x *model.HTTPExchange) {
		n := x.Session
		if n == nil || !x.Numbered || x.Verb() == "DELETE" || initializes(x) || !c.w.Tracker.Live() || !x.Head.Headers.Has(sessionField) {
			return
		}
		if t, ended := c.ended.lookup(n.Ordinal); ended && x.Head.Line > t.status.Line && faultlessRequest(x, n) {
			c.asked.put(x.Number, true)
		}
	})
	c.w.Statuses(func(x *model.HTTPExchange, e *model.Event) {
		if x == nil || x.Forgotten || x.Session == nil || x.Session.Name == "" {
			return
		}
		n := x.Session
		if x.Verb() == "DELETE" && (e.Status == 200 || e.Status == 204) && c.once(n.Name) {
			c.ended.put(n.Ordinal, termination{x.Head, e})
		}
		if _, asked := c.asked.lookup(x.Number); !asked || !x.Numbered || e.Status < 200 {
			return
		}
		t, _ := c.ended.lookup(n.Ordinal)
		fault := ""
		if e.Success() || e.Status == 400 {
			fault = say("status %d in a terminated session, want 404", e.Status)
		}
		c.w.Judge(e, "status", fault, Rel("http request", x.Head), Rel("cancellation", t.head), Rel("proof", t.status))
	})
}

// once reports that no two sessions of the recording have the id.
func (c *terminations) once(name string) bool {
	if c.names == nil {
		c.names = map[string]int{}
		for i := range c.w.Facts.Sessions {
			c.names[c.w.Facts.Sessions[i].Name]++
		}
	}
	return c.names[name] <= 1
}

// faultlessRequest reports an HTTP request in which a server can find no fault before it looks at the session: a
// POST of one well-formed message that accepts both types, or a GET that accepts event streams, with the
// negotiated version or none.
func faultlessRequest(x *model.HTTPExchange, n *model.Session) bool {
	h := x.Head.Headers
	if version, named := h.Lookup(versionField); named && version != n.Version {
		return false
	}
	if x.Verb() == "GET" {
		return grammar.Lists(h.Value("accept"), eventStream)
	}
	return x.Verb() == "POST" && x.Body != nil && x.Body.Payload.Get("jsonrpc").Is("2.0") &&
		(x.Body.Class != model.RequestClass || x.Body.Usable) &&
		acceptFault(h) == "" && grammar.MediaType(h.Value("content-type")) == "application/json"
}

// expiration is what a client did after a request of a session was answered with 404.
type expiration struct {
	session *model.Session
	first   *model.Event   // the first 404
	lines   []int          // of all 404s
	posted  bool           // the latest 404 answered a POST
	further []*model.Event // heads of later requests that were answered with 404, up to three
	waiting uint64         // exchange of the latest later request while it is not answered; 0 if there is none
	again   *model.Event   // the head of an initialize that carries the id
	broken  bool           // the session lives, or the order of what the client sent is unclear
}

// expirations follows sessions in which a request was answered with 404.
type expirations struct {
	w      *Watch
	byName table[string, *expiration]
	client int // line of the latest client event over HTTP
	fresh  int // line of the latest initialize without a session id
}

func (c *expirations) watch() {
	c.w.Steps(func(s *model.Step) {
		if s.Transport == model.HTTP && s.Direction == model.ClientToServer {
			c.client = s.Line
		}
	})
	c.w.mcpHeadsOfAnyEra(func(x *model.HTTPExchange, _ model.Era) { c.head(x) })
	c.w.Statuses(c.status)
	c.w.Errors(func(m *model.Message) {
		// Some servers answer an unknown method with 404.
		if e := c.of(m.HTTP); e != nil && m.Status != nil && m.Status.Status == 404 && m.ID.Given() {
			e.broken = true
		}
	})
	c.w.End(c.judge)
}

// of gives what is known of the session whose id an exchange carries, nil if no 404 was seen in it.
func (c *expirations) of(x *model.HTTPExchange) *expiration {
	if x == nil || x.Head == nil {
		return nil
	}
	e, _ := c.byName.lookup(x.Head.Headers.Value(sessionField))
	return e
}

func (c *expirations) head(x *model.HTTPExchange) {
	if initializes(x) && !x.Head.Headers.Has(sessionField) {
		c.fresh = x.Head.Line
	}
	e := c.of(x)
	switch {
	case e == nil || e.again != nil || x.Verb() == "DELETE":
	case !x.Numbered || x.Head.Line < e.first.Line || !e.session.Serial || e.waiting != 0:
		e.broken = true
	case initializes(x):
		if e.posted {
			e.again = x.Head
		}
	default:
		e.waiting = x.Number
	}
}

func (c *expirations) status(x *model.HTTPExchange, status *model.Event) {
	if !mcpExchange(x) || !x.Numbered || status.Status < 200 || initializes(x) || !inNamedSession(x) || !x.Head.Headers.Has(sessionField) {
		return
	}
	e := c.of(x)
	switch {
	case e != nil && status.Success():
		e.broken = true
	case x.Verb() == "DELETE":
	case e == nil && status.Status == 404 && c.w.Tracker.Live() && x.Session.Serial:
		e = &expiration{session: x.Session, first: status}
		c.byName.put(x.Session.Name, e)
		e.answered(x, status)
	case e != nil && status.Status == 404:
		e.answered(x, status)
	case e != nil:
		e.broken = true
	}
}

func (e *expiration) answered(x *model.HTTPExchange, status *model.Event) {
	if len(e.lines) < remembered {
		e.lines = append(e.lines, status.Line)
	}
	e.posted = x.Verb() == "POST"
	if e.waiting == x.Number && e.waiting != 0 {
		e.waiting = 0
		if len(e.further) < 3 {
			e.further = append(e.further, x.Head)
		}
	}
}

func (c *expirations) judge() {
	for _, e := range c.byName.entries() {
		if e.broken {
			continue
		}
		for _, line := range e.lines {
			if line < c.client {
				c.w.Subject(e.first)
			}
		}
		ended := c.w.Facts.LastLifecycle == model.TransportClose && c.w.Facts.LastTransport == model.HTTP
		switch {
		case e.again != nil:
			c.w.Convict(e.again, "header:mcp-session-id", "initialize with the id of the session that was answered with 404, want none", Rel("status", e.first))
		case len(e.further) == 3 && ended && c.fresh < e.first.Line:
			c.w.Convict(e.further[2], "header:mcp-session-id", "the third request in the session behind a 404, want an initialize without session id", Rel("status", e.first))
		}
	}
}
