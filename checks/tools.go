package checks

import (
	"slices"
	"strings"
	"unicode/utf8"

	"mcpx/checks/schema"
	"mcpx/model"
)

var toolChecks = []*Check{
	{
		ID:       "tools.deterministic-order",
		Title:    "tools/list gives an unchanged set of tools in the same order",
		Convicts: "A tools/list result to a request without cursor is a subject if it names at least two tools, and the same client's list before names exactly the same ones, without a tools/list_changed in between. Another order convicts.",
		Spares:   "Different sets, and a set that came back after another; later pages; changes inside a definition; a single listing.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			o := &toolOrder{w: w}
			w.Steps(o.step)
			w.Answers(o.list, "tools/list")
		},
	},
	{
		ID:       "tools.input-schema-object",
		Title:    "The inputSchema of a tool is an object",
		Convicts: "Every tool of a tools/list result that has an inputSchema is a subject. One that is no object convicts. At 2025-11-25 a missing inputSchema convicts too; at 2025-06-18 so does a root type other than object.",
		Spares:   "A missing inputSchema at the other revisions; a schema that is not valid in its dialect; a missing type from 2025-11-25 on.",
		Party:    ByServer,
		At:       everywhere,
		Run: func(w *Watch) {
			w.toolLists(func(tools model.Value, found *judgement) {
				for i, tool := range tools.Elems() {
					if tool.Has("inputSchema") || w.Revision == r2511 && tool.IsObject() {
						found.judge(model.Pointer("result", "tools", i, "inputSchema"), w.inputSchemaFault(tool, i))
					}
				}
			})
		},
	},
	{
		ID:       "tools.name-length",
		Title:    "A tool name has 1 to 128 characters",
		Convicts: "Every tool of a tools/list result with a string name is a subject. An empty name, or one of more than 128 characters, convicts.",
		Spares:   "Which characters they are, and how many bytes they take.",
		Party:    ByServer,
		At:       from2511,
		Run: func(w *Watch) {
			w.toolNames(func(name string, _ map[string]bool) string {
				if n := utf8.RuneCountInString(name); n < 1 || n > 128 {
					return say("tool name of %d characters, want 1 to 128", n)
				}
				return ""
			})
		},
	},
	{
		ID:       "tools.name-charset",
		Title:    "A tool name holds only ASCII letters, digits, underscore, hyphen and dot",
		Convicts: "Every tool of a tools/list result with a string name is a subject. Any other character convicts, once for each tool.",
		Spares:   "The empty name, and matters of style.",
		Party:    ByServer,
		At:       from2511,
		Run: func(w *Watch) {
			w.toolNames(func(name string, _ map[string]bool) string {
				if odd := oddCharacters(name); odd != "" {
					return say("tool name %s holds %s", model.Quote(name), model.Quote(odd))
				}
				return ""
			})
		},
	},
	{
		ID:       "tools.name-unique",
		Title:    "A tool name appears once in a list",
		Convicts: "Every tool of a tools/list result with a string name is a subject. A name that an earlier tool of the same result has convicts.",
		Spares:   "Names that differ in case; repeats on other pages or in other listings.",
		Party:    ByServer,
		At:       from2511,
		Run: func(w *Watch) {
			w.toolNames(func(name string, before map[string]bool) string {
				if before[name] {
					return say("tool name %s appears twice", model.Quote(name))
				}
				return ""
			})
		},
	},
	{
		ID:       "tools.structured-content-text",
		Title:    "Structured content comes with a text block",
		Convicts: "Every final tools/call result with a structuredContent that is not null is a subject. It convicts if content holds no block of type text.",
		Spares:   "What the text says; interim results, results of other types and the creation of a task.",
		Party:    ByServer,
		At:       from2511,
		Run: func(w *Watch) {
			w.toolResults(func(r *model.Request, a *model.Message) {
				if !a.Result().Get("structuredContent").Given() {
					return
				}
				fault := ""
				if _, text := firstBlock(a, "text"); !text {
					fault = "structuredContent without a text block"
				}
				w.Judge(a.Event, "/result/content", fault, Rel("request", r.Event))
			})
		},
	},
	{
		ID:       "tools.output-schema-structured-result",
		Title:    "A tool with an outputSchema gives a structured result of its type",
		Convicts: "A successful final tools/call result is a subject if the tool, as it was listed last, has an outputSchema, and no later listing speaks against that. A missing structuredContent convicts, and one of another type than the schema's root type; at the handshake revisions null and whatever is no object convict.",
		Spares:   "Whether the content follows the schema beyond its root type; errors, results with isError, interim results and the creation of a task; tools that were not listed before the call, or whose definition may have changed.",
		Party:    ByServer,
		At:       everywhere,
		Run: func(w *Watch) {
			w.structuredResults(func(r *model.Request, a *model.Message, tool *model.Definition) {
				fault := w.structuredFault(tool, a.Result().Get("structuredContent"))
				w.Judge(a.Event, "/result/structuredContent", fault, Rel("request", r.Event), RelAt("listing", tool.Listing))
			})
		},
	},
	{
		ID:       "tools.structured-content-conforms",
		Title:    "A structured result follows the tool's outputSchema",
		Convicts: "A successful result of tools/call with an object as structuredContent is a subject if the tool, as the session listed it last, has an outputSchema, and no later listing speaks against that. Content that does not follow the schema convicts; where the schema names no dialect, 2020-12 is meant, and at 2025-06-18, which leaves it open, draft-07 has to refuse the content as well.",
		Spares:   "Schemas that are not valid, name an unknown dialect or refer outside of themselves; format; errors and results with isError; tools that were not listed before the call, or whose definition may have changed.",
		Party:    ByServer,
		At:       handshake,
		Run:      structuredConforms,
	},
}

// toolNames judges the name of every tool in a list that has a string for it; before holds the names that
// stand before it in the list.
func (w *Watch) toolNames(faultOf func(name string, before map[string]bool) (fault string)) {
	w.toolLists(func(tools model.Value, found *judgement) {
		before := map[string]bool{}
		for i, tool := range tools.Elems() {
			if name := tool.Get("name"); name.IsString() {
				found.judge(model.Pointer("result", "tools", i, "name"), faultOf(name.Str(), before))
				before[name.Str()] = true
			}
		}
	})
}

// toolWords names a listed tool in a detail.
func toolWords(tool model.Value, i int) string {
	if name := tool.Get("name"); name.IsString() {
		return "tool " + name.Compact()
	}
	return say("tools[%d]", i)
}

func (w *Watch) inputSchemaFault(tool model.Value, i int) string {
	s := tool.Get("inputSchema")
	switch {
	case !s.Exists():
		return "missing inputSchema of " + toolWords(tool, i)
	case !s.IsObject():
		return say("inputSchema of %s is %s, want an object", toolWords(tool, i), s.Compact())
	case w.Revision != r2506 || s.Get("type").Is("object"):
		return ""
	case !s.Has("type"):
		return say(`missing type in the inputSchema of %s, want "object"`, toolWords(tool, i))
	default:
		return say(`inputSchema of %s has type %s, want "object"`, toolWords(tool, i), s.Get("type").Compact())
	}
}

// oddCharacters are the characters of a tool name, each once, that it should not hold.
func oddCharacters(name string) string {
	var odd strings.Builder
	for _, c := range name {
		plain := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '.'
		if !plain && !strings.ContainsRune(odd.String(), c) {
			odd.WriteRune(c)
		}
		if odd.Len() > 64 {
			break
		}
	}
	return odd.String()
}

// toolResults gives every result that a tools/call had in the end.
func (w *Watch) toolResults(fn func(r *model.Request, a *model.Message)) {
	w.FinalResults(fn, "tools/call")
}

// structuredResults gives every successful final result of a tool that has an outputSchema.
func (w *Watch) structuredResults(fn func(r *model.Request, a *model.Message, tool *model.Definition)) {
	w.toolResults(func(r *model.Request, a *model.Message) {
		name := r.Params().Get("name")
		if !name.IsString() || a.Result().Get("isError").IsTrue() {
			return
		}
		tool := w.Tracker.Definition("tools/list", name.Str(), r.Message)
		if tool == nil || !tool.Value.Get("outputSchema").IsObject() || !tool.StableUntil(a.Line, model.OutputSchemaPart) {
			return
		}
		fn(r, a, tool)
	})
}

func structuredConforms(w *Watch) {
	var validator schema.Validator
	policy := schema.Default202012
	if w.Revision == r2506 {
		policy = schema.DefaultOpen
	}
	var known recent[[2]model.Fingerprint, schema.Conformance] // polled tools give the same result again
	w.structuredResults(func(r *model.Request, a *model.Message, tool *model.Definition) {
		content := a.Result().Get("structuredContent")
		if !content.IsObject() {
			return
		}
		wanted := tool.Value.Get("outputSchema")
		key := [2]model.Fingerprint{wanted.Fingerprint(), content.Fingerprint()}
		found, seen := known.lookup(key)
		if !seen {
			found = validator.Conforms(wanted, content, policy)
			known.put(key, found)
		}
		if found.Outcome == schema.Unjudged {
			return
		}
		w.Subject(a.Event)
		if found.Outcome == schema.Violates {
			w.Convict(a.Event, "/result/structuredContent"+found.Pointer, found.Text, Rel("request", r.Event), RelAt("listing", tool.Listing))
		}
	})
}

func (w *Watch) structuredFault(tool *model.Definition, content model.Value) string {
	missing := func() string {
		return say("tool %s has an outputSchema, structuredContent is missing", model.Quote(tool.Name))
	}
	if w.Handshake() {
		switch {
		case !content.Given():
			return missing()
		case !content.IsObject():
			return say("got %s, want an object", content.Kind())
		default:
			return ""
		}
	}
	if !content.Exists() {
		return missing()
	}
	if want := rootType(tool.Value.Get("outputSchema")); want != "" && !isOfType(content, want) {
		return say("got %s, outputSchema wants %s", content.Kind(), withArticle(want))
	}
	return ""
}

// rootType is the one type name that a schema's root asks for, "" if it asks for none or its dialect may
// mean something else.
func rootType(s model.Value) string {
	dialect := schema.DeclarationOf(s).Dialect
	if !dialect.Known() || s.Has("$ref") && dialect < schema.Draft201909 {
		return "" // before 2019-09 a $ref hides what stands beside it
	}
	name := s.Get("type").Str()
	if !slices.Contains([]string{"null", "boolean", "object", "array", "number", "string", "integer"}, name) {
		return ""
	}
	return name
}

func isOfType(v model.Value, name string) bool {
	switch name {
	case "null":
		return v.IsNull()
	case "boolean":
		return v.Kind() == model.Bool
	case "object":
		return v.IsObject()
	case "array":
		return v.IsArray()
	case "number":
		return v.IsNumber()
	case "integer":
		return v.IsInteger()
	default:
		return v.IsString()
	}
}

func withArticle(name string) string {
	switch name {
	case "null":
		return name
	case "array", "object", "integer":
		return "an " + name
	default:
		return "a " + name
	}
}
