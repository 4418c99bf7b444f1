package checks

import (
	"slices"

	"mcpx/checks/catalogue"
	"mcpx/checks/grammar"
	"mcpx/model"
)

// Rules of the base protocol that only the handshake revisions have.
var baseHandshakeChecks = []*Check{
	{
		ID:       "base.request-id-present",
		Title:    "A request method carries an id",
		Convicts: "Every message whose method the protocol defines only as a request of its sender is a subject. One without an id member convicts.",
		Spares:   "Methods the protocol does not define, and methods that travel the other way.",
		Party:    ByBoth, At: handshake,
		Run: func(w *Watch) {
			methods := requestMethods(w.Revision)
			w.Messages(func(m *model.Message) {
				if !slices.Contains(methods[m.Sender()], m.Method) {
					return
				}
				fault := ""
				if !m.ID.Exists() {
					fault = say("%s without id, want a request", m.Method)
				}
				w.Judge(m.Event, "/id", fault)
			})
		},
	},
	{
		ID:       "base.request-id-unique",
		Title:    "A request id is used once in a session",
		Convicts: "Every request with a string or number as id is a subject, in sessions on stdio or with a session id. An id that the same party used for an earlier request of the session convicts.",
		Spares:   "Equal ids of the other party, of other sessions and of sessions without an id, replays on resumed streams, and over HTTP the same message sent again while it has drawn no answer or was refused.",
		Party:    ByBoth, At: handshake,
		Run: runRequestIDUnique,
	},
	{
		ID:       "base.request-method-string",
		Title:    "A request names its method as a string",
		Convicts: "Every message with an id is a subject if it is a request, has a method that is no string, or has params but neither method nor outcome. A method that is missing or no string convicts.",
		Spares:   "A message with nothing but an id, which may as well be an answer without outcome, and unknown method names.",
		Party:    ByBoth, At: only2506,
		Run: func(w *Watch) {
			w.Messages(func(m *model.Message) {
				if m.ID.Exists() {
					judgeMethod(w, m, model.RequestClass, "request")
				}
			})
		},
	},
	{
		ID:       "base.notification-method-string",
		Title:    "A notification names its method as a string",
		Convicts: "Every message without an id is a subject if it is a notification, has a method that is no string, or has params but neither method nor outcome. A method that is missing or no string convicts.",
		Spares:   "Error objects without an id, which may be the body of an HTTP refusal, and unknown method names.",
		Party:    ByBoth, At: only2506,
		Run: func(w *Watch) {
			w.Messages(func(m *model.Message) {
				if m.Payload.IsObject() && !m.ID.Exists() {
					judgeMethod(w, m, model.NotificationClass, "notification")
				}
			})
		},
	},
	{
		ID:       "base.no-batch",
		Title:    "Messages are sent one by one",
		Convicts: "Every message is a subject. An array convicts, whatever it holds.",
		Spares:   "Sessions that negotiated an older revision, where batches are legal.",
		Party:    ByBoth, At: handshake,
		Run: func(w *Watch) {
			w.Messages(func(m *model.Message) {
				if mayBatch(m) {
					return
				}
				fault := ""
				if m.Payload.IsArray() {
					fault = say("got an array of %d, want one message", m.Payload.Len())
				}
				w.Judge(m.Event, "", fault)
			})
		},
	},
	{
		ID:       "base.response-not-both",
		Title:    "A response has a result or an error, not both",
		Convicts: "Every message without method that has a result or an error is a subject. One that has both convicts, even if one of them is null.",
		Spares:   "Messages that have a method, too.",
		Party:    ByBoth, At: only2506,
		Run: func(w *Watch) {
			w.Messages(func(m *model.Message) {
				result, failed := m.Payload.Has("result"), m.Payload.Has("error")
				if m.Payload.Has("method") || !result && !failed {
					return
				}
				fault := ""
				if result && failed {
					fault = say("response to id %s has both result and error", m.ID.Compact())
				}
				w.Judge(m.Event, "/error", fault)
			})
		},
	},
	{
		ID:       "base.meta-object",
		Title:    "_meta is an object",
		Convicts: "Every _meta at a place that the schema defines is a subject: of params and result, and of the elements of typed lists. One that is no object convicts.",
		Spares:   "Members of that name in tool arguments, structured content and schemas, which are the users' data.",
		Party:    ByBoth, At: only2506,
		Run: func(w *Watch) {
			w.Messages(func(m *model.Message) {
				w.metaMembers(m, func(meta model.Value, pointer string) {
					w.Judge(m.Event, pointer, wantObject(meta, "_meta"))
				})
			})
		},
	},
	{
		ID:       "base.meta-reserved-prefix",
		Title:    "Prefixes with modelcontextprotocol or mcp are reserved in _meta",
		Convicts: "Every _meta key with a prefix is a subject. A label modelcontextprotocol or mcp in it that another label follows convicts.",
		Spares:   "Prefixes that end with the reserved word, those below io.modelcontextprotocol, where an extension may have put the key, and labels that merely contain the word.",
		Party:    ByBoth, At: only2506,
		Run: func(w *Watch) {
			w.metaKeys(judgeReserved)
		},
	},
}

// requestMethods lists the methods that are defined only as requests of a party.
func requestMethods(rev catalogue.Revision) map[model.Party][]string {
	client := []string{"initialize", "ping", "resources/list", "resources/templates/list", "resources/read", "resources/subscribe",
		"resources/unsubscribe", "prompts/list", "prompts/get", "tools/list", "tools/call", "logging/setLevel", "completion/complete"}
	server := []string{"ping", "sampling/createMessage", "roots/list", "elicitation/create"}
	if rev == r2511 {
		tasks := []string{"tasks/get", "tasks/result", "tasks/list", "tasks/cancel"}
		client, server = append(client, tasks...), append(server, tasks...)
	}
	return map[model.Party][]string{model.Client: client, model.Server: server}
}

func judgeMethod(w *Watch, m *model.Message, class model.Class, name string) {
	method := m.Payload.Get("method")
	bare := !method.Exists() && m.Payload.Has("params") && !m.Payload.Has("result") && !m.Payload.Has("error")
	if m.Class != class && !bare && (!method.Exists() || method.IsString()) {
		return
	}
	fault := ""
	switch {
	case bare:
		fault = say("%s with params lacks method", name)
	case !method.IsString():
		fault = say("got method %s, want a string", method.Compact())
	}
	w.Judge(m.Event, "/method", fault)
}

func judgeReserved(key string) (subject bool, fault string) {
	prefix, labels, ok := grammar.MetaPrefix(key)
	if !ok || prefix == "" {
		return false, ""
	}
	if len(labels) < 2 || labels[0] != "io" || labels[1] != "modelcontextprotocol" {
		for _, label := range labels[:max(0, len(labels)-1)] {
			if label == "modelcontextprotocol" || label == "mcp" {
				fault = say("_meta key %s uses a reserved prefix", model.Quote(key))
			}
		}
	}
	return true, fault
}

// usedID is the latest use of a request id in a session. It keeps no message: there may be very many.
type usedID struct {
	seq    uint64
	line   int
	digest [32]byte // of the payload, over HTTP
	spent  bool     // it drew an answer with a status that is not a refusal
}

type usedKey struct {
	session *model.Session
	party   model.Party
	key     model.Key
}

func runRequestIDUnique(w *Watch) {
	var used table[usedKey, usedID]
	w.Requests(func(m *model.Message) {
		n := m.Session
		if !m.Usable || n == nil || m.Replay || n.Transport == model.HTTP && !n.Named {
			return
		}
		if m.Method == "initialize" && n.Init != nil {
			return
		}
		w.Subject(m.Event)
		k := usedKey{n, m.Sender(), m.Key}
		u := usedID{seq: m.Seq, line: m.Line}
		if m.Transport == model.HTTP {
			u.digest = m.Payload.Digest()
		}
		latest := used.entry(k)
		if known := latest.line > 0; known && !(m.Transport == model.HTTP && sentAgain(latest, &u)) {
			w.Convict(m.Event, "/id", say("id %s was used at seq %d", m.ID.Compact(), latest.seq),
				Related{Seq: latest.seq, Line: latest.line, What: "earlier use"})
		}
		*latest = u
	})
	w.Steps(func(s *model.Step) {
		r := s.Answered
		if r == nil || r.Transport != model.HTTP || r.Session == nil {
			return
		}
		if u := used.at(usedKey{r.Session, r.Sender(), r.Key}); u != nil && u.line == r.Line {
			u.spent = s.Message.Status == nil || s.Message.Status.Success()
		}
	})
}

// sentAgain reports the same message over HTTP, sent again while the earlier one drew no response or was
// refused: a retry after a lost connection, a 401 or a 5xx.
func sentAgain(earlier, now *usedID) bool { return earlier.digest == now.digest && !earlier.spent }

// mayBatch reports a message of a session that negotiated a revision with JSON-RPC batches.
func mayBatch(m *model.Message) bool {
	return m.Session != nil && m.Session.Version != "" && m.Session.Version < string(r2506)
}
