package checks

import "mcpx/checks/catalogue"

// Selection is the part of a ruling that a report lists. What it leaves out counts for the verdict all
// the same.
type Selection struct {
	By       string // the filter
	Defects  []Defect
	Outcomes []Outcome
	// Breaks reports whether the n-th finding of a defect is listed as breaking a clause.
	Breaks func(d *Defect, n int, c *catalogue.Clause) bool

	DefectsOf, OutcomesOf int // how many there are in all
}

// Listed is what a report lists: all of the verdict, or what its Selection leaves of it.
func (r *Ruling) Listed() (defects []Defect, outcomes []Outcome) {
	if s := r.Selection; s != nil {
		return s.Defects, s.Outcomes
	}
	return r.Verdict.Defects(), r.Verdict.Outcomes
}

// Lists reports whether the n-th finding of a listed defect is listed as breaking a clause.
func (r *Ruling) Lists(d *Defect, n int, c *catalogue.Clause) bool {
	return r.Selection == nil || r.Selection.Breaks(d, n, c)
}
