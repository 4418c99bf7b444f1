// Package explain puts into words what is selected: a fault with the rule it breaks, a clause with what
// became of it, a request with its answer.
package explain

import (
	"fmt"
	"strings"

	"mcpx/checks"
	"mcpx/checks/catalogue"
	"mcpx/tui/clauses"
	"mcpx/tui/document"
	"mcpx/tui/figure"
	"mcpx/tui/paint"
	"mcpx/tui/prose"
	"mcpx/tui/safetext"
)

// Defect explains a fault: the gravest clause that it breaks, what was seen, and the rule. Key is what shows
// the other clauses, too.
func Defect(p *prose.Page, d *document.Document, i int, key string) {
	defect(p, d, i, "   ("+key+" shows all)")
}

// WholeDefect explains a fault and quotes every clause that it breaks.
func WholeDefect(p *prose.Page, d *document.Document, i int) {
	defect(p, d, i, "")
	for _, c := range d.Ruling().Defects[i].Clauses[1:] {
		p.Blank()
		clauseHead(p, c)
		p.Quote("", c.Quote)
		source(p, c)
	}
}

// defect explains a fault; hint says where more can be read of the clauses that are only named.
func defect(p *prose.Page, d *document.Document, i int, hint string) {
	r := d.Ruling()
	f := &r.Defects[i]
	clauseHead(p, f.Clauses[0])
	p.Quote("", f.Clauses[0].Quote)
	p.Blank()
	for n := range f.Findings {
		label := "saw"
		if n > 0 {
			label = "and"
		}
		p.Labelled(label, paint.Strong, f.Findings[n].Detail)
	}
	p.Labelled("where", paint.Base, strings.TrimSpace(fmt.Sprintf("%s of %s, %s", f.Party, d.EventName(f.Row), f.Place())))
	repeats(p, d, f)
	related(p, f)
	also(p, f, hint)
	rule(p, r.Check[f.Check])
	source(p, f.Clauses[0])
}

func repeats(p *prose.Page, d *document.Document, f *document.Defect) {
	g := &d.Ruling().Groups[f.Group]
	if n := len(g.Defects); n > 1 {
		nth := 1
		for k, i := range g.Defects {
			if d.Ruling().Defects[i].Seq == f.Seq && d.Ruling().Defects[i].Pointer == f.Pointer {
				nth = k + 1
			}
		}
		p.Labelled("", paint.Dim, fmt.Sprintf("%d of %d times", nth, n))
	}
}

func related(p *prose.Page, f *document.Defect) {
	var parts []string
	for _, r := range f.Findings[0].Related {
		if r.What != "" {
			parts = append(parts, fmt.Sprintf("#%d %s", r.Seq, r.What))
		}
	}
	p.Labelled("related", paint.Base, strings.Join(parts, ", "))
}

func also(p *prose.Page, f *document.Defect, hint string) {
	var ids []string
	for _, c := range f.Clauses[1:] {
		ids = append(ids, c.ID)
	}
	text := strings.Join(ids, " ")
	if text != "" {
		text += hint
	}
	p.Labelled("also", paint.ClauseID, text)
}

func rule(p *prose.Page, c *checks.Check) {
	if c == nil {
		return
	}
	p.Blank()
	p.Labelled("judged", paint.Base, c.Title+".")
	p.Labelled("", paint.Base, c.Convicts)
	p.Labelled("never", paint.Base, c.Never())
	p.Labelled("but", paint.Warning, c.Caveat)
	p.Labelled("check", paint.Dim, c.ID)
}

func source(p *prose.Page, c *catalogue.Clause) { p.Labelled("open", paint.Dim, c.URL()) }

// clauseHead is the line that names a clause.
func clauseHead(p *prose.Page, c *catalogue.Clause) {
	l := p.Line().Space(1).Say(paint.ClauseID, c.ID).Space(2)
	role := paint.Base
	switch {
	case c.Level.Fails():
		role = paint.Must
	case c.Level.Warns():
		role = paint.Should
	}
	l.Say(role, string(c.Level)).Space(2)
	var binds []string
	for _, b := range c.Binds {
		binds = append(binds, string(b))
	}
	l.Say(paint.Base, "binds "+strings.Join(binds, ", "))
	place := c.Place()
	if room := l.Room() - len(place) - 1; room >= 2 {
		l.Space(room).Say(paint.Dim, place)
		p.Row(l)
		return
	}
	p.Row(l)
	p.Row(p.Line().Space(1).Put(paint.Dim, safetext.Line(place).CutLeft(p.Width()-2)))
}

// Clause explains a clause and what became of it.
func Clause(p *prose.Page, d *document.Document, c *catalogue.Clause) {
	r := d.Ruling()
	o := r.Outcome(c)
	clauseHead(p, c)
	p.Quote("", c.Quote)
	p.Blank()
	outcome(p, d, o)
	p.Labelled("partly", paint.Base, c.Partial)
	difference(p, c)
	for _, id := range c.Checks {
		rule(p, r.Check[id])
	}
	p.Blank()
	source(p, c)
}

func outcome(p *prose.Page, d *document.Document, o *checks.Outcome) {
	c := o.Clause
	if x := c.Exclusion; x != nil {
		excluded(p, x)
		return
	}
	sign, role := clauses.Sign(&p.Look().Signs, o.Word)
	p.Labelled("outcome", role, strings.TrimSpace(sign+" "+o.Word.String()))
	p.Labelled("", paint.Base, meaning(o))
	var where []string
	seen := map[string]bool{}
	add := func(name string) {
		if name != "" && !seen[name] {
			seen[name] = true
			where = append(where, name)
		}
	}
	for _, i := range o.Findings {
		add(d.EventName(d.RowOfLine(d.Ruling().Verdict.Findings[i].Line)))
	}
	for _, u := range o.Uses {
		add(d.EventName(d.RowOfLine(u.Line)))
	}
	if n := len(where); n > placesShown {
		where = append(where[:placesShown], fmt.Sprintf("and %d more", n-placesShown))
	}
	p.Labelled("at", paint.Base, strings.Join(where, " "))
}

// placesShown is how many events are named for a clause.
const placesShown = 12

func excluded(p *prose.Page, x *catalogue.Exclusion) {
	p.Labelled("not", paint.Strong, x.Kind.Label())
	p.Labelled("judged", paint.Base, x.Reason)
	p.Blank()
	p.Labelled("kind", paint.Dim, x.Kind.About())
}

// meaning says what an outcome means for a reader.
func meaning(o *checks.Outcome) string {
	subjects := figure.Things(o.Subjects, "subject")
	switch o.Word {
	case checks.Fail, checks.Warn:
		return fmt.Sprintf("%s, %s in the recording", figure.Things(len(o.Findings), "finding"), subjects)
	case checks.Pass:
		return subjects + " in the recording, none of which breaks the rule"
	case checks.NotObserved:
		return "the recording holds nothing that the rule speaks about"
	case checks.NotApplicable:
		return "what the rule presupposes is not part of this session"
	case checks.Used:
		return "used " + figure.Things(o.Subjects, "time") + "; only observed, never judged"
	case checks.NotUsed:
		return "not used in the recording; only observed, never judged"
	case checks.NotBuilt:
		return "its check is not built yet"
	}
	return ""
}

func difference(p *prose.Page, c *catalogue.Clause) {
	x := c.Differs
	if x == nil {
		return
	}
	p.Blank()
	p.Labelled("differs", paint.Warning, "the catalogue's wording is not that of the specification; judging follows the specification")
	p.Quote("list", x.CatalogueSays)
	p.Quote("spec", x.SpecSays)
	p.Labelled("", paint.Base, x.Where)
	p.Labelled("advice", paint.Base, x.Recommendation)
	p.Labelled("see", paint.Dim, c.DifferenceURL())
}

// Area explains an area: its clauses by outcome.
func Area(p *prose.Page, d *document.Document, area catalogue.Area) {
	p.Heading(string(area) + "  " + area.Title())
	p.Blank()
	var totals checks.Totals
	n := 0
	for i := range d.Ruling().Verdict.Outcomes {
		if o := &d.Ruling().Verdict.Outcomes[i]; o.Clause.Area == area {
			totals[o.Word]++
			n++
		}
	}
	p.Text(figure.Things(n, "clause"))
	for word := checks.Fail; word <= checks.NotBuilt; word++ {
		if totals[word] > 0 {
			sign, role := clauses.Sign(&p.Look().Signs, word)
			p.Role(role, fmt.Sprintf("%s %d %s", sign, totals[word], word))
		}
	}
}
