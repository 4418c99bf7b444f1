package checks

import (
	"strings"

	"mcpx/checks/grammar"
	"mcpx/model"
)

var httpChecks = []*Check{
	{
		ID:       "transport.client-messages-use-post",
		Title:    "A client sends every message with an HTTP POST",
		Convicts: "Every client message over HTTP is a subject whose own http event is known and records a verb. A verb other than POST convicts.",
		Spares:   "Messages whose http event is unknown or records no verb; requests that carry no message; a message without exchange number after a GET or DELETE, which need not belong to it.",
		Party:    ByClient,
		At:       everywhere,
		Run:      clientVerbs,
	},
	{
		ID:       "transport.client-post-accept-header",
		Title:    "A client accepts both JSON and event streams",
		Convicts: "Every POST of a request is a subject, at 2025-11-25 every POST of a message. It convicts if accept is missing, or does not list both application/json and text/event-stream.",
		Spares:   "The order of the list, parameters other than q=0, further types; at 2026-07-28 POSTs of notifications; http events without recorded headers. A wildcard lists nothing.",
		Party:    ByClient,
		At:       from2511,
		Run: func(w *Watch) {
			known := map[string]string{} // faults by the header: a client sends the same one again and again
			w.Messages(func(m *model.Message) {
				x := bodyOf(m)
				if x == nil || !x.Head.HasHeaders || x.Verb() != "" && x.Verb() != "POST" || !w.Handshake() && m.Class != model.RequestClass {
					return
				}
				accept, present := x.Head.Headers.Lookup("accept")
				fault, seen := known[accept]
				if !present || !seen {
					fault = acceptFault(x.Head.Headers)
				}
				if present && len(known) < acceptsRemembered {
					known[accept] = fault
				}
				w.Judge(x.Head, "header:accept", fault, Rel("body", m.Event))
			})
		},
	},
	{
		ID:       "transport.http-post-single-message",
		Title:    "The body of a POST is one JSON-RPC message",
		Convicts: "Every client message over HTTP is a subject. An array convicts, and whatever else is neither a request, a notification nor a response.",
		Spares:   "Well-formed responses, which at 2026-07-28 are another rule's matter; a wrong jsonrpc member; messages that are known to be sent with another verb; bodies that are no JSON and left no message.",
		Party:    ByClient,
		At:       from2511,
		Run: func(w *Watch) {
			w.Messages(func(m *model.Message) {
				if m.Transport != model.HTTP || m.Sender() != model.Client {
					return
				}
				x := bodyOf(m)
				if x != nil && x.Verb() != "" && x.Verb() != "POST" || x == nil && m.Numbered && w.Facts.HTTPEvents {
					return // the http event that is missing may name another verb
				}
				fault := ""
				if m.Class == model.Invalid {
					fault = "POST body is no message: " + formlessness(m.Payload)
					if m.Payload.IsArray() {
						fault = say("POST body is an array of %d, want one request or notification", m.Payload.Len())
					}
				}
				w.Judge(m.Event, "", fault)
			})
		},
	},
	{
		ID:       "transport.success-content-type",
		Title:    "The answer to a request is JSON or an event stream",
		Convicts: "Every 2xx status with recorded headers is a subject that answers a POST known to carry a request. It convicts if content-type is missing or names neither application/json nor text/event-stream.",
		Spares:   "Other statuses; parameters such as charset; upper case; exchanges without a request.",
		Party:    ByServer,
		At:       from2511,
		Run: func(w *Watch) {
			w.Statuses(func(x *model.HTTPExchange, e *model.Event) {
				if !e.Success() || !e.HasHeaders || !carriesRequest(x) {
					return
				}
				w.Judge(e, "header:content-type", contentTypeFault(e), Rel("body", x.Body.Event))
			})
		},
	},
	{
		ID:       "transport.accel-buffering-header",
		Title:    "An event stream says x-accel-buffering: no",
		Convicts: "Every 2xx status with recorded headers and content type text/event-stream is a subject, if the header is there or the client spoke to a loopback host: the proxy for which it is meant drops it. It convicts if x-accel-buffering is missing or not no.",
		Spares:   "JSON answers; streams that may have passed a proxy; streams of an older conversation.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.Statuses(func(x *model.HTTPExchange, e *model.Event) {
				value, present := e.Headers.Lookup("x-accel-buffering")
				if !e.Success() || e.MediaType() != "text/event-stream" || !present && !w.reachedDirectly(x) {
					return
				}
				fault := ""
				if !present {
					fault = `missing x-accel-buffering on an event stream, want "no"`
				} else if !strings.EqualFold(strings.TrimSpace(value), "no") {
					fault = say(`got x-accel-buffering %s on an event stream, want "no"`, model.Quote(value))
				}
				w.Judge(e, "header:x-accel-buffering", fault)
			})
		},
	},
	{
		ID:    "transport.no-messages-after-cancellation",
		Title: "Once a client has closed the stream of a request, the server sends nothing more for it",
		Convicts: "Every server message over HTTP is a subject while the cancellation of an unanswered request stands. A closed response stream cancels: at once if the close is recorded on the server's side, else once the server has answered a request that was sent after it. " +
			"A message on the exchange of the cancelled request convicts, and so does its answer where exchanges have no numbers.",
		Spares: "Aborts; the end of a whole connection; a close that may have ended the stream of an earlier answer; a request of another client with the same id; notifications without exchange number; notifications/cancelled.",
		Party:  ByServer,
		At:     only2607,
		Whole:  true,
		Run:    func(w *Watch) { (&closedStreams{Watch: w}).watch() },
	},
}

func clientVerbs(w *Watch) {
	written := &headThenBody{}
	if w.Handshake() {
		w.Steps(written.follow)
	}
	w.Messages(func(m *model.Message) {
		x := bodyOf(m)
		if x == nil || x.Verb() == "" || w.Handshake() && !x.Numbered && !written.seen {
			return
		}
		fault := ""
		if x.Verb() != "POST" {
			fault = say("%s was sent with %s, want POST", messageWords(m), plain(x.Verb()))
		}
		w.Judge(m.Event, "verb", fault, Rel("http request", x.Head))
	})
}

// headThenBody tells whether a recorder without exchange numbers is known to write a client http event
// and then its body: an earlier message directly followed the event of a POST.
type headThenBody struct {
	seen     bool
	followed bool // the latest event is such a message
	latest   *model.Event
}

func (h *headThenBody) follow(s *model.Step) {
	h.seen = h.seen || h.followed
	h.followed = false
	if m := s.Message; m != nil && !m.Numbered {
		x := bodyOf(m)
		h.followed = x != nil && x.Head == h.latest && x.Verb() == "POST"
	}
	h.latest = s.Event
}

// bodyOf gives the exchange of a client message whose client http event is known, else nil.
func bodyOf(m *model.Message) *model.HTTPExchange {
	x := m.HTTP
	if m.Sender() != model.Client || x == nil || x.Forgotten || x.Body != m || x.Head == nil {
		return nil
	}
	return x
}

// carriesRequest reports an exchange that is known to be that of a request.
func carriesRequest(x *model.HTTPExchange) bool {
	return x != nil && !x.Forgotten && x.Head != nil && x.Head.HasHeaders && x.Body != nil &&
		x.Body.Class == model.RequestClass && x.Body.Era == model.Judged
}

// messageWords names a message in a detail: its method, or its class.
func messageWords(m *model.Message) string {
	switch m.Class {
	case model.RequestClass, model.NotificationClass:
		return plain(m.Method)
	case model.ErrorClass:
		return "an error"
	case model.ResultClass:
		return "a result"
	default:
		return "an invalid message"
	}
}

const acceptsRemembered = 64

func acceptFault(headers model.Headers) string {
	accept, present := headers.Lookup("accept")
	if !present {
		return "missing accept, want application/json, text/event-stream"
	}
	var missing []string
	for _, mediaType := range [...]string{"application/json", "text/event-stream"} {
		if !grammar.Lists(accept, mediaType) {
			missing = append(missing, mediaType)
		}
	}
	if len(missing) == 0 {
		return ""
	}
	return say("accept %s does not list %s", model.Quote(accept), strings.Join(missing, ", "))
}

func contentTypeFault(status *model.Event) string {
	value, present := status.Headers.Lookup("content-type")
	switch grammar.MediaType(value) {
	case "application/json", "text/event-stream":
		return ""
	}
	if !present {
		return "missing content-type, want application/json or text/event-stream"
	}
	return say("got content-type %s, want application/json or text/event-stream", model.Quote(value))
}

// reachedDirectly reports that nothing speaks for a proxy between client and server: the client names a
// loopback host or none, and where its http event is unknown, no recorded one names another.
func (w *Watch) reachedDirectly(x *model.HTTPExchange) bool {
	if x == nil || x.Forgotten || x.Head == nil || !x.Head.HasHeaders {
		return !w.Facts.ForeignHost
	}
	return model.Loopback(x.Head.Headers.Value("host"))
}
