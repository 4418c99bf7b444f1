package document

import (
	"context"

	"mcpx/checks"
	"mcpx/checks/catalogue"
	"mcpx/checks/filter"
	"mcpx/checks/narrow"
	"mcpx/model"
)

// Verdict is what is needed to report on the recording by the ruling that is shown.
type Verdict struct {
	sieve  *Sieve
	facts  *model.Facts
	checks []*checks.Check
}

// Verdict is the verdict as it stands now, for use in the background; nil while there is none.
func (d *Document) Verdict() *Verdict {
	if d.Ruling() == nil {
		return nil
	}
	return &Verdict{d.Sieve(), d.facts, d.options.Checks}
}

// problemsNamed bounds how many problems of lines a report can name.
const problemsNamed = 100

// Assessment is the verdict as reports want it. With what a filter kept, only that is listed.
func (v *Verdict) Assessment(ctx context.Context, f *filter.Filter, by string, kept *Sifted) (*checks.Assessment, error) {
	r := v.sieve.ruling
	a := &checks.Assessment{Facts: v.facts, Checks: v.checks, Observed: r.Observed, Rulings: []checks.Ruling{r.Ruling}}
	t := v.sieve.trace
	for i := range t.Len() {
		if i&0xfff == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		e := t.Entry(i)
		if e.Kind == model.MessageEvent || e.Kind == model.HTTPEvent {
			a.Spoke[e.Direction.Sender()]++
		}
		if !e.Flags.Has(model.HasProblem) || len(a.Problems) == problemsNamed {
			continue
		}
		event, err := t.Event(i)
		if err != nil {
			return nil, err
		}
		if event.Problem != nil {
			a.Problems = append(a.Problems, checks.LineProblem{Line: event.Line, Problem: *event.Problem})
		}
	}
	if kept != nil {
		a.Rulings[0].Selection = v.selection(f, by, kept)
	}
	return a, nil
}

func (v *Verdict) selection(f *filter.Filter, by string, kept *Sifted) *checks.Selection {
	r := v.sieve.ruling
	s := &checks.Selection{By: by, DefectsOf: len(r.Defects), OutcomesOf: len(r.Verdict.Outcomes)}
	for i := range r.Defects {
		if kept.Defects[i] {
			s.Defects = append(s.Defects, r.Defects[i].Defect)
		}
	}
	for i := range r.Verdict.Outcomes {
		if kept.Clauses[i] {
			s.Outcomes = append(s.Outcomes, r.Verdict.Outcomes[i])
		}
	}
	s.Breaks = func(d *checks.Defect, n int, c *catalogue.Clause) bool {
		x := narrow.Finding(d, n, c, r.Outcome(c).Word)
		return f.Clause(&x)
	}
	return s
}
