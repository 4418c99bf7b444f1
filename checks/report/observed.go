package report

import (
	"fmt"
	"strings"

	"mcpx/checks"
	"mcpx/checks/observations"
)

// observed writes what is worth knowing beside the rules: how much there is of it or, in a full report, all
// of it. It is no part of the verdict.
func (p *printer) observed(r *observations.Report, detail Detail) {
	switch {
	case r == nil || r.Len() == 0:
		return
	case detail == Brief:
		p.sayf(quiet, 0, 2, "%s beside the rules; --all lists them", count(r.Len(), "observation"))
		return
	}
	p.line()
	p.sayf(strong, 0, 2, "%s beside the rules; they accuse nobody", count(r.Len(), "observation"))
	for i := range r.All {
		o := &r.All[i]
		p.sayf(normal, 0, 2, "%s %s: %s: %s", p.look.Signs.outcome(checks.Used), o.Events[0].Place(), o.Kind, o.Detail)
		p.restsOn(o.Events)
	}
	for _, k := range observations.Kinds() {
		if more := r.Count(k) - r.Kept(k); more > 0 {
			p.sayf(quiet, 2, 2, "and %d more of %q", more, k.String())
		}
	}
}

// restsOn names the other events that an observation rests on.
func (p *printer) restsOn(events []observations.Event) {
	var parts []string
	more := 0
	for i := range events[1:] {
		switch e := &events[i+1]; {
		case e.Line == events[0].Line:
		case len(parts) == repeatsShown:
			more++
		default:
			parts = append(parts, e.What+" "+e.Place())
		}
	}
	if more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	if len(parts) > 0 {
		p.sayf(quiet, 2, 2, "%s", strings.Join(parts, ", "))
	}
}

// observation is one of the observations on a trace.
type observation struct {
	Kind   string          `json:"kind"`
	Detail string          `json:"detail"`
	Events []observedEvent `json:"events"`
}

type observedEvent struct {
	Seq     uint64 `json:"seq"`
	Line    int    `json:"line"`
	Pointer string `json:"pointer"`
	What    string `json:"what"`
}

// observations puts what is worth knowing beside the rules.
func (j *JSON) observations(r *observations.Report) {
	j.array("observations", func(put func(any)) {
		if r == nil {
			return
		}
		for i := range r.All {
			put(observationOf(&r.All[i]))
		}
	})
}

func observationOf(o *observations.Observation) observation {
	out := observation{Kind: o.Kind.ID(), Detail: o.Detail}
	for _, e := range o.Events {
		out.Events = append(out.Events, observedEvent{e.Seq, e.Line, e.Pointer, e.What})
	}
	return out
}

// observed is how many observations there are.
func observed(r *observations.Report) int {
	if r == nil {
		return 0
	}
	return r.Len()
}
