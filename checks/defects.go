package checks

import (
	"cmp"
	"slices"
	"strings"

	"mcpx/checks/catalogue"
	"mcpx/model"
)

// Totals counts the clauses of a verdict by outcome.
type Totals [NotBuilt + 1]int

// Totals counts the clauses by outcome.
func (v *Verdict) Totals() Totals {
	var t Totals
	for i := range v.Outcomes {
		t[v.Outcomes[i].Word]++
	}
	return t
}

// Defect is one fault: what a check found at one place of one event. It may break several clauses.
type Defect struct {
	Check    string
	Line     int
	Seq      uint64
	Party    model.Party
	Pointer  string
	Findings []Finding           // one or more at the same place
	Clauses  []*catalogue.Clause // that it breaks: the worst level first, else in the catalogue's order
}

// Level is that of the gravest clause that the defect breaks.
func (d *Defect) Level() catalogue.Level { return d.Clauses[0].Level }

// Place is where in its event the defect stands, for people.
func (d *Defect) Place() string {
	name, header := strings.CutPrefix(d.Pointer, "header:")
	switch {
	case header:
		return "the header " + name
	case d.Pointer == "":
		return "the whole message"
	case d.Pointer == "status":
		return "the HTTP status"
	case d.Pointer == "verb":
		return "the HTTP method"
	}
	return d.Pointer
}

// Defects groups the findings of a verdict that break clauses, in the order of the recording.
func (v *Verdict) Defects() []Defect {
	broken := v.broken()
	var defects []Defect
	for i := 0; i < len(v.Findings); {
		f, n := &v.Findings[i], 1
		for i+n < len(v.Findings) && f.samePlace(&v.Findings[i+n]) {
			n++
		}
		if clauses := broken[blame{f.Check, f.Transport}]; len(clauses) > 0 {
			defects = append(defects, Defect{
				Check: f.Check, Line: f.Line, Seq: f.Seq, Party: f.Party, Pointer: f.Pointer,
				Findings: v.Findings[i : i+n : i+n], Clauses: clauses,
			})
		}
		i += n
	}
	return defects
}

// samePlace: findings stand by line, check and pointer, so those of one defect follow each other.
func (f *Finding) samePlace(o *Finding) bool {
	return f.Line == o.Line && f.Check == o.Check && f.Pointer == o.Pointer
}

// blame is what decides which clauses a finding breaks: its check, and its transport, since the clauses
// of a transport's page take only what is blamed on it (G4).
type blame struct {
	check     string
	transport model.Transport
}

func (v *Verdict) broken() map[blame][]*catalogue.Clause {
	broken := map[blame][]*catalogue.Clause{}
	for i := range v.Outcomes {
		o := &v.Outcomes[i]
		if o.Word != Fail && o.Word != Warn {
			continue
		}
		for _, check := range o.Clause.Checks {
			for _, t := range [...]model.Transport{model.Stdio, model.HTTP} {
				if onTransport(o.Clause, t) {
					broken[blame{check, t}] = append(broken[blame{check, t}], o.Clause)
				}
			}
		}
	}
	for _, clauses := range broken {
		slices.SortStableFunc(clauses, func(a, b *catalogue.Clause) int { return cmp.Compare(rank(a.Level), rank(b.Level)) })
	}
	return broken
}

// rank orders levels by gravity: MUST and MUST NOT are equal, so are SHOULD and SHOULD NOT.
func rank(l catalogue.Level) int {
	switch {
	case l.Fails():
		return 0
	case l.Warns():
		return 1
	}
	return 2
}

// Repeats are the defects of one check against one party that break the same clauses. There is at least
// one; they stand in the order of the recording.
type Repeats struct {
	Check   string
	Party   model.Party
	Clauses []*catalogue.Clause
	Defects []Defect
}

// Level is that of the gravest clause that the defects break.
func (r *Repeats) Level() catalogue.Level { return r.Clauses[0].Level }

// Fold groups defects by what they repeat: the worst first, else by their first event.
func Fold(defects []Defect) []Repeats {
	type key struct {
		check  string
		party  model.Party
		clause *catalogue.Clause // clause lists differ only where their first clauses or lengths do
		n      int
	}
	at := map[key]int{}
	var folded []Repeats
	for _, d := range defects {
		k := key{d.Check, d.Party, d.Clauses[0], len(d.Clauses)}
		i, known := at[k]
		if !known {
			i = len(folded)
			at[k] = i
			folded = append(folded, Repeats{Check: d.Check, Party: d.Party, Clauses: d.Clauses})
		}
		folded[i].Defects = append(folded[i].Defects, d)
	}
	slices.SortStableFunc(folded, func(a, b Repeats) int { return cmp.Compare(rank(a.Level()), rank(b.Level())) })
	return folded
}
