package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"mcpx/checks"
	"mcpx/checks/catalogue"
	"mcpx/model"
)

// hostile is text that must not reach a terminal: an escape sequence, a C1 control, a bidi override.
const hostile = "a\x1b]52;c;aGk=\x07b\u009b31mc\u202ed"

// sample is an assessment made up of a few clauses of a real catalogue.
func sample(t testing.TB, rev catalogue.Revision, outcomes []checks.Outcome, findings []checks.Finding) *checks.Assessment {
	t.Helper()
	cat, err := catalogue.Load(rev)
	if err != nil {
		t.Fatal(err)
	}
	v := &checks.Verdict{Catalogue: cat, Outcomes: outcomes, Findings: findings}
	return &checks.Assessment{
		Facts: &model.Facts{Events: 240}, Spoke: [2]int{120, 120},
		Checks: []*checks.Check{{
			ID: "meta.required-request-fields", Title: "A request carries the required metadata",
			Convicts: "A missing field convicts.", Spares: "Notifications.", Caveat: "a caveat of the tests", Party: checks.ByClient,
			At: []catalogue.Revision{catalogue.R20260728},
		}},
		Rulings: []checks.Ruling{{
			Standard: checks.Standard{Catalogue: cat, Basis: checks.ByMeta, Versions: []string{string(rev)}},
			Verdict:  v,
		}},
	}
}

func clause(t testing.TB, rev catalogue.Revision, id string) *catalogue.Clause {
	t.Helper()
	cat, err := catalogue.Load(rev)
	if err != nil {
		t.Fatal(err)
	}
	c := cat.Clause(id)
	if c == nil {
		t.Fatalf("no clause %s at %s", id, rev)
	}
	return c
}

func modern(t testing.TB) *checks.Assessment {
	const rev = catalogue.R20260728
	fields := "meta.required-request-fields"
	accel := "transport.accel-buffering-header"
	findings := []checks.Finding{
		{Check: accel, Line: 4, Seq: 3, Party: model.Server, Transport: model.HTTP, Pointer: "header:x-accel-buffering", Detail: `missing x-accel-buffering on an event stream, want "no"`},
	}
	for i := range 12 {
		f := findings[0]
		f.Line, f.Seq = 10+2*i, uint64(9+2*i)
		findings = append(findings, f)
	}
	findings = append(findings,
		checks.Finding{
			Check: fields, Line: 55, Seq: 54, Pointer: "/params/_meta/io.modelcontextprotocol~1clientCapabilities",
			Detail: "ping " + hostile + " lacks _meta io.modelcontextprotocol/clientCapabilities", Related: []checks.Related{{Seq: 57, What: "answer"}, {}},
		},
		checks.Finding{Check: fields, Line: 55, Seq: 54, Pointer: "/params/_meta/io.modelcontextprotocol~1protocolVersion", Detail: "ping lacks _meta io.modelcontextprotocol/protocolVersion"},
	)
	outcomes := []checks.Outcome{
		{Clause: clause(t, rev, "BASE-041"), Word: checks.Excluded},
		{Clause: clause(t, rev, "BASE-042"), Word: checks.Pass, Subjects: 124},
		{Clause: clause(t, rev, "BASE-030"), Word: checks.Fail, Subjects: 60, Findings: []int{13, 14}},
		{Clause: clause(t, rev, "TRAN-068"), Word: checks.Warn, Subjects: 13, Findings: []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}},
		{Clause: clause(t, rev, "TRAN-117"), Word: checks.NotObserved},
		{Clause: clause(t, rev, "COMP-006"), Word: checks.Fail, Subjects: 60, Findings: []int{13, 14}},
		{Clause: clause(t, rev, "PAGE-006"), Word: checks.NotBuilt},
	}
	a := sample(t, rev, outcomes, findings)
	a.Rulings[0].Verdict.Uncounted = map[string]int{accel: 41}
	return a
}

func handshake(t testing.TB) *checks.Assessment {
	const rev = catalogue.R20250618
	outcomes := []checks.Outcome{
		{Clause: clause(t, rev, "1.1.1.3"), Word: checks.Fail, Subjects: 9, Findings: []int{0}},
		{Clause: clause(t, rev, "1.2.1.1"), Word: checks.Excluded},
		{Clause: clause(t, rev, "1.2.2.1"), Word: checks.NotApplicable},
		{Clause: clause(t, rev, "1.2.2.3"), Word: checks.Used, Subjects: 20, Uses: []checks.Use{{Seq: 4, Line: 5}, {Seq: 9, Line: 10}}},
		{Clause: clause(t, rev, "2.1.1.2"), Word: checks.NotUsed},
	}
	a := sample(t, rev, outcomes, []checks.Finding{
		{Check: "base.request-id-unique", Line: 21, Seq: 20, Pointer: "/id", Detail: `id "s" was used at seq 18`, Related: []checks.Related{{Seq: 18, What: "earlier use"}}},
	})
	a.Facts.Problems = 2
	a.Problems = []checks.LineProblem{
		{Line: 7, Problem: model.Problem{Kind: model.NotJSON, Column: 3, Text: "invalid character"}},
		{Line: 9, Problem: model.Problem{Kind: model.SeqNotRising, Text: "got seq 1 after seq 6, want a higher one"}},
	}
	a.Rulings[0].Notices = []string{"2024-11-05 is judged by the rules of 2025-06-18, the nearest later revision that mcpx has"}
	a.Rulings[0].Versions = []string{"2024-11-05"}
	return a
}

func text(t testing.TB, a *checks.Assessment, detail Detail, look Look) string {
	t.Helper()
	var out bytes.Buffer
	if err := Text(&out, "session.jsonl", a, detail, look); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		name   string
		from   func(testing.TB) *checks.Assessment
		detail Detail
		look   Look
	}{
		{"modern", modern, Brief, Look{}},
		{"modern all", modern, Full, Look{Width: 80}},
		{"modern narrow", modern, Brief, Look{Width: 40}},
		{"modern coloured", modern, Brief, Look{Colour: Coloured}},
		{"handshake", handshake, Brief, Look{}},
		{"handshake all ascii", handshake, Full, Look{Signs: ASCII}},
	} {
		t.Run(c.name, func(t *testing.T) { golden.RequireEqual(t, text(t, c.from(t), c.detail, c.look)) })
	}
}

// Whatever the width, every line fits, the report is the same without its colours, and nothing of a
// recording gets through as a control character.
func TestTextFits(t *testing.T) {
	for _, from := range []func(testing.TB) *checks.Assessment{modern, handshake} {
		for _, detail := range []Detail{Brief, Full} {
			for width := 30; width <= 130; width += 7 {
				plain := text(t, from(t), detail, Look{Width: width})
				coloured := text(t, from(t), detail, Look{Width: width, Colour: Coloured})
				if ansi.Strip(coloured) != plain {
					t.Errorf("width %d: colour changes the text", width)
				}
				for line := range strings.Lines(plain) {
					line = strings.TrimSuffix(line, "\n")
					if w := ansi.StringWidth(line); w > max(width, 50) {
						t.Errorf("width %d: %d cells in %q", width, w, line)
					}
					if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u202e' }) {
						t.Errorf("a control character in %q", line)
					}
				}
			}
		}
	}
}

func TestTextOfNothing(t *testing.T) {
	a := sample(t, catalogue.R20260728, nil, nil)
	a.Facts.Events, a.Spoke = 0, [2]int{}
	if got := text(t, a, Brief, Look{}); !strings.Contains(got, "Nothing was judged: the recording is empty.") {
		t.Errorf("got %q", got)
	}
}

func jsonOf(t testing.TB, all ...*checks.Assessment) []byte {
	t.Helper()
	var out bytes.Buffer
	j := NewJSON(&out, "mcpx", "v1.2.3")
	for i, a := range all {
		if err := j.Trace(fmt.Sprintf("trace-%d.jsonl", i), a); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestJSON(t *testing.T) {
	t.Run("two", func(t *testing.T) { golden.RequireEqual(t, jsonOf(t, modern(t), handshake(t))) })
	t.Run("none", func(t *testing.T) { golden.RequireEqual(t, jsonOf(t)) })
}

func TestJSONMembers(t *testing.T) {
	out := jsonOf(t, modern(t), handshake(t))
	if i := bytes.IndexFunc(out, func(r rune) bool { return r >= 0x7f || r < ' ' && r != '\n' }); i >= 0 {
		t.Errorf("not ASCII at %d: %q", i, out[i:min(i+20, len(out))])
	}
	var report struct {
		Tool, Version string
		Traces        []struct {
			Trace, Revision, RevisionSource, Verdict string
			Events                                   int
			Totals                                   map[string]int
			Defects                                  []struct {
				Check, Pointer string
				Seq            int
				Clauses        []string
			}
			Findings []struct {
				Clause, Level, Check, Party, Pointer, Detail, Caveat string
				Seq                                                  int
				Related                                              []struct {
					Seq  int
					What string
				}
			}
			Clauses []struct {
				ID, Level, Outcome string
				Subjects           int
			}
		}
	}
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatal(err)
	}
	first := report.Traces[0]
	if first.Verdict != "fail" || first.Totals["fail"] != 2 || first.Totals["unlisted"] != 41 || len(first.Defects) != 15 || len(first.Findings) != 17 || len(first.Clauses) != 7 {
		t.Errorf("got %s %v, %d defects, %d findings, %d clauses", first.Verdict, first.Totals, len(first.Defects), len(first.Findings), len(first.Clauses))
	}
	f := first.Findings[13]
	if f.Clause != "BASE-030" || !strings.Contains(f.Detail, hostile) || f.Caveat == "" || len(f.Related) != 1 || f.Related[0].What != "answer" {
		t.Errorf("got %+v", f)
	}
}

// countingWriter counts what is written and keeps nothing.
type countingWriter int64

func (w *countingWriter) Write(p []byte) (int, error) {
	*w += countingWriter(len(p))
	return len(p), nil
}

// A report of very many findings is written in a stream.
func TestJSONOfManyFindings(t *testing.T) {
	const n = 100_000
	a := modern(t)
	v := a.Rulings[0].Verdict
	v.Findings = make([]checks.Finding, n)
	v.Outcomes[2].Findings = make([]int, n)
	for i := range v.Findings {
		v.Findings[i] = checks.Finding{Check: "meta.required-request-fields", Line: i + 1, Seq: uint64(i), Pointer: "/params", Detail: "ping lacks something"}
		v.Outcomes[2].Findings[i] = i
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var out countingWriter
	j := NewJSON(&out, "mcpx", "v1")
	if err := j.Trace("big.jsonl", a); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if out < n*200 {
		t.Errorf("only %d bytes", out)
	}
	if used := int64(after.HeapInuse) - int64(before.HeapInuse); used > 80<<20 {
		t.Errorf("%d MB in use after writing %d MB", used>>20, out>>20)
	}
}

// Whatever a finding says, JSON keeps it, and neither report lets a control character through.
func FuzzReports(f *testing.F) {
	f.Add("got id 2.5", "/id", "session.jsonl")
	f.Add(hostile, "header:"+hostile, hostile)
	f.Add("\xff\xfe", "\u2028", "\U0001f600")
	f.Fuzz(func(t *testing.T, detail, pointer, trace string) {
		a := modern(t)
		a.Rulings[0].Verdict.Findings[13].Detail, a.Rulings[0].Verdict.Findings[13].Pointer = detail, pointer
		var text, out bytes.Buffer
		if err := Text(&text, trace, a, Full, Look{Width: 60}); err != nil {
			t.Fatal(err)
		}
		if bytes.ContainsFunc(text.Bytes(), func(r rune) bool { return r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 }) {
			t.Errorf("a control character in %q", text.String())
		}
		j := NewJSON(&out, "mcpx", "v1")
		if err := j.Trace(trace, a); err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		var parsed struct {
			Traces []struct{ Findings []struct{ Detail string } }
		}
		if err := json.Unmarshal(out.Bytes(), &parsed); err != nil {
			t.Fatalf("%v in %q", err, out.String())
		}
		want := strings.ToValidUTF8(detail, "\ufffd")
		for _, f := range parsed.Traces[0].Findings {
			if f.Detail == want {
				return
			}
		}
		if utf8.ValidString(detail) {
			t.Errorf("the detail %q is lost", detail)
		}
	})
}

func TestWriteErrorsAreTold(t *testing.T) {
	a := modern(t)
	if err := Text(fullDisk{}, "x", a, Brief, Look{}); err == nil {
		t.Error("Text hides the error")
	}
	j := NewJSON(fullDisk{}, "mcpx", "v1")
	if err := j.Trace("x", a); err == nil {
		t.Error("JSON hides the error")
	}
}

// fullDisk is a writer on which nothing can be written.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, fmt.Errorf("no room") }
