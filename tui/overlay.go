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
	o.list.SetHeight(h)
	first, end := o.list.Window()
	return look.Fill(append([]string{}, o.rows[first:end]...), w, h)
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

// pressOverlay scrolls; esc, q, enter and the keys that open texts close it.
func (m *Model) pressOverlay(k tea.KeyPressMsg) tea.Cmd {
	l, keys := &m.overlay.list, &m.keys
	switch {
	case matches(k, keys.Down):
		l.Scroll(1)
	case matches(k, keys.Up):
		l.Scroll(-1)
	case matches(k, keys.PageDown):
		l.Scroll(max(l.Height()-1, 1))
	case matches(k, keys.PageUp):
		l.Scroll(-max(l.Height()-1, 1))
	case matches(k, keys.HalfDown):
		l.Scroll(max(l.Height()/2, 1))
	case matches(k, keys.HalfUp):
		l.Scroll(-max(l.Height()/2, 1))
	case matches(k, keys.Top):
		l.Scroll(-l.Len())
	case matches(k, keys.Bottom):
		l.Scroll(l.Len())
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
	set := m.explanation(true)
	if set == nil {
		m.say("no finding is selected; " + first(m.keys.NextTab) + " leads to the clauses")
		return
	}
	m.cover("CLAUSE", set)
	m.overlay.ruling = m.doc.Ruling()
}

// explanation is the text on what is selected at the right; nil if nothing is.
func (m *Model) explanation(full bool) func(p *prose.Page) {
	switch m.tab {
	case findingsTab:
		if i, ok := m.found.Defect(); ok {
			return func(p *prose.Page) { explain.Defect(p, m.doc, i, full) }
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
	l := &m.menu.list
	l.SetHeight(h)
	const words = " findings"
	end := min(areaColumn, w-areaCount-len(words)-1)
	first, last := l.Window()
	var rows []string
	for i := first; i < last; i++ {
		state := paint.Plain
		if i == l.Cursor() {
			state = paint.Selected
		}
		b := m.look.Line(w, state)
		if state == paint.Selected {
			b.Sign(paint.Gutter, m.look.Signs.Gutter)
		}
		area := m.menu.areas[i]
		name, count := area.Title(), figure.Count(m.menu.findings[i])
		if area == "" {
			name = "all areas"
		}
		b.To(2).Say(paint.ClauseID, string(area)).To(8)
		b.Put(paint.Base, safetext.Line(name).CutTail(max(end-b.At(), 0), m.look.Ellipsis())).To(end)
		role := paint.Base
		if count == "0" {
			role = paint.Dim
		}
		b.Space(areaCount-len(count)).Say(role, count).Say(paint.Dim, words)
		rows = append(rows, b.End())
	}
	return m.look.Fill(rows, w, h)
}
