package tui

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"mcpx/checks"
	"mcpx/checks/script"
	"mcpx/themes"
	"mcpx/tui/document"
	"mcpx/tui/paint"
)

// session is a small recording with faults of both parties, a stream, a round and its retry, an error and
// a request that nobody answers.
const session = `
transport http
open
@1 post {"id":1,"method":"server/discover"}
@1 ok {"id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{},"resources":{}}}}
@2 post {"id":2,"method":"tools/list"}
@2 ok {"id":2,"result":{"tools":[{"name":"add","description":"Adds two numbers","inputSchema":{"type":"object"}},{"name":"ask","inputSchema":{"type":"object"}}]}}
@3 post {"id":3,"method":"tools/call","params":{"name":"add","arguments":{"a":40,"b":2,"note":"a longer text that tells what is to be added and why it has to be added at all"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"progressToken":"t"}}}
@3 status 200 [content-type=text/event-stream]
@3 s {"method":"notifications/progress","params":{"progressToken":"t","progress":1,"total":3,"message":"adding"}}
@3 s {"method":"notifications/progress","params":{"progressToken":"t","progress":2,"total":3}}
@3 s {"id":3,"result":{"content":[{"type":"text","text":"42"}]}}
@4 post {"id":4,"method":"tools/call","params":{"name":"ask"}}
@4 ok {"id":4,"result":{"resultType":"input_required","requestState":"s1","inputRequests":{"who":{"method":"elicitation/create","params":{"mode":"form","message":"Who?","requestedSchema":{"type":"object","properties":{}}}}}}}
@5 post {"id":5,"method":"tools/call","params":{"name":"ask","requestState":"s1","inputResponses":{"who":{"action":"decline"}}}}
@5 ok {"id":5,"result":{"content":[{"type":"text","text":"as you like"}],"isError":true}}
@6 head POST [content-type=application/json]
@6 C {"jsonrpc":"2.0","id":6,"method":"ping"}
@6 refuse 400 {"id":6,"error":{"code":-32602,"message":"missing _meta"}}
@7 post {"id":null,"method":"resources/list"}
@7 ok {"id":null,"result":{"resources":[]}}
@8 post {"id":8.5,"method":"resources/read","params":{"uri":"file:///tmp/a b"}}
line {"seq":90,"direction":"client-to-server"
close
`

// hostile is a recording that wants to take the terminal over.
const hostile = `
c {"id":"\u001b]52;c;cHduZWQ=\u0007","method":"tools/call\u001b[2J","params":{"name":"\u009b31m\u202eevil","arguments":{"\u001bP\u0000":"a\u0007\u001b]0;title\u0007\nb\tc\u2028\u200b\ufeff\ud83d\udc69\u200d\ud83d\udcbb 日本語 e\u0301"}}}
s {"id":"\u001b]52;c;cHduZWQ=\u0007","result":{"content":[{"type":"text","text":"\u001b[?1003h\u001bc\u0085\u008d"}]}}
s {"id":7.25,"error":{"code":"\u001b[5m","message":"\u001b[31mred\u0007"}}
C "\u001b[6n raw line"
C [{"jsonrpc":"2.0","id":null,"method":"\u202ebatch"}]
`

// checksOfTests are a few checks, so that screens do not change when others are added.
func checksOfTests() []*checks.Check {
	wanted := regexp.MustCompile(`^(base\.jsonrpc-version|base\.request-id-type|base\.request-id-not-null|meta\.required-request-fields|meta\.client-info)$`)
	var some []*checks.Check
	for _, c := range checks.All() {
		if wanted.MatchString(c.ID) {
			some = append(some, c)
		}
	}
	return some
}

// source is a recording in memory.
type source struct{ *bytes.Reader }

func (s source) From(_ context.Context, offset int64) io.Reader {
	return io.NewSectionReader(s, offset, s.Size()-offset)
}

// opened gives an explorer that has read and judged a recording.
func opened(t testing.TB, text, theme string, w, h int) *Model {
	t.Helper()
	trace, err := script.Trace(text)
	if err != nil {
		t.Fatal(err)
	}
	return openedTrace(t, trace, theme, w, h)
}

func openedTrace(t testing.TB, trace []byte, theme string, w, h int) *Model {
	t.Helper()
	look := lookNamed(t, theme)
	doc := document.New(source{bytes.NewReader(trace)}, document.Options{Checks: checksOfTests()})
	m := newModel(t.Context(), "session.jsonl", doc, look)
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	run(m, m.Init())
	return m
}

func lookNamed(t testing.TB, name string) *paint.Look {
	t.Helper()
	signs := themes.Unicode()
	if name == "ascii" {
		name, signs = "none", themes.ASCII()
	}
	theme, err := themes.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return paint.New(theme, signs)
}

// views are ways to the main screens.
func views() []struct {
	name string
	keys []string
} {
	return []struct {
		name string
		keys []string
	}{
		{"timeline", nil},
		{"findings", []string{"2", "j"}},
		{"message", []string{"e", "e", "3"}},
		{"clauses", []string{"2", ">", "j", "j"}},
		{"pairs", []string{"2", ">", ">", "j", "j"}},
		{"pair", []string{"]", "]", "]"}},
		{"headers", []string{"j", "j", "3", "a"}},
		{"raw", []string{"j", "j", "3", "r"}},
		{"bad", []string{"G", "k", "3"}},
		{"filter", []string{"M"}},
		{"offers", []string{"f", "l", "e", "v", "tab", "tab"}},
		{"fault", []string{"f", "d", "i", "r", ":", "c", "2", "s", " ", "k", "i", "n", ":", "x"}},
		{"copy", []string{"e", "y"}},
		{"write", []string{"x", "w"}},
		{"command", []string{":", "w"}},
		{"palette", []string{"?", "p", "a", "i", "r"}},
		{"marked", []string{"j", "m", "G", "m", "k"}},
		{"search", []string{"/", "a", "d", "d", "enter"}},
		{"help", []string{"?"}},
		{"clause", []string{"e", "K"}},
		{"areas", []string{"A"}},
		{"zoom", []string{"2", "z"}},
		{"talk", []string{"]", "]", "]", "=", "esc"}},
		{"table", []string{"/", "n", "u", "m", "b", "e", "r", "s", "enter", "3", "i"}},
		{"reading", []string{"e", "e", "4", "j", "j", "j"}},
		{"beside", []string{"/", "n", "u", "m", "b", "e", "r", "s", "enter", "3", "z"}},
		{"observations", []string{"2", "<", "j", "l", "j"}},
		{"summary", []string{"s", "tab", "j"}},
		{"drilled", []string{"s", "tab", "enter"}},
	}
}

func TestScreens(t *testing.T) {
	for _, view := range views() {
		for _, theme := range []string{"none", "ansi"} {
			for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
				if theme == "ansi" && size[0] == 200 {
					continue
				}
				name := fmt.Sprintf("%s/%s/%dx%d", view.name, theme, size[0], size[1])
				t.Run(name, func(t *testing.T) {
					m := opened(t, session, theme, size[0], size[1])
					press(m, view.keys...)
					golden.RequireEqual(t, m.frame())
				})
			}
		}
	}
}

func TestASCIIScreen(t *testing.T) {
	m := opened(t, session, "ascii", 120, 40)
	for _, view := range views() {
		press(m, view.keys...)
		for _, r := range m.frame() {
			if r >= utf8.RuneSelf {
				t.Fatalf("%s: %q on an ASCII screen:\n%s", view.name, r, m.frame())
			}
		}
		press(m, "esc", "esc", "esc", "esc", "F", "1", "g")
	}
}

// ours is the styling that frames may hold.
var ours = regexp.MustCompile("\x1b\\[[0-9;]*m")

// checkFrame wants a frame to fill the screen and to hold nothing that a terminal would obey but our
// styling.
func checkFrame(t testing.TB, m *Model, what string) {
	t.Helper()
	frame := m.frame()
	if m.w <= 0 || m.h <= 0 {
		return
	}
	lines := strings.Split(frame, "\n")
	if len(lines) != m.h {
		t.Fatalf("%s at %dx%d: %d rows", what, m.w, m.h, len(lines))
	}
	for i, line := range lines {
		if got := ansi.StringWidth(line); got != m.w {
			t.Fatalf("%s at %dx%d: row %d has %d cells: %q", what, m.w, m.h, i, got, line)
		}
	}
	for _, r := range ours.ReplaceAllString(strings.ReplaceAll(frame, "\n", ""), "") {
		switch {
		case r < ' ', r == 0x7f, r >= 0x80 && r < 0xa0, r == utf8.RuneError,
			r == 0x061c, r >= 0x200e && r <= 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0xfeff:
			t.Fatalf("%s at %dx%d: %U in the frame", what, m.w, m.h, r)
		}
	}
}

func TestEverySize(t *testing.T) {
	m := opened(t, session, "none", 1, 1)
	for _, view := range views() {
		press(m, view.keys...)
		for w := 1; w <= 200; w += step(w) {
			for h := 1; h <= 60; h += step(h) {
				m.Update(tea.WindowSizeMsg{Width: w, Height: h})
				checkFrame(t, m, view.name)
			}
		}
		press(m, "esc", "esc", "esc", "esc", "F", "1", "g")
		m.mode, m.zoom = normalMode, false
	}
}

// step visits every small size and some of the large ones.
func step(n int) int {
	switch {
	case n < 16:
		return 1
	case n < 48:
		return 5
	default:
		return 13
	}
}

func TestHostileRecording(t *testing.T) {
	m := opened(t, hostile, "dark", 120, 40)
	m.name = "\x1b]0;evil\x07.jsonl"
	for range 6 {
		for _, keys := range [][]string{{"3"}, {"r"}, {"a"}, {"3", "j", "j", "p"}, {"esc"}, {"2"}, {">"}, {"K"}, {"esc", "]"}, {"1", "j"}} {
			press(m, keys...)
			checkFrame(t, m, strings.Join(keys, " "))
			if title := m.View().WindowTitle; strings.ContainsAny(title, "\x1b\x07") {
				t.Fatalf("title %q", title)
			}
		}
	}
}
