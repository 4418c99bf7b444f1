package message

import (
	"mcpx/tui/document"
	"mcpx/tui/jsontree"
)

// Pane is what the message pane shows: an event, or a request beside its answer.
type Pane struct {
	sides  [2]side
	paired bool
	active int // the side that keys act on

	memory memory
	facing facing
}

// New makes an empty pane.
func New() *Pane { return &Pane{sides: [2]side{{row: document.None}, {row: document.None}}} }

// Want says which event is to be shown, or, with an answer, which pair. Load brings them.
func (p *Pane) Want(row, answer int) {
	p.paired = answer != document.None
	p.active = 0
	for i, r := range [2]int{row, answer} {
		if s := &p.sides[i]; s.row != r {
			p.memory.keep(s)
			*s = side{row: r}
		}
	}
}

// WantPair shows a request beside its answer, if there is one.
func (p *Pane) WantPair(request, answer int) {
	p.Want(request, answer)
	p.paired = true
}

// Rows are the events that are shown.
func (p *Pane) Rows() (row, answer int) { return p.sides[0].row, p.sides[1].row }

// Missing reports which of the wanted events have not been loaded.
func (p *Pane) Missing() []int {
	var rows []int
	for i := range p.sides {
		if s := &p.sides[i]; s.row != document.None && s.opened == nil {
			rows = append(rows, s.row)
		}
	}
	return rows
}

// Load brings an event that is wanted, and what it is blamed for; at is the blame to go to, -1 for none.
func (p *Pane) Load(o *document.Opened, blames []Blame, at int) {
	for i := range p.sides {
		if s := &p.sides[i]; s.row == o.Row {
			s.load(o, blames)
			p.memory.recall(s)
			s.show(at)
		}
	}
}

// Blame goes to a place that an event is blamed for.
func (p *Pane) Blame(row, at int) {
	for i := range p.sides {
		if p.sides[i].row == row {
			p.active = i
			p.sides[i].show(at)
		}
	}
}

// Paired reports whether a pair is shown.
func (p *Pane) Paired() bool { return p.paired }

// Unpair goes back from a pair to the active event.
func (p *Pane) Unpair() (row int) {
	p.memory.keep(&p.sides[1-p.active])
	p.sides[0], p.sides[1] = p.sides[p.active], side{row: document.None}
	p.paired, p.active = false, 0
	return p.sides[0].row
}

// Row is the event that keys act on.
func (p *Pane) Row() int { return p.sides[p.active].row }

// Opened is that event, nil while it is being read.
func (p *Pane) Opened() *document.Opened { return p.sides[p.active].opened }

// Swap makes keys act on the other event of a pair, on the row beside the cursor, and reports whether
// there is one.
func (p *Pane) Swap() bool {
	if !p.paired || p.sides[1-p.active].row == document.None {
		return false
	}
	if row := p.beyond(); row >= 0 {
		p.sides[1-p.active].opened.Tree.List.MoveTo(row)
	}
	p.active = 1 - p.active
	return true
}

// View is how the active event is shown.
func (p *Pane) View() View { return p.sides[p.active].view }

// Turn shows a view, or the usual one if it is shown already; it reports whether there is such a view.
func (p *Pane) Turn(v View) bool {
	s := &p.sides[p.active]
	if s.view == v {
		v = s.usual
	}
	if !s.has(v) {
		return false
	}
	s.turn(v)
	return true
}

// Views are the views that the active event has.
func (p *Pane) Views() []View {
	var all []View
	for v := Tree; v < views; v++ {
		if s := &p.sides[p.active]; v != Table && s.opened == nil || s.has(v) {
			all = append(all, v)
		}
	}
	return all
}

// Enter opens what the cursor is on: it folds and unfolds the tree, and leads from the table to the tree.
func (p *Pane) Enter() {
	s := &p.sides[p.active]
	if t := s.tree(); t != nil {
		t.Toggle()
	} else if s.view == Table && s.has(Tree) {
		s.turn(Tree)
	}
}

// Tree is the tree that keys act on, nil if none is shown.
func (p *Pane) Tree() *jsontree.Tree { return p.sides[p.active].tree() }

// Move moves the cursor by n rows.
func (p *Pane) Move(n int) { p.sides[p.active].list().Move(n) }

// Page moves the cursor by parts of a screen, or to an end.
func (p *Pane) Page(parts float64) { p.sides[p.active].list().Page(parts) }

// Hits marks what a search has found in an event.
func (p *Pane) Hits(row int, at []int) {
	for i := range p.sides {
		if s := &p.sides[i]; s.row == row && s.opened != nil && s.opened.Tree != nil {
			s.opened.Tree.ShowHits(at)
		}
	}
}
