package checks

import (
	"strings"

	"mcpx/model"
)

var metaRefusalChecks = []*Check{
	{
		ID:    "meta.missing-required-field-rejected",
		Title: "A request without the required fields is rejected with -32602",
		Convicts: "Every answered request that lacks io.modelcontextprotocol/protocolVersion or io.modelcontextprotocol/clientCapabilities is a subject. " +
			"A result convicts, and so does an error whose code is neither -32602 nor explained by another fault that the request has or may have.",
		Spares: "Requests without an answer; initialize, and a ping without the fields; a server that serves such a request by an older revision; refusals with an HTTP status such as 401 or 429; the HTTP status itself.",
		Party:  ByServer,
		At:     only2607,
		Run: func(w *Watch) {
			w.Answers(func(r *model.Request, a *model.Message) {
				if !fieldsDue(r) || len(missingFields(r.Message)) == 0 {
					return
				}
				subject, explained := w.rejection(r, a, -32602)
				if !subject {
					return
				}
				fault := ""
				if !explained {
					fault = say("request without %s got %s, want error -32602", missingNames(r.Message), answerWords(a))
				}
				w.Judge(a.Event, answerPlace(a), fault, Rel("request", r.Event))
			})
		},
	},
	{
		ID:       "meta.missing-required-field-http-status",
		Title:    "The rejection of a request without the required fields has HTTP status 400",
		Convicts: "Every error -32602 over HTTP that answers a request without the required fields, and whose status is known, is a subject. Another status than 400 convicts.",
		Spares:   "-32602 for any other reason, whatever its status; stdio; statuses that cannot be attributed.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.Answers(func(r *model.Request, a *model.Message) {
				if a.Status == nil || r.Contested || !a.IsError(-32602) || !fieldsDue(r) || len(missingFields(r.Message)) == 0 {
					return
				}
				fault := ""
				if a.Status.Status != 400 {
					fault = say("error -32602 for a request without %s came with status %d, want 400", missingNames(r.Message), a.Status.Status)
				}
				w.Judge(a.Status, "status", fault, Rel("request", r.Event), Rel("answer", a.Event))
			})
		},
	},
	{
		ID:    "meta.no-undeclared-capability-reliance",
		Title: "A server asks the client only for what the request declared",
		Convicts: "Every input request for elicitation/create, sampling/createMessage or roots/list is a subject, if the capabilities of the request that is being answered say clearly whether the client has elicitation, sampling or roots. " +
			"It convicts if they leave that capability out.",
		Spares: "What other requests of the client declare; a capability that is null or false; sub-capabilities such as sampling.tools; other methods. Each of these is another rule or none.",
		Party:  ByServer,
		At:     only2607,
		Run:    undeclaredReliance,
	},
	{
		ID:       "meta.missing-capability-error",
		Title:    "Error -32021 lists the capabilities that are missing",
		Convicts: "Every error -32021 is a subject. It convicts if error.data.requiredCapabilities is missing, no object, or empty.",
		Spares:   "Which capabilities are listed; the HTTP status; a request that deserved -32021 and got something else, for only the server knows what it needs.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.Errors(func(m *model.Message) {
				if m.Sender() != model.Server || !m.IsError(-32021) {
					return
				}
				required, fault := m.Error().At("data", "requiredCapabilities"), ""
				if !required.Exists() {
					fault = "missing requiredCapabilities"
				} else if !required.IsObject() || required.Len() == 0 {
					fault = say("got requiredCapabilities %s, want a non-empty object", required.Compact())
				}
				w.Judge(m.Event, "/error/data/requiredCapabilities", fault, relRequest(m)...)
			})
		},
	},
	{
		ID:       "meta.missing-capability-http-status",
		Title:    "Error -32021 has HTTP status 400",
		Convicts: "Every error -32021 over HTTP whose status is known is a subject. Another status than 400 convicts.",
		Spares:   "stdio; statuses that cannot be attributed; what the error holds.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.Errors(func(m *model.Message) {
				if m.Sender() != model.Server || m.Status == nil || !m.IsError(-32021) {
					return
				}
				fault := ""
				if m.Status.Status != 400 {
					fault = say("error -32021 came with status %d, want 400", m.Status.Status)
				}
				w.Judge(m.Status, "status", fault, Rel("answer", m.Event))
			})
		},
	},
}

// fieldsDue reports a request of the client that a server has to reject if it lacks the required fields.
func fieldsDue(r *model.Request) bool {
	return r.Sender() == model.Client && r.Era == model.Judged && r.Method != "initialize" && !(r.Method == "ping" && r.Bare())
}

// missingNames names the required fields that a request lacks, without their prefix.
func missingNames(m *model.Message) string {
	names := missingFields(m)
	for i, key := range names {
		names[i] = key[strings.IndexByte(key, '/')+1:]
	}
	return strings.Join(names, " and ")
}

func undeclaredReliance(w *Watch) {
	w.Asks(func(a *model.Ask) {
		capability := ""
		switch a.Method {
		case "elicitation/create":
			capability = "elicitation"
		case "sampling/createMessage":
			capability = "sampling"
		case "roots/list":
			capability = "roots"
		default:
			return
		}
		standing := a.Standing(capability)
		if standing == model.Unclear {
			return
		}
		fault := ""
		if standing == model.Withheld {
			fault = say("%s asks %s, the request declares only %s", a.Name(), a.Method, capabilityNames(a.Capabilities))
		}
		w.Judge(a.Message.Event, a.At("method"), fault, Rel("request", a.Request.Event))
	})
}

// capabilityNames lists what a declaration holds.
func capabilityNames(declared model.Value) string {
	var names []string
	for name := range declared.Members() {
		names = append(names, model.Quote(name))
	}
	return model.Clip("[" + strings.Join(names, ",") + "]")
}
