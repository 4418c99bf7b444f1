package checks

import "mcpx/model"

var loggingChecks = []*Check{
	{
		ID:       "capabilities.logging-declared",
		Title:    "A server that sends log messages declares the logging capability",
		Convicts: "Every notifications/message is a subject where all server/discover results agree about logging: those that the client of its numbered HTTP exchange got, else all. It convicts if they leave logging out.",
		Spares:   "Recordings without server/discover; discovery results that differ or hold something that is no declaration; what the message says.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.Notifications(func(m *model.Message) {
				if m.Sender() != model.Server {
					return
				}
				sender := ""
				if x := m.HTTP; x != nil && x.Numbered && x.Body != nil {
					sender = x.Body.SenderName()
				}
				standing, seq := w.Facts.ServerCapability(sender, "logging")
				if standing == model.Unclear {
					return
				}
				fault := ""
				if standing == model.Withheld {
					fault = "notifications/message sent, discovery declares no logging"
				}
				w.Judge(m.Event, "/method", fault, RelSeq("discovery", seq))
			}, "notifications/message")
		},
	},
	{
		ID:       "logging.level-requested",
		Title:    "Log messages are sent only for requests that ask for them",
		Convicts: "Every notifications/message is a subject if the recording shows which requests it can be for: the one of its numbered HTTP exchange; on stdio all in flight and the one answered last; if none is in flight, and on HTTP without numbers, all earlier ones. It convicts if none of them has a logLevel in _meta.",
		Spares:   "Several requests of which one asked; a late message for the request answered last; the level of the message, and a level nobody knows that was asked for; messages before the first request; recordings that begin in the middle.",
		Party:    ByServer,
		At:       only2607,
		Run:      func(w *Watch) { (&logAudience{Watch: w}).watch() },
	},
	{
		ID:       "logging.not-on-subscription",
		Title:    "Log messages are not sent on subscriptions",
		Convicts: "Every notifications/message is a subject. One with the id of a subscription in _meta convicts, and so does one on the numbered HTTP exchange of subscriptions/listen.",
		Spares:   "Which request the message is for, and an id that is null.",
		Party:    ByServer,
		At:       only2607,
		Run:      loggingNotOnSubscription,
	},
	{
		ID:       "logging.invalid-level-rejected",
		Title:    "A log level that is none is rejected",
		Convicts: "Every answered request with a log level that is not exactly one of the eight is a subject: in _meta, at 2025-11-25 in logging/setLevel of a server that declares logging. A result convicts, and so does an error whose code means neither invalid params nor, at 2026-07-28, an internal error, nor another fault of the request.",
		Spares:   "Requests without an answer; servers known not to log; refusals with a status such as 401 or 403; at 2025-11-25 every error but -32700, -32600 and -32601, which cannot mean another fault.",
		Party:    ByServer,
		At:       from2511,
		Whole:    true,
		Run:      invalidLevelRejected,
	},
}

func loggingNotOnSubscription(w *Watch) {
	w.Steps(func(s *model.Step) {
		m := s.Message
		if m == nil || m.Era != model.Judged || m.Class != model.NotificationClass || m.Method != "notifications/message" || m.Sender() != model.Server {
			return
		}
		w.Subject(m.Event)
		var related []Related
		if s.Subscription != nil {
			related = append(related, Rel("subscription", s.Subscription.Request.Event))
		}
		if tag := m.SubscriptionID(); tag.Given() {
			w.Convict(m.Event, metaPointer("params", model.MetaSubscription), "log message on subscription "+tag.Compact(), related...)
			return
		}
		if x := m.HTTP; x != nil && x.Numbered && x.Body != nil && x.Body.Class == model.RequestClass && x.Body.Method == "subscriptions/listen" {
			w.Convict(m.Event, "/method", "log message on subscription "+x.Body.ID.Compact(), Rel("subscription", x.Body.Event))
		}
	})
}

// logAudience follows which requests a log message can be for.
type logAudience struct {
	*Watch
	transports [2]struct {
		latest    Related // the latest request, of whatever era
		seen      bool
		everAsked bool
		inFlight  int
		asked     int  // of those in flight
		lastAsked bool // the request answered last
	}
}

func (c *logAudience) watch() {
	c.Steps(c.follow)
	c.Notifications(c.judge, "notifications/message")
}

// mayLog reports a request that asks for logs, or one that may be served by another revision.
func (c *logAudience) mayLog(m *model.Message) bool {
	return asksLogs(m) || m.Era != model.Judged || c.Tracker.ServedOlder(m)
}

func asksLogs(m *model.Message) bool { return m.LogLevel().Given() }

// relevant reports a request of the client that log messages may be for.
func relevant(m *model.Message) bool {
	return m.Sender() == model.Client && m.Class == model.RequestClass && m.Method != "subscriptions/listen"
}

func (c *logAudience) follow(s *model.Step) {
	for _, r := range s.EndedRequests {
		if r.Real() && relevant(r.Message) {
			c.leaves(r)
		}
	}
	if r := s.Answered; r != nil && r.Real() && relevant(r.Message) {
		if !r.Ended {
			c.leaves(r)
		}
		c.transports[r.Transport].lastAsked = c.mayLog(r.Message)
	}
	m := s.Message
	if m == nil || !relevant(m) {
		return
	}
	t := &c.transports[m.Transport]
	t.latest, t.seen = Rel("request", m.Event), true
	t.inFlight++
	if c.mayLog(m) {
		t.asked++
		t.everAsked = true
	}
}

func (c *logAudience) leaves(r *model.Request) {
	t := &c.transports[r.Transport]
	t.inFlight--
	if c.mayLog(r.Message) {
		t.asked--
	}
}

func (c *logAudience) judge(m *model.Message) {
	if m.Sender() != model.Server {
		return
	}
	if m.Transport == model.HTTP && m.Numbered {
		if x := m.HTTP; x != nil && x.Body != nil && relevant(x.Body) {
			c.verdict(m, asksLogs(x.Body), "but its request did not ask for logs", Rel("request", x.Body.Event))
		}
		return
	}
	t := &c.transports[m.Transport]
	if !t.seen || !c.Facts.Complete(m.Transport, m.Line) || c.Facts.Gap(0, m.Line) {
		return
	}
	if m.Transport == model.Stdio && t.inFlight > 0 {
		c.verdict(m, t.asked > 0 || t.lastAsked, "but no request in flight asked for logs", t.latest)
		return
	}
	c.verdict(m, t.everAsked, "but no request asked for logs", t.latest)
}

func (c *logAudience) verdict(m *model.Message, asked bool, but string, request Related) {
	fault := ""
	if !asked {
		fault = "log message, " + but
	}
	c.Judge(m.Event, "/method", fault, request)
}

func invalidLevelRejected(w *Watch) {
	if w.Handshake() {
		w.Answers(func(r *model.Request, a *model.Message) { setLevelRejected(w, r, a) }, "logging/setLevel")
		return
	}
	w.Answers(func(r *model.Request, a *model.Message) {
		level := r.LogLevel()
		if r.Sender() != model.Client || !level.Given() || recognisedLogLevel(level) {
			return
		}
		if standing, _ := w.Facts.ServerCapability(r.SenderName(), "logging"); standing == model.Withheld {
			return
		}
		subject, explained := w.rejection(r, a, -32602, -32603)
		if !subject {
			return
		}
		fault := ""
		if !explained {
			fault = say("logLevel %s got %s, want error -32602", level.Compact(), answerWords(a))
		}
		w.Judge(a.Event, answerPlace(a), fault, Rel("request", r.Event))
	})
}

// setLevelRejected judges the answer to a logging/setLevel that is well formed but for its level (C13).
func setLevelRejected(w *Watch, r *model.Request, a *model.Message) {
	level := r.Params().Get("level")
	formed := r.Payload.Get("jsonrpc").Is("2.0") && r.Usable && r.Params().IsObject()
	if r.Contested || !formed || !level.Given() || recognisedLogLevel(level) || !ruledStatus(a.Status) {
		return
	}
	standing, declaration := w.serverStanding(r.Message, a, "logging")
	if standing != model.Declared {
		return
	}
	fault := ""
	if a.Class == model.ResultClass || a.IsError(-32700, -32600, -32601) {
		fault = say("level %s got %s, want error -32602", level.Compact(), answerWords(a))
	}
	w.Judge(a.Event, answerPlace(a), fault, Rel("request", r.Event), declaration)
}
