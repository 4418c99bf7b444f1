package tui

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	tea "charm.land/bubbletea/v2"

	"mcpx/themes"
	"mcpx/tui/document"
	"mcpx/tui/paint"
)

// generated is a recording of n events, four to a call, that is written when it is read.
type generated struct{ n int }

const generatedLine = 400 // bytes, the line end included

func (g generated) Size() int64 { return int64(g.n) * generatedLine }

func (g generated) line(i int) string {
	at := fmt.Sprintf(`"ts":"2026-11-30T%02d:%02d:%02d.%03dZ","transport":"streamable-http","exchange":%d`, i/3_600_000%24, i/60_000%60, i/1000%60, i%1000, i/4+1)
	call := i / 4
	var event string
	switch i % 4 {
	case 0:
		event = fmt.Sprintf(`{"seq":%d,%s,"direction":"client-to-server","kind":"http","method":"POST"`, i, at)
	case 1:
		event = fmt.Sprintf(`{"seq":%d,%s,"direction":"client-to-server","kind":"message","payload":{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"tool_%d","arguments":{"n":%d}}}`, i, at, call, call%20, call)
	case 2:
		event = fmt.Sprintf(`{"seq":%d,%s,"direction":"server-to-client","kind":"http","status":200`, i, at)
	default:
		event = fmt.Sprintf(`{"seq":%d,%s,"direction":"server-to-client","kind":"message","payload":{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"answer %d"}]}}`, i, at, call, call)
	}
	return event + strings.Repeat(" ", generatedLine-2-len(event)) + "}\n"
}

func (g generated) ReadAt(p []byte, offset int64) (n int, err error) {
	for n < len(p) {
		at := offset + int64(n)
		i := int(at / generatedLine)
		if i >= g.n {
			return n, io.EOF
		}
		n += copy(p[n:], g.line(i)[at%generatedLine:])
	}
	return n, nil
}

func (g generated) From(_ context.Context, offset int64) io.Reader {
	return io.NewSectionReader(g, offset, g.Size()-offset)
}

// explored gives an explorer that has read a million events, or few in a short test.
var explored = sync.OnceValue(func() *Model {
	n := 1_000_000
	if testing.Short() {
		n = 20_000
	}
	theme, err := themes.Named("")
	if err != nil {
		panic(err)
	}
	m := newModel(context.Background(), "big.jsonl", document.New(generated{n}, document.Options{}), paint.New(theme, themes.Unicode()))
	run(m, m.Init())
	return m
})

// run executes a command and what follows from it, without timers of text fields.
func run(m *Model, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			run(m, c)
		}
	default:
		_, next := m.Update(msg)
		run(m, next)
	}
}

func sizes() [][2]int { return [][2]int{{80, 24}, {120, 40}, {200, 60}, {300, 100}} }

func BenchmarkView(b *testing.B) {
	m := explored()
	for _, size := range sizes() {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			b.ReportAllocs()
			for b.Loop() {
				m.View()
			}
		})
	}
}

// BenchmarkKey is from a key to the frame that shows what it did.
func BenchmarkKey(b *testing.B) {
	m := explored()
	m.Update(tea.WindowSizeMsg{Width: 200, Height: 60})
	for _, name := range []string{"j", "pgdown", "G", "e", "]", "%", "o"} {
		b.Run(name, func(b *testing.B) {
			press(m, "1", "g")
			b.ReportAllocs()
			for b.Loop() {
				press(m, name)
				m.View()
			}
		})
	}
}
