package checks

import (
	"mcpx/checks/grammar"
	"mcpx/model"
)

const eventStream = "text/event-stream"

// mcpExchange reports an exchange whose client http event is surely addressed to the MCP endpoint, as its
// look tells (C4): its body is a message, or it is a GET for an event stream or the DELETE of a session.
// One without any recorded header is none.
func mcpExchange(x *model.HTTPExchange) bool {
	if x == nil || x.Forgotten || x.Head == nil || len(x.Head.Headers) == 0 {
		return false
	}
	if x.Body != nil {
		return isMessage(x.Body) && !x.Body.Doubtful()
	}
	h := x.Head.Headers
	switch x.Verb() {
	case "GET":
		return h.Has("last-event-id") || grammar.Lists(h.Value("accept"), eventStream)
	case "DELETE":
		return h.Has("mcp-session-id")
	}
	return false
}

// isMessage reports a request, notification or response.
func isMessage(m *model.Message) bool {
	return m.Class != model.Invalid && m.Class != model.Foreign
}

// mcpHeads tells of every MCP exchange of the judged era as soon as it is known to be one: of a POST when
// its message has come, of a GET or DELETE at once.
func (w *Watch) mcpHeads(fn func(*model.HTTPExchange)) {
	w.mcpHeadsOfAnyEra(func(x *model.HTTPExchange, era model.Era) {
		if era == model.Judged {
			fn(x)
		}
	})
}

func (w *Watch) mcpHeadsOfAnyEra(fn func(*model.HTTPExchange, model.Era)) {
	w.Steps(func(s *model.Step) {
		x := s.HTTP
		if s.Direction != model.ClientToServer || !mcpExchange(x) {
			return
		}
		switch bodyless := x.Verb() == "GET" || x.Verb() == "DELETE"; {
		case s.Kind == model.HTTPEvent && bodyless && x.Head == s.Event:
			fn(x, s.Era)
		case s.Kind == model.MessageEvent && !bodyless && x.Body == s.Message:
			fn(x, s.Message.Era)
		}
	})
}

// initializes reports the exchange of an initialize request.
func initializes(x *model.HTTPExchange) bool {
	return x.Body != nil && x.Body.Class == model.RequestClass && x.Body.Method == "initialize"
}

// inNamedSession reports an exchange of a session whose id was assigned in the recording.
func inNamedSession(x *model.HTTPExchange) bool {
	return x != nil && x.Session != nil && x.Session.Named
}

// inUnnamedSession reports an exchange of a session over HTTP without an id.
func inUnnamedSession(x *model.HTTPExchange) bool {
	return x != nil && x.Session != nil && x.Session.Name == "" && !x.Session.Named
}
