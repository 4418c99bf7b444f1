package timeline

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"mcpx/checks"
	"mcpx/checks/script"
	"mcpx/themes"
	"mcpx/tui/document"
	"mcpx/tui/paint"
)

// session is a round with its retry, a subscription beside it, a request that is taken back and one that
// nobody answers.
const session = `
open
c {"id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true}}}
s {"method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}
c {"id":2,"method":"tools/call","params":{"name":"ask"}}
s {"id":2,"result":{"resultType":"input_required","requestState":"s1","inputRequests":{"who":{"method":"elicitation/create","params":{"mode":"form","message":"Who?","requestedSchema":{"type":"object","properties":{}}}}}}}
s {"method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}
c {"id":3,"method":"tools/call","params":{"name":"ask","requestState":"s1","inputResponses":{"who":{"action":"decline"}}}}
c {"id":4,"method":"tools/call","params":{"name":"slow"}}
c {"method":"notifications/cancelled","params":{"requestId":4}}
s {"id":3,"result":{"content":[{"type":"text","text":"as you like"}]}}
c {"id":5,"method":"tools/list"}
s {"id":1,"result":{}}
close
`

// pauses are the milliseconds before each event of the session.
var pauses = [...]int{0, 3, 2, 1, 40, 700, 2500, 1, 1, 600, 1, 1, 1}

type memory struct{ *bytes.Reader }

func (m memory) From(_ context.Context, offset int64) io.Reader {
	return io.NewSectionReader(m, offset, m.Size()-offset)
}

// opened is the document of a recording whose events have times, if there are any.
func opened(t testing.TB, text string, pauses []int) *document.Document {
	t.Helper()
	trace, err := script.Trace(text)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 1, 10, 0, 0, 0, time.UTC)
	lines := strings.SplitAfter(string(trace), "\n")
	for i := range pauses {
		at = at.Add(time.Duration(pauses[i]) * time.Millisecond)
		lines[i] = fmt.Sprintf(`{"ts":%q,`, at.Format(time.RFC3339Nano)) + lines[i][1:]
	}
	d := document.New(memory{bytes.NewReader([]byte(strings.Join(lines, "")))}, document.Options{Checks: []*checks.Check{}})
	for u := range d.Load(t.Context()) {
		d.Apply(u)
	}
	return d
}

func scene(t testing.TB, d *document.Document, signs themes.Signs) *Scene {
	t.Helper()
	theme, err := themes.Named("none")
	if err != nil {
		t.Fatal(err)
	}
	return &Scene{Doc: d, Look: paint.New(theme, signs), Cursor: paint.Selected}
}

func TestLanes(t *testing.T) {
	d := opened(t, session, pauses[:])
	for _, c := range []struct {
		name     string
		w, row   int
		signs    themes.Signs
		narrowed []int32
	}{
		{"round", 90, 6, themes.Unicode(), nil},
		{"subscription", 120, 5, themes.Unicode(), nil},
		{"alone", 70, 12, themes.Unicode(), nil},
		{"small", 48, 4, themes.Unicode(), nil},
		{"ascii", 90, 6, themes.ASCII(), nil},
		{"narrowed", 90, 6, themes.Unicode(), []int32{1, 3, 6, 9, 10}},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := New()
			l.Grow(d.Len())
			l.Narrow(c.narrowed)
			l.List.SetHeight(14)
			l.Select(c.row)
			rows := l.Render(scene(t, d, c.signs), c.w, 14)
			for _, row := range rows {
				if got := ansi.StringWidth(row); got != c.w {
					t.Errorf("%d cells: %q", got, row)
				}
			}
			golden.RequireEqual(t, strings.Join(rows, "\n"))
		})
	}
}

// A recording without times has no gaps and no bars, and its open requests are marked all the same.
func TestLanesWithoutTimes(t *testing.T) {
	d := opened(t, session, nil)
	l := New()
	l.Grow(d.Len())
	text := ansi.Strip(strings.Join(l.Render(scene(t, d, themes.Unicode()), 120, 14), "\n"))
	if strings.ContainsAny(text, "⋮━") || strings.Count(text, " open ") != 1 || strings.Count(text, " cancel ") != 1 {
		t.Errorf("got\n%s", text)
	}
}

func TestRailIsBounded(t *testing.T) {
	for _, tc := range []struct {
		last  string
		known bool
	}{
		{`s {"id":"first","result":{}}`, true}, // the answer is known however far it is
		{`s {"method":"notifications/progress","params":{"progressToken":"t","progress":1}}`, false},
	} {
		var b strings.Builder
		b.WriteString(`c {"id":"first","method":"tools/call","params":{"name":"x","_meta":{"progressToken":"t"}}}` + "\n")
		for range reach + 100 {
			b.WriteString("c {\"method\":\"notifications/initialized\"}\n")
		}
		d := opened(t, b.String()+tc.last+"\n", nil)
		end := d.Len() - 1
		r := railOf(d, 0, 50)
		if tc.known && r.last != end || !tc.known && r.root != document.None {
			t.Errorf("from the beginning to %s the rail is %+v", tc.last, r)
		}
		if r := railOf(d, end, end); r.first != 0 || r.last != end {
			t.Errorf("from %s the rail is %+v", tc.last, r)
		}
	}
}

func BenchmarkRender(b *testing.B) {
	d := opened(b, session, pauses[:])
	l := New()
	l.Grow(d.Len())
	s := scene(b, d, themes.Unicode())
	for b.Loop() {
		l.Render(s, 120, 14)
	}
}
