package tui

import (
	"os"
	"strings"

	tea "charm.land/bubbletea/v2"

	"mcpx/checks/report"
	"mcpx/tui/copying"
	"mcpx/tui/external"
)

// readyMsg tells that the file for another program is there.
type readyMsg struct {
	role external.Role
	path string
	err  error
}

// openOutside shows the message in the user's pager or editor: set out for reading, with what must not
// reach a terminal escaped.
func (m *Model) openOutside(role external.Role) tea.Cmd {
	row, trace := m.message.Row(), m.doc.Trace()
	if row < 0 {
		m.say("no event is selected")
		return nil
	}
	return func() tea.Msg {
		raw, err := copying.Event(trace, row)
		if err != nil {
			return readyMsg{role: role, err: err}
		}
		lines, language, _ := report.Readable(raw, 0)
		var b strings.Builder
		for _, line := range lines {
			b.WriteString(line.String())
			b.WriteByte('\n')
		}
		ending := "txt"
		if language != "" {
			ending = language
		}
		path, err := external.File("mcpx-*-message."+ending, []byte(b.String()))
		return readyMsg{role, path, err}
	}
}

// returnedMsg tells that the other program has ended.
type returnedMsg struct {
	role external.Role
	err  error
}

// ready starts the other program and takes its file away afterwards.
func (m *Model) ready(msg readyMsg) tea.Cmd {
	err := msg.err
	if err == nil {
		cmd, wrong := external.Command(msg.role, msg.path, m.env)
		if wrong == nil {
			return tea.ExecProcess(cmd, func(err error) tea.Msg {
				os.Remove(msg.path)
				return returnedMsg{msg.role, err}
			})
		}
		os.Remove(msg.path)
		err = wrong
	}
	m.warn("no " + msg.role.String() + ": " + err.Error())
	return nil
}

func (m *Model) returned(msg returnedMsg) {
	if msg.err != nil {
		m.warn("the " + msg.role.String() + " ended with " + msg.err.Error())
	}
}
