package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// A letter is text in a field, whatever the user has bound it to.
func TestBoundLettersInFields(t *testing.T) {
	known := Choices()
	s, err := known.Read("config.toml", []byte("[keys]\nopen = [\"enter\", \"b\"]\nback = [\"esc\", \"B\"]\nsuspend = \"Z\"\nredraw = \"D\"\ncomplete = [\"tab\", \"u\"]\nearlier = \"U\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	m := opened(t, session, "none", 120, 40)
	m.configure(&s)
	for _, key := range []string{"/", "f", ":", "?"} {
		press(m, key)
		for _, letter := range "bBZDuU" {
			if _, cmd := m.Update(keyNamed(string(letter))); cmd != nil && key != "f" {
				t.Errorf("%c does something after %s", letter, key)
			}
		}
		if got := m.field.Text(); got != "bBZDuU" {
			t.Errorf("after %s the field holds %q", key, got)
		}
		press(m, "esc")
	}
	if _, cmd := m.Update(keyNamed("D")); cmd == nil {
		t.Error("D does not redraw the panes")
	}
}

// What is wrong with a text is said when it is entered, though there are offers.
func TestEnteringAFault(t *testing.T) {
	m := opened(t, session, "none", 80, 24)
	press(m, ":")
	typed(m, "theme d")
	if frame := m.frame(); !strings.Contains(frame, "tab takes one") || strings.Contains(frame, "theme is one of") {
		t.Errorf("there are no offers:\n%s", frame)
	}
	press(m, "enter")
	if frame := m.frame(); m.mode != fieldMode || !strings.Contains(frame, "theme is one of ansi") {
		t.Errorf("mode %d, it is not said what is wrong:\n%s", m.mode, frame)
	}
	press(m, "tab", "enter")
	if m.mode != normalMode || m.look.Theme.Name != "dark" {
		t.Errorf("mode %d, theme %s", m.mode, m.look.Theme.Name)
	}
}

func TestPaletteFinds(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	name := func() string { return m.palette.items[m.palette.hits[m.palette.list.Cursor()]].name }
	for query, want := range map[string]string{"j": "down", "K": "clause-text", "redraw": "redraw", "ctrl+z": "suspend", "goto": "goto"} {
		press(m, "?")
		m.Update(tea.PasteMsg{Content: query})
		if got := name(); got != want {
			t.Errorf("%q finds %s first, want %s", query, got, want)
		}
		press(m, "esc")
	}
	press(m, "?")
	typed(m, "redraw")
	if _, cmd := m.Update(keyNamed("enter")); cmd == nil || m.mode != normalMode {
		t.Error("redraw is not run")
	}
	press(m, "?")
	typed(m, "finding")
	m.Update(tea.MouseWheelMsg{X: 5, Y: 5, Button: tea.MouseWheelDown})
	if m.palette.list.Cursor() != wheelRows {
		t.Errorf("the wheel leads to item %d", m.palette.list.Cursor())
	}
	press(m, "esc", "?")
	typed(m, "summary")
	m.frame()
	if m.Update(tea.MouseClickMsg{X: 5, Y: 2, Button: tea.MouseLeft}); m.mode != summaryMode {
		t.Errorf("a click on the summary leads to mode %d", m.mode)
	}
}

// The command line takes every key that counts in the panes by its name.
func TestEveryKeyIsACommand(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	set := m.commands()
	for name := range bindings(m.keys) {
		if c, _, _ := set.Find(dashed(name)); c == nil && !inFields[name] {
			t.Errorf("there is no command %s", dashed(name))
		}
	}
}

// The letters of menus leave the keys alone that move in them and close them.
func TestLettersOfMenus(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	for _, open := range []string{"y", "w"} {
		press(m, open)
		for _, it := range m.choice.Items {
			k := keyNamed(it.Key)
			if matches(k, m.keys.Down) || matches(k, m.keys.Up) || matches(k, m.keys.Quit) {
				t.Errorf("%s after %s is %s", it.Key, open, it.Name)
			}
		}
		at := m.choice.Cursor()
		press(m, "j", "k")
		if m.mode != choiceMode || m.choice.Cursor() != at {
			t.Errorf("j and k after %s lead to item %d in mode %d", open, m.choice.Cursor(), m.mode)
		}
		press(m, "esc")
	}
}
