package document

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mcpx/checks"
	"mcpx/checks/filter"
	"mcpx/checks/script"
	"mcpx/model"
)

// source is a recording in memory. Its bytes may change behind the reader's back.
type source struct{ data []byte }

func (s *source) ReadAt(p []byte, offset int64) (int, error) {
	return bytes.NewReader(s.data).ReadAt(p, offset)
}

func (s *source) From(_ context.Context, offset int64) io.Reader {
	return bytes.NewReader(s.data[min(int(offset), len(s.data)):])
}

func (s *source) Size() int64 { return int64(len(s.data)) }

func scripted(t testing.TB, text string) *source {
	t.Helper()
	trace, err := script.Trace(text)
	if err != nil {
		t.Fatal(err)
	}
	return &source{trace}
}

// loaded gives a document that has been read and, if the phase says so, judged.
func loaded(t testing.TB, s Source, until Phase) *Document {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	d := New(s, Options{})
	for u := range d.Load(ctx) {
		d.Apply(u)
		if d.Progress.Phase == until && until != Ready {
			break
		}
	}
	return d
}

const talk = `
transport http
@1 post {"id":1,"method":"tools/call","params":{"name":"add","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"progressToken":"t"}}}
@1 status 200 [content-type=text/event-stream]
@2 post {"id":2,"method":"ping"}
@1 s {"method":"notifications/progress","params":{"progressToken":"t","progress":1}}
@1 s {"method":"notifications/progress","params":{"progressToken":"t","progress":2}}
@2 ok {"id":2,"result":{}}
@1 s {"id":1,"result":{"content":[]}}
@3 post {"id":3,"method":"tools/list"}
`

func TestEventsOfAConversation(t *testing.T) {
	for _, phase := range []Phase{Judging, Ready} {
		d := loaded(t, scripted(t, talk), phase)
		if (d.Ruling() != nil) != (phase == Ready) {
			t.Fatalf("ruling %v in phase %d", d.Ruling(), phase)
		}
		want := []struct {
			label                       string
			partner, root, head, status int
			stream                      Stream
		}{
			{"POST", None, 1, 0, 2, NoStream},
			{"tools/call", 9, 1, 0, 2, InStream},
			{"200", None, 1, 0, 2, NoStream},
			{"POST", None, 4, 3, 7, NoStream},
			{"ping", 8, 4, 3, 7, NoStream},
			{"progress", None, 1, 0, 2, FirstInStream},
			{"progress", None, 1, 0, 2, InStream},
			{"200", None, 4, 3, 7, NoStream},
			{"result", 4, 4, 3, 7, NoStream},
			{"result", 1, 1, 0, 2, LastInStream},
			{"POST", None, 11, 10, None, NoStream},
			{"tools/list", None, 11, 10, None, NoStream},
		}
		if d.Len() != len(want) {
			t.Fatalf("%d events", d.Len())
		}
		for i, w := range want {
			r := d.Row(i)
			if r.Label.String() != w.label || int(r.Partner) != w.partner || int(r.Root) != w.root || int(r.Head) != w.head || int(r.Link.Status) != w.status || r.Stream != w.stream {
				t.Errorf("phase %d, row %d: %s partner %d root %d head %d status %d stream %d, want %+v",
					phase, i, r.Label, r.Partner, r.Root, r.Head, r.Link.Status, r.Stream, w)
			}
		}
		if got := d.Pairs(); !slices.Equal(got, []int32{1, 4, 11}) {
			t.Errorf("pairs %v", got)
		}
		all := func(int) bool { return true }
		if next, before := d.NextOfTalk(1, 1, all), d.NextOfTalk(9, -1, all); next != 2 || before != 6 {
			t.Errorf("next %d, before %d", next, before)
		}
	}
}

func TestLabels(t *testing.T) {
	long := strings.Repeat("x", 200)
	for message, want := range map[string]string{
		`c {"id":1,"method":"resources/read","params":{"uri":"file:///a"}}`:                                            "resources/read|file:///a|1",
		`c {"id":"a","method":"completion/complete","params":{"ref":{"name":"p"},"argument":{"name":"n","value":""}}}`: `completion/complete|n  p|"a"`,
		`c {"method":"notifications/cancelled","params":{"requestId":7,"reason":"slow"}}`:                              `cancelled|id 7  slow|`,
		`s {"method":"notifications/message","params":{"level":"info","data":"hello"}}`:                                "message|info  hello|",
		`s {"id":1,"result":{"content":[{"type":"image","mimeType":"image/png","data":""}]}}`:                          "result|image  image/png|1",
		`s {"id":1,"result":{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}],"isError":true}}`:       "result|isError  2 blocks|1",
		`s {"id":1,"result":{"tools":[],"nextCursor":"c"}}`:                                                            "result|0 tools, more to come|1",
		`s {"id":1,"error":{"code":-32601,"message":"Method not found"}}`:                                              "error|-32601  Method not found|1",
		`C "no json"`:                          "no JSON|no json|",
		`C [{"a":1}]`:                          "batch|1 message|",
		`C 12`:                                 "no JSON-RPC|12|",
		`line {"seq":1}`:                       "wrong or missing member|missing direction, want \"client-to-server\" or \"server-to-client\"|",
		`c {"id":"` + long + `","method":"m"}`: `m||"` + long[:longestText-4] + "…",
	} {
		d := loaded(t, scripted(t, message), Judging)
		r := d.Row(0)
		if got := r.Label.String() + "|" + r.About.String() + "|" + r.ID.String(); got != want {
			t.Errorf("%s\n got %s\nwant %s", message, got, want)
		}
	}
}

func TestDefectsAreGrouped(t *testing.T) {
	d := loaded(t, scripted(t, `
c {"id":1.5,"method":"ping"}
c {"id":true,"method":"ping"}
c {"id":2,"method":"ping"}
`), Ready)
	r := d.Ruling()
	if r == nil {
		t.Fatal(d.Err)
	}
	var g *Group
	for i := range r.Groups {
		if r.Groups[i].Check == "base.request-id-type" {
			g = &r.Groups[i]
		}
	}
	if g == nil || len(g.Defects) != 2 || !g.Must() {
		t.Fatalf("groups %+v", r.Groups)
	}
	if r.Worst(0) != Broken || r.Worst(2) == Broken {
		t.Errorf("worst of the rows: %d, %d", r.Worst(0), r.Worst(2))
	}
	if first, end := r.At(1); end-first < 1 || r.Defects[first].Row != 1 {
		t.Errorf("defects %d to %d at row 1", first, end)
	}
	if broken, _ := r.Counts(); broken < 1 {
		t.Errorf("%d broken", broken)
	}
}

func TestSearch(t *testing.T) {
	s := scripted(t, `
c {"id":1,"method":"tools/call","params":{"name":"Grep","arguments":{"q":"caf\u00e9 \"x\" a/b"}}}
s {"id":1,"result":{"content":[{"type":"text","text":"line\nbreak"}]}}
transport http
head POST [x-trace=Deep]
`)
	d := loaded(t, s, Ready)
	for query, want := range map[string][]int32{
		"grep": {0}, "Grep": {0}, "GREP": nil, "café": {0}, `"x"`: {0}, "a/b": {0}, "line\nbreak": {1},
		"tools/call": {0}, "x-trace": {2}, "deep": {2}, "client-to-server": nil, "zebra": nil, "break": {1},
	} {
		var got []int32
		seen := 0
		for news := range Search(t.Context(), d.Trace(), query) {
			got, seen = append(got, news.Rows...), news.Seen
		}
		if !slices.Equal(got, want) || seen != d.Len() {
			t.Errorf("%q is in %v, want %v; %d events seen", query, got, want, seen)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for range Search(ctx, d.Trace(), "zebra") {
		t.Error("a search that was given up has news")
	}
}

func TestContainsFold(t *testing.T) {
	for _, tt := range []struct {
		text, needle string
		want         bool
	}{{"abcABD", "abd", true}, {"aAaAb", "aab", true}, {"", "a", false}, {"x", "", true}, {"A", "ab", false}, {"12-3", "-3", true}, {"BBBBa", "ba", true}} {
		if got := containsFold([]byte(tt.text), []byte(tt.needle)); got != tt.want {
			t.Errorf("%q in %q: %v", tt.needle, tt.text, got)
		}
	}
}

func TestSift(t *testing.T) {
	d := loaded(t, scripted(t, talk), Ready)
	for source, want := range map[string]string{
		"method:tools/*": "[1 9 11]", "kind:http dir:s2c": "[2 7]", "status:200": "[2 7]", "id:2": "[4 8]", "progressToken": "[1 5 6]",
		"!kind:message !kind:http": "[]",
	} {
		f, err := filter.Parse(source)
		if err != nil {
			t.Fatal(err)
		}
		now := d.Sieve().SiftNow(Ask{f, None})
		if fmt.Sprint(now.Rows) != want {
			t.Errorf("%s: %v, want %s", source, now.Rows, want)
		}
		var later []int32
		last := Sifted{}
		for last = range d.Sieve().Sift(t.Context(), Ask{f, None}) {
			later = append(later, last.Rows...)
		}
		if !last.Done || !slices.Equal(later, now.Rows) || !slices.Equal(last.Pairs, now.Pairs) {
			t.Errorf("%s: %v in the background, want %v", source, later, now.Rows)
		}
	}
	if rows := d.Sieve().SiftNow(Ask{&filter.Filter{}, 4}).Rows; fmt.Sprint(rows) != "[3 4 7 8]" {
		t.Errorf("conversation %v", rows)
	}
}

// What passes beside the rows: defects, clauses, and the requests of which either half passes.
func TestSiftVerdict(t *testing.T) {
	d := loaded(t, scripted(t, talk), Ready)
	count := func(flags []bool) (n int) {
		for _, f := range flags {
			if f {
				n++
			}
		}
		return n
	}
	all := d.Sieve().SiftNow(Ask{&filter.Filter{}, None})
	if count(all.Defects) != len(d.Ruling().Defects) || count(all.Clauses) != d.Ruling().Catalogue.Len() || len(all.Pairs) != len(d.Pairs()) {
		t.Errorf("an empty filter leaves %d defects, %d clauses, %d pairs", count(all.Defects), count(all.Clauses), len(all.Pairs))
	}
	f, err := filter.Parse("kind:result id:2")
	if err != nil {
		t.Fatal(err)
	}
	some := d.Sieve().SiftNow(Ask{f, None})
	if fmt.Sprint(some.Rows) != "[8]" || fmt.Sprint(some.Pairs) != "[4]" {
		t.Errorf("rows %v, pairs %v", some.Rows, some.Pairs)
	}
	for i, keeps := range some.Defects {
		if keeps && d.Ruling().Defects[i].Row != 8 {
			t.Errorf("defect at row %d passes", d.Ruling().Defects[i].Row)
		}
	}
}

// The explorer's index and the judge's walk show the language the same events.
func TestSieveSeesWhatTheWalkSees(t *testing.T) {
	for _, text := range []string{talk, "open\ninit {\"id\":\"a b\"}\nc {\"id\":2,\"method\":\"tools/list\"}\ns {\"id\":2,\"error\":{\"code\":-32601,\"message\":\"é\"}}\nline {\"x\nclose\n"} {
		s := scripted(t, text)
		d := loaded(t, s, Ready)
		w := d.Sieve().walker(Ask{&filter.Filter{}, None})
		walk := checks.NewJudge(d.Ruling().Catalogue, d.Facts(), checks.Found, nil)
		row := 0
		_, err := model.Scan(t.Context(), s.From(t.Context(), 0), model.ScanOptions{}, func(e *model.Event) error {
			want, got := filter.Of(walk.Feed(e)), *w.look(row)
			for _, text := range []string{"2026", "é", "method", "post"} {
				if e.Kind != model.BadEvent && want.Holds(text) != got.Holds(text) {
					t.Errorf("row %d: holds %q: %v and %v", row, text, got.Holds(text), want.Holds(text))
				}
			}
			want.Holds, got.Holds = nil, nil
			want.Latency, got.Latency = 0, 0
			if e.Kind == model.BadEvent {
				want.Seq, got.Seq = 0, 0 // the index shows the seq before
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("row %d\ngot  %+v\nwant %+v", row, got, want)
			}
			row++
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestOpen(t *testing.T) {
	s := scripted(t, talk)
	d := loaded(t, s, Ready)
	o := Open(d.Trace(), 9, d.Link(9))
	if o.Err != nil || o.Tree == nil || o.Head == nil || o.Status == nil || o.Head.Verb != "POST" || o.Status.Status != 200 || !o.Whole {
		t.Errorf("opened %+v", o)
	}
	s.data = s.data[:200]
	if o := Open(d.Trace(), 9, d.Link(9)); !errors.Is(o.Err, model.ErrChanged) {
		t.Errorf("a file cut short gives %v", o.Err)
	}
}

// A file that shrinks between the two passes is told, not judged.
type shrinking struct{ *source }

func (s *shrinking) ReadAt(p []byte, offset int64) (int, error) {
	return bytes.NewReader(s.data[:len(s.data)/2]).ReadAt(p, offset)
}

func TestRecordingThatChanges(t *testing.T) {
	d := loaded(t, &shrinking{scripted(t, talk)}, Ready)
	if d.Err == nil || d.Ruling() != nil {
		t.Errorf("error %v, ruling %v", d.Err, d.Ruling())
	}
}

func TestOtherRevision(t *testing.T) {
	d := loaded(t, scripted(t, talk), Ready)
	next := d.NextRevision()
	if next == d.Ruling().Revision() || d.Show(next) {
		t.Fatalf("the next revision is %s", next)
	}
	for u := range d.Judge(t.Context(), next) {
		d.Apply(u)
	}
	if d.Ruling().Revision() != next || d.Len() != len(d.Ruling().links.from(0)) {
		t.Errorf("shown is %s", d.Ruling().Revision())
	}
	if !d.Show("2026-07-28") || d.Rulings() != 2 {
		t.Errorf("%d rulings", d.Rulings())
	}
}

func TestMethods(t *testing.T) {
	d := loaded(t, scripted(t, talk), Judging)
	if got := d.Methods(); !slices.Equal(got, []string{"notifications/progress", "ping", "tools/call", "tools/list"}) {
		t.Errorf("methods %v", got)
	}
}

func BenchmarkLoad(b *testing.B) {
	var text strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&text, "c {\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"add\"}}\ns {\"id\":%d,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"%d\"}]}}\n", i, i, i)
	}
	s := scripted(b, text.String())
	b.SetBytes(s.Size())
	for b.Loop() {
		loaded(b, s, Ready)
	}
}

func BenchmarkSearch(b *testing.B) {
	var text strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&text, "c {\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"add\",\"arguments\":{\"text\":\"%s\"}}}\n", i, strings.Repeat("words ", 60))
	}
	s := scripted(b, text.String())
	d := loaded(b, s, Judging)
	b.SetBytes(s.Size())
	for b.Loop() {
		for range Search(b.Context(), d.Trace(), "needle") {
		}
	}
}
