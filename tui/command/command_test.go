package command

import (
	"strings"
	"testing"

	"mcpx/tui/prompt"
)

func commands() *Set {
	return &Set{Number: "goto", Commands: []Command{
		{Name: "goto", Wants: "N", About: "go to an event", Check: func(rest string) *prompt.Fault {
			if strings.Trim(rest, "0123456789") != "" || rest == "" {
				return &prompt.Fault{Start: 0, End: len(rest), Text: "want a number"}
			}
			return nil
		}},
		{Name: "theme", Wants: "NAME", Check: OneOf("theme", "dark", "light"), Complete: Among("dark", "light")},
		{Name: "quit", Also: []string{"q"}, About: "quit"},
		{Name: "next-finding"},
	}}
}

func TestFind(t *testing.T) {
	for line, want := range map[string]string{
		"goto 12": "goto|12", "12": "goto|12", ":12": "goto|12", "  12 ": "goto|12", "theme  dark ": "theme|dark", "q": "quit|", "quit": "quit|", "qui": "", "": "",
	} {
		c, rest, _ := commands().Find(line)
		got := ""
		if c != nil {
			got = c.Name + "|" + rest
		}
		if got != want {
			t.Errorf("%q is %q, want %q", line, got, want)
		}
	}
}

func TestCheck(t *testing.T) {
	for line, want := range map[string]string{
		"": "", ":": "", "12": "", "goto": "want a number", "goto x": "want a number", "theme dork": "theme is one of dark, light", "quit now": "quit takes nothing",
		"quti": "there is no command quti", "theme dark": "",
	} {
		f := commands().Check(line)
		switch {
		case f == nil && want != "":
			t.Errorf("%q is accepted", line)
		case f != nil && (want == "" || !strings.Contains(f.Text, want)):
			t.Errorf("%q: %s", line, f.Text)
		case f != nil && (f.Start < 0 || f.End < f.Start || f.End > len(line)):
			t.Errorf("%q: from %d to %d", line, f.Start, f.End)
		}
	}
	if f := commands().Check("theme dork"); f.Start != 6 || f.End != 10 {
		t.Errorf("the fault is at %d to %d", f.Start, f.End)
	}
}

func TestComplete(t *testing.T) {
	for line, want := range map[string]string{
		"": "goto ,theme ,quit,next-finding", "th": "theme ", "find": "next-finding", "theme ": "dark,light", "theme l": "light", "theme  r": "dark", "goto ": "", "quit": "", "x y": "",
	} {
		var got []string
		for _, c := range commands().Complete(line, len(line)) {
			got = append(got, c.Text)
			if c.Start < 0 || c.End < c.Start || c.End > len(line) {
				t.Errorf("%q: from %d to %d", line, c.Start, c.End)
			}
		}
		if strings.Join(got, ",") != want {
			t.Errorf("%q offers %q, want %q", line, got, want)
		}
	}
}

func FuzzCommands(f *testing.F) {
	for _, s := range []string{"", ":", " : theme dark", "12x", "theme   ", "q\x00"} {
		f.Add(s, 3)
	}
	set := commands()
	f.Fuzz(func(t *testing.T, line string, at int) {
		at = min(max(at, 0), len(line))
		if x := set.Check(line); x != nil && (x.Start < 0 || x.End > len(line) || x.Start > x.End) {
			t.Fatalf("%q: %+v", line, x)
		}
		for _, c := range set.Complete(line, at) {
			if c.Start < 0 || c.End > len(line) || c.Start > c.End {
				t.Fatalf("%q: %+v", line, c)
			}
		}
	})
}
