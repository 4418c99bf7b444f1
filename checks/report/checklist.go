package report

import (
	"io"
	"strings"

	"mcpx/checks"
	"mcpx/checks/catalogue"
)

// ChecksText writes what each check judges, for people.
func ChecksText(w io.Writer, all []*checks.Check, catalogues []*catalogue.Catalogue, look Look) error {
	p := newPrinter(w, look)
	p.line(count(len(all), "check"))
	bullet := p.look.Signs.bullet()
	for _, c := range all {
		p.line()
		p.line(p.paint(strong, textf("%s", c.ID)), p.paint(quiet, textf("%sbinds %s", bullet, c.Party)))
		p.ownf(normal, 2, 0, "%s", c.Title)
		p.ownf(normal, 2, 2, "Convicts: %s", c.Convicts)
		if never := c.Never(); never != "" {
			p.ownf(normal, 2, 2, "Spares: %s", never)
		}
		if c.Caveat != "" {
			p.ownf(normal, 2, 2, "Caveat: %s", c.Caveat)
		}
		for _, cat := range catalogues {
			if c.Serves(cat.Revision()) {
				p.sayf(quiet, 2, 2, "%s%s%s", cat.Revision(), bullet, strings.Join(clauseIDs(c, cat), ", "))
			}
		}
	}
	return p.flush()
}

func clauseIDs(c *checks.Check, cat *catalogue.Catalogue) []string {
	ids := []string{}
	for _, clause := range cat.ByCheck(c.ID) {
		ids = append(ids, clause.ID)
	}
	return ids
}

type listedCheck struct {
	ID        string              `json:"id"`
	Title     string              `json:"title"`
	Party     []string            `json:"party"`
	Revisions []string            `json:"revisions"`
	Convicts  string              `json:"convicts"`
	Spares    string              `json:"spares"`
	Caveat    string              `json:"caveat"`
	Clauses   map[string][]string `json:"clauses"` // by revision
}

// ChecksJSON writes what each check judges as a JSON array.
func ChecksJSON(w io.Writer, all []*checks.Check, catalogues []*catalogue.Catalogue) error {
	j := newJSONWriter(w)
	j.elements(func(put func(any)) {
		for _, c := range all {
			listed := listedCheck{
				ID: c.ID, Title: c.Title, Party: partyWords(c.Party), Revisions: []string{},
				Convicts: c.Convicts, Spares: c.Never(), Caveat: c.Caveat, Clauses: map[string][]string{},
			}
			for _, cat := range catalogues {
				if rev := cat.Revision(); c.Serves(rev) {
					listed.Revisions = append(listed.Revisions, string(rev))
					listed.Clauses[string(rev)] = clauseIDs(c, cat)
				}
			}
			put(listed)
		}
	})
	j.text("\n")
	return j.flush()
}

// partyWords are the parties that a check binds.
func partyWords(p checks.Parties) []string {
	words := []string{}
	if p&checks.ByClient != 0 {
		words = append(words, checks.ByClient.String())
	}
	if p&checks.ByServer != 0 {
		words = append(words, checks.ByServer.String())
	}
	return words
}
