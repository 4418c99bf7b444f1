package report

import (
	"fmt"
	"io"
	"strings"

	"mcpx/checks"
	"mcpx/checks/catalogue"
	"mcpx/tui/safetext"
)

// Listing is a catalogue together with the checks that exist.
type Listing struct {
	Catalogue *catalogue.Catalogue
	Checks    []*checks.Check
}

// built reports whether one of the checks that a clause names exists at its revision.
func (l *Listing) built(c *catalogue.Clause) bool {
	for _, check := range l.Checks {
		for _, id := range c.Checks {
			if check.ID == id && check.Serves(l.Catalogue.Revision()) {
				return true
			}
		}
	}
	return false
}

// Summary is the totals of the catalogue, as in "501 clauses: 181 judged, 320 excluded".
func (l *Listing) Summary() string {
	cat := l.Catalogue
	s := fmt.Sprintf("%s: %d judged", count(cat.Len(), "clause"), cat.Count(catalogue.Judged))
	if n := cat.Count(catalogue.Observed); n > 0 {
		s += fmt.Sprintf(", %d observed", n)
	}
	s += fmt.Sprintf(", %d excluded", cat.Count(catalogue.Excluded))
	if n := l.unbuilt(); n > 0 {
		s += fmt.Sprintf("; %d not built yet", n)
	}
	return s
}

func (l *Listing) unbuilt() int {
	n := 0
	for _, c := range l.Catalogue.Clauses() {
		if c.Disposition != catalogue.Excluded && !l.built(c) {
			n++
		}
	}
	return n
}

// judgement says in a phrase what becomes of a clause.
func (l *Listing) judgement(c *catalogue.Clause) string {
	switch {
	case c.Exclusion != nil:
		return "Not judged: " + c.Exclusion.Kind.Label() + ". " + c.Exclusion.Reason
	case !l.built(c):
		return "Not built yet: " + strings.Join(c.Checks, ", ")
	case c.Disposition == catalogue.Observed:
		return "Observed by " + strings.Join(c.Checks, ", ")
	default:
		return "Judged by " + strings.Join(c.Checks, ", ")
	}
}

func bindsWords(c *catalogue.Clause) string {
	parts := make([]string, len(c.Binds))
	for i, b := range c.Binds {
		parts[i] = string(b)
	}
	return strings.Join(parts, ", ")
}

// Text writes the whole catalogue for people.
func (l *Listing) Text(w io.Writer, look Look) error {
	p := newPrinter(w, look)
	p.line(p.paint(strong, textf("%s   %s", l.Catalogue.Revision(), l.Summary())))
	idWidth, _ := columns(l.Catalogue)
	heading := ""
	for _, c := range l.Catalogue.Clauses() {
		if h := headingOf(c); h != heading {
			heading = h
			p.line()
			p.line(p.paint(strong, safetext.Line(p.own(h))))
		}
		l.clause(p, c, idWidth)
	}
	p.line()
	p.line(l.Summary())
	return p.flush()
}

func (l *Listing) clause(p *printer, c *catalogue.Clause, idWidth int) {
	bullet := p.look.Signs.bullet()
	sign := p.paint(quiet, textf("%s", l.sign(p.look.Signs, c)))
	label := fmt.Sprintf("%-*s  %s", idWidth, c.ID, c.Level)
	p.line(sign, " ", p.paint(strong, textf("%s", label)), p.paint(quiet, textf("%sbinds %s%s%s", bullet, bindsWords(c), bullet, c.Place())))
	if c.Requirement != "" {
		p.ownf(normal, 4, 0, "%s", c.Requirement)
	}
	p.ownf(normal, 4, 1, "%q", c.Quote)
	p.ownf(quiet, 4, 2, "%s", l.judgement(c))
	p.wording(c)
}

// sign marks what a catalogue does with a clause: the signs of outcomes that come nearest.
func (l *Listing) sign(s Signs, c *catalogue.Clause) string {
	switch {
	case c.Exclusion != nil:
		return s.outcome(checks.Excluded)
	case !l.built(c):
		return s.outcome(checks.NotBuilt)
	case c.Disposition == catalogue.Observed:
		return s.outcome(checks.Used)
	}
	return s.outcome(checks.Pass)
}

// Markdown writes the whole catalogue as a document.
func (l *Listing) Markdown(w io.Writer, signs Signs) error {
	p := newPrinter(w, Look{Signs: signs})
	p.line("# MCP ", string(l.Catalogue.Revision()))
	p.line()
	p.line(l.Summary(), ". Sentences in quotation marks are quoted from the specification.")
	heading := ""
	for _, c := range l.Catalogue.Clauses() {
		if h := headingOf(c); h != heading {
			heading = h
			p.line()
			p.line("## ", markdown(p.own(h)))
		}
		l.markdownClause(p, c)
	}
	return p.flush()
}

func (l *Listing) markdownClause(p *printer, c *catalogue.Clause) {
	p.line()
	p.line("### ", c.ID)
	p.line()
	bullet := p.look.Signs.bullet()
	p.line(string(c.Level), bullet, "binds ", bindsWords(c), bullet, "[", markdown(c.Place()), "](", c.URL(), ")")
	p.line()
	if c.Requirement != "" {
		p.line(markdown(p.own(c.Requirement)))
		p.line()
	}
	p.line("> ", p.own("“"+quoted(c.Quote)+"”"))
	if d := c.Differs; d != nil {
		p.line()
		p.line("- The catalogue says: ", markdown(p.own(d.CatalogueSays)))
		p.line("- The specification says: ", p.own("“"+quoted(d.SpecSays)+"”"), " ([", markdown(p.own(d.Where)), "](", c.DifferenceURL(), "))")
		p.line("- Recommendation: ", markdown(p.own(d.Recommendation)))
	}
	p.line()
	p.line(markdown(p.own(l.judgement(c))))
	if c.Partial != "" {
		p.line()
		p.line("Judged in part: ", markdown(p.own(c.Partial)))
	}
}

// markdown escapes text for Markdown.
func markdown(s string) string {
	return strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "<", `\<`, "[", `\[`, "|", `\|`, "#", `\#`).Replace(s)
}

// quoted is a quotation from the specification in one line. Its code spans are Markdown already; what
// stands outside of them is escaped.
func quoted(s string) string {
	var b strings.Builder
	end := 0
	for _, span := range catalogue.Spans(s) {
		if span.Kind == catalogue.CodeSpan {
			b.WriteString(markdown(s[end:span.Start]))
			b.WriteString(s[span.Start:span.End])
			end = span.End
		}
	}
	b.WriteString(markdown(s[end:]))
	return strings.Join(strings.Fields(b.String()), " ")
}

type clauseListing struct {
	Tool     string        `json:"tool"`
	Version  string        `json:"version"`
	Revision string        `json:"revision"`
	Totals   listingTotals `json:"totals"`
}

type listingTotals struct {
	Clauses  int `json:"clauses"`
	Judged   int `json:"judged"`
	Observed int `json:"observed"`
	Excluded int `json:"excluded"`
	NotBuilt int `json:"notBuilt"`
}

// listedClause is a clause of the catalogue and what its data does not say in words.
type listedClause struct {
	*catalogue.Clause
	URL   string `json:"url"`
	Label string `json:"exclusionLabel,omitempty"`
	Built *bool  `json:"built,omitempty"` // of a clause that is not excluded
}

// JSON writes the whole catalogue as one JSON object.
func (l *Listing) JSON(w io.Writer, tool, version string) error {
	j := newJSONWriter(w)
	cat := l.Catalogue
	j.members(clauseListing{tool, version, string(cat.Revision()), listingTotals{
		Clauses: cat.Len(), Judged: cat.Count(catalogue.Judged), Observed: cat.Count(catalogue.Observed),
		Excluded: cat.Count(catalogue.Excluded), NotBuilt: l.unbuilt(),
	}})
	j.array("clauses", func(put func(any)) {
		for _, c := range cat.Clauses() {
			listed := listedClause{Clause: c, URL: c.URL()}
			if c.Exclusion != nil {
				listed.Label = c.Exclusion.Kind.Label()
			} else {
				built := l.built(c)
				listed.Built = &built
			}
			put(listed)
		}
	})
	j.text("}\n")
	return j.flush()
}
