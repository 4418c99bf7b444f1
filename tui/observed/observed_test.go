package observed

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"mcpx/checks"
	"mcpx/checks/observations"
	"mcpx/checks/script"
	"mcpx/themes"
	"mcpx/tui/document"
	"mcpx/tui/paint"
	"mcpx/tui/prose"
)

const session = `
open
s {"method":"notifications/message","params":{"level":"info","data":"early"}}
c {"id":1,"method":"tools/list"}
s {"id":1,"result":{"tools":[{"name":"mail.send","inputSchema":{"type":"object"}},{"name":"sum","inputSchema":{"type":"object"}}]}}
c {"id":2,"method":"tools/call","params":{"name":"sum"}}
c {"id":3,"method":"tools/call","params":{"name":"sum\u001b[2J\u202e"}}
s {"id":"2","result":{"content":[]}}
seq 90
s abort
`

type memory struct{ *bytes.Reader }

func (m memory) From(_ context.Context, offset int64) io.Reader {
	return io.NewSectionReader(m, offset, m.Size()-offset)
}

func opened(t testing.TB) (*document.Document, *observations.Report) {
	t.Helper()
	trace, err := script.Trace(session)
	if err != nil {
		t.Fatal(err)
	}
	from := memory{bytes.NewReader(trace)}
	d := document.New(from, document.Options{Checks: []*checks.Check{}})
	for u := range d.Load(t.Context()) {
		d.Apply(u)
	}
	a, err := checks.Assess(t.Context(), from, checks.Options{Checks: []*checks.Check{}})
	if err != nil {
		t.Fatal(err)
	}
	return d, a.Observed
}

func scene(t testing.TB, d *document.Document) *Scene {
	t.Helper()
	theme, err := themes.Named("none")
	if err != nil {
		t.Fatal(err)
	}
	return &Scene{Doc: d, Look: paint.New(theme, themes.Unicode()), Cursor: paint.Selected, Row: 4}
}

func TestScreens(t *testing.T) {
	d, r := opened(t)
	for _, w := range []int{40, 60, 90} {
		t.Run(fmt.Sprint(w), func(t *testing.T) {
			var l List
			l.Show(r, d.RowOfLine, nil)
			s := scene(t, d)
			l.List.MoveTo(1)
			l.Unfold()
			l.List.Down(1)
			page := prose.New(s.Look, w)
			l.Explain(page, d)
			screen := append(l.Render(s, w, 18), page.Rows()...)
			for i, row := range screen {
				if got := ansi.StringWidth(row); got != w {
					t.Errorf("row %d has %d cells: %q", i, got, row)
				}
				if strings.ContainsAny(ansi.Strip(row), "\x1b\u202e") {
					t.Errorf("row %d holds what a terminal obeys: %q", i, row)
				}
			}
			golden.RequireEqual(t, strings.Join(screen, "\n"))
		})
	}
}

func TestVerbs(t *testing.T) {
	d, r := opened(t)
	var l List
	if l.Row() != none || l.Fold() || l.Toggle() {
		t.Error("an empty list does something")
	}
	l.Show(r, d.RowOfLine, nil)
	if l.Len() != len(r.All) || l.Kept() != l.Len() {
		t.Fatalf("%d of %d listed", l.Kept(), l.Len())
	}
	if o, _ := l.Selected(); o != nil || l.Row() != none {
		t.Error("the first line is no heading")
	}
	l.List.Down(1)
	o, _ := l.Selected()
	if o == nil || o.Kind != observations.Unanswered || l.Row() != 4 {
		t.Fatalf("selected %+v at row %d", o, l.Row())
	}
	n := l.List.Len()
	if !l.Unfold() || l.List.Len() != n+1 {
		t.Error("the events are not shown")
	}
	l.List.Down(1)
	if _, event := l.Selected(); event != 1 || l.Row() != 7 {
		t.Errorf("event %d at row %d", event, l.Row())
	}
	if !l.Fold() || l.List.Len() != n || l.Row() != 4 {
		t.Errorf("%d lines, row %d after folding", l.List.Len(), l.Row())
	}
	if !l.Fold() || l.Row() != none {
		t.Error("the kind is not folded")
	}
	if l.Fold() || !l.Toggle() {
		t.Error("a folded kind is folded again")
	}
	l.FoldAll()
	if l.List.Len() != len(kindsOf(r)) {
		t.Errorf("%d lines when all is folded", l.List.Len())
	}
	l.UnfoldAll()
	l.Show(r, d.RowOfLine, func(row int) bool { return row == 7 })
	if l.Kept() != 4 {
		t.Errorf("%d observations rest on the last event", l.Kept())
	}
	l.Show(r, d.RowOfLine, func(int) bool { return false })
	if l.Kept() != 0 || l.List.Len() != 0 {
		t.Errorf("%d lines of nothing", l.List.Len())
	}
}

func kindsOf(r *observations.Report) map[observations.Kind]bool {
	seen := map[observations.Kind]bool{}
	for _, o := range r.All {
		seen[o.Kind] = true
	}
	return seen
}

func TestEverySize(t *testing.T) {
	d, r := opened(t)
	var l List
	l.Show(r, d.RowOfLine, nil)
	s := scene(t, d)
	for w := 1; w <= 120; w++ {
		for _, h := range []int{0, 1, 2, 7, 30} {
			rows := l.Render(s, w, h)
			if len(rows) != h {
				t.Fatalf("%d rows at %dx%d", len(rows), w, h)
			}
			for _, row := range rows {
				if got := ansi.StringWidth(row); got != w {
					t.Fatalf("%d cells at %dx%d: %q", got, w, h, row)
				}
			}
		}
	}
}
