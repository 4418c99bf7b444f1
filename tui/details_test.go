package tui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// rowsOf are the rows of a screen without styling and without blanks at their ends.
func rowsOf(m *Model) []string {
	rows := strings.Split(ansi.Strip(m.frame()), "\n")
	for i := range rows {
		rows[i] = strings.TrimRight(rows[i], " ")
	}
	return rows
}

// On the narrowest screen the areas still have their counts.
func TestAreasOnTheNarrowestScreen(t *testing.T) {
	m := opened(t, session, "none", 40, 10)
	press(m, "A")
	got := rowsOf(m)[2:8]
	want := []string{
		"▌       all areas            5 findings",
		"  BASE  Base protocol        5 findings",
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("row %d is\n%q, want\n%q", i, got[i], want[i])
		}
	}
}

// An item of a table that has no room below it can be read in full, and scrolled.
func TestItemInFull(t *testing.T) {
	var members []string
	for i := range 40 {
		members = append(members, fmt.Sprintf(`"member%02d":{"type":"string","description":"what \u001b[2J it is for"}`, i))
	}
	m := opened(t, `
c {"id":1,"method":"tools/list"}
s {"id":1,"result":{"tools":[{"name":"a","inputSchema":{"type":"object"}},{"name":"b","description":"does much","inputSchema":{"type":"object","properties":{`+strings.Join(members, ",")+`}}}]}}
`, "none", 80, 24)
	press(m, "j", "3", "i", "j")
	rows := rowsOf(m)
	if got, want := rows[len(rows)-2], " p shows all of it, enter the tree"; got != want {
		t.Errorf("below the table stands %q, want %q", got, want)
	}
	press(m, "p")
	if rows = rowsOf(m); !strings.HasPrefix(rows[1], " ITEM  /result/tools/1 ") || !strings.HasSuffix(rows[1], " 1 to 21 of 42") || rows[2] != " b" || rows[3] != " does much" {
		t.Errorf("p shows\n%s", strings.Join(rows, "\n"))
	}
	press(m, "G")
	checkFrame(t, m, "item in full")
	if rows = rowsOf(m); !strings.HasPrefix(rows[len(rows)-2], "          member39 string what ") {
		t.Errorf("the end is\n%s", strings.Join(rows, "\n"))
	}
	press(m, "esc")
	if m.mode != normalMode || m.focus != messagePane {
		t.Errorf("esc leads to mode %d and pane %d", m.mode, m.focus)
	}
}

// The member that an observation rests on is gone to in a message that is read in the background, too.
func TestObservationInALongMessage(t *testing.T) {
	m := opened(t, `
open
c {"id":1,"method":"tools/list"}
s {"id":1,"result":{"tools":[{"name":"sum","inputSchema":{"type":"object"}},{"name":"unused","inputSchema":{"type":"object"},"description":"`+strings.Repeat("long ", 60_000)+`"}]}}
c {"id":2,"method":"tools/call","params":{"name":"sum"}}
s {"id":2,"result":{"content":[]}}
close
`, "none", 120, 40)
	press(m, "2", "<")
	for range m.observed.List.Len() {
		press(m, "j")
		if o, event := m.observed.Selected(); o != nil && o.Events[event].Pointer != "" {
			if tree := m.message.Tree(); tree == nil || tree.Pointer(tree.List.Cursor()) != o.Events[event].Pointer {
				t.Errorf("the cursor is not at %q", o.Events[event].Pointer)
			}
			if !m.doc.Small(m.message.Row()) {
				return
			}
		}
	}
	t.Errorf("no observation rests on a long message:\n%s", m.frame())
}
