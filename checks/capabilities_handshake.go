package checks

import (
	"strings"

	"mcpx/model"
)

// What a party has to declare in the handshake before it does it.
var handshakeCapabilityChecks = []*Check{
	{
		ID:       "resources.capability-declared",
		Title:    "A server that serves resources declares them",
		Convicts: "Every result of resources/list, resources/templates/list, resources/read, resources/subscribe or resources/unsubscribe is a subject, in a session whose handshake is recorded. A handshake without resources convicts.",
		Spares:   "Errors, which refuse, and sessions whose handshake is not recorded.",
		Party:    ByServer, At: handshake,
		Run: servedInHandshake("resources", "resources/list", "resources/templates/list", "resources/read", "resources/subscribe", "resources/unsubscribe"),
	},
	{
		ID:       "resources.subscribe-declared",
		Title:    "A server that takes subscriptions to resources declares resources.subscribe",
		Convicts: "Every result of resources/subscribe and every notifications/resources/updated is a subject, in a session whose handshake is recorded. A handshake that leaves resources.subscribe out, or denies it, convicts.",
		Spares:   "Errors, sessions whose handshake is not recorded, and updates of resources that nobody subscribed to.",
		Party:    ByServer, At: only2506,
		Run: func(w *Watch) {
			servedInHandshake("resources.subscribe", "resources/subscribe")(w)
			sentInHandshake("resources.subscribe", "notifications/resources/updated")(w)
		},
	},
	{
		ID:       "resources.list-changed-declared",
		Title:    "A server that announces changes of its resources declares resources.listChanged",
		Convicts: "Every notifications/resources/list_changed of the server is a subject, in a session whose handshake is recorded. A handshake that leaves resources.listChanged out, or denies it, convicts.",
		Spares:   "Sessions whose handshake is not recorded, and a capability that is never used.",
		Party:    ByServer, At: only2506,
		Run: sentInHandshake("resources.listChanged", "notifications/resources/list_changed"),
	},
	{
		ID:       "prompts.capability-declared",
		Title:    "A server that serves prompts declares them",
		Convicts: "Every result of prompts/list or prompts/get is a subject, in a session whose handshake is recorded. A handshake without prompts convicts.",
		Spares:   "Errors, which refuse, and sessions whose handshake is not recorded.",
		Party:    ByServer, At: handshake,
		Run: servedInHandshake("prompts", "prompts/list", "prompts/get"),
	},
	{
		ID:       "prompts.list-changed-declared",
		Title:    "A server that announces changes of its prompts declares prompts.listChanged",
		Convicts: "Every notifications/prompts/list_changed of the server is a subject, in a session whose handshake is recorded. A handshake that leaves prompts.listChanged out, or denies it, convicts.",
		Spares:   "Sessions whose handshake is not recorded, and a capability that is never used.",
		Party:    ByServer, At: only2506,
		Run: sentInHandshake("prompts.listChanged", "notifications/prompts/list_changed"),
	},
	{
		ID:       "tools.capability-declared",
		Title:    "A server that serves tools declares them",
		Convicts: "Every result of tools/list or tools/call is a subject, in a session whose handshake is recorded; the creation of a task counts as one. A handshake without tools convicts.",
		Spares:   "Errors, which refuse, and sessions whose handshake is not recorded.",
		Party:    ByServer, At: handshake,
		Run: servedInHandshake("tools", "tools/list", "tools/call"),
	},
	{
		ID:       "tools.list-changed-declared",
		Title:    "A server that announces changes of its tools declares tools.listChanged",
		Convicts: "Every notifications/tools/list_changed of the server is a subject, in a session whose handshake is recorded. A handshake that leaves tools.listChanged out, or denies it, convicts.",
		Spares:   "Sessions whose handshake is not recorded, and a capability that is never used.",
		Party:    ByServer, At: only2506,
		Run: sentInHandshake("tools.listChanged", "notifications/tools/list_changed"),
	},
	{
		ID:       "roots.list-changed-declared",
		Title:    "A client that announces changes of its roots declares roots.listChanged",
		Convicts: "Every notifications/roots/list_changed of the client is a subject, in a session whose handshake is recorded. A handshake that leaves roots.listChanged out, or denies it, convicts.",
		Spares:   "Sessions whose handshake is not recorded, and a capability that is never used.",
		Party:    ByClient, At: only2506,
		Run: func(w *Watch) {
			w.Notifications(func(m *model.Message) {
				n := m.Session
				if m.Sender() != model.Client || n == nil || n.Init == nil {
					return
				}
				standing, fault := n.Standing(model.Client, "roots", "listChanged"), ""
				switch standing {
				case model.Unclear:
					return
				case model.Withheld:
					fault = m.Method + " sent, the handshake declares no roots.listChanged"
				}
				w.Judge(m.Event, "/method", fault, RelAt("request", n.Init.Request))
			}, "notifications/roots/list_changed")
		},
	},
	{
		ID:       "tools.embedded-resource-capability",
		Title:    "A server whose tools embed resources declares resources",
		Convicts: "Every final result of tools/call with a content block of type resource is a subject, in a session whose handshake is recorded. A handshake without resources convicts.",
		Spares:   "Blocks of type resource_link, and sessions whose handshake is not recorded.",
		Party:    ByServer, At: only2511,
		Run: func(w *Watch) {
			w.toolResults(func(r *model.Request, a *model.Message) {
				at, embeds := firstBlock(a, "resource")
				standing, declaration := w.serverStanding(r.Message, a, "resources")
				if !embeds || standing == model.Unclear {
					return
				}
				fault := ""
				if standing == model.Withheld {
					fault = "tool result embeds a resource, the handshake declares no resources"
				}
				w.Judge(a.Event, model.Pointer("result", "content", at), fault, Rel("request", r.Event), declaration)
			})
		},
	},
}

// servedInHandshake convicts results to methods that rest on a capability which the handshake withholds.
func servedInHandshake(capability string, methods ...string) func(*Watch) {
	path := strings.Split(capability, ".")
	return func(w *Watch) {
		w.ResultsTo(func(r *model.Request, a *model.Message) {
			judgeDeclared(w, r, a, path...)
		}, methods...)
	}
}

// sentInHandshake convicts a server's notifications that rest on a capability which the handshake
// withholds.
func sentInHandshake(capability, notification string) func(*Watch) {
	path := strings.Split(capability, ".")
	return func(w *Watch) {
		w.Notifications(func(m *model.Message) {
			if m.Sender() == model.Server {
				judgeDeclared(w, nil, m, path...)
			}
		}, notification)
	}
}
