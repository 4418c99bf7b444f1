package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"mcpx/checks"
	"mcpx/checks/catalogue"
)

func TestMarkdown(t *testing.T) {
	for _, c := range []struct {
		name   string
		from   func(testing.TB) *checks.Assessment
		detail Detail
	}{{"modern", modern, Brief}, {"modern all", modern, Full}, {"handshake", handshake, Brief}} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			if err := Markdown(&out, "session_1.jsonl", c.from(t), c.detail, Unicode); err != nil {
				t.Fatal(err)
			}
			golden.RequireEqual(t, out.String())
		})
	}
}

func TestIssue(t *testing.T) {
	a := modern(t)
	defects := a.Rulings[0].Verdict.Defects()
	answered := &defects[len(defects)-2] // the finding that rests on an answer
	x := Issue{
		Trace: "session`1`.jsonl", Version: "v1", Ruling: &a.Rulings[0], Defect: answered, Check: a.Checks[0],
		Evidence: []Exhibit{
			{"seq 54, client to server: the blamed message", []byte(`{"jsonrpc":"2.0","id":19,"method":"ping ` + "```" + ` \u001b[2J"}`)},
			{"seq 57, server to client: the answer", []byte("no JSON " + hostile)},
			{"seq 58, server to client", []byte(strings.Repeat("é", exhibitBytes))},
		},
	}
	var out bytes.Buffer
	if err := x.Markdown(&out); err != nil {
		t.Fatal(err)
	}
	got := out.String()
	for _, want := range []string{
		"[BASE-030](https://modelcontextprotocol.io/specification/2026-07-28/basic", "**MUST**", "> “", "\n````json\n{\n  \"jsonrpc\": \"2.0\",",
		"Seq 54, client to server: the blamed message:", "- Answer: seq 57", "- Also breaks: [COMP-006](", "16384 bytes more.",
		"- Judged by: `meta.required-request-fields`, A request carries the required metadata. A missing field convicts.", "Found by mcpx v1 in `` session`1`.jsonl ``",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%.3000s", want, got)
		}
	}
	if strings.ContainsAny(got, "\x1b\x07\u009b\u202e") {
		t.Error("control characters get through")
	}
}

// What a filter leaves out is neither listed nor forgotten.
func TestSelection(t *testing.T) {
	a := modern(t)
	r := &a.Rulings[0]
	defects := r.Verdict.Defects()
	r.Selection = &checks.Selection{
		By: "area:TRAN", Defects: defects[:2], Outcomes: r.Verdict.Outcomes[3:4], DefectsOf: len(defects), OutcomesOf: len(r.Verdict.Outcomes),
		Breaks: func(_ *checks.Defect, _ int, c *catalogue.Clause) bool { return c.ID == "TRAN-068" },
	}
	full := text(t, a, Full, Look{})
	for _, want := range []string{"2 clauses fail", "Listed by the filter area:TRAN: 2 of 15 defects, 1 of 7 clauses. The verdict is that on all.", "TRAN-068"} {
		if !strings.Contains(full, want) {
			t.Errorf("%q is missing in\n%s", want, full)
		}
	}
	if strings.Contains(full, "BASE-030") {
		t.Errorf("what was left out is listed:\n%s", full)
	}
	var out bytes.Buffer
	j := NewJSON(&out, "mcpx", "v1")
	if err := j.Trace("s", a); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); strings.Contains(got, "COMP-006") || !strings.Contains(got, `"filter":"area:TRAN"`) || !strings.Contains(got, `"fail":2`) || !strings.Contains(got, `"defects":15`) {
		t.Errorf("got %s", got)
	}
}
