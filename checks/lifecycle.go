package checks

import (
	"strings"

	"mcpx/checks/catalogue"
	"mcpx/model"
)

var lifecycleChecks = []*Check{
	{
		ID:       "lifecycle.first-interaction-initialize",
		Title:    "A client begins with initialize",
		Convicts: "The first client message behind a transport-open on stdio is the subject, and so is an initialize request that comes first. Any other first message convicts.",
		Spares:   "Pings, responses, lines that are no message, server/discover and requests of a later revision are passed over. Recordings that begin in the middle, and Streamable HTTP, where another client may have sent the message, are not judged.",
		Party:    ByClient, At: handshake,
		Run: runFirstInteraction,
	},
	{
		ID:       "lifecycle.initialize-protocol-version",
		Title:    "initialize names a protocol version",
		Convicts: "Every initialize request is a subject. A protocolVersion that is missing or no string convicts.",
		Spares:   "Which version is named, how it is written, and whether the client supports it.",
		Party:    ByClient, At: handshake,
		Run: func(w *Watch) {
			w.Requests(func(m *model.Message) {
				w.Judge(m.Event, "/params/protocolVersion", wantString(m.Params().Get("protocolVersion"), "protocolVersion"))
			}, "initialize")
		},
	},
	{
		ID:       "lifecycle.initialize-capabilities",
		Title:    "initialize declares the client's capabilities",
		Convicts: "Every initialize request is a subject. Capabilities that are missing or no object convict.",
		Spares:   "An empty object, and capabilities nobody knows.",
		Party:    ByClient, At: handshake,
		Run: func(w *Watch) {
			w.Requests(func(m *model.Message) {
				w.Judge(m.Event, "/params/capabilities", wantObject(m.Params().Get("capabilities"), "capabilities"))
			}, "initialize")
		},
	},
	{
		ID:       "lifecycle.initialize-client-info",
		Title:    "initialize says who the client is",
		Convicts: "Every initialize request is a subject. A clientInfo that is missing or no object convicts, and so does a name or version in it that is missing or no string.",
		Spares:   "A title, further members, and empty strings.",
		Party:    ByClient, At: handshake,
		Run: func(w *Watch) {
			w.Requests(func(m *model.Message) {
				w.Subject(m.Event)
				judgeImplementation(w, m, m.Params().Get("clientInfo"), "/params", "clientInfo")
			}, "initialize")
		},
	},
	{
		ID:       "lifecycle.initialize-result-version",
		Title:    "The answer to initialize names a protocol version",
		Convicts: "Every result of initialize is a subject. A protocolVersion that is missing, no string or empty convicts.",
		Spares:   "Errors, which an unsupported version may get, and versions that are no date.",
		Party:    ByServer, At: handshake,
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				v := a.Result().Get("protocolVersion")
				fault := wantString(v, "protocolVersion")
				if v.Is("") {
					fault = `got protocolVersion "", want a version`
				}
				w.Judge(a.Event, "/result/protocolVersion", fault, Rel("request", r.Event))
			}, "initialize")
		},
	},
	{
		ID:       "lifecycle.initialize-result-capabilities",
		Title:    "The answer to initialize declares the server's capabilities",
		Convicts: "Every result of initialize is a subject. Capabilities that are missing or no object convict.",
		Spares:   "An empty object, capabilities nobody knows, and errors.",
		Party:    ByServer, At: handshake,
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				w.Judge(a.Event, "/result/capabilities", wantObject(a.Result().Get("capabilities"), "capabilities"), Rel("request", r.Event))
			}, "initialize")
		},
	},
	{
		ID:       "lifecycle.initialize-result-server-info",
		Title:    "The answer to initialize says who the server is",
		Convicts: "Every result of initialize is a subject. A serverInfo that is missing or no object convicts, and so does a name or version in it that is missing or no string.",
		Spares:   "A title, instructions, further members, and errors.",
		Party:    ByServer, At: handshake,
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				w.Subject(a.Event)
				judgeImplementation(w, a, a.Result().Get("serverInfo"), "/result", "serverInfo", Rel("request", r.Event))
			}, "initialize")
		},
	},
	{
		ID:       "lifecycle.initialized-notification",
		Title:    "A client tells that it is initialized",
		Convicts: "A session is a subject if nothing of it can be missing from the recording, its end is recorded, and the client went on to send requests that were answered. Without notifications/initialized behind the result its first such request convicts.",
		Spares:   "Sessions that end or are cut off earlier, clients that only ping, an initialize answered by an error, and a repeated initialize on stdio.",
		Party:    ByClient, At: handshake,
		Run: runInitializedNotification,
	},
	{
		ID:       "lifecycle.version-echo",
		Title:    "A server answers a version it supports with that version",
		Convicts: "An answered initialize is a subject if it asks for a published handshake revision and the answer echoes it, or the server's own words elsewhere in the recording show that it supports that version: another initialize result of the same server names it, or an error lists it as supported. Over HTTP there must be such words before and after. Another version in the result then convicts, and so does an error that lists the requested version as supported.",
		Spares:   "A different version where nothing shows that the requested one is supported, other errors, and versions from 2026-07-28 on.",
		Party:    ByServer, At: handshake,
		Run: runVersionEcho,
	},
	{
		ID:       "lifecycle.counter-offer-latest",
		Title:    "A server that offers another version offers its latest",
		Convicts: "The result of an initialize is a subject if it offers another version than the one asked for and the server's own words show versions that it supports. One of those that is later than the offer, and not after 2025-11-25, convicts.",
		Spares:   "Results that echo the request, versions from 2026-07-28 on, and servers of which only one initialize exchange is seen.",
		Party:    ByServer, At: only2511,
		Run: runCounterOffer,
	},
	{
		ID:       "lifecycle.negotiated-capabilities-only",
		Title:    "A party uses only capabilities that were negotiated",
		Convicts: "Every message that rests on a capability of the handshake is a subject, such as tools/call on the server's tools or sampling/createMessage on the client's sampling. A capability that the declaration leaves out convicts the sender.",
		Spares:   "Messages before the result of initialize or of no known session, completion in a session of 2024-11-05, which has no capability for it, capabilities written in a form that leaves them unclear, and initialize, ping, cancellation and progress, which need none.",
		Party:    ByBoth, At: handshake,
		Whole: true,
		Run:   runNegotiatedCapabilities,
	},
	{
		ID:       "lifecycle.client-requests-before-init-response",
		Title:    "A client waits for the answer to initialize",
		Convicts: "The time from the beginning of a session to the result of its first initialize is one subject. A client request in it other than initialize and ping convicts.",
		Spares:   "Notifications and responses, requests of a later revision, a repeated initialize, sessions whose beginning is not recorded, and over HTTP requests that carry the id of an older session.",
		Party:    ByClient, At: only2511,
		Run: runBeforeInitResponse,
	},
	{
		ID:       "lifecycle.server-requests-before-initialized",
		Title:    "A server waits for notifications/initialized",
		Convicts: "The time from the beginning of a session with an initialize result to the client's notifications/initialized, or to its end, is one subject. A server request in it other than ping convicts.",
		Spares:   "Notifications, sessions whose beginning is not recorded, and over HTTP sessions without an id or a recording that does not show the order of events.",
		Party:    ByServer, At: only2511,
		Run: runBeforeInitialized,
	},
}

// wantString gives the fault of a member that must be a string.
func wantString(v model.Value, name string) string {
	switch {
	case !v.Exists():
		return "missing " + name
	case !v.IsString():
		return say("got %s %s, want a string", name, v.Compact())
	}
	return ""
}

// wantObject gives the fault of a member that must be an object.
func wantObject(v model.Value, name string) string {
	switch {
	case !v.Exists():
		return "missing " + name
	case !v.IsObject():
		return say("got %s %s, want an object", name, v.Compact())
	}
	return ""
}

// judgeImplementation convicts an Implementation (schema.ts) without name or version.
func judgeImplementation(w *Watch, m *model.Message, info model.Value, base, name string, related ...Related) {
	pointer := base + "/" + name
	if fault := wantObject(info, name); fault != "" {
		w.Convict(m.Event, pointer, fault, related...)
		return
	}
	for _, member := range []string{"name", "version"} {
		if fault := wantString(info.Get(member), name+"."+member); fault != "" {
			w.Convict(m.Event, pointer+"/"+member, fault, related...)
		}
	}
}

func runFirstInteraction(w *Watch) {
	var decided *model.Session
	w.Messages(func(m *model.Message) {
		n := m.Session
		if m.Sender() != model.Client || n == nil || n == decided || n.Repeated {
			return
		}
		if m.Method == "ping" || m.Class != model.RequestClass && m.Class != model.NotificationClass {
			return
		}
		if m.Class == model.RequestClass && m.Method == "initialize" {
			decided = n
			w.Subject(m.Event)
			return
		}
		if n.Transport == model.Stdio && n.Opened {
			decided = n
			if !w.gapless(n.Line, m.Line) {
				return
			}
			w.Judge(m.Event, "/method", say("first message is %s, want initialize", m.Method))
		}
	})
}

// operated is a session whose client has sent a request that was answered.
type operated struct {
	session *model.Session
	first   model.Place
	method  string
}

func runInitializedNotification(w *Watch) {
	var operating []operated
	seen := map[*model.Session]int{} // indices into operating
	var announced [2]bool            // by transport: somewhere on stdio, over HTTP outside every session
	w.Steps(func(s *model.Step) {
		if announces(s.Message) && (s.Transport == model.Stdio || s.Message.Session == nil) {
			announced[s.Transport] = true
		}
	})
	w.Answers(func(r *model.Request, a *model.Message) {
		n := r.Session
		if r.Sender() != model.Client || r.Method == "ping" || r.Method == "initialize" || n == nil || n.Init == nil || r.Line < n.Init.Answer.Line {
			return
		}
		i, known := seen[n]
		if !known {
			if len(operating) == tableBound || !n.EndRecorded || n.Transport == model.Stdio && !n.Opened {
				return
			}
			seen[n] = len(operating)
			operating = append(operating, operated{n, r.Place(), r.Method})
			return
		}
		if r.Line < operating[i].first.Line {
			operating[i].first, operating[i].method = r.Place(), r.Method
		}
	})
	w.End(func() {
		for _, o := range operating {
			n := o.session
			if !w.Tracker.CompleteAs(model.Client, n, w.Facts.LastLine) || !w.Tracker.CompleteAs(model.Server, n, w.Facts.LastLine) {
				continue
			}
			if n.Initialized == 0 && n.Transport == model.HTTP && announced[model.HTTP] {
				continue // it may be meant for this session
			}
			fault := ""
			if n.Initialized == 0 && !announced[n.Transport] {
				fault = say("%s sent, but notifications/initialized never", o.method)
			}
			w.Judge(o.first.MessageBy(model.Client, n.Transport), "/method", fault, RelAt("answer", n.Init.Answer))
		}
	})
}

// gate is a message that rests on a capability.
type gate struct {
	owner model.Party // who must have declared it
	path  []string
}

func gated(owner model.Party, path string) gate { return gate{owner, strings.Split(path, ".")} }

// gates lists what messages of each party rest on, by method.
func gates(rev catalogue.Revision) map[model.Party]map[string]gate {
	s, c := model.Server, model.Client
	fromClient := map[string]gate{
		"tools/list": gated(s, "tools"), "tools/call": gated(s, "tools"),
		"resources/list": gated(s, "resources"), "resources/read": gated(s, "resources"), "resources/templates/list": gated(s, "resources"),
		"resources/subscribe": gated(s, "resources.subscribe"), "resources/unsubscribe": gated(s, "resources.subscribe"),
		"prompts/list": gated(s, "prompts"), "prompts/get": gated(s, "prompts"),
		"completion/complete": gated(s, "completions"), "logging/setLevel": gated(s, "logging"),
		"notifications/roots/list_changed": gated(c, "roots.listChanged"),
	}
	fromServer := map[string]gate{
		"notifications/tools/list_changed":     gated(s, "tools.listChanged"),
		"notifications/prompts/list_changed":   gated(s, "prompts.listChanged"),
		"notifications/resources/list_changed": gated(s, "resources.listChanged"),
		"notifications/resources/updated":      gated(s, "resources.subscribe"),
		"notifications/message":                gated(s, "logging"),
		"sampling/createMessage":               gated(c, "sampling"),
		"elicitation/create":                   gated(c, "elicitation"),
		"roots/list":                           gated(c, "roots"),
	}
	if rev == r2511 {
		for method, path := range map[string]string{"tasks/list": "tasks.list", "tasks/cancel": "tasks.cancel", "tasks/get": "tasks", "tasks/result": "tasks"} {
			fromClient[method], fromServer[method] = gated(s, path), gated(c, path)
		}
		fromClient["notifications/tasks/status"], fromServer["notifications/tasks/status"] = gated(c, "tasks"), gated(s, "tasks")
	}
	return map[model.Party]map[string]gate{c: fromClient, s: fromServer}
}

func runNegotiatedCapabilities(w *Watch) {
	table := gates(w.Revision)
	judge := func(m *model.Message) {
		if m.Session == nil || m.Session.Init == nil || m.Replay {
			return
		}
		g, ok := table[m.Sender()][m.Method]
		if !ok {
			return
		}
		n := m.Session
		if m.Method == "completion/complete" && n.Version < "2025-03-26" {
			return // the capability came with that revision
		}
		standing := n.Standing(g.owner, g.path...)
		name := strings.Join(g.path, ".")
		if w.Revision == r2511 && standing == model.Declared {
			standing, name = finerStanding(m, standing, name)
		}
		if standing == model.Unclear {
			return
		}
		declaration := RelAt("answer", n.Init.Answer)
		if g.owner == model.Client {
			declaration = RelAt("request", n.Init.Request)
		}
		fault := ""
		if standing == model.Withheld {
			fault = say("%s sent, the %s declared no %s", m.Method, g.owner, name)
		}
		w.Judge(m.Event, "/method", fault, declaration)
	}
	w.Requests(judge)
	w.Notifications(judge)
}

// finerStanding looks at the capability below elicitation and sampling that a request of 2025-11-25
// rests on.
func finerStanding(m *model.Message, standing model.Standing, name string) (model.Standing, string) {
	declared, _ := m.Session.ClientCapabilities()
	switch m.Method {
	case "elicitation/create":
		modes := declared.Get("elicitation")
		mode := "form"
		if v := m.Params().Get("mode"); v.Given() {
			mode = v.Str()
		}
		if mode != "form" && mode != "url" {
			return model.Unclear, name
		}
		if mode == "form" && !modes.Has("form") && !modes.Has("url") {
			return model.Declared, name
		}
		return model.CapabilityStanding(modes, mode), "elicitation." + mode
	case "sampling/createMessage":
		tools, choice := m.Params().Get("tools"), m.Params().Get("toolChoice")
		if tools.Len() > 0 || choice.Given() {
			return model.CapabilityStanding(declared, "sampling", "tools"), "sampling.tools"
		}
	}
	return standing, name
}
