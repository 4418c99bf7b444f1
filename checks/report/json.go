package report

import (
	"io"

	"mcpx/checks"
	"mcpx/checks/catalogue"
)

// JSON writes the assessments of recordings as one JSON object, one by one.
type JSON struct {
	*jsonWriter
	traces   int
	unusable []unusable
}

// unusable is a recording that could not be judged.
type unusable struct {
	Trace string `json:"trace"`
	Error string `json:"error"`
}

// NewJSON begins a report of a program of some version.
func NewJSON(w io.Writer, tool, version string) *JSON {
	j := &JSON{jsonWriter: newJSONWriter(w)}
	j.text(`{"tool":`)
	j.value(tool)
	j.text(`,"version":`)
	j.value(version)
	j.text(`,"traces":[`)
	return j
}

// Trace writes an entry for each revision that a recording was judged by.
func (j *JSON) Trace(trace string, a *checks.Assessment) error {
	for i := range a.Rulings {
		if j.traces++; j.traces > 1 {
			j.text(",")
		}
		j.ruling(trace, a, &a.Rulings[i])
	}
	return j.flush()
}

// Unusable notes a recording that could not be judged, and why.
func (j *JSON) Unusable(trace, why string) {
	j.unusable = append(j.unusable, unusable{trace, why})
}

// Close ends the report.
func (j *JSON) Close() error {
	j.text("]")
	j.array("unusable", func(put func(any)) {
		for _, u := range j.unusable {
			put(u)
		}
	})
	j.text("}\n")
	return j.flush()
}

// head is the part of an entry that is not a list.
type head struct {
	Trace          string     `json:"trace"`
	Revision       string     `json:"revision"`
	RevisionSource string     `json:"revisionSource"`
	Versions       []string   `json:"versions"`
	Exact          bool       `json:"exact"`
	Notices        []string   `json:"notices"`
	Events         int        `json:"events"`
	Verdict        string     `json:"verdict"`
	NothingJudged  string     `json:"nothingJudged,omitempty"`
	Totals         totals     `json:"totals"`
	Problems       problemSum `json:"problems"`
	Filter         string     `json:"filter,omitempty"` // what the lists are narrowed by; the rest stands for all
}

// verdictWord is the verdict on a recording in a word: "fail", "warn", "pass" or "nothing judged".
func verdictWord(a *checks.Assessment, t checks.Totals) string {
	switch {
	case t[checks.Fail] > 0:
		return "fail"
	case t[checks.Warn] > 0:
		return "warn"
	case a.Empty() != "" || t[checks.Pass] == 0:
		return "nothing judged"
	}
	return "pass"
}

type totals struct {
	Clauses       int `json:"clauses"`
	Fail          int `json:"fail"`
	Warn          int `json:"warn"`
	Pass          int `json:"pass"`
	NotObserved   int `json:"notObserved"`
	NotApplicable int `json:"notApplicable"`
	Excluded      int `json:"excluded"`
	Used          int `json:"used"`
	NotUsed       int `json:"notUsed"`
	NotBuilt      int `json:"notBuilt"`
	Defects       int `json:"defects"`
	// Unlisted are findings beyond the number that is kept of a check.
	Unlisted int `json:"unlisted"`
	// Observations counts those that are not listed, too.
	Observations int `json:"observations"`
}

func totalsOf(a *checks.Assessment, v *checks.Verdict, defects int) totals {
	t := v.Totals()
	unlisted := 0
	for _, n := range v.Uncounted {
		unlisted += n
	}
	return totals{
		Clauses: len(v.Outcomes), Fail: t[checks.Fail], Warn: t[checks.Warn], Pass: t[checks.Pass],
		NotObserved: t[checks.NotObserved], NotApplicable: t[checks.NotApplicable], Excluded: t[checks.Excluded],
		Used: t[checks.Used], NotUsed: t[checks.NotUsed], NotBuilt: t[checks.NotBuilt],
		Defects: defects, Unlisted: unlisted, Observations: observed(a.Observed),
	}
}

type problemSum struct {
	Count int       `json:"count"`
	First []problem `json:"first"`
}

type problem struct {
	Line   int    `json:"line"`
	Column int    `json:"column,omitempty"`
	Kind   string `json:"kind"`
	Text   string `json:"text"`
}

func problemsOf(a *checks.Assessment) problemSum {
	sum := problemSum{Count: a.Facts.Problems, First: []problem{}}
	for _, p := range a.Problems {
		sum.First = append(sum.First, problem{p.Line, p.Column, p.Kind.String(), p.Text})
	}
	return sum
}

func (j *JSON) ruling(trace string, a *checks.Assessment, r *checks.Ruling) {
	v := r.Verdict
	defects, outcomes := r.Listed()
	filter, all := "", len(defects)
	if s := r.Selection; s != nil {
		filter, all = s.By, s.DefectsOf
	}
	caveats := map[string]string{}
	for _, c := range a.Checks {
		caveats[c.ID] = c.Caveat
	}
	j.text("\n")
	j.members(head{
		Trace: trace, Revision: string(r.Catalogue.Revision()), RevisionSource: r.Basis.String(),
		Versions: list(r.Versions), Exact: r.Exact(), Notices: list(r.Notices), Events: a.Facts.Events,
		Verdict: verdictWord(a, v.Totals()), NothingJudged: a.Empty(), Totals: totalsOf(a, v, all), Problems: problemsOf(a),
		Filter: filter,
	})
	j.array("defects", func(put func(any)) {
		for i := range defects {
			put(defectOf(&defects[i]))
		}
	})
	j.array("findings", func(put func(any)) {
		for i := range defects {
			findings(r, &defects[i], caveats, put)
		}
	})
	j.array("clauses", func(put func(any)) {
		for i := range outcomes {
			put(clauseOutcomeOf(&outcomes[i]))
		}
	})
	j.observations(a.Observed)
	j.text("}")
}

type defect struct {
	Check   string   `json:"check"`
	Level   string   `json:"level"`
	Seq     uint64   `json:"seq"`
	Line    int      `json:"line"`
	Party   string   `json:"party"`
	Pointer string   `json:"pointer"`
	Clauses []string `json:"clauses"`
}

func defectOf(d *checks.Defect) defect {
	out := defect{d.Check, string(d.Level()), d.Seq, d.Line, d.Party.String(), d.Pointer, nil}
	for _, c := range d.Clauses {
		out.Clauses = append(out.Clauses, c.ID)
	}
	return out
}

type finding struct {
	Clause  string    `json:"clause"`
	Level   string    `json:"level"`
	Check   string    `json:"check"`
	Seq     uint64    `json:"seq"`
	Line    int       `json:"line"`
	Party   string    `json:"party"`
	Pointer string    `json:"pointer"`
	Related []related `json:"related"`
	Detail  string    `json:"detail"`
	Caveat  string    `json:"caveat,omitempty"`
}

type related struct {
	Seq  uint64 `json:"seq"`
	What string `json:"what"`
}

// findings puts each finding of a defect once for each clause that it breaks.
func findings(r *checks.Ruling, d *checks.Defect, caveats map[string]string, put func(any)) {
	for i := range d.Findings {
		f := &d.Findings[i]
		out := finding{
			Check: f.Check, Seq: f.Seq, Line: f.Line, Party: f.Party.String(), Pointer: f.Pointer,
			Related: relatedOf(f), Detail: f.Detail, Caveat: caveats[f.Check],
		}
		for _, c := range d.Clauses {
			if r.Lists(d, i, c) {
				out.Clause, out.Level = c.ID, string(c.Level)
				put(out)
			}
		}
	}
}

func relatedOf(f *checks.Finding) []related {
	all := []related{}
	for _, r := range f.Related {
		if r.What != "" {
			all = append(all, related{r.Seq, r.What})
		}
	}
	return all
}

type clauseOutcome struct {
	ID       string   `json:"id"`
	Level    string   `json:"level"`
	Outcome  string   `json:"outcome"`
	Subjects int      `json:"subjects"`
	Findings int      `json:"findings,omitempty"`
	Uses     []uint64 `json:"uses,omitempty"` // seqs of the first ones
}

func clauseOutcomeOf(o *checks.Outcome) clauseOutcome {
	out := clauseOutcome{ID: o.Clause.ID, Level: string(o.Clause.Level), Outcome: o.Word.String(), Subjects: o.Subjects, Findings: len(o.Findings)}
	if o.Clause.Disposition == catalogue.Observed {
		for _, u := range o.Uses {
			out.Uses = append(out.Uses, u.Seq)
		}
	}
	return out
}
