package checks

import (
	"strings"

	"mcpx/model"
)

var baseChecks = []*Check{
	{
		ID:    "base.jsonrpc-version",
		Title: `A message has a form of JSON-RPC and "jsonrpc": "2.0"`,
		Convicts: `Every message is a subject, batches apart. One that is neither request, notification, result nor error convicts, and so does a "jsonrpc" member ` +
			`that is missing or not exactly the string "2.0". Before 2026-07-28 a "params" that is neither object nor array convicts, too.`,
		Spares: "The JSON of an HTTP refusal, which is no message; batches, which other checks find; a POST without anything of MCP in head and body, which may be meant for another endpoint; members that JSON-RPC does not define; at 2026-07-28 the type of params.",
		Party:  ByBoth,
		At:     everywhere,
		Run:    jsonrpcVersion,
	},
	{
		ID:       "base.request-id-type",
		Title:    "A request id is a string or an integer",
		Convicts: "Every request is a subject. An id that is null, a boolean, an array, an object or a number with a fraction convicts.",
		Spares:   "Integers of any size and spelling (18446744073709551616, 3.0), the empty string, and notifications that carry an id.",
		Party:    ByBoth,
		At:       everywhere,
		Run: func(w *Watch) {
			w.Requests(func(m *model.Message) {
				fault := ""
				if !m.ID.IsString() && !m.ID.IsInteger() {
					fault = say("got id %s, want a string or an integer", m.ID.Compact())
				}
				w.Judge(m.Event, "/id", fault)
			})
		},
	},
	{
		ID:       "base.request-id-not-null",
		Title:    "A request id is not null",
		Convicts: "Every request is a subject. The id null convicts.",
		Spares:   "Messages without an id, which are notifications; null ids of errors; notifications with a null id.",
		Party:    ByBoth,
		At:       everywhere,
		Run: func(w *Watch) {
			w.Requests(func(m *model.Message) {
				fault := ""
				if m.ID.IsNull() {
					fault = "got id null, want a string or an integer"
				}
				w.Judge(m.Event, "/id", fault)
			})
		},
	},
	{
		ID:    "base.request-id-unique-in-flight",
		Title: "A request id is not used again before its response has come",
		Convicts: "Every request on stdio whose id is a string or a number is a subject. It convicts if an earlier request of the same party has an equal id and " +
			"has neither been answered nor lost with its transport.",
		Spares: "An id used again after any answer; Streamable HTTP, where two copies of one client may count alike; equal ids of the other party, and 1 beside \"1\"; " +
			"use again after a line that could not be read, for the answer may have stood there. A cancellation frees no id: the rule waits for a response.",
		Party: ByBoth,
		At:    only2607,
		Whole: true,
		Run:   func(w *Watch) { (&idsInFlight{Watch: w}).watch() },
	},
	{
		ID:       "base.notification-no-id",
		Title:    "A notification carries no id",
		Convicts: "Every message with the method of a notification is a subject. An id member convicts, null included.",
		Spares:   "A request method that was sent without an id; methods that hold the word elsewhere; names that no revision gives to a notification, for nothing keeps vendors from requests called notifications/something; before 2026-07-28, methods that are not on the revision's list of notifications.",
		Party:    ByBoth,
		At:       everywhere,
		Run: func(w *Watch) {
			w.Notifications(func(m *model.Message) {
				if m.ID.Exists() && !publishedNotification(m.Method) || !m.ID.Exists() && !w.Tracker.Profile.Notification(m.Method) {
					return
				}
				fault := ""
				if m.ID.Exists() {
					fault = say("%s carries id %s", plain(m.Method), m.ID.Compact())
				}
				w.Judge(m.Event, "/id", fault)
			})
		},
	},
	{
		ID:       "transport.no-independent-server-requests",
		Title:    "A server sends no requests of its own",
		Convicts: "Every message of the server is a subject. A request convicts: what a server wants of the client stands in the inputRequests of a result.",
		Spares:   "Requests inside inputRequests; notifications that wrongly carry an id; requests of an older conversation in the same recording.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.Messages(func(m *model.Message) {
				if m.Sender() != model.Server {
					return
				}
				fault := ""
				if m.Class == model.RequestClass {
					fault = say("server sent the request %s, want an input request inside an input_required result", plain(m.Method))
				}
				w.Judge(m.Event, "/method", fault)
			})
		},
	},
}

func jsonrpcVersion(w *Watch) {
	w.Messages(func(m *model.Message) {
		if w.batch(m.Payload) || elsewhere(m) {
			return
		}
		w.Subject(m.Event)
		if m.Class == model.Invalid {
			w.Convict(m.Event, "", "no JSON-RPC message: "+formlessness(m.Payload))
			return
		}
		if version := m.JSONRPC(); !version.Exists() {
			w.Convict(m.Event, "/jsonrpc", "missing jsonrpc")
		} else if !version.Is("2.0") {
			w.Convict(m.Event, "/jsonrpc", say(`got jsonrpc %s, want "2.0"`, version.Compact()))
		}
		if params := m.Params(); w.Handshake() && params.Exists() && !params.IsObject() && !params.IsArray() {
			w.Convict(m.Event, "/params", say("got params %s, want an object or an array", params.Compact()))
		}
	})
}

// publishedNotification reports a name that some revision of the specification gives to a notification. No
// revision keeps the prefix notifications/ for itself, so with any other name an id makes a request.
func publishedNotification(method string) bool {
	return method == "notifications/subscriptions/acknowledged" || model.ProfileOf(model.Revision20251125).Notification(method)
}

// batch reports an array that other checks find: at a handshake revision a JSON-RPC batch, which holds
// objects only, later any array with elements.
func (w *Watch) batch(payload model.Value) bool {
	if !payload.IsArray() || !w.Handshake() {
		return payload.IsArray() && payload.Len() > 0
	}
	for _, e := range payload.Elems() {
		if !e.IsObject() {
			return false
		}
	}
	return true
}

// elsewhere reports the body of a POST that may have gone to another endpoint, such as one for tokens or
// for registering clients: targets are not recorded. It has nothing of JSON-RPC, and its head nothing of
// MCP.
func elsewhere(m *model.Message) bool {
	x := m.HTTP
	if m.Class != model.Invalid || m.Sender() != model.Client || m.Payload.Has("jsonrpc") || x == nil || x.Head == nil || !x.Head.HasHeaders {
		return false
	}
	for _, h := range x.Head.Headers {
		if strings.HasPrefix(h.Name, "mcp-") || h.Name == "accept" && strings.Contains(h.Value, "text/event-stream") {
			return false
		}
	}
	return true
}

// formlessness says why a payload is neither request, notification, result nor error (M1).
func formlessness(payload model.Value) string {
	method := payload.Get("method")
	switch {
	case !payload.IsObject():
		return "got " + payload.Kind().String() + ", want an object"
	case method.Exists():
		return say("got method %s, want a string", method.Compact())
	case payload.Has("result"):
		return "both result and error"
	default:
		return "neither method, result nor error"
	}
}

// idsInFlight finds ids that are used again while the request that has them waits for its answer.
type idsInFlight struct {
	*Watch
	open    bool   // stdio: there is a process to talk to
	copies  bool   // a second one was started beside it: instances cannot be told apart any more (M13)
	blurred [2]int // by party: the latest line that may have held an answer of it that nobody can read
}

func (c *idsInFlight) watch() {
	c.Steps(func(s *model.Step) {
		switch {
		case s.Kind == model.BadEvent:
			c.blurred = [2]int{s.Line, s.Line}
		case s.Transport != model.Stdio:
		case s.Kind == model.MessageEvent:
			c.open = true
			if s.Message.Class == model.Invalid {
				c.blurred[s.Sender()] = s.Line
			}
		case s.Kind == model.LifecycleEvent:
			c.copies = c.copies || c.open && s.Lifecycle == model.TransportOpen
			c.open = s.Lifecycle == model.TransportOpen
		}
	})
	c.Requests(func(m *model.Message) {
		if m.Transport != model.Stdio || !m.Usable || c.copies {
			return
		}
		c.Subject(m.Event)
		if !c.Tracker.SeveralAwait(m.Sender(), m.Key) {
			return
		}
		for r := range c.Tracker.Unanswered(m.Sender(), m.Key) {
			if r.Message == m || !r.Real() || !r.InFlight() || r.Era != model.Judged || r.Transport != model.Stdio {
				continue
			}
			if c.blurred[m.Sender().Other()] > r.Line || c.Facts.Gap(r.Line, m.Line) {
				continue
			}
			c.Convict(m.Event, "/id", say("id %s is still in use by the request at seq %d", m.ID.Compact(), r.Seq), Rel("earlier use", r.Event))
			return
		}
	})
}

// plain is a name from a recording for use in a sentence: as it is, or quoted where it would not read as
// one word.
func plain(name string) string {
	odd := func(r rune) bool { return r <= ' ' || r >= 0x7f }
	if name == "" || len(name) > 80 || strings.ContainsFunc(name, odd) {
		return model.Quote(name)
	}
	return name
}
