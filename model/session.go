package model

// Session is a conversation at a handshake revision (C3).
type Session struct {
	Ordinal   int // from 0, in the order of beginning
	Transport Transport
	// Named sessions carry this mcp-session-id.
	Name  string
	Named bool
	// Headless sessions began before the recording.
	Headless bool
	Begin    *Event   // the event that began it
	Init     *Request // its latest initialize that a result has answered so far; nil before
	Version  string   // of its latest initialize result in the whole recording, or of its heads
	Ended    bool
}

// SessionFacts are what the survey found about a session.
type SessionFacts struct {
	Version string
	Source  string // "initialize result" or "version header"
	Line    int    // of its beginning
}

// sessions keeps the sessions of a recording apart (C3).
type sessions struct{ t *Tracker }

func (x *sessions) start(t *Tracker)                  { *x = sessions{t: t} }
func (x *sessions) before(s *Step)                    {}
func (x *sessions) after(s *Step)                     {}
func (x *sessions) assign(s *Step)                    {}
func (x *sessions) eraOfClientMessage(m *Message) Era { return Judged }
func (x *sessions) eraOfServerMessage(m *Message) Era { return Judged }
func (x *sessions) eraOfExchange(h *HTTPExchange) Era { return Judged }

func (x *sessions) settle() {}
