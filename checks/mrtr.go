package checks

import (
	"slices"

	"mcpx/model"
)

var mrtrChecks = []*Check{
	{
		ID:       "mrtr.request-state-echoed",
		Title:    "A retry echoes the requestState exactly",
		Convicts: "Every retry that is known to go on with an input_required result that issued a requestState is a subject. A retry without requestState, or with another JSON value, convicts.",
		Spares:   "Retries that several differing results could have led to, or whose result is not in the recording; what the state contains; and new requests that carry neither requestState nor inputResponses.",
		Party:    ByClient,
		At:       only2607,
		Run: retriesOf(func(w *Watch, m *model.Retry) {
			if !m.Round.State.Exists() {
				return
			}
			fault := ""
			switch {
			case !m.State.Exists():
				fault = "missing requestState"
			case !m.State.Equal(m.Round.State):
				fault = say("got requestState %s, the round at seq %d issued %s", m.State.Compact(), m.Round.Result.Seq, m.Round.State.Compact())
			}
			w.Judge(m.Event, "/params/requestState", fault, Rel("round", m.Round.Result.Event))
		}),
	},
	{
		ID:       "mrtr.input-required-supported-methods",
		Title:    "Only prompts/get, resources/read and tools/call are answered with input_required",
		Convicts: "Every input_required result to a request with a method of the core protocol is a subject. Any method but prompts/get, resources/read and tools/call convicts.",
		Spares:   "Methods of extensions, those of the tasks extension included, and other result types.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.Rounds(func(r *model.Round) {
				if !slices.Contains(coreMethods, r.Method) {
					return
				}
				fault := ""
				switch r.Method {
				case "prompts/get", "resources/read", "tools/call":
				default:
					fault = "input_required result to " + r.Method
				}
				w.Judge(r.Result.Event, "/result/resultType", fault, Rel("request", r.Request.Event))
			})
		},
	},
	{
		ID:       "mrtr.input-request-methods",
		Title:    "An input request is an elicitation, a sampling or a roots request",
		Convicts: "Every value of the inputRequests object of an input_required result is a subject. One that is no object convicts, and so does a method other than elicitation/create, sampling/createMessage and roots/list.",
		Spares:   "Methods that no revision of the core protocol defines, if the request declares extensions; what stands in params; inputRequests that is no object; capabilities that the client did not declare.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.Asks(func(a *model.Ask) {
				if judgesMethod(a) {
					w.Judge(a.Message.Event, a.At("method"), inputMethodFault(a), Rel("request", a.Request.Event))
				}
			})
		},
	},
	{
		ID:       "mrtr.input-required-has-content",
		Title:    "An input_required result has inputRequests or requestState",
		Convicts: "Every input_required result is a subject. One with neither an inputRequests object nor a requestState convicts.",
		Spares:   "An empty inputRequests object, and a requestState alone. A requestState that is null counts as missing.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.Rounds(func(r *model.Round) {
				fault := ""
				if !r.State.Exists() && !r.Result.Result().Get("inputRequests").IsObject() {
					fault = "input_required result with neither inputRequests nor requestState"
				}
				w.Judge(r.Result.Event, "/result", fault, Rel("request", r.Request.Event))
			})
		},
	},
	{
		ID:       "mrtr.retry-carries-input-responses",
		Title:    "A retry answers every input request",
		Convicts: "Every retry that is known to go on with an input_required result that asked for something is a subject. Each key of inputRequests that inputResponses lacks convicts.",
		Spares:   "Further keys; what the answers are, declined and cancelled ones included; retries that several differing results could have led to, or whose result is not in the recording; clients that never retry.",
		Party:    ByClient,
		At:       only2607,
		Run: retriesOf(func(w *Watch, m *model.Retry) {
			if len(m.Round.Asks) == 0 {
				return
			}
			w.Subject(m.Event)
			for _, key := range missingKeys(m) {
				w.Convict(m.Event, model.Pointer("params", "inputResponses", key),
					say("inputResponses lacks %s, asked at seq %d", model.Quote(key), m.Round.Result.Seq), Rel("round", m.Round.Result.Event))
			}
		}),
	},
	{
		ID:       "mrtr.no-unsolicited-request-state",
		Title:    "A retry carries no requestState that was not issued",
		Convicts: "Every retry with a requestState that is known to go on with an input_required result is a subject. It convicts if that result issued no requestState.",
		Spares:   "Retries that several differing results could have led to, and those whose result may have come before the recording.",
		Party:    ByClient,
		At:       only2607,
		Run: retriesOf(func(w *Watch, m *model.Retry) {
			if !m.State.Exists() {
				return
			}
			fault := ""
			if !m.Round.State.Exists() {
				fault = say("got requestState %s, the round at seq %d issued none", m.State.Compact(), m.Round.Result.Seq)
			}
			w.Judge(m.Event, "/params/requestState", fault, Rel("round", m.Round.Result.Event))
		}),
	},
	{
		ID:       "mrtr.retry-id-differs",
		Title:    "A retry has an id of its own",
		Convicts: "Every retry that is known to go on with an input_required result is a subject. An id equal to that of the request so answered convicts.",
		Spares:   "Ids of other requests; 3 and \"3\", which differ; retries that several differing results could have led to, or whose result is not in the recording.",
		Party:    ByClient,
		At:       only2607,
		Run: retriesOf(func(w *Watch, m *model.Retry) {
			fault := ""
			if m.Key == m.Round.Request.Key {
				fault = say("retry re-uses id %s of the request at seq %d", m.ID.Compact(), m.Round.Request.Seq)
			}
			w.Judge(m.Event, "/id", fault, Rel("request", m.Round.Request.Event), Rel("round", m.Round.Result.Event))
		}),
	},
	{
		ID:       "mrtr.request-state-scoped-to-retry",
		Title:    "A requestState is used for its own request only",
		Convicts: "Every retry whose requestState equals one that an earlier input_required result issued is a subject. It convicts if no such result answered the same method with the same name or URI.",
		Spares:   "Other arguments of the same tool or prompt; a state that was issued for several targets, one of which fits; states the recording never saw; recordings that begin in the middle, where an unrecorded result may have issued an equal state.",
		Party:    ByClient,
		At:       only2607,
		Run: func(w *Watch) {
			w.Retries(func(m *model.Retry) {
				if m.Ambiguous || !m.ByState || !w.Facts.Complete(m.Transport, m.Line) || w.Facts.Gap(0, m.Line) {
					return
				}
				fault := ""
				if !m.SameTarget {
					fault = say("requestState of %s (seq %d) used for %s", callWords(m.Round.Method, m.Round.Target), m.Round.Result.Seq, callWords(m.Method, m.Target()))
				}
				w.Judge(m.Event, "/params/requestState", fault, Rel("round", m.Round.Result.Event))
			})
		},
	},
	{
		ID:       "mrtr.missing-input-reasked",
		Title:    "A server asks again for input that a retry lacks",
		Convicts: "Every answered retry that lacks some of the input asked for is a subject, if nothing else is wrong with it. An error convicts, unless its code says that the message, the method, the headers, a capability or the version was at fault, or that the server failed.",
		Spares:   "Every result, interim or final, since the missing input may be dispensable; retries whose inputResponses is no object or whose requestState differs; codes -32700, -32601, -32603, -32020, -32021 and -32022; refusals with a status such as 401 or 403.",
		Party:    ByServer,
		At:       only2607,
		Run:      missingInputReasked,
	},
}

// coreMethods are the requests of clients that revisions of the core protocol define. The tasks methods of
// 2025-11-25 are left out: from 2026-07-28 on an extension owns their names.
var coreMethods = []string{
	"initialize", "ping", "server/discover", "tools/list", "tools/call", "prompts/list", "prompts/get",
	"resources/list", "resources/templates/list", "resources/read", "resources/subscribe", "resources/unsubscribe",
	"subscriptions/listen", "completion/complete", "logging/setLevel",
}

// retriesOf runs a check on every retry that goes on with a known round of its own method and target.
func retriesOf(check func(*Watch, *model.Retry)) func(*Watch) {
	return func(w *Watch) {
		w.Retries(func(m *model.Retry) {
			if m.Round != nil && m.SameTarget {
				check(w, m)
			}
		})
	}
}

// judgesMethod: an input request with a method of an extension is left alone if the client declares any.
func judgesMethod(a *model.Ask) bool {
	foreign := a.Value.Get("method").IsString() && !slices.Contains(coreMethods, a.Method) && !asksInput(a.Method)
	return !foreign || a.Standing("extensions") == model.Withheld
}

func asksInput(method string) bool {
	return method == "elicitation/create" || method == "sampling/createMessage" || method == "roots/list"
}

func inputMethodFault(a *model.Ask) string {
	method := a.Value.Get("method")
	switch {
	case !a.Value.IsObject():
		return say("%s is %s, want an object", a.Name(), a.Value.Kind())
	case !method.Exists():
		return say("%s lacks method", a.Name())
	case !asksInput(a.Method):
		return say("%s has method %s", a.Name(), method.Compact())
	}
	return ""
}

// missingKeys are the keys a round asked that a retry does not answer.
func missingKeys(m *model.Retry) []string {
	var missing []string
	for _, a := range m.Round.Asks {
		if !m.Responses.Has(a.Key) {
			missing = append(missing, a.Key)
		}
	}
	return missing
}

// callWords names a call by its method and target.
func callWords(method, target string) string {
	if target == "" {
		return method
	}
	return method + " " + model.Quote(target)
}

func missingInputReasked(w *Watch) {
	var lacking recent[*model.Message, *model.Retry]
	w.Retries(func(m *model.Retry) {
		wellFormed := !m.Responses.Exists() || m.Responses.IsObject()
		if m.Round != nil && m.SameTarget && m.State.Equal(m.Round.State) && wellFormed && len(missingKeys(m)) > 0 {
			lacking.put(m.Message, m)
		}
	})
	w.Answers(func(r *model.Request, a *model.Message) {
		m, known := lacking.lookup(r.Message)
		if !known {
			return
		}
		lacking.drop(r.Message)
		if subject, _ := w.rejection(r, a); !subject || !w.clean(r) {
			return
		}
		fault := ""
		code, whole := a.Code()
		if a.Class == model.ErrorClass && whole && !slices.Contains([]int{-32700, -32601, -32603, -32020, -32021, -32022}, code) {
			fault = say("retry lacks %s, got error %d, want another input_required result", model.Quote(missingKeys(m)[0]), code)
		}
		w.Judge(a.Event, "/error/code", fault, Rel("request", r.Event), Rel("round", m.Round.Result.Event))
	})
}
