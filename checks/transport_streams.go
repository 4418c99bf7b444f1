package checks

import "mcpx/model"

// Rules of 2025-11-25 on which stream a message of the server rides. They are judged where exchanges are
// numbered.
var streamChecks = []*Check{
	{
		ID:       "transport.response-on-own-stream",
		Title:    "A response comes on the stream of its request",
		Convicts: "Every answered request is a subject that was posted alone in a session with an id and whose POST was answered with an event stream. A response on another exchange convicts.",
		Spares:   "Responses on a GET that resumes a stream or may do so, requests whose own stream was cut off before, and ids that the session used more than once.",
		Party:    ByServer, At: only2511, Needs: Need{Transport: overHTTP},
		Whole: true,
		Run:   runOwnStream,
	},
	{
		ID:       "transport.stream-messages-related",
		Title:    "What comes on the stream of a request relates to it",
		Convicts: "Every progress notification on the event stream of a request is a subject if exactly one request of the session supplied its token. It convicts if that is another request.",
		Spares:   "Tokens of task-augmented requests, and those that no request or several supplied; all other messages, whose relation is a matter of meaning.",
		Party:    ByServer, At: only2511, Needs: Need{Transport: overHTTP},
		Run: runRelatedMessages,
	},
	{
		ID:       "transport.stream-ends-after-response",
		Title:    "A stream ends with the response",
		Convicts: "Every event stream of a request is a subject on which the response was delivered. The first message that the server sends on it afterwards convicts.",
		Spares:   "Streams that merely stay open, frames that are no messages, and GET streams.",
		Party:    ByServer, At: only2511, Needs: Need{Transport: overHTTP},
		Run: runStreamEnds,
	},
	{
		ID:       "transport.get-stream-messages-unrelated",
		Title:    "What comes on a GET stream relates to no running request",
		Convicts: "Every progress notification on a GET stream is a subject if exactly one request of the session supplied its token, in a session of which nothing the client sent can be missing and a recording that shows the order of events. It convicts if that request has no response yet.",
		Spares:   "GETs that resume a stream or may do so, tokens of task-augmented requests, requests whose own stream was cut off, and all other messages.",
		Party:    ByServer, At: only2511, Needs: Need{Transport: overHTTP},
		Run: runUnrelatedMessages,
	},
	{
		ID:       "transport.get-stream-no-responses",
		Title:    "No response comes on a GET stream",
		Convicts: "Every message of the server on the event stream of a GET is a subject in a session with an id, or where the GET names the protocol version. A result or error with an id convicts.",
		Spares:   "GETs with last-event-id, which resume a stream, and all GETs of a recorder that may not keep this header; bodies of refused GETs; the older HTTP+SSE transport.",
		Party:    ByServer, At: only2511, Needs: Need{Transport: overHTTP},
		Run: runGetStreamResponses,
	},
	{
		ID:       "transport.no-broadcast",
		Title:    "A server sends a message on one stream only",
		Convicts: "Every request of the server is a subject, and every response to an id that one request of the session used, in a session with an id and a recording that shows the order of events. It convicts if an equal message just came on another event stream, and since then nothing but messages of the server, so that it could not have learned that the stream was lost.",
		Spares:   "Notifications, which may rightly repeat; GETs that resume a stream or may do so; a repetition behind the end of the first stream; equal messages on one stream.",
		Party:    ByServer, At: only2511, Needs: Need{Transport: overHTTP},
		Run: func(w *Watch) { (&broadcasts{w: w, runs: map[int][]*model.Message{}}).watch() },
	},
}

// sessionKey is an id or token in a session.
type sessionKey struct {
	session int // its ordinal
	key     model.Key
}

// askedIDs counts how many requests of the client over HTTP used an id, by session.
type askedIDs struct{ uses table[sessionKey, int] }

func (c *askedIDs) watch(w *Watch) {
	w.Requests(func(m *model.Message) {
		if m.Transport == model.HTTP && m.Sender() == model.Client && m.Session != nil && m.Usable {
			*c.uses.entry(sessionKey{m.Session.Ordinal, m.Key})++
		}
	})
}

// once reports that exactly one request of the session used the id.
func (c *askedIDs) once(n *model.Session, id model.Key) bool {
	if n == nil {
		return false
	}
	uses, _ := c.uses.lookup(sessionKey{n.Ordinal, id})
	return uses == 1 && !c.uses.dropped
}

// postStream gives the exchange of a request that was posted alone and is answered with an event stream,
// else nil.
func postStream(x *model.HTTPExchange) *model.HTTPExchange {
	if x == nil || !x.Numbered || x.Forgotten || x.Verb() != "POST" || !x.EventStream() {
		return nil
	}
	if r := x.Request; r == nil || !r.Real() || x.Body != r.Message {
		return nil
	}
	return x
}

// getStream gives the exchange of a GET that is answered with an event stream and resumes none, else nil.
func getStream(m *model.Message) *model.HTTPExchange {
	x := m.HTTP
	if m.Sender() != model.Server || !m.Numbered || x == nil || x.Forgotten || x.Verb() != "GET" || !x.EventStream() || m.Replay {
		return nil
	}
	return x
}

func runOwnStream(w *Watch) {
	used := &askedIDs{}
	used.watch(w)
	w.Answers(func(r *model.Request, a *model.Message) {
		own := postStream(r.HTTP)
		if own == nil || r.Sender() != model.Client || own.Status.Status != 200 || !inNamedSession(own) || !a.Numbered || a.ByFraming || !used.once(r.Session, r.Key) {
			return
		}
		fault := ""
		if a.Exchange != r.Exchange {
			if a.Replay || own.Ended {
				return
			}
			fault = say("%s to %s came on exchange %d, want %d, the stream of the request", a.Class, plain(r.Method), a.Exchange, r.Exchange)
		}
		w.Judge(a.Event, "", fault, Rel("request", r.Event), Rel("status", own.Status))
	})
}

func runStreamEnds(w *Watch) {
	var over table[uint64, Related] // the responses, by exchange
	w.Messages(func(m *model.Message) {
		if m.Sender() != model.Server || !m.Numbered || m.Transport != model.HTTP {
			return
		}
		if response, ended := over.lookup(m.Exchange); ended {
			w.Convict(m.Event, "", say("a further message on exchange %d behind the response, want the end of the stream", m.Exchange), response)
			over.drop(m.Exchange) // only the first one
		}
	})
	w.Answers(func(r *model.Request, a *model.Message) {
		if postStream(r.HTTP) == nil || r.Sender() != model.Client || !a.Numbered || a.Exchange != r.Exchange || a.ByFraming {
			return
		}
		w.Subject(a.Event)
		over.put(a.Exchange, Rel("answer", a.Event))
	})
}

func runGetStreamResponses(w *Watch) {
	w.Messages(func(m *model.Message) {
		x := getStream(m)
		if x == nil || !w.Facts.HeaderRecorded("last-event-id") {
			return
		}
		if !inNamedSession(x) && !x.Head.Headers.Has(versionField) {
			return
		}
		fault := ""
		if m.Response() && m.ID.Given() {
			fault = say("%s for id %s on a GET stream", m.Class, m.ID.Compact())
		}
		w.Judge(m.Event, "", fault, Rel("http request", x.Head))
	})
}

// broadcasts keeps, for each session, the server messages that came since anything else did.
type broadcasts struct {
	w    *Watch
	asks askedIDs
	runs map[int][]*model.Message // by ordinal
}

// runKept bounds the server messages of a run, and the sessions that have one.
const runKept = 256

func (c *broadcasts) watch() {
	c.asks.watch(c.w)
	c.w.Steps(c.follow)
	c.w.Messages(c.judge)
}

// follow ends the run of a session at everything that is no server message of it, and all runs where the
// session is not known.
func (c *broadcasts) follow(s *model.Step) {
	switch {
	case s.Kind == model.BadEvent:
		clear(c.runs)
	case s.Transport != model.HTTP || s.Message != nil && s.Message.Sender() == model.Server:
	case s.Kind == model.LifecycleEvent || s.Session == nil:
		clear(c.runs)
	default:
		delete(c.runs, s.Session.Ordinal)
	}
}

func (c *broadcasts) judge(m *model.Message) {
	x := m.HTTP
	if m.Sender() != model.Server || !m.Numbered || x == nil || x.Forgotten || !inNamedSession(x) || !x.EventStream() || !c.w.Tracker.Live() {
		return
	}
	n := x.Session
	if m.Class != model.RequestClass && !(m.Response() && c.asks.once(n, m.Key)) {
		return
	}
	fault, earlier := "", Related{}
	if e := c.earlier(m); e != nil {
		fault = say("the %s came on exchange %d already, want one stream for a message", m.Class, e.Exchange)
		earlier = Rel("earlier use", e.Event)
	}
	c.w.Judge(m.Event, "", fault, earlier)
	run := c.runs[n.Ordinal]
	switch {
	case run == nil && len(c.runs) >= runKept:
		clear(c.runs)
	case len(run) >= runKept:
		run = run[1:]
	}
	c.runs[n.Ordinal] = append(run, m)
}

// earlier gives an equal message on another stream of the run.
func (c *broadcasts) earlier(m *model.Message) *model.Message {
	if m.Replay {
		return nil
	}
	for _, e := range c.runs[m.HTTP.Session.Ordinal] {
		if e.Exchange != m.Exchange && e.Class == m.Class && e.Key == m.Key && !e.Replay && !e.HTTP.Ended &&
			!c.w.Facts.Gap(e.Line, m.Line) && e.Payload.Equal(m.Payload) {
			return e
		}
	}
	return nil
}
