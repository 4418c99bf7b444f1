package checks

import (
	"crypto/sha256"
	"slices"

	"mcpx/model"
)

var listChangedChecks = []*Check{
	listChangedNotified("resources", model.Server),
	listChangedNotified("prompts", model.Server),
	listChangedNotified("tools", model.Server),
	listChangedNotified("roots", model.Client),
}

// listChangedNotified is the check that a party which declares listChanged tells of a change of a list.
func listChangedNotified(list string, by model.Party) *Check {
	party, room := ByServer, "the server answered a later request (over HTTP: and sent something later on a GET stream)"
	if by == model.Client {
		party, room = ByClient, "the client sent something later"
	}
	return &Check{
		ID:       list + ".list-changed-notified",
		Title:    "A change of the list of " + list + " is announced",
		Convicts: "In a session whose end is recorded and whose handshake declares " + list + ".listChanged, two complete " + list + "/list listings in a row that name different ones are a subject if " + room + ". It convicts if no notifications/" + list + "/list_changed came from the beginning of the first listing to the end of the session.",
		Spares:   "Changes inside a definition; incomplete and interleaved listings; a late notification; recordings that are cut, have a hole or may lack a stream; listings of which only one was authorised.",
		Party:    party, At: handshake, Needs: Need{Party: party, Path: list + ".listChanged"},
		Run: func(w *Watch) {
			c := &listChanges{w: w, list: list, by: by, notification: "notifications/" + list + "/list_changed"}
			w.Pages(c.page)
			w.Steps(c.step)
			w.End(c.end)
		},
	}
}

// listChanges follows the complete listings of one method session by session (C9).
type listChanges struct {
	w            *Watch
	list         string
	by           model.Party
	notification string
	sessions     table[*model.Session, *listedSession]
	stray        int // line of the latest notification of which the session is unknown
	pairs        int
}

type listedSession struct {
	last     listing // the latest complete listing
	known    bool
	pairs    []listingPair
	notified int // line of the latest list_changed
	answered int // line of the latest request of the other party that was answered
	streamed int // line of the latest server message on a numbered GET stream
	spoken   int // line of the latest message of the party
}

// listing is a complete listing.
type listing struct {
	start      int // line of its first request
	end        Related
	names      [sha256.Size]byte
	authorized bool
}

// listingPair is two complete listings in a row that show different sets.
type listingPair struct{ first, second listing }

func (c *listChanges) page(p *model.Page) {
	s := p.Session
	if p.Method != c.list+"/list" || !p.Complete || p.Ambiguous || !p.Plain || p.Request.Sender() == c.by || s == nil {
		return
	}
	state := c.session(s)
	now := listing{start: p.StartLine, end: Rel("listing", p.Result.Event), names: namesDigest(p.Names), authorized: p.Authorized}
	before, had := state.last, state.known
	state.last, state.known = now, !p.Mixed && !p.Broken && !p.Result.Replay
	if !had || !state.known || before.end.Line >= now.start || before.names == now.names || before.authorized != now.authorized {
		return
	}
	if s.Standing(c.by, c.list, "listChanged") == model.Declared && c.pairs < tableBound {
		c.pairs++
		state.pairs = append(state.pairs, listingPair{before, now})
	}
}

// namesDigest identifies a set of names.
func namesDigest(names []string) [sha256.Size]byte {
	sorted := slices.Compact(slices.Sorted(slices.Values(names)))
	h := sha256.New()
	for _, name := range sorted {
		h.Write([]byte(name))
		h.Write([]byte{0xff}) // in no UTF-8 text
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// step notes what may excuse the party, or shows that it had time to speak.
func (c *listChanges) step(s *model.Step) {
	m := s.Message
	if m == nil || m.Sender() != c.by {
		return
	}
	if m.Method == c.notification {
		c.changed(m)
	}
	state, known := c.sessions.lookup(m.Session)
	if !known {
		return
	}
	state.spoken = s.Line
	if r := s.Answered; r != nil && r.Real() && r.Sender() != c.by {
		state.answered = max(state.answered, r.Line)
	}
	if x := m.HTTP; x != nil && x.Numbered && x.Verb() == "GET" && m.Class != model.Foreign {
		state.streamed = s.Line
	}
}

// changed notes a notification; one of which the session is unknown may be of any.
func (c *listChanges) changed(m *model.Message) {
	if m.Session == nil {
		c.stray = m.Line
		return
	}
	c.session(m.Session).notified = m.Line
}

func (c *listChanges) session(s *model.Session) *listedSession {
	state, known := c.sessions.lookup(s)
	if !known {
		state = &listedSession{}
		c.sessions.put(s, state)
	}
	return state
}

func (c *listChanges) end() {
	for s, state := range c.sessions.entries() {
		if !s.EndRecorded || !c.w.Tracker.CompleteAs(c.by, s, c.w.Facts.LastLine) {
			continue
		}
		for _, p := range state.pairs {
			c.judge(s, state, p)
		}
	}
}

func (c *listChanges) judge(s *model.Session, state *listedSession, p listingPair) {
	end := p.second.end.Line
	spoke := state.spoken > end
	if c.by == model.Server {
		spoke = state.answered > end && (s.Transport == model.Stdio || state.streamed > end)
	}
	if !spoke {
		return
	}
	fault := ""
	if max(state.notified, c.stray) < p.first.start {
		fault = say("%s/list changed since seq %d, missing %s", c.list, p.first.end.Seq, c.notification)
	}
	listed := model.Place{Seq: p.second.end.Seq, Line: end}
	c.w.Judge(listed.MessageBy(c.by, s.Transport), "/result/"+c.list, fault, p.first.end)
}
