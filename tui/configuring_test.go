package tui

import (
	"strings"
	"testing"
)

// A key that would never arrive is told when the settings are read.
func TestKeysThatNeverArrive(t *testing.T) {
	for set, want := range map[string]string{
		`complete = "enter"`:     `"enter" is already open`,
		`later = ["down","esc"]`: `"esc" is already back`,
		`earlier = "ctrl+l"`:     `"ctrl+l" is already redraw`,
		`back = "tab"`:           `"tab" is already complete`,
		`filter = "ctrl+F"`:      `"ctrl+F" is no key`,
		`search = "alt+S"`:       `"alt+S" is no key`,
	} {
		_, err := Choices().Read("config.toml", []byte("[keys]\n"+set+"\n"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", set, err, want)
		}
	}
}

// What the text on a finding names is the key that the user has bound.
func TestBoundKeyInExplanation(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	press(m, "e")
	if frame := m.frame(); !strings.Contains(frame, "(K shows all)") {
		t.Fatalf("the finding names no key:\n%s", frame)
	}
	s := Choices().Default()
	s.Keys["clause-text"] = []string{"ctrl+k"}
	m.configure(&s)
	if frame := m.frame(); !strings.Contains(frame, "(ctrl+k shows all)") {
		t.Errorf("another key is named:\n%s", frame)
	}
}
