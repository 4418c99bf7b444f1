package message

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
	"mcpx/checks/script"
	"mcpx/themes"
	"mcpx/tui/document"
	"mcpx/tui/paint"
	"mcpx/tui/safetext"
)

// The rows of the session.
const (
	head    = iota // of the request
	request        // tools/list
	status
	answer
	call
	image
)

const session = `
transport http
@1 head POST [content-type=application/json mcp-method=tools/list x-trace=7]
@1 C {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"c","_meta":{"a":1}}}
@1 status 200 [content-type=application/json]
@1 S {"jsonrpc":"2.0","id":1.0,"result":{"tools":[{"name":"weather","title":"Weather","description":"Tells the\nweather of a city","inputSchema":{"type":"object","required":["city"],"properties":{"city":{"type":"string","description":"Where to look"},"days":{"type":"integer","minimum":1,"maximum":10,"default":3}}},"outputSchema":{"type":"object","properties":{"sky":{"enum":["clear","cloudy"]}}}},{"name":"now","inputSchema":{"type":"object"}}],"_meta":{"a":2}}}
C {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"weather","note":"a text that is long enough for the place that is looked for to lie beyond the end of the row, the NEEDLE"}}
S {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"image","mimeType":"text/plain","data":"R3LDvMOfZSBhdXMgZGVtIFRlcm1pbmFsLCBkYXMgYWxsZXMgemVpZ3QsIHdhcyBlcyBlbXBmw6RuZ3QuIEdyw7zDn2Uu"}]}}
`

type recording struct{ *bytes.Reader }

func (r recording) From(_ context.Context, offset int64) io.Reader {
	return io.NewSectionReader(r, offset, r.Size()-offset)
}

// bench is a pane with a recording.
type bench struct {
	t    testing.TB
	doc  *document.Document
	pane *Pane
	look *paint.Look
}

func opened(t testing.TB) *bench {
	t.Helper()
	trace, err := script.Trace(session)
	if err != nil {
		t.Fatal(err)
	}
	d := document.New(recording{bytes.NewReader(trace)}, document.Options{Checks: []*checks.Check{}})
	for u := range d.Load(t.Context()) {
		d.Apply(u)
	}
	if d.Err != nil {
		t.Fatal(d.Err)
	}
	theme, err := themes.Named("none")
	if err != nil {
		t.Fatal(err)
	}
	return &bench{t, d, New(), paint.New(theme, themes.Unicode())}
}

// load loads what the pane misses.
func (b *bench) load(blames ...Blame) {
	for _, row := range b.pane.Missing() {
		b.pane.Load(document.Open(b.doc.Trace(), row, b.doc.Link(row)), blames, -1)
	}
}

func (b *bench) show(row int, blames ...Blame) {
	b.pane.Want(row, document.None)
	b.load(blames...)
}

// draw draws the pane; its rows fill it.
func (b *bench) draw(query string, w, h int) string {
	b.t.Helper()
	rows := b.pane.Render(&Scene{Doc: b.doc, Look: b.look, Cursor: paint.Selected, Query: query}, w, h)
	if len(rows) != h {
		b.t.Errorf("%d rows, want %d", len(rows), h)
	}
	for i, row := range rows {
		if got := ansi.StringWidth(row); got != w {
			b.t.Errorf("row %d has %d cells, want %d: %q", i, got, w, row)
		}
	}
	return ansi.Strip(strings.Join(rows, "\n"))
}

func TestPanes(t *testing.T) {
	blames := []Blame{
		{Pointer: "/result/tools/1/name", Text: safetext.Literal("the name is short")},
		{Pointer: "header:content-type", Text: safetext.Literal("it should be another"), Must: true},
	}
	for name, show := range map[string]func(*bench){
		"tree":    func(b *bench) { b.show(answer, blames...) },
		"table":   func(b *bench) { b.show(answer, blames...); b.pane.Turn(Table); b.pane.Move(1) },
		"headers": func(b *bench) { b.show(status, blames[1]) },
		"pair":    func(b *bench) { b.pane.WantPair(request, answer); b.load(); b.pane.Move(4) },
		"base64":  func(b *bench) { b.show(image) },
	} {
		for _, size := range [][2]int{{60, 20}, {120, 36}} {
			t.Run(fmt.Sprintf("%s/%dx%d", name, size[0], size[1]), func(t *testing.T) {
				b := opened(t)
				show(b)
				golden.RequireEqual(t, b.draw("", size[0], size[1]))
			})
		}
	}
}

func TestEverySize(t *testing.T) {
	b := opened(t)
	for _, show := range []func(){
		func() { b.show(answer, Blame{Pointer: "/result/x", Text: safetext.Literal("missing")}) },
		func() { b.pane.Turn(Table) },
		func() { b.pane.Turn(Headers) },
		func() { b.pane.WantPair(request, answer); b.load() },
		func() { b.pane.Swap() },
		func() { b.pane.WantPair(call, document.None); b.load() },
	} {
		show()
		for w := 1; w < 240; w += 1 + w/8 {
			for h := range 40 {
				b.draw("e", w, h)
			}
		}
	}
}

// The members of the same name stand on the same rows, whatever is folded.
func TestFacing(t *testing.T) {
	b := opened(t)
	b.pane.WantPair(request, answer)
	b.load()
	if !b.pane.inLine() {
		t.Fatal("the pair is not in line")
	}
	f := &b.pane.facing
	want := map[string]string{"": "", "/jsonrpc": "/jsonrpc", "/id": "/id", "/params": "/result", "/params/_meta": "/result/_meta", "/params/_meta/a": "/result/_meta/a"}
	got := map[string]string{}
	seen := [2][]int32{}
	for _, row := range f.rows {
		for i, r := range row.rows {
			if r >= 0 {
				seen[i] = append(seen[i], r)
			}
		}
		if row.match {
			got[f.trees[0].Pointer(int(row.rows[0]))] = f.trees[1].Pointer(int(row.rows[1]))
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("in line are %v, want %v", got, want)
	}
	for i := range seen {
		if len(seen[i]) != f.trees[i].List.Len() || !slices.IsSorted(seen[i]) {
			t.Errorf("tree %d has rows %v", i, seen[i])
		}
	}
	kin := func(pointer string) kinship {
		f.trees[0].Reveal(pointer)
		return f.kinship(f.rows[f.at[0][f.trees[0].List.Cursor()]])
	}
	if kin("/id") != same || kin("/params/_meta/a") != different || kin("/params") != unrelated || kin("/method") != unrelated {
		t.Errorf("id %d, a %d, params %d, method %d", kin("/id"), kin("/params/_meta/a"), kin("/params"), kin("/method"))
	}
	before := len(f.rows)
	f.trees[0].Reveal("/params")
	f.trees[0].Fold()
	if !b.pane.inLine() || len(f.rows) > before {
		t.Errorf("%d rows after folding, %d before", len(f.rows), before)
	}
	if b.pane.Swap(); b.pane.Row() != answer || b.pane.Tree().Pointer(b.pane.Tree().List.Cursor()) != "/result" {
		t.Errorf("on the other side the cursor is on %s", b.pane.Tree().Pointer(b.pane.Tree().List.Cursor()))
	}
}

func TestRising(t *testing.T) {
	for _, tt := range []struct{ pairs, want [][2]int32 }{
		{nil, nil},
		{[][2]int32{{0, 0}, {1, 5}, {2, 2}, {3, 3}}, [][2]int32{{0, 0}, {2, 2}, {3, 3}}},
		{[][2]int32{{0, 3}, {1, 2}, {2, 1}}, [][2]int32{{2, 1}}},
	} {
		if got := rising(tt.pairs); fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("%v: %v, want %v", tt.pairs, got, tt.want)
		}
	}
}

// An event is shown again as it was left.
func TestMemory(t *testing.T) {
	b := opened(t)
	b.show(answer)
	tree := b.pane.Tree()
	tree.Reveal("/result/tools/0")
	tree.Fold()
	b.show(call)
	b.show(answer)
	if got := b.pane.Tree(); got == tree || got.Pointer(got.List.Cursor()) != "/result/tools/0" || !got.Row(got.List.Cursor(), 10).Folded {
		t.Error("the folding is forgotten")
	}
	b.pane.Turn(Table)
	b.show(call)
	b.show(answer)
	if b.pane.View() != Table {
		t.Errorf("the view is %v", b.pane.View())
	}
	for i := range mostMemories + 10 {
		b.pane.memory.keep(&side{row: 1000 + i, opened: b.pane.Opened()})
	}
	if n := len(b.pane.memory.looks); n != mostMemories {
		t.Errorf("%d events are remembered", n)
	}
}

// The table and the tree keep to the same item.
func TestTableAndTree(t *testing.T) {
	b := opened(t)
	b.show(answer)
	b.pane.Tree().Reveal("/result/tools/1/name")
	if !slices.Equal(b.pane.Views(), []View{Tree, Raw, Headers, Table}) {
		t.Errorf("views %v", b.pane.Views())
	}
	b.pane.Turn(Table)
	if got := b.pane.sides[0].listing.selected(); got != "/result/tools/1" {
		t.Errorf("selected is %s", got)
	}
	b.pane.Move(-1)
	b.pane.Enter()
	if tree := b.pane.Tree(); tree == nil || tree.Pointer(tree.List.Cursor()) != "/result/tools/0" {
		t.Error("enter does not lead to the item in the tree")
	}
	b.show(call)
	if b.pane.Turn(Table) {
		t.Error("a call lists nothing")
	}
}

// What is looked for is in sight, however far behind in a text it is.
func TestHits(t *testing.T) {
	b := opened(t)
	b.show(call)
	if screen := b.draw("needle", 80, 20); strings.Contains(screen, "NEEDLE") {
		t.Errorf("in sight without a search:\n%s", screen)
	}
	tree := b.pane.Tree()
	tree.Reveal("/params/note")
	row := tree.List.Cursor()
	b.pane.Hits(call, []int{bytes.Index(tree.Raw(), tree.Value(row))})
	if screen := b.draw("needle", 80, 20); !strings.Contains(screen, "NEEDLE") {
		t.Errorf("not in sight:\n%s", screen)
	}
}

// A click finds the row that is drawn under it, and the wheel moves what is shown.
func TestPointing(t *testing.T) {
	b := opened(t)
	b.pane.WantPair(request, answer)
	b.load()
	lines := strings.Split(b.draw("", 120, 12), "\n")
	for i, line := range lines {
		if strings.Contains(line[len(line)/2:], `"result": {`) {
			if moved, again := b.pane.Point(i, Right); !moved || again {
				t.Errorf("moved %v, again %v", moved, again)
			}
		}
	}
	if got := b.pane.Tree().Pointer(b.pane.Tree().List.Cursor()); b.pane.Row() != answer || got != "/result" {
		t.Errorf("the cursor is on %q of row %d", got, b.pane.Row())
	}
	if moved, _ := b.pane.Point(0, Right); moved {
		t.Error("the name of the half is a row")
	}
	b.pane.Scroll(9)
	if after := b.draw("", 120, 12); strings.Contains(after, "jsonrpc") {
		t.Errorf("not scrolled:\n%s", after)
	}
	b.show(answer)
	b.pane.Turn(Table)
	b.draw("", 120, 30)
	if moved, _ := b.pane.Point(2, Either); !moved || b.pane.sides[0].listing.selected() != "/result/tools/1" {
		t.Errorf("selected is %s", b.pane.sides[0].listing.selected())
	}
}
