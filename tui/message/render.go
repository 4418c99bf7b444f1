package message

import (
	"strings"

	"mcpx/tui/document"
	"mcpx/tui/figure"
	"mcpx/tui/jsontree"
	"mcpx/tui/paint"
	"mcpx/tui/safetext"
)

// Scene is what the pane is drawn with.
type Scene struct {
	Doc   *document.Document
	Look  *paint.Look
	Focus bool
}

// deepest is the depth from which on rows are not indented further.
const deepest = 24

// Render draws the pane below its title in exactly h rows of w cells.
func (p *Pane) Render(s *Scene, w, h int) []string {
	if p.paired {
		return p.renderPair(s, w, h)
	}
	return p.sides[0].render(s, s.Focus, w, h)
}

func (s *side) render(sc *Scene, focus bool, w, h int) []string {
	switch {
	case h <= 0:
		return nil
	case s.row == document.None:
		return sc.Look.Fill(nil, w, h)
	case s.opened == nil:
		return s.say(sc, paint.Dim, "reading "+figure.Size(int64(sc.Doc.Row(s.row).Size))+" …", w, h)
	case s.opened.Err != nil:
		return s.say(sc, paint.Error, s.opened.Err.Error(), w, h)
	case s.tree() != nil:
		return s.renderTree(sc, focus, w, h)
	default:
		return s.renderText(sc, focus, w, h)
	}
}

func (s *side) say(sc *Scene, r paint.Role, text string, w, h int) []string {
	var rows []string
	for _, part := range safetext.Line(text).Wrap(max(w-2, 1)) {
		rows = append(rows, sc.Look.Line(w, paint.Plain).Space(1).Put(r, part).End())
	}
	return sc.Look.Fill(rows, w, h)
}

func state(current, focus bool) paint.State {
	switch {
	case !current:
		return paint.Plain
	case focus:
		return paint.Selected
	default:
		return paint.SelectedAway
	}
}

func (s *side) renderText(sc *Scene, focus bool, w, h int) []string {
	s.text.SetHeight(h)
	all := s.rows(w - 3)
	first, end := s.text.Window()
	var rows []string
	for i := first; i < end; i++ {
		r := all[i]
		l := sc.Look.Line(w, state(i == s.text.Cursor() && focus && len(all) > h, focus))
		switch {
		case r.blame > 0:
			s.sign(l, sc, s.blames[r.blame-1].Must)
		default:
			l.Space(2)
		}
		if !r.name.Empty() {
			l.Put(paint.Key, r.name)
		}
		role := r.role
		if r.blame > 0 {
			role = paint.Mark
		}
		l.Put(role, r.text)
		if r.blame > 0 {
			b := s.blames[r.blame-1]
			l.Space(2).Put(remark(b.Must), b.Text)
		}
		rows = append(rows, l.End())
	}
	return sc.Look.Fill(rows, w, h)
}

// remark is the role of what a finding says.
func remark(must bool) paint.Role {
	if must {
		return paint.Error
	}
	return paint.Warning
}

func (s *side) sign(l *paint.Line, sc *Scene, must bool) {
	if must {
		l.Sign(paint.Must, sc.Look.Signs.Must).Space(1)
	} else {
		l.Sign(paint.Should, sc.Look.Signs.Should).Space(1)
	}
}

func (s *side) renderTree(sc *Scene, focus bool, w, h int) []string {
	t := s.opened.Tree
	t.List.SetHeight(h)
	rows := make([]string, 0, h)
	for i, r := range t.Visible(max(w, 1)) {
		l := sc.Look.Line(w, state(i == t.List.Cursor(), focus))
		s.treeRow(l, sc, &r)
		rows = append(rows, l.End())
	}
	return sc.Look.Fill(rows, w, h)
}

func (s *side) treeRow(l *paint.Line, sc *Scene, r *jsontree.Row) {
	signs := &sc.Look.Signs
	switch {
	case r.Marked:
		s.sign(l, sc, s.gravest(r.Mark))
	case r.MarkInside:
		l.Sign(paint.Dim, signs.Must).Space(1)
	default:
		l.Space(2)
	}
	l.Space(2 * min(r.Depth, deepest))
	switch {
	case r.Foldable && r.Folded:
		l.Sign(paint.Dim, signs.Folded).Space(1)
	case r.Foldable:
		l.Sign(paint.Dim, signs.Unfolded).Space(1)
	default:
		l.Space(2)
	}
	switch r.Part {
	case jsontree.More:
		l.Put(paint.Note, r.Note)
		return
	case jsontree.Missing:
		const words = " is missing here"
		l.Put(paint.Mark, r.Key.CutLeft(max(l.Room()-len(words), 1))).Say(remark(s.gravest(r.Mark)), words)
		l.Space(2).Put(paint.Dim, r.Mark)
		return
	case jsontree.Close:
		l.Put(paint.Punct, r.Value)
		if r.Comma {
			l.Say(paint.Punct, ",")
		}
		return
	}
	s.member(l, r)
}

func (s *side) member(l *paint.Line, r *jsontree.Row) {
	key, value := paint.Key, paint.Base
	switch r.Kind {
	case jsontree.Object, jsontree.Array:
		value = paint.Punct
	case jsontree.String:
		value = paint.Str
	case jsontree.Number:
		value = paint.Num
	case jsontree.Literal:
		value = paint.Lit
	}
	if r.Base64 {
		value = paint.Note
	}
	if r.Marked {
		key, value = paint.Mark, paint.Mark
	}
	if r.Hit {
		value = paint.Match
	}
	if !r.Key.Empty() {
		l.Put(key, r.Key).Say(paint.Punct, ": ")
	}
	tail := 0
	if !r.Note.Empty() {
		tail = r.Note.Width() + 2
	}
	room := max(l.Room()-tail-1, 8)
	if r.Marked {
		room = max(min(room, l.Room()/2), 8)
	}
	l.Put(value, r.Value.Cut(room))
	if r.Comma {
		l.Say(paint.Punct, ",")
	}
	if !r.Note.Empty() {
		l.Space(1).Put(paint.Note, r.Note)
	}
	if r.Marked {
		l.Space(2).Put(remark(s.gravest(r.Mark)), r.Mark)
	}
}

// gravest reports whether the blame with this text is at MUST level.
func (s *side) gravest(text safetext.String) bool {
	for _, b := range s.blames {
		if b.Must && strings.Contains(text.String(), b.Text.String()) {
			return true
		}
	}
	return false
}
