package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"
)

// marks are the events that the user has marked, in order.
type marks struct{ rows []int }

func (k *marks) has(row int) bool {
	_, ok := slices.BinarySearch(k.rows, row)
	return ok
}

// toggle marks an event, or takes its mark away, and reports whether it is marked now.
func (k *marks) toggle(row int) bool {
	at, ok := slices.BinarySearch(k.rows, row)
	if ok {
		k.rows = slices.Delete(k.rows, at, at+1)
		return false
	}
	k.rows = slices.Insert(k.rows, at, row)
	return true
}

// beyond is the next or previous marked event from a row on, going round at the ends; ok is false if none
// is marked.
func (k *marks) beyond(row, step int) (next int, wrapped, ok bool) {
	n := len(k.rows)
	if n == 0 {
		return 0, false, false
	}
	at, exact := slices.BinarySearch(k.rows, row)
	if step < 0 || exact {
		at += step
	}
	return k.rows[(at+n)%n], at < 0 || at >= n, true
}

func (m *Model) toggleMark() {
	row := m.here()
	if row < 0 {
		m.say("no event is selected")
		return
	}
	if m.marks.toggle(row) {
		m.say(m.doc.EventName(row) + " is marked; " + first(m.keys.NextMark) + " leads back to it")
	} else {
		m.say("the mark of " + m.doc.EventName(row) + " is gone")
	}
}

// stepMark goes to the next or previous marked event.
func (m *Model) stepMark(step int) tea.Cmd {
	next, wrapped, ok := m.marks.beyond(m.here(), step)
	if !ok {
		m.say("nothing is marked; " + first(m.keys.Mark) + " marks an event")
		return nil
	}
	cmd := m.jump(next)
	if wrapped && m.notice.text == "" {
		m.sayWrapped()
	}
	return cmd
}
