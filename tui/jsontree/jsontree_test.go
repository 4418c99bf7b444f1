package jsontree

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"mcpx/tui/safetext"
)

const ping = `{"jsonrpc": "2.0", "id": 19, "method": "ping", "params": {"list": [1, 2.50, {"a/b": null}], "empty": {}}}`

func tree(t testing.TB, raw string) *Tree {
	t.Helper()
	tr, err := New([]byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	tr.List.SetHeight(40)
	return tr
}

// draw shows all rows: the cursor, indentation, and what a renderer would put
// on the line.
func draw(tr *Tree) string {
	var b strings.Builder
	for i := range tr.List.Len() {
		row := tr.Row(i, 60)
		cursor := " "
		if i == tr.List.Cursor() {
			cursor = ">"
		}
		b.WriteString(cursor + strings.Repeat("  ", row.Depth))
		if !row.Key.Empty() {
			b.WriteString(row.Key.String())
			if row.Part == Value {
				b.WriteString(": ")
			}
		}
		b.WriteString(row.Value.String())
		if row.Comma {
			b.WriteString(",")
		}
		if !row.Note.Empty() {
			if row.Part == Value {
				b.WriteByte(' ')
			}
			b.WriteString(row.Note.String())
		}
		if row.Marked {
			b.WriteString(" <- " + row.Mark.String())
		}
		if row.MarkInside {
			b.WriteString(" <- within")
		}
		if row.Hit {
			b.WriteString(" *")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func expect(t *testing.T, tr *Tree, want string) {
	t.Helper()
	if got := draw(tr); got != strings.TrimPrefix(want, "\n") {
		t.Errorf("got\n%swant%s", got, want)
	}
}

func TestUnfoldedMessage(t *testing.T) {
	expect(t, tree(t, ping), `
>{
   "jsonrpc": "2.0",
   "id": 19,
   "method": "ping",
   "params": {
     "list": [
       1,
       2.50,
       {
         "a/b": null
       }
     ],
     "empty": {}
   }
 }
`)
}

func TestScalarMessage(t *testing.T) {
	for _, raw := range []string{`"text"`, `  12.0 `, "null", "{}", "[]"} {
		expect(t, tree(t, raw), "\n>"+strings.TrimSpace(raw)+"\n")
	}
}

func TestFold(t *testing.T) {
	tr := tree(t, ping)
	tr.List.MoveTo(13) // the closing brace of params
	if !tr.Fold() {
		t.Fatal("a closing line folds its container")
	}
	expect(t, tr, `
 {
   "jsonrpc": "2.0",
   "id": 19,
   "method": "ping",
>  "params": {…} 2 members
 }
`)
	if tr.Fold() {
		t.Error("folded twice")
	}
	tr.Out()
	tr.Fold()
	expect(t, tr, "\n>{…} 4 members\n")
	if !tr.Unfold() || tr.Unfold() {
		t.Error("unfolds once")
	}
	tr.List.MoveTo(4)
	if !tr.Toggle() {
		t.Error("nothing toggled")
	}
	tr.List.Down(1)
	tr.Toggle()
	expect(t, tr, `
 {
   "jsonrpc": "2.0",
   "id": 19,
   "method": "ping",
   "params": {
>    "list": […], (3)
     "empty": {}
   }
 }
`)
	tr.List.MoveTo(2)
	if tr.Fold() || tr.Unfold() || tr.Toggle() {
		t.Error("a number has nothing to fold")
	}
	tr.Out()
	if tr.List.Cursor() != 0 {
		t.Errorf("Out went to row %d", tr.List.Cursor())
	}
	tr.Out()
	if tr.List.Cursor() != 0 {
		t.Error("there is nothing around the message")
	}
}

func TestFoldDeepAndSiblings(t *testing.T) {
	tr := tree(t, `{"a":{"b":{"c":[1]}},"d":[2],"e":3}`)
	tr.FoldDeep()
	expect(t, tr, "\n>{…} 3 members\n")
	tr.Unfold()
	expect(t, tr, `
>{
   "a": {…}, 1 member
   "d": […], (1)
   "e": 3
 }
`)
	tr.List.Down(3)
	tr.UnfoldSiblings()
	expect(t, tr, `
 {
   "a": {
     "b": {…} 1 member
   },
   "d": [
     2
   ],
>  "e": 3
 }
`)
	tr.FoldSiblings()
	tr.List.MoveTo(1)
	tr.UnfoldDeep()
	expect(t, tr, `
 {
>  "a": {
     "b": {
       "c": [
         1
       ]
     }
   },
   "d": […], (1)
   "e": 3
 }
`)
	tr.List.Top()
	tr.FoldSiblings()
	expect(t, tr, "\n>{…} 3 members\n")
}

func TestReveal(t *testing.T) {
	const raw = `{"a":{"b":[{"c~/d":1},{"e":2}],"":5},"a":{"x":6},"esc\u0061pe":7,"s":"t"}`
	tests := []struct{ pointer, reached, missing, value string }{
		{"", "", "", raw},
		{"/a/x", "/a/x", "", "6"},
		{"/escape", "/escape", "", "7"},
		{"/a/b/0", "/a", "/b/0", `{"x":6}`},
		{"/s/deep/er", "/s", "/deep/er", `"t"`},
		{"/nothing", "", "/nothing", raw},
		{"nothing", "", "nothing", raw},
		{"/", "", "/", raw},
	}
	for _, tt := range tests {
		tr := tree(t, raw)
		tr.FoldDeep()
		got := tr.Reveal(tt.pointer)
		if got.Pointer != tt.reached || got.Missing != tt.missing || got.Found() != (tt.missing == "") || got.Beyond {
			t.Errorf("Reveal(%q) = %+v", tt.pointer, got)
		}
		row := tr.List.Cursor()
		if value := string(tr.Value(row)); value != tt.value {
			t.Errorf("Reveal(%q) is on %s", tt.pointer, value)
		}
		if p := tr.Pointer(row); p != tt.reached {
			t.Errorf("Reveal(%q) is on %q", tt.pointer, p)
		}
	}

	tr := tree(t, `[{"c~/d":[10,11]},{"":5}]`)
	for pointer, value := range map[string]string{
		"/0/c~0~1d/1": "11", "/1/": "5", "/0/c~0~1d": "[10,11]",
	} {
		if got := tr.Reveal(pointer); !got.Found() || string(tr.Value(tr.List.Cursor())) != value {
			t.Errorf("Reveal(%q) = %+v", pointer, got)
		}
	}
	for _, pointer := range []string{"/00", "/-", "/+1", "/2", "/99999999999999", "/-1", "/x", "//"} {
		if got := tr.Reveal(pointer); got.Found() || got.Pointer != "" {
			t.Errorf("Reveal(%q) = %+v", pointer, got)
		}
	}
}

func TestMarks(t *testing.T) {
	tr := tree(t, `{"id":19,"params":{},"result":{"content":[{"type":"text"}]}}`)
	if got := tr.Mark("/params/_meta/io.x~1y", safetext.Literal("missing here")); got.Pointer != "/params" || got.Missing != "/_meta/io.x~1y" {
		t.Errorf("got %+v", got)
	}
	tr.Mark("/id", safetext.Literal("used before"))
	tr.Mark("/id", safetext.Literal("no string"))
	tr.Mark("/id/deeper", safetext.Literal("no object"))
	tr.Mark("/result/content/0/type", safetext.Literal("unknown"))
	tr.Mark("/error", safetext.Literal("missing here"))
	expect(t, tr, `
>{
   "id": 19, <- used before; no string; no object
   "params": {
     _meta.io.x/y <- missing here
   },
   "result": {
     "content": [
       {
         "type": "text" <- unknown
       }
     ]
   }
   error <- missing here
 }
`)
	if got := tr.Reveal("/params/_meta/io.x~1y"); got.Found() || tr.List.Cursor() != 3 {
		t.Errorf("Reveal goes to row %d, %+v", tr.List.Cursor(), got)
	}
	if p := tr.Pointer(3); p != "/params/_meta/io.x~1y" {
		t.Errorf("Pointer = %q", p)
	}
	if tr.Value(3) != nil {
		t.Error("what is missing has no value")
	}
	tr.FoldSiblings()
	tr.List.MoveTo(3)
	tr.FoldSiblings()
	expect(t, tr, `
 {
   "id": 19, <- used before; no string; no object
   "params": {…}, 0 members <- within
>  "result": {…} 1 member <- within
   error <- missing here
 }
`)
	tr.Reveal("/error")
	tr.ClearMarks()
	expect(t, tr, `
>{
   "id": 19,
   "params": {},
   "result": {…} 1 member
 }
`)
}

func TestStrings(t *testing.T) {
	long := strings.Repeat("word ", 50)
	tr := tree(t, fmt.Sprintf(`["tab\tand \u001b[2J \u00e9 \ud83d\ude00","%s","raw %s","bad %s"]`, long, "\u202eabc", "\xff"))
	expect(t, tr, `
>[
   "tab\tand \u001b[2J \u00e9 \ud83d\ude00",
   "word word word word word word word word word word word wor…, 250 B
   "raw \u202eabc",
   "bad \xff"
 ]
`)
	tests := []struct {
		row, limit int
		want       string
		whole      bool
	}{
		{1, 100, "tab\tand \x1b[2J é 😀", true},
		{1, 4, "tab", false},
		{1, 5, "tab\t", false},
		{1, 10, "tab\tand ", false},
		{2, 7, "word wo", false},
		{2, 1000, long, true},
		{4, 100, "bad \ufffd", true},
		{1, 0, "", false},
		{1, -1, "", false},
	}
	for _, tt := range tests {
		text, whole, ok := tr.Text(tt.row, tt.limit)
		if text != tt.want || whole != tt.whole || !ok {
			t.Errorf("Text(%d, %d) = %q, %v, %v", tt.row, tt.limit, text, whole, ok)
		}
	}
	for _, row := range []int{0, 5, -1, 99} {
		if _, _, ok := tr.Text(row, 10); ok {
			t.Errorf("row %d is no string", row)
		}
	}
}

func TestBase64(t *testing.T) {
	mixed := strings.Repeat("Ab3+", 200)
	tests := []struct{ name, raw, value, note string }{
		{"content", `{"type":"image","data":"` + strings.Repeat("AAAA", 20) + `","mimeType":"image/png"}`, "<image/png base64>", "60 B"},
		{"resource", `{"x":1,"blob":"` + mixed + `","mimeType":"a\u001bb"}`, `<a\u001bb base64>`, "600 B"},
		{"no media type", `{"x":1,"payload":"` + mixed + `"}`, "<base64>", "600 B"},
		{"format", `{"x":1,"payload":"iVBORw0KGgo` + mixed + `"}`, "<image/png base64>", "606 B"},
		{"data uri", `{"x":1,"src":"data:image\/svg+xml;base64,` + mixed + `"}`, "<image/svg+xml base64>", "600 B"},
		{"short data", `{"x":1,"data":"QUJD","mimeType":"image/png"}`, `"QUJD"`, ""},
		{"text named data", `{"x":1,"data":"` + strings.Repeat("some words ", 20) + `","mimeType":"text/plain"}`, "", "220 B"},
		{"one letter", `{"x":1,"payload":"` + strings.Repeat("a", 600) + `"}`, "", "600 B"},
		{"hexadecimal", `{"x":1,"payload":"` + strings.Repeat("0aF", 10) + `"}`, `"` + strings.Repeat("0aF", 10) + `"`, ""},
	}
	for _, tt := range tests {
		row := tree(t, tt.raw).Row(2, 60)
		if isBlob := strings.HasPrefix(tt.value, "<"); row.Base64 != isBlob {
			t.Errorf("%s: Base64 = %v", tt.name, row.Base64)
		}
		if tt.value != "" && row.Value.String() != tt.value || row.Note.String() != tt.note {
			t.Errorf("%s: %q %q, want %q %q", tt.name, row.Value.String(), row.Note.String(), tt.value, tt.note)
		}
	}
}

func TestBroken(t *testing.T) {
	for _, raw := range []string{
		"", " ", "{", `{"a":}`, `{"a" 1}`, `[1,]`, "1 2", "[] x", "nul", "\xff", `"\x"`, "01", `{"a":1`,
		strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000),
	} {
		tr, err := New([]byte(raw))
		if err == nil || tr != nil {
			t.Errorf("%.20q is no JSON", raw)
		} else if len(err.Error()) > 300 {
			t.Errorf("%.20q: error of %d bytes", raw, len(err.Error()))
		}
	}
}

func TestTolerated(t *testing.T) {
	expect(t, tree(t, "{\"a\":1,\"a\":2,\"\xff\":\"\\ud800\"}"), `
>{
   "a": 1,
   "a": 2,
   "\xff": "\ud800"
 }
`)
	tr := tree(t, "{\"\xff\":1}")
	if p := tr.Pointer(1); p != "/\ufffd" {
		t.Errorf("Pointer = %q", p)
	}
	for _, p := range []string{"/\xff", "/\ufffd"} {
		if !tr.Reveal(p).Found() {
			t.Errorf("Reveal(%q) finds nothing", p)
		}
	}
}

func TestDeepest(t *testing.T) {
	const depth = 9_999
	raw := strings.Repeat("[", depth) + strings.Repeat("]", depth)
	tr := tree(t, raw)
	if tr.List.Len() > 10 {
		t.Errorf("%d rows at first", tr.List.Len())
	}
	tr.UnfoldDeep()
	if want := 2*depth - 1; tr.List.Len() != want {
		t.Errorf("%d rows, want %d", tr.List.Len(), want)
	}
	tr.FoldDeep()
	if got := tr.Reveal(strings.Repeat("/0", depth-1)); !got.Found() || tr.Row(tr.List.Cursor(), 10).Depth != depth-1 {
		t.Errorf("reached %d", len(got.Pointer)/2)
	}
}

func TestVisible(t *testing.T) {
	tr := tree(t, ping)
	tr.List.SetHeight(3)
	tr.List.MoveTo(5)
	var rows []int
	for i, row := range tr.Visible(80) {
		rows = append(rows, i)
		if row.Value.Empty() {
			t.Errorf("row %d is empty", i)
		}
	}
	if fmt.Sprint(rows) != "[3 4 5]" {
		t.Errorf("rows %v", rows)
	}
	for range tr.Visible(80) {
		break
	}
	if row := tr.Row(-1, 80); !row.Value.Empty() {
		t.Error("there is no row -1")
	}
	if tr.Pointer(-1) != "" || tr.Value(1000) != nil || !bytes.Equal(tr.Raw(), []byte(ping)) {
		t.Error("rows that are none")
	}
}
