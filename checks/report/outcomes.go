package report

import (
	"fmt"
	"strings"

	"mcpx/checks"
	"mcpx/checks/catalogue"
	"mcpx/tui/safetext"
)

// outcomes writes every clause with its outcome, in the catalogue's order.
func (t *textReport) outcomes() {
	_, outcomes := t.ruling.Listed()
	idWidth, levelWidth := columns(t.ruling.Catalogue)
	heading := ""
	for i := range outcomes {
		o := &outcomes[i]
		if h := headingOf(o.Clause); h != heading {
			if heading != "" {
				t.line()
			}
			heading = h
			t.line(t.paint(strong, safetext.Line(t.own(h))))
		}
		t.outcome(o, idWidth, levelWidth)
	}
	t.line()
}

// columns are the widths of the longest id and level.
func columns(cat *catalogue.Catalogue) (id, level int) {
	for _, c := range cat.Clauses() {
		id, level = max(id, len(c.ID)), max(level, len(c.Level))
	}
	return id, level
}

// headingOf is what a clause stands under: its category where the catalogue has an order of its own,
// else its area.
func headingOf(c *catalogue.Clause) string {
	if c.Category != "" {
		return c.Category + " / " + c.Subcategory
	}
	return string(c.Area) + "  " + c.Area.Title()
}

func (t *textReport) outcome(o *checks.Outcome, idWidth, levelWidth int) {
	c := o.Clause
	sign := t.paint(inkOf(o.Word), safetext.Line(t.look.Signs.outcome(o.Word)))
	label := fmt.Sprintf("%-*s  %-*s  ", idWidth, c.ID, levelWidth, c.Level)
	indent := 2 + len(label)
	rows := safetext.Line(t.own(t.outcomeWords(o))).Wrap(max(t.look.Width-indent, 20))
	for i, row := range rows {
		if i == 0 {
			t.line(sign, " ", label, t.paint(rowInk(o.Word), row))
			continue
		}
		t.line(blanks(indent), t.paint(rowInk(o.Word), row))
	}
	t.wording(c)
}

func rowInk(w checks.Word) ink {
	if w == checks.Fail || w == checks.Warn {
		return normal
	}
	return quiet
}

// outcomeWords says what became of a clause and by what.
func (t *textReport) outcomeWords(o *checks.Outcome) string {
	c, bullet := o.Clause, t.look.Signs.bullet()
	switch o.Word {
	case checks.Excluded:
		return fmt.Sprintf("excluded%s%s: %s", bullet, c.Exclusion.Kind.Label(), c.Exclusion.Reason)
	case checks.Used:
		return "used at seq " + useSeqs(o)
	case checks.NotUsed, checks.NotApplicable:
		return o.Word.String()
	}
	words := o.Word.String()
	if o.Subjects > 0 {
		words += bullet + count(o.Subjects, "subject")
	}
	if n := len(o.Findings); n > 0 {
		words += bullet + count(n, "finding")
	}
	return words + bullet + strings.Join(c.Checks, ", ")
}

// useSeqs lists the first uses of an observed clause and how many there are beyond them.
func useSeqs(o *checks.Outcome) string {
	var seqs []string
	for _, u := range o.Uses {
		seqs = append(seqs, fmt.Sprint(u.Seq))
	}
	list := strings.Join(seqs, ", ")
	if n := o.Subjects - len(seqs); n > 0 {
		list += fmt.Sprintf(" and %d more", n)
	}
	return list
}
