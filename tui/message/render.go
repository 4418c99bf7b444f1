package message

import (
	"strings"

	"mcpx/tui/document"
	"mcpx/tui/figure"
	"mcpx/tui/jsontree"
	"mcpx/tui/paint"
	"mcpx/tui/safetext"
	"mcpx/tui/shape"
)

// Scene is what the pane is drawn with.
type Scene struct {
	Doc    *document.Document
	Look   *paint.Look
	Cursor paint.State // of the row that the cursor is on
	Query  string      // what is looked for, "" if nothing is
	More   string      // says which keys show what has no room
}

// put adds text with what is looked for marked in it.
func (sc *Scene) put(l *paint.Line, r paint.Role, text safetext.String) {
	query := safetext.Line(sc.Query)
	for {
		before, match, after, ok := text.Around(query)
		if !ok {
			break
		}
		l.Put(r, before).Put(paint.Match, match)
		text = after
	}
	l.Put(r, text)
}

// deepest is the depth from which on rows are not indented further.
const deepest = 24

// Render draws the pane below its title in exactly h rows of w cells.
func (p *Pane) Render(s *Scene, w, h int) []string {
	p.facing.shown = false
	if p.paired {
		return p.renderPair(s, w, h)
	}
	return p.sides[0].render(s, s.Cursor, w, h)
}

func (s *side) render(sc *Scene, cursor paint.State, w, h int) []string {
	switch {
	case h <= 0:
		return nil
	case s.row == document.None:
		return sc.Look.Fill(nil, w, h)
	case s.opened == nil:
		return s.say(sc, paint.Dim, "reading "+figure.Size(int64(sc.Doc.Row(s.row).Size))+" …", w, h)
	case s.opened.Err != nil:
		return s.say(sc, paint.Error, s.opened.Err.Error(), w, h)
	case s.tree() != nil && s.hasHeads() && w >= headsWidth:
		return s.renderWithHeads(sc, cursor, w, h)
	case s.tree() != nil:
		return s.renderTree(sc, cursor, w, h)
	case s.view == Table && s.listing != nil:
		return s.renderListing(sc, cursor, w, h)
	default:
		return s.renderText(sc, cursor, w, h)
	}
}

func (s *side) say(sc *Scene, r paint.Role, text string, w, h int) []string {
	var rows []string
	for _, part := range safetext.Line(text).Wrap(max(w-2, 1)) {
		rows = append(rows, sc.Look.Line(w, paint.Plain).Space(1).Put(r, part).End())
	}
	return sc.Look.Fill(rows, w, h)
}

// renderText draws the raw or the header view, with a cursor only where it is needed to scroll.
func (s *side) renderText(sc *Scene, cursor paint.State, w, h int) []string {
	all := s.rows(w - 3)
	if cursor != paint.Selected || len(all) <= h {
		cursor = paint.Plain
	}
	return sc.Look.List(&s.text, cursor, w, h, func(l *paint.Line, i int) { s.textRow(l, sc, &all[i]) })
}

// textRow draws a row of the raw or the header view.
func (s *side) textRow(l *paint.Line, sc *Scene, r *textRow) {
	key, role := paint.Key, r.role
	if r.blame > 0 {
		sign(l, sc.Look, s.blames[r.blame-1].Must)
		role = paint.Mark
	} else {
		l.Space(2)
	}
	if role == paint.Dim {
		key = paint.Dim
	}
	sc.put(l, key, r.name)
	sc.put(l, role, r.text)
	if r.blame > 0 {
		b := s.blames[r.blame-1]
		l.Space(2).Put(remark(b.Must), b.Text)
	}
}

// remark is the role of what a finding says.
func remark(must bool) paint.Role {
	if must {
		return paint.Error
	}
	return paint.Warning
}

// sign is that of the level of what a finding says.
func sign(l *paint.Line, look *paint.Look, must bool) {
	if must {
		l.Sign(paint.Must, look.Signs.Must).Space(1)
	} else {
		l.Sign(paint.Should, look.Signs.Should).Space(1)
	}
}

func (s *side) renderTree(sc *Scene, cursor paint.State, w, h int) []string {
	return sc.Look.List(&s.opened.Tree.List, cursor, w, h, func(l *paint.Line, i int) { s.treeLine(l, sc, i) })
}

// treeLine is row i of the tree.
func (s *side) treeLine(l *paint.Line, sc *Scene, i int) {
	r := s.opened.Tree.Row(i, max(l.Room(), 1))
	s.treeRow(l, sc, i, &r)
}

func (s *side) treeRow(l *paint.Line, sc *Scene, i int, r *jsontree.Row) {
	signs := &sc.Look.Signs
	switch {
	case r.Marked:
		sign(l, sc.Look, s.gravest(r.Mark))
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
	s.member(l, sc, i, r)
}

func (s *side) member(l *paint.Line, sc *Scene, i int, r *jsontree.Row) {
	key, value := paint.Key, valueRole(r)
	if r.Marked {
		key, value = paint.Mark, paint.Mark
	}
	if !r.Key.Empty() {
		sc.put(l, key, r.Key)
		l.Say(paint.Punct, ": ")
	}
	note := s.note(i, r)
	room := l.Room() - 1
	if !note.Empty() {
		room = max(room-min(note.Width()+2, l.Room()/2), 8)
	}
	if r.Marked {
		room = max(min(room, l.Room()/2), 8)
	}
	s.value(l, sc, i, r, value, room)
	if r.Comma {
		l.Say(paint.Punct, ",")
	}
	if !note.Empty() {
		l.Space(1).Put(paint.Note, note)
	}
	if r.Marked {
		l.Space(2).Put(remark(s.gravest(r.Mark)), r.Mark)
	}
}

// value draws the value of a row in so much room, and in it what is looked for.
func (s *side) value(l *paint.Line, sc *Scene, i int, r *jsontree.Row, role paint.Role, room int) {
	text := r.Value.Cut(room)
	if !r.Hit || r.Base64 {
		l.Put(role, text)
		return
	}
	query := safetext.Line(sc.Query)
	if around, ok := s.opened.Tree.Excerpt(i, sc.Query, room); ok {
		text = around.Cut(room)
	}
	_, _, _, inValue := text.Around(query)
	if _, _, _, inKey := r.Key.Around(query); !inValue && !inKey {
		role = paint.Match // it is written with escapes
	}
	sc.put(l, role, text)
}

func valueRole(r *jsontree.Row) paint.Role {
	if r.Base64 {
		return paint.Note
	}
	switch r.Kind {
	case jsontree.String:
		return paint.Str
	case jsontree.Number:
		return paint.Num
	case jsontree.Literal:
		return paint.Lit
	default:
		return paint.Punct
	}
}

// note is a quiet remark: of a schema what it allows, of others how large they are.
func (s *side) note(i int, r *jsontree.Row) safetext.String {
	if r.Kind != jsontree.Object || r.Count == 0 {
		return r.Note
	}
	schema, ok := s.opened.Tree.Schema(i)
	switch {
	case !ok || !schema.Property && !r.Folded:
		return r.Note
	case !schema.Property:
		return safetext.Line(shape.Of(schema.Value))
	default:
		return safetext.Line(shape.Says(schema.Value, schema.Required))
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
