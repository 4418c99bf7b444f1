package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"mcpx/tui/document"
	"mcpx/tui/overview"
)

// drilled is where a line of the summary has led, so that esc leads back to it.
type drilled struct {
	away   bool
	focus  pane
	filter string // that it set
	before string // that it replaced
	talk   int    // the conversation that was shown before, None if there was none
}

// openSummary shows what the recording adds up to.
func (m *Model) openSummary() {
	if m.doc.Ruling() == nil {
		m.say(m.noVerdict())
		return
	}
	m.mode = summaryMode
	m.overview.Build(m.summaryScene(), m.w)
}

func (m *Model) summaryScene() *overview.Scene {
	r := m.doc.Ruling()
	return &overview.Scene{Look: m.look, Sum: r.Summary, Ruling: r}
}

// pressSummary moves within the summary, and out of it to what a line counts.
func (m *Model) pressSummary(k tea.KeyPressMsg) tea.Cmd {
	v, keys := &m.overview, &m.keys
	switch {
	case keys.moves(k, v):
	case matches(k, keys.NextPane):
		v.NextSection(1)
	case matches(k, keys.PrevPane):
		v.NextSection(-1)
	case matches(k, keys.Unfold):
		v.Right()
	case matches(k, keys.Fold):
		v.Left()
	case matches(k, keys.Open):
		return m.drill(v.Target())
	case matches(k, keys.Help):
		m.openHelp()
	case matches(k, keys.Back), matches(k, keys.Quit), matches(k, keys.Summary):
		m.mode = normalMode
		m.drilled = drilled{}
	}
	return nil
}

// drill leads from a line of the summary to what it counts, by a filter that takes the place of any other.
func (m *Model) drill(t overview.Target) tea.Cmd {
	before := m.filter.parsed.Source()
	m.drilled = drilled{true, timelinePane, strings.Join(t.Terms, " "), before, m.filter.talk}
	switch t.To {
	case overview.Nowhere:
		m.drilled = drilled{}
		m.say("there is nothing to narrow to here")
		return nil
	case overview.Event:
		m.mode, m.focus = normalMode, timelinePane
		m.drilled.filter = before
		return m.jump(m.doc.RowOfLine(t.Line))
	case overview.Findings:
		m.drilled.focus, m.tab = listPane, findingsTab
	case overview.Clauses:
		m.drilled.focus, m.tab = listPane, clausesTab
	}
	m.mode, m.focus, m.zoom = normalMode, m.drilled.focus, false
	cmd := m.narrowBoth(m.drilled.filter, document.None)
	m.say(first(m.keys.Back) + " leads back to the summary")
	return cmd
}

// cameFromSummary reports that the reader stands where the summary has led.
func (m *Model) cameFromSummary() bool {
	d := &m.drilled
	return d.away && m.focus == d.focus && m.filter.parsed.Source() == d.filter
}

// backToSummary undoes what led away from the summary and shows it again.
func (m *Model) backToSummary() tea.Cmd {
	d := m.drilled
	m.drilled = drilled{}
	m.openSummary()
	return m.narrowBoth(d.before, d.talk)
}

// summaryMore tells how much of the summary is out of sight.
func (m *Model) summaryMore() string {
	first, end, of, ok := m.overview.More()
	if !ok {
		return ""
	}
	return fmt.Sprintf("%d to %d of %d", first, end, of)
}
