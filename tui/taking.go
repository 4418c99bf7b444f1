package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"mcpx/tui/choice"
	"mcpx/tui/copying"
	"mcpx/tui/external"
	"mcpx/tui/figure"
	"mcpx/tui/jsontree"
)

// taken is something that can be copied, and how it is made: in the background.
type taken struct {
	choice.Item
	what  string // in a sentence
	file  string // pattern of the name of a file for it
	bring func() ([]byte, error)
}

// openCopy offers what can be copied from where the reader is.
func (m *Model) openCopy() {
	all := m.takable()
	items := make([]choice.Item, len(all))
	for i, t := range all {
		items[i] = t.Item
	}
	m.choose(choice.New("COPY", "A capital letter writes a file instead of sending the text to the terminal's clipboard.", items),
		func(i int) tea.Cmd { return m.take(all[i]) },
		func(i int) tea.Cmd { return m.takeInto(all[i]) })
}

// takable is all that can be copied, where it can.
func (m *Model) takable() []taken {
	return []taken{m.takeFinding(), m.takeMessage(), m.takeValue(), m.takeString(), m.takePointer(), m.takeClause(), m.takeURL(), m.takeLine()}
}

// text is something that is there already.
func text(s string) func() ([]byte, error) { return func() ([]byte, error) { return []byte(s), nil } }

// shownDefect is the finding that the reader sees, if any.
func (m *Model) shownDefect() (i int, ok bool) {
	if m.defect != noDefect {
		return m.defect, true
	}
	if m.tab != findingsTab || m.doc.Ruling() == nil {
		return 0, false
	}
	return m.found.Defect()
}

func (m *Model) takeFinding() taken {
	t := taken{Item: choice.Item{Key: "f", Name: "finding as Markdown", About: "for a bug report: clause, quotation, link and messages"}, what: "finding", file: "mcpx-*-finding.md"}
	i, ok := m.shownDefect()
	if !ok {
		t.Why = "no finding is selected; " + first(m.keys.NextFinding) + " leads to the next one"
		return t
	}
	d := &m.doc.Ruling().Defects[i]
	f := copying.Fault{Name: m.name, Version: m.version, Trace: m.doc.Trace(), Ruling: m.doc.Ruling(), Defect: i, Partner: m.doc.Partner(d.Row)}
	t.bring = f.Report
	return t
}

func (m *Model) takeMessage() taken {
	t := taken{Item: choice.Item{Key: "m", Name: "message", About: "as it was written"}, what: "message", file: "mcpx-*-message.json"}
	row, trace := m.message.Row(), m.doc.Trace()
	if row < 0 {
		t.Why = "no event is selected"
		return t
	}
	t.About = m.doc.EventName(row) + ", as it was written"
	t.bring = func() ([]byte, error) { return copying.Event(trace, row) }
	return t
}

func (m *Model) takeLine() taken {
	t := taken{Item: choice.Item{Key: "l", Name: "line of the recording"}, what: "line", file: "mcpx-*-line.jsonl"}
	row, trace := m.message.Row(), m.doc.Trace()
	if row < 0 {
		t.Why = "no event is selected"
		return t
	}
	t.About = figure.Size(int64(trace.Entry(row).Size))
	t.bring = func() ([]byte, error) { return trace.Raw(row, int(trace.Entry(row).Size)) }
	return t
}

const noTree = "the cursor of the message is on no value"

func (m *Model) takeValue() taken {
	t := taken{Item: choice.Item{Key: "v", Name: "value", About: "under the cursor of the message, as JSON"}, what: "value", file: "mcpx-*-value.json"}
	tree := m.message.Tree()
	if tree == nil {
		t.Why = noTree
		return t
	}
	value := tree.Value(tree.List.Cursor())
	t.bring = func() ([]byte, error) { return value, nil }
	return t
}

func (m *Model) takeString() taken {
	t := taken{Item: choice.Item{Key: "s", Name: "string", About: "under the cursor of the message, decoded"}, what: "string", file: "mcpx-*-string.txt"}
	tree := m.message.Tree()
	if tree == nil {
		t.Why = noTree
		return t
	}
	literal := tree.Value(tree.List.Cursor())
	if len(literal) == 0 || literal[0] != '"' {
		t.Why = "the cursor of the message is on no string"
	}
	t.bring = func() ([]byte, error) { return []byte(jsontree.Decode(literal)), nil }
	return t
}

func (m *Model) takePointer() taken {
	t := taken{Item: choice.Item{Key: "p", Name: "pointer"}, what: "pointer", file: "mcpx-*-pointer.txt"}
	tree := m.message.Tree()
	if tree == nil {
		t.Why = noTree
		return t
	}
	pointer := tree.Pointer(tree.List.Cursor())
	t.About = pointer
	if pointer == "" {
		t.About = "empty: the whole message"
	}
	t.bring = text(pointer)
	return t
}

// shownClause is the id, the text and the address of the clause that the reader sees.
func (m *Model) shownClause() (sentence, url string, ok bool) {
	if m.tab == clausesTab && (m.focus == listPane || m.focus == clausePane) {
		c := m.clauses.Clause()
		if c == nil {
			return "", "", false
		}
		return copying.Clause(c), c.URL(), true
	}
	i, ok := m.shownDefect()
	if !ok {
		return "", "", false
	}
	c := m.doc.Ruling().Defects[i].Clauses[0]
	return copying.Clause(c), c.URL(), true
}

const noClause = "no finding and no clause is selected"

func (m *Model) takeClause() taken {
	t := taken{Item: choice.Item{Key: "c", Name: "clause", About: "id, sentence and address"}, what: "clause", file: "mcpx-*-clause.txt"}
	sentence, _, ok := m.shownClause()
	if !ok {
		t.Why = noClause
	}
	t.bring = text(sentence)
	return t
}

func (m *Model) takeURL() taken {
	t := taken{Item: choice.Item{Key: "u", Name: "address of the clause"}, what: "address", file: "mcpx-*-address.txt"}
	_, url, ok := m.shownClause()
	if !ok {
		t.Why = noClause
		return t
	}
	t.About = strings.TrimPrefix(url, "https://")
	t.bring = text(url)
	return t
}

// tookMsg brings a text to copy, or where it has been written.
type tookMsg struct {
	what string
	text []byte
	path string // the file it was written into, "" if none
	why  string // why it was
	err  error
}

// take makes a text for the clipboard, or writes it into a file if the terminal cannot take it.
func (m *Model) take(t taken) tea.Cmd {
	env := m.env
	return func() tea.Msg {
		text, err := t.bring()
		if err != nil {
			return tookMsg{what: t.what, err: err}
		}
		why := copying.Refusal(len(text), env)
		if why == "" {
			return tookMsg{what: t.what, text: text}
		}
		path, err := external.File(t.file, text)
		return tookMsg{what: t.what, path: path, why: why, err: err}
	}
}

// takeInto makes a text and writes it into a file.
func (m *Model) takeInto(t taken) tea.Cmd {
	return func() tea.Msg {
		text, err := t.bring()
		if err != nil {
			return tookMsg{what: t.what, err: err}
		}
		path, err := external.File(t.file, text)
		return tookMsg{what: t.what, path: path, err: err}
	}
}

// took sends a text to the clipboard and says what has become of it.
func (m *Model) took(msg tookMsg) tea.Cmd {
	switch {
	case msg.err != nil:
		m.warn("the " + msg.what + " could not be copied: " + msg.err.Error())
	case msg.path == "":
		m.say(copying.Sent(msg.what, len(msg.text), m.env))
		return tea.SetClipboard(string(msg.text))
	case msg.why != "":
		m.say(msg.what + " written to " + msg.path + ": " + msg.why)
	default:
		m.say(msg.what + " written to " + msg.path)
	}
	return nil
}

// choose lets the user choose from a menu, by a small letter or a capital.
func (m *Model) choose(menu choice.Menu, small, capital func(i int) tea.Cmd) {
	m.mode = choiceMode
	m.choice, m.chosen, m.chosenByCapital = menu, small, capital
}

func (m *Model) pressChoice(k tea.KeyPressMsg) tea.Cmd {
	keys := &m.keys
	switch {
	case matches(k, keys.Back):
		m.mode = normalMode
		return nil
	case matches(k, keys.Open):
		return m.chose(m.choice.Cursor(), m.chosen)
	}
	letter := k.String()
	lower := strings.ToLower(letter)
	if i := m.choice.Taken(lower); i >= 0 {
		if letter != lower {
			return m.chose(i, m.chosenByCapital)
		}
		return m.chose(i, m.chosen)
	}
	switch {
	case matches(k, keys.Down):
		m.choice.Move(1)
	case matches(k, keys.Up):
		m.choice.Move(-1)
	case matches(k, keys.Quit):
		m.mode = normalMode
	}
	return nil
}

func (m *Model) chose(i int, do func(i int) tea.Cmd) tea.Cmd {
	if why := m.choice.Items[i].Why; why != "" {
		m.say(why)
		return nil
	}
	m.mode = normalMode
	return do(i)
}
