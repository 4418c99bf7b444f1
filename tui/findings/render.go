package findings

import (
	"fmt"

	"mcpx/tui/document"
	"mcpx/tui/paint"
	"mcpx/tui/safetext"
)

// Scene is what the list is drawn with.
type Scene struct {
	Doc    *document.Document
	Look   *paint.Look
	Cursor paint.State // of the item that the cursor is on
	Row    int         // the selected event; its findings are marked
}

const (
	levelWidth = len("SHOULD NOT")
	partyWidth = len("server")
	roomy      = 64 // cells from which on the level has a column of its own
)

// Render draws the list in exactly h rows of w cells.
func (l *List) Render(s *Scene, w, h int) []string {
	l.SetHeight(h)
	return s.Look.Rows(&l.lines, w, h, func(line int) string { return l.line(s, line, w) })
}

// line is one of the lines of an item.
func (l *List) line(s *Scene, line, w int) string {
	at := l.itemAt(line)
	state := paint.Plain
	if at == l.at {
		state = s.Cursor
	}
	b := s.Look.Line(w, state).Gutter()
	switch it := l.items[at]; {
	case it.nth >= 0:
		l.defect(b, s, it)
	case line == l.begins[at]:
		l.head(b, s, it.group)
	default:
		l.foot(b, s, it.group)
	}
	return b.End()
}

// head is the first line of a group: what is broken, by whom, and where.
func (l *List) head(b *paint.Line, s *Scene, group int) {
	g := &l.ruling.Groups[group]
	kept := l.kept[group]
	sign, role := s.Look.Signs.Must, paint.Must
	if !g.Must() {
		sign, role = s.Look.Signs.Should, paint.Should
	}
	b.Sign(role, sign).Space(1)
	if b.Room() >= roomy {
		b.Say(role, string(g.Level())).To(4 + levelWidth)
	}
	party := paint.Client
	if g.Party.String() == "server" {
		party = paint.Server
	}
	at := b.At()
	b.Say(party, g.Party.String()).To(at + partyWidth + 1)

	shown := min(l.shown[group], len(kept)-1)
	d := &l.ruling.Defects[kept[shown]]
	where := s.Doc.EventName(d.Row)
	text := d.Findings[0].Detail
	if len(kept) > 1 {
		where = fmt.Sprintf("%d × %s%s", len(kept), where, more(len(kept)))
		if check := l.ruling.Check[g.Check]; check != nil {
			text = check.Title
		}
	}
	place := safetext.Line(where)
	room := b.Room() - place.Width() - 2
	b.Put(paint.Base, safetext.LineMax(text, max(room, 0)))
	b.To(b.At() + b.Room() - place.Width() - 1)
	b.Put(l.placeRole(s, kept), place)
}

func more(n int) string {
	if n > 1 {
		return "…"
	}
	return ""
}

// placeRole marks the place of faults that the selected event is blamed for.
func (l *List) placeRole(s *Scene, kept []int) paint.Role {
	for _, i := range kept {
		if l.ruling.Defects[i].Row == s.Row {
			return paint.Partner
		}
	}
	return paint.Dim
}

// foot is the second line of a group: the clauses and the rule.
func (l *List) foot(b *paint.Line, s *Scene, group int) {
	g := &l.ruling.Groups[group]
	switch {
	case len(l.kept[group]) < 2:
		b.Space(2)
	case l.open[group]:
		b.Sign(paint.Dim, s.Look.Signs.Unfolded).Space(1)
	default:
		b.Sign(paint.Dim, s.Look.Signs.Folded).Space(1)
	}
	if b.Room() >= roomy {
		b.To(4 + levelWidth)
	} else {
		b.Say(paint.Dim, string(g.Level())).Space(1)
	}
	b.Say(paint.ClauseID, g.Clauses[0].ID)
	if n := len(g.Clauses) - 1; n > 0 {
		b.Say(paint.Dim, fmt.Sprintf(" and %d more", n))
	}
	b.Space(2).Say(paint.Dim, l.rule(group))
}

// rule is what the second line adds to the first.
func (l *List) rule(group int) string {
	g := &l.ruling.Groups[group]
	if len(l.kept[group]) > 1 {
		shown := min(l.shown[group], len(l.kept[group])-1)
		return l.ruling.Defects[l.kept[group][shown]].Findings[0].Detail
	}
	if check := l.ruling.Check[g.Check]; check != nil {
		return check.Title
	}
	return g.Check
}

// defect is one of the repeats of an unfolded group.
func (l *List) defect(b *paint.Line, s *Scene, it item) {
	d := &l.ruling.Defects[l.kept[it.group][it.nth]]
	name := s.Doc.EventName(d.Row)
	b.Space(3).Put(l.placeRole(s, l.kept[it.group][it.nth:it.nth+1]), safetext.Line(name))
	b.To(b.At() + max(1, 7-len(name)))
	b.Put(paint.Base, safetext.LineMax(d.Findings[0].Detail, b.Room()))
}
