// Package narrow selects by a filter what is listed of a verdict. The verdict itself stays as it is.
package narrow

import (
	"context"
	"errors"
	"strings"
	"time"

	"mcpx/checks"
	"mcpx/checks/catalogue"
	"mcpx/checks/filter"
	"mcpx/model"
)

// Apply sets the selections of an assessment. A filter that looks at events reads the recording once more,
// for the events that are blamed.
func Apply(ctx context.Context, a *checks.Assessment, from checks.Source, f *filter.Filter) error {
	if f.Empty() {
		return nil
	}
	for i := range a.Rulings {
		r := &a.Rulings[i]
		defects := r.Verdict.Defects()
		var events map[int]*filter.Event
		if f.LooksAtEvents() {
			var err error
			if events, err = blamed(ctx, a, r, defects, from, f); err != nil {
				return err
			}
		}
		r.Selection = selection(r, defects, events, f)
	}
	return nil
}

func selection(r *checks.Ruling, defects []checks.Defect, events map[int]*filter.Event, f *filter.Filter) *checks.Selection {
	word := map[*catalogue.Clause]checks.Word{}
	for i := range r.Verdict.Outcomes {
		word[r.Verdict.Outcomes[i].Clause] = r.Verdict.Outcomes[i].Word
	}
	at := func(d *checks.Defect) *filter.Event {
		if e := events[d.Line]; e != nil {
			return e
		}
		return &filter.Event{Latency: -1} // nothing asks for it
	}
	s := &checks.Selection{By: f.Source(), DefectsOf: len(defects), OutcomesOf: len(r.Verdict.Outcomes)}
	s.Breaks = func(d *checks.Defect, n int, c *catalogue.Clause) bool {
		x := Finding(d, n, c, word[c])
		return f.Finding(&x, at(d))
	}
	broken := map[*catalogue.Clause]bool{}
	for i := range defects {
		d := &defects[i]
		if !f.Event(at(d), Findings(d, func(c *catalogue.Clause) checks.Word { return word[c] })) {
			continue
		}
		s.Defects = append(s.Defects, *d)
		for _, c := range d.Clauses {
			broken[c] = true
		}
	}
	for i := range r.Verdict.Outcomes {
		o := &r.Verdict.Outcomes[i]
		if Lists(f, o, broken[o.Clause]) {
			s.Outcomes = append(s.Outcomes, *o)
		}
	}
	return s
}

// Findings are a defect as a filter sees it: a finding for each clause that it breaks.
func Findings(d *checks.Defect, outcome func(*catalogue.Clause) checks.Word) []filter.Finding {
	all := make([]filter.Finding, 0, len(d.Clauses)*len(d.Findings))
	for _, c := range d.Clauses {
		for n := range d.Findings {
			all = append(all, Finding(d, n, c, outcome(c)))
		}
	}
	return all
}

// Finding is the n-th finding of a defect as a filter sees it: as breaking one of its clauses.
func Finding(d *checks.Defect, n int, c *catalogue.Clause, outcome checks.Word) filter.Finding {
	return filter.Finding{
		Level: string(c.Level), Area: string(c.Area), Clause: c.ID, Check: d.Check, Party: d.Party.String(),
		Outcome: outcome.String(), Detail: d.Findings[n].Detail,
	}
}

// Lists reports whether a clause is listed: by what it is itself or, if the filter asks for events or for
// what findings say, because a listed finding breaks it.
func Lists(f *filter.Filter, o *checks.Outcome, broken bool) bool {
	if f.LooksAtEvents() || f.SpeaksOf("finding") {
		return broken
	}
	var parties []string
	for _, p := range o.Clause.Binds {
		parties = append(parties, string(p))
	}
	return f.Clause(&filter.Finding{
		Level: string(o.Clause.Level), Area: string(o.Clause.Area), Clause: o.Clause.ID, Outcome: o.Word.String(),
		Check: strings.Join(o.Clause.Checks, " "), Party: strings.Join(parties, " "),
	})
}

// errEnough ends the walk behind the last event that was judged.
var errEnough = errors.New("enough")

// blamed gives the blamed events by line, as a filter sees them.
func blamed(ctx context.Context, a *checks.Assessment, r *checks.Ruling, defects []checks.Defect, from checks.Source, f *filter.Filter) (map[int]*filter.Event, error) {
	events := map[int]*filter.Event{}
	for i := range defects {
		events[defects[i].Line] = nil
	}
	choice := checks.Found
	if r.Basis == checks.ByCaller && r.Exact() {
		choice = checks.Chosen
	}
	walk := checks.NewJudge(r.Catalogue, a.Facts, choice, nil) // without checks: it finds pairs and sessions
	_, err := model.Scan(ctx, from.From(ctx, 0), model.ScanOptions{}, func(e *model.Event) error {
		if e.Line > a.Facts.LastLine {
			return errEnough
		}
		note(events, walk.Feed(e), f)
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return events, err
}

// note keeps an event if it is blamed, and the latency of a pair of which it is the answer.
func note(events map[int]*filter.Event, s *model.Step, f *filter.Filter) {
	if _, wanted := events[s.Line]; wanted {
		x := filter.Of(s)
		held := map[string]bool{} // so that the payload need not be kept
		for _, text := range f.Texts() {
			held[text] = x.Holds(text)
		}
		x.Holds = func(lower string) bool { return held[lower] }
		events[s.Line] = &x
	}
	if s.Answered == nil {
		return
	}
	took, ok := between(s.Answered.Event, s.Event)
	if !ok {
		return
	}
	for _, line := range [...]int{s.Answered.Event.Line, s.Line} {
		if x := events[line]; x != nil {
			x.Latency = took
		}
	}
}

// between is the time between two events; ok is false if one has none.
func between(request, answer *model.Event) (took time.Duration, ok bool) {
	from, to := model.EntryOf(request).Time, model.EntryOf(answer).Time
	took = time.Duration(to - from)
	return max(took, -took), from != 0 && to != 0
}
