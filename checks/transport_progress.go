package checks

import "mcpx/model"

// suppliers knows which request of a client supplied a progress token over HTTP, by session.
type suppliers struct {
	byToken table[sessionKey, *supplier]
}

// supplier is the first request that supplied a token.
type supplier struct {
	request  Related
	numbered bool
	number   uint64              // of its exchange
	exchange *model.HTTPExchange // until it is answered
	uses     int                 // how many requests supplied the token
	answered bool
	task     bool // the request asks for a task, whose messages may come on any stream
}

func (c *suppliers) watch(w *Watch) {
	w.Requests(func(m *model.Message) {
		k, ok := supplied(m)
		if !ok {
			return
		}
		if s, known := c.byToken.lookup(k); known {
			s.uses++
			return
		}
		c.byToken.put(k, &supplier{
			request: Rel("request", m.Event), numbered: m.Numbered, number: m.Exchange, exchange: m.HTTP,
			uses: 1, task: m.Params().Get("task").IsObject(),
		})
	})
	w.Answers(func(r *model.Request, _ *model.Message) {
		if k, ok := supplied(r.Message); ok {
			if s, known := c.byToken.lookup(k); known && s.request.Line == r.Line {
				s.answered, s.exchange = true, nil
			}
		}
	})
}

func supplied(m *model.Message) (k sessionKey, ok bool) {
	token, usable := m.Token()
	if !usable || m.Sender() != model.Client || m.Session == nil || m.Transport != model.HTTP {
		return k, false
	}
	return sessionKey{m.Session.Ordinal, token}, true
}

// only gives the one request of the session that supplied the token of a progress notification of the
// server; nil if none did, or several, or one that asks for a task.
func (c *suppliers) only(m *model.Message, n *model.Session) *supplier {
	token, usable := m.Params().Get("progressToken").Key()
	if !usable || n == nil || c.byToken.dropped {
		return nil
	}
	s, _ := c.byToken.lookup(sessionKey{n.Ordinal, token})
	if s == nil || s.uses != 1 || s.task {
		return nil
	}
	return s
}

func runRelatedMessages(w *Watch) {
	c := &suppliers{}
	c.watch(w)
	w.Notifications(func(m *model.Message) {
		x := postStream(m.HTTP)
		if m.Sender() != model.Server || !m.Numbered || x == nil {
			return
		}
		s := c.only(m, x.Session)
		if s == nil || !s.numbered {
			return
		}
		fault := ""
		if s.number != x.Number {
			fault = say("progress for the request on exchange %d, want it there and not on exchange %d", s.number, x.Number)
		}
		w.Judge(m.Event, "/params/progressToken", fault, s.request, Rel("body", x.Body.Event))
	}, "notifications/progress")
}

func runUnrelatedMessages(w *Watch) {
	c := &suppliers{}
	c.watch(w)
	w.Notifications(func(m *model.Message) {
		x := getStream(m)
		if x == nil || !w.Tracker.Live() || !w.Tracker.CompleteAs(model.Client, x.Session, m.Line) {
			return
		}
		s := c.only(m, x.Session)
		if s == nil || s.exchange != nil && s.exchange.Ended {
			return
		}
		fault := ""
		if !s.answered {
			fault = "progress for a running request on a GET stream"
		}
		w.Judge(m.Event, "/params/progressToken", fault, s.request, Rel("http request", x.Head))
	}, "notifications/progress")
}
