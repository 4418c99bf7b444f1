package checks

import (
	"mcpx/checks/schema"
	"mcpx/model"
)

// What a client does with a faulty sampling request, and how tool results refer to tool uses, at
// 2025-11-25.
var samplingRefusalChecks = []*Check{
	{
		ID:       "sampling.missing-tool-result-rejected",
		Title:    "A client refuses sampling messages that lack a tool result",
		Convicts: "An answered sampling request is a subject if one of its tool uses has no result in the message behind it. A result convicts, and an error whose code names another fault than -32602.",
		Spares:   "-1, since the user may refuse first, -32603 and codes of the client's own, and clients that declared no sampling.tools.",
		Party:    ByClient, At: only2511,
		Run: func(w *Watch) { w.refuses(useWithoutResult) },
	},
	{
		ID:       "sampling.mixed-tool-results-rejected",
		Title:    "A client refuses a message that mixes tool results with other content",
		Convicts: "An answered sampling request is a subject if one of its user messages mixes tool results with other blocks. A result convicts, and an error whose code names another fault than -32602.",
		Spares:   "-1, since the user may refuse first, -32603 and codes of the client's own, and clients that declared no sampling.tools.",
		Party:    ByClient, At: only2511,
		Run: func(w *Watch) { w.refuses(mixedResults) },
	},
	{
		ID:       "sampling.undeclared-tools-rejected",
		Title:    "A client without sampling.tools refuses tools",
		Convicts: "An answered sampling request with a non-empty array of tools is a subject, if the client's handshake declares no sampling.tools. A result convicts.",
		Spares:   "Errors, and tools that are absent, null or an empty array.",
		Party:    ByClient, At: only2511,
		Run: func(w *Watch) {
			w.refusesUndeclared("tools", func(v model.Value) bool { return v.IsArray() && v.Len() > 0 })
		},
	},
	{
		ID:       "sampling.undeclared-tool-choice-rejected",
		Title:    "A client without sampling.tools refuses a tool choice",
		Convicts: "An answered sampling request with an object toolChoice is a subject, if the client's handshake declares no sampling.tools. A result convicts.",
		Spares:   "Errors, and a toolChoice that is absent or null.",
		Party:    ByClient, At: only2511,
		Run: func(w *Watch) { w.refusesUndeclared("toolChoice", model.Value.IsObject) },
	},
	{
		ID:       "sampling.tool-result-id-known",
		Title:    "A tool result names a tool use before it",
		Convicts: "Every tool_result with a string toolUseId is a subject, in a message of a sampling request that directly follows an assistant message with a tool use. An id that no tool_use of an earlier message has convicts.",
		Spares:   "Tool results elsewhere, since a shortened history may have lost their tool use.",
		Party:    ByServer, At: only2511,
		Run: runToolResultKnown,
	},
	{
		ID:       "sampling.tool-result-conforms",
		Title:    "Structured tool results fit the tool's output schema",
		Convicts: "Every tool_result with structured content that is no error is a subject, if its tool use stands in the same request and names a tool of the request that has an outputSchema. Content that does not fit the schema convicts.",
		Spares:   "Tools the request does not list, schemas that do not compile, are of an unknown dialect or refer outside themselves, and formats.",
		Party:    ByServer, At: only2511,
		Run: runToolResultConforms,
	},
}

// refuses judges how a client that declared sampling.tools answers a request with a fault.
func (w *Watch) refuses(faulty func(params model.Value) bool) {
	w.Answers(func(r *model.Request, a *model.Message) {
		if r.Contested || r.Session == nil || r.Session.Standing(model.Client, "sampling", "tools") != model.Declared || !faulty(r.Params()) {
			return
		}
		pointer, fault := "/error/code", ""
		switch {
		case a.Class == model.ResultClass:
			pointer, fault = "/result", "faulty tool results got a result, want error -32602"
		case !codeNamesFault(r, a):
			return
		case !a.IsError(-32602):
			fault = say("faulty tool results got error %s, want -32602", a.Error().Get("code").Compact())
		}
		w.Judge(a.Event, pointer, fault, Rel("request", r.Event))
	}, samplingMethod)
}

func (w *Watch) refusesUndeclared(member string, present func(model.Value) bool) {
	w.Answers(func(r *model.Request, a *model.Message) {
		if r.Contested || !present(r.Params().Get(member)) || r.Session == nil || r.Session.Standing(model.Client, "sampling", "tools") != model.Withheld {
			return
		}
		fault := ""
		if a.Class == model.ResultClass {
			fault = say("%s got a result, the client declared no sampling.tools", member)
		}
		w.Judge(a.Event, "/result", fault, Rel("request", r.Event))
	}, samplingMethod)
}

// useWithoutResult reports a tool use of an assistant message whose result the next message lacks.
func useWithoutResult(params model.Value) bool {
	var owed []string
	for _, m := range params.Get("messages").Elems() {
		for b := range blocks(m.Get("content")) {
			if m.Get("role").Is("user") && b.Get("type").Is("tool_result") {
				owed = without(owed, b.Get("toolUseId").Str())
			}
		}
		if len(owed) > 0 {
			return true
		}
		for b := range blocks(m.Get("content")) {
			if id := b.Get("id"); m.Get("role").Is("assistant") && b.Get("type").Is("tool_use") && id.IsString() {
				owed = append(owed, id.Str())
			}
		}
	}
	return len(owed) > 0
}

func without(ids []string, id string) []string {
	kept := ids[:0]
	for _, other := range ids {
		if other != id {
			kept = append(kept, other)
		}
	}
	return kept
}

func mixedResults(params model.Value) bool {
	for _, m := range params.Get("messages").Elems() {
		if _, results := blockOf(m.Get("content"), "tool_result"); results && m.Get("role").Is("user") && blockBeside(m.Get("content"), "tool_result") != "" {
			return true
		}
	}
	return false
}

func runToolResultKnown(w *Watch) {
	w.asksOf(samplingMethod, func(a *model.Ask) {
		used := map[string]bool{}
		afterUse := false
		for i, m := range a.Params.Get("messages").Elems() {
			if afterUse {
				judgeResultIDs(w, a, i, m, used)
			}
			_, uses := blockOf(m.Get("content"), "tool_use")
			afterUse = uses && m.Get("role").Is("assistant")
			for b := range blocks(m.Get("content")) {
				if id := b.Get("id"); b.Get("type").Is("tool_use") && id.IsString() {
					used[id.Str()] = true
				}
			}
		}
	})
}

func judgeResultIDs(w *Watch, a *model.Ask, i int, m model.Value, used map[string]bool) {
	for b := range blocks(m.Get("content")) {
		id := b.Get("toolUseId")
		if !b.Get("type").Is("tool_result") || !id.IsString() {
			continue
		}
		fault := ""
		if !used[id.Str()] {
			fault = say("tool result %s of messages[%d] names no tool use before it", id.Compact(), i)
		}
		w.judgeAsk(a, a.At("params", "messages", i, "content"), fault)
	}
}

func runToolResultConforms(w *Watch) {
	var validator schema.Validator
	w.asksOf(samplingMethod, func(a *model.Ask) {
		schemas := map[string]model.Value{}
		for _, tool := range a.Params.Get("tools").Elems() {
			if s := tool.Get("outputSchema"); s.IsObject() {
				schemas[tool.Get("name").Str()] = s
			}
		}
		tools := map[string]string{} // by the id of a tool use
		for i, m := range a.Params.Get("messages").Elems() {
			for b := range blocks(m.Get("content")) {
				switch {
				case b.Get("type").Is("tool_use"):
					tools[b.Get("id").Str()] = b.Get("name").Str()
				case b.Get("type").Is("tool_result"):
					name, used := tools[b.Get("toolUseId").Str()]
					content := b.Get("structuredContent")
					if s, listed := schemas[name]; used && listed && content.IsObject() && !b.Get("isError").IsTrue() {
						judgeToolResult(w, a, i, name, validator.Conforms(s, content, schema.Default202012))
					}
				}
			}
		}
	})
}

func judgeToolResult(w *Watch, a *model.Ask, i int, tool string, c schema.Conformance) {
	if c.Outcome == schema.Unjudged {
		return
	}
	fault := ""
	if c.Outcome == schema.Violates {
		fault = say("result of tool %s in messages[%d] does not fit its outputSchema: %s %s", model.Quote(tool), i, c.Pointer, c.Text)
	}
	w.judgeAsk(a, a.At("params", "messages", i, "content"), fault)
}
