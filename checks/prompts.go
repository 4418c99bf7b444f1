package checks

import (
	"mcpx/checks/grammar"
	"mcpx/model"
)

var promptChecks = []*Check{
	{
		ID:       "prompts.image-content-encoding",
		Title:    "Images in prompts are Base64 and have a MIME type",
		Convicts: "Every message of a prompts/get result whose content has type image is a subject. Data that is missing, no string or no Base64 convicts, and so, apart from it, does a mimeType that is missing, no string or not of the form type/subtype.",
		Spares:   "Empty data; whether the bytes are an image of that type; images in tool results.",
		Party:    ByServer,
		At:       from2511,
		Run:      mediaInPrompts("image"),
	},
	{
		ID:       "prompts.audio-content-encoding",
		Title:    "Audio in prompts is Base64 and has a MIME type",
		Convicts: "Every message of a prompts/get result whose content has type audio is a subject. Data that is missing, no string or no Base64 convicts, and so, apart from it, does a mimeType that is missing, no string or not of the form type/subtype.",
		Spares:   "Empty data; whether the bytes are sound of that type; audio in tool results.",
		Party:    ByServer,
		At:       from2511,
		Run:      mediaInPrompts("audio"),
	},
	{
		ID:       "prompts.embedded-resource-shape",
		Title:    "A resource embedded in a prompt has a URI, a MIME type and its contents",
		Convicts: "Every message of a prompts/get result whose content has type resource is a subject. A resource that is missing or no object convicts; else, each apart: a uri that is no string with a scheme, a mimeType that is missing or no string, contents with neither a string text nor a string blob, and a blob alone that is no Base64.",
		Spares:   "Resources with both text and blob; whether the MIME type fits; embedded resources in tool results.",
		Party:    ByServer,
		At:       from2511,
		Run: func(w *Watch) {
			promptContents(w, "resource", func(r *model.Request, a *model.Message, content model.Value, at string) {
				w.Subject(a.Event)
				embeddedResourceFaults(content.Get("resource"), func(pointer, fault string) {
					w.Convict(a.Event, at+"/resource"+pointer, fault, Rel("request", r.Event))
				})
			})
		},
	},
	{
		ID:       "prompts.arguments-validated",
		Title:    "A prompt is not rendered without its required arguments",
		Convicts: "A prompts/get answered by a final result is a subject if the prompt, as it was listed last, requires an argument and no later listing speaks against that. Each required argument that the request does not give convicts.",
		Spares:   "Errors, interim results and retries; prompts that were not listed, or whose definition may have changed; optional arguments; the values of arguments, null included.",
		Party:    ByServer,
		At:       from2511,
		Run:      requiredPromptArguments,
	},
}

func mediaInPrompts(kind string) func(*Watch) {
	return func(w *Watch) {
		promptContents(w, kind, func(r *model.Request, a *model.Message, content model.Value, at string) {
			w.Subject(a.Event)
			if fault := base64Fault(kind+" data", content.Get("data")); fault != "" {
				w.Convict(a.Event, at+"/data", fault, Rel("request", r.Event))
			}
			if fault := mimeTypeFault(kind+" mimeType", content.Get("mimeType")); fault != "" {
				w.Convict(a.Event, at+"/mimeType", fault, Rel("request", r.Event))
			}
		})
	}
}

func embeddedResourceFaults(resource model.Value, convict func(pointer, fault string)) {
	if !resource.IsObject() {
		if !resource.Exists() {
			convict("", "missing resource")
		} else {
			convict("", say("got resource %s, want an object", resource.Compact()))
		}
		return
	}
	switch uri := resource.Get("uri"); {
	case !uri.Exists():
		convict("/uri", "embedded resource lacks uri")
	case !uri.IsString():
		convict("/uri", wantString(uri, "uri"))
	case !grammar.URIScheme(uri.Str()):
		convict("/uri", say("uri %s has no scheme", uri.Compact()))
	}
	switch mimeType := resource.Get("mimeType"); {
	case !mimeType.Exists():
		convict("/mimeType", "embedded resource lacks mimeType")
	case !mimeType.IsString():
		convict("/mimeType", wantString(mimeType, "mimeType"))
	}
	text, blob := resource.Get("text"), resource.Get("blob")
	switch {
	case text.IsString():
	case blob.IsString():
		if fault := base64Fault("blob", blob); fault != "" {
			convict("/blob", fault)
		}
	case blob.Exists():
		convict("/blob", wantString(blob, "blob"))
	case text.Exists():
		convict("/text", wantString(text, "text"))
	default:
		convict("/text", "embedded resource lacks text and blob")
	}
}

func requiredPromptArguments(w *Watch) {
	w.ResultsTo(func(r *model.Request, a *model.Message) {
		if !w.Handshake() && (isRetry(r.Message) || a.ResultType() != "complete") {
			return
		}
		prompt := w.Tracker.Definition("prompts/list", r.Params().Get("name").Str(), r.Message)
		if prompt == nil || !r.Params().Get("name").IsString() {
			return
		}
		required := requiredNames(prompt)
		if len(required) == 0 || !prompt.StableUntil(a.Line, model.ArgumentsPart) {
			return
		}
		w.Subject(a.Event)
		for _, name := range required {
			if !r.Params().At("arguments", name).Exists() {
				w.Convict(a.Event, "/result", say("prompt %s was rendered without required argument %s", model.Quote(prompt.Name), model.Quote(name)),
					Rel("request", r.Event), RelAt("listing", prompt.Listing))
			}
		}
	}, "prompts/get")
}

// requiredNames are the different names of the arguments that a prompt's definition requires.
func requiredNames(prompt *model.Definition) []string {
	var names []string
	seen := map[string]bool{}
	for _, argument := range prompt.Value.Get("arguments").Elems() {
		name := argument.Get("name")
		if argument.Get("required").IsTrue() && name.IsString() && !seen[name.Str()] {
			seen[name.Str()] = true
			names = append(names, name.Str())
		}
	}
	return names
}

// isRetry reports a request that goes on with a round: it carries inputResponses or requestState (M12).
func isRetry(m *model.Message) bool {
	return m.Params().Get("inputResponses").Given() || m.Params().Get("requestState").Given()
}
