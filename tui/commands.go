package tui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"mcpx/checks/catalogue"
	"mcpx/themes"
	"mcpx/tui/command"
	"mcpx/tui/document"
	"mcpx/tui/paint"
	"mcpx/tui/prompt"
	"mcpx/tui/timeline"
	"mcpx/tui/writing"
)

// openCommands asks for a command.
func (m *Model) openCommands() tea.Cmd { return m.askCommand("") }

func (m *Model) askCommand(begin string) tea.Cmd {
	set := m.commands()
	m.ask(prompt.Question{
		Label: ":", Hint: "a number goes to that event; tab offers the commands",
		Past: m.commanded, Check: set.Check, Complete: set.Complete,
	}, begin, reply{done: m.command})
	return m.learn()
}

// command does what a line says.
func (m *Model) command(line string) tea.Cmd {
	line = strings.TrimSpace(line)
	m.commanded = prompt.Remember(m.commanded, line)
	c, rest, _ := m.commands().Find(line)
	if c == nil {
		return nil
	}
	return c.Do(rest)
}

// commands are those with something to act on, and behind them all that keys do, by name.
func (m *Model) commands() *command.Set {
	set := &command.Set{Number: "goto", Commands: []command.Command{
		{Name: "goto", Wants: "SEQ", About: "go to an event by its number", Check: wrongNumber, Do: m.gotoSeq},
		{Name: "filter", Wants: "FILTER", About: "narrow to a filter", Check: wrongFilter, Complete: m.completeFilter, Do: m.enterFilter},
		{Name: "search", Wants: "TEXT", About: "look for a text", Do: m.enterSearch},
		{Name: "theme", Wants: "NAME", About: "colours", Check: command.OneOf("theme", themes.Names()...), Complete: command.Among(themes.Names()...), Do: m.setTheme},
		{Name: "revision", Wants: "REVISION", About: "judge by another revision", Check: command.OneOf("revision", revisions()...), Complete: command.Among(revisions()...), Do: m.judgeBy},
		{Name: "time", Wants: "HOW", About: "how times are shown", Check: command.OneOf("time", timeline.Clocks()...), Complete: command.Among(timeline.Clocks()...), Do: m.setClock},
		{Name: "mouse", Wants: "on|off", About: "take clicks and the wheel, or leave them to the terminal", Check: command.OneOf("mouse", "on", "off"), Complete: command.Among("on", "off"), Do: m.setMouse},
		m.writeCommand("write", "write a file", writing.New),
		m.writeCommand("write!", "write a file, over one that is there", writing.Over),
		{Name: "quit", Also: []string{"q", "q!", "wq", "x"}, About: "quit", Do: func(string) tea.Cmd { return tea.Quit }},
	}}
	taken := map[string]bool{}
	for _, c := range set.Commands {
		taken[c.Name] = true
	}
	for _, a := range m.actions() {
		name := m.keys.name(a.key)
		if name == "" || taken[name] {
			continue
		}
		taken[name] = true
		set.Commands = append(set.Commands, command.Command{Name: name, About: a.key.Help().Desc, Do: func(string) tea.Cmd { return a.do() }})
	}
	return set
}

func revisions() []string {
	var all []string
	for _, rev := range catalogue.Revisions() {
		all = append(all, string(rev))
	}
	return all
}

func wrongNumber(rest string) *prompt.Fault {
	if _, err := strconv.ParseUint(rest, 10, 64); err != nil {
		return &prompt.Fault{Start: 0, End: len(rest), Text: "want the number of an event"}
	}
	return nil
}

// gotoSeq goes to the event with a number or, if there is none, to the next one.
func (m *Model) gotoSeq(rest string) tea.Cmd {
	seq, err := strconv.ParseUint(rest, 10, 64)
	if err != nil {
		return nil
	}
	if m.doc.Len() == 0 {
		m.say("there is no event " + rest)
		return nil
	}
	trace := m.doc.Trace()
	row, ok := trace.IndexOf(seq)
	if !ok {
		row = m.doc.RowOfSeq(seq)
		m.say("there is no event " + rest + "; " + m.doc.EventName(row) + " is the nearest")
	}
	notice := m.notice
	cmd := m.jump(row)
	if m.notice.text == "" {
		m.notice = notice
	}
	return cmd
}

func (m *Model) setTheme(name string) tea.Cmd {
	theme, err := themes.Named(name)
	if err != nil {
		m.warn(err.Error())
		return nil
	}
	m.look = paint.New(theme, m.look.Signs)
	m.overlay.forget()
	return nil
}

func (m *Model) setClock(name string) tea.Cmd {
	if c, ok := timeline.ClockNamed(name); ok {
		m.timeline.Clock = c
		m.say("time " + c.String())
	}
	return nil
}

func (m *Model) setMouse(how string) tea.Cmd {
	m.mouse = how == "on"
	m.sayMouse()
	return nil
}

// judgeBy shows the verdict of a revision.
func (m *Model) judgeBy(name string) tea.Cmd {
	if m.doc.Progress.Phase != document.Ready || m.doc.Ruling() == nil {
		m.say(m.noVerdict())
		return nil
	}
	return m.showRevision(catalogue.Revision(name))
}

// writeCommand is "write FORM [FILE]".
func (m *Model) writeCommand(name, about string, mode writing.Mode) command.Command {
	var forms []string
	for _, f := range writing.Forms() {
		forms = append(forms, f.String())
	}
	split := func(rest string) (form, file string) {
		form, file, _ = strings.Cut(rest, " ")
		return form, strings.TrimSpace(file)
	}
	return command.Command{
		Name: name, Wants: strings.Join(forms, "|") + " [FILE]", About: about,
		Check: func(rest string) *prompt.Fault {
			form, _ := split(rest)
			return command.OneOf("what to write", forms...)(form)
		},
		Complete: func(rest string, at int) []prompt.Candidate {
			if strings.Contains(rest[:min(at, len(rest))], " ") {
				return nil
			}
			return command.Among(forms...)(rest, at)
		},
		Do: func(rest string) tea.Cmd {
			word, file := split(rest)
			form, ok := writing.Named(word)
			if !ok {
				return nil
			}
			if file == "" {
				file = writing.Proposal(m.name, form)
			}
			return m.write(form, file, mode)
		},
	}
}
