package checks

import (
	"slices"
	"strings"

	"mcpx/model"
)

// Rules of cancellation, logging, completion and progress that only the handshake revisions have.
var utilityHandshakeChecks = []*Check{
	{
		ID:       "cancellation.known-request",
		Title:    "A cancellation names a request that its sender issued",
		Convicts: "On stdio, every notifications/cancelled with a string or number as requestId is a subject, in a session of which nothing its sender wrote can be missing. An id that the sender used for no request on the transport convicts.",
		Spares:   "HTTP, where a request that was given up before it left is cancelled all the same, recordings with a hole or without the beginning, and ids that were answered before.",
		Party:    ByBoth, At: handshake, Needs: Need{Transport: overStdio},
		Run: runCancellationKnown,
	},
	{
		ID:       "cancellation.initialize-not-cancelled",
		Title:    "A client does not cancel initialize",
		Convicts: "Every notifications/cancelled of the client is a subject, in a session on stdio or with a session id whose beginning is recorded. The id of the initialize request convicts.",
		Spares:   "An id that the client used again since, and cancellations of the server.",
		Party:    ByClient, At: handshake,
		Run: runInitializeNotCancelled,
	},
	{
		ID:       "logging.capability-declared",
		Title:    "A server that logs declares logging",
		Convicts: "Every notifications/message of the server is a subject, in a session whose handshake is recorded. A handshake without logging convicts.",
		Spares:   "Sessions whose handshake is not recorded, and answers to logging/setLevel.",
		Party:    ByServer, At: handshake,
		Run: func(w *Watch) {
			w.Notifications(func(m *model.Message) {
				if m.Sender() == model.Server {
					judgeDeclared(w, nil, m, "logging")
				}
			}, "notifications/message")
		},
	},
	{
		ID:       "logging.level-valid",
		Title:    "A log message has one of the eight levels",
		Convicts: "Every notifications/message of the server is a subject. A level that is missing or not exactly debug, info, notice, warning, error, critical, alert or emergency convicts.",
		Spares:   "The level the client asked for, and the logger and data of the message.",
		Party:    ByServer, At: only2506,
		Run: func(w *Watch) {
			w.Notifications(func(m *model.Message) {
				if m.Sender() != model.Server {
					return
				}
				level, fault := m.Params().Get("level"), ""
				if !slices.Contains(syslogLevels, level.Str()) || !level.IsString() {
					fault = say("got level %s, want one of the eight syslog levels", level.Compact())
				}
				w.Judge(m.Event, "/params/level", fault)
			}, "notifications/message")
		},
	},
	{
		ID:       "completion.capability-declared",
		Title:    "A server that completes declares completions",
		Convicts: "Every result of completion/complete is a subject, in a session whose handshake is recorded. A handshake without completions convicts.",
		Spares:   "Errors, and sessions whose handshake is not recorded.",
		Party:    ByServer, At: only2511,
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				judgeDeclared(w, r, a, "completions")
			}, "completion/complete")
		},
	},
	{
		ID:       "completion.result-shape",
		Title:    "A completion result lists strings",
		Convicts: "Every result of completion/complete is a subject. A completion that is missing or no object convicts, and so do values that are missing or no array of strings.",
		Spares:   "A missing total or hasMore, an empty array, and errors.",
		Party:    ByServer, At: only2506,
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				pointer, fault := completionFault(a.Result().Get("completion"))
				w.Judge(a.Event, "/result/completion"+pointer, fault, Rel("request", r.Event))
			}, "completion/complete")
		},
	},
	{
		ID:       "completion.max-values",
		Title:    "A completion result has at most 100 values",
		Convicts: "Every result of completion/complete with an array of values is a subject. More than 100 of them convict.",
		Spares:   "Exactly 100, and a total above 100.",
		Party:    ByServer, At: only2506,
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				values := a.Result().At("completion", "values")
				if !values.IsArray() {
					return
				}
				fault := ""
				if n := values.Len(); n > 100 {
					fault = say("got %d values, want at most 100", n)
				}
				w.Judge(a.Event, "/result/completion/values", fault, Rel("request", r.Event))
			}, "completion/complete")
		},
	},
	{
		ID:       "progress.notification-shape",
		Title:    "Progress names its token and its value",
		Convicts: "Every notifications/progress is a subject, in either direction. A progressToken that is missing or neither string nor number convicts, and so does a progress that is missing or no number.",
		Spares:   "A missing total or message, and fractions.",
		Party:    ByBoth, At: only2506,
		Run: func(w *Watch) {
			w.Notifications(func(m *model.Message) {
				w.Subject(m.Event)
				token, progress := m.Params().Get("progressToken"), m.Params().Get("progress")
				if !token.IsString() && !token.IsNumber() {
					w.Convict(m.Event, "/params/progressToken", gotOrMissing("progressToken", token, "a string or a number"))
				}
				if !progress.IsNumber() {
					w.Convict(m.Event, "/params/progress", gotOrMissing("progress", progress, "a number"))
				}
			}, "notifications/progress")
		},
	},
	{
		ID:       "progress.token-known",
		Title:    "Progress refers to a token that was given",
		Convicts: "Every notifications/progress with a string or number as token is a subject, in a session of which nothing can be missing that the party wrote who would have given it; over HTTP only where the recording shows the order of events. A token that no earlier request of that party carried convicts.",
		Spares:   "Recordings with a hole or without the beginning, and traffic of no session.",
		Party:    ByBoth, At: handshake,
		Run: runTokenKnown,
	},
}

var syslogLevels = []string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}

func gotOrMissing(name string, v model.Value, want string) string {
	if !v.Exists() {
		return "missing " + name
	}
	return say("got %s %s, want %s", name, v.Compact(), want)
}

// judgeDeclared judges that the server's handshake declares a capability on which a notification rests, or
// the result of a request.
func judgeDeclared(w *Watch, r *model.Request, m *model.Message, path ...string) {
	n := m.Session
	if n == nil || n.Init == nil || m.Replay {
		return
	}
	standing := n.Standing(model.Server, path...)
	if standing == model.Unclear {
		return
	}
	pointer, did, request := "/method", m.Method+" sent", Related{}
	if r != nil {
		pointer, did, request = "/result", r.Method+" answered", Rel("request", r.Event)
	}
	fault := ""
	if standing == model.Withheld {
		fault = say("%s, the handshake declares no %s", did, strings.Join(path, "."))
	}
	w.Judge(m.Event, pointer, fault, request, RelAt("answer", n.Init.Answer))
}

func completionFault(completion model.Value) (pointer, fault string) {
	if fault := wantObject(completion, "completion"); fault != "" {
		return "", fault
	}
	values := completion.Get("values")
	if !values.IsArray() {
		return "/values", gotOrMissing("completion.values", values, "an array of strings")
	}
	for i, v := range values.Elems() {
		if !v.IsString() {
			return "/values" + model.Pointer(i), say("got value %s, want a string", v.Compact())
		}
	}
	return "", ""
}

type issuedKey struct {
	party model.Party
	key   model.Key
}

func runCancellationKnown(w *Watch) {
	var issued table[issuedKey, int] // lines of the latest requests on the stdio transport
	forget := func() { issued = table[issuedKey, int]{} }
	w.Steps(func(s *model.Step) {
		if s.Kind == model.LifecycleEvent && s.Transport == model.Stdio && s.Lifecycle == model.TransportOpen {
			forget()
		}
		m := s.Message
		if m == nil || m.Transport != model.Stdio {
			return
		}
		if m.Usable && m.Class != model.ResultClass && m.Class != model.ErrorClass {
			issued.put(issuedKey{m.Sender(), m.Key}, m.Line)
		}
		for _, r := range m.InBatch {
			issued.put(issuedKey{m.Sender(), r.Key}, m.Line)
		}
	})
	w.Notifications(func(m *model.Message) {
		id := m.Params().Get("requestId")
		key, usable := id.Key()
		if m.Transport != model.Stdio || !usable || issued.dropped || !w.Tracker.CompleteAs(m.Sender(), m.Session, m.Line) {
			return
		}
		fault := ""
		if _, known := issued.lookup(issuedKey{m.Sender(), key}); !known {
			fault = say("the %s cancels request %s, which it never sent", m.Sender(), id.Compact())
		}
		w.Judge(m.Event, "/params/requestId", fault)
	}, "notifications/cancelled")
}

func runInitializeNotCancelled(w *Watch) {
	type use struct {
		id    model.Key
		event Related
		again bool
	}
	var initialize table[*model.Session, *use]
	w.Requests(func(m *model.Message) {
		n := m.Session
		if n == nil || m.Sender() != model.Client || !m.Usable {
			return
		}
		u, known := initialize.lookup(n)
		switch {
		case m.Method == "initialize" && !known:
			initialize.put(n, &use{id: m.Key, event: Rel("request", m.Event)})
		case known && u.id == m.Key:
			u.again = true
		}
	})
	w.Notifications(func(m *model.Message) {
		n := m.Session
		if n == nil || m.Sender() != model.Client || n.Headless || n.Transport == model.HTTP && !n.Named {
			return
		}
		fault := ""
		var request Related
		key, usable := m.Params().Get("requestId").Key()
		if u, known := initialize.lookup(n); known && usable && u.id == key && !u.again {
			fault, request = "notifications/cancelled names the initialize request", u.event
		}
		w.Judge(m.Event, "/params/requestId", fault, request)
	}, "notifications/cancelled")
}

func runTokenKnown(w *Watch) {
	type given struct {
		session *model.Session // nil on stdio: the transport counts
		party   model.Party
		key     model.Key
	}
	var tokens table[given, int]
	place := func(m *model.Message, p model.Party, k model.Key) given {
		if m.Transport == model.Stdio {
			return given{nil, p, k}
		}
		return given{m.Session, p, k}
	}
	w.Steps(func(s *model.Step) {
		if m := s.Message; m != nil && (m.Class == model.RequestClass || m.Class == model.Invalid) {
			if key, ok := m.Token(); ok {
				tokens.put(place(m, m.Sender(), key), m.Line)
			}
		}
	})
	w.Notifications(func(m *model.Message) {
		token := m.Params().Get("progressToken")
		key, usable := token.Key()
		giver := m.Sender().Other()
		if !usable || m.Replay || tokens.dropped || !w.Tracker.CompleteAs(giver, m.Session, m.Line) || m.Transport == model.HTTP && !w.Tracker.Live() {
			return
		}
		if w.Revision == r2511 && m.Meta().At(model.MetaRelatedTask, "taskId").IsString() {
			return // progress of a task: its own rules tell whether the task is known
		}
		fault := ""
		if _, known := tokens.lookup(place(m, giver, key)); !known {
			fault = say("progress for token %s, which no request carried", token.Compact())
		}
		w.Judge(m.Event, "/params/progressToken", fault)
	}, "notifications/progress")
}
