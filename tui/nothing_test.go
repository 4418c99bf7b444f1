package tui

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"mcpx/tui/document"
)

// unread gives an explorer that has not begun to read.
func unread(t *testing.T, w, h int) *Model {
	doc := document.New(source{bytes.NewReader(nil)}, document.Options{Checks: checksOfTests()})
	m := newModel(t.Context(), "session.jsonl", doc, lookNamed(t, "none"))
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	return m
}

func TestNothingToShow(t *testing.T) {
	broken := errors.New("the file has changed while it was read")
	for name, show := range map[string]func(w, h int) *Model{
		"begins": func(w, h int) *Model { return unread(t, w, h) },
		"reading": func(w, h int) *Model {
			m := unread(t, w, h)
			m.doc.Apply(document.Update{Progress: document.Progress{Phase: document.Reading, Done: 42, Total: 100}})
			press(m, "2")
			return m
		},
		"judging": func(w, h int) *Model {
			m := unread(t, w, h)
			m.doc.Apply(document.Update{Progress: document.Progress{Phase: document.Judging, Done: 999, Total: 1000}})
			press(m, "2")
			return m
		},
		"failed": func(w, h int) *Model {
			m := unread(t, w, h)
			m.doc.Apply(document.Update{Err: broken, Progress: document.Progress{Phase: document.Ready}})
			press(m, "2")
			return m
		},
		"empty": func(w, h int) *Model {
			m := opened(t, "open\nclose", "none", w, h)
			press(m, "2")
			return m
		},
		"no pairs": func(w, h int) *Model {
			m := opened(t, "open\nclose", "none", w, h)
			press(m, "2", ">", ">")
			return m
		},
		"filtered": func(w, h int) *Model {
			m := opened(t, session, "none", w, h)
			press(m, "S", "2")
			return m
		},
	} {
		for _, size := range [][2]int{{80, 24}, {120, 40}} {
			t.Run(fmt.Sprintf("%s/%dx%d", name, size[0], size[1]), func(t *testing.T) {
				m := show(size[0], size[1])
				checkFrame(t, m, name)
				golden.RequireEqual(t, m.frame())
			})
		}
	}
}
