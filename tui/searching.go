package tui

import (
	"context"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"mcpx/tui/document"
	"mcpx/tui/jsontree"
	"mcpx/tui/prompt"
)

// search is what is looked for and where it has been found so far.
type search struct {
	gen   int
	query string
	rows  []int32
	seen  int
	done  bool
	first bool // the first hit behind the cursor is still to be gone to
	land  int  // the event whose first hit is to be gone to when it has been searched, None if there is none
	ctx   context.Context
	stop  context.CancelFunc
}

func (s *search) active() bool { return s.query != "" }

func (s *search) hit(row int) bool {
	_, ok := slices.BinarySearch(s.rows, int32(row))
	return ok
}

func (m *Model) editSearch() tea.Cmd {
	return m.ask(prompt.Question{
		Label: "search", Hint: "member names, strings, numbers, headers; empty ends the search", Past: m.searched,
	}, "", reply{done: m.enterSearch})
}

func (m *Model) enterSearch(query string) tea.Cmd {
	m.searched = prompt.Remember(m.searched, query)
	return m.startSearch(query)
}

// startSearch looks for a query in the background; an empty one ends the search.
func (m *Model) startSearch(query string) tea.Cmd {
	if m.search.stop != nil {
		m.search.stop()
	}
	m.search = search{gen: m.search.gen + 1, query: query, first: true, land: document.None}
	if query == "" {
		return m.markHits(m.message.Opened())
	}
	m.search.ctx, m.search.stop = context.WithCancel(m.ctx)
	return tea.Batch(
		m.markHits(m.message.Opened()),
		awaitNews(m.search.gen, document.Search(m.search.ctx, m.doc.Trace(), query)),
	)
}

func (m *Model) foundMore(msg newsMsg[document.Found]) tea.Cmd {
	s := &m.search
	if msg.gen != s.gen || !msg.more {
		return nil
	}
	s.rows = append(s.rows, msg.news.Rows...)
	s.seen, s.done = msg.news.Seen, msg.news.Done
	cmds := []tea.Cmd{awaitNews(s.gen, msg.from)}
	if s.first {
		cmds = append(cmds, m.firstHit())
	}
	return tea.Batch(cmds...)
}

// firstHit goes to the first hit at or behind the cursor as soon as it is known.
func (m *Model) firstHit() tea.Cmd {
	s := &m.search
	at, _ := slices.BinarySearch(s.rows, int32(m.timeline.Row()))
	switch {
	case at < len(s.rows):
		s.first = false
		return m.goToHit(at)
	case s.done && len(s.rows) > 0:
		s.first = false
		cmd := m.goToHit(0)
		m.sayWrapped()
		return cmd
	case s.done:
		s.first = false
		m.warn(fmt.Sprintf("%q is nowhere in the recording", s.query))
	}
	return nil
}

// stepHit goes to the next or previous hit: within the message that has focus, then in other events.
func (m *Model) stepHit(step int) tea.Cmd {
	s := &m.search
	switch {
	case !s.active():
		m.say("nothing is being looked for; " + first(m.keys.Search) + " searches")
		return nil
	case m.focus == messagePane && m.stepWithin(step):
		return nil
	case len(s.rows) == 0 && !s.done:
		m.say("still searching")
		return nil
	case len(s.rows) == 0:
		m.warn(fmt.Sprintf("%q is nowhere in the recording", s.query))
		return nil
	}
	at, exact := slices.BinarySearch(s.rows, int32(m.timeline.Row()))
	if step < 0 || exact {
		at += step
	}
	cmd := m.goToHit((at + len(s.rows)) % len(s.rows))
	if at < 0 || at >= len(s.rows) {
		m.sayWrapped()
	}
	return cmd
}

// sayWrapped tells that a step to the next or previous of something has gone round.
func (m *Model) sayWrapped() { m.say("went on at the other end") }

// stepWithin goes on within the message, unless that was its last hit.
func (m *Model) stepWithin(step int) bool {
	t := m.message.Tree()
	if t == nil {
		return false
	}
	at := t.List.Cursor()
	var to jsontree.Step
	if step > 0 {
		to = t.NextHit()
	} else {
		to = t.PreviousHit()
	}
	if to.Of == 0 || to.Wrapped {
		t.List.MoveTo(at)
		return false
	}
	m.say(fmt.Sprintf("hit %d of %d in this message", to.Hit, to.Of))
	return true
}

func (m *Model) goToHit(at int) tea.Cmd {
	row := int(m.search.rows[at])
	cmd := m.jump(row)
	m.search.land = row
	m.landOnHit(row)
	return cmd
}

// landOnHit goes to the first hit in an event that was gone to for its hits, if they are known.
func (m *Model) landOnHit(row int) {
	if t := m.message.Tree(); t != nil && m.search.land == row && m.message.Row() == row {
		t.List.Top()
		if t.NextHit().Of > 0 {
			m.search.land = document.None
		}
	}
}

// smallMessage is how long a message can be that is searched at once when it is opened.
const smallMessage = 256 << 10

// hitsMsg brings what a search has found in a long message.
type hitsMsg struct {
	gen int
	row int
	at  []int
}

// markHits marks in an opened event what is looked for: in a long one from the background.
func (m *Model) markHits(o *document.Opened) tea.Cmd {
	if o == nil || o.Tree == nil {
		return nil
	}
	s := &m.search
	if !s.active() {
		o.Tree.ShowHits(nil)
		return nil
	}
	gen, ctx, query, raw, row := s.gen, s.ctx, s.query, o.Tree.Raw(), o.Row
	find := func() tea.Msg {
		at, _ := jsontree.Find(ctx, raw, query)
		return hitsMsg{gen, row, at}
	}
	if len(raw) > smallMessage {
		o.Tree.ShowHits(nil)
		return find
	}
	m.showHits(find().(hitsMsg))
	return nil
}

// showHits marks what has been found, and goes to the first of it if that was wanted.
func (m *Model) showHits(msg hitsMsg) {
	if msg.gen == m.search.gen {
		m.message.Hits(msg.row, msg.at)
		m.landOnHit(msg.row)
	}
}

// progress is the search in a few words, such as "3/17".
func (s *search) progress(row, all int) string {
	at, exact := slices.BinarySearch(s.rows, int32(row))
	text := fmt.Sprintf("%q ", s.query)
	if exact {
		text += fmt.Sprintf("%d/%d", at+1, len(s.rows))
	} else {
		text += fmt.Sprintf("%d hits", len(s.rows))
	}
	if !s.done && all > 0 {
		text += fmt.Sprintf(" (%d %% searched)", 100*s.seen/all)
	}
	return text
}
