package tui

import (
	tea "charm.land/bubbletea/v2"

	"mcpx/tui/document"
	"mcpx/tui/message"
	"mcpx/tui/safetext"
)

// history is the events that jumps have left, and where in them the reader is.
type history struct {
	rows []int
	at   int

	// A walk along a list is one jump, from the event at which it began.
	walking bool
	walked  int // the event at which the latest step of a walk arrived
}

const longestHistory = 200

// leave notes the event that a jump leaves.
func (h *history) leave(row int) {
	if row < 0 || h.walking || h.at > 0 && h.rows[h.at-1] == row {
		return
	}
	h.rows = append(h.rows[:h.at], row)
	if len(h.rows) > longestHistory {
		h.rows = h.rows[1:]
	}
	h.at = len(h.rows)
}

// timelineMoved shows what the cursor of the timeline is on.
func (m *Model) timelineMoved() tea.Cmd { return m.selectRow(m.timeline.Row()) }

// selectRow shows an event and, if it has findings, the first of them.
func (m *Model) selectRow(row int) tea.Cmd {
	if row < 0 {
		return nil
	}
	m.defect = noDefect
	if row != m.sought.row {
		m.sought = place{}
	}
	if first, end := m.doc.Ruling().At(row); first < end && m.found.Select(first) {
		m.defect = first
	}
	m.timeline.Select(row)
	m.pairs.Select(row)
	m.message.Want(row, document.None)
	return m.load()
}

// jump goes to an event and keeps the way back.
func (m *Model) jump(row int) tea.Cmd {
	if row < 0 {
		return nil
	}
	if row != m.timeline.Row() {
		m.history.leave(m.timeline.Row())
	}
	return m.arrive(row)
}

// arrive shows an event that a jump leads to, and says so if the timeline does not list it.
func (m *Model) arrive(row int) tea.Cmd {
	cmd := m.selectRow(row)
	if !m.timeline.Lists(row) {
		m.warn(m.doc.EventName(row) + " is left out by the filter; " + m.clears())
	}
	return cmd
}

// travel goes back or forward in the history of jumps.
func (m *Model) travel(step int) tea.Cmd {
	h := &m.history
	if step < 0 && h.at == len(h.rows) && h.at > 0 {
		h.rows = append(h.rows, m.timeline.Row())
	}
	to := h.at + step
	if to < 0 || to >= len(h.rows) {
		m.say("no further jump in this direction")
		return nil
	}
	h.at = to
	return m.arrive(h.rows[to])
}

// showDefect goes to a finding: its event in the timeline, its place in the message.
func (m *Model) showDefect(i int) tea.Cmd {
	d := &m.doc.Ruling().Defects[i]
	if d.Row != m.timeline.Row() {
		m.history.leave(m.timeline.Row())
	}
	cmd := m.selectRow(d.Row)
	m.found.Select(i)
	m.defect = i
	m.blame()
	return cmd
}

// blame marks the place of the finding that is shown.
func (m *Model) blame() {
	if m.defect == noDefect {
		return
	}
	d := &m.doc.Ruling().Defects[m.defect]
	first, _ := m.doc.Ruling().At(d.Row)
	m.message.Blame(d.Row, m.defect-first)
}

// listMoved shows what the cursor of the list is on, a step of a walk along it.
func (m *Model) listMoved() tea.Cmd {
	m.history.walking = m.history.walked == m.timeline.Row()
	cmd := m.showListed()
	m.history.walking, m.history.walked = false, m.timeline.Row()
	return cmd
}

func (m *Model) showListed() tea.Cmd {
	switch m.tab {
	case findingsTab:
		if i, ok := m.found.Defect(); ok {
			return m.showDefect(i)
		}
	case observedTab:
		return m.showObservation()
	case pairsTab:
		if row := m.pairs.Row(); row >= 0 {
			return m.showPair(row)
		}
	}
	return nil
}

// openedMsg brings an event that was read in the background.
type openedMsg struct {
	gen    int
	opened *document.Opened
}

// load opens the events that the message pane wants: small ones at once, others in the background.
func (m *Model) load() tea.Cmd {
	if m.hurried {
		return nil
	}
	var cmds []tea.Cmd
	m.opening++
	gen := m.opening
	for _, row := range m.message.Missing() {
		trace, link := m.doc.Trace(), m.doc.Link(row)
		if m.doc.Small(row) {
			cmds = append(cmds, m.opened(openedMsg{gen, document.Open(trace, row, link)}))
			continue
		}
		cmds = append(cmds, func() tea.Msg { return openedMsg{gen, document.Open(trace, row, link)} })
	}
	return tea.Batch(cmds...)
}

func (m *Model) opened(msg openedMsg) tea.Cmd {
	if msg.gen != m.opening {
		return nil
	}
	row := msg.opened.Row
	first, end := m.doc.Ruling().At(row)
	var blames []message.Blame
	at := noDefect
	for i := first; i < end; i++ {
		d := &m.doc.Ruling().Defects[i]
		blames = append(blames, message.Blame{
			Pointer: d.Pointer, Must: d.Level().Fails(), Text: safetext.Line(d.Findings[0].Detail),
		})
		if i == m.defect {
			at = i - first
		}
	}
	m.message.Load(msg.opened, blames, at)
	m.compare()
	m.seek()
	return m.markHits(msg.opened)
}
