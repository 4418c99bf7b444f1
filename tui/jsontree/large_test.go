package jsontree

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcpx/tui/safetext"
)

// array writes an array of n records.
func array(n int) string {
	var b strings.Builder
	b.WriteString(`{"jsonrpc":"2.0","result":{"list":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"n":%d,"tags":["x","y%d"]}`, i, i)
	}
	b.WriteString(`],"end":true},"id":"last"}`)
	return b.String()
}

func TestLargeMessageStartsFolded(t *testing.T) {
	tr := tree(t, array(100_000))
	if len(tr.nodes) > 2*usual().first {
		t.Errorf("%d nodes", len(tr.nodes))
	}
	expect(t, tr, `
>{
   "jsonrpc": "2.0",
   "result": {
     "list": […], (100000)
     "end": true
   },
   "id": "last"
 }
`)
	if got := tr.Reveal("/result/list/99999/tags/1"); !got.Found() {
		t.Errorf("reached %+v", got)
	}
	if v := string(tr.Value(tr.List.Cursor())); v != `"y99999"` {
		t.Errorf("value %s", v)
	}
	check(t, tr)
}

func TestMore(t *testing.T) {
	tr, err := newTree([]byte(`{"a":[0,1,2,3,4,5,6],"z":[[8],9]}`), limits{first: 4, widest: 3, chunk: 2, most: 100})
	if err != nil {
		t.Fatal(err)
	}
	tr.List.SetHeight(40)
	tr.UnfoldDeep()
	expect(t, tr, `
>{
   "a": [
     0,
     1,
     2,
     4 more
   ],
   "z": [
     [
       8
     ],
     9
   ]
 }
`)
	tr.List.MoveTo(5)
	if row := tr.Row(5, 80); row.Part != More || row.Count != 4 || !row.Foldable {
		t.Errorf("row %+v", row)
	}
	if !tr.Unfold() || tr.Fold() {
		t.Error("a More row unfolds and does not fold")
	}
	expect(t, tr, `
 {
   "a": [
     0,
     1,
     2,
>    3,
     4,
     2 more
   ],
   "z": [
     [
       8
     ],
     9
   ]
 }
`)
	tr.Mark("/a/6", safetext.Literal("odd"))
	tr.Reveal("/a/6")
	if v := string(tr.Value(tr.List.Cursor())); v != "6" {
		t.Errorf("value %s", v)
	}
	check(t, tr)
}

func TestMostNodes(t *testing.T) {
	tr, err := newTree([]byte(`{"a":[0,1,2,3,4,5,6]}`), limits{first: 4, widest: 3, chunk: 2, most: 5})
	if err != nil {
		t.Fatal(err)
	}
	if got := tr.Reveal("/a/6"); got.Found() || !got.Beyond || got.Pointer != "/a" {
		t.Errorf("got %+v", got)
	}
	tr.Reveal("/a/2")
	tr.List.Down(1)
	if tr.Unfold() {
		t.Error("there is no room for more")
	}
	tr.ShowHits([]int{len(`{"a":[0,1,2,3,`)})
	tr.NextHit()
	check(t, tr)
}

func TestFind(t *testing.T) {
	raw := []byte(`{"Method":"tools/call","n":[12,true,"K\u00e9y METHOD"],"é":"É"}`)
	for query, want := range map[string][]string{
		"method":  {`"Method"`, `"K\u00e9y METHOD"`},
		"METHOD":  {`"K\u00e9y METHOD"`},
		"kéy":     {`"K\u00e9y METHOD"`},
		"é":       {`"K\u00e9y METHOD"`, `"é"`, `"É"`},
		"12":      {"12"},
		"tru":     {"true"},
		"ls/ca":   {`"tools/call"`},
		"{":       nil,
		"nothing": nil,
		"":        nil,
	} {
		hits, err := Find(context.Background(), raw, query)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, h := range hits {
			for _, text := range []string{`"Method"`, `"K\u00e9y METHOD"`, `"é"`, `"É"`, "12", "true", `"tools/call"`, `"n"`} {
				if strings.HasPrefix(string(raw[h:]), text) {
					got = append(got, text)
				}
			}
		}
		if !slices.Equal(got, want) || len(hits) != len(want) {
			t.Errorf("%q: got %q, want %q", query, got, want)
		}
	}
	if _, err := Find(context.Background(), []byte(`{"a":`), "a"); err == nil {
		t.Error("no error for what is no JSON")
	}
	if hits, _ := Find(context.Background(), []byte(`{"a":`), "a"); len(hits) != 1 {
		t.Error("what came before the error is kept")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Find(ctx, raw, "a"); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
}

func TestHits(t *testing.T) {
	tr := tree(t, `{"x":1,"b":{"x":["x",2]},"c":3}`)
	if got := tr.NextHit(); got != (Step{}) {
		t.Errorf("step %+v without hits", got)
	}
	if got := tr.PreviousHit(); got != (Step{}) {
		t.Errorf("step %+v without hits", got)
	}
	hits, err := Find(context.Background(), tr.Raw(), "x")
	if err != nil {
		t.Fatal(err)
	}
	tr.FoldDeep()
	tr.ShowHits(hits)
	var steps []string
	for range 4 {
		step := tr.NextHit()
		steps = append(steps, fmt.Sprintf("%s %d/%d %v", tr.Pointer(tr.List.Cursor()), step.Hit, step.Of, step.Wrapped))
	}
	for range 4 {
		step := tr.PreviousHit()
		steps = append(steps, fmt.Sprintf("%s %d/%d %v", tr.Pointer(tr.List.Cursor()), step.Hit, step.Of, step.Wrapped))
	}
	want := []string{
		"/x 1/3 false", "/b/x 2/3 false", "/b/x/0 3/3 false", "/x 1/3 true",
		"/b/x/0 3/3 true", "/b/x 2/3 false", "/x 1/3 false", "/b/x/0 3/3 true",
	}
	if !slices.Equal(steps, want) {
		t.Errorf("got %q, want %q", steps, want)
	}
	tr.List.Bottom()
	if got := tr.NextHit(); !got.Wrapped || got.Hit != 1 {
		t.Errorf("step %+v from the last brace", got)
	}
	expect(t, tr, `
 {
>  "x": 1, *
   "b": {
     "x": [ *
       "x", *
       2
     ]
   },
   "c": 3
 }
`)
}

// check holds what a Tree promises about its rows.
func check(t *testing.T, tr *Tree) {
	t.Helper()
	if tr.List.Len() != len(tr.lines) || len(tr.lines) == 0 {
		t.Fatalf("list of %d rows, tree of %d", tr.List.Len(), len(tr.lines))
	}
	if fresh := tr.emit(nil, 0); !slices.Equal(fresh, tr.lines) {
		t.Fatalf("rows are not those of the tree as it is folded")
	}
	for i, l := range tr.lines {
		if i > 0 && tr.place(l) < tr.place(tr.lines[i-1]) {
			t.Fatalf("row %d stands before the row above it", i)
		}
		if tr.row(l) != i {
			t.Fatalf("row %d is found at %d", i, tr.row(l))
		}
	}
	for id := range tr.nodes {
		n := &tr.nodes[id]
		if n.end <= n.start || int(n.end) > len(tr.raw) || n.built > n.count {
			t.Fatalf("node %d is [%d,%d) with %d of %d members", id, n.start, n.end, n.built, n.count)
		}
	}
}

func FuzzTree(f *testing.F) {
	f.Add([]byte(ping), "/params/list/2", []byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
	f.Add([]byte(`[[[1,2,3,4,5],[6,7,8,9]],{"a":{"b":[]}}]`), "/0/1/3", []byte{4, 7, 30, 41, 2, 12, 90, 3})
	f.Add([]byte(`{"a":1,"a":{"":[2]}}`), "/a/x/y", []byte{9, 9, 10, 11, 0})
	f.Add([]byte(`{"data":"\ud800`+"\xff"+`","mimeType":""}`), "/data", []byte{10, 11})
	f.Fuzz(func(t *testing.T, raw []byte, pointer string, ops []byte) {
		tr, err := newTree(raw, limits{first: 6, widest: 4, chunk: 2, most: 200})
		if err != nil {
			return
		}
		tr.List.SetHeight(7)
		check(t, tr)
		for _, op := range ops {
			apply(t, tr, pointer, op)
			check(t, tr)
		}
		for i := range tr.List.Len() {
			row := tr.Row(i, 20)
			if row.Key.Width() > 20 || row.Value.Width() > 20 {
				t.Fatalf("row %d is too wide", i)
			}
			tr.Text(i, 5)
		}
	})
}

func apply(t *testing.T, tr *Tree, pointer string, op byte) {
	switch op % 13 {
	case 0:
		tr.Fold()
	case 1:
		tr.Unfold()
	case 2:
		tr.FoldDeep()
	case 3:
		tr.UnfoldDeep()
	case 4:
		tr.FoldSiblings()
	case 5:
		tr.UnfoldSiblings()
	case 6:
		tr.Out()
	case 7:
		tr.List.MoveTo(int(op))
	case 8:
		tr.Reveal(pointer)
	case 9:
		tr.Mark(pointer, safetext.Literal("here"))
	case 10:
		hits, err := Find(context.Background(), tr.Raw(), "1")
		if err != nil {
			t.Fatal(err)
		}
		tr.ShowHits(hits)
		tr.NextHit()
		tr.PreviousHit()
	case 11:
		tr.ClearMarks()
	case 12:
		row := tr.List.Cursor()
		p := tr.Pointer(row)
		if got := tr.Reveal(p); got.Found() && got.Pointer != p {
			t.Fatalf("Reveal(%q) reached %q", p, got.Pointer)
		}
	}
}

func BenchmarkNew(b *testing.B) {
	for _, bm := range []struct{ name, raw string }{
		{"ping", ping},
		{"records60MB", array(1_700_000)},
		{"numbers60MB", "[" + strings.Repeat("1,", 30_000_000) + "1]"},
		{"blob60MB", `{"result":{"content":[{"type":"image","data":"` + strings.Repeat("QUJD", 15_000_000) + `","mimeType":"image/png"}]}}`},
	} {
		b.Run(bm.name, func(b *testing.B) {
			raw := []byte(bm.raw)
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := New(raw); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkWindow(b *testing.B) {
	tr := tree(b, array(20_000))
	tr.UnfoldDeep()
	tr.List.SetHeight(60)
	b.ReportMetric(float64(tr.List.Len()), "rows")
	b.ReportAllocs()
	for b.Loop() {
		tr.List.PageDown()
		for range tr.Visible(120) {
		}
	}
}

func BenchmarkFold(b *testing.B) {
	tr := tree(b, array(20_000))
	tr.UnfoldDeep()
	tr.Reveal("/result/list/5")
	b.ReportAllocs()
	for b.Loop() {
		tr.Toggle()
	}
}

func BenchmarkRevealLast(b *testing.B) {
	tr := tree(b, array(1_700_000))
	b.ReportAllocs()
	for b.Loop() {
		tr.Reveal("/result/list/300000/n")
	}
}

func BenchmarkFind(b *testing.B) {
	raw := []byte(array(300_000))
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		if _, err := Find(context.Background(), raw, "y299999"); err != nil {
			b.Fatal(err)
		}
	}
}
