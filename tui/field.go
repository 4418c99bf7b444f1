package tui

import (
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"mcpx/tui/paint"
	"mcpx/tui/safetext"
)

// field is the text field at the foot of the screen.
type field struct {
	input  textinput.Model
	prompt string
	hint   string
	done   func(text string) tea.Cmd
}

func newField() field {
	in := textinput.New()
	in.Prompt = ""
	in.CharLimit = 500
	in.SetVirtualCursor(false)
	return field{input: in}
}

func (f *field) edit(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	f.input, cmd = f.input.Update(msg)
	return cmd
}

// line draws the field and tells the column of the cursor.
func (f *field) line(look *paint.Look, w int) (row string, cursor int) {
	l := look.Line(w, paint.Plain).Space(1).Say(paint.FooterKey, f.prompt).Space(1)
	before := safetext.Line(string([]rune(f.input.Value())[:f.input.Position()]))
	room := l.Room() - 1
	skip := max(0, before.Width()-room)
	cursor = l.At() + before.Width() - skip
	if f.input.Value() == "" {
		l.Say(paint.Placeholder, f.hint)
	} else {
		l.Put(paint.Input, safetext.Line(f.input.Value()).Skip(skip))
	}
	return l.End(), min(cursor, max(w-1, 0))
}

// ask gives a text field the focus.
func (m *Model) ask(prompt, value, hint string, done func(string) tea.Cmd) tea.Cmd {
	m.mode = fieldMode
	m.field.prompt, m.field.hint, m.field.done = prompt, hint, done
	m.field.input.SetValue(value)
	m.field.input.CursorEnd()
	return m.field.input.Focus()
}

// pressField edits the text; enter takes it, esc leaves it.
func (m *Model) pressField(k tea.KeyPressMsg) tea.Cmd {
	switch {
	case matches(k, m.keys.Open):
		m.endField()
		return m.field.done(m.field.input.Value())
	case matches(k, m.keys.Back):
		m.endField()
		return nil
	}
	return m.field.edit(k)
}

func (m *Model) endField() {
	m.mode = normalMode
	m.field.input.Blur()
}

func (m *Model) editSearch() tea.Cmd {
	return m.ask("search", m.search.query, "names, strings, numbers, headers; empty ends the search", m.startSearch)
}

func (m *Model) editFilter() tea.Cmd {
	return m.ask("filter", m.filter.words, "words of the row: a method, a tool, an id", m.filterWords)
}
