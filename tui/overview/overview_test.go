package overview

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"mcpx/checks"
	"mcpx/checks/filter"
	"mcpx/checks/script"
	"mcpx/model"
	"mcpx/model/summary"
	"mcpx/themes"
	"mcpx/tui/document"
	"mcpx/tui/paint"
)

const session = `
transport http
open
@1 post {"id":1,"method":"server/discover"}
@1 ok {"id":1,"result":{"supportedVersions":["2025-11-25","2026-07-28"],"capabilities":{"tools":{"listChanged":true},"logging":{}},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"bank\u001b[2J","version":"5"}}}}
@2 post {"id":2,"method":"tools/call","params":{"name":"add","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"desk","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"sampling":{}}}}}
@2 ok {"id":2,"result":{"content":[],"isError":true}}
@3 post {"id":3,"method":"tools/call","params":{"name":"add","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"desk","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}}}}}
@3 refuse 400 {"id":3,"error":{"code":-32602,"message":"no"}}
@4 head POST [content-type=application/json]
@4 C {"jsonrpc":"2.0","id":4,"method":"ping\u202e \"x"}
close
`

type memory struct{ *bytes.Reader }

func (m memory) From(_ context.Context, offset int64) io.Reader {
	return io.NewSectionReader(m, offset, m.Size()-offset)
}

// about is a scene on a recording.
func about(t testing.TB, text string) *Scene {
	t.Helper()
	trace, err := script.Trace(text)
	if err != nil {
		t.Fatal(err)
	}
	from := memory{bytes.NewReader(trace)}
	d := document.New(from, document.Options{Checks: []*checks.Check{}})
	for u := range d.Load(t.Context()) {
		d.Apply(u)
	}
	tracker := model.NewTracker(model.ProfileOf(model.Revision20260728), d.Facts())
	b := summary.New(from.Size())
	if _, err := model.Scan(t.Context(), from.From(t.Context(), 0), model.ScanOptions{}, func(e *model.Event) error {
		b.Feed(tracker.Feed(e))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	r := *d.Ruling()
	r.Verdict = sample(r.Verdict)
	return &Scene{Look: look(t, "none"), Sum: b.Summary(), Ruling: &r}
}

// sample is a verdict with outcomes of the test's own, so that screens do not change with the checks.
func sample(v *checks.Verdict) *checks.Verdict {
	some := &checks.Verdict{Catalogue: v.Catalogue}
	for i, area := range v.Catalogue.Areas() {
		counts := [...]int{i % 3, i % 4 / 2, 5 * i % 37, 11 * i % 29, 7 * (i % 17), i % 5 / 4}
		for n := range v.Outcomes {
			if o := v.Outcomes[n]; o.Clause.Area == area {
				for column, count := range counts {
					for range count {
						some.Outcomes = append(some.Outcomes, checks.Outcome{Clause: o.Clause, Word: outcomeIn(column)})
					}
				}
				break
			}
		}
	}
	return some
}

// outcomeIn is an outcome that a column counts.
func outcomeIn(column int) checks.Word { return verdictColumns()[column].words[0] }

func look(t testing.TB, name string) *paint.Look {
	t.Helper()
	theme, err := themes.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return paint.New(theme, themes.Unicode())
}

func TestScreens(t *testing.T) {
	for _, size := range [][2]int{{80, 60}, {120, 60}, {200, 40}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			s := about(t, session)
			var v View
			v.Render(s, size[0], size[1])
			v.NextSection(1)
			v.NextSection(1)
			golden.RequireEqual(t, strings.Join(v.Render(s, size[0], size[1]), "\n"))
		})
	}
}

// Each line leads to a filter that can be read, whatever stands in the recording.
func TestTargets(t *testing.T) {
	s := about(t, session)
	var v View
	v.Render(s, 100, 30)
	seen := map[string]bool{}
	for i := range v.entries {
		v.moveTo(i)
		for {
			target := v.Target()
			source := strings.Join(target.Terms, " ")
			if _, err := filter.Parse(source); err != nil {
				t.Errorf("%q: %v", source, err)
			}
			if target.To == Event && target.Line == 0 || target.To == Nowhere {
				t.Errorf("line %d leads to %+v", i, target)
			}
			seen[source] = true
			cell := v.cell
			if v.Right(); v.cell == cell {
				break
			}
		}
		v.cell = 0
	}
	for _, want := range []string{"method:tools/call", `method:"ping` + "\u202e" + ` \"x"`, "code:-32602", "status:400", "area:TRAN", "area:TRAN outcome:pass", `area:TRAN outcome:"not observed"`} {
		if !seen[want] {
			t.Errorf("nothing leads to %q", want)
		}
	}
}

func TestMoving(t *testing.T) {
	s := about(t, session)
	var v View
	v.Move(1)
	v.NextSection(1)
	v.Page(1)
	v.Left()
	v.Right()
	if v.Target().To != Nowhere {
		t.Error("an empty view leads somewhere")
	}
	v.Render(s, 80, 12)
	v.Bottom()
	v.Render(s, 80, 12)
	if first, end, of, ok := v.More(); !ok || end != of || first == 1 {
		t.Errorf("lines %d to %d of %d at the bottom", first, end, of)
	}
	v.Top()
	v.Render(s, 80, 12)
	if first, _, _, _ := v.More(); first != 1 {
		t.Errorf("the first line in sight is %d at the top", first)
	}
	var sections []int
	for range 6 {
		v.NextSection(1)
		sections = append(sections, v.at)
	}
	if sections[5] != sections[0] || !slices.IsSorted(sections[:4]) {
		t.Errorf("sections begin at %v", sections)
	}
	before := v.at
	v.NextSection(1)
	v.NextSection(-1)
	if v.at != before {
		t.Errorf("there and back leads from %d to %d", before, v.at)
	}
	// On a wide screen the verdict stands at the right.
	v.Render(s, 200, 40)
	v.Top()
	v.Right()
	if v.entries[v.at].column != 1 {
		t.Error("right does not lead to the verdict")
	}
	v.Left()
	if v.entries[v.at].column != 0 {
		t.Error("left does not lead back")
	}
}

func TestPoint(t *testing.T) {
	s := about(t, session)
	var v View
	if _, ok := v.Point(0, 0); ok {
		t.Error("something stands in an empty view")
	}
	rows := v.Render(s, 200, 40)
	for y, row := range rows {
		if !strings.Contains(row, "tools/call") {
			continue
		}
		if again, ok := v.Point(5, y); !ok || again || v.Target().Terms[0] != "method:tools/call" {
			t.Errorf("line %d leads to %v", y, v.Target())
		}
		if again, ok := v.Point(5, y); !ok || !again {
			t.Error("the line is not selected")
		}
	}
	if _, ok := v.Point(199, 1); !ok || v.entries[v.at].column != 1 {
		t.Error("the right column cannot be pointed at")
	}
	if _, ok := v.Point(3, 2); ok {
		t.Error("an empty line can be selected")
	}
	if _, ok := v.Point(3, 39); ok {
		t.Error("what is below the last line can be selected")
	}
}

// Another theme shows at once.
func TestLookChanges(t *testing.T) {
	s := about(t, session)
	var v View
	plain := strings.Join(v.Render(s, 120, 30), "\n")
	coloured := *s
	coloured.Look = look(t, "dark")
	if again := strings.Join(v.Render(&coloured, 120, 30), "\n"); again == plain || ansi.Strip(again) != ansi.Strip(plain) {
		t.Error("the lines are not drawn anew")
	}
}

func TestEverySize(t *testing.T) {
	for _, text := range []string{session, "open\nclose", ""} {
		s := about(t, text)
		judging := *s
		judging.Ruling = nil
		for _, s := range []*Scene{s, &judging} {
			var v View
			for w := 1; w <= 220; w += 1 + w/20 {
				for _, h := range []int{0, 1, 2, 9, 40} {
					rows := v.Render(s, w, h)
					if len(rows) != h {
						t.Fatalf("%d rows at %dx%d", len(rows), w, h)
					}
					for _, row := range rows {
						if got := ansi.StringWidth(row); got != w {
							t.Fatalf("%d cells at %dx%d: %q", got, w, h, row)
						}
						if strings.ContainsAny(ansi.Strip(row), "\x1b\u202e") {
							t.Fatalf("what a terminal obeys: %q", row)
						}
					}
					v.Move(1)
					v.Right()
				}
			}
		}
	}
}

func BenchmarkRender(b *testing.B) {
	s := about(b, session)
	var v View
	for b.Loop() {
		v.Move(1)
		if v.at == len(v.entries)-1 {
			v.Top()
		}
		v.Render(s, 200, 60)
	}
}
