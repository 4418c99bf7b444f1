package tui

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"mcpx/checks"
	"mcpx/checks/catalogue"
	language "mcpx/checks/filter"
	"mcpx/tui/document"
	"mcpx/tui/findings"
)

// filter is what timeline, findings, clauses and pairs are narrowed to.
type filter struct {
	parsed *language.Filter
	talk   int  // the request whose conversation is shown, None for all
	waits  bool // until the recording has been read
	gen    int
	stop   context.CancelFunc // of a filter at work in the background
	before string             // what the filter was when its editing began
	past   []string           // filters that were entered
}

func newFilter() filter { return filter{parsed: &language.Filter{}, talk: document.None} }

func (f *filter) active() bool { return !f.parsed.Empty() || f.talk != document.None }

// describe is the filter in a few words.
func (f *filter) describe() string {
	var parts []string
	if !f.parsed.Empty() {
		parts = append(parts, f.parsed.Source())
	}
	if f.talk != document.None {
		parts = append(parts, "one conversation")
	}
	return strings.Join(parts, ", ")
}

// setFilter narrows to a filter in the language; a wrong one leaves things as they are.
func (m *Model) setFilter(source string) (tea.Cmd, error) {
	parsed, err := language.Parse(strings.TrimSpace(source))
	if err != nil {
		return nil, err
	}
	m.filter.parsed = parsed
	return m.refilter(), nil
}

// filteredMsg brings the rows that pass a filter.
type filteredMsg struct {
	gen  int
	rows []int32
}

// atOnce is how many events are filtered without going to the background.
const atOnce = 1 << 12

// refilter narrows everything to what passes the filter.
func (m *Model) refilter() tea.Cmd {
	f := &m.filter
	if f.stop != nil {
		f.stop()
		f.stop = nil
	}
	f.gen++
	f.waits = f.active() && m.doc.Progress.Phase != document.Ready
	if f.waits {
		m.say("the filter begins when the recording has been judged")
		return nil
	}
	m.showFindings()
	if !f.active() {
		return m.narrow(nil)
	}
	sieve, parsed, talk, gen := m.doc.Sieve(), f.parsed, f.talk, f.gen
	if m.doc.Len() <= atOnce && !parsed.NeedsText() {
		rows, _ := sieve.Sift(context.Background(), parsed, talk)
		return m.narrow(rows)
	}
	ctx, stop := context.WithCancel(m.ctx)
	f.stop = stop
	return func() tea.Msg {
		rows, err := sieve.Sift(ctx, parsed, talk)
		if err != nil {
			return nil
		}
		return filteredMsg{gen, rows}
	}
}

func (m *Model) filtered(msg filteredMsg) tea.Cmd {
	if msg.gen != m.filter.gen {
		return nil
	}
	m.filter.stop = nil
	return m.narrow(msg.rows)
}

// showFindings narrows the findings and the clauses.
func (m *Model) showFindings() {
	r, f := m.doc.Ruling(), &m.filter
	if r == nil {
		return
	}
	var keep findings.Keep
	if sieve, parsed, talk := m.doc.Sieve(), f.parsed, f.talk; f.active() {
		keep = func(i int) bool { return sieve.PassesDefect(parsed, talk, i) }
	}
	m.found.Show(r, keep)
	var keepClause func(*checks.Outcome) bool
	if !f.parsed.Empty() {
		keepClause = m.clauseKeeper()
	}
	m.clauses.Show(r, keepClause)
}

// clauseKeeper tells which clauses pass: by what they are themselves or, if the filter asks for events or
// findings, by the findings that are listed.
func (m *Model) clauseKeeper() func(*checks.Outcome) bool {
	parsed := m.filter.parsed
	if !parsed.LooksAtEvents() && !strings.Contains(parsed.Source(), "finding:") {
		return func(o *checks.Outcome) bool {
			return parsed.Clause(&language.Finding{
				Level: string(o.Clause.Level), Area: string(o.Clause.Area), Clause: o.Clause.ID,
				Outcome: o.Word.String(), Check: strings.Join(o.Clause.Checks, " "), Party: parties(o.Clause),
			})
		}
	}
	broken := map[*catalogue.Clause]bool{}
	for _, i := range m.found.Kept() {
		for _, c := range m.doc.Ruling().Defects[i].Clauses {
			broken[c] = true
		}
	}
	return func(o *checks.Outcome) bool { return broken[o.Clause] }
}

func parties(c *catalogue.Clause) string {
	var names []string
	for _, p := range c.Binds {
		names = append(names, string(p))
	}
	return strings.Join(names, " ")
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

// preset adds a term to the filter, or takes it out.
func (m *Model) preset(term string) tea.Cmd {
	cmd, err := m.setFilter(language.With(m.filter.parsed.Source(), term))
	if err != nil {
		m.warn(err.Error())
	}
	return cmd
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
	m.filter.talk = document.None
	cmd, _ := m.setFilter("")
	return cmd
}

// editFilter asks for a filter and obeys it while it is typed, as long as it is right.
func (m *Model) editFilter() tea.Cmd {
	m.filter.before = m.filter.parsed.Source()
	known := m.knownValues()
	m.field.question = question{
		prompt: "filter", hint: "level:must  area:TRAN  method:tools/*  dir:c2s  status:>=400  latency:>200ms  finding:any  text",
		past:    m.filter.past,
		changed: m.setFilter,
		check: func(source string) (int, error) {
			_, err := language.Parse(source)
			if wrong, ok := err.(*language.Error); ok {
				return wrong.Start, err
			}
			return len(source), err
		},
		complete: func(source string) []completion { return completions(source, known) },
		done: func(source string) tea.Cmd {
			if source = strings.TrimSpace(source); source != "" && !slices.Contains(m.filter.past, source) {
				m.filter.past = append(m.filter.past, source)
			}
			return nil
		},
		left: func() tea.Cmd {
			cmd, _ := m.setFilter(m.filter.before)
			return cmd
		},
	}
	return m.ask(m.filter.before)
}

// knownValues are values of fields that the recording itself holds.
func (m *Model) knownValues() map[string][]string {
	known := map[string][]string{"method": m.doc.Methods()}
	if r := m.doc.Ruling(); r != nil {
		for _, area := range r.Catalogue.Areas() {
			known["area"] = append(known["area"], string(area))
		}
	}
	return known
}

func completions(source string, known map[string][]string) []completion {
	var all []completion
	for _, c := range language.Complete(source, known) {
		all = append(all, completion{c.Start, c.Text})
	}
	return all
}
