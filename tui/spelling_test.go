package tui

import (
	"testing"
	"unicode/utf8"

	"mcpx/checks"
	"mcpx/checks/catalogue"
)

// What the clause pane says of clauses and checks has a spelling on an ASCII screen, as wide as before.
func TestASCIISpelling(t *testing.T) {
	m := opened(t, session, "ascii", 120, 40)
	var said []string
	catalogues, err := catalogue.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, cat := range catalogues {
		for _, c := range cat.Clauses() {
			said = append(said, c.Quote, c.Requirement, c.Partial, c.Category, c.Subcategory)
			if c.Exclusion != nil {
				said = append(said, c.Exclusion.Reason)
			}
			if d := c.Differs; d != nil {
				said = append(said, d.CatalogueSays, d.SpecSays, d.Where, d.Recommendation)
			}
		}
	}
	for _, c := range checks.All() {
		said = append(said, c.Title, c.Convicts, c.Spares, c.Caveat)
	}
	for _, text := range said {
		if got := m.spelt(text); len(got) != utf8.RuneCountInString(text) {
			t.Errorf("%q", got)
		}
	}
}
