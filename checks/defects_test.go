package checks

import (
	"fmt"
	"strings"
	"testing"

	"mcpx/checks/catalogue"
	"mcpx/model"
)

func clausesFor(ids string) []*catalogue.Clause {
	var clauses []*catalogue.Clause
	for _, words := range strings.Split(ids, ";") {
		f := strings.Fields(words) // ID LEVEL CHECK [TRANSPORT]
		c := &catalogue.Clause{ID: f[0], Level: catalogue.Level(strings.ReplaceAll(f[1], "_", " ")), Checks: []string{f[2]}, Disposition: catalogue.Judged}
		if len(f) > 3 {
			c.Transport = catalogue.Transport(f[3])
		}
		clauses = append(clauses, c)
	}
	return clauses
}

func verdictOf(clauses []*catalogue.Clause, findings ...Finding) *Verdict {
	v := &Verdict{Findings: findings}
	for _, c := range clauses {
		o := Outcome{Clause: c, Word: Pass}
		for i, f := range findings {
			if f.Check == c.Checks[0] && onTransport(c, f.Transport) {
				o.Findings = append(o.Findings, i)
				o.Word = Warn
				if c.Level.Fails() {
					o.Word = Fail
				}
			}
		}
		v.Outcomes = append(v.Outcomes, o)
	}
	return v
}

func defectWords(ds []Defect) []string {
	var all []string
	for _, d := range ds {
		var ids []string
		for _, c := range d.Clauses {
			ids = append(ids, c.ID)
		}
		all = append(all, fmt.Sprintf("%s line %d %s ×%d: %s", d.Check, d.Line, d.Pointer, len(d.Findings), strings.Join(ids, " ")))
	}
	return all
}

func TestDefects(t *testing.T) {
	clauses := clausesFor("A-1 SHOULD meta;A-2 MUST meta;A-3 MUST_NOT meta;B-1 SHOULD order;T-1 MUST wire stdio")
	v := verdictOf(clauses,
		Finding{Check: "meta", Line: 3, Pointer: "/a", Detail: "one"},
		Finding{Check: "meta", Line: 3, Pointer: "/a", Detail: "two"},
		Finding{Check: "meta", Line: 3, Pointer: "/b"},
		Finding{Check: "order", Line: 3, Pointer: "/a"},
		Finding{Check: "wire", Line: 4, Transport: model.Stdio},
		Finding{Check: "wire", Line: 5, Transport: model.HTTP}, // no clause speaks about it
		Finding{Check: "meta", Line: 9, Pointer: "/a"},
	)
	want := []string{
		"meta line 3 /a ×2: A-2 A-3 A-1",
		"meta line 3 /b ×1: A-2 A-3 A-1",
		"order line 3 /a ×1: B-1",
		"wire line 4  ×1: T-1",
		"meta line 9 /a ×1: A-2 A-3 A-1",
	}
	defects := v.Defects()
	if got := defectWords(defects); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var folded []string
	for _, r := range Fold(defects) {
		folded = append(folded, fmt.Sprintf("%s %s ×%d", r.Level(), r.Check, len(r.Defects)))
	}
	if got := strings.Join(folded, ", "); got != "MUST meta ×3, MUST wire ×1, SHOULD order ×1" {
		t.Errorf("folded: %s", got)
	}
}

// One check against two parties is two faults.
func TestFoldKeepsPartiesApart(t *testing.T) {
	v := verdictOf(clausesFor("A-1 MUST meta"), Finding{Check: "meta", Line: 1, Party: model.Client}, Finding{Check: "meta", Line: 2, Party: model.Server})
	if n := len(Fold(v.Defects())); n != 2 {
		t.Errorf("%d faults, want 2", n)
	}
}

// Grouping costs time in proportion to the findings.
func TestDefectsOfManyFindings(t *testing.T) {
	findings := make([]Finding, 300_000)
	for i := range findings {
		findings[i] = Finding{Check: "meta", Line: i/3 + 1, Pointer: "/a"}
	}
	v := verdictOf(clausesFor("A-1 MUST other"), findings...)
	v.Outcomes = append(v.Outcomes, Outcome{Clause: clausesFor("A-2 MUST meta")[0], Word: Fail})
	defects := v.Defects()
	if len(defects) != 100_000 || len(Fold(defects)) != 1 {
		t.Errorf("%d defects", len(defects))
	}
}
