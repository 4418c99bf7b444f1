package checks

import "mcpx/model"

var capabilityChecks = []*Check{
	{
		ID:       "capabilities.tools-declared",
		Title:    "A server that serves tools declares the tools capability",
		Convicts: "Every result to tools/list or tools/call is a subject where all server/discover results that the sender got agree about tools. It convicts if they leave tools out.",
		Spares:   "Errors, which refuse; recordings without server/discover; discovery results that differ or hold something that is no declaration.",
		Party:    ByServer,
		At:       only2607,
		Run:      servedAsDeclared("tools", "tools/list", "tools/call"),
	},
	{
		ID:       "capabilities.tools-list-implemented",
		Title:    "A server that declares tools implements tools/list",
		Convicts: "Every answered tools/list is a subject where discovery declares tools. Error -32601 (method not found) convicts.",
		Spares:   "Other errors, empty lists, requests without an answer, refusals with a status such as 401 or 403, and recordings without server/discover.",
		Party:    ByServer,
		At:       only2607,
		Run:      implementedAsDeclared("tools", "tools/list"),
	},
	{
		ID:       "capabilities.embedded-resource-declared",
		Title:    "A server whose tools embed resources declares the resources capability",
		Convicts: "Every tools/call result with a content block of type resource is a subject where discovery speaks of resources clearly. It convicts if discovery leaves resources out.",
		Spares:   "Blocks of type resource_link, and recordings without server/discover.",
		Party:    ByServer,
		At:       only2607,
		Run:      embeddedAsDeclared,
	},
	{
		ID:       "capabilities.resources-declared",
		Title:    "A server that serves resources declares the resources capability",
		Convicts: "Every result to resources/list, resources/templates/list or resources/read is a subject where all server/discover results that the sender got agree about resources. It convicts if they leave resources out.",
		Spares:   "Errors, which refuse; recordings without server/discover; discovery results that differ or hold something that is no declaration.",
		Party:    ByServer,
		At:       only2607,
		Run:      servedAsDeclared("resources", "resources/list", "resources/templates/list", "resources/read"),
	},
	{
		ID:       "capabilities.resources-list-implemented",
		Title:    "A server that declares resources implements resources/list",
		Convicts: "Every answered resources/list is a subject where discovery declares resources. Error -32601 (method not found) convicts.",
		Spares:   "Other errors, empty lists, resources/templates/list, refusals with a status such as 401 or 403, and recordings without server/discover.",
		Party:    ByServer,
		At:       only2607,
		Run:      implementedAsDeclared("resources", "resources/list"),
	},
	{
		ID:       "capabilities.prompts-declared",
		Title:    "A server that serves prompts declares the prompts capability",
		Convicts: "Every result to prompts/list or prompts/get is a subject where all server/discover results that the sender got agree about prompts. It convicts if they leave prompts out.",
		Spares:   "Errors, which refuse; recordings without server/discover; discovery results that differ or hold something that is no declaration.",
		Party:    ByServer,
		At:       only2607,
		Run:      servedAsDeclared("prompts", "prompts/list", "prompts/get"),
	},
	{
		ID:       "capabilities.prompts-list-implemented",
		Title:    "A server that declares prompts implements prompts/list",
		Convicts: "Every answered prompts/list is a subject where discovery declares prompts. Error -32601 (method not found) convicts.",
		Spares:   "Other errors, empty lists, refusals with a status such as 401 or 403, and recordings without server/discover.",
		Party:    ByServer,
		At:       only2607,
		Run:      implementedAsDeclared("prompts", "prompts/list"),
	},
}

// servedAsDeclared convicts results to methods that a capability of the server covers, if discovery
// leaves the capability out (M11).
func servedAsDeclared(capability string, methods ...string) func(*Watch) {
	return func(w *Watch) {
		w.ResultsTo(func(r *model.Request, a *model.Message) {
			standing, declaration := w.serverStanding(r.Message, a, capability)
			if standing == model.Unclear {
				return
			}
			fault := ""
			if standing == model.Withheld {
				fault = say("%s answered, discovery declares no %s", r.Method, capability)
			}
			w.Judge(a.Event, "/result", fault, Rel("request", r.Event), declaration)
		}, methods...)
	}
}

// implementedAsDeclared convicts the error "method not found" to the list of a declared capability.
func implementedAsDeclared(capability, list string) func(*Watch) {
	return func(w *Watch) {
		w.Answers(func(r *model.Request, a *model.Message) {
			if r.Contested || !ruledStatus(a.Status) {
				return
			}
			standing, declaration := w.serverStanding(r.Message, a, capability)
			if standing != model.Declared {
				return
			}
			fault := ""
			if a.IsError(-32601) {
				fault = say("%s answered with -32601 although discovery declares %s", list, capability)
			}
			w.Judge(a.Event, "/error/code", fault, Rel("request", r.Event), declaration)
		}, list)
	}
}

func embeddedAsDeclared(w *Watch) {
	w.ResultsTo(func(r *model.Request, a *model.Message) {
		at, embeds := firstBlock(a, "resource")
		if !embeds {
			return
		}
		standing, declaration := w.serverStanding(r.Message, a, "resources")
		if standing == model.Unclear {
			return
		}
		fault := ""
		if standing == model.Withheld {
			fault = "tool result embeds a resource, discovery declares no resources"
		}
		w.Judge(a.Event, model.Pointer("result", "content", at), fault, Rel("request", r.Event), declaration)
	}, "tools/call")
}

// serverStanding is the standing of a server capability for an answer, with the event that declares it:
// discovery (M11) or, at a handshake revision, the result of initialize (C6).
func (w *Watch) serverStanding(r, a *model.Message, path ...string) (model.Standing, Related) {
	if !w.Handshake() {
		standing, seq := w.Facts.ServerCapability(r.SenderName(), path...)
		return standing, RelSeq("discovery", seq)
	}
	s := a.Session
	if s == nil || s.Init == nil {
		return model.Unclear, Related{}
	}
	return s.Standing(model.Server, path...), RelAt("answer", s.Init.Answer)
}
