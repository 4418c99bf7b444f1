package jsontree

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
)

func TestBlob(t *testing.T) {
	long := strings.Repeat("Text that is long enough, é. ", 40)
	for _, tt := range []struct {
		name, text   string
		limit        int
		want         string
		whole, wrong bool
	}{
		{"whole", base64.StdEncoding.EncodeToString([]byte(long)), 1 << 20, long, true, false},
		{"without padding", base64.RawStdEncoding.EncodeToString([]byte(long[:100])), 1 << 20, long[:100], true, false},
		{"URL alphabet", base64.URLEncoding.EncodeToString([]byte(strings.Repeat("\xfb\xff\xfe", 40))), 1 << 20, strings.Repeat("\xfb\xff\xfe", 40), true, false},
		{"the beginning", base64.StdEncoding.EncodeToString([]byte(long)), 30, long[:30], false, false},
		{"data URI", `data:text\/plain;base64,` + base64.StdEncoding.EncodeToString([]byte(long[:90])), 1 << 20, long[:90], true, false},
		{"escaped slashes", strings.ReplaceAll(base64.StdEncoding.EncodeToString([]byte(strings.Repeat("\xff\xff\xff", 40))), "/", `\/`), 1 << 20, strings.Repeat("\xff\xff\xff", 40), true, false},
		{"wrong", strings.Repeat("QUJD", 20) + "A", 1 << 20, strings.Repeat("ABC", 20), false, true},
	} {
		tr := tree(t, fmt.Sprintf(`{"mimeType":"text/plain","data":"%s"}`, tt.text))
		b, ok := tr.Blob(2, tt.limit)
		if !ok || string(b.Data) != tt.want || b.Whole != tt.whole || b.Wrong != tt.wrong {
			t.Errorf("%s: %v, %q, whole %v, wrong %v", tt.name, ok, b.Data, b.Whole, b.Wrong)
		}
		if _, ok := tr.Blob(1, tt.limit); ok {
			t.Errorf("%s: the media type is no base64", tt.name)
		}
	}
}

func TestBlobPreview(t *testing.T) {
	text := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("Grüße\n", 12)))
	tr := tree(t, `{"mimeType":"text/plain","data":"`+text+`"}`)
	if note := tr.Row(2, 60).Note.String(); !strings.HasPrefix(note, `96 B  Grüße\nGrüße\n`) || !strings.HasSuffix(note, "…") {
		t.Errorf("note %q", note)
	}
}

const tools = `{"result":{"tools":[{"name":"weather","inputSchema":{"type":"object","properties":{
	"city":{"type":"string","description":"Where"},"days":{"type":"integer","properties":{"deep":{"type":"null"}}}},"required":["city"]}}],
	"properties":{"city":{"type":"string"}}}}`

func TestSchemasAreFolded(t *testing.T) {
	tr := tree(t, tools)
	expect(t, tr, `
>{
   "result": {
     "tools": [
       {
         "name": "weather",
         "inputSchema": {
           "type": "object",
           "properties": {
             "city": {…}, 2 members
             "days": {…} 2 members
           },
           "required": [
             "city"
           ]
         }
       }
     ],
     "properties": {
       "city": {
         "type": "string"
       }
     }
   }
 }
`)
	for row, want := range map[int]string{5: "false false", 8: "true true", 9: "true false"} {
		s, ok := tr.Schema(row)
		if got := fmt.Sprint(s.Property, s.Required); !ok || got != want {
			t.Errorf("row %d: %v %s, want %s", row, ok, got, want)
		}
	}
	for _, row := range []int{-1, 0, 4, 6, 10, 14, 18, 99} {
		if _, ok := tr.Schema(row); ok {
			t.Errorf("row %d is no schema", row)
		}
	}
}

func TestFolding(t *testing.T) {
	tr := tree(t, tools)
	tr.List.MoveTo(6)
	again := tree(t, tools)
	again.Restore(tr.Folding())
	if again.List.Cursor() != 6 || draw(again) != draw(tr) {
		t.Errorf("an unchanged tree is\n%s", draw(again))
	}
	tr.List.MoveTo(8)
	tr.Unfold()
	tr.List.MoveTo(3)
	tr.FoldSiblings()
	tr.List.MoveTo(5)
	again = tree(t, tools)
	again.Restore(tr.Folding())
	if draw(again) != draw(tr) {
		t.Errorf("got\n%swant\n%s", draw(again), draw(tr))
	}
	other := tree(t, `{"a":{}}`)
	other.Restore(tr.Folding()) // of another message: any folding will do
	other.List.Bottom()
}

func TestExcerpt(t *testing.T) {
	tr := tree(t, `{"a":"`+strings.Repeat("x", 500)+`the Needle in it","b":"needle"}`)
	text, ok := tr.Excerpt(1, "needle", 60)
	if !ok || !strings.HasPrefix(text.String(), "…xxxx") || !strings.Contains(text.String(), "the Needle in it") {
		t.Errorf("excerpt %q, %v", text, ok)
	}
	for _, row := range []int{-1, 0, 2, 3, 9} {
		if text, ok := tr.Excerpt(row, "needle", 60); ok {
			t.Errorf("row %d needs no excerpt: %q", row, text)
		}
	}
}
