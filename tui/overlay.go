package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"mcpx/checks/catalogue"
	language "mcpx/checks/filter"
	"mcpx/tui/document"
	"mcpx/tui/explain"
	"mcpx/tui/figure"
	"mcpx/tui/paint"
	"mcpx/tui/prose"
	"mcpx/tui/safetext"
	"mcpx/tui/vlist"
)

// overlay is a text that covers the panes.
type overlay struct {
	title string
	above mode // that it was opened from
	set   func(p *prose.Page)
	// ruling is the verdict that the text explains, nil if it explains none.
	ruling *document.Ruling

	rows  []string
	width int
	list  vlist.List
}

// forget makes the text be set again.
func (o *overlay) forget() { o.rows = nil }

func (o *overlay) render(look *paint.Look, w, h int) []string {
	if o.rows == nil || o.width != w {
		p := prose.New(look, w)
		o.set(p)
		o.rows, o.width = p.Rows(), w
		o.list.SetLen(len(o.rows))
	}
	return look.Rows(&o.list, w, h, func(i int) string { return o.rows[i] })
}

// more tells how much of the text is out of sight.
func (o *overlay) more() string {
	first, end := o.list.Window()
	if first == 0 && end == o.list.Len() {
		return ""
	}
	return fmt.Sprintf("%d to %d of %d", first+1, end, o.list.Len())
}

func (m *Model) cover(title string, set func(p *prose.Page)) {
	above := m.mode
	if above == overlayMode {
		above = m.overlay.above
	}
	m.overlay = overlay{title: title, above: above, set: set}
	m.mode = overlayMode
}

// Move scrolls by rows.
func (o *overlay) Move(n int) { o.list.Scroll(n) }

// Page scrolls by parts of a screen, or to an end.
func (o *overlay) Page(parts float64) {
	l := &o.list
	n := l.Len()
	switch {
	case max(parts, -parts) >= vlist.Ends:
	case max(parts, -parts) >= 1:
		n = max(l.Height()-1, 1)
	default:
		n = max(l.Height()/2, 1)
	}
	if parts < 0 {
		n = -n
	}
	l.Scroll(n)
}

// pressOverlay scrolls; esc, q, enter and the keys that open texts close it.
func (m *Model) pressOverlay(k tea.KeyPressMsg) tea.Cmd {
	keys := &m.keys
	switch {
	case keys.moves(k, &m.overlay):
	case matches(k, keys.Back), matches(k, keys.Quit), matches(k, keys.Open), matches(k, keys.Help),
		matches(k, keys.ClauseText), matches(k, keys.Decoded):
		m.mode = m.overlay.above
	}
	return nil
}

// openClause shows what is selected at the right in full.
func (m *Model) openClause() {
	if m.doc.Ruling() == nil {
		m.say(m.noVerdict())
		return
	}
	set := m.fullExplanation()
	if set == nil {
		m.say("no finding is selected; " + first(m.keys.NextTab) + " leads to the clauses")
		return
	}
	m.cover("CLAUSE", set)
	m.overlay.ruling = m.doc.Ruling()
}

// fullExplanation is the text on what is selected at the right with all that it rests on; nil if nothing is.
func (m *Model) fullExplanation() func(p *prose.Page) {
	if i, ok := m.found.Defect(); ok && m.tab == findingsTab {
		return func(p *prose.Page) { explain.WholeDefect(p, m.doc, i) }
	}
	return m.explanation()
}

// explanation is the text on what is selected at the right; nil if nothing is.
func (m *Model) explanation() func(p *prose.Page) {
	switch m.tab {
	case findingsTab:
		if i, ok := m.found.Defect(); ok {
			return func(p *prose.Page) { explain.Defect(p, m.doc, i, first(m.keys.ClauseText)) }
		}
	case clausesTab:
		if c := m.clauses.Clause(); c != nil {
			return func(p *prose.Page) { explain.Clause(p, m.doc, c) }
		}
		if area, ok := m.clauses.Area(); ok {
			return func(p *prose.Page) { explain.Area(p, m.doc, area) }
		}
	case observedTab:
		if m.observed.Kept() > 0 {
			return func(p *prose.Page) { m.observed.Explain(p, m.doc) }
		}
	case pairsTab:
		if row := m.pairs.Row(); row >= 0 {
			return func(p *prose.Page) { explain.Pair(p, m.doc, row) }
		}
	}
	return nil
}

// menu is the areas to choose from.
type menu struct {
	areas    []catalogue.Area // the first is "" for all
	findings []int            // of each
	list     vlist.List
}

func (m *Model) openAreas() {
	r := m.doc.Ruling()
	if r == nil {
		m.say(m.noVerdict())
		return
	}
	m.mode = menuMode
	m.menu.areas = append([]catalogue.Area{""}, r.Catalogue.Areas()...)
	m.menu.findings = findingsByArea(r, m.menu.areas)
	m.menu.list = vlist.New(len(m.menu.areas), len(m.menu.areas))
	for i, area := range m.menu.areas {
		if area != "" && language.Has(m.filter.parsed.Source(), "area:"+string(area)) {
			m.menu.list.MoveTo(i)
		}
	}
}

func (m *Model) pressMenu(k tea.KeyPressMsg) tea.Cmd {
	l, keys := &m.menu.list, &m.keys
	switch {
	case matches(k, keys.Down):
		l.Down(1)
	case matches(k, keys.Up):
		l.Up(1)
	case matches(k, keys.Top):
		l.Top()
	case matches(k, keys.Bottom):
		l.Bottom()
	case matches(k, keys.Back), matches(k, keys.Quit), matches(k, keys.Area):
		m.mode = normalMode
	case matches(k, keys.Open):
		m.mode = normalMode
		return m.onlyArea(m.menu.areas[l.Cursor()])
	}
	return nil
}

// findingsByArea counts the findings that break a clause of each area; "" is any area.
func findingsByArea(r *document.Ruling, areas []catalogue.Area) []int {
	counts := make([]int, len(areas))
	for i := range r.Defects {
		for n, area := range areas {
			breaks := func(c *catalogue.Clause) bool { return area == "" || c.Area == area }
			if slices.ContainsFunc(r.Defects[i].Clauses, breaks) {
				counts[n]++
			}
		}
	}
	return counts
}

// onlyArea narrows to an area; "" is all.
func (m *Model) onlyArea(area catalogue.Area) tea.Cmd {
	source := language.Without(m.filter.parsed.Source(), "area")
	if area != "" {
		source = language.With(source, language.Term("area", string(area)))
	}
	return m.narrowTo(source)
}

const (
	areaColumn = 38 // where the counts of the areas begin, if there is room
	areaCount  = 5  // cells of a count
)

func (m *Model) renderMenu(w, h int) []string {
	return m.look.List(&m.menu.list, paint.Selected, w, h, m.menuRow)
}

func (m *Model) menuRow(b *paint.Line, i int) {
	const words = " findings"
	end := min(areaColumn, b.Room()-areaCount-len(words)-1)
	area := m.menu.areas[i]
	name, count := area.Title(), figure.Count(m.menu.findings[i])
	if area == "" {
		name = "all areas"
	}
	b.Gutter().To(2).Say(paint.ClauseID, string(area)).To(8)
	b.Put(paint.Base, safetext.Line(name).CutTail(max(end-b.At(), 0), m.look.Ellipsis())).To(end)
	role := paint.Base
	if count == "0" {
		role = paint.Dim
	}
	b.Space(areaCount-len(count)).Say(role, count).Say(paint.Dim, words)
}
