package tui

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"mcpx/checks"
	"mcpx/checks/catalogue"
	"mcpx/tui/document"
	"mcpx/tui/findings"
)

// level is which findings a filter lets through.
type level uint8

const (
	anyLevel level = iota
	onlyMust
	onlyShould
)

func (l level) accepts(c catalogue.Level) bool {
	switch l {
	case onlyMust:
		return c.Fails()
	case onlyShould:
		return c.Warns()
	}
	return true
}

// filter is what the lists are narrowed to. Timeline, findings, clauses and pairs obey the same one.
type filter struct {
	level  level
	area   catalogue.Area // "" for all
	blamed bool           // only events with findings
	words  string         // that the row of an event holds
	talk   int            // the request whose conversation is shown, None for all

	stop context.CancelFunc // of a filter at work in the background
}

func (f *filter) clear() {
	if f.stop != nil {
		f.stop()
	}
	*f = filter{talk: document.None}
}

func (f *filter) active() bool { return f.byFinding() || f.byEvent() }

// byFinding reports a filter that lets only events with certain findings through.
func (f *filter) byFinding() bool { return f.level != anyLevel || f.area != "" || f.blamed }

func (f *filter) byEvent() bool { return f.words != "" || f.talk != document.None }

// describe is the filter in a few words.
func (f *filter) describe() string {
	var parts []string
	switch f.level {
	case onlyMust:
		parts = append(parts, "MUST")
	case onlyShould:
		parts = append(parts, "SHOULD")
	}
	if f.area != "" {
		parts = append(parts, "area "+string(f.area))
	}
	if f.blamed && f.level == anyLevel && f.area == "" {
		parts = append(parts, "with findings")
	}
	if f.talk != document.None {
		parts = append(parts, "one conversation")
	}
	if f.words != "" {
		parts = append(parts, f.words)
	}
	return strings.Join(parts, ", ")
}

func (f *filter) acceptsClause(c *catalogue.Clause) bool {
	return f.level.accepts(c.Level) && (f.area == "" || c.Area == f.area)
}

func (f *filter) acceptsDefect(d *document.Defect) bool {
	return findings.Breaks(d, f.acceptsClause)
}

func (f *filter) acceptsOutcome(o *checks.Outcome) bool {
	return f.acceptsClause(o.Clause) && (!f.blamed || len(o.Findings) > 0)
}

// sieve tells whether the row of an event passes a filter. It may be used beside the document's growth.
type sieve struct {
	words document.Words
	talk  int
	terms []string
}

func (m *Model) sieve() sieve {
	return sieve{m.doc.Words(), m.filter.talk, strings.Fields(strings.ToLower(m.filter.words))}
}

func (s *sieve) passes(row int) bool {
	if s.talk != document.None && s.words.Root(row) != s.talk {
		return false
	}
	return len(s.terms) == 0 || s.words.Hold(row, s.terms)
}

// filteredMsg brings the rows that pass a filter.
type filteredMsg struct {
	gen  int
	rows []int32
}

// atOnce is how many events are filtered without going to the background.
const atOnce = 1 << 14

// refilter narrows everything to what passes the filter.
func (m *Model) refilter() tea.Cmd {
	if m.filter.stop != nil {
		m.filter.stop()
		m.filter.stop = nil
	}
	m.messages.filtering++
	m.showFindings()
	switch {
	case !m.filter.active():
		return m.narrow(nil)
	case m.filter.byFinding():
		return m.narrow(m.blamedRows())
	}
	s, n := m.sieve(), m.doc.Len()
	if n <= atOnce {
		rows, _ := s.sift(context.Background(), 0, n)
		return m.narrow(rows)
	}
	ctx, stop := context.WithCancel(m.ctx)
	m.filter.stop = stop
	gen := m.messages.filtering
	return func() tea.Msg {
		rows, err := s.sift(ctx, 0, n)
		if err != nil {
			return nil
		}
		return filteredMsg{gen, rows}
	}
}

// sift gives the rows from first up to end that pass.
func (s *sieve) sift(ctx context.Context, first, end int) ([]int32, error) {
	rows := []int32{}
	for i := first; i < end; i++ {
		if i&0xfff == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if s.passes(i) {
			rows = append(rows, int32(i))
		}
	}
	return rows, nil
}

func (m *Model) filtered(msg filteredMsg) tea.Cmd {
	if msg.gen != m.messages.filtering {
		return nil
	}
	m.filter.stop = nil
	return m.narrow(msg.rows)
}

// extendFilter filters the events that have come since there were so many.
func (m *Model) extendFilter(before int) {
	if !m.timeline.Narrowed() || m.filter.byFinding() {
		return
	}
	s := m.sieve()
	more, _ := s.sift(context.Background(), before, m.doc.Len())
	m.timeline.Extend(more)
}

// showFindings narrows the findings and the clauses.
func (m *Model) showFindings() {
	f := m.filter
	s := m.sieve()
	var keep findings.Keep
	if f.active() {
		keep = func(d *document.Defect) bool {
			return f.acceptsDefect(d) && (!f.byEvent() || d.Row >= 0 && s.passes(d.Row))
		}
	}
	m.found.Show(m.doc.Ruling(), keep)
	var keepClause func(*checks.Outcome) bool
	if f.byFinding() {
		keepClause = f.acceptsOutcome
	}
	m.clauses.Show(m.doc.Ruling(), keepClause)
}

// blamedRows are the events that the listed findings blame.
func (m *Model) blamedRows() []int32 {
	rows := []int32{}
	for _, i := range m.found.Kept() {
		if row := m.doc.Ruling().Defects[i].Row; row >= 0 {
			rows = append(rows, int32(row))
		}
	}
	slices.Sort(rows)
	return slices.Compact(rows)
}

// narrow lists the rows that have passed, and what belongs to them.
func (m *Model) narrow(rows []int32) tea.Cmd {
	row := m.timeline.Row()
	m.timeline.Narrow(rows)
	m.pairs.Show(m.listedPairs())
	if now := m.timeline.Row(); now != row && now >= 0 {
		return m.selectRow(now)
	}
	if rows != nil && len(rows) == 0 {
		m.warn("nothing passes the filter; F clears it")
	}
	return nil
}

// listedPairs are the requests of which either half is listed.
func (m *Model) listedPairs() []int32 {
	all := m.doc.Pairs()
	if !m.timeline.Narrowed() {
		return all
	}
	var kept []int32
	for _, row := range all {
		partner := m.doc.Partner(int(row))
		if m.timeline.Lists(int(row)) || partner >= 0 && m.timeline.Lists(partner) {
			kept = append(kept, row)
		}
	}
	return kept
}

// The keys of the filter.

func (m *Model) toggleLevel(l level) tea.Cmd {
	if m.filter.level == l {
		l = anyLevel
	}
	m.filter.level = l
	return m.refilter()
}

func (m *Model) toggleBlamed() tea.Cmd {
	m.filter.blamed = !m.filter.blamed
	return m.refilter()
}

func (m *Model) toggleTalk() tea.Cmd {
	if m.filter.talk != document.None {
		m.filter.talk = document.None
		return m.refilter()
	}
	root := m.doc.Link(m.timeline.Row()).Root
	if root == document.None {
		m.say("this event belongs to no request")
		return nil
	}
	m.filter.talk = int(root)
	return m.refilter()
}

func (m *Model) clearFilter() tea.Cmd {
	if !m.filter.active() {
		m.say("there is no filter")
		return nil
	}
	m.filter.clear()
	return m.refilter()
}

func (m *Model) filterWords(words string) tea.Cmd {
	m.filter.words = strings.TrimSpace(words)
	return m.refilter()
}
