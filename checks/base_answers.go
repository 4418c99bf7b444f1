package checks

import "mcpx/model"

// Rules of 2025-11-25 on what must not be answered.
var answerChecks = []*Check{
	{
		ID:    "base.notification-not-answered",
		Title: "A notification is not answered",
		Convicts: "Over HTTP every numbered exchange of one notification with a 2xx status is a subject. A result on it convicts that answers no request. " +
			"On stdio every response without an id is a subject, in a session of which nothing can be missing and in which the other party has sent a notification before. It convicts if it is an error -32601, which answers a message with a method and no id, or a result that comes directly behind a notification; in either case only if every request of the other party has its answer.",
		Spares: "4xx and 5xx, with a body or without; errors over HTTP and with other codes; responses with an id; on stdio everything behind a request whose id is null or no string or integer, or behind a line that is no message, to which an answer without an id may belong.",
		Party:  ByBoth, At: only2511,
		Run: func(w *Watch) { (&answeredNotifications{w: w}).watch() },
	},
}

// answeredNotifications looks for responses to notifications.
type answeredNotifications struct {
	w     *Watch
	lines [2]dialogue // on stdio, by who sent the messages
	held  []heldAnswer
}

// dialogue is what a party has sent on stdio.
type dialogue struct {
	session      *model.Session
	notification *model.Event // the latest in the session
	last         *model.Message
	unreadable   bool // an answer without an id may belong to something it sent
}

// heldAnswer is a response that answers a notification unless a request turns out to be unanswered.
type heldAnswer struct {
	event   *model.Event
	asker   model.Party
	fault   string
	related Related
	id      model.Key // over HTTP: of the result
}

func (c *answeredNotifications) watch() {
	c.w.Statuses(func(x *model.HTTPExchange, e *model.Event) {
		if x != nil && x.Numbered && !x.Forgotten && x.Body != nil && notifies(x.Body) && e.Success() {
			c.w.Subject(e)
		}
	})
	c.w.Results(func(m *model.Message) {
		if m.Transport == model.HTTP {
			c.posted(m)
		} else {
			c.judge(m)
		}
	})
	c.w.Errors(func(m *model.Message) {
		if m.Transport == model.Stdio {
			c.judge(m)
		}
	})
	c.w.Steps(func(s *model.Step) {
		if s.Message != nil && s.Transport == model.Stdio {
			c.follow(s.Message)
		}
	})
	c.w.End(c.convict)
}

func notifies(m *model.Message) bool {
	return m.Class == model.NotificationClass && !m.ID.Exists() && m.Era == model.Judged
}

// posted judges a result on the exchange of a notification.
func (c *answeredNotifications) posted(m *model.Message) {
	x := m.HTTP
	if m.Sender() != model.Server || !m.Numbered || x == nil || x.Forgotten || x.Body == nil || !notifies(x.Body) || !x.Accepted() || m.Request != nil {
		return
	}
	h := heldAnswer{event: brief(m.Event), asker: model.Client, fault: "a result answers " + plain(x.Body.Method), related: Rel("body", x.Body.Event)}
	if m.ID.Given() {
		if m.AnsweredBefore != nil || c.w.Tracker.Forgot(model.Client) || !c.w.wholeUntil(m) {
			return
		}
		h.id = m.Key
	}
	c.hold(h)
}

// judge looks at a response without an id on stdio, before follow has entered it.
func (c *answeredNotifications) judge(m *model.Message) {
	asker := m.Sender().Other()
	d := &c.lines[asker]
	if m.ID.Given() || m.Session == nil || d.session != m.Session || d.notification == nil || d.unreadable ||
		c.w.Tracker.Forgot(asker) || !c.w.wholeUntil(m) {
		return
	}
	c.w.Subject(m.Event)
	h := heldAnswer{event: brief(m.Event), asker: asker}
	switch {
	case m.IsError(-32601):
		h.fault, h.related = "error -32601 without an id answers a notification", Rel("proof", d.notification)
	case m.Class == model.ResultClass && d.last.Class == model.NotificationClass && !d.last.ID.Exists() && !c.asking(asker, m.Line):
		h.fault, h.related = "a result answers "+plain(d.last.Method), Rel("proof", d.last.Event)
	default:
		return
	}
	c.hold(h)
}

func (c *answeredNotifications) hold(h heldAnswer) {
	if len(c.held) < tableBound {
		c.held = append(c.held, h)
	}
}

func (c *answeredNotifications) follow(m *model.Message) {
	d := &c.lines[m.Sender()]
	if d.session != m.Session {
		d.session, d.notification = m.Session, nil
	}
	d.last = m
	switch {
	case m.Class == model.NotificationClass && !m.ID.Exists():
		d.notification = brief(m.Event)
	case m.Class == model.Invalid, m.Doubtful(), m.Class == model.RequestClass && !(m.ID.IsString() || m.ID.IsInteger()):
		d.unreadable = true
	}
}

// asking reports a request of a party on stdio, sent before a line, that has no answer.
func (c *answeredNotifications) asking(p model.Party, line int) bool {
	for r := range c.w.Tracker.InFlight(p) {
		if r.Transport == model.Stdio && r.Line < line {
			return true
		}
	}
	return false
}

func (c *answeredNotifications) convict() {
	unanswered := [2]int{c.firstUnanswered(model.Client), c.firstUnanswered(model.Server)}
	for _, h := range c.held {
		switch {
		case h.event.Transport == model.Stdio && unanswered[h.asker] < h.event.Line:
		case h.id != "" && c.w.Tracker.Awaits(h.asker, h.id): // the recorder wrote the answer first
		default:
			c.w.Convict(h.event, "", h.fault, h.related)
		}
	}
}

// firstUnanswered is the line of the first request of a party on stdio that never got its answer: one
// without an id may be it.
func (c *answeredNotifications) firstUnanswered(p model.Party) int {
	if c.w.Tracker.Forgot(p) {
		return 0
	}
	for r := range c.w.Tracker.WithoutAnswer(p) {
		if r.Transport == model.Stdio {
			return r.Line
		}
	}
	return c.w.Facts.LastLine
}

// brief is an event without its payload, for remembering where it stands.
func brief(e *model.Event) *model.Event {
	b := *e
	b.Payload, b.Headers = model.Value{}, nil
	return &b
}
