package checks

import "mcpx/model"

var cancellationChecks = []*Check{
	{
		ID:       "cancellation.server-cancels-only-subscriptions",
		Title:    "A server cancels nothing but subscriptions",
		Convicts: "Every notifications/cancelled of the server is a subject if it has no usable requestId, or names a request the recording holds: on stdio an earlier one of the client, on a numbered HTTP exchange the one that opened it. No usable id convicts, and so does the id of any request but subscriptions/listen.",
		Spares:   "Ids the recording never saw; ids on HTTP that another client may use; an id of another type than the request's; ending a subscription that has ended already; subscriptions that end without notice.",
		Party:    ByServer,
		At:       only2607,
		Run:      serverCancelsOnlySubscriptions,
	},
}

func serverCancelsOnlySubscriptions(w *Watch) {
	requests := newRequestIDs(w)
	w.Notifications(func(m *model.Message) {
		if m.Sender() != model.Server {
			return
		}
		id := m.Params().Get("requestId")
		named, usable := id.Key()
		if !usable {
			fault := "missing requestId, want the id of a subscription"
			if id.Exists() {
				fault = say("got requestId %s, want the id of a subscription", id.Compact())
			}
			w.Judge(m.Event, "/params/requestId", fault)
			return
		}
		request, known := requests.named(m, named)
		if !known {
			return
		}
		fault := ""
		if !request.subscription {
			fault = say("server cancels request %s (%s), only subscriptions may be cancelled", id.Compact(), plain(request.method))
		}
		w.Judge(m.Event, "/params/requestId", fault, request.Related)
	}, "notifications/cancelled")
}

// requestIDs remembers what the ids of the client's requests on stdio stand for.
type requestIDs struct {
	*Watch
	others  recent[model.Key, namedRequest]
	listens recent[model.Key, namedRequest] // subscriptions, and what may have been one
	forgot  bool                            // the id of a subscription was forgotten
}

// namedRequest is a request that a cancellation names.
type namedRequest struct {
	Related
	method       string
	subscription bool
}

func newRequestIDs(w *Watch) *requestIDs {
	ids := &requestIDs{Watch: w}
	w.Steps(ids.note)
	return ids
}

func (ids *requestIDs) note(s *model.Step) {
	m := s.Message
	if m == nil || m.Sender() != model.Client || m.Transport != model.Stdio {
		return
	}
	for _, part := range m.InBatch {
		ids.listen(part.Message)
	}
	switch {
	case !m.Usable || m.Response():
	case m.Class != model.RequestClass, m.Doubtful(), m.Method == "subscriptions/listen":
		ids.listen(m)
	default:
		ids.others.put(m.Key, namedRequest{Related: Rel("request", m.Event), method: m.Method})
	}
}

func (ids *requestIDs) listen(m *model.Message) {
	_, known := ids.listens.lookup(m.Key)
	ids.forgot = ids.forgot || !known && ids.listens.full()
	ids.listens.put(m.Key, namedRequest{Related: Rel("request", m.Event), method: m.Method, subscription: true})
}

// named finds the request that a cancellation of the server names; it is not known if the recording
// leaves it open.
func (ids *requestIDs) named(m *model.Message, id model.Key) (request namedRequest, known bool) {
	if m.Transport == model.HTTP {
		x := m.HTTP
		if x == nil || !x.Numbered || x.Body == nil || x.Body.Class != model.RequestClass || !x.Body.Usable || x.Body.Key != id {
			return namedRequest{}, false
		}
		return namedRequest{Rel("request", x.Body.Event), x.Body.Method, x.Body.Method == "subscriptions/listen"}, true
	}
	if request, known = ids.listens.lookup(id); known {
		return request, true
	}
	if ids.forgot || ids.lossBefore(m) {
		return namedRequest{}, false
	}
	request, known = ids.others.lookup(id)
	return request, known && !ids.Facts.Gap(request.Line, m.Line)
}

// strays reports a cancellation that is known to name no subscription.
func (ids *requestIDs) strays(m *model.Message) bool {
	id, usable := m.Params().Get("requestId").Key()
	if !usable {
		return true
	}
	request, known := ids.named(m, id)
	return known && !request.subscription
}
