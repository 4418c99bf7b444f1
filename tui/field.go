package tui

import (
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"mcpx/tui/paint"
	"mcpx/tui/safetext"
)

// field is the text field at the foot of the screen.
type field struct {
	input textinput.Model
	question
	at int // in the past; len(past) is the text being written
}

// question is what a text field asks for. Only prompt and done have to be there.
type question struct {
	prompt   string
	hint     string // shown while the field is empty
	past     []string
	changed  func(text string) (tea.Cmd, error)     // after every change
	check    func(text string) (wrong int, _ error) // where the text is wrong, in bytes
	complete func(text string) []completion
	done     func(text string) tea.Cmd
	left     func() tea.Cmd // by esc
}

// completion replaces the text from start on.
type completion struct {
	start int
	text  string
}

func newField() field {
	in := textinput.New()
	in.Prompt = ""
	in.CharLimit = 500
	in.SetVirtualCursor(false)
	in.KeyMap.Paste.SetEnabled(false) // terminals paste by themselves
	return field{input: in}
}

// ask gives the text field the focus.
func (m *Model) ask(value string) tea.Cmd {
	m.mode = fieldMode
	m.field.at = len(m.field.past)
	m.field.set(value)
	m.field.input.Focus() // what it returns makes a cursor blink that nobody sees
	return nil
}

func (f *field) set(value string) {
	f.input.SetValue(value)
	f.input.CursorEnd()
}

// wrong says what is wrong with the text and where.
func (f *field) wrong() (at int, err error) {
	if f.check == nil {
		return len(f.input.Value()), nil
	}
	return f.check(f.input.Value())
}

// pressField edits the text; enter takes it, esc leaves it.
func (m *Model) pressField(k tea.KeyPressMsg) tea.Cmd {
	f := &m.field
	switch {
	case matches(k, m.keys.Open):
		if _, err := f.wrong(); err != nil {
			return nil
		}
		m.endField()
		return f.done(f.input.Value())
	case matches(k, m.keys.Back):
		m.endField()
		if f.left != nil {
			return f.left()
		}
		return nil
	case matches(k, m.keys.Complete):
		return m.completeField()
	case matches(k, m.keys.Earlier):
		return m.recall(-1)
	case matches(k, m.keys.Later):
		return m.recall(1)
	}
	return m.editField(k)
}

// editField gives a key or pasted text to the field.
func (m *Model) editField(msg tea.Msg) tea.Cmd {
	before := m.field.input.Value()
	m.field.input, _ = m.field.input.Update(msg)
	if m.field.input.Value() == before {
		return nil
	}
	return m.fieldChanged()
}

func (m *Model) fieldChanged() tea.Cmd {
	if m.field.changed == nil {
		return nil
	}
	cmd, _ := m.field.changed(m.field.input.Value()) // a wrong text leaves the last good result
	return cmd
}

func (m *Model) completeField() tea.Cmd {
	f := &m.field
	if f.complete == nil {
		return nil
	}
	text := f.input.Value()
	if all := f.complete(text); len(all) > 0 && all[0].start <= len(text) {
		f.set(text[:all[0].start] + all[0].text)
		return m.fieldChanged()
	}
	return nil
}

// recall shows what was entered before.
func (m *Model) recall(step int) tea.Cmd {
	f := &m.field
	at := f.at + step
	if at < 0 || at > len(f.past) {
		return nil
	}
	f.at = at
	text := ""
	if at < len(f.past) {
		text = f.past[at]
	}
	f.set(text)
	return m.fieldChanged()
}

func (m *Model) endField() {
	m.mode = normalMode
	m.field.input.Blur()
}

// line draws the field and tells the column of the cursor.
func (f *field) line(look *paint.Look, w int) (row string, cursor int) {
	l := look.Line(w, paint.Plain).Space(1).Say(paint.FooterKey, f.prompt).Space(1)
	value := f.input.Value()
	before := safetext.Line(string([]rune(value)[:f.input.Position()]))
	skip := max(0, before.Width()-(l.Room()-1))
	cursor = min(l.At()+before.Width()-skip, max(w-1, 0))
	if value == "" {
		l.Say(paint.Placeholder, f.hint)
		return l.End(), cursor
	}
	at, err := f.wrong()
	if err != nil && skip == 0 {
		l.Say(paint.Input, value[:at]).Say(paint.InputInvalid, value[at:])
	} else {
		l.Put(paint.Input, safetext.Line(value).Skip(skip))
	}
	l.Space(3)
	if err != nil {
		l.Say(paint.Error, err.Error())
	} else {
		l.Say(paint.Placeholder, f.offers(value))
	}
	return l.End(), cursor
}

// mostOffers is how many completions are shown.
const mostOffers = 8

// offers are the ways to go on that tab would take first.
func (f *field) offers(value string) string {
	if f.complete == nil {
		return ""
	}
	var texts []string
	for _, c := range f.complete(value) {
		if texts = append(texts, c.text); len(texts) == mostOffers {
			break
		}
	}
	if len(texts) == 0 {
		return ""
	}
	return "tab: " + strings.Join(texts, " ")
}
