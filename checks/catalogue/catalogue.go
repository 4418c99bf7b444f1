// Package catalogue holds the clauses of each revision of the Model Context
// Protocol: every sentence that obliges or allows, where it stands, and either
// the checks that judge it or the reason why no recording can show it.
package catalogue

import (
	"fmt"
	"slices"
)

// Catalogue is the clauses of one revision. It is shared by everyone who loads
// it and must not be changed.
type Catalogue struct {
	revision Revision
	clauses  []*Clause
	byID     map[string]*Clause
	byCheck  map[string][]*Clause
	checks   []string
	areas    []Area
}

// Load returns the catalogue of a revision. It is parsed on first use.
func Load(rev Revision) (*Catalogue, error) {
	switch rev {
	case R20250618:
		return load20250618()
	case R20251125:
		return load20251125()
	case R20260728:
		return load20260728()
	}
	return nil, fmt.Errorf("no catalogue of revision %q; there are %q", string(rev), Revisions())
}

// All returns the catalogues of all revisions, oldest first.
func All() ([]*Catalogue, error) {
	var all []*Catalogue
	for _, rev := range Revisions() {
		c, err := Load(rev)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// Revision is the revision the catalogue describes.
func (c *Catalogue) Revision() Revision { return c.revision }

// Clauses lists the clauses in the catalogue's order.
func (c *Catalogue) Clauses() []*Clause { return slices.Clip(c.clauses) }

// Len is the number of clauses.
func (c *Catalogue) Len() int { return len(c.clauses) }

// Clause finds a clause by its id, nil if there is none.
func (c *Catalogue) Clause(id string) *Clause { return c.byID[id] }

// ByCheck lists the clauses that name a check, in the catalogue's order.
func (c *Catalogue) ByCheck(check string) []*Clause { return slices.Clip(c.byCheck[check]) }

// Checks lists the checks that the clauses name, in order of first mention.
func (c *Catalogue) Checks() []string { return slices.Clip(c.checks) }

// Areas lists the areas in order of first mention.
func (c *Catalogue) Areas() []Area { return slices.Clip(c.areas) }

// Count is the number of clauses with a disposition.
func (c *Catalogue) Count(d Disposition) int {
	n := 0
	for _, clause := range c.clauses {
		if clause.Disposition == d {
			n++
		}
	}
	return n
}

// add enters a clause into the list and the indices.
func (c *Catalogue) add(clause *Clause) {
	c.clauses = append(c.clauses, clause)
	c.byID[clause.ID] = clause
	if !slices.Contains(c.areas, clause.Area) {
		c.areas = append(c.areas, clause.Area)
	}
	for _, check := range clause.Checks {
		if len(c.byCheck[check]) == 0 {
			c.checks = append(c.checks, check)
		}
		c.byCheck[check] = append(c.byCheck[check], clause)
	}
}
