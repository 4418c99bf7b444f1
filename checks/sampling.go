package checks

import "mcpx/model"

const samplingMethod = "sampling/createMessage"

var samplingChecks = []*Check{
	{
		ID:       "sampling.tools-declared",
		Title:    "A server asks for sampling with tools only if the client declares sampling.tools",
		Convicts: "Every sampling request with a tool, or with a toolChoice other than none, is a subject. It convicts if the client's declaration leaves sampling.tools out.",
		Spares:   "An empty array of tools; toolChoice none without tools; declarations that are no object; sessions whose initialize is not in the recording.",
		Party:    ByServer,
		At:       from2511,
		Run: func(w *Watch) {
			w.asksOf(samplingMethod, func(a *model.Ask) {
				standing, member := a.Standing("sampling", "tools"), toolsMember(a)
				if member == "" || standing == model.Unclear {
					return
				}
				fault := ""
				if standing == model.Withheld {
					fault = say("sampling request with %s, %s declares %s", member, declarer(a), samplingWithout(a, "tools"))
				}
				w.judgeAsk(a, a.At("params", member), fault)
			})
		},
	},
	{
		ID:       "sampling.client-declares-capability",
		Title:    "A client that samples declares sampling",
		Convicts: "Every answer of the client to a sampling request with a role or content is a subject. It convicts if the client does not declare sampling: on the retry that carries the answer, at the handshake revisions in initialize.",
		Spares:   "Answers of another shape; errors; other requests of the client; declarations that are no object; sessions whose initialize is not in the recording; retries that several differing results could have led to.",
		Party:    ByClient,
		At:       everywhere,
		Run:      clientDeclares(samplingMethod, "sampling", "answers a sampling request", sampled),
	},
	{
		ID:       "sampling.include-context-avoided",
		Title:    "A server does without includeContext",
		Convicts: "Every sampling request with object params is a subject. An includeContext of thisServer or allServers convicts.",
		Spares:   "none, values nobody knows, and a missing includeContext.",
		Party:    ByServer,
		At:       from2511,
		Run: func(w *Watch) {
			w.asksOf(samplingMethod, func(a *model.Ask) {
				if !a.Params.IsObject() {
					return
				}
				fault := ""
				if asksContext(a) {
					fault = say("got includeContext %s, want none", a.Params.Get("includeContext").Compact())
				}
				w.judgeAsk(a, a.At("params", "includeContext"), fault)
			})
		},
	},
	{
		ID:       "sampling.include-context-declared",
		Title:    "A server includes context only if the client declares sampling.context",
		Convicts: "Every sampling request with an includeContext of thisServer or allServers is a subject. It convicts if the client's declaration leaves sampling.context out.",
		Spares:   "The use as such, declarations that are no object, and sessions whose initialize is not in the recording.",
		Party:    ByServer,
		At:       from2511,
		Run: func(w *Watch) {
			w.asksOf(samplingMethod, func(a *model.Ask) {
				standing := a.Standing("sampling", "context")
				if !asksContext(a) || standing == model.Unclear {
					return
				}
				fault := ""
				if standing == model.Withheld {
					fault = say("includeContext %s, %s does not declare sampling.context", a.Params.Get("includeContext").Compact(), declarer(a))
				}
				w.judgeAsk(a, a.At("params", "includeContext"), fault)
			})
		},
	},
	{
		ID:       "sampling.tool-choice-required-honoured",
		Title:    "A client uses a tool if toolChoice requires it",
		Convicts: "Every answer of the client to a sampling request with tools and toolChoice required is a subject. One without tool use that says it is complete (stopReason endTurn or toolUse) convicts.",
		Spares:   "Other stop reasons and a missing one; sampling requests whose messages hold a tool use already; other modes; answers without role and content.",
		Party:    ByClient,
		At:       from2511,
		Run: func(w *Watch) {
			w.answersOf(samplingMethod, func(a *model.AnsweredAsk) {
				if !sampled(a.Answer) || !toolChoice(a.Ask, "required") || !offersTools(a.Ask) || usedTools(a.Ask) {
					return
				}
				fault, reason := "", a.Answer.Get("stopReason")
				if _, used := blockOf(a.Answer.Get("content"), "tool_use"); !used && (reason.Is("endTurn") || reason.Is("toolUse")) {
					fault = "toolChoice required, got an answer without tool use"
				}
				w.judgeAnswer(a, a.In("content"), fault)
			})
		},
	},
	{
		ID:       "sampling.tool-choice-none-honoured",
		Title:    "A client uses no tool if toolChoice is none",
		Convicts: "Every answer of the client to a sampling request with toolChoice none is a subject. A tool use in it convicts.",
		Spares:   "Other modes, and earlier messages of the request.",
		Party:    ByClient,
		At:       from2511,
		Run: func(w *Watch) {
			w.answersOf(samplingMethod, func(a *model.AnsweredAsk) {
				if !sampled(a.Answer) || !toolChoice(a.Ask, "none") {
					return
				}
				fault := ""
				if use, used := blockOf(a.Answer.Get("content"), "tool_use"); used {
					fault = "toolChoice none, got tool use " + use.Get("name").Compact()
				}
				w.judgeAnswer(a, a.In("content"), fault)
			})
		},
	},
}

// sampled reports an answer that looks like a message.
func sampled(answer model.Value) bool { return answer.Has("role") || answer.Has("content") }

func offersTools(a *model.Ask) bool {
	tools := a.Params.Get("tools")
	return tools.IsArray() && tools.Len() > 0
}

func toolChoice(a *model.Ask, mode string) bool {
	return a.Params.At("toolChoice", "mode").Is(mode)
}

// toolsMember is the member of a sampling request that makes it one with tools, "" if none does.
func toolsMember(a *model.Ask) string {
	switch {
	case offersTools(a):
		return "tools"
	case a.Params.Get("toolChoice").IsObject() && !toolChoice(a, "none"):
		return "toolChoice"
	}
	return ""
}

// samplingWithout says what a client declares that leaves out a part of sampling.
func samplingWithout(a *model.Ask, part string) string {
	if a.Capabilities.Get("sampling").IsObject() {
		return "sampling without " + part
	}
	return "no sampling"
}

func asksContext(a *model.Ask) bool {
	include := a.Params.Get("includeContext")
	return include.Is("thisServer") || include.Is("allServers")
}

// usedTools reports a sampling request whose messages hold a tool use.
func usedTools(a *model.Ask) bool {
	for _, m := range a.Params.Get("messages").Elems() {
		if _, used := blockOf(m.Get("content"), "tool_use"); used {
			return true
		}
	}
	return false
}
