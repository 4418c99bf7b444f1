package model

// Round is an uncontested exchange answered by a result with resultType input_required (M12).
type Round struct {
	Request *Request // the round's own request
	Result  *Message
	Method  string
	Target  string // params.uri for resources/read, else params.name
	Asks    []*Ask // the values of inputRequests, in the order written
	State   Value  // the requestState issued, Absent if none (null counts as none)
	Retried bool
}

// Retry is a client request that carries inputResponses or requestState (M12).
type Retry struct {
	*Message
	Round *Round // the round it goes on with; nil if it is ambiguous or unseen
	// Ambiguous marks a retry that several differing rounds could have led to.
	Ambiguous bool
	// SameTarget reports that the round has the retry's own method and target.
	SameTarget bool
}

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

// Target is what a tools/call, prompts/get or resources/read aims at.
func (m *Message) Target() string {
	if m.Method == "resources/read" {
		return m.Params().Get("uri").Str()
	}
	return m.Params().Get("name").Str()
}

// rounds follows multi-round-trip requests (M12), and asks and answers at handshake revisions.
type rounds struct{ t *Tracker }

func (r *rounds) start(t *Tracker) { *r = rounds{t: t} }

func (r *rounds) message(s *Step) {}
