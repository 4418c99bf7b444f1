// Package tui is the explorer: one model, whose panes are plain structs with verbs and a renderer. What
// takes time runs in commands; what they find comes back as messages with a generation number.
package tui

import (
	"context"
	"runtime/debug"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"mcpx/tui/choice"
	"mcpx/tui/clauses"
	"mcpx/tui/document"
	"mcpx/tui/findings"
	"mcpx/tui/message"
	"mcpx/tui/observed"
	"mcpx/tui/overview"
	"mcpx/tui/paint"
	"mcpx/tui/pairs"
	"mcpx/tui/prompt"
	"mcpx/tui/timeline"
)

// mode is what keys mean.
type mode uint8

const (
	normalMode  mode = iota
	fieldMode        // a text field has focus
	overlayMode      // a text covers the panes
	menuMode         // a menu of areas
	paletteMode      // the help covers the panes and takes what is typed
	choiceMode       // a short menu covers the panes
	summaryMode      // the summary covers the panes
)

// tab is a list at the right.
type tab uint8

const (
	findingsTab tab = iota
	clausesTab
	pairsTab
	observedTab
	tabs
)

// Model is the explorer.
type Model struct {
	ctx     context.Context
	name    string
	version string // of the program
	env     []string
	keys    KeyMap
	look    *paint.Look
	doc     *document.Document

	w, h  int
	plan  plan
	mode  mode
	focus pane
	zoom  bool
	tab   tab

	timeline  *timeline.Timeline
	found     findings.List
	clauses   clauses.List
	pairs     pairs.List
	observed  observed.List
	overview  overview.View
	drilled   drilled
	message   *message.Pane
	like      likeness
	sought    place
	explained explained
	defect    int // the finding that is shown, -1 if none
	history   history

	filter    filter
	search    search
	searched  []string // what has been looked for
	field     field
	overlay   overlay
	menu      menu
	palette   palette
	marks     marks
	count     count
	hurried   bool // events are passed over, not opened
	mouse     bool // clicks and the wheel are wanted
	now       func() time.Time
	commanded []string // commands that were entered
	choice    choice.Menu
	notice    notice

	chosen          func(i int) tea.Cmd // what becomes of a choice
	chosenByCapital func(i int) tea.Cmd // and of one by a capital letter

	updates <-chan document.Update
	opening int // numbers requests to open events: answers to older ones are not wanted
}

// noDefect is the defect that is shown when none is.
const noDefect = -1

func newModel(ctx context.Context, name string, doc *document.Document, look *paint.Look) *Model {
	m := &Model{
		ctx: ctx, name: name, keys: DefaultKeys(), look: look, doc: doc,
		timeline: timeline.New(), message: message.New(), defect: noDefect, like: likeness{row: document.None},
		history: history{walked: document.None},
	}
	m.filter = newFilter()
	m.mouse, m.now = true, time.Now
	m.field = field{Prompt: prompt.New()}
	return m
}

// Init begins to read the recording.
func (m *Model) Init() tea.Cmd {
	m.updates = m.doc.Load(m.ctx)
	return m.await(m.updates)
}

// updateMsg is news of the recording.
type updateMsg struct {
	from <-chan document.Update
	news document.Update
	more bool
}

// await waits for news of the recording.
func (m *Model) await(from <-chan document.Update) tea.Cmd {
	return func() tea.Msg {
		news, more := <-from
		return updateMsg{from, news, more}
	}
}

// release gives back to the system what reading and judging took beside what is kept of them.
func release() tea.Msg {
	debug.FreeOSMemory()
	return nil
}

// updated enters news of the recording.
func (m *Model) updated(msg updateMsg) tea.Cmd {
	if !msg.more {
		return release
	}
	before, ruling := m.doc.Len(), m.doc.Ruling()
	m.doc.Apply(msg.news)
	if msg.news.Err != nil {
		m.warn(m.noVerdict())
	}
	cmds := []tea.Cmd{m.await(msg.from)}
	if m.doc.Len() != before {
		cmds = append(cmds, m.grown(before))
	}
	switch {
	case m.doc.Ruling() != ruling && m.doc.Ruling() != nil:
		cmds = append(cmds, m.ruled(), m.tidy())
	case m.filter.waits && m.siftable():
		cmds = append(cmds, m.refilter())
	}
	return tea.Batch(cmds...)
}

// grown takes further events in.
func (m *Model) grown(before int) tea.Cmd {
	m.timeline.Grow(m.doc.Len())
	if !m.filter.active() {
		m.pairs.Show(m.doc.Pairs())
	}
	if before == 0 {
		return m.selectRow(m.timeline.Row())
	}
	return nil
}

// manyEvents is how many events make it worth while to give memory back after they were read.
const manyEvents = 100_000

// tidy gives memory back that reading has used.
func (m *Model) tidy() tea.Cmd {
	if m.doc.Len() < manyEvents {
		return nil
	}
	return func() tea.Msg {
		debug.FreeOSMemory()
		return nil
	}
}

// ruled shows another verdict.
func (m *Model) ruled() tea.Cmd {
	m.defect = noDefect
	if r := m.doc.Ruling(); len(r.Notices) > 0 {
		m.warn(strings.Join(r.Notices, "; "))
	}
	m.filter.known = nil
	m.showVerdict(document.Sifted{}) // until the filter has looked at it
	m.showObserved()
	cmds := []tea.Cmd{m.refilter()}
	switch {
	case m.mode == overlayMode && m.overlay.ruling != nil && m.overlay.ruling != m.doc.Ruling():
		m.mode = m.overlay.above
	case m.mode == menuMode:
		m.openAreas()
	case m.mode == fieldMode:
		cmds = append(cmds, m.learn())
	}
	row := m.message.Row()
	m.message.Want(document.None, document.None)
	if row < 0 {
		row = m.timeline.Row()
	}
	return tea.Batch(append(cmds, m.selectRow(row))...)
}
