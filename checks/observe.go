package checks

import (
	"strings"

	"mcpx/checks/catalogue"
	"mcpx/model"
)

// The observations of 2025-06-18 raise no finding: they show where a recording uses what a clause
// allows or describes.
var observeChecks = []*Check{
	{
		ID:       "observe.sse-response",
		Title:    "Servers may answer with an event stream",
		Convicts: "Shows every response head with status 200 and content type text/event-stream.",
		Spares:   "Nothing is convicted: JSON answers are as good.",
		Party:    ByServer, At: only2506, Needs: Need{Transport: overHTTP},
		Run: func(w *Watch) {
			w.Statuses(func(x *model.HTTPExchange, e *model.Event) {
				if !e.Headers.Has("content-type") {
					return
				}
				w.Subject(e)
				if e.Status == 200 && e.MediaType() == "text/event-stream" {
					w.Use(e, answeredHead(x))
				}
			})
		},
	},
	{
		ID:       "observe.http-shutdown",
		Title:    "Closing the connections ends an HTTP session",
		Convicts: "Shows the last close or abort of the transport and every DELETE that carries a session id.",
		Spares:   "Nothing is convicted: a recording that simply stops does not tell how the session ended.",
		Party:    ByBoth, At: only2506, Needs: Need{Transport: overHTTP},
		Run: observeShutdown,
	},
	capabilityObservation("observe.capability-resources-subscribe", "Servers may offer resource subscriptions", ByServer, "resources", "subscribe"),
	capabilityObservation("observe.capability-resources-list-changed", "Servers may announce changes of the resource list", ByServer, "resources", "listChanged"),
	capabilityObservation("observe.capability-prompts-list-changed", "Servers may announce changes of the prompt list", ByServer, "prompts", "listChanged"),
	capabilityObservation("observe.capability-tools-list-changed", "Servers may announce changes of the tool list", ByServer, "tools", "listChanged"),
	capabilityObservation("observe.capability-roots-list-changed", "Clients may announce changes of their roots", ByClient, "roots", "listChanged"),
	memberObservation("observe.resource-title", "Resources may have a title", "resources/list", "resources", "title"),
	memberObservation("observe.contents-mime-type", "Contents may name their MIME type", "resources/read", "contents", "mimeType"),
	memberObservation("observe.prompt-title", "Prompts may have a title", "prompts/list", "prompts", "title"),
	memberObservation("observe.tool-title", "Tools may have a title", "tools/list", "tools", "title"),
	memberObservation("observe.root-name", "Roots may have a name", "roots/list", "roots", "name"),
	{
		ID:       "observe.tool-output-schema",
		Title:    "Tools may describe their structured results",
		Convicts: "Shows every tool list with the number of tools that have an outputSchema object.",
		Spares:   "Nothing is convicted: the schema is optional.",
		Party:    ByServer, At: only2506, Needs: Need{Party: ByServer, Path: "tools"},
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				observeMembers(w, a, "tools", func(e model.Value) bool { return e.Get("outputSchema").IsObject() })
			}, "tools/list")
		},
	},
	{
		ID:       "observe.structured-content",
		Title:    "Tools may return structured content",
		Convicts: "Shows every tool result that carries structuredContent.",
		Spares:   "Nothing is convicted: unstructured content is as good where a tool has no outputSchema.",
		Party:    ByServer, At: only2506, Needs: Need{Party: ByServer, Path: "tools"},
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				w.Subject(a.Event)
				if a.Result().Get("structuredContent").Given() {
					w.Use(a.Event, "tools/call "+model.Quote(r.Target()))
				}
			}, "tools/call")
		},
	},
	{
		ID:       "observe.resource-updates",
		Title:    "Servers tell subscribers that a resource changed",
		Convicts: "Shows every notifications/resources/updated for a URI the client subscribed to, or for one below it, and reads of such a URI that differ from the last read without an update in between.",
		Spares:   "Nothing is convicted: when a resource changes is the server's knowledge, and two reads may differ for other reasons.",
		Party:    ByServer, At: only2506, Needs: Need{Party: ByServer, Path: "resources.subscribe"},
		Run: observeUpdates,
	},
	{
		ID:       "observe.completion-context",
		Title:    "Completion requests may carry arguments resolved before",
		Convicts: "Shows every completion/complete request with a context.arguments object.",
		Spares:   "Nothing is convicted: the context is optional.",
		Party:    ByClient, At: only2506, Needs: Need{Party: ByServer, Path: "completions"},
		Run: func(w *Watch) {
			w.Requests(func(m *model.Message) {
				w.Subject(m.Event)
				if m.Params().At("context", "arguments").IsObject() {
					w.Use(m.Event, "")
				}
			}, "completion/complete")
		},
	},
	{
		ID:       "observe.pagination-end",
		Title:    "A missing nextCursor ends a listing",
		Convicts: "Shows every page of a listing: whether it was the last one, or was followed by a request with its cursor.",
		Spares:   "Nothing is convicted: how a client reads the absence is its own business.",
		Party:    ByBoth, At: only2506,
		Run: func(w *Watch) {
			w.Pages(func(p *model.Page) {
				if p.Method == "roots/list" {
					return
				}
				w.Subject(p.Result.Event)
				switch {
				case p.Complete:
					w.Use(p.Result.Event, say("%s complete with page %d", p.Method, p.Number))
				case p.Continued():
					w.Use(p.Result.Event, say("%s page %d, a cursor followed", p.Method, p.Number))
				default:
					w.Use(p.Result.Event, say("%s page %d names a next page", p.Method, p.Number))
				}
			})
		},
	},
}

const overHTTP = catalogue.StreamableHTTP

func answeredHead(x *model.HTTPExchange) string {
	if x == nil || x.Head == nil {
		return ""
	}
	return say("answers %s at seq %d", strings.TrimSpace(x.Head.Verb), x.Head.Seq)
}

func observeShutdown(w *Watch) {
	var last *model.Event
	w.Lifecycles(func(x *model.HTTPExchange, e *model.Event) {
		if e.Transport == model.HTTP && e.Lifecycle != model.TransportOpen {
			w.Subject(e)
			last = e
		}
	})
	w.Heads(func(x *model.HTTPExchange, e *model.Event) {
		if e.Verb == "DELETE" && e.Headers.Has("mcp-session-id") {
			w.Subject(e)
			w.Use(e, "DELETE ends the session itself")
		}
	})
	w.End(func() {
		if last != nil {
			w.Use(last, last.Lifecycle.String())
		}
	})
}

// capabilityObservation shows the handshakes that declare an optional feature of a capability.
func capabilityObservation(id, title string, party Parties, capability, feature string) *Check {
	return &Check{
		ID: id, Title: title,
		Convicts: "Shows every handshake that declares " + capability + "." + feature + ".",
		Spares:   "Nothing is convicted: the feature is optional.",
		Party:    party, At: only2506, Needs: Need{Party: party, Path: capability},
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				m, declared := a, a.Result().Get("capabilities")
				if party == ByClient {
					m, declared = r.Message, r.Params().Get("capabilities")
				}
				if !declared.Has(capability) {
					return
				}
				w.Subject(m.Event)
				if declared.At(capability, feature).IsTrue() {
					w.Use(m.Event, "")
				}
			}, "initialize")
		},
	}
}

// memberObservation shows how many elements of a result have an optional string member.
func memberObservation(id, title, method, array, member string) *Check {
	party := ByServer
	if method == "roots/list" {
		party = ByClient
	}
	capability, _, _ := strings.Cut(method, "/")
	return &Check{
		ID: id, Title: title,
		Convicts: "Shows every result of " + method + " with the number of its elements that have a string " + member + ".",
		Spares:   "Nothing is convicted: the published text makes the member optional.",
		Party:    party, At: only2506, Needs: Need{Party: party, Path: capability},
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				observeMembers(w, a, array, func(e model.Value) bool { return e.Get(member).IsString() })
			}, method)
		},
	}
}

func observeMembers(w *Watch, a *model.Message, array string, has func(model.Value) bool) {
	n, all := 0, 0
	for _, e := range a.Result().Get(array).Elems() {
		all++
		if has(e) {
			n++
		}
	}
	if all == 0 {
		return
	}
	w.Subject(a.Event)
	if n > 0 {
		w.Use(a.Event, say("%d of %d", n, all))
	}
}

// watched is a URI that a session subscribed to.
type watched struct {
	read    [32]byte // digest of the contents read last
	hasRead bool
	updated bool // since then
	seq     uint64
}

type watchedKey struct {
	session *model.Session
	uri     string
}

func observeUpdates(w *Watch) {
	uris := map[watchedKey]*watched{}
	w.ResultsTo(func(r *model.Request, a *model.Message) {
		w.Subject(a.Event)
		if len(uris) < tableBound {
			uris[watchedKey{r.Session, r.Params().Get("uri").Str()}] = &watched{}
		}
	}, "resources/subscribe")
	w.Notifications(func(m *model.Message) {
		uri := m.Params().Get("uri").Str()
		for prefix := uri; prefix != ""; prefix = parentURI(prefix) {
			if t := uris[watchedKey{m.Session, prefix}]; t != nil {
				t.updated = true
				w.Use(m.Event, model.Quote(uri))
				return
			}
		}
	}, "notifications/resources/updated")
	w.ResultsTo(func(r *model.Request, a *model.Message) {
		t := uris[watchedKey{r.Session, r.Params().Get("uri").Str()}]
		if t == nil {
			return
		}
		digest := a.Result().Get("contents").Digest()
		if t.hasRead && digest != t.read && !t.updated {
			w.Use(a.Event, say("differs from the read at seq %d, no update in between", t.seq))
		}
		*t = watched{read: digest, hasRead: true, seq: a.Seq}
	}, "resources/read")
}

// parentURI is the part of a URI above its last slash, "" if there is none.
func parentURI(uri string) string {
	i := strings.LastIndexByte(uri, '/')
	if i < 0 {
		return ""
	}
	return uri[:i]
}
