// Package message is the pane with one event in full: as a tree, as raw bytes, its HTTP headers, a table of
// what it lists, or beside its partner.
package message

import (
	"strings"

	"mcpx/model"
	"mcpx/tui/document"
	"mcpx/tui/jsontree"
	"mcpx/tui/safetext"
	"mcpx/tui/vlist"
)

// View is how an event is shown.
type View uint8

// The views.
const (
	Tree View = iota
	Raw
	Headers
	Table
	views
)

func (v View) String() string { return [...]string{"tree", "raw", "headers", "table"}[v] }

// Blame is what a finding says about a place in an event.
type Blame struct {
	Pointer string // a JSON Pointer, "header:NAME", "status" or "verb"
	Text    safetext.String
	Must    bool
}

// side is one event in one of the views.
type side struct {
	row    int
	opened *document.Opened // nil while it is being read
	view   View
	usual  View // to which the other views lead back
	blames []Blame
	text   vlist.List // over the rows of the raw and the header view
	raw    rawText

	listing *listing  // what the event lists, nil if nothing
	heads   []textRow // the HTTP heads beside the tree, at a width
	headsAt int
}

// load shows an opened event.
func (s *side) load(o *document.Opened, blames []Blame) {
	*s = side{row: o.Row, opened: o, blames: blames, listing: newListing(o)}
	switch {
	case o.Event != nil && o.Event.Kind == model.HTTPEvent:
		s.usual = Headers
	case o.Tree == nil:
		s.usual = Raw
	}
	s.view = s.usual
	for _, b := range blames {
		if o.Tree != nil && !ofHTTP(b.Pointer) {
			o.Tree.Mark(b.Pointer, b.Text)
		}
	}
}

// show goes to the place of a blame.
func (s *side) show(at int) {
	if at < 0 || at >= len(s.blames) || s.opened == nil {
		return
	}
	b := s.blames[at]
	switch {
	case ofHTTP(b.Pointer):
		s.view = Headers
	case s.opened.Tree != nil:
		s.view = Tree
		s.opened.Tree.Reveal(b.Pointer)
	}
}

// turn shows another view; table and tree keep to the same item.
func (s *side) turn(v View) {
	if s.view == v {
		return
	}
	t := s.opened.Tree
	switch {
	case v == Table && t != nil:
		if i, ok := s.listing.at(t.Pointer(t.List.Cursor())); ok {
			s.listing.list.CentreOn(i)
		}
	case v == Tree && s.view == Table:
		t.Reveal(s.listing.selected())
	}
	s.view = v
	s.text.Top()
}

// ofHTTP reports a pointer that leads to the HTTP head of an event.
func ofHTTP(pointer string) bool {
	return pointer == "status" || pointer == "verb" || strings.HasPrefix(pointer, "header:")
}

// tree is the tree on the screen, nil in other views.
func (s *side) tree() *jsontree.Tree {
	if s.view != Tree || s.opened == nil {
		return nil
	}
	return s.opened.Tree
}

// list is the cursor and the window of the view.
func (s *side) list() *vlist.List {
	if t := s.tree(); t != nil {
		return &t.List
	}
	if s.view == Table && s.listing != nil {
		return &s.listing.list
	}
	return &s.text
}

// has reports whether the view has something to show.
func (s *side) has(v View) bool {
	switch {
	case s.opened == nil || s.opened.Err != nil:
		return false
	case v == Tree:
		return s.opened.Tree != nil
	case v == Headers:
		return s.opened.Head != nil || s.opened.Status != nil
	case v == Table:
		return s.listing != nil
	default:
		return true
	}
}
