package checks

import (
	"iter"

	"mcpx/model"
)

var samplingMessageChecks = []*Check{
	{
		ID:       "sampling.tool-results-only",
		Title:    "A message with tool results holds nothing else",
		Convicts: "Every user message of a sampling request that holds a tool_result block is a subject. A block of another type in it convicts.",
		Spares:   "Messages of the assistant, a single tool_result that stands alone, and blocks that are no objects.",
		Party:    ByServer,
		At:       from2511,
		Run: func(w *Watch) {
			w.asksOf(samplingMethod, func(a *model.Ask) {
				for i, m := range a.Params.Get("messages").Elems() {
					if _, results := blockOf(m.Get("content"), "tool_result"); !results || !m.Get("role").Is("user") {
						continue
					}
					fault := ""
					if other := blockBeside(m.Get("content"), "tool_result"); other != "" {
						fault = say("messages[%d] mixes tool_result with %s", i, plain(other))
					}
					w.judgeAsk(a, a.At("params", "messages", i, "content"), fault)
				}
			})
		},
	},
	{
		ID:       "sampling.tool-use-answered",
		Title:    "Every tool use is followed by its result",
		Convicts: "Every assistant message of a sampling request that holds a tool_use block is a subject. It convicts, once, if no user message of nothing but tool_result blocks follows, or if an id of its tool uses has no result there.",
		Spares:   "Further results, their order and what they contain; tool uses in the client's answers.",
		Party:    ByServer,
		At:       from2511,
		Run: func(w *Watch) {
			w.asksOf(samplingMethod, func(a *model.Ask) {
				var messages []model.Value
				for _, m := range a.Params.Get("messages").Elems() {
					messages = append(messages, m)
				}
				for i, m := range messages {
					if _, uses := blockOf(m.Get("content"), "tool_use"); uses && m.Get("role").Is("assistant") {
						var next model.Value
						if i+1 < len(messages) {
							next = messages[i+1]
						}
						w.judgeAsk(a, a.At("params", "messages", i), unansweredUse(i, m, next))
					}
				}
			})
		},
	},
	{
		ID:       "sampling.message-shape",
		Title:    "A sampling message has a role and content",
		Convicts: "Every message of a sampling request, and every answer of a client with a role or content, is a subject. One that is no object convicts, and so does a role other than user and assistant, and content that is missing or neither an object nor an array.",
		Spares:   "The types of blocks, empty arrays, a missing model or stopReason, messages that is no array, and answers of another shape.",
		Party:    ByBoth,
		At:       only2607,
		Run: func(w *Watch) {
			w.asksOf(samplingMethod, func(a *model.Ask) {
				for i, m := range a.Params.Get("messages").Elems() {
					w.judgeAsk(a, a.At("params", "messages", i), messageFault(say("messages[%d]", i), m))
				}
			})
			w.answersOf(samplingMethod, func(a *model.AnsweredAsk) {
				if sampled(a.Answer) {
					w.judgeAnswer(a, a.Where, messageFault("answer to "+a.Name(), a.Answer))
				}
			})
		},
	},
}

// blocks are the content blocks of a message: one, or those of an array.
func blocks(content model.Value) iter.Seq[model.Value] {
	return func(yield func(model.Value) bool) {
		if content.IsObject() {
			yield(content)
			return
		}
		for _, b := range content.Elems() {
			if !yield(b) {
				return
			}
		}
	}
}

// blockOf finds the first block of a type.
func blockOf(content model.Value, kind string) (block model.Value, found bool) {
	for b := range blocks(content) {
		if b.Get("type").Is(kind) {
			return b, true
		}
	}
	return model.Value{}, false
}

// blockBeside is the type of the first block that has another one, "" if there is none.
func blockBeside(content model.Value, kind string) string {
	for b := range blocks(content) {
		if t := b.Get("type"); t.IsString() && !t.Is(kind) {
			return t.Str()
		}
	}
	return ""
}

// unansweredUse says what is wrong with the message behind one that uses tools.
func unansweredUse(i int, m, next model.Value) string {
	role := next.Get("role")
	switch {
	case !next.Exists():
		return say("messages[%d] uses tools, no message with their results follows", i)
	case !role.Is("user"):
		return say("messages[%d] uses tools, messages[%d] has role %s, want user", i, i+1, role.Compact())
	}
	results := map[string]bool{}
	for b := range blocks(next.Get("content")) {
		if !b.Get("type").Is("tool_result") {
			return say("messages[%d] uses tools, messages[%d] holds %s, want tool_result only", i, i+1, blockWords(b))
		}
		results[b.Get("toolUseId").Str()] = true
	}
	if len(results) == 0 {
		return say("messages[%d] uses tools, messages[%d] holds no tool_result", i, i+1)
	}
	for b := range blocks(m.Get("content")) {
		if id := b.Get("id"); b.Get("type").Is("tool_use") && id.IsString() && !results[id.Str()] {
			return say("tool use %s of messages[%d] has no result in messages[%d]", id.Compact(), i, i+1)
		}
	}
	return ""
}

func blockWords(b model.Value) string {
	if t := b.Get("type"); t.IsString() {
		return plain(t.Str())
	}
	return "a block without type"
}

func messageFault(name string, m model.Value) string {
	role, content := m.Get("role"), m.Get("content")
	switch {
	case !m.IsObject():
		return say("%s is %s, want an object", name, m.Kind())
	case !role.Is("user") && !role.Is("assistant"):
		if !role.Exists() {
			return name + " lacks role, want user or assistant"
		}
		return say("%s has role %s, want user or assistant", name, role.Compact())
	case !content.Exists():
		return name + " lacks content"
	case !content.IsObject() && !content.IsArray():
		return say("%s has content %s, want an object or an array", name, content.Compact())
	}
	return ""
}
