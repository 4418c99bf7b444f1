package message

// Point moves the cursor to a row below the title, and reports whether there is one and it was there
// already. Of a pair that is shown side by side, left tells which half was meant.
func (p *Pane) Point(row int, half Half) (moved, again bool) {
	if p.paired && half != Either && int(half) != p.active {
		p.Swap()
	}
	l := p.sides[p.active].list()
	at, ok := p.pointed(row)
	if !ok {
		return false, false
	}
	again = l.Cursor() == at
	l.MoveTo(at)
	return true, again
}

// pointed is the row of the active event's list that is shown on a row of the pane.
func (p *Pane) pointed(row int) (at int, ok bool) {
	s := &p.sides[p.active]
	if p.paired || s.view == Table {
		row-- // the name of the half, the names of the columns
	}
	l := s.list()
	if p.facing.shown {
		l = &p.facing.list
	}
	at, ok = l.At(row)
	if !ok {
		return 0, false
	}
	if p.facing.shown {
		at = int(p.facing.rows[at].rows[p.active])
	}
	return at, at >= 0
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
func (p *Pane) Scroll(n int) {
	if !p.facing.shown {
		p.sides[p.active].list().Scroll(n)
		return
	}
	f := &p.facing
	f.list.Scroll(n)
	first, end := f.list.Window()
	for i := range end - first {
		for _, at := range [2]int{f.list.Cursor() + i, f.list.Cursor() - i} {
			if at >= first && at < end && f.rows[at].rows[p.active] >= 0 {
				p.Tree().List.MoveTo(int(f.rows[at].rows[p.active]))
				return
			}
		}
	}
}
