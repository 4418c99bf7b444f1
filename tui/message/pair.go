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
	a, b := p.half(sc, 0, left, h), p.half(sc, 1, right, h)
	bar := sc.Look.Line(1, paint.Plain).Sign(paint.Rule, sc.Look.Signs.Vertical).End()
	rows := make([]string, len(a))
	for i := range a {
		rows[i] = a[i] + bar + b[i]
	}
	return rows
}

// half is one event of the pair below its name.
func (p *Pane) half(sc *Scene, i, w, h int) []string {
	if h <= 0 {
		return nil
	}
	s := &p.sides[i]
	l := sc.Look.Line(w, paint.Plain).Space(1)
	role := paint.Title
	if i == p.active && sc.Focus {
		role = paint.TitleFocused
	}
	if s.row == document.None {
		l.Say(role, "NO ANSWER").Say(paint.Dim, "  the recording holds none")
		return sc.Look.Fill([]string{l.End()}, w, h)
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
	return append([]string{l.End()}, s.render(sc, sc.Focus && i == p.active, w, h-1)...)
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
