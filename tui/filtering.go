package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	language "mcpx/checks/filter"
	"mcpx/tui/document"
	"mcpx/tui/prompt"
)

// editFilter asks for a filter and obeys it while it is typed, as long as it is right.
func (m *Model) editFilter() tea.Cmd {
	f := &m.filter
	f.before, f.origin = f.parsed.Source(), m.here()
	text := f.before
	if text != "" {
		text += " " // to go on with a further term
	}
	m.ask(prompt.Question{
		Label: "filter", Hint: "level:must  area:TRAN  method:tools/*  status:>=400  latency:>200ms  finding:any  any text",
		Past: f.past, Check: wrongFilter, Complete: m.completeFilter,
	}, text, reply{changed: m.liveFilter, done: m.enterFilter, left: m.leaveFilter})
	return m.learn()
}

// liveFilter obeys a filter while it is typed; a wrong one leaves the last good result.
func (m *Model) liveFilter(source string) tea.Cmd {
	cmd, _ := m.setFilter(language.Live(source, len(source)))
	return cmd
}

func (m *Model) enterFilter(source string) tea.Cmd {
	source = strings.TrimSpace(source)
	m.filter.past = prompt.Remember(m.filter.past, source)
	cmd := m.narrowTo(source)
	if f := &m.filter; cmd == nil && f.done && f.active() && len(f.rows) == 0 && !f.waits {
		m.warn("nothing passes the filter; " + m.clears())
	}
	return cmd
}

// leaveFilter goes back to the filter and the event from before.
func (m *Model) leaveFilter() tea.Cmd {
	f := &m.filter
	origin := f.origin
	cmd := m.narrowTo(f.before)
	if f.done && origin != m.timeline.Row() && m.timeline.Lists(origin) {
		return tea.Batch(cmd, m.selectRow(origin))
	}
	return cmd
}

// wrongFilter says what is wrong with a filter.
func wrongFilter(source string) *prompt.Fault {
	_, err := language.Parse(source)
	if wrong, ok := err.(*language.Error); ok {
		return &prompt.Fault{Start: wrong.Start, End: wrong.End, Text: wrong.Text}
	}
	return nil
}

func (m *Model) completeFilter(source string, at int) []prompt.Candidate {
	var all []prompt.Candidate
	for _, c := range language.CompleteAt(source, at, m.filter.known) {
		all = append(all, prompt.Candidate{Start: c.Start, End: c.End, Text: c.Text, About: c.About})
	}
	return all
}

// knownMsg brings the values of fields that the recording holds.
type knownMsg struct {
	ruling *document.Ruling
	known  map[string][]string
}

// learn looks up the values to offer, unless they are known.
func (m *Model) learn() tea.Cmd {
	if m.filter.known != nil || m.doc.Progress.Phase == document.Reading {
		return nil
	}
	sieve, ruling := m.doc.Sieve(), m.doc.Ruling()
	return func() tea.Msg { return knownMsg{ruling, sieve.Known(m.ctx)} }
}

func (m *Model) learnt(msg knownMsg) {
	if msg.ruling != m.doc.Ruling() {
		return
	}
	m.filter.known = msg.known
	if m.mode == fieldMode {
		m.field.Refresh()
	}
}
