package checks

import (
	"mcpx/checks/grammar"
	"mcpx/model"
)

// firstBlock finds the first content block of a type in a tool result.
func firstBlock(a *model.Message, kind string) (index int, found bool) {
	for i, block := range a.Result().Get("content").Elems() {
		if block.Get("type").Is(kind) {
			return i, true
		}
	}
	return 0, false
}

// promptContents gives every message content of a type in results to prompts/get, with its pointer.
func promptContents(w *Watch, kind string, fn func(r *model.Request, a *model.Message, content model.Value, at string)) {
	w.ResultsTo(func(r *model.Request, a *model.Message) {
		for i, m := range a.Result().Get("messages").Elems() {
			if content := m.Get("content"); content.Get("type").Is(kind) {
				fn(r, a, content, model.Pointer("result", "messages", i, "content"))
			}
		}
	}, "prompts/get")
}

// base64Fault says what is wrong with a member that has to be a Base64 string; the name stands in the
// sentence.
func base64Fault(name string, v model.Value) string {
	switch {
	case !v.Exists():
		return "missing " + name
	case !v.IsString():
		return say("got %s %s, want a Base64 string", name, v.Compact())
	case !grammar.Base64(v.Str()):
		return say("%s is not Base64: %s", name, v.Compact())
	default:
		return ""
	}
}

// mimeTypeFault says what is wrong with a member that has to be a MIME type.
func mimeTypeFault(name string, v model.Value) string {
	if fault := wantString(v, name); fault != "" {
		return fault
	}
	if !grammar.MIMEType(v.Str()) {
		return say("got %s %s, want type/subtype", name, v.Compact())
	}
	return ""
}
