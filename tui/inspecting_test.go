package tui

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"mcpx/tui/message"
)

// screen is the frame without styling.
func screen(m *Model) string { return ansi.Strip(m.frame()) }

func wants(t *testing.T, m *Model, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(screen(m), text) {
			t.Errorf("%q is not on the screen:\n%s", text, screen(m))
		}
	}
}

// The finding keys of the message walk its own findings, round and round.
func TestFindingsOfAMessage(t *testing.T) {
	m := opened(t, session, "none", 160, 48)
	press(m, ".")
	wants(t, m, "no finding points at this message")
	press(m, "e", "e")
	row := m.timeline.Row()
	first, end := m.doc.Ruling().At(row)
	if end-first < 2 {
		t.Fatalf("%d findings at row %d", end-first, row)
	}
	for i := range 2 * (end - first) {
		want := first + (m.defect-first+1)%(end-first)
		press(m, ".")
		if m.defect != want || m.timeline.Row() != row {
			t.Errorf("step %d: finding %d at row %d, want %d at row %d", i, m.defect, m.timeline.Row(), want, row)
		}
	}
	before := m.defect
	press(m, ".", ",")
	if m.defect != before {
		t.Errorf("there and back: finding %d, want %d", m.defect, before)
	}
	wants(t, m, fmt.Sprintf("of %d in this message", end-first))
}

const likes = `
open
c {"id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":1}}}
s {"id":1,"result":{"content":[]}}
c {"id":2,"method":"ping"}
s {"id":2,"result":{}}
c {"id":3,"method":"tools/call","params":{"name":"sub","arguments":{"a":2}}}
s {"id":3,"result":{"content":[{"type":"text","text":"x"}]}}
c {"id":4,"method":"tools/call","params":{"arguments":{"a":2}}}
`

// A member is compared with that of the next message of the same kind.
func TestSameMemberElsewhere(t *testing.T) {
	m := opened(t, likes, "none", 120, 40)
	press(m, "j", "3")
	m.message.Tree().Reveal("/params/name")
	press(m, "}")
	if m.timeline.Row() != 5 {
		t.Fatalf("at row %d", m.timeline.Row())
	}
	wants(t, m, `/params/name: "sub", in #1 "add"`)
	press(m, "}")
	wants(t, m, "/params/name is not here; it is in #5")
	m.message.Tree().Reveal("/params/arguments/a")
	press(m, "{")
	wants(t, m, "/params/arguments/a is the same as in #7")
	press(m, "{", "{")
	wants(t, m, "no further message of this kind")
	press(m, "1", "j", "3")
	m.message.Tree().Reveal("/result/content")
	press(m, "}")
	wants(t, m, "/result/content differs from that in #2")
}

// The text on a finding scrolls, and another finding begins at its top.
func TestExplanationScrolls(t *testing.T) {
	m := opened(t, session, "none", 80, 24)
	press(m, "e", "4")
	wants(t, m, "FINDING", "1 to ")
	press(m, "G")
	if first, end := m.explained.list.Window(); first == 0 || end != m.explained.list.Len() {
		t.Errorf("window %d to %d of %d", first, end, m.explained.list.Len())
	}
	press(m, "e", "e")
	m.frame()
	if first, _ := m.explained.list.Window(); first != 0 {
		t.Errorf("another finding begins at row %d", first)
	}
	press(m, "j", "ctrl+d", "ctrl+u", "k", "space", "g")
	if first, _ := m.explained.list.Window(); first != 0 {
		t.Errorf("g leads to row %d", first)
	}
	press(m, "z")
	wants(t, m, "specification/2026-07-28")
}

// Where there is no room for the list, the finding is told in the footer.
func TestFindingIsTold(t *testing.T) {
	m := opened(t, session, "none", 80, 24)
	press(m, "e")
	wants(t, m, "✗ ping lacks _meta")
}

func TestDecoded(t *testing.T) {
	text := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("Ein Text\n", 10)))
	data := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("\x00\x01AB", 40)))
	m := opened(t, `
c {"id":1,"method":"resources/read","params":{"uri":"a:\u001b[2J"}}
s {"id":1,"result":{"contents":[{"uri":"a:b","mimeType":"text/plain","blob":"`+text+`"},{"uri":"a:c","mimeType":"image/x","blob":"`+data+`"}]}}
`, "none", 100, 30)
	press(m, "j", "3")
	for pointer, want := range map[string][]string{
		"/result/contents/0/blob": {"BASE64  /result/contents/0/blob", "text/plain base64", "90 B", "Ein Text"},
		"/result/contents/1/blob": {"image/x base64", "160 B", "000010", "00 01 41 42", "..AB..AB"},
		"/result/contents/1/uri":  {"STRING", "a:c"},
	} {
		m.message.Tree().Reveal(pointer)
		press(m, "p")
		wants(t, m, want...)
		checkFrame(t, m, pointer)
		press(m, "esc")
	}
	m.message.Tree().Reveal("/result")
	press(m, "p")
	wants(t, m, "p shows strings")
}

// A long message is searched in the background; its hits are marked and gone to all the same.
func TestHitsInALongMessage(t *testing.T) {
	m := opened(t, `
c {"id":1,"method":"ping"}
s {"id":1,"result":{"pad":"`+strings.Repeat("0123456789", smallMessage/10)+`","list":[1,2,"needle",3]}}
`, "none", 120, 40)
	press(m, "/", "n", "e", "e", "d", "l", "e", "enter")
	tree := m.message.Tree()
	if m.timeline.Row() != 1 || tree == nil || tree.Pointer(tree.List.Cursor()) != "/result/list/2" {
		t.Fatalf("at row %d\n%s", m.timeline.Row(), screen(m))
	}
	if row := tree.Row(tree.List.Cursor(), 40); !row.Hit {
		t.Error("the hit is not marked")
	}
}

func TestTable(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	press(m, "i")
	wants(t, m, "this message lists no tools")
	press(m, "/", "n", "u", "m", "b", "e", "r", "s", "enter", "3", "i")
	if m.message.View() != message.Table {
		t.Fatalf("the view is %v", m.message.View())
	}
	press(m, "j", "enter")
	if tree := m.message.Tree(); tree == nil || tree.Pointer(tree.List.Cursor()) != "/result/tools/1" {
		t.Errorf("enter does not lead to the tree:\n%s", screen(m))
	}
	press(m, "i", "esc")
	if m.focus == messagePane {
		t.Error("esc does not leave the pane")
	}
}
