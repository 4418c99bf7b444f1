package checks

import "mcpx/model"

// windowKept bounds the messages that are remembered while a window is open.
const windowKept = 256

// early holds the messages of one session's window until its subject is sure.
type early struct {
	messages []*model.Message
	subject  bool
}

func (e *early) add(m *model.Message) {
	if len(e.messages) < windowKept {
		e.messages = append(e.messages, m)
	}
}

func runBeforeInitResponse(w *Watch) {
	windows := map[*model.Session]*early{}
	w.Requests(func(m *model.Message) {
		n := m.Session
		if m.Sender() != model.Client || m.Method == "initialize" || m.Method == "ping" || !handshakeWindow(w, n) || n.Init != nil {
			return
		}
		open(windows, n).add(m)
	})
	w.ResultsTo(func(r *model.Request, a *model.Message) {
		n := a.Session
		if !handshakeWindow(w, n) || n.Init != nil && n.Init.Request.Line != r.Line || !w.gapless(n.Line, a.Line) {
			return
		}
		w.Subject(r.Event)
		if e := windows[n]; e != nil {
			for _, m := range e.messages {
				w.Convict(m.Event, "/method", say("%s sent before the answer to initialize", m.Method), Rel("request", r.Event), Rel("answer", a.Event))
			}
		}
		delete(windows, n)
	}, "initialize")
}

func open(windows map[*model.Session]*early, n *model.Session) *early {
	e := windows[n]
	if e == nil {
		if len(windows) == tableBound {
			clear(windows)
		}
		e = &early{}
		windows[n] = e
	}
	return e
}

// handshakeWindow reports a session in whose beginning the order of messages can be relied on: on stdio
// one whose first initialize belongs to it, over HTTP a named one of a live recording.
func handshakeWindow(w *Watch, n *model.Session) bool {
	switch {
	case n == nil || n.Headless || n.Repeated:
		return false
	case n.Transport == model.Stdio:
		return n.Opened || n.Ordinal == 0 && w.Facts.Transports[model.Stdio].InitializeFirst
	default:
		return n.Named && w.Tracker.Live()
	}
}

func runBeforeInitialized(w *Watch) {
	windows := map[*model.Session]*early{}
	judge := func(n *model.Session, e *early) {
		if n.Init == nil || !e.subject || !handshakeWindow(w, n) {
			return
		}
		w.SubjectOn(n.Transport)
		for _, m := range e.messages {
			if !w.gapless(n.Line, m.Line) { // the notification may be missing
				return
			}
			w.Convict(m.Event, "/method", say("the server sent %s before notifications/initialized", m.Method), RelAt("answer", n.Init.Answer))
		}
	}
	w.Steps(func(s *model.Step) {
		if s.Transport == model.HTTP && announces(s.Message) && s.Message.Session == nil {
			clear(windows) // it may belong to any session
		}
	})
	w.ResultsTo(func(r *model.Request, a *model.Message) {
		// Whether the recording shows the order of events may turn out later.
		if n := a.Session; n != nil && (n.Named || handshakeWindow(w, n)) && n.Initialized == 0 {
			open(windows, n).subject = true
		}
	}, "initialize")
	w.Requests(func(m *model.Message) {
		n := m.Session
		if m.Sender() == model.Server && m.Method != "ping" && !m.Replay && handshakeWindow(w, n) && n.Initialized == 0 {
			open(windows, n).add(m)
		}
	})
	w.Notifications(func(m *model.Message) {
		if e := windows[m.Session]; e != nil && m.Sender() == model.Client {
			judge(m.Session, e)
			delete(windows, m.Session)
		}
	}, "notifications/initialized")
	w.End(func() {
		for n, e := range windows {
			judge(n, e)
		}
	})
}

// announces reports the client's notifications/initialized.
func announces(m *model.Message) bool {
	return m != nil && m.Sender() == model.Client && m.Method == "notifications/initialized"
}
