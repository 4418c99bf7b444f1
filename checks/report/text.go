package report

import (
	"fmt"
	"io"
	"strings"

	"mcpx/checks"
	"mcpx/checks/catalogue"
	"mcpx/tui/safetext"
)

// Detail is how much a text report says.
type Detail uint8

// A Brief report says what went wrong and the totals. A Full one unfolds what repeats and lists every
// clause with its outcome.
const (
	Brief Detail = iota
	Full
)

// Text writes the assessment of a recording for people.
func Text(w io.Writer, trace string, a *checks.Assessment, detail Detail, look Look) error {
	p := newPrinter(w, look)
	for i := range a.Rulings {
		if i > 0 {
			p.line()
		}
		t := &textReport{printer: p, ruling: &a.Rulings[i], detail: detail}
		t.head(trace, a)
		t.faults(a.Checks)
		if detail == Full {
			t.outcomes()
		}
		t.totals(a)
	}
	p.observed(a.Observed, detail)
	return p.flush()
}

// textReport writes the text on one ruling.
type textReport struct {
	*printer
	ruling *checks.Ruling
	detail Detail
}

func (t *textReport) head(trace string, a *checks.Assessment) {
	r := t.ruling
	about := textf("%s (%s)   %s", r.Catalogue.Revision(), r.Basis.Phrase(), count(a.Facts.Events, "event"))
	name := t.shown(safetext.Line(trace))
	if name.Width()+3+about.Width() <= t.look.Width {
		t.line(t.paint(strong, name), "   ", about.String())
	} else {
		t.line(t.paint(strong, name))
		t.para(normal, 2, 0, about)
	}
	for _, n := range r.Notices {
		t.sayf(normal, 2, 0, "Note: %s.", n)
	}
	if n := a.Facts.Problems; n > 0 {
		t.sayf(normal, 2, 0, "Note: %s %s problems; what could not be read is not judged.", count(n, "line"), choice(n, "has", "have"))
	}
	t.line()
}

func choice(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// faults writes what went wrong, the worst first, each kind of fault once.
func (t *textReport) faults(all []*checks.Check) {
	byID := map[string]*checks.Check{}
	for _, c := range all {
		byID[c.ID] = c
	}
	defects, _ := t.ruling.Listed()
	for _, r := range checks.Fold(defects) {
		t.fault(&r, byID[r.Check])
		t.line()
	}
}

func (t *textReport) fault(r *checks.Repeats, check *checks.Check) {
	first := &r.Defects[0]
	word := checks.Warn
	if r.Level().Fails() {
		word = checks.Fail
	}
	t.headed(inkOf(word), t.look.Signs.outcome(word), textf("%s: %s", r.Party, first.Findings[0].Detail), textf("%s", whereWords(r)))
	t.place(first)
	for _, f := range first.Findings[1:] {
		t.sayf(normal, 2, 2, "and there: %s", f.Detail)
	}
	t.repeats(r)
	t.clause(r.Clauses[0])
	t.also(r.Clauses)
	if check != nil {
		t.ownf(normal, 2, 2, "Rule: %s", check.Title)
		if check.Caveat != "" {
			t.ownf(normal, 2, 2, "Caveat: %s", check.Caveat)
		}
	}
	t.sayf(quiet, 2, 2, "%s%s%s", r.Check, t.look.Signs.bullet(), r.Clauses[0].Place())
}

// whereWords says at which event a fault is, or at how many.
func whereWords(r *checks.Repeats) string {
	first, n := &r.Defects[0], len(r.Defects)
	switch {
	case n == 1:
		return fmt.Sprintf("seq %d", first.Seq)
	case first.Line == r.Defects[n-1].Line:
		return fmt.Sprintf("seq %d, %d places", first.Seq, n)
	}
	return fmt.Sprintf("%d times, first seq %d", n, first.Seq)
}

// place writes where in the event the fault is and what else it rests on.
func (t *textReport) place(d *checks.Defect) {
	parts := []string{"at " + d.Place()}
	for _, r := range d.Findings[0].Related {
		if r.What != "" {
			parts = append(parts, fmt.Sprintf("%s seq %d", r.What, r.Seq))
		}
	}
	t.sayf(normal, 2, 2, "%s", strings.Join(parts, ", "))
}

// repeatsShown is how many repeats of a fault a brief report names.
const repeatsShown = 8

func (t *textReport) repeats(r *checks.Repeats) {
	rest := r.Defects[1:]
	here := 0 // of the rest, in the event of the first
	for here < len(rest) && rest[here].Line == r.Defects[0].Line {
		here++
	}
	for i := range rest {
		switch d := &rest[i]; {
		case i < here && (t.detail == Full || i < repeatsShown):
			t.sayf(normal, 2, 4, "also at %s: %s", d.Place(), d.Findings[0].Detail)
		case i >= here && t.detail == Full:
			t.sayf(normal, 2, 4, "also seq %d at %s: %s", d.Seq, d.Place(), d.Findings[0].Detail)
		}
	}
	if t.detail == Brief {
		t.elsewhere(rest[here:])
	}
	if n := t.ruling.Verdict.Uncounted[r.Check]; n > 0 {
		t.sayf(normal, 2, 2, "and %s of this check that %s not listed", count(n, "finding"), choice(n, "is", "are"))
	}
}

// elsewhere names the first other events at which a fault repeats.
func (t *textReport) elsewhere(rest []checks.Defect) {
	var seqs []string
	for i := range rest {
		if seq := fmt.Sprint(rest[i].Seq); len(seqs) == 0 || seqs[len(seqs)-1] != seq {
			seqs = append(seqs, seq)
		}
	}
	if len(seqs) == 0 {
		return
	}
	more := ""
	if n := len(seqs) - repeatsShown; n > 0 {
		seqs, more = seqs[:repeatsShown], fmt.Sprintf(" and %d more", n)
	}
	t.sayf(normal, 2, 2, "also at seq %s%s", strings.Join(seqs, ", "), more)
}

// quoteShown bounds a quotation in a brief report, in cells.
const quoteShown = 240

// clause writes the clause that a fault breaks, in its own words.
func (t *textReport) clause(c *catalogue.Clause) {
	if t.detail == Full { // the rest stands with the clause's outcome
		t.ownf(normal, 2, 2, "%s %s %q", c.ID, c.Level, c.Quote)
		return
	}
	t.ownf(normal, 2, 2, "%s %s %q", c.ID, c.Level, safetext.Line(c.Quote).Cut(quoteShown).String())
	if c.Category != "" {
		t.ownf(normal, 4, 2, "%s / %s", c.Category, c.Subcategory)
	}
	t.wording(c)
}

// wording writes where a catalogue's own words depart from the specification, and what part is judged.
func (p *printer) wording(c *catalogue.Clause) {
	if d := c.Differs; d != nil {
		p.ownf(normal, 4, 2, "The catalogue says: %s", d.CatalogueSays)
		p.ownf(normal, 4, 2, "The specification says (%s): %s", d.Where, d.SpecSays)
		if c.Exclusion == nil {
			p.sayf(normal, 4, 2, "What the specification says is judged.")
		}
	}
	if c.Partial != "" {
		p.ownf(normal, 4, 2, "Judged in part: %s", c.Partial)
	}
}

// also names the other clauses that a fault breaks, with their level where it is another.
func (t *textReport) also(clauses []*catalogue.Clause) {
	if len(clauses) == 1 {
		return
	}
	var b strings.Builder
	b.WriteString("also breaks")
	level := clauses[0].Level
	for _, c := range clauses[1:] {
		if c.Level != level {
			level = c.Level
			b.WriteString(" " + string(level))
		}
		b.WriteString(" " + c.ID)
	}
	t.para(normal, 2, 2, safetext.Line(b.String()))
}

// totals writes the closing lines.
func (t *textReport) totals(a *checks.Assessment) {
	sum := t.ruling.Verdict.Totals()
	k := passing
	switch {
	case sum[checks.Fail] > 0:
		k = failing
	case sum[checks.Warn] > 0:
		k = warning
	case a.Empty() != "":
		k = normal
	}
	t.para(k, 0, 2, safetext.Line(totalsWords(sum)))
	t.selection()
	if why := a.Empty(); why != "" {
		t.sayf(strong, 0, 2, "Nothing was judged: %s.", why)
	}
}

// totalsWords counts the clauses by outcome in a phrase.
func totalsWords(sum checks.Totals) string {
	var parts []string
	for word, n := range sum {
		w := checks.Word(word)
		switch {
		case n == 0 && w > checks.Pass:
		case w == checks.Fail:
			parts = append(parts, fmt.Sprintf("%s %s", count(n, "clause"), choice(n, "fails", "fail")))
		case w == checks.Warn:
			parts = append(parts, fmt.Sprintf("%d %s", n, choice(n, "warns", "warn")))
		case w == checks.Pass:
			parts = append(parts, fmt.Sprintf("%d %s", n, choice(n, "passes", "pass")))
		default:
			parts = append(parts, fmt.Sprintf("%d %s", n, w))
		}
	}
	return strings.Join(parts, ", ")
}

// selection says what a filter left out; the totals stand for the whole verdict.
func (t *textReport) selection() {
	if s := t.ruling.Selection; s != nil {
		t.sayf(strong, 0, 2, "%s", selectionWords(s))
	}
}

func selectionWords(s *checks.Selection) string {
	return fmt.Sprintf("Listed by the filter %s: %d of %s, %d of %s. The verdict is that on all.", s.By,
		len(s.Defects), count(s.DefectsOf, "defect"), len(s.Outcomes), count(s.OutcomesOf, "clause"))
}
