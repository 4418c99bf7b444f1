package report

import (
	"fmt"
	"io"
	"strings"

	"mcpx/checks"
	"mcpx/checks/catalogue"
	"mcpx/checks/observations"
	"mcpx/tui/safetext"
)

// Markdown writes the assessment of a recording as a document: what went wrong, each kind of fault once,
// with the clauses that it breaks. A Full one unfolds what repeats and ends with a table of the clauses.
func Markdown(w io.Writer, trace string, a *checks.Assessment, detail Detail, signs Signs) error {
	p := newPrinter(w, Look{Signs: signs})
	byID := map[string]*checks.Check{}
	for _, c := range a.Checks {
		byID[c.ID] = c
	}
	for i := range a.Rulings {
		if i > 0 {
			p.line()
		}
		m := &markdownReport{printer: p, ruling: &a.Rulings[i], checks: byID, detail: detail}
		m.head(trace, a)
		m.faults()
		if detail == Full {
			m.outcomes()
		}
	}
	if detail == Full {
		p.observedMarkdown(a.Observed)
	}
	return p.flush()
}

// markdownReport writes the document on one ruling.
type markdownReport struct {
	*printer
	ruling *checks.Ruling
	checks map[string]*checks.Check
	detail Detail
}

func (m *markdownReport) head(trace string, a *checks.Assessment) {
	r := m.ruling
	m.line("# ", m.prose(trace))
	m.line()
	m.line("MCP ", string(r.Catalogue.Revision()), " (", r.Basis.Phrase(), "), ", count(a.Facts.Events, "event"), ". ",
		"**", capital(totalsWords(r.Verdict.Totals())), ".**")
	for _, n := range r.Notices {
		m.line()
		m.line("Note: ", m.prose(n), ".")
	}
	if n := a.Facts.Problems; n > 0 {
		m.line()
		m.line("Note: ", count(n, "line"), " ", choice(n, "has", "have"), " problems; what could not be read is not judged.")
	}
	if why := a.Empty(); why != "" {
		m.line()
		m.line("Nothing was judged: ", why, ".")
	}
	if s := r.Selection; s != nil {
		m.line()
		m.line(m.prose(selectionWords(s)))
	}
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func (m *markdownReport) faults() {
	defects, _ := m.ruling.Listed()
	for _, r := range checks.Fold(defects) {
		d := &r.Defects[0]
		m.line()
		m.line("## ", m.prose(fmt.Sprintf("%s %s: %s", m.sign(d), d.Party, d.Findings[0].Detail)))
		m.line()
		m.faultBody(d, m.checks[d.Check])
		m.repeats(&r)
	}
}

// sign is that of the gravest clause that a defect breaks.
func (m *markdownReport) sign(d *checks.Defect) string {
	if d.Level().Fails() {
		return m.look.Signs.outcome(checks.Fail)
	}
	return m.look.Signs.outcome(checks.Warn)
}

// faultBody writes the clause that a defect breaks, where it is and why it convicts.
func (p *printer) faultBody(d *checks.Defect, check *checks.Check) {
	c := d.Clauses[0]
	bullet := p.look.Signs.bullet()
	p.line("[", c.ID, "](", c.URL(), ") **", string(c.Level), "**", bullet, "binds ", bindsWords(c), bullet, p.prose(c.Place()))
	p.line()
	p.line("> ", p.own("“"+quoted(c.Quote)+"”"))
	p.line()
	p.line("- At: ", p.place(d))
	for i := 1; i < len(d.Findings); i++ {
		p.line("- And there: ", p.prose(d.Findings[i].Detail))
	}
	for _, r := range d.Findings[0].Related {
		if r.What != "" {
			p.line("- ", p.prose(capital(r.What)), ": seq ", fmt.Sprint(r.Seq))
		}
	}
	if len(d.Clauses) > 1 {
		p.line("- Also breaks: ", alsoLinks(d.Clauses[1:]))
	}
	if check == nil {
		p.line("- Judged by: ", p.code(d.Check))
		return
	}
	p.line("- Judged by: ", p.code(d.Check), ", ", p.prose(p.own(check.Title)), ". ", p.prose(p.own(check.Convicts)))
	if check.Caveat != "" {
		p.line("- Caveat: ", p.prose(p.own(check.Caveat)))
	}
	if c.Partial != "" {
		p.line("- Judged in part: ", p.prose(p.own(c.Partial)))
	}
}

// alsoLinks names clauses with their levels and links.
func alsoLinks(clauses []*catalogue.Clause) string {
	parts := make([]string, len(clauses))
	for i, c := range clauses {
		parts[i] = fmt.Sprintf("[%s](%s) %s", c.ID, c.URL(), c.Level)
	}
	return strings.Join(parts, ", ")
}

// place says where a fault is. A "#" before a number would link to an issue where the text is pasted.
func (p *printer) place(d *checks.Defect) string {
	where := d.Place()
	if where == d.Pointer {
		where = p.code(where)
	}
	return fmt.Sprintf("seq %d, %s", d.Seq, where)
}

func (m *markdownReport) repeats(r *checks.Repeats) {
	rest := r.Defects[1:]
	if len(rest) == 0 {
		return
	}
	m.line()
	m.line(count(len(rest), "time"), " more:")
	m.line()
	shown := len(rest)
	if m.detail == Brief {
		shown = min(shown, repeatsShown)
	}
	for i := range rest[:shown] {
		m.line("- ", m.place(&rest[i]), ": ", m.prose(rest[i].Findings[0].Detail))
	}
	if n := len(rest) - shown; n > 0 {
		m.line("- and ", fmt.Sprint(n), " more")
	}
}

func (m *markdownReport) outcomes() {
	_, outcomes := m.ruling.Listed()
	m.line()
	m.line("## Clauses")
	m.line()
	m.line("| Clause | Level | Outcome | Subjects | Findings |")
	m.line("|---|---|---|---|---|")
	for i := range outcomes {
		o := &outcomes[i]
		m.line("| [", o.Clause.ID, "](", o.Clause.URL(), ") | ", string(o.Clause.Level), " | ", m.look.Signs.outcome(o.Word), " ", o.Word.String(),
			" | ", number(o.Subjects), " | ", number(len(o.Findings)), " |")
	}
}

func (p *printer) observedMarkdown(r *observations.Report) {
	if r == nil || r.Len() == 0 {
		return
	}
	p.line()
	p.line("## Beside the rules")
	p.line()
	p.line("These accuse nobody.")
	p.line()
	for i := range r.All {
		o := &r.All[i]
		p.line("- seq ", fmt.Sprint(o.Events[0].Seq), ": ", p.prose(fmt.Sprintf("%s: %s", o.Kind, o.Detail)))
	}
}

// number is a number in a table; nothing for none.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// prose is text of the recording or of the judge within a paragraph: in one line, safe to show, and without
// meaning for Markdown.
func (p *printer) prose(s string) string { return markdown(p.shown(safetext.Line(s)).String()) }

// code is text in a code span.
func (p *printer) code(s string) string {
	s = p.shown(safetext.Line(s)).String()
	fence := strings.Repeat("`", longestRun(s)+1)
	if fence == "`" {
		return "`" + s + "`"
	}
	return fence + " " + s + " " + fence
}

// longestRun is the length of the longest run of backticks.
func longestRun(s string) int {
	longest, run := 0, 0
	for i := range len(s) {
		if s[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}
