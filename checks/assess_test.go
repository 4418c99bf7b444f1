package checks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"mcpx/checks/script"
	"mcpx/model"
)

// memory is a recording in memory.
type memory []byte

func (m memory) From(_ context.Context, offset int64) io.Reader { return bytes.NewReader(m[offset:]) }
func (m memory) Size() int64                                    { return int64(len(m)) }

func scripted(t testing.TB, text string) memory {
	t.Helper()
	trace, err := script.Trace(text)
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

func assess(t testing.TB, from Source, o Options) *Assessment {
	t.Helper()
	a, err := Assess(t.Context(), from, o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// What a shipper of logs delivers twice was sent once.
func TestAssessRepeatedLines(t *testing.T) {
	for _, file := range glob(t, "../testdata/traces/*.jsonl") {
		once := readFile(t, file)
		var twice []byte
		lines := bytes.SplitAfter(once, []byte("\n"))
		for i, line := range lines {
			twice = append(twice, line...)
			if i%3 > 0 {
				twice = append(twice, lines[i-i%3]...)
			}
		}
		want, got := assess(t, memory(once), Options{}), assess(t, memory(twice), Options{})
		if got.Spoke != want.Spoke || got.Facts.Problems <= want.Facts.Problems {
			t.Errorf("%s: got %v messages, want %v; %d problems", file, got.Spoke, want.Spoke, got.Facts.Problems)
		}
		for i := range want.Rulings {
			sameVerdict(t, file, got.Rulings[i].Verdict, want.Rulings[i].Verdict)
		}
	}
}

// Hosts log the first message of a session twice.
func TestAssessInitializeLoggedTwice(t *testing.T) {
	once := scripted(t, "open\ninit {}\nc {\"id\":7,\"method\":\"ping\"}\ns {\"id\":7,\"result\":{}}\n")
	twice := scripted(t, "open\nc {\"id\":0,\"method\":\"initialize\"}\ninit {}\nc {\"id\":7,\"method\":\"ping\"}\ns {\"id\":7,\"result\":{}}\n")
	lines := bytes.SplitAfter(twice, []byte("\n"))
	hello := bytes.SplitAfter(once, []byte("\n"))[1]
	lines[1] = hello
	lines[2] = bytes.Replace(hello, []byte(`"seq":1`), []byte(`"seq":2`), 1)
	want, got := assess(t, memory(once), Options{}), assess(t, memory(bytes.Join(lines, nil)), Options{})
	if got.Facts.Problems != 1 || got.Problems[0].Kind != model.LoggedTwice || got.Facts.Hole() {
		t.Errorf("got %+v, hole %v", got.Problems, got.Facts.Hole())
	}
	sameVerdict(t, "logged twice", got.Rulings[0].Verdict, want.Rulings[0].Verdict)
	if want.Rulings[0].Verdict.Totals()[Pass] == 0 {
		t.Error("nothing was judged")
	}
}

// sameVerdict holds that two verdicts count and find the same, wherever it stands.
func sameVerdict(t *testing.T, name string, got, want *Verdict) {
	t.Helper()
	for i := range want.Outcomes {
		if g, w := got.Outcomes[i], want.Outcomes[i]; g.Word != w.Word || g.Subjects != w.Subjects || len(g.Findings) != len(w.Findings) {
			t.Errorf("%s: %s: got %s, %d subjects, %d findings; want %s, %d, %d", name, w.Clause.ID, g.Word, g.Subjects, len(g.Findings), w.Word, w.Subjects, len(w.Findings))
		}
	}
}

// A recorder that starts anew and appends to its file writes another recording.
func TestAssessAppendedRecording(t *testing.T) {
	once := scripted(t, "init {}\nc {\"id\":7,\"method\":\"ping\"}\ns {\"id\":7,\"result\":{}}\n")
	other := scripted(t, "open\ninit {}\nc {\"id\":7,\"method\":\"tools/list\"}\nc {\"id\":8,\"method\":\"ping\"}\nc {\"id\":8,\"method\":\"ping\"}\ns {\"id\":9,\"result\":{}}\n")
	want, got := assess(t, once, Options{}), assess(t, memory(append(bytes.Clone(once), other...)), Options{})
	if v := got.Rulings[0].Verdict; len(v.Findings) > 0 || v.Totals() != want.Rulings[0].Verdict.Totals() {
		t.Errorf("got %v, %+v\nwant %v", v.Totals(), v.Findings, want.Rulings[0].Verdict.Totals())
	}
	if notices := got.Rulings[0].Notices; len(notices) != 1 || !strings.Contains(notices[0], "line 6") {
		t.Errorf("got notices %q", notices)
	}
	if got.Spoke != want.Spoke || len(got.Problems) != 1 || got.Facts.Problems != 1 {
		t.Errorf("got %v messages, want %v; problems %v", got.Spoke, want.Spoke, got.Problems)
	}
}

// oddMethods is a check of the tests: it convicts every request with an odd number of characters in its
// method. It borrows the name of a check that clauses of every revision name.
func oddMethods() *Check {
	return &Check{
		ID: "base.request-id-type", Title: "A method has an even number of characters", Party: ByBoth, At: everywhere,
		Run: func(w *Watch) {
			w.Requests(func(m *model.Message) {
				fault := ""
				if len(m.Method)%2 == 1 {
					fault = say("got %d characters in %s, want an even number", len(m.Method), m.Method)
				}
				w.Judge(m.Event, "/method", fault)
			})
		},
	}
}

// Two eras in one recording get a ruling each, which leaves the other's messages alone.
func TestAssessTwoEras(t *testing.T) {
	trace := scripted(t, `
open
c {"id":1,"method":"tools/call"}
s {"id":1,"result":{"content":[]}}
c {"id":2,"method":"resources/list"}
s {"id":2,"result":{"resources":[]}}
revision 2025-11-25
init {"id":3}
c {"id":4,"method":"prompts/get"}
s {"id":4,"result":{"messages":[]}}
`)
	a := assess(t, trace, Options{Checks: []*Check{oddMethods()}})
	if len(a.Rulings) != 2 {
		t.Fatalf("%d rulings, want 2", len(a.Rulings))
	}
	want := map[string]string{"2026-07-28": "", "2025-11-25": "prompts/get"}
	for _, r := range a.Rulings {
		rev := string(r.Catalogue.Revision())
		var got []string
		for _, f := range r.Verdict.Findings {
			got = append(got, f.Detail)
		}
		if text := strings.Join(got, "; "); !strings.Contains(text, want[rev]) || want[rev] == "" && text != "" {
			t.Errorf("%s: findings %q, want one on %q", rev, text, want[rev])
		}
	}
}

// Judges that hear the same events do not disturb each other.
func TestJudgesDoNotShare(t *testing.T) {
	var b strings.Builder
	for i, rev := range []string{"2025-11-25", "2026-07-28", "2025-06-18"} {
		fmt.Fprintf(&b, "revision %s\nclose\nopen\n", rev)
		if rev != string(r2607) {
			fmt.Fprintf(&b, "init {\"id\":%d}\n", i)
		}
		fmt.Fprintf(&b, `
c {"id":%[1]d7.5,"method":"tools/list"}
s {"id":%[1]d7.5,"result":{}}
c {"id":%[1]d8,"method":"tools/call","params":{"name":"a","_meta":{"progressToken":"t"}}}
s {"method":"notifications/progress","params":{"progressToken":"t","progress":2}}
s {"method":"notifications/progress","params":{"progressToken":"t","progress":1}}
s {"id":%[1]d8,"result":{"content":[{"type":"text"}]}}
`, i+1)
	}
	trace := scripted(t, b.String())
	a := assess(t, trace, Options{})
	if len(a.Rulings) != 3 {
		t.Fatalf("%d rulings, want 3", len(a.Rulings))
	}
	for _, r := range a.Rulings {
		alone := judgeTrace(t, r.Catalogue.Revision(), Found, trace)
		if got, want := fmt.Sprint(r.Verdict.Findings), fmt.Sprint(alone.Findings); got != want || len(alone.Findings) == 0 {
			t.Errorf("%s: together %s\nalone %s", r.Catalogue.Revision(), got, want)
		}
	}
}

func TestAssessIsTheVerdictOfOneWalk(t *testing.T) {
	trace := scripted(t, "open\n"+strings.Repeat("c {\"id\":1,\"method\":\"ping\"}\ns {\"id\":1,\"result\":{}}\nc {\"id\":2,\"method\":\"tools/list\"}\n", 300))
	a := assess(t, trace, Options{Revision: "2026-07-28"})
	v := judgeTrace(t, r2607, Chosen, trace)
	if got, want := fmt.Sprint(a.Rulings[0].Verdict.Findings), fmt.Sprint(v.Findings); got != want {
		t.Errorf("got %.300s, want %.300s", got, want)
	}
}

func TestAssessProgress(t *testing.T) {
	trace := scripted(t, "open\n"+strings.Repeat("c {\"id\":1,\"method\":\"ping\"}\n", 5000))
	var last, calls int64
	assess(t, trace, Options{Progress: func(done, total int64) {
		calls++
		if done < last || done > total || total != 2*trace.Size() {
			t.Fatalf("%d of %d after %d", done, total, last)
		}
		last = done
	}})
	if calls < 2 || last != 2*trace.Size() {
		t.Errorf("%d calls, the last at %d of %d", calls, last, 2*trace.Size())
	}
}

func TestAssessStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	trace := scripted(t, "open\n"+strings.Repeat("c {\"id\":1,\"method\":\"ping\"}\n", 20000))
	_, err := Assess(ctx, trace, Options{Progress: func(int64, int64) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// growing is a recording that grows between the two passes.
type growing struct {
	memory
	passes int
}

func (g *growing) From(ctx context.Context, offset int64) io.Reader {
	if g.passes++; g.passes > 1 {
		return bytes.NewReader(append(bytes.Clone(g.memory), `{"seq":900,"direction":"client-to-server","transport":"stdio","kind":"message","payload":{"jsonrpc":"2.0","id":null,"method":"x"}}`+"\n"...)[offset:])
	}
	return g.memory.From(ctx, offset)
}

func TestAssessJudgesWhatWasSurveyed(t *testing.T) {
	a := assess(t, &growing{memory: scripted(t, "open"+modernCall)}, Options{})
	if n := len(a.Rulings[0].Verdict.Findings); n > 0 {
		t.Errorf("%d findings on events that came later", n)
	}
}

func TestNothingJudged(t *testing.T) {
	for _, c := range []struct{ name, trace, want string }{
		{"empty", "", "empty"},
		{"no message", "open\nclose", "no message"},
		{"client only", "open\nc {\"id\":1,\"method\":\"ping\"}", "nothing that the server sent"},
		{"server only", "open\ns {\"id\":1,\"result\":{}}", "nothing that the client sent"},
		{"a session", "open" + modernCall, ""},
	} {
		got := assess(t, scripted(t, c.trace), Options{}).Empty()
		if c.want == "" != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestAssessKeepsProblems(t *testing.T) {
	trace := append(scripted(t, "open"+modernCall), strings.Repeat("no event\n", problemsKept+5)...)
	a := assess(t, memory(trace), Options{})
	if len(a.Problems) != problemsKept || a.Facts.Problems != problemsKept+5 {
		t.Fatalf("%d of %d problems", len(a.Problems), a.Facts.Problems)
	}
	if p := a.Problems[0]; p.Line != 4 || p.Kind != model.NotJSON {
		t.Errorf("first problem: %+v", p)
	}
}

// longSession is a script of a session with calls, progress, errors and listings, all ids fresh.
func longSession(revision string, turns int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "revision %s\nopen\n", revision)
	if revision != string(r2607) {
		b.WriteString("init {\"server\":{\"tools\":{}}}\n")
	}
	text := strings.Repeat("All the world's a stage. ", 20)
	for i := 1; i <= turns; i++ {
		fmt.Fprintf(&b, `
c {"id":%[1]d00,"method":"tools/call","params":{"name":"sum","arguments":{"a":%[1]d,"b":[1,2,3]},"_meta":{"progressToken":"t%[1]d"}}}
s {"method":"notifications/progress","params":{"progressToken":"t%[1]d","progress":1}}
s {"method":"notifications/progress","params":{"progressToken":"t%[1]d","progress":2}}
s {"id":%[1]d00,"result":{"content":[{"type":"text","text":%[2]q}]}}
c {"id":%[1]d01,"method":"resources/read","params":{"uri":"note:%[1]d"}}
s {"id":%[1]d01,"error":{"code":-32602,"message":"no such note"}}
c {"id":%[1]d02,"method":"tools/list"}
s {"id":%[1]d02,"result":{"tools":[{"name":"sum","inputSchema":{"type":"object","properties":{"a":{"type":"integer"}}}}]}}
`, i, text)
	}
	return b.String()
}

func BenchmarkAssess(b *testing.B) {
	for _, rev := range []string{"2025-06-18", "2025-11-25", "2026-07-28"} {
		for _, turns := range []int{250, 1000, 4000} {
			trace := scripted(b, longSession(rev, turns))
			b.Run(fmt.Sprintf("%s/%dkB", rev, trace.Size()/1000), func(b *testing.B) {
				b.SetBytes(trace.Size())
				b.ReportAllocs()
				events := 0
				for b.Loop() {
					events += assess(b, trace, Options{}).Facts.Events
				}
				b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
			})
		}
	}
}
