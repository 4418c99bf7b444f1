package checks

import "mcpx/model"

var stdioChecks = []*Check{
	{
		ID:       "transport.client-no-responses",
		Title:    "A client sends no responses",
		Convicts: "Every message of the client is a subject. A result or an error convicts, with or without id: answers to what the server asked stand in the inputResponses of a retry.",
		Spares:   "The inputResponses of a retry; messages with both result and error, which are no responses; answers inside an older conversation of the same recording.",
		Party:    ByClient,
		At:       only2607,
		Run: func(w *Watch) {
			w.Messages(func(m *model.Message) {
				if m.Sender() != model.Client {
					return
				}
				w.Subject(m.Event)
				if m.Response() {
					w.Convict(m.Event, "/"+m.Class.String(), "client sent "+responseWords(m)+"; answers to input requests belong into inputResponses")
				}
			})
		},
	},
	{
		ID:       "transport.stdio-server-output-valid",
		Title:    "A server writes nothing but MCP messages to its standard output",
		Convicts: "Every message of the server on stdio is a subject. A line convicts that is neither request, notification nor response: text, a scalar, an array, an object of no such form.",
		Spares:   "Streamable HTTP; standard error, which is not recorded; a wrong jsonrpc member alone; well-formed requests, on which there is another rule; arrays in a session of 2025-03-26 or older.",
		Party:    ByServer,
		At:       everywhere,
		Run:      func(w *Watch) { stdioLines(w, model.Server, "stdout") },
	},
	{
		ID:       "transport.stdio-client-input-valid",
		Title:    "A client writes nothing but MCP messages to the server's standard input",
		Convicts: "Every message of the client on stdio is a subject. A line convicts that is neither request, notification nor response: text, a scalar, an array, an object of no such form.",
		Spares:   "Streamable HTTP; a wrong jsonrpc member alone; well-formed responses, on which there is another rule; arrays in a session of 2025-03-26 or older.",
		Party:    ByClient,
		At:       everywhere,
		Run:      func(w *Watch) { stdioLines(w, model.Client, "stdin") },
	},
	{
		ID:       "transport.cancel-notification-references-request",
		Title:    "A cancellation names the request it cancels",
		Convicts: "Every notifications/cancelled of the client on stdio is a subject; before 2026-07-28 those of either party, on any transport. It convicts if params.requestId is missing, null, or neither a string nor a number.",
		Spares: "Ids that the recording never showed, or whose request has its answer; cancellations by the server and over HTTP at 2026-07-28; " +
			"at 2025-11-25 one that names a task.",
		Party: ByBoth,
		At:    everywhere,
		Run: func(w *Watch) {
			w.Notifications(func(m *model.Message) {
				if !w.Handshake() && (m.Sender() != model.Client || m.Transport != model.Stdio) {
					return
				}
				if w.Revision == r2511 && m.Meta().At(model.MetaRelatedTask, "taskId").IsString() {
					return
				}
				fault := ""
				if _, usable := m.Params().Get("requestId").Key(); !usable {
					fault = "notifications/cancelled names no request"
				}
				w.Judge(m.Event, "/params/requestId", fault)
			}, "notifications/cancelled")
		},
	},
	{
		ID:    "transport.no-messages-after-cancel-notification",
		Title: "A server sends nothing more for a request that was cancelled",
		Convicts: "On stdio, every message of the server is a subject while a cancellation stands that the server has read: it has since answered a request that the client sent after it. " +
			"It convicts if the message is a result or error for the cancelled request, progress with a token that only this request carries, or a notification tagged with its id.",
		Spares: "Anything that comes before that proof, which may have crossed the cancellation; other ids and tokens; log messages; Streamable HTTP.",
		Caveat: "The cancellation page lets a server ignore the notification for a request that cannot be cancelled. Whether this one could be cannot be seen in a recording.",
		Party:  ByServer,
		At:     only2607,
		Run:    func(w *Watch) { (&cancelled{Watch: w}).watch() },
	},
}

// responseWords names a response in a sentence.
func responseWords(m *model.Message) string {
	words := "a result"
	if m.Class == model.ErrorClass {
		words = "an error"
	}
	if !m.ID.Exists() {
		return words + " without id"
	}
	return words + " for id " + m.ID.Compact()
}

func stdioLines(w *Watch, from model.Party, stream string) {
	w.Messages(func(m *model.Message) {
		if m.Transport != model.Stdio || m.Sender() != from || m.Payload.IsArray() && mayBatch(m) {
			return
		}
		fault := ""
		if m.Class == model.Invalid {
			fault = say("%s line is no MCP message: %s", stream, lineWords(m.Payload))
		}
		w.Judge(m.Event, "", fault)
	})
}

// lineWords says what a line is that is no message.
func lineWords(payload model.Value) string {
	switch payload.Kind() {
	case model.Array:
		return say("array of %d", payload.Len())
	case model.Object:
		return formlessness(payload)
	default:
		return payload.Compact()
	}
}
