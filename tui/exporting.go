package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	tea "charm.land/bubbletea/v2"

	"mcpx/tui/choice"
	"mcpx/tui/document"
	"mcpx/tui/figure"
	"mcpx/tui/prompt"
	"mcpx/tui/writing"
)

// openWrite offers what can be written into a file.
func (m *Model) openWrite() {
	events := figure.Things(m.timeline.Listed(), "event")
	if m.timeline.Narrowed() {
		events = m.timelineCount() + " events"
	}
	findings := "all findings"
	if m.filter.active() {
		findings = "what the filter lets through"
	}
	items := []choice.Item{
		{Key: "e", Name: "events as a trace", About: events + ", byte for byte"},
		{Key: "t", Name: "findings as text", About: findings},
		{Key: "n", Name: "findings as JSON", About: findings},
		{Key: "d", Name: "findings as Markdown", About: findings + ", and a table of the clauses"},
	}
	for i := range items {
		items[i].Why = m.unwritable(writing.Form(i))
	}
	name := func(i int) tea.Cmd { return m.askFile(writing.Form(i)) }
	m.choose(choice.New("WRITE", "The file is named next.", items), name, name)
}

// unwritable says why a form cannot be written now, "" if it can.
func (m *Model) unwritable(form writing.Form) string {
	switch {
	case m.doc.Progress.Phase == document.Reading:
		return "the recording is still being read"
	case m.filter.waits:
		return m.filterWaits()
	case !m.filter.done:
		return "the filter is still at work"
	case form != writing.Events && m.doc.Ruling() == nil:
		return m.noVerdict()
	}
	return ""
}

// askFile asks for the name of the file.
func (m *Model) askFile(form writing.Form) tea.Cmd {
	return m.ask(prompt.Question{Label: "write " + form.String() + " to", Hint: "a name"}, writing.Proposal(m.name, form),
		reply{done: func(name string) tea.Cmd { return m.write(form, name, writing.New) }})
}

// wroteMsg tells what became of a file.
type wroteMsg struct {
	form writing.Form
	path string
	size int64
	err  error
}

// write writes a file in the background.
func (m *Model) write(form writing.Form, name string, mode writing.Mode) tea.Cmd {
	path := writing.Path(strings.TrimSpace(name), m.env)
	why := m.unwritable(form)
	switch {
	case path == "":
		why = "a name is missing"
	case writing.Same(path, m.name):
		why = "that is the recording itself"
	}
	if why != "" {
		m.warn("not written: " + why)
		return nil
	}
	m.say("writing " + path)
	fill := m.events()
	if form != writing.Events {
		fill = m.findingsIn(form)
	}
	ctx := m.ctx
	return func() tea.Msg {
		size, err := writing.Into(path, mode, func(w io.Writer) error { return fill(ctx, w) })
		return wroteMsg{form, path, size, err}
	}
}

// filler writes what a file is to hold.
type filler func(ctx context.Context, w io.Writer) error

// events are the events that the filter lets through.
func (m *Model) events() filler {
	trace := m.doc.Trace()
	var rows []int32
	if m.timeline.Narrowed() {
		rows = m.filter.rows
	}
	return func(ctx context.Context, w io.Writer) error { return writing.Lines(ctx, w, trace, rows) }
}

// findingsIn is what is wrong, as far as the filter lets it through.
func (m *Model) findingsIn(form writing.Form) filler {
	v, parsed, by, name, version := m.doc.Verdict(), m.filter.parsed, m.filter.describe(), m.name, m.version
	var kept *document.Sifted
	if m.filter.active() {
		verdict := m.filter.verdict
		kept = &verdict
	}
	return func(ctx context.Context, w io.Writer) error {
		a, err := v.Assessment(ctx, parsed, by, kept)
		if err != nil {
			return err
		}
		return writing.Findings(w, form, name, version, a)
	}
}

func (m *Model) wrote(msg wroteMsg) {
	switch {
	case errors.Is(msg.err, writing.ErrThere):
		m.warn(fmt.Sprintf("%s is there already; :write! %s %s overwrites it", msg.path, msg.form, msg.path))
	case msg.err != nil:
		m.warn("not written: " + msg.err.Error())
	default:
		m.say(fmt.Sprintf("%s written, %s", msg.path, figure.Size(msg.size)))
	}
}
