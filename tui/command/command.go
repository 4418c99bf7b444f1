// Package command is the language of the command line: a name, and behind a blank what it is to act on.
package command

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"mcpx/tui/prompt"
)

// Command is one command.
type Command struct {
	Name  string
	Also  []string // other names
	Wants string   // what is to follow, for people; "" if nothing
	About string
	// Check says what is wrong with what follows; nil takes anything.
	Check func(rest string) *prompt.Fault
	// Complete offers ways to go on with what follows.
	Complete func(rest string, at int) []prompt.Candidate
	Do       func(rest string) tea.Cmd
}

func (c *Command) named(name string) bool {
	if c.Name == name {
		return true
	}
	for _, also := range c.Also {
		if also == name {
			return true
		}
	}
	return false
}

// Set is the commands that there are. A line that begins with a digit is for the one named Number.
type Set struct {
	Commands []Command
	Number   string
}

// Find gives the command of a line, nil if there is none, and what follows it and where.
func (s *Set) Find(line string) (c *Command, rest string, at int) {
	begin := len(line) - len(strings.TrimLeft(line, " :"))
	name, rest, _ := strings.Cut(line[begin:], " ")
	at = begin + len(name) + 1
	if name != "" && name[0] >= '0' && name[0] <= '9' {
		name, rest, at = s.Number, line[begin:], begin
	}
	at += len(rest) - len(strings.TrimLeft(rest, " "))
	at = min(at, len(line))
	for i := range s.Commands {
		if s.Commands[i].named(name) {
			return &s.Commands[i], strings.TrimSpace(rest), at
		}
	}
	return nil, "", at
}

// Check says what is wrong with a line.
func (s *Set) Check(line string) *prompt.Fault {
	if strings.Trim(line, " :") == "" {
		return nil
	}
	c, rest, at := s.Find(line)
	if c == nil {
		begin := len(line) - len(strings.TrimLeft(line, " :"))
		name, _, _ := strings.Cut(line[begin:], " ")
		return &prompt.Fault{Start: begin, End: begin + len(name), Text: "there is no command " + name + "; tab offers those there are"}
	}
	switch {
	case c.Wants == "" && rest != "":
		return &prompt.Fault{Start: at, End: len(line), Text: c.Name + " takes nothing behind it"}
	case c.Check == nil:
		return nil
	}
	f := c.Check(rest)
	if f != nil {
		f.Start, f.End = min(f.Start+at, len(line)), min(f.End+at, len(line))
	}
	return f
}

// Complete offers names of commands, and behind one what that offers.
func (s *Set) Complete(line string, at int) []prompt.Candidate {
	begin := len(line) - len(strings.TrimLeft(line, " :"))
	name, _, more := strings.Cut(line[min(begin, len(line)):], " ")
	if !more || at <= begin+len(name) {
		return s.names(line, begin, max(at, begin), begin+len(name))
	}
	c, _, start := s.Find(line)
	if c == nil || c.Complete == nil || at < start {
		return nil
	}
	all := c.Complete(line[start:], at-start)
	for i := range all {
		all[i].Start += start
		all[i].End += start
	}
	return all
}

func (s *Set) names(line string, begin, at, end int) []prompt.Candidate {
	typed := line[begin:at]
	var first, later []prompt.Candidate
	for i := range s.Commands {
		c := &s.Commands[i]
		text := c.Name
		if c.Wants != "" {
			text += " "
		}
		candidate := prompt.Candidate{Start: begin, End: end, Text: text, About: strings.TrimSpace(c.Wants + "  " + c.About)}
		switch {
		case c.Name == typed:
		case strings.HasPrefix(c.Name, typed):
			first = append(first, candidate)
		case strings.Contains(c.Name, typed):
			later = append(later, candidate)
		}
	}
	return append(first, later...)
}

// Among offers those of some values that begin as what is typed, and others that hold it.
func Among(values ...string) func(rest string, at int) []prompt.Candidate {
	return func(rest string, at int) []prompt.Candidate {
		typed := rest[:min(at, len(rest))]
		var first, later []prompt.Candidate
		for _, v := range values {
			c := prompt.Candidate{Start: 0, End: len(rest), Text: v}
			switch {
			case v == typed:
			case strings.HasPrefix(v, typed):
				first = append(first, c)
			case strings.Contains(v, typed):
				later = append(later, c)
			}
		}
		return append(first, later...)
	}
}

// OneOf finds fault with anything but some values.
func OneOf(what string, values ...string) func(rest string) *prompt.Fault {
	return func(rest string) *prompt.Fault {
		for _, v := range values {
			if v == rest {
				return nil
			}
		}
		return &prompt.Fault{Start: 0, End: len(rest), Text: what + " is one of " + strings.Join(values, ", ")}
	}
}
