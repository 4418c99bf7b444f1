package model

import (
	"slices"
	"strings"
)

// settle ends the survey: sessions in the order of their beginnings, with what only the end can tell.
func (x *sessions) settle() {
	f := x.t.Facts
	f.Sessions = f.Sessions[:0]
	closed := f.LastLifecycle == TransportClose && f.LastTransport == HTTP
	for _, n := range x.all {
		if n.Headless && (n.mixed || !n.accepted) {
			n.Version = ""
		}
		own := *n.SessionFacts
		own.EndRecorded = own.EndRecorded || closed && own.Transport == HTTP
		f.Sessions = append(f.Sessions, own)
	}
	slices.SortStableFunc(f.Sessions, func(a, b SessionFacts) int { return a.Line - b.Line })
	for i := range f.Sessions {
		f.Sessions[i].Ordinal = i
	}
	f.refused = map[int]bool{}
	for o := range x.outside.all {
		if o.fate != refused {
			continue
		}
		f.refused[o.line] = true
		if o.head > 0 {
			f.refused[o.head] = true
		}
	}
}

// refusedAt reports a client message or head outside every session whose exchange was refused.
func (f *Facts) refusedAt(line int) bool { return f.refused[line] }

// covers reports that a session of this version is judged by the rules of the profile: its own revision,
// or an older version without a catalogue of its own if the revision was not chosen.
func (x *sessions) covers(version string) bool {
	p := x.t.Profile.Revision
	if version == p {
		return true
	}
	if !x.t.Facts.defaulted || !isRevisionDate(version) {
		return false
	}
	return version < p && (p == Revision20250618 || version > Revision20250618)
}

// negotiated reports that the recording holds an initialize result.
func (f *Facts) negotiated() bool {
	for i := range f.Sessions {
		if f.Sessions[i].Version != "" {
			return true
		}
	}
	return f.InitializeAccepted
}

// scope is the era of what belongs to a session, or to none (C0).
func (x *sessions) scope(n *Session, h *HTTPExchange, line int) Era {
	if !x.t.Facts.negotiated() {
		return Judged
	}
	if n != nil {
		if x.covers(n.Version) {
			return Judged
		}
		return SetAside
	}
	if h == nil || h.Head == nil && h.Body == nil || !x.allSpeak() {
		return SetAside // what began before the recording may be of any revision
	}
	head := h.Head
	if x.t.Facts.refusedAt(line) || head != nil && (x.t.Facts.refusedAt(head.Line) || head.Headers.Value("mcp-protocol-version") == x.t.Profile.Revision) {
		return Judged
	}
	if h.Status != nil && !h.Status.Success() {
		return Judged
	}
	return SetAside
}

// allSpeak reports that every session of the recording speaks the judged revision. There may be very many.
func (x *sessions) allSpeak() bool {
	if !x.heard {
		foreign := func(f SessionFacts) bool { return !x.covers(f.Version) }
		x.heard, x.unanimous = true, !slices.ContainsFunc(x.t.Facts.Sessions, foreign)
	}
	return x.unanimous
}

// Speaks reports that a session speaks the judged revision (C0).
func (t *Tracker) Speaks(n *Session) bool { return n != nil && t.sessions.covers(n.Version) }

// laterRevision reports a client message of a revision from 2026-07-28 on, which knows no session: one that
// says so itself, or whose version header does and which nothing ties to a session.
func laterRevision(m *Message) bool {
	if m.HasModernKey() || m.Method == "server/discover" && m.Class == RequestClass {
		return true
	}
	head := m.head()
	return head != nil && newVersion(versionHeader(head)) && !head.Headers.Has("mcp-session-id") &&
		m.Method != "initialize" && m.Method != "notifications/initialized"
}

// olderTransport reports that what travels on a transport follows the rules of HTTP+SSE, the transport of
// 2024-11-05.
func (x *sessions) olderTransport(t Transport) bool { return t == HTTP && x.t.Facts.HTTPWithSSE }

func (x *sessions) eraOfClientMessage(m *Message) Era {
	if x.olderTransport(m.Transport) {
		return SetAside
	}
	if laterRevision(m) {
		return OtherRevision
	}
	if m.Response() && m.Request != nil && m.Request.Era != Judged {
		return m.Request.Era
	}
	return x.scope(m.Session, m.HTTP, m.Line)
}

func (x *sessions) eraOfServerMessage(m *Message) Era {
	if x.olderTransport(m.Transport) {
		return SetAside
	}
	if m.Request != nil && m.Request.Era != Judged {
		return m.Request.Era
	}
	if m.HTTP != nil && m.HTTP.Body != nil && laterRevision(m.HTTP.Body) {
		return OtherRevision
	}
	return x.scope(m.Session, m.HTTP, m.Line)
}

func (x *sessions) eraOfExchange(h *HTTPExchange) Era {
	if x.olderTransport(HTTP) {
		return SetAside
	}
	if h == nil {
		return x.scope(x.onlySession(), nil, 0)
	}
	if h.Body != nil && laterRevision(h.Body) || h.Head != nil && newVersion(versionHeader(h.Head)) {
		return OtherRevision
	}
	line := 0
	if h.Head != nil {
		line = h.Head.Line
	}
	return x.scope(h.Session, h, line)
}

// hidesMessages reports an array, or a line that could not be read and looks like a message or an array of
// them: the other party may have read in it what is not known here.
func hidesMessages(payload Value) bool {
	if payload.IsString() {
		return strings.HasPrefix(strings.TrimLeft(payload.Str(), " \t["), "{")
	}
	return payload.IsArray()
}

// CompleteAs reports that nothing the party sent in the session up to a line can be missing from the
// recording (C3).
func (t *Tracker) CompleteAs(p Party, n *Session, line int) bool {
	if n == nil || n.Headless || n.bodyMissing {
		return false
	}
	tf := &t.Facts.Transports[n.Transport]
	if tf.LossFrom > 0 && tf.LossFrom <= line {
		return false
	}
	if hides := t.sessions.hides[n.Transport][p]; hides > 0 && hides <= line {
		return false
	}
	if n.Transport == Stdio {
		// Pairing goes on from session to session of a transport.
		return (tf.OpenedFirst || tf.InitializeFirst) && !t.Facts.Gap(0, line)
	}
	return n.Named && !t.Facts.Gap(n.Line, line) && (p == Client || t.sessions.live)
}
