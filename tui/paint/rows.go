package paint

import "mcpx/tui/vlist"

// Rows draws the rows of a list that are in sight, in exactly h rows of w cells.
func (k *Look) Rows(list *vlist.List, w, h int, row func(i int) string) []string {
	list.SetHeight(h)
	first, end := list.Window()
	rows := make([]string, 0, max(h, 0))
	for i := first; i < end; i++ {
		rows = append(rows, row(i))
	}
	return k.Fill(rows, w, h)
}

// List is Rows of which the one with the cursor is in a state of its own.
func (k *Look) List(list *vlist.List, cursor State, w, h int, draw func(l *Line, i int)) []string {
	return k.Rows(list, w, h, func(i int) string {
		state := Plain
		if i == list.Cursor() {
			state = cursor
		}
		l := k.Line(w, state)
		draw(l, i)
		return l.End()
	})
}

// Gutter begins a row of a list: with a sign if the row is selected, else with a blank.
func (l *Line) Gutter() *Line {
	if l.state == Plain {
		return l.Space(1)
	}
	return l.Sign(Gutter, l.look.Signs.Gutter)
}
