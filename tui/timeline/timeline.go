// Package timeline is the pane with a row for each event.
package timeline

import (
	"sort"

	"mcpx/tui/vlist"
)

// Timeline is which events are listed and where the cursor is.
type Timeline struct {
	List  vlist.List
	Clock Clock

	rows []int32 // that are listed; nil for all
	all  int     // events there are

	without map[string]bool // columns that are not wanted
}

// New makes an empty timeline.
func New() *Timeline {
	t := &Timeline{}
	t.List.SetMargin(2)
	return t
}

// Grow says how many events there are.
func (t *Timeline) Grow(n int) {
	t.all = n
	if t.rows == nil {
		t.List.SetLen(n)
	}
}

// Narrow lists some rows only, in order, and keeps the cursor where it was or near it; nil lists all.
func (t *Timeline) Narrow(rows []int32) {
	at := t.Row()
	t.rows = rows
	t.List.SetLen(t.Listed())
	if at >= 0 {
		t.List.CentreOn(t.position(at))
	}
}

// Narrowed reports whether some events are left out.
func (t *Timeline) Narrowed() bool { return t.rows != nil }

// Listed is the number of rows.
func (t *Timeline) Listed() int {
	if t.rows == nil {
		return t.all
	}
	return len(t.rows)
}

// Row is the selected event, -1 if there is none.
func (t *Timeline) Row() int {
	if t.List.Len() == 0 {
		return -1
	}
	return t.event(t.List.Cursor())
}

// Select moves to an event and reports whether it is listed.
func (t *Timeline) Select(row int) bool {
	if row < 0 || !t.Lists(row) {
		return false
	}
	t.List.CentreOn(t.position(row))
	return true
}

// Near moves to an event or, if it is not listed, to the next one that is, or the last.
func (t *Timeline) Near(row int) {
	if row >= 0 {
		t.List.CentreOn(t.position(row))
	}
}

// Lists reports whether an event is listed.
func (t *Timeline) Lists(row int) bool {
	if t.rows == nil {
		return row < t.all
	}
	i := t.position(row)
	return i < len(t.rows) && int(t.rows[i]) == row
}

// Beyond is the listed event nearest to a row on the side of step, -1 or 1; the row itself does not
// count. It is -1 if there is none.
func (t *Timeline) Beyond(row, step int) int {
	i := t.position(row)
	if step < 0 || i < t.Listed() && t.event(i) == row {
		i += step
	}
	if i < 0 || i >= t.Listed() {
		return -1
	}
	return t.event(i)
}

func (t *Timeline) event(i int) int {
	if t.rows == nil {
		return i
	}
	return int(t.rows[i])
}

// position is where a row is listed or would be.
func (t *Timeline) position(row int) int {
	if t.rows == nil {
		return row
	}
	return sort.Search(len(t.rows), func(i int) bool { return int(t.rows[i]) >= row })
}
