package message

// Point moves the cursor to a row below the title, and reports whether there is one and it was there
// already. Of a pair that is shown side by side, left tells which half was meant.
func (p *Pane) Point(row int, half Half) (moved, again bool) {
	if p.paired && half != Either && int(half) != p.active {
		p.Swap()
	}
	l := p.sides[p.active].list()
	first, end := l.Window()
	if row < 0 || first+row >= end {
		return false, false
	}
	again = l.Cursor() == first+row
	l.MoveTo(first + row)
	return true, again
}

// Half is a half of a pane that shows a pair.
type Half int

// The halves.
const (
	Left Half = iota
	Right
	Either
)

// Scroll moves what is shown by n rows.
func (p *Pane) Scroll(n int) { p.sides[p.active].list().Scroll(n) }
