package checks

import "mcpx/model"

// cancelled finds what a server writes to standard output for requests whose cancellation it has read.
type cancelled struct {
	*Watch
	standing []*cancellation // oldest first
	read     int             // of them, how many the server has demonstrably read
	requests recent[model.Key, struct{}]
	tokens   recent[model.Key, int] // how many requests carry a progress token
	forgot   bool                   // an id was forgotten: one that is not remembered may be known
	fewer    bool                   // a token was forgotten: one that is remembered may have stood there before
}

// cancellation is a notifications/cancelled of the client that stands.
type cancellation struct {
	notice  *model.Event
	id      model.Key
	shown   string         // the id, for a sentence
	request *model.Request // nil for an id that was never seen
	token   model.Value    // its progress token
	proof   *model.Event   // the answer by which the server is known to have read it
}

func (c *cancelled) watch() {
	c.Steps(func(s *model.Step) {
		switch {
		case s.Kind == model.BadEvent: // it may have been a new request with the id
			c.standing, c.read = nil, 0
		case s.Transport != model.Stdio:
		case s.Kind == model.LifecycleEvent:
			c.standing, c.read = nil, 0
		case s.Message != nil && s.Message.Sender() == model.Client:
			c.requested(s.Message)
		}
	})
	c.Notifications(c.cancel, "notifications/cancelled")
	c.Messages(c.message)
}

// requested lifts the cancellations of an id that a new request uses, of whatever era.
func (c *cancelled) requested(m *model.Message) {
	if m.Class != model.RequestClass || !m.Usable {
		return
	}
	c.lift(func(s *cancellation) bool { return s.id == m.Key })
	c.forgot = c.forgot || c.requests.full()
	c.requests.put(m.Key, struct{}{})
	if token, usable := m.Token(); usable {
		n, _ := c.tokens.lookup(token)
		c.fewer = c.fewer || c.tokens.full()
		c.tokens.put(token, n+1)
	}
}

func (c *cancelled) lift(over func(*cancellation) bool) {
	kept := c.standing[:0]
	read := 0
	for i, s := range c.standing {
		if over(s) {
			continue
		}
		if i < c.read {
			read++
		}
		kept = append(kept, s)
	}
	c.standing, c.read = kept, read
}

func (c *cancelled) cancel(m *model.Message) {
	value := m.Params().Get("requestId")
	id, usable := value.Key()
	if m.Sender() != model.Client || m.Transport != model.Stdio || !usable {
		return
	}
	for _, s := range c.standing {
		if s.id == id {
			return
		}
	}
	m.Detach()
	s := &cancellation{notice: m.Event, id: id, shown: value.Compact()}
	for r := range c.Tracker.Unanswered(model.Client, id) {
		if r.Transport != model.Stdio || !r.InFlight() {
			continue
		}
		if s.request != nil || r.Contested || !r.Real() || r.Era != model.Judged {
			return
		}
		s.request, s.token = r, r.ProgressToken()
	}
	if _, seen := c.requests.lookup(id); s.request == nil && (seen || c.forgot) {
		return // answered already, or perhaps
	}
	if len(c.standing) == remembered {
		c.lift(func(s *cancellation) bool { return s == c.standing[0] })
	}
	c.standing = append(c.standing, s)
}

// message judges a message of the server, and then learns from it.
func (c *cancelled) message(m *model.Message) {
	if m.Sender() != model.Server || m.Transport != model.Stdio {
		return
	}
	if c.read > 0 {
		c.Subject(m.Event)
		for _, s := range c.standing[:c.read] {
			if pointer, what := c.breaks(s, m); what != "" && !c.Facts.Gap(s.notice.Line, m.Line) {
				related := []Related{Rel("cancellation", s.notice), Rel("proof", s.proof)}
				if s.request != nil {
					related = append(related, Rel("request", s.request.Event))
				}
				c.Convict(m.Event, pointer, say("%s, cancelled at seq %d; the server had read that by seq %d", what, s.notice.Seq, s.proof.Seq), related...)
				break
			}
		}
	}
	r := m.Request
	if r == nil {
		return
	}
	c.lift(func(s *cancellation) bool { return s.request == r })
	if r.Contested || r.Transport != model.Stdio || !r.Real() {
		return
	}
	for c.read < len(c.standing) && c.standing[c.read].notice.Line < r.Line {
		m.Detach()
		c.standing[c.read].proof = m.Event
		c.read++
	}
}

// breaks says how a message of the server is one for a cancelled request.
func (c *cancelled) breaks(s *cancellation, m *model.Message) (pointer, what string) {
	if m.Response() {
		if s.request != nil && m.Request == s.request {
			return "/id", say("%s for id %s", m.Class, s.shown)
		}
		return "", ""
	}
	if m.Class != model.NotificationClass {
		return "", ""
	}
	if tag, usable := m.SubscriptionID().Key(); usable && tag == s.id {
		return metaPointer("params", model.MetaSubscription), say("%s for subscription %s", plain(m.Method), s.shown)
	}
	own, usable := s.token.Key()
	if token, ok := m.Params().Get("progressToken").Key(); !usable || !ok || token != own || m.Method != "notifications/progress" {
		return "", ""
	}
	if n, _ := c.tokens.lookup(own); n != 1 || c.fewer {
		return "", ""
	}
	return "/params/progressToken", say("progress for id %s", s.shown)
}
