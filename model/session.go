package model

// Session is a conversation at a handshake revision (C3).
type Session struct {
	*SessionFacts
	// Init is the latest initialize that a result has answered so far; nil before.
	Init *Handshake
	// Initialized is the line of the client's first notifications/initialized so far, or 0.
	Initialized int
	// Serial reports that the client never had two POSTs of the session open at once so far (C12).
	Serial bool
	// Over is set when a lifecycle event, a later beginning or an answered DELETE has ended it.
	Over bool

	bodyMissing bool // a POST head was answered that has no body
	openPosts   int
}

// SessionFacts are what a survey found about a session as a whole.
type SessionFacts struct {
	Ordinal   int // from 0, in the order of beginning
	Transport Transport
	Line      int    // of the event that began it; of the first one seen if it is headless
	Name      string // its mcp-session-id
	Named     bool   // the server assigned the name in this recording
	Headless  bool   // its beginning is not recorded
	Opened    bool   // on stdio: it began with a transport-open
	Repeated  bool   // on stdio: it began with a further initialize result on the same transport
	// Alone is the line until which an unnamed session can be told from others, exclusive; 0 if it never
	// can. What comes later belongs to no session.
	Alone int
	// Version is the protocolVersion of its latest initialize result, or the one that all heads of a
	// headless session name; "" if unknown.
	Version string
	// EndRecorded reports that the recording holds the end of the session (C3).
	EndRecorded bool

	accepted bool // a headless session had a 2xx answer
	mixed    bool // heads of a headless session name several versions, or none
}

// ClientCapabilities are those of the latest initialize exchange (C6); known is false where the
// recording does not hold it.
func (s *Session) ClientCapabilities() (capabilities Value, known bool) {
	if s == nil || s.Init == nil {
		return Value{}, false
	}
	return s.Init.capabilities[Client], true
}

// ServerCapabilities are those of the latest initialize result (C6).
func (s *Session) ServerCapabilities() (capabilities Value, known bool) {
	if s == nil || s.Init == nil {
		return Value{}, false
	}
	return s.Init.capabilities[Server], true
}

// Standing is the standing of a capability of a party by the session's handshake: as
// CapabilityStanding, and false as the value of listChanged, subscribe or anything below tasks
// withholds (C6).
func (s *Session) Standing(p Party, path ...string) Standing {
	capabilities, known := s.ServerCapabilities()
	if p == Client {
		capabilities, known = s.ClientCapabilities()
	}
	if !known {
		return Unclear
	}
	v := capabilities
	for i, step := range path {
		v = v.Get(step)
		withholds := step == "listChanged" || step == "subscribe" || i > 0 && path[0] == "tasks"
		if withholds && v.Kind() == Bool && !v.IsTrue() {
			return Withheld
		}
	}
	return CapabilityStanding(capabilities, path...)
}
