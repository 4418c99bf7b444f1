package checks

import (
	"mcpx/checks/grammar"
	"mcpx/model"
)

// Rules of the handshake revisions on what the MCP endpoint takes and how it answers.
var endpointChecks = []*Check{
	{
		ID:       "transport.endpoint-methods",
		Title:    "The MCP endpoint takes POST and GET",
		Convicts: "Once a message that was posted has been accepted, every answered POST of a message in a session is a subject, and so is every answered GET for an event stream that names a protocol version in a session without an id. A POST answered with 405 or 501 convicts, and such a GET answered with 404 or 501.",
		Spares:   "405 for a GET, which says that no stream is offered; a GET with a session id, which 404 may say has ended; other statuses; requests that neither carry a session id assigned in the recording nor belong to a session without one, since they may go to another path.",
		Party:    ByServer, At: handshake, Needs: Need{Transport: overHTTP},
		Run: runEndpointMethods,
	},
	{
		ID:       "transport.client-get-accept-header",
		Title:    "A client that opens a stream accepts event streams",
		Convicts: "Every GET with recorded headers is a subject if it resumes a stream by last-event-id, or carries a session id assigned in the recording and was answered as the MCP endpoint does: with 405, 406 or an event stream. It convicts if accept is missing or does not list text/event-stream.",
		Spares:   "GETs without these marks, such as those for OAuth metadata, and parameters of a media range other than q=0. A wildcard lists nothing.",
		Party:    ByClient, At: only2511, Needs: Need{Transport: overHTTP},
		Run: runGetAccept,
	},
	{
		ID:       "transport.get-stream-content-type",
		Title:    "A GET is answered with an event stream or 405",
		Convicts: "Every GET that accepts event streams and carries last-event-id or a session id assigned in the recording is a subject if it was answered with 2xx or 405. 2xx with another content type than text/event-stream, or none, convicts.",
		Spares:   "405, and refusals such as 400, 401, 403, 404, 406, 409, 429 and 5xx, which have causes of their own.",
		Party:    ByServer, At: only2511, Needs: Need{Transport: overHTTP},
		Run: runGetContentType,
	},
	{
		ID:       "transport.refused-input-status",
		Title:    "Input that is not accepted gets an HTTP error status",
		Convicts: "Every numbered exchange of one notification or response is a subject if it is answered with an error without an id. A 2xx status convicts: the server says that it does not take the message, and reports success.",
		Spares:   "4xx and 5xx, answers without an error, results, errors with an id, and bodies that are requests or could not be read.",
		Party:    ByServer, At: only2511, Needs: Need{Transport: overHTTP},
		Run: runRefusedInput,
	},
}

func runEndpointMethods(w *Watch) {
	accepted := false
	w.Statuses(func(x *model.HTTPExchange, e *model.Event) {
		if !mcpExchange(x) {
			return
		}
		h := x.Head.Headers
		switch {
		case x.Verb() == "POST" && x.Body != nil:
			ofSession := inNamedSession(x) && h.Has("mcp-session-id") || inUnnamedSession(x) && h.Has("mcp-protocol-version")
			if accepted && ofSession {
				w.Judge(e, "status", unsupportedVerb(e, "POST", 405, 501), Rel("http request", x.Head))
			}
			accepted = accepted || e.Success()
		case x.Verb() == "GET" && accepted && inUnnamedSession(x) && h.Has("mcp-protocol-version") && grammar.Lists(h.Value("accept"), eventStream):
			w.Judge(e, "status", unsupportedVerb(e, "GET", 404, 501), Rel("http request", x.Head))
		}
	})
}

func unsupportedVerb(e *model.Event, verb string, statuses ...int) string {
	for _, status := range statuses {
		if e.Status == status {
			return say("%s answered with status %d, want an endpoint that supports it", verb, status)
		}
	}
	return ""
}

func runGetAccept(w *Watch) {
	judge := func(head *model.Event) {
		fault := ""
		accept, present := head.Headers.Lookup("accept")
		switch {
		case !present:
			fault = "missing accept, want " + eventStream
		case !grammar.Lists(accept, eventStream):
			fault = say("accept %s does not list %s", model.Quote(accept), eventStream)
		}
		w.Judge(head, "header:accept", fault)
	}
	w.Heads(func(x *model.HTTPExchange, head *model.Event) {
		if head.Verb == "GET" && head.Headers.Has("last-event-id") {
			judge(head)
		}
	})
	w.Statuses(func(x *model.HTTPExchange, e *model.Event) {
		if x == nil || x.Forgotten || x.Verb() != "GET" || !inNamedSession(x) || x.Head.Headers.Has("last-event-id") || !x.Head.Headers.Has("mcp-session-id") {
			return
		}
		if e.Status == 405 || e.Status == 406 || e.Success() && e.MediaType() == eventStream {
			judge(x.Head)
		}
	})
}

func runGetContentType(w *Watch) {
	w.Statuses(func(x *model.HTTPExchange, e *model.Event) {
		if x == nil || x.Forgotten || x.Verb() != "GET" || !e.HasHeaders || !e.Success() && e.Status != 405 {
			return
		}
		h := x.Head.Headers
		if !h.Has("last-event-id") && !(inNamedSession(x) && h.Has("mcp-session-id")) || !grammar.Lists(h.Value("accept"), eventStream) {
			return
		}
		fault := ""
		if value, present := e.Headers.Lookup("content-type"); e.Success() && grammar.MediaType(value) != eventStream {
			fault = say("got content-type %s, want %s", model.Quote(value), eventStream)
			if !present {
				fault = "missing content-type, want " + eventStream
			}
		}
		w.Judge(e, "header:content-type", fault, Rel("http request", x.Head))
	})
}

func runRefusedInput(w *Watch) {
	var judged table[uint64, bool]
	w.Errors(func(m *model.Message) {
		x := m.HTTP
		if m.Sender() != model.Server || m.ID.Given() || !m.Numbered || x == nil || x.Forgotten || x.Body == nil || x.Status == nil || x.Status.Status == 0 {
			return
		}
		if _, known := judged.lookup(x.Number); known || !acceptable(x.Body) {
			return
		}
		judged.put(x.Number, true)
		fault := ""
		if x.Status.Success() {
			fault = say("a %s refused with status %d, want an error status", x.Body.Class, x.Status.Status)
		}
		w.Judge(x.Status, "status", fault, Rel("body", x.Body.Event), Rel("answer", m.Event))
	})
}

// acceptable reports a message that is accepted and not answered: a notification or a response.
func acceptable(m *model.Message) bool {
	return m.Class == model.NotificationClass && !m.ID.Exists() || m.Response()
}
