package message

import (
	"mcpx/tui/document"
	"mcpx/tui/explain"
	"mcpx/tui/paint"
)

// besideWidth is the width from which on a pair is shown side by side.
const besideWidth = 84

// mostBetween is how many events that came between are listed.
const mostBetween = 4

func (p *Pane) renderPair(sc *Scene, w, h int) []string {
	var between []string
	if h >= 9 {
		between = p.between(sc, w)
	}
	h -= len(between)
	if w >= besideWidth {
		left := (w - 1) / 2
		return append(p.beside(sc, left, w-1-left, h), between...)
	}
	upper := h / 2
	rows := append(p.half(sc, 0, w, upper), p.half(sc, 1, w, h-upper)...)
	return append(rows, between...)
}

func (p *Pane) beside(sc *Scene, left, right, h int) []string {
	if p.facing.shown = p.inLine(); p.facing.shown {
		return p.inLines(sc, left, right, h)
	}
	a, b := p.half(sc, 0, left, h), p.half(sc, 1, right, h)
	bar := sc.Look.Line(1, paint.Plain).Sign(paint.Rule, sc.Look.Signs.Vertical).End()
	rows := make([]string, len(a))
	for i := range a {
		rows[i] = a[i] + bar + b[i]
	}
	return rows
}

// inLine reports a pair whose members can be brought in line.
func (p *Pane) inLine() bool {
	return p.facing.face(p.sides[0].tree(), p.sides[1].tree())
}

// beyond is the row of the other tree beside the cursor, -1 if there is none.
func (p *Pane) beyond() int {
	t := p.Tree()
	if !p.paired || t == nil || !p.inLine() {
		return -1
	}
	return int(p.facing.rows[p.facing.at[p.active][t.List.Cursor()]].rows[1-p.active])
}

// inLines draws a pair with the members of the same name on the same rows.
func (p *Pane) inLines(sc *Scene, left, right, h int) []string {
	f := &p.facing
	cursor := p.Tree().List.Cursor()
	for i := range p.sides {
		p.sides[i].tree().List.SetHeight(h - 1)
	}
	f.list.SetHeight(h - 1)
	f.list.MoveTo(int(f.at[p.active][cursor]))
	bar := sc.Look.Line(1, paint.Plain).Sign(paint.Rule, sc.Look.Signs.Vertical).End()
	rows := []string{p.halfName(sc, 0, left) + bar + p.halfName(sc, 1, right)}
	first, end := f.list.Window()
	for n := first; n < end; n++ {
		var halves [2]string
		for i, w := range [2]int{left, right} {
			halves[i] = p.facingHalf(sc, n, i, w)
		}
		rows = append(rows, halves[0]+p.relation(sc, n)+halves[1])
	}
	for len(rows) < h {
		rows = append(rows, sc.Look.Blank(left)+bar+sc.Look.Blank(right))
	}
	return rows[:h]
}

// facingHalf is the row of one side on a facing row.
func (p *Pane) facingHalf(sc *Scene, n, i, w int) string {
	row := int(p.facing.rows[n].rows[i])
	if row < 0 {
		return sc.Look.Blank(w)
	}
	state := paint.Plain
	if n == p.facing.list.Cursor() {
		state = p.cursor(sc, i)
	}
	l := sc.Look.Line(w, state)
	p.sides[i].treeLine(l, sc, row)
	return l.End()
}

// cursor is the state of the row that the cursor of one side is on.
func (p *Pane) cursor(sc *Scene, i int) paint.State {
	if i != p.active {
		return paint.SelectedAway
	}
	return sc.Cursor
}

// relation is the sign between the members of a row: whether their values are the same.
func (p *Pane) relation(sc *Scene, n int) string {
	l := sc.Look.Line(1, paint.Plain)
	switch p.facing.kinship(p.facing.rows[n]) {
	case same:
		l.Sign(paint.Dim, sc.Look.Signs.Same)
	case different:
		l.Sign(paint.Strong, sc.Look.Signs.Different)
	default:
		l.Sign(paint.Rule, sc.Look.Signs.Vertical)
	}
	return l.End()
}

// half is one event of the pair below its name.
func (p *Pane) half(sc *Scene, i, w, h int) []string {
	if h <= 0 {
		return nil
	}
	s := &p.sides[i]
	if s.row == document.None {
		return sc.Look.Fill([]string{p.halfName(sc, i, w)}, w, h)
	}
	return append([]string{p.halfName(sc, i, w)}, s.render(sc, p.cursor(sc, i), w, h-1)...)
}

// halfName names one event of the pair.
func (p *Pane) halfName(sc *Scene, i, w int) string {
	s := &p.sides[i]
	l := sc.Look.Line(w, paint.Plain).Space(1)
	role := paint.Title
	if p.cursor(sc, i) == paint.Selected {
		role = paint.TitleFocused
	}
	if s.row == document.None {
		return l.Say(role, "NO ANSWER").Say(paint.Dim, "  the recording holds none").End()
	}
	r := sc.Doc.Row(s.row)
	name := "REQUEST "
	if r.Response() {
		name = "ANSWER "
	}
	l.Say(role, name+sc.Doc.EventName(s.row)).Space(2)
	if r.Response() {
		l.Put(paint.Server, r.Label).Space(1).Put(paint.Base, r.About)
	}
	return l.End()
}

// between is what came between request and answer.
func (p *Pane) between(sc *Scene, w int) []string {
	shown, all := explain.Between(sc.Doc, p.sides[0].row, mostBetween)
	if all == 0 {
		return nil
	}
	var rows []string
	for n, i := range shown {
		l := sc.Look.Line(w, paint.Plain).Space(1)
		if n == 0 {
			l.Say(paint.Title, "BETWEEN")
		}
		r := sc.Doc.Row(i)
		l.To(10).Say(paint.Dim, sc.Doc.EventName(i)).Space(2)
		l.Put(paint.Base, r.Label).Space(1).Put(paint.Dim, r.About)
		if n == len(shown)-1 && all > len(shown) {
			l.Say(paint.Dim, "  and more")
		}
		rows = append(rows, l.End())
	}
	return rows
}
