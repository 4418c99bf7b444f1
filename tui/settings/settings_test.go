package settings

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func known() *Known {
	return &Known{
		Themes: []string{"ansi", "dark"}, Times: []string{"start", "step"}, Columns: []string{"time", "size"},
		Bindings: []Binding{
			{Name: "next-finding", Keys: []string{"e"}, About: "next finding"},
			{Name: "filter", Keys: []string{"f"}, About: "edit the filter"},
			{Name: "up", Keys: []string{"k", "up"}, About: "up"},
			{Name: "earlier", Keys: []string{"up"}, About: "earlier", Scope: "field"},
			{Name: "open", Keys: []string{"enter"}, About: "open", Everywhere: true},
			{Name: "interrupt", Keys: []string{"ctrl+c"}, About: "quit", Everywhere: true, Fixed: true},
		},
	}
}

func TestRead(t *testing.T) {
	_, err := known().Read("config.toml", []byte(`
theme = "dark"
mouse = false
columns = ["size"]
[keys]
filter = ["ctrl+f", "F2", "e"]
next-finding = "n"
up = []
`))
	if err == nil || !strings.Contains(err.Error(), `"F2" is no key`) {
		t.Errorf("got %v", err)
	}
	s, err := known().Read("config.toml", []byte("theme = \"dark\"\nmouse = false\ncolumns = [\"size\"]\n[keys]\nfilter = [\"ctrl+f\", \"f2\", \"e\"]\nnext-finding = \"n\"\nup = []\n"))
	want := Settings{
		Theme: "dark", Time: "start", Columns: []string{"size"},
		Keys: map[string][]string{"next-finding": {"n"}, "filter": {"ctrl+f", "f2", "e"}, "up": {}, "earlier": {"up"}, "open": {"enter"}, "interrupt": {"ctrl+c"}},
	}
	if err != nil || !reflect.DeepEqual(s, want) {
		t.Errorf("%v\ngot  %+v\nwant %+v", err, s, want)
	}
	if s, err := known().Read("config.toml", nil); err != nil || !reflect.DeepEqual(s, known().Default()) {
		t.Errorf("an empty file gives %+v (%v)", s, err)
	}
}

// What is wrong is told with its place.
func TestWrong(t *testing.T) {
	for text, want := range map[string][]string{
		"theme = \"dork\"":                             {`config.toml:1:1: theme is one of ansi, dark, not "dork"`},
		"\n\ntheem = \"dark\"":                         {`config.toml:3:1: there is no setting "theem"; did you mean "theme"?`},
		"time = 5":                                     {"config.toml:1:8: time wants a word in quotes"},
		"theme = dark":                                 {"config.toml:1:9: "},
		"columns = [\"time\", \"tide\"]":               {`config.toml:1:1: columns is one of time, size, not "tide"`},
		"[keys]\nnxt-finding = \"n\"":                  {`config.toml:2:1: there is no key binding "nxt-finding"; did you mean "next-finding"?`},
		"[keys]\n\nfilter = \"e\"":                     {`config.toml:3:1: "e" is already next-finding (next finding); give that another key, too`},
		"[keys]\nfilter = \"x\"\nnext-finding = \"x\"": {`config.toml:3:1: "x" is already filter (edit the filter); give that another key, too`},
		"[keys]\nfilter = \"ctrl+\"":                   {`"ctrl+" is no key`},
		"[keys]\nfilter = \" \"":                       {`say "space"`},
		"[keys]\nfilter = \"pagedown\"":                {`"pagedown" is no key`},
		"[keys]\nfilter = \"shift+f\"":                 {`the letter that shift gives`},
		"[keys]\nfilter = \"ctrl+F\"":                  {`config.toml:2:1: "ctrl+F" is no key: a capital never arrives with ctrl+; say "ctrl+f", or "ctrl+shift+f"`},
		"[keys]\nfilter = \"alt+shift+F\"":             {`say "alt+f", or "alt+shift+f"`},
		"[keys]\nearlier = \"enter\"":                  {`config.toml:2:1: "enter" is already open (open)`},
		"[keys]\nopen = [\"enter\", \"ctrl+c\"]":       {`"ctrl+c" is already interrupt (quit)`},
		"[keys]\nup = \"k\"\nopen = \"up\"":            {`config.toml:3:1: "up" is already earlier (earlier)`},
		"[keys]\nfilter = 5":                           {`filter wants a key such as "f" or a list`},
		"[keys]\ninterrupt = \"x\"":                    {"interrupt keeps its key"},
		"keys.filter = \"e\"":                          {"config.toml:1:1: "},
		"theme = \"x\"\ntime = \"y\"":                  {"config.toml:1:1: theme", "config.toml:2:1: time"},
	} {
		_, err := known().Read("config.toml", []byte(text))
		if err == nil {
			t.Errorf("%q is accepted", text)
			continue
		}
		for _, w := range want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%q: got %v, want %q", text, err, w)
			}
		}
		var e *Error
		if !errors.As(err, &e) || e.Line == 0 {
			t.Errorf("%q: no line in %v", text, err)
		}
	}
}

// What Write gives, Read understands.
func TestWrite(t *testing.T) {
	k := known()
	s := k.Default()
	s.Theme, s.ASCII, s.Columns, s.Keys["filter"] = "dark", true, []string{"size"}, []string{`"`, "'", `\`}
	text, err := k.Write(s)
	if err != nil {
		t.Fatal(err)
	}
	again, err := k.Read("config.toml", []byte(text))
	if err != nil || !reflect.DeepEqual(again, s) {
		t.Errorf("%v\n%s\ngot  %+v\nwant %+v", err, text, again, s)
	}
	if slices.Contains(strings.Fields(text), "interrupt") {
		t.Errorf("what is fixed is offered:\n%s", text)
	}
}

func TestKeys(t *testing.T) {
	for _, k := range []string{"a", "G", "%", "+", "ctrl+x", "alt+enter", "ctrl+alt+x", "space", "f12", "shift+tab", "ctrl++", "é", "alt+shift+f", "ctrl+shift+f", "alt+É"} {
		if why := wrongKey(k); why != "" {
			t.Errorf("%q: %s", k, why)
		}
	}
	for _, k := range []string{"", "ab", "ctrl", "ctrl+ab", "\t", "shift+a", "Ctrl+x", "ctrl+X", "alt+X", "ctrl+alt+X"} {
		if wrongKey(k) == "" {
			t.Errorf("%q is accepted", k)
		}
	}
}
