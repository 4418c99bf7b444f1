package tui

import (
	"fmt"
	"slices"

	"mcpx/tui/paint"
	"mcpx/tui/prose"
	"mcpx/tui/vlist"
)

// explained is the text on what is selected at the right, of which a window is shown.
type explained struct {
	rows []string
	list vlist.List
}

// show scrolls to the top if the text is another one than before.
func (e *explained) show(rows []string, h int) {
	if !slices.Equal(rows, e.rows) {
		e.list.Top()
		e.rows = rows
	}
	e.list.SetLen(len(rows))
	e.list.SetHeight(h)
}

// drawExplanation draws the text on what is selected at the right.
func (m *Model) drawExplanation(w, h int) []string {
	page := prose.New(m.look, w)
	if set := m.explanation(); set != nil {
		set(page)
	} else {
		page.Blank()
		page.Role(paint.Dim, "What is selected above is explained here.")
	}
	e := &m.explained
	e.show(page.Rows(), h-1)
	first, end := e.list.Window()
	l := m.look.Line(w, paint.Plain).Space(1).Say(m.titleRole(clausePane), m.explanationName())
	if end-first < e.list.Len() {
		where := fmt.Sprintf("%d to %d of %d", first+1, end, e.list.Len())
		l.Space(l.Room()-len(where)-1).Say(paint.Dim, where)
	}
	return m.look.Fill(append([]string{l.End()}, e.rows[first:end]...), w, h)
}

// explanationName is what the pane below the list is about.
func (m *Model) explanationName() string {
	return [tabs]string{findingsTab: "FINDING", clausesTab: "CLAUSE", pairsTab: "PAIR", observedTab: "OBSERVATION"}[m.tab]
}

// Move moves the text by rows; its cursor is of no meaning.
func (e *explained) Move(n int) { e.list.Scroll(n) }

// Page moves the text by parts of its pane, or to an end.
func (e *explained) Page(parts float64) {
	l := &e.list
	switch {
	case parts <= -vlist.Ends:
		l.Scroll(-l.Len())
	case parts >= vlist.Ends:
		l.Scroll(l.Len())
	case parts < 0:
		l.Scroll(min(int(float64(l.Height())*parts), -1))
	default:
		l.Scroll(max(int(float64(l.Height())*parts), 1))
	}
}
