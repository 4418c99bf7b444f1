package overview

import (
	"mcpx/checks"
	"mcpx/checks/catalogue"
	"mcpx/checks/filter"
	"mcpx/tui/clauses"
	"mcpx/tui/paint"
	"mcpx/tui/safetext"
)

// verdictColumn is a column of the table of areas: clauses that had one of some outcomes.
type verdictColumn struct {
	name  string
	words []checks.Word
	role  paint.Role
	to    Place
}

// verdictColumns are the columns of the table of areas.
func verdictColumns() []verdictColumn {
	return []verdictColumn{
		{"fail", []checks.Word{checks.Fail}, paint.Must, Findings},
		{"warn", []checks.Word{checks.Warn}, paint.Should, Findings},
		{"pass", []checks.Word{checks.Pass}, paint.Pass, Clauses},
		{"unseen", []checks.Word{checks.NotObserved}, paint.Base, Clauses},
		{"excl.", []checks.Word{checks.Excluded}, paint.Dim, Clauses},
		{"other", []checks.Word{checks.NotApplicable, checks.Used, checks.NotUsed, checks.NotBuilt}, paint.Dim, Clauses},
	}
}

const (
	codeWidth    = 6
	titleWidth   = 21
	cellWidth    = 8
	verdictWidth = 1 + codeWidth + titleWidth + 6*cellWidth + 1
)

// heat counts clauses by area and outcome.
type heat struct {
	areas  []catalogue.Area
	counts map[catalogue.Area]*checks.Totals
	most   []int // by column
}

func heatOf(v *checks.Verdict, columns []verdictColumn) heat {
	h := heat{areas: v.Catalogue.Areas(), counts: map[catalogue.Area]*checks.Totals{}, most: make([]int, len(columns))}
	for _, area := range h.areas {
		h.counts[area] = &checks.Totals{}
	}
	for i := range v.Outcomes {
		o := &v.Outcomes[i]
		if t := h.counts[o.Clause.Area]; t != nil {
			t[o.Word]++
		}
	}
	for _, area := range h.areas {
		for i := range columns {
			h.most[i] = max(h.most[i], columns[i].count(h.counts[area]))
		}
	}
	return h
}

func (c *verdictColumn) count(t *checks.Totals) int {
	n := 0
	for _, w := range c.words {
		n += t[w]
	}
	return n
}

// areas is the verdict by area: how many clauses had which outcome, each count with a bar against the
// greatest of its column.
func (b *builder) areas() {
	if b.scene.Ruling == nil {
		b.section(title("VERDICT BY AREA"))
		b.text(func(l *paint.Line) { l.Say(paint.Dim, "the recording is still being judged") })
		return
	}
	columns := verdictColumns()
	h := heatOf(b.scene.Ruling.Verdict, columns)
	titles := min(titleWidth, max(0, b.width()-verdictWidth+titleWidth))
	b.section(func(l *paint.Line) {
		l.Say(paint.Title, "VERDICT").To(1 + codeWidth + titles)
		for i := range columns {
			c := &columns[i]
			sign, _ := clauses.Sign(&b.scene.Look.Signs, c.words[0])
			l.Space(cellWidth-1-len(c.name)).Sign(c.role, sign).Say(paint.Dim, c.name)
		}
	})
	for _, area := range h.areas {
		b.area(area, h, columns, titles)
	}
}

func (b *builder) area(area catalogue.Area, h heat, columns []verdictColumn, titles int) {
	totals := h.counts[area]
	terms := filter.Term("area", string(area))
	whole := Target{Terms: []string{terms}, To: Clauses}
	if totals[checks.Fail]+totals[checks.Warn] > 0 {
		whole.To = Findings
	}
	var cells []Target
	for _, c := range columns {
		t := Target{Terms: []string{terms}, To: c.to}
		if c.count(totals) == 0 {
			t = Target{}
		} else if len(c.words) == 1 {
			t.Terms = append(t.Terms, filter.Term("outcome", c.words[0].String()))
		}
		cells = append(cells, t)
	}
	b.entry(whole, cells, func(l *paint.Line, selected int) {
		l.Say(paint.ClauseID, string(area)).To(1 + codeWidth)
		if titles > 0 {
			l.Put(paint.Base, safetext.Line(area.Title()).CutTail(titles-1, b.scene.Look.Ellipsis())).To(1 + codeWidth + titles)
		}
		for i := range columns {
			b.cell(l, &columns[i], columns[i].count(totals), h.most[i], selected == i+1)
		}
	})
}

// cell is one count of the table. The selected one stands between brackets and underlined.
func (b *builder) cell(l *paint.Line, c *verdictColumn, n, most int, selected bool) {
	role, text := c.role, digits(n)
	if n == 0 {
		role, text = paint.Dim, b.scene.Look.Signs.Dot
	}
	bar := " "
	if n > 0 {
		bar = b.scene.Look.Signs.Bar(n, most)
	}
	l.Space(cellWidth - 3 - safetext.Line(text).Width())
	if selected {
		l.Say(paint.FooterKey, "[").Say(paint.Partner, text).Sign(role, bar).Say(paint.FooterKey, "]")
		return
	}
	l.Space(1).Say(role, text).Sign(role, bar).Space(1)
}
