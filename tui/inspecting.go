package tui

import (
	"bytes"
	"fmt"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"mcpx/model"
	"mcpx/tui/document"
	"mcpx/tui/figure"
	"mcpx/tui/jsontree"
	"mcpx/tui/message"
	"mcpx/tui/safetext"
)

// stepHere goes to the member that the next or previous finding of the same message points at.
func (m *Model) stepHere(step int) tea.Cmd {
	r := m.doc.Ruling()
	if r == nil {
		m.say(m.noVerdict())
		return nil
	}
	begin, end := r.At(m.message.Row())
	n := end - begin
	switch {
	case n == 0:
		m.say("no finding points at this message; " + first(m.keys.NextFinding) + " goes to the next finding")
		return nil
	case m.defect < begin || m.defect >= end:
		m.defect = begin - 1
		if step < 0 {
			m.defect = begin
		}
	}
	next := begin + (m.defect-begin+step+n)%n
	m.tab = findingsTab
	cmd := m.showDefect(next)
	m.say(fmt.Sprintf("finding %d of %d in this message", next-begin+1, n))
	return cmd
}

// likeness is a value to compare with that of the same member in another message.
type likeness struct {
	row     int // of the other message, None if nothing is compared
	from    string
	pointer string
	value   []byte
}

// farthestLike bounds how far a message of the same method is looked for.
const farthestLike = 1 << 17

// stepLike goes to the same member of the next or previous message of the same method and kind, and tells
// how its value has changed.
func (m *Model) stepLike(step int) tea.Cmd {
	from := m.message.Row()
	if from < 0 {
		return nil
	}
	to := m.nextLike(from, step)
	if to == document.None {
		m.say("no further message of this kind in this direction" + m.underFilter())
		return nil
	}
	m.like = likeness{row: to, from: m.doc.EventName(from)}
	if t := m.message.Tree(); t != nil {
		m.like.pointer = t.Pointer(t.List.Cursor())
		m.like.value = bytes.Clone(t.Value(t.List.Cursor()))
	}
	cmd := m.jump(to)
	m.compare()
	return cmd
}

// compare shows the member that is compared, once its message has been read.
func (m *Model) compare() {
	l := m.like
	t := m.message.Tree()
	if l.row == document.None || l.row != m.message.Row() || t == nil {
		return
	}
	m.like = likeness{row: document.None}
	name := l.pointer
	if name == "" {
		name = "the whole message"
	}
	reached := t.Reveal(l.pointer)
	now := t.Value(t.List.Cursor())
	switch {
	case !reached.Found():
		m.say(fmt.Sprintf("%s is not here; it is in %s", name, l.from))
	case bytes.Equal(now, l.value):
		m.say(fmt.Sprintf("%s is the same as in %s", name, l.from))
	case jsontree.Composite(now) || jsontree.Composite(l.value):
		m.say(fmt.Sprintf("%s differs from that in %s: %s, there %s", name, l.from, figure.Size(int64(len(now))), figure.Size(int64(len(l.value)))))
	default:
		m.say(fmt.Sprintf("%s: %s, in %s %s", name, briefly(now), l.from, briefly(l.value)))
	}
}

// briefly is a value short enough to be compared in one row.
func briefly(value []byte) string { return safetext.BytesMax(value, 30).String() }

// nextLike is the next or previous listed message of the same direction, class and method, or None.
func (m *Model) nextLike(from, step int) int {
	kind := m.kindOf(from)
	for n, i := 0, from+step; i >= 0 && i < m.doc.Len() && n < farthestLike; n, i = n+1, i+step {
		if m.doc.Trace().Entry(i).Kind == kind.kind && m.timeline.Lists(i) && m.kindOf(i) == kind {
			return i
		}
	}
	return document.None
}

// messageKind is what messages of one kind have in common.
type messageKind struct {
	kind      model.EventKind
	class     model.Class
	direction model.Direction
	method    model.Text
}

// kindOf is what kind of message an event is; an answer is of the method of its request.
func (m *Model) kindOf(row int) messageKind {
	e, l := m.doc.Trace().Entry(row), m.doc.Link(row)
	k := messageKind{e.Kind, l.Class, e.Direction, e.Method}
	if partner := int(l.Partner); k.method == 0 && partner != document.None {
		k.method = m.doc.Trace().Entry(partner).Method
	}
	return k
}

// messageKeys are the keys that help with the message as it is shown.
func (m *Model) messageKeys(short func(key.Binding, string) key.Binding) []key.Binding {
	k := &m.keys
	views := m.message.Views()
	keys := []key.Binding{short(k.Fold, "fold"), short(k.Unfold, "unfold"), short(k.Decoded, "string")}
	if m.message.Tree() == nil {
		keys = nil
	}
	if m.message.View() == message.Table {
		keys = []key.Binding{short(k.Decoded, "in full"), short(k.Open, "in the tree")}
	}
	for _, v := range [...]struct {
		key  key.Binding
		view message.View
	}{{k.Table, message.Table}, {k.Raw, message.Raw}, {k.Headers, message.Headers}} {
		if slices.Contains(views, v.view) {
			name := v.view.String()
			if v.view == m.message.View() {
				name = "back"
			}
			keys = append(keys, short(v.key, name))
		}
	}
	return keys
}

// turnTable shows what a message lists as a table, or the tree again.
func (m *Model) turnTable() { m.turnView(message.Table) }
