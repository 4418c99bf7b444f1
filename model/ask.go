package model

// Ask is a request to the client for input: an input request of a round from 2026-07-28 on, a request
// of the server at a handshake revision.
type Ask struct {
	Message *Message // that carries it: the round's result, or the server's request
	Request *Request // the round's own request, or the server's request as one that can be answered
	Round   *Round   // nil at a handshake revision
	Key     string   // in inputRequests; "" at a handshake revision
	Value   Value    // the object with method and params
	Method  string
	Params  Value
	Pointer string // of Value in the message's payload; "" at a handshake revision
	// Capabilities are the client capabilities that govern it, Absent if the whole declaration is
	// missing; Unknown if it is not in the recording.
	Capabilities Value
	Unknown      bool
}

// At is the pointer of something inside the ask, such as At("params", "message").
func (a *Ask) At(tokens ...any) string { return a.Pointer + Pointer(tokens...) }

// Standing is the standing of a client capability for this ask.
func (a *Ask) Standing(path ...string) Standing {
	if a.Unknown {
		return Unclear
	}
	return CapabilityStanding(a.Capabilities, path...)
}

// Name names the ask in a detail: inputRequests["who"], or the method of the server's request.
func (a *Ask) Name() string {
	if a.Round == nil {
		return a.Method
	}
	return "inputRequests[" + Quote(a.Key) + "]"
}

// AnsweredAsk is an ask together with the client's answer to it: a value of a retry's inputResponses, or
// the result of the server's request.
type AnsweredAsk struct {
	*Ask
	Carrier *Message // the retry or the result
	Answer  Value    // an object
	Where   string   // pointer of Answer in the carrier's payload
	// Declared are the client capabilities that govern the answer: the retry's own, or the session's.
	Declared        Value
	DeclaredUnknown bool
}

// In is the pointer of something inside the answer.
func (a *AnsweredAsk) In(tokens ...any) string { return a.Where + Pointer(tokens...) }

// AnswerStanding is the standing of a client capability for the answer.
func (a *AnsweredAsk) AnswerStanding(path ...string) Standing {
	if a.DeclaredUnknown {
		return Unclear
	}
	return CapabilityStanding(a.Declared, path...)
}

// handshake follows what the server asks and the client answers where the server sends requests of its
// own.
func (r *rounds) handshake(s *Step) {
	m := s.Message
	if m.Sender() == Server && m.Class == RequestClass {
		if asksClient(m.Method) {
			s.Asks = append(s.Asks, r.ask(m))
		}
		return
	}
	q := s.Answered
	if q == nil || m.Sender() != Client || m.Class != ResultClass || q.Contested || !q.Real() || !m.Result().IsObject() {
		return
	}
	switch {
	case q.Method == "tasks/result":
		if ask := s.Task.Origin(q); ask != nil && asksClient(ask.Method) {
			r.answered(s, ask)
		}
	case asksClient(q.Method) && q.Params().Get("task").IsObject() && m.Result().Get("task").IsObject():
		// It began a task, whose result comes with tasks/result (T8). An ordinary result besides is neither.
	case asksClient(q.Method):
		r.answered(s, q)
	}
}

func asksClient(method string) bool {
	return method == "elicitation/create" || method == "sampling/createMessage" || method == "roots/list"
}

func (r *rounds) ask(m *Message) *Ask {
	a := &Ask{Message: m, Request: r.t.RequestOf(m), Value: m.Payload, Method: m.Method, Params: m.Params()}
	capabilities, known := m.Session.ClientCapabilities()
	a.Capabilities, a.Unknown = capabilities, !known
	return a
}

func (r *rounds) answered(s *Step, q *Request) {
	m := s.Message
	answered := &AnsweredAsk{Ask: r.ask(q.Message), Carrier: m, Answer: m.Result(), Where: Pointer("result")}
	answered.Request = q
	capabilities, known := m.Session.ClientCapabilities()
	answered.Declared, answered.DeclaredUnknown = capabilities, !known
	s.AnsweredAsks = append(s.AnsweredAsks, answered)
}
