// Package vlist is the state of a list of which only a window is drawn: where
// the cursor is and which rows are on the screen. It knows nothing of what the
// rows hold, so it costs the same for ten rows and for a million.
package vlist

// Growth says what the cursor does when rows are added at the end.
type Growth uint8

const (
	// Stay leaves the cursor where it is.
	Stay Growth = iota
	// Follow moves the cursor to the new last row if it was on the last one.
	Follow
)

// List is the cursor and the window over rows 0 to Len()-1. The zero value is
// an empty list without height. However it is used, the cursor is a row of the
// list and within the window, as long as the list has rows and the window has
// height.
type List struct {
	length int
	height int
	cursor int
	top    int
	margin int
	growth Growth
}

// New makes a list of length rows of which height are on the screen.
func New(length, height int) List {
	var l List
	l.SetLen(length)
	l.SetHeight(height)
	return l
}

// Len is the number of rows.
func (l *List) Len() int { return l.length }

// Height is the number of rows that the window has room for.
func (l *List) Height() int { return l.height }

// Cursor is the selected row; 0 in an empty list.
func (l *List) Cursor() int { return l.cursor }

// Window is the rows on the screen: first up to, not including, end.
func (l *List) Window() (first, end int) {
	return l.top, l.top + min(l.height, l.length-l.top)
}

// At is the row that stands on a line of the window, counted from 0; ok is
// false if none does.
func (l *List) At(line int) (row int, ok bool) {
	first, end := l.Window()
	return first + line, line >= 0 && line < end-first
}

// Following reports whether the cursor will go with rows that are added.
func (l *List) Following() bool {
	return l.growth == Follow && l.cursor >= l.length-1
}

// SetLen changes the number of rows at the end of the list.
func (l *List) SetLen(n int) {
	following := l.Following()
	l.length = max(n, 0)
	if following {
		l.cursor = l.length - 1
	}
	l.fix()
}

// SetHeight changes the number of rows that the window has room for.
func (l *List) SetHeight(h int) {
	l.height = max(h, 0)
	l.fix()
}

// SetMargin keeps n rows in sight above and below the cursor where the list
// has them and the window has room.
func (l *List) SetMargin(n int) {
	l.margin = max(n, 0)
	l.fix()
}

// SetGrowth says what the cursor does when rows are added.
func (l *List) SetGrowth(g Growth) { l.growth = g }

// MoveTo puts the cursor on row i, or on the nearest one there is, and scrolls
// no further than needed.
func (l *List) MoveTo(i int) {
	l.cursor = i
	l.fix()
}

// CentreOn is MoveTo with the row in the middle of the window if it was not in
// sight, so that a jump lands with its surroundings shown.
func (l *List) CentreOn(i int) {
	i = clamp(i, 0, l.length-1)
	if first, end := l.Window(); i < first || i >= end {
		l.top = i - l.height/2
	}
	l.MoveTo(i)
}

// Move moves the cursor n rows, down where n is positive.
func (l *List) Move(n int) { l.MoveTo(l.moved(n)) }

// Up moves the cursor n rows towards the top.
func (l *List) Up(n int) { l.Move(-n) }

// Down moves the cursor n rows towards the bottom.
func (l *List) Down(n int) { l.Move(n) }

// Ends is a number of windows that leads to the end of any list.
const Ends = 2.0

// Page moves window and cursor by parts of a window, down where they are
// positive: by half a one, by a whole one, or by Ends.
func (l *List) Page(parts float64) {
	switch {
	case parts <= -Ends:
		l.Top()
	case parts >= Ends:
		l.Bottom()
	case parts <= -1:
		l.PageUp()
	case parts >= 1:
		l.PageDown()
	case parts < 0:
		l.HalfUp()
	default:
		l.HalfDown()
	}
}

// PageUp moves window and cursor by a window, less one row to read on from.
func (l *List) PageUp() { l.turn(-max(l.height-1, 1)) }

// PageDown moves window and cursor by a window, less one row to read on from.
func (l *List) PageDown() { l.turn(max(l.height-1, 1)) }

// HalfUp moves window and cursor by half a window.
func (l *List) HalfUp() { l.turn(-max(l.height/2, 1)) }

// HalfDown moves window and cursor by half a window.
func (l *List) HalfDown() { l.turn(max(l.height/2, 1)) }

// Top moves the cursor to the first row.
func (l *List) Top() { l.MoveTo(0) }

// Bottom moves the cursor to the last row.
func (l *List) Bottom() { l.MoveTo(l.length - 1) }

// Scroll moves the window by n rows, down where n is positive, and takes the
// cursor along only where it would be out of sight: what a mouse wheel does.
func (l *List) Scroll(n int) {
	if l.length == 0 || l.height == 0 {
		return
	}
	l.top = clamp(l.top+clamp(n, -l.length, l.length), 0, l.length-l.height)
	first, end := l.Window()
	m := l.room()
	low, high := first+m, end-1-m
	if first == 0 {
		low = 0
	}
	if end == l.length {
		high = end - 1
	}
	l.cursor = clamp(l.cursor, low, high)
	l.fix()
}

func (l *List) turn(n int) {
	l.top += n
	l.Move(n)
}

// moved is the row n below the cursor, for any n.
func (l *List) moved(n int) int {
	return l.cursor + clamp(n, -l.length, l.length)
}

// room is the margin that fits the window.
func (l *List) room() int { return min(l.margin, max(l.height-1, 0)/2) }

// fix is the one place that keeps the promise of List.
func (l *List) fix() {
	l.cursor = clamp(l.cursor, 0, l.length-1)
	m, h := l.room(), max(l.height, 1)
	l.top = clamp(l.top, l.cursor-h+1+m, l.cursor-m)
	l.top = clamp(l.top, 0, l.length-h)
}

// clamp is v or the nearest value from low to high; low where there is none.
func clamp(v, low, high int) int { return max(low, min(v, high)) }
