package checks

import (
	"slices"

	"mcpx/checks/schema"
	"mcpx/model"
)

// What clients answer, and what servers ask of them, at the handshake revisions.
var clientShapeChecks = []*Check{
	{
		ID:       "roots.list-result-shape",
		Title:    "A client lists its roots in an array",
		Convicts: "Every result of roots/list is a subject. Roots that are missing or no array convict.",
		Spares:   "An empty array, and errors.",
		Party:    ByClient, At: only2506, Needs: Need{Party: ByClient, Path: "roots"},
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				fault := ""
				if roots := a.Result().Get("roots"); !roots.IsArray() {
					fault = gotOrMissing("roots", roots, "an array")
				}
				w.Judge(a.Event, "/result/roots", fault, Rel("request", r.Event))
			}, "roots/list")
		},
	},
	{
		ID:       "roots.root-shape",
		Title:    "A root has a URI",
		Convicts: "Every element of roots in a result of roots/list is a subject. One that is no object convicts, and so does a uri that is missing or no string.",
		Spares:   "A missing name, and the scheme of the URI.",
		Party:    ByClient, At: only2506, Needs: Need{Party: ByClient, Path: "roots"},
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				for i, root := range a.Result().Get("roots").Elems() {
					at := model.Pointer("result", "roots", i)
					if !root.IsObject() {
						w.Judge(a.Event, at, gotOrMissing("root", root, "an object"), Rel("request", r.Event))
						continue
					}
					w.Judge(a.Event, at+"/uri", wantString(root.Get("uri"), "uri"), Rel("request", r.Event))
				}
			}, "roots/list")
		},
	},
	{
		ID:       "roots.unsupported-error-code",
		Title:    "A client without roots refuses roots/list with -32601",
		Convicts: "An error that answers a faultless roots/list is a subject, in a session whose client declared no roots. The codes -32700, -32600 and -32602 convict: they name another fault.",
		Spares:   "-32601, -32603 and every other code, and results.",
		Party:    ByClient, At: only2511,
		Run: func(w *Watch) {
			w.Answers(func(r *model.Request, a *model.Message) {
				if r.Contested || a.Class != model.ErrorClass || !faultless(r.Message) || r.Session == nil || r.Session.Standing(model.Client, "roots") != model.Withheld {
					return
				}
				fault := ""
				if a.IsError(-32700, -32600, -32602) {
					fault = say("got error %s, want -32601", a.Error().Get("code").Compact())
				}
				w.Judge(a.Event, "/error/code", fault, Rel("request", r.Event))
			}, "roots/list")
		},
	},
	{
		ID:       "sampling.result-shape",
		Title:    "A sampling result has a role, one content block and a model",
		Convicts: "Every result of sampling/createMessage is a subject. A role other than user and assistant convicts, a content that is missing or no object, a model that is missing or no string, and a stopReason that is present and no string.",
		Spares:   "A missing stopReason, unknown stop reasons, and errors, which a refusal is.",
		Party:    ByClient, At: only2506, Needs: Need{Party: ByClient, Path: "sampling"},
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				w.Subject(a.Event)
				request, result := Rel("request", r.Event), a.Result()
				if role := result.Get("role"); !role.Is("user") && !role.Is("assistant") {
					w.Convict(a.Event, "/result/role", gotOrMissing("role", role, "user or assistant"), request)
				}
				if fault := wantObject(result.Get("content"), "content"); fault != "" {
					w.Convict(a.Event, "/result/content", fault, request)
				}
				if fault := wantString(result.Get("model"), "model"); fault != "" {
					w.Convict(a.Event, "/result/model", fault, request)
				}
				if reason := result.Get("stopReason"); reason.Given() && !reason.IsString() {
					w.Convict(a.Event, "/result/stopReason", gotOrMissing("stopReason", reason, "a string"), request)
				}
			}, "sampling/createMessage")
		},
	},
	{
		ID:       "sampling.content-type",
		Title:    "Sampling content is text, image or audio",
		Convicts: "The content of a sampling result is a subject if it is an object, and so is the content of every message in a sampling request. A type other than text, image and audio convicts, and so does a member that the type requires and that is missing or no string; in a request also a content that is no object.",
		Spares:   "Base64 and MIME types, annotations, and a result whose content is no object.",
		Party:    ByBoth, At: only2506, Needs: Need{Party: ByClient, Path: "sampling"},
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				if content := a.Result().Get("content"); content.IsObject() {
					member, fault := samplingBlockFault(content)
					w.Judge(a.Event, "/result/content"+member, fault, Rel("request", r.Event))
				}
			}, "sampling/createMessage")
			w.Requests(func(m *model.Message) {
				for i, message := range m.Params().Get("messages").Elems() {
					at := model.Pointer("params", "messages", i, "content")
					member, fault := samplingBlockFault(message.Get("content"))
					w.Judge(m.Event, at+member, fault)
				}
			}, "sampling/createMessage")
		},
	},
	{
		ID:       "elicitation.result-shape",
		Title:    "An elicitation result has an action and flat content",
		Convicts: "Every result of elicitation/create is a subject. An action that is missing or no string convicts, and so does a content that is present and no object of strings, numbers and booleans.",
		Spares:   "An accept without content, content beside decline or cancel, whether the content fits the schema, and errors.",
		Party:    ByClient, At: only2506, Needs: Need{Party: ByClient, Path: "elicitation"},
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				w.Subject(a.Event)
				request := Rel("request", r.Event)
				if fault := wantString(a.Result().Get("action"), "action"); fault != "" {
					w.Convict(a.Event, "/result/action", fault, request)
				}
				if pointer, fault := flatContentFault(a.Result().Get("content")); fault != "" {
					w.Convict(a.Event, "/result/content"+pointer, fault, request)
				}
			}, "elicitation/create")
		},
	},
	{
		ID:       "elicitation.action-value",
		Title:    "An elicitation is accepted, declined or cancelled",
		Convicts: "Every result of elicitation/create with a string action is a subject. An action other than accept, decline and cancel convicts.",
		Spares:   "Errors, and which of the three was chosen.",
		Party:    ByClient, At: only2506, Needs: Need{Party: ByClient, Path: "elicitation"},
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				action, fault := a.Result().Get("action"), ""
				if !action.IsString() {
					return
				}
				if !slices.Contains([]string{"accept", "decline", "cancel"}, action.Str()) {
					fault = say("got action %s, want accept, decline or cancel", action.Compact())
				}
				w.Judge(a.Event, "/result/action", fault, Rel("request", r.Event))
			}, "elicitation/create")
		},
	},
	{
		ID:       "elicitation.schema-flat",
		Title:    "An elicitation asks for a flat object of primitive values",
		Convicts: "Every elicitation/create request is a subject. A requestedSchema that is missing, no object or not of type object convicts, properties that are missing or no object, a combination at the top level, and a property that is no schema of a string, number, integer or boolean.",
		Spares:   "Titles, descriptions, enums, length and number keywords, formats, and a required list.",
		Party:    ByServer, At: only2506, Needs: Need{Party: ByClient, Path: "elicitation"},
		Run: func(w *Watch) {
			w.Requests(func(m *model.Message) {
				w.Subject(m.Event)
				requested := m.Params().Get("requestedSchema")
				if fault := wantObject(requested, "requestedSchema"); fault != "" {
					w.Convict(m.Event, "/params/requestedSchema", fault)
					return
				}
				for _, p := range schema.NotFlat(requested) {
					w.Convict(m.Event, "/params/requestedSchema"+p.Pointer, p.Text)
				}
			}, "elicitation/create")
		},
	},
	{
		ID:       "elicitation.complete-names-elicitation",
		Title:    "notifications/elicitation/complete names its elicitation",
		Convicts: "Every notifications/elicitation/complete is a subject. An elicitationId that is missing or no string convicts.",
		Spares:   "An id that the session has not seen, or has seen completed.",
		Party:    ByServer, At: only2511,
		Run: func(w *Watch) {
			w.Notifications(func(m *model.Message) {
				w.Judge(m.Event, "/params/elicitationId", wantString(m.Params().Get("elicitationId"), "elicitationId"))
			}, "notifications/elicitation/complete")
		},
	},
	{
		ID:       "elicitation.required-error-list",
		Title:    "Error -32042 lists the elicitations it asks for",
		Convicts: "Every error -32042 of the server is a subject. Data without a non-empty array of elicitations convicts.",
		Spares:   "Further members of the data, and the elements of the list.",
		Party:    ByServer, At: only2511,
		Run: func(w *Watch) {
			w.Errors(func(m *model.Message) {
				if m.Sender() != model.Server || !m.IsError(-32042) {
					return
				}
				list, fault := m.Error().At("data", "elicitations"), ""
				if !list.IsArray() || list.Len() == 0 {
					fault = say("got elicitations %s, want a non-empty array", list.Compact())
				}
				w.Judge(m.Event, "/error/data/elicitations", fault)
			})
		},
	},
	{
		ID:       "elicitation.required-error-url-mode",
		Title:    "The elicitations of error -32042 are in URL mode and have an id",
		Convicts: "Every element of the list of an error -32042 is a subject. One that is no object convicts, a mode other than url, and an elicitationId that is missing or no string.",
		Spares:   "The url and the message.",
		Party:    ByServer, At: only2511,
		Run: func(w *Watch) {
			w.Errors(func(m *model.Message) {
				if m.Sender() != model.Server || !m.IsError(-32042) {
					return
				}
				for i, e := range m.Error().At("data", "elicitations").Elems() {
					judgeRequiredElicitation(w, m, e, model.Pointer("error", "data", "elicitations", i))
				}
			})
		},
	},
	{
		ID:       "elicitation.required-error-code",
		Title:    "A server that wants URL elicitations first says so with -32042",
		Convicts: "Every error of the server whose data lists an elicitation in URL mode is a subject. Another code than -32042 convicts.",
		Spares:   "Errors that say nothing of elicitations.",
		Party:    ByServer, At: only2511,
		Run: func(w *Watch) {
			w.Errors(func(m *model.Message) {
				if m.Sender() != model.Server || !listsURLElicitation(m.Error().At("data", "elicitations")) {
					return
				}
				fault := ""
				if !m.IsError(-32042) {
					fault = say("got code %s, want -32042", m.Error().Get("code").Compact())
				}
				w.Judge(m.Event, "/error/code", fault)
			})
		},
	},
	{
		ID:       "elicitation.undeclared-mode-rejected",
		Title:    "A client refuses an elicitation mode that it did not declare",
		Convicts: "An answered elicitation/create is a subject if its mode is not among those the client declared. A result convicts, and an error whose code names another fault than -32602.",
		Spares:   "-32602, -32603 and codes of the client's own, clients without the capability, and sessions whose handshake is not recorded.",
		Party:    ByClient, At: only2511,
		Run: func(w *Watch) {
			w.Answers(func(r *model.Request, a *model.Message) {
				if !undeclaredMode(r) || r.Contested {
					return
				}
				pointer, fault := "/error/code", ""
				switch {
				case a.Class == model.ResultClass:
					pointer, fault = "/result", say("elicitation in undeclared mode got a result, want error -32602")
				case !codeNamesFault(r, a):
					return
				case !a.IsError(-32602):
					fault = say("elicitation in undeclared mode got error %s, want -32602", a.Error().Get("code").Compact())
				}
				w.Judge(a.Event, pointer, fault, Rel("request", r.Event))
			}, "elicitation/create")
		},
	},
}

// samplingBlockFault gives what is wrong with a content block of sampling at 2025-06-18, and at which
// member.
func samplingBlockFault(block model.Value) (member, fault string) {
	if !block.IsObject() {
		return "", gotOrMissing("content", block, "an object")
	}
	var required []string
	switch block.Get("type").Str() {
	case "text":
		required = []string{"text"}
	case "image", "audio":
		required = []string{"data", "mimeType"}
	default:
		return "/type", gotOrMissing("type", block.Get("type"), "text, image or audio")
	}
	for _, name := range required {
		if fault := wantString(block.Get(name), name); fault != "" {
			return "/" + name, fault
		}
	}
	return "", ""
}

// flatContentFault gives what is wrong with the content of an elicitation result.
func flatContentFault(content model.Value) (pointer, fault string) {
	if !content.Given() {
		return "", ""
	}
	if !content.IsObject() {
		return "", gotOrMissing("content", content, "an object")
	}
	for name, v := range content.Members() {
		switch v.Kind() {
		case model.String, model.Number, model.Bool:
		default:
			return model.Pointer(name), say("got content.%s %s, want a string, number or boolean", name, v.Compact())
		}
	}
	return "", ""
}

func judgeRequiredElicitation(w *Watch, m *model.Message, e model.Value, at string) {
	w.Subject(m.Event)
	if !e.IsObject() {
		w.Convict(m.Event, at, gotOrMissing("elicitation", e, "an object"))
		return
	}
	if mode := e.Get("mode"); !mode.Is("url") {
		w.Convict(m.Event, at+"/mode", gotOrMissing("mode", mode, `"url"`))
	}
	if fault := wantString(e.Get("elicitationId"), "elicitationId"); fault != "" {
		w.Convict(m.Event, at+"/elicitationId", fault)
	}
}

func listsURLElicitation(list model.Value) bool {
	for _, e := range list.Elems() {
		if e.Get("mode").Is("url") {
			return true
		}
	}
	return false
}

// undeclaredMode reports an elicitation whose mode is not among those the client's handshake declares.
func undeclaredMode(r *model.Request) bool {
	declared, known := r.Session.ClientCapabilities()
	modes := declared.Get("elicitation")
	if !known || !modes.IsObject() {
		return false
	}
	mode := "form"
	if v := r.Params().Get("mode"); v.Given() {
		mode = v.Str()
	}
	if mode != "form" && mode != "url" {
		return false
	}
	for _, name := range []string{"form", "url"} {
		if v := modes.Get(name); v.Exists() && !v.IsObject() {
			return false
		}
	}
	if mode == "form" && !modes.Has("form") && !modes.Has("url") {
		return false
	}
	return !modes.Has(mode)
}

// codeNamesFault reports an error whose code can only name a fault of the request (C13): -32602, or one
// that a readable request to a known method does not get.
func codeNamesFault(r *model.Request, a *model.Message) bool {
	if a.Status != nil && !a.Status.Success() && a.Status.Status != 400 && a.Status.Status != 404 && a.Status.Status != 500 {
		return false
	}
	return a.IsError(-32602) || faultless(r.Message) && a.IsError(-32700, -32600, -32601)
}
