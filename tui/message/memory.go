package message

import "mcpx/tui/jsontree"

// mostMemories bounds the events whose folding is remembered.
const mostMemories = 512

// memory is how events were last looked at.
type memory struct {
	looks map[int]look
	order []int
}

// look is how an event was looked at.
type look struct {
	view    View
	folding jsontree.Folding
	tree    bool // folding is that of a tree
}

// keep remembers how a side shows its event.
func (m *memory) keep(s *side) {
	if s.opened == nil || s.opened.Err != nil {
		return
	}
	l := look{view: s.view}
	if t := s.opened.Tree; t != nil {
		l.folding, l.tree = t.Folding(), true
	}
	if m.looks == nil {
		m.looks = map[int]look{}
	}
	if _, known := m.looks[s.row]; !known {
		m.order = append(m.order, s.row)
	}
	m.looks[s.row] = l
	if len(m.order) > mostMemories {
		delete(m.looks, m.order[0])
		m.order = m.order[1:]
	}
}

// recall shows an event as it was last looked at.
func (m *memory) recall(s *side) {
	l, known := m.looks[s.row]
	if !known {
		return
	}
	if t := s.opened.Tree; t != nil && l.tree {
		t.Restore(l.folding)
	}
	if s.has(l.view) {
		s.turn(l.view)
	}
}
