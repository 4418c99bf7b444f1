package checks

import (
	"mcpx/checks/catalogue"
	"mcpx/model"
)

var pingChecks = []*Check{
	{
		ID:       "ping.empty-response",
		Title:    "A ping is answered with an empty result",
		Convicts: "Every response to a ping is a subject, in either direction. A result that is no object or has members other than _meta and resultType convicts, and so does an error; over HTTP an error only with a status that is known and 2xx.",
		Spares:   "_meta in the result, errors to a ping that is at fault itself, and errors that report a failed HTTP exchange.",
		Party:    ByBoth, At: handshake,
		Run: func(w *Watch) {
			w.Answers(func(r *model.Request, a *model.Message) {
				if r.Contested || a.Class == model.ErrorClass && !pingErrorCounts(r, a) {
					return
				}
				pointer, fault := pingFault(a)
				w.Judge(a.Event, pointer, fault, Rel("request", r.Event))
			}, "ping")
		},
	},
	{
		ID:       "ping.answered",
		Title:    "A ping is answered promptly",
		Convicts: "On stdio, in a session whose end is recorded, a ping is a subject if it was not cancelled and was overtaken twice: its receiver answered a request that the same party sent later, and then one sent after that answer. Without a response by the end of the session it convicts.",
		Spares:   "Time, which is never looked at, a single overtaking, the last pings before the close, recordings without the close, and HTTP, where an answer can be lost with its stream.",
		Party:    ByBoth, At: handshake, Needs: Need{Transport: overStdio},
		Run: runPingAnswered,
	},
}

const overStdio = catalogue.Stdio

// faultless reports a request that gives no reason of its own for an error: jsonrpc, id and params are
// well formed.
func faultless(m *model.Message) bool {
	params := m.Params()
	return m.Payload.Get("jsonrpc").Is("2.0") && (m.ID.IsString() || m.ID.IsInteger()) && (!params.Exists() || params.IsObject())
}

func pingErrorCounts(r *model.Request, a *model.Message) bool {
	if !faultless(r.Message) {
		return false
	}
	return a.Transport == model.Stdio || a.Status != nil && a.Status.Success()
}

func pingFault(a *model.Message) (pointer, fault string) {
	if a.Class == model.ErrorClass {
		return "/error", say("ping answered with error %s, want an empty result", a.Error().Get("code").Compact())
	}
	result := a.Result()
	if !result.IsObject() {
		return "/result", say("got result %s, want an empty object", result.Compact())
	}
	for name := range result.Members() {
		if name != "_meta" && name != "resultType" {
			return "/result" + model.Pointer(name), say("result of ping carries %s, want an empty result", model.Quote(name))
		}
	}
	return "/result", ""
}

// waitingPing is a ping on stdio without an answer so far.
type waitingPing struct {
	ping      *model.Message
	overtaken *model.Message // the first answer to a later request
	twice     bool
}

// pingsKept bounds the pings that wait at a time.
const pingsKept = 1024

func runPingAnswered(w *Watch) {
	var waiting []*waitingPing
	w.Steps(func(s *model.Step) {
		m := s.Message
		if m == nil || m.Era != model.Judged || m.Transport != model.Stdio {
			return
		}
		if m.Class == model.RequestClass && m.Method == "ping" && faultless(m) && m.Session != nil && m.Session.EndRecorded && len(waiting) < pingsKept {
			waiting = append(waiting, &waitingPing{ping: m})
		}
		if r := s.Answered; r != nil {
			waiting = overtake(w, waiting, r, m)
		}
		if m.Method == "notifications/cancelled" {
			waiting = withoutCancelled(waiting, m)
		}
	})
	w.Lifecycles(func(x *model.HTTPExchange, e *model.Event) {
		if e.Transport != model.Stdio || e.Lifecycle == model.TransportOpen {
			return
		}
		for _, p := range waiting {
			if p.twice && e.Lifecycle == model.TransportClose && w.gapless(p.ping.Line, e.Line) {
				fault := say("ping %s was never answered, though later requests were", p.ping.ID.Compact())
				w.Judge(p.ping.Event, "/id", fault, Rel("answer", p.overtaken.Event))
			}
		}
		waiting = nil
	})
}

// overtake drops an answered ping and notes the pings that an answer overtook.
func overtake(w *Watch, waiting []*waitingPing, r *model.Request, a *model.Message) []*waitingPing {
	kept := waiting[:0]
	for _, p := range waiting {
		ping := p.ping
		if ping == r.Message {
			if p.twice {
				w.Subject(ping.Event)
			}
			continue
		}
		if ping.Sender() == r.Sender() && r.Line > ping.Line {
			switch {
			case p.overtaken == nil:
				p.overtaken = a
			case r.Line > p.overtaken.Line:
				p.twice = true
			}
		}
		kept = append(kept, p)
	}
	return kept
}

func withoutCancelled(waiting []*waitingPing, m *model.Message) []*waitingPing {
	key, ok := m.Params().Get("requestId").Key()
	kept := waiting[:0]
	for _, p := range waiting {
		if !ok || p.ping.Sender() != m.Sender() || p.ping.Key != key {
			kept = append(kept, p)
		}
	}
	return kept
}
