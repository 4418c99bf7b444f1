// Package overview is the summary of a recording on one screen: who spoke, which methods, how often, how
// large and how fast, and the verdict by area. Its lines lead to what they count.
package overview

import (
	"mcpx/model/summary"
	"mcpx/tui/document"
	"mcpx/tui/paint"
	"mcpx/tui/vlist"
)

// Scene is what the summary is drawn with and about.
type Scene struct {
	Look   *paint.Look
	Sum    *summary.Summary
	Ruling *document.Ruling
}

// Target is what a line of the summary leads to.
type Target struct {
	Terms []string // of a filter
	To    Place
	Line  int // of the recording, for Event
}

// Place is where a target is looked at.
type Place uint8

// The places.
const (
	Nowhere Place = iota
	Timeline
	Findings
	Clauses
	Event
)

// entry is a line that can be selected. Cells are the parts of it that lead elsewhere than the whole.
type entry struct {
	column, line int
	first        bool // of its section
	whole        Target
	cells        []Target
}

// line is one line of a column: text, or an entry.
type line struct {
	draw  func(l *paint.Line, cell int) // cell is the selected one, 0 for the whole, -1 if it is not selected
	entry int                           // -1 for text
}

// column is lines that scroll together.
type column struct {
	lines []line
	w     int
	list  vlist.List
}

// View is the summary: where the cursor is, and the lines as they were built last.
type View struct {
	columns []column
	entries []entry
	at      int // the selected entry
	cell    int // of it, 0 for the whole

	scene Scene // that the lines were built for
	w     int
}

// twoColumns is the width from which on the verdict stands beside the methods.
const twoColumns = 140

// Build makes the lines for a width, unless they are there.
func (v *View) Build(s *Scene, w int) {
	if v.scene == *s && v.w == w {
		return
	}
	v.scene, v.w = *s, w
	left := w
	v.columns, v.entries = make([]column, 1), v.entries[:0]
	if w >= twoColumns {
		v.columns = make([]column, 2)
		left = w - 1 - verdictWidth
		v.columns[1].w = verdictWidth
	}
	v.columns[0].w = left
	b := &builder{view: v, scene: &v.scene}
	b.traffic()
	b.peers()
	b.methods()
	b.column = len(v.columns) - 1
	b.areas()
	b.numbers()
	for i := range v.columns {
		c := &v.columns[i]
		c.list.SetLen(len(c.lines))
		c.list.SetMargin(2)
	}
	v.moveTo(v.at)
}

func (v *View) moveTo(i int) {
	v.at = min(max(i, 0), max(len(v.entries)-1, 0))
	if len(v.entries) == 0 {
		return
	}
	e := &v.entries[v.at]
	v.cell = min(v.cell, len(e.cells))
	list := &v.columns[e.column].list
	if e.first && e.line < list.Height() {
		list.Top() // what stands above the first entries comes into sight
	}
	list.MoveTo(e.line)
}

// Move moves the cursor by n lines that can be selected.
func (v *View) Move(n int) { v.moveTo(v.at + n) }

// Page moves the cursor by about part of a screen, down for positive parts, or to an end.
func (v *View) Page(parts float64) {
	switch {
	case len(v.entries) == 0:
	case parts <= -vlist.Ends:
		v.Top()
	case parts >= vlist.Ends:
		v.Bottom()
	default:
		e := v.entries[v.at]
		lines := int(parts * float64(v.columns[e.column].list.Height()))
		v.moveTo(v.nearest(e.column, e.line+lines))
	}
}

// nearest is the entry of a column that is nearest to a line.
func (v *View) nearest(column, line int) int {
	best, far := v.at, 1<<30
	for i, e := range v.entries {
		if d := max(e.line-line, line-e.line); e.column == column && d < far {
			best, far = i, d
		}
	}
	return best
}

// Top moves the cursor to the first line.
func (v *View) Top() { v.moveTo(0) }

// Bottom moves the cursor to the last line.
func (v *View) Bottom() { v.moveTo(len(v.entries) - 1) }

// NextSection moves to the beginning of the next section, or of the previous one for a step of -1; behind
// the last comes the first.
func (v *View) NextSection(step int) {
	n := len(v.entries)
	for i := range n {
		at := ((v.at+step*(i+1))%n + n) % n
		if e := v.entries[at]; e.first {
			v.cell = 0
			v.columns[e.column].list.Bottom() // so that the section comes to stand at the top
			v.moveTo(at)
			return
		}
	}
}

// Right selects the next part of a line, or goes to the column at the right.
func (v *View) Right() {
	if len(v.entries) == 0 {
		return
	}
	e := v.entries[v.at]
	switch {
	case v.turn(e, 1):
	case e.column+1 < len(v.columns):
		v.moveTo(v.nearest(e.column+1, v.across(e)))
	}
}

// Left selects the part before, or goes to the column at the left.
func (v *View) Left() {
	if len(v.entries) == 0 {
		return
	}
	e := v.entries[v.at]
	switch {
	case v.turn(e, -1):
	case e.column > 0:
		v.moveTo(v.nearest(e.column-1, v.across(e)))
	}
}

// turn selects the next or previous part that leads somewhere, the whole before the first, and reports
// whether there was one.
func (v *View) turn(e entry, step int) bool {
	for cell := v.cell + step; cell >= 0 && cell <= len(e.cells); cell += step {
		if cell == 0 || e.cells[cell-1].To != Nowhere {
			v.cell = cell
			return true
		}
	}
	return false
}

// across is the line of the other column that stands beside an entry.
func (v *View) across(e entry) int {
	here, _ := v.columns[e.column].list.Window()
	there, _ := v.columns[1-e.column].list.Window()
	return e.line - here + there
}

// Target is what the selected line, or the selected part of it, leads to.
func (v *View) Target() Target {
	if v.at >= len(v.entries) {
		return Target{}
	}
	if e := &v.entries[v.at]; v.cell > 0 {
		return e.cells[v.cell-1]
	}
	return v.entries[v.at].whole
}

// Point moves the cursor to the line at a place of what was rendered last, and reports whether it was there
// before; ok is false if nothing stands there that can be selected.
func (v *View) Point(x, y int) (again, ok bool) {
	at := 0
	if len(v.columns) > 1 && x >= v.columns[0].w {
		at = 1
	}
	if at >= len(v.columns) {
		return false, false
	}
	line, ok := v.columns[at].list.At(y)
	if !ok {
		return false, false
	}
	i := v.columns[at].lines[line].entry
	if i < 0 {
		return false, false
	}
	again = i == v.at
	if !again {
		v.cell = 0
	}
	v.moveTo(i)
	return again, true
}

// More tells which lines of the column with the cursor are in sight, and how many there are; ok is false
// if all are.
func (v *View) More() (first, end, of int, ok bool) {
	if len(v.columns) == 0 {
		return 0, 0, 0, false
	}
	at := 0
	if v.at < len(v.entries) {
		at = v.entries[v.at].column
	}
	list := &v.columns[at].list
	first, end = list.Window()
	return first + 1, end, list.Len(), first > 0 || end < list.Len()
}

// Render draws the summary in exactly h rows of w cells.
func (v *View) Render(s *Scene, w, h int) []string {
	v.Build(s, w)
	for i := range v.columns {
		v.columns[i].list.SetHeight(h)
	}
	v.moveTo(v.at)
	rows := v.draw(s, 0, h)
	if len(v.columns) > 1 {
		bar := s.Look.Line(1, paint.Plain).Sign(paint.Rule, s.Look.Signs.Vertical).End()
		for i, right := range v.draw(s, 1, h) {
			rows[i] += bar + right
		}
	}
	return rows
}

func (v *View) draw(s *Scene, column, h int) []string {
	c := &v.columns[column]
	return s.Look.Rows(&c.list, c.w, h, func(i int) string {
		line := &c.lines[i]
		if line.entry < 0 || line.entry != v.at {
			l := s.Look.Line(c.w, paint.Plain).Space(1)
			line.draw(l, -1)
			return l.End()
		}
		state := paint.Plain
		if v.cell == 0 {
			state = paint.Selected
		}
		l := s.Look.Line(c.w, state).Sign(paint.Gutter, s.Look.Signs.Gutter)
		line.draw(l, v.cell)
		return l.End()
	})
}
