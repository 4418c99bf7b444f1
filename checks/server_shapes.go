package checks

import "mcpx/model"

// The shapes of what servers answer, which 2025-06-18 states row by row.
var serverShapeChecks = []*Check{
	{
		ID:       "resources.list-result-shape",
		Title:    "A server lists resources in an array",
		Convicts: "Every result of resources/list is a subject. Resources that are missing or no array convict.",
		Spares:   "An empty array, one page of several, and errors.",
		Party:    ByServer, At: only2506, Needs: Need{Party: ByServer, Path: "resources"},
		Run: resultArray("resources/list", "resources"),
	},
	{
		ID:       "resources.read-result-shape",
		Title:    "A server returns the contents of a resource in an array",
		Convicts: "Every result of resources/read is a subject. Contents that are missing or no array convict.",
		Spares:   "An empty array, and errors.",
		Party:    ByServer, At: only2506, Needs: Need{Party: ByServer, Path: "resources"},
		Run: resultArray("resources/read", "contents"),
	},
	{
		ID:       "resources.templates-list-result-shape",
		Title:    "A server lists resource templates in an array",
		Convicts: "Every result of resources/templates/list is a subject. Templates that are missing or no array convict.",
		Spares:   "An empty array, one page of several, and errors.",
		Party:    ByServer, At: only2506, Needs: Need{Party: ByServer, Path: "resources"},
		Run: resultArray("resources/templates/list", "resourceTemplates"),
	},
	{
		ID:       "resources.resource-shape",
		Title:    "A resource has a URI and a name",
		Convicts: "Every element of the resources in a result of resources/list is a subject. One that is no object convicts, and so does a uri or a name that is missing or no string.",
		Spares:   "A missing title, description, mimeType, size or annotations, and how the URI is written.",
		Party:    ByServer, At: only2506, Needs: Need{Party: ByServer, Path: "resources"},
		Run: elementStrings("resources/list", "resources", "resource", "uri", "name"),
	},
	{
		ID:       "resources.contents-item-shape",
		Title:    "Resource contents have a URI and text or a blob",
		Convicts: "Every element of the contents in a result of resources/read is a subject. One that is no object convicts, and so does a uri that is missing or no string, and contents with neither a string text nor a string blob.",
		Spares:   "A missing mimeType, both text and blob, whether a blob is Base64, and another URI than the one asked for.",
		Party:    ByServer, At: only2506, Needs: Need{Party: ByServer, Path: "resources"},
		Run: func(w *Watch) {
			elements(w, "resources/read", "contents", "content", func(e model.Value, convict func(pointer, fault string)) {
				stringMembers(e, convict, "uri")
				textOrBlob(e, convict)
			})
		},
	},
	{
		ID:       "resources.template-shape",
		Title:    "A resource template has a URI template and a name",
		Convicts: "Every element of the templates in a result of resources/templates/list is a subject. One that is no object convicts, and so does a uriTemplate or a name that is missing or no string.",
		Spares:   "How the template is written, and a missing title, description or mimeType.",
		Party:    ByServer, At: only2506, Needs: Need{Party: ByServer, Path: "resources"},
		Run: elementStrings("resources/templates/list", "resourceTemplates", "template", "uriTemplate", "name"),
	},
	{
		ID:       "prompts.list-result-shape",
		Title:    "A server lists prompts in an array",
		Convicts: "Every result of prompts/list is a subject. Prompts that are missing or no array convict.",
		Spares:   "An empty array, one page of several, and errors.",
		Party:    ByServer, At: only2506, Needs: Need{Party: ByServer, Path: "prompts"},
		Run: resultArray("prompts/list", "prompts"),
	},
	{
		ID:       "prompts.get-result-shape",
		Title:    "A server returns a prompt as an array of messages",
		Convicts: "Every result of prompts/get is a subject. Messages that are missing or no array convict.",
		Spares:   "An empty array, and errors.",
		Party:    ByServer, At: only2506, Needs: Need{Party: ByServer, Path: "prompts"},
		Run: resultArray("prompts/get", "messages"),
	},
	{
		ID:       "prompts.prompt-shape",
		Title:    "A prompt has a name",
		Convicts: "Every element of the prompts in a result of prompts/list is a subject. One that is no object convicts, and so does a name that is missing or no string.",
		Spares:   "A missing title, description or arguments, and a name that appears twice.",
		Party:    ByServer, At: only2506, Needs: Need{Party: ByServer, Path: "prompts"},
		Run: elementStrings("prompts/list", "prompts", "prompt", "name"),
	},
	{
		ID:       "prompts.message-shape",
		Title:    "A prompt message has a role and one content block",
		Convicts: "Every element of the messages in a result of prompts/get is a subject. One that is no object convicts, and so does a role other than user and assistant, and a content that is missing or no object: an array of blocks is not this revision's form.",
		Spares:   "What the block holds, and the order of the roles.",
		Party:    ByServer, At: only2506, Needs: Need{Party: ByServer, Path: "prompts"},
		Run: func(w *Watch) {
			elements(w, "prompts/get", "messages", "message", func(e model.Value, convict func(pointer, fault string)) {
				if role := e.Get("role"); !role.Is("user") && !role.Is("assistant") {
					convict("/role", gotOrMissing("role", role, "user or assistant"))
				}
				if fault := wantObject(e.Get("content"), "content"); fault != "" {
					convict("/content", fault)
				}
			})
		},
	},
	{
		ID:       "prompts.content-block",
		Title:    "The content of a prompt message is a block of a known type",
		Convicts: "The content of every message in a result of prompts/get is a subject if it is an object. A type other than text, image, audio, resource_link and resource convicts, and so does a member that the type requires and that is missing or of another JSON type.",
		Spares:   "Base64 and MIME types, annotations and _meta; resource_link, which the schema allows.",
		Party:    ByServer, At: only2506, Needs: Need{Party: ByServer, Path: "prompts"},
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				for i, m := range a.Result().Get("messages").Elems() {
					content := m.Get("content")
					if !content.IsObject() {
						continue
					}
					w.Subject(a.Event)
					blockFaults(content, func(pointer, fault string) {
						w.Convict(a.Event, model.Pointer("result", "messages", i, "content")+pointer, fault, Rel("request", r.Event))
					})
				}
			}, "prompts/get")
		},
	},
	{
		ID:       "tools.list-result-shape",
		Title:    "A server lists tools in an array",
		Convicts: "Every result of tools/list is a subject. Tools that are missing or no array convict.",
		Spares:   "An empty array, one page of several, and errors.",
		Party:    ByServer, At: only2506, Needs: Need{Party: ByServer, Path: "tools"},
		Run: resultArray("tools/list", "tools"),
	},
	{
		ID:       "tools.tool-shape",
		Title:    "A tool has a name and an inputSchema",
		Convicts: "Every element of the tools in a result of tools/list is a subject. One that is no object convicts, and so does a name that is missing or no string, and a missing inputSchema.",
		Spares:   "A missing description, title, outputSchema or annotations, what the inputSchema is, and the length and characters of the name.",
		Party:    ByServer, At: only2506, Needs: Need{Party: ByServer, Path: "tools"},
		Run: func(w *Watch) {
			elements(w, "tools/list", "tools", "tool", func(e model.Value, convict func(pointer, fault string)) {
				stringMembers(e, convict, "name")
				if !e.Has("inputSchema") {
					convict("/inputSchema", "missing inputSchema")
				}
			})
		},
	},
	{
		ID:       "tools.call-result-shape",
		Title:    "A tool result has an array of content",
		Convicts: "Every result of tools/call is a subject. A content that is missing or no array convicts, an isError that is present and no boolean, and a structuredContent that is present and no object; null counts as absent.",
		Spares:   "A missing isError, an empty array, and errors.",
		Party:    ByServer, At: only2506, Needs: Need{Party: ByServer, Path: "tools"},
		Run: func(w *Watch) {
			w.toolResults(func(r *model.Request, a *model.Message) {
				w.Subject(a.Event)
				request, result := Rel("request", r.Event), a.Result()
				if content := result.Get("content"); !content.IsArray() {
					w.Convict(a.Event, "/result/content", gotOrMissing("content", content, "an array"), request)
				}
				if failed := result.Get("isError"); failed.Given() && failed.Kind() != model.Bool {
					w.Convict(a.Event, "/result/isError", gotOrMissing("isError", failed, "a boolean"), request)
				}
				if s := result.Get("structuredContent"); s.Given() && !s.IsObject() {
					w.Convict(a.Event, "/result/structuredContent", gotOrMissing("structuredContent", s, "an object"), request)
				}
			})
		},
	},
	{
		ID:       "tools.content-block",
		Title:    "The content of a tool result is made of blocks of known types",
		Convicts: "Every element of the content in a result of tools/call is a subject. One that is no object convicts, a type other than text, image, audio, resource_link and resource, and a member that the type requires and that is missing or of another JSON type.",
		Spares:   "Base64 and MIME types, annotations and _meta, and links to resources that no list shows.",
		Party:    ByServer, At: only2506, Needs: Need{Party: ByServer, Path: "tools"},
		Run: func(w *Watch) {
			elements(w, "tools/call", "content", "block", blockFaults)
		},
	},
}

// resultArray convicts results to a method without the array that they consist of.
func resultArray(method, array string) func(*Watch) {
	return func(w *Watch) {
		w.ResultsTo(func(r *model.Request, a *model.Message) {
			fault := ""
			if v := a.Result().Get(array); !v.IsArray() {
				fault = gotOrMissing(array, v, "an array")
			}
			w.Judge(a.Event, model.Pointer("result", array), fault, Rel("request", r.Event))
		}, method)
	}
}

// elements judges every element of the array in results to a method: it has to be an object, and then
// what faults finds. The word names an element in a detail.
func elements(w *Watch, method, array, word string, faults func(e model.Value, convict func(pointer, fault string))) {
	w.ResultsTo(func(r *model.Request, a *model.Message) {
		for i, e := range a.Result().Get(array).Elems() {
			w.Subject(a.Event)
			convict := func(pointer, fault string) {
				w.Convict(a.Event, model.Pointer("result", array, i)+pointer, fault, Rel("request", r.Event))
			}
			if !e.IsObject() {
				convict("", gotOrMissing(word, e, "an object"))
				continue
			}
			faults(e, convict)
		}
	}, method)
}

// elementStrings judges that every element has the named members, each a string.
func elementStrings(method, array, word string, names ...string) func(*Watch) {
	return func(w *Watch) {
		elements(w, method, array, word, func(e model.Value, convict func(pointer, fault string)) {
			stringMembers(e, convict, names...)
		})
	}
}

func stringMembers(v model.Value, convict func(pointer, fault string), names ...string) {
	for _, name := range names {
		if fault := wantString(v.Get(name), name); fault != "" {
			convict(model.Pointer(name), fault)
		}
	}
}

// textOrBlob judges that resource contents have a string text or a string blob.
func textOrBlob(v model.Value, convict func(pointer, fault string)) {
	text, blob := v.Get("text"), v.Get("blob")
	switch {
	case text.IsString(), blob.IsString():
	case text.Exists():
		convict("/text", wantString(text, "text"))
	case blob.Exists():
		convict("/blob", wantString(blob, "blob"))
	default:
		convict("/text", "missing text or blob")
	}
}

// blockFaults judges a ContentBlock of 2025-06-18 (schema.ts).
func blockFaults(block model.Value, convict func(pointer, fault string)) {
	switch kind := block.Get("type"); kind.Str() {
	case "text":
		stringMembers(block, convict, "text")
	case "image", "audio":
		stringMembers(block, convict, "data", "mimeType")
	case "resource_link":
		stringMembers(block, convict, "uri", "name")
	case "resource":
		resource := block.Get("resource")
		if fault := wantObject(resource, "resource"); fault != "" {
			convict("/resource", fault)
			return
		}
		inside := func(pointer, fault string) { convict("/resource"+pointer, fault) }
		stringMembers(resource, inside, "uri")
		textOrBlob(resource, inside)
	default:
		convict("/type", gotOrMissing("type", kind, "text, image, audio, resource_link or resource"))
	}
}
