package checks

import "mcpx/model"

var statusChecks = []*Check{
	{
		ID:       "transport.accepted-input-status",
		Title:    "A notification that is accepted is answered with 202",
		Convicts: "Every 2xx status is a subject that answers the POST of a notification, at 2025-11-25 of a response, too. Another status than 202 convicts, and so does, at 2025-11-25, a message in the body of a 202.",
		Spares:   "Refusals; notifications that carry an id; bodies that are unknown, invalid or requests; at 2026-07-28 responses, and whether the answer has a body; at 2025-11-25 answers with an error without id, which is another rule's matter.",
		Party:    ByServer,
		At:       from2511,
		Whole:    true,
		Run:      func(w *Watch) { (&acceptedInputs{Watch: w}).watch() },
	},
	{
		ID:       "transport.header-mismatch-status",
		Title:    "Error -32020 has HTTP status 400",
		Convicts: "Every error -32020 whose HTTP status is known is a subject. Another status than 400 convicts.",
		Spares:   "stdio; statuses that cannot be attributed; whether there was a mismatch at all.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.statusOfErrors(-32020, 400, func(*model.Message) bool { return true })
		},
	},
	{
		ID:       "transport.unsupported-version-status",
		Title:    "Error -32022 has HTTP status 400",
		Convicts: "Every error -32022 whose HTTP status is known and that does not answer an initialize is a subject. Another status than 400 convicts.",
		Spares:   "stdio; statuses that cannot be attributed; the versions that the error lists.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.statusOfErrors(-32022, 400, func(m *model.Message) bool {
				r := m.Request
				return r == nil || !r.Contested && r.Method != "initialize"
			})
		},
	},
	{
		ID:       "transport.unknown-method-404",
		Title:    "Error -32601 for an unknown method has HTTP status 404",
		Convicts: "Every error -32601 whose HTTP status is known is a subject if it answers a request. Another status than 404 convicts.",
		Spares:   "initialize; methods for which the recording shows a result; tools/call, prompts/get, resources/read and completion/complete of a server that may have them, where the code may speak of the target; 404 without an error; stdio.",
		Party:    ByServer,
		At:       only2607,
		Whole:    true,
		Run: func(w *Watch) {
			w.statusOfErrors(-32601, 404, func(m *model.Message) bool {
				r := m.Request
				return r != nil && r.Real() && !r.Contested && r.Method != "initialize" && w.methodUnknown(r)
			})
		},
	},
}

// statusOfErrors judges the HTTP status of the errors with a code that are subjects.
func (w *Watch) statusOfErrors(code, want int, subject func(*model.Message) bool) {
	w.Errors(func(m *model.Message) {
		if m.Status == nil || m.Status.Status == 0 || m.Sender() != model.Server || !m.IsError(code) || !subject(m) {
			return
		}
		fault := ""
		if m.Status.Status != want {
			fault = say("error %d came with status %d, want %d", code, m.Status.Status, want)
			if m.Request != nil && code == -32601 {
				fault = say("error %d for %s came with status %d, want %d", code, plain(m.Request.Method), m.Status.Status, want)
			}
		}
		w.Judge(m.Status, "status", fault, append(relRequest(m), Rel("answer", m.Event))...)
	})
}

// methodUnknown reports that a -32601 can only speak of the request's method, not of its target.
func (w *Watch) methodUnknown(r *model.Request) bool {
	if w.Facts.ResultSeen(r.Method) {
		return false
	}
	capability := ""
	switch r.Method {
	case "tools/call":
		capability = "tools"
	case "prompts/get":
		capability = "prompts"
	case "resources/read":
		capability = "resources"
	case "completion/complete":
		capability = "completions"
	default:
		return true
	}
	standing, _ := w.Facts.ServerCapability(r.SenderName(), capability)
	return standing == model.Withheld
}
