package tui

import (
	tea "charm.land/bubbletea/v2"

	"mcpx/tui/prompt"
)

// field is the text field at the foot of the screen and what becomes of its text.
type field struct {
	prompt.Prompt
	reply reply
}

// reply is what becomes of a text. Only done has to be there.
type reply struct {
	changed func(text string) tea.Cmd // after every change
	done    func(text string) tea.Cmd
	left    func() tea.Cmd // by esc
}

// ask asks for a text.
func (m *Model) ask(q prompt.Question, text string, r reply) tea.Cmd {
	m.mode = fieldMode
	m.field.reply = r
	q.Takes = first(m.keys.Complete)
	m.field.Ask(q, text) // what it returns makes a cursor blink that nobody sees
	return nil
}

// pressField edits the text; enter takes it, esc leaves it.
func (m *Model) pressField(k tea.KeyPressMsg) tea.Cmd {
	f, keys := &m.field, &m.keys
	switch {
	case m.types(k):
		return m.editField(k)
	case matches(k, keys.Open):
		return m.enterField()
	case matches(k, keys.Back):
		m.endField()
		if f.reply.left != nil {
			return f.reply.left()
		}
		return nil
	case matches(k, keys.Complete):
		return m.fieldChanged(f.Take(1))
	case matches(k, keys.CompleteBack):
		return m.fieldChanged(f.Take(-1))
	case matches(k, keys.Earlier):
		return m.fieldChanged(f.Recall(-1))
	case matches(k, keys.Later):
		return m.fieldChanged(f.Recall(1))
	case f.Keep() && k.Code == tea.KeyRight:
		return nil
	}
	return m.editField(k)
}

// enterField takes the text, unless something is wrong with it.
func (m *Model) enterField() tea.Cmd {
	f := &m.field
	if f.Fault() != nil {
		if !f.Keep() { // an offer that was taken wants to be gone on with
			f.Refuse()
		}
		return nil
	}
	m.endField()
	return f.reply.done(f.Text())
}

// editField gives a key or pasted text to the field.
func (m *Model) editField(msg tea.Msg) tea.Cmd {
	changed, _ := m.field.Edit(msg)
	return m.fieldChanged(changed)
}

func (m *Model) fieldChanged(changed bool) tea.Cmd {
	if !changed || m.field.reply.changed == nil {
		return nil
	}
	return m.field.reply.changed(m.field.Text())
}

func (m *Model) endField() {
	m.mode = normalMode
	m.field.Leave()
}

// prompted is how the field is drawn: as many rows above it as leave something of the panes in sight.
func (m *Model) prompted() prompt.Screen {
	return m.field.Render(m.look, m.w, max(0, min(m.h/2, m.h-4)))
}
