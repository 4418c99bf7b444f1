// Package choice is a short menu: a letter, or the cursor and enter, takes one of its items. What cannot
// be taken says why.
package choice

import (
	"mcpx/tui/paint"
	"mcpx/tui/safetext"
	"mcpx/tui/vlist"
)

// Item is something to choose.
type Item struct {
	Key   string // the letter that takes it
	Name  string
	About string // more about it
	Why   string // why it cannot be taken; "" if it can
}

// Menu is items to choose from.
type Menu struct {
	Title string
	Note  string // what else there is to know
	Items []Item
	list  vlist.List
}

// New makes a menu with its cursor on the first item that can be taken.
func New(title, note string, items []Item) Menu {
	m := Menu{Title: title, Note: note, Items: items, list: vlist.New(len(items), len(items))}
	for i, it := range items {
		if it.Why == "" {
			m.list.MoveTo(i)
			break
		}
	}
	return m
}

// Move moves the cursor by n items.
func (m *Menu) Move(n int) { m.list.MoveTo(m.list.Cursor() + n) }

// Cursor is the item that the cursor is on.
func (m *Menu) Cursor() int { return m.list.Cursor() }

// Taken is the item that a letter takes, -1 if there is none.
func (m *Menu) Taken(letter string) int {
	for i, it := range m.Items {
		if it.Key == letter {
			return i
		}
	}
	return -1
}

// At is the item that is drawn in a row, as the menu was drawn last; ok is false if none is.
func (m *Menu) At(row int) (i int, ok bool) { return m.list.At(row) }

// aboutColumn is where what is said about an item begins.
const aboutColumn = 30

// Render draws the menu in exactly h rows of w cells.
func (m *Menu) Render(look *paint.Look, w, h int) []string {
	note := m.note(look, w)
	if len(m.Items)+len(note) > h {
		note = nil // the items count more
	}
	rows := look.List(&m.list, paint.Selected, w, min(len(m.Items), h-len(note)), func(l *paint.Line, i int) { m.row(l, look, i) })
	return look.Fill(append(rows, note...), w, h)
}

// Sheet draws the menu below a rule with its title, in as many rows as it takes and at most h.
func (m *Menu) Sheet(look *paint.Look, w, h int) []string {
	if h < 2 {
		return nil
	}
	rows := len(m.Items) + len(m.note(look, w))
	if rows > h-1 {
		rows = min(len(m.Items), h-1)
	}
	l := look.Line(w, paint.Plain).Repeat(paint.Rule, look.Signs.Horizontal, 1).Space(1).Say(paint.TitleFocused, m.Title).Space(1)
	return append([]string{l.Repeat(paint.Rule, look.Signs.Horizontal, w).End()}, m.Render(look, w, rows)...)
}

func (m *Menu) row(l *paint.Line, look *paint.Look, i int) {
	it := m.Items[i]
	name, about := paint.Base, it.About
	if it.Why != "" {
		name, about = paint.Dim, it.Why
	}
	l.Gutter().To(2).Say(paint.FooterKey, it.Key).To(6).Say(name, it.Name)
	l.To(max(aboutColumn, l.At()+2)).Put(paint.Dim, safetext.Line(about).CutTail(max(l.Room()-1, 0), look.Ellipsis()))
}

func (m *Menu) note(look *paint.Look, w int) []string {
	if m.Note == "" {
		return nil
	}
	rows := []string{look.Blank(w)}
	for _, row := range safetext.Line(m.Note).Wrap(max(w-3, 1)) {
		rows = append(rows, look.Line(w, paint.Plain).Space(2).Put(paint.Dim, row).End())
	}
	return rows
}
