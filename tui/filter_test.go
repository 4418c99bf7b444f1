package tui

import (
	"context"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	language "mcpx/checks/filter"
	"mcpx/tui/document"
)

// many is an explorer of more events than are filtered at once.
func many(t testing.TB) *Model {
	t.Helper()
	m := newModel(t.Context(), "many.jsonl", document.New(generated{20_000}, document.Options{Checks: checksOfTests()}), lookNamed(t, "none"))
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	run(m, m.Init())
	return m
}

func typed(m *Model, text string) {
	for _, r := range text {
		press(m, string(r))
	}
}

// In the background as at once: everything is narrowed together, and the reader stays where he is.
func TestFilterInTheBackground(t *testing.T) {
	m := many(t)
	press(m, "/")
	typed(m, `"answer 77"`)
	press(m, "esc", "G")
	press(m, "f")
	typed(m, "method:tools/call id:<100")
	if m.field.Fault() == nil && m.timeline.Listed() == 0 {
		t.Log("an id is text: <100 matches nothing")
	}
	press(m, "esc")
	if m.timeline.Row() != 19_999 || m.timeline.Narrowed() {
		t.Errorf("esc leads to row %d", m.timeline.Row())
	}
	press(m, "f")
	typed(m, "id:77")
	press(m, "enter")
	if m.timeline.Listed() != 2 || m.pairs.Len() != 1 || !m.filter.done {
		t.Errorf("%d events, %d pairs", m.timeline.Listed(), m.pairs.Len())
	}
	press(m, "F")
	if m.timeline.Listed() != 20_000 || m.timeline.Row() != 311 {
		t.Errorf("F leaves %d events, at row %d", m.timeline.Listed(), m.timeline.Row())
	}
	press(m, "f")
	typed(m, `"answer 4999"`)
	press(m, "enter")
	if m.timeline.Listed() != 1 || m.timeline.Row() != 19_999 || m.message.Row() != 19_999 {
		t.Errorf("%d events, at row %d, message %d", m.timeline.Listed(), m.timeline.Row(), m.message.Row())
	}
}

// A filter at work shows what has passed so far; a later one takes its place.
func TestPartialResults(t *testing.T) {
	m := many(t)
	press(m, "G")
	m.filter.parsed = parsed(t, "kind:request")
	m.filter.gen++
	m.filter.done, m.filter.origin, m.filter.left = false, 19_999, 19_999
	news := make(chan document.Sifted)
	close(news)
	m.Update(newsMsg[document.Sifted]{m.filter.gen, news, document.Sifted{Rows: []int32{1, 5, 9}, Seen: 10}, true})
	if m.timeline.Listed() != 3 || m.message.Row() != 19_999 || !strings.Contains(m.frame(), "kind:request (0 %)") {
		t.Errorf("%d events, message %d\n%s", m.timeline.Listed(), m.message.Row(), m.frame())
	}
	m.Update(newsMsg[document.Sifted]{m.filter.gen - 1, news, document.Sifted{Rows: []int32{13}, Seen: 20}, true})
	if m.timeline.Listed() != 3 {
		t.Error("news of an earlier filter are taken in")
	}
	m.Update(newsMsg[document.Sifted]{m.filter.gen, news, document.Sifted{Rows: []int32{19_997}, Seen: 20_000, Done: true, Pairs: []int32{1, 5, 9, 19_997}}, true})
	if m.timeline.Row() != 19_997 || m.message.Row() != 19_997 || m.pairs.Len() != 4 {
		t.Errorf("at row %d, message %d, %d pairs", m.timeline.Row(), m.message.Row(), m.pairs.Len())
	}
}

func parsed(t testing.TB, source string) *language.Filter {
	t.Helper()
	f, err := language.Parse(source)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFilterCompletion(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	for _, c := range []struct {
		keys []string
		want string
	}{
		{[]string{"m", "tab"}, "method:"},
		{[]string{"m", "tab", "p", "i", "n", "tab"}, "method:ping"},
		{[]string{"c", "tab", "tab"}, "check:"},
		{[]string{"c", "tab", "shift+tab", "right", "-", "tab"}, "code:-32602"},
		{[]string{"s", "t", "a", "tab", ">", "=", "4", "tab"}, "status:>=400"},
		{[]string{"a", "r", "tab", "b", "a", "s", "tab"}, "area:BASE"},
		{[]string{"l", "e", "v", "tab", "tab", "enter"}, "level:must"},
	} {
		press(m, "f")
		press(m, c.keys...)
		got := m.field.Text()
		if got != c.want {
			t.Errorf("%v gives %q, want %q", c.keys, got, c.want)
		}
		press(m, "esc", "F")
	}
	press(m, "f")
	typed(m, "level:must")
	press(m, "enter", "F", "f", "up")
	if got := m.field.Text(); got != "level:must" {
		t.Errorf("up recalls %q", got)
	}
	press(m, "esc")
	if m.filter.active() {
		t.Error("esc keeps what was recalled")
	}
}

// The wrong part is pointed at, and the last good result stays.
func TestFilterFault(t *testing.T) {
	m := opened(t, session, "none", 80, 24)
	press(m, "f")
	typed(m, "dir:c2s kin:red")
	before := m.timeline.Listed()
	frame := m.frame()
	if !strings.Contains(frame, `there is no field "kin"; did you mean kind?`) || before == m.doc.Len() || before == 0 {
		t.Errorf("%d events\n%s", before, frame)
	}
	press(m, "enter")
	if m.mode != fieldMode {
		t.Error("a wrong filter is taken")
	}
}

func TestFilterWhileReading(t *testing.T) {
	m := newModel(t.Context(), "s.jsonl", document.New(generated{5000}, document.Options{Checks: checksOfTests()}), lookNamed(t, "none"))
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	init := m.Init()
	press(m, "M")
	if !m.filter.waits {
		t.Error("the filter does not wait")
	}
	run(m, init)
	if m.filter.waits || !m.timeline.Narrowed() {
		t.Error("the filter still waits")
	}
}

func BenchmarkFilter(b *testing.B) {
	m := explored()
	for _, source := range []string{"id:4*", "method:tools/call latency:>0ms", "finding:any", "level:must area:BASE", "answer"} {
		b.Run(source, func(b *testing.B) {
			f := parsed(b, source)
			b.ReportAllocs()
			for b.Loop() {
				m.doc.Sieve().SiftNow(document.Ask{Filter: f, Talk: document.None})
			}
			b.ReportMetric(float64(m.doc.Len()*b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
	b.Run("known", func(b *testing.B) {
		for b.Loop() {
			m.doc.Sieve().Known(context.Background())
		}
	})
}
