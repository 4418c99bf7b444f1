package model

// Place names an event that is not kept.
type Place struct {
	Seq  uint64
	Line int // 0 for no event
}

// Place is where the event stands in the recording; that of no event for nil.
func (e *Event) Place() Place {
	if e == nil {
		return Place{}
	}
	return Place{e.Seq, e.Line}
}

// MessageBy is an event that stands for the message of a party there, for a rule that keeps many places and no
// events: enough to find fault with it.
func (p Place) MessageBy(sender Party, t Transport) *Event {
	e := &Event{Line: p.Line, Seq: p.Seq, Kind: MessageEvent, Transport: t}
	if sender == Server {
		e.Direction = ServerToClient
	}
	return e
}

// Handshake is what is kept of an initialize request and the result that answered it. A recording may hold
// very many, mostly alike.
type Handshake struct {
	Request, Answer Place
	Status          Place  // of the http event with the status of the answer, if it is known
	Version         string // protocolVersion of the result; "" if it is no string

	capabilities [2]Value // by the party that declares them
}

func (t *Tracker) handshakeOf(r *Request, result *Message) *Handshake {
	return &Handshake{
		Request: r.Place(), Answer: result.Place(), Status: result.Status.Place(),
		Version: t.names.text(result.Result().Get("protocolVersion")),
		capabilities: [2]Value{
			Client: t.values.shared(r.Params().Get("capabilities")),
			Server: t.values.shared(result.Result().Get("capabilities")),
		},
	}
}
