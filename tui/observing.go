package tui

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"mcpx/tui/observed"
	"mcpx/tui/paint"
	"mcpx/tui/prose"
)

// showObserved narrows the observations to those that rest on a listed event.
func (m *Model) showObserved() {
	r := m.doc.Ruling()
	if r == nil {
		return
	}
	var keep func(row int) bool
	if m.timeline.Narrowed() {
		keep = m.timeline.Lists
	}
	m.observed.Show(r.Observed, m.doc.RowOfLine, keep)
}

func (m *Model) observedCount() string {
	r := m.doc.Ruling()
	if r == nil {
		return "…"
	}
	all := strconv.Itoa(r.Observed.Len())
	if kept := m.observed.Kept(); kept != m.observed.Len() {
		return strconv.Itoa(kept) + " of " + all
	}
	return all
}

func (m *Model) drawObserved(cursor paint.State, w, h int) []string {
	if m.observed.Kept() == 0 {
		page := prose.New(m.look, w)
		page.Blank()
		if m.observed.Len() > 0 {
			page.Text("No observation passes the filter (" + m.filter.describe() + "). " + m.clears() + ".")
		} else {
			page.Role(paint.Dim, "Nothing beside the rules is worth a word here.")
		}
		return m.look.Fill(page.Rows(), w, h)
	}
	s := observed.Scene{Doc: m.doc, Look: m.look, Cursor: cursor, Row: m.timeline.Row()}
	return m.observed.Render(&s, w, h)
}

// showObservation goes to the event that the cursor of the observations is on.
func (m *Model) showObservation() tea.Cmd {
	row := m.observed.Row()
	if row < 0 {
		return nil
	}
	o, event := m.observed.Selected()
	m.sought = place{row, o.Events[event].Pointer}
	cmd := m.jump(row)
	m.seek()
	return cmd
}

// place is a member of an event to go to. No pointer is no place.
type place struct {
	row     int
	pointer string
}

// seek goes to the place that is sought as soon as its event has been read.
func (m *Model) seek() {
	if t := m.message.Tree(); t != nil && m.sought.pointer != "" && m.sought.row == m.message.Row() {
		t.Reveal(m.sought.pointer)
		m.sought = place{}
	}
}
