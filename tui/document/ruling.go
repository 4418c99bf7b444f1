package document

import (
	"cmp"
	"errors"
	"slices"
	"sort"

	"mcpx/checks"
	"mcpx/checks/catalogue"
	"mcpx/checks/observations"
	"mcpx/model"
	"mcpx/model/summary"
)

// errGrown ends the second pass at the event that the first one ended with.
var errGrown = errors.New("the recording has grown")

// bench is a judge at work and those who hear what its tracker finds.
type bench struct {
	standard  checks.Standard
	judge     *checks.Judge
	relations *relations
	observer  *observations.Observer
	summary   *summary.Builder
}

func newBench(s checks.Standard, facts *model.Facts, with []*checks.Check, size int64) *bench {
	choice := checks.Found
	if s.Basis == checks.ByCaller && s.Exact() {
		choice = checks.Chosen
	}
	judge := checks.NewJudge(s.Catalogue, facts, choice, with)
	return &bench{s, judge, newRelations(), observations.New(judge.Tracker), summary.New(size)}
}

func (b *bench) feed(e *model.Event) {
	step := b.judge.Feed(e)
	b.relations.add(step)
	if e.Aside {
		return
	}
	b.observer.Feed(step)
	b.summary.Feed(step)
}

// Defect is a fault and where it stands among the others.
type Defect struct {
	checks.Defect
	Row   int // of the blamed event
	Group int // of the defects that repeat it
	Nth   int // within the group
}

// Group is defects that repeat each other: one row of the list.
type Group struct {
	checks.Repeats
	Defects []int // in the order of the recording
}

// Must reports that a MUST is broken.
func (g *Group) Must() bool { return g.Level().Fails() }

// Ruling is a verdict, arranged for looking things up.
type Ruling struct {
	checks.Ruling
	Nothing string // why there was nothing to judge, a clause; "" if there was
	Totals  checks.Totals
	Defects []Defect // in the order of the recording
	Groups  []Group  // the worst first
	ByTrace []int    // the groups in the order of their first events
	Check   map[string]*checks.Check

	// Observed and Summary are by the pairs of this revision.
	Observed *observations.Report
	Summary  *summary.Summary

	clauses map[*catalogue.Clause]int
	links   chunks[Link]
	pairs   []int32
}

// Revision is the revision whose rules were applied.
func (r *Ruling) Revision() catalogue.Revision { return r.Catalogue.Revision() }

func (b *bench) ruling(trace *model.Trace) *Ruling {
	r := &Ruling{
		Ruling: checks.Ruling{Standard: b.standard, Verdict: b.judge.Verdict()},
		links:  b.relations.links, pairs: b.relations.pairs,
		Check: map[string]*checks.Check{}, clauses: map[*catalogue.Clause]int{},
		Observed: b.observer.Report(), Summary: b.summary.Summary(),
	}
	r.Totals = r.Verdict.Totals()
	for _, c := range checks.All() {
		r.Check[c.ID] = c
	}
	for i := range r.Verdict.Outcomes {
		r.clauses[r.Verdict.Outcomes[i].Clause] = i
	}
	r.arrange(b.relations, trace)
	return r
}

// arrange folds the defects into groups and puts them in the order of the recording.
func (r *Ruling) arrange(rel *relations, trace *model.Trace) {
	for g, repeats := range checks.Fold(r.Verdict.Defects()) {
		r.Groups = append(r.Groups, Group{Repeats: repeats})
		for nth, d := range repeats.Defects {
			row := int(rel.rowOfLine(d.Line))
			r.Defects = append(r.Defects, Defect{d, row, g, nth})
			if row == None {
				continue
			}
			trace.Mark(row, model.HasFinding)
			if d.Level().Fails() {
				trace.Mark(row, model.HasViolation)
			}
		}
	}
	slices.SortStableFunc(r.Defects, func(a, b Defect) int { return cmp.Compare(a.Line, b.Line) })
	for i := range r.Defects {
		g := &r.Groups[r.Defects[i].Group]
		if len(g.Defects) == 0 {
			r.ByTrace = append(r.ByTrace, r.Defects[i].Group)
		}
		g.Defects = append(g.Defects, i)
	}
}

// At gives the range of defects that blame a row.
func (r *Ruling) At(row int) (first, end int) {
	if r == nil {
		return 0, 0
	}
	first = sort.Search(len(r.Defects), func(i int) bool { return r.Defects[i].Row >= row })
	for end = first; end < len(r.Defects) && r.Defects[end].Row == row; end++ {
	}
	return first, end
}

// Worst is the gravest thing that a row is blamed for.
func (r *Ruling) Worst(row int) Gravity {
	worst := Clean
	for i, end := r.At(row); i < end; i++ {
		if r.Defects[i].Level().Fails() {
			return Broken
		}
		worst = Advised
	}
	return worst
}

// Gravity is how bad something is.
type Gravity uint8

// Advised is a broken SHOULD, Broken a broken MUST.
const (
	Clean Gravity = iota
	Advised
	Broken
)

// Outcome is what became of a clause.
func (r *Ruling) Outcome(c *catalogue.Clause) *checks.Outcome {
	return &r.Verdict.Outcomes[r.clauses[c]]
}

// Counts are the faults at MUST level and below; repeats count once.
func (r *Ruling) Counts() (broken, advised int) {
	for i := range r.Groups {
		if r.Groups[i].Must() {
			broken++
		} else {
			advised++
		}
	}
	return broken, advised
}
