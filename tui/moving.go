package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"mcpx/tui/vlist"
)

// mover is what has a cursor, or scrolls: by rows, and by parts of a screen or to an end.
type mover interface {
	Move(n int)
	Page(parts float64)
}

func byRows(n int) func(mover) { return func(l mover) { l.Move(n) } }

func byPages(parts float64) func(mover) { return func(l mover) { l.Page(parts) } }

// motion is a key that moves what has the focus.
type motion struct {
	key key.Binding
	how func(mover)
}

func (k *KeyMap) motions() []motion {
	return []motion{
		{k.Down, byRows(1)}, {k.Up, byRows(-1)},
		{k.PageDown, byPages(1)}, {k.PageUp, byPages(-1)},
		{k.HalfDown, byPages(0.5)}, {k.HalfUp, byPages(-0.5)},
		{k.Top, byPages(-vlist.Ends)}, {k.Bottom, byPages(vlist.Ends)},
	}
}

// moves moves something if a key does that, and reports whether it does.
func (k *KeyMap) moves(press tea.KeyPressMsg, l mover) bool {
	for _, motion := range k.motions() {
		if matches(press, motion.key) {
			motion.how(l)
			return true
		}
	}
	return false
}

// move moves in the pane that has focus.
func (m *Model) move(how func(mover)) tea.Cmd {
	switch {
	case m.focus == timelinePane:
		how(&m.timeline.List)
		return m.timelineMoved()
	case m.focus == messagePane:
		how(m.message)
		return nil
	case m.focus == clausePane:
		how(&m.explained)
		return nil
	case m.tab == findingsTab:
		how(&m.found)
	default:
		how(m.listOf(m.tab))
	}
	return m.listMoved()
}
