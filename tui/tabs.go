package tui

import (
	"fmt"
	"strconv"
	"strings"

	"mcpx/tui/figure"
	"mcpx/tui/paint"
	"mcpx/tui/safetext"
)

// tabName is the name of a list at the right and how much it lists. Short is what it is called where there
// is no room.
type tabName struct{ name, short, count string }

func (m *Model) tabNames() [tabs]tabName {
	clauses := "…"
	if r := m.doc.Ruling(); r != nil {
		clauses = strconv.Itoa(r.Catalogue.Len())
		if m.clauses.Kept() != r.Catalogue.Len() {
			clauses = fmt.Sprintf("%d of %s", m.clauses.Kept(), clauses)
		}
	}
	return [tabs]tabName{
		findingsTab: {"Findings", "Findings", m.findingsCount()},
		clausesTab:  {"Clauses", "Clauses", clauses},
		pairsTab:    {"Pairs", "Pairs", figure.Count(m.pairs.Len())},
		observedTab: {"Observations", m.look.Signs.Observation, m.observedCount()},
	}
}

// tabsFitting are the names of the lists at the right and the gap between them, closer together and shorter
// where there is little room.
func (m *Model) tabsFitting(w int) (names [tabs]tabName, gap int) {
	names, gap = m.tabNames(), 3
	if tabsWidth(names, gap) > w {
		gap = 2
	}
	if tabsWidth(names, gap) > w {
		for t := range names {
			names[t].name = names[t].short
		}
	}
	return names, gap
}

// tabSpans are the columns of the names of the lists.
func (m *Model) tabSpans(w int) (spans [tabs][2]int) {
	names, gap := m.tabsFitting(w)
	at := 1
	for t, n := range names {
		begin := at
		at += safetext.Line(n.name+n.count).Width() + 1 + gap
		spans[t] = [2]int{begin, at}
	}
	return spans
}

// tabsLine names the lists at the right.
func (m *Model) tabsLine(w int) string {
	names, gap := m.tabsFitting(w)
	l := m.look.Line(w, paint.Plain).Space(1)
	for t, n := range names {
		role, text := paint.Dim, n.name
		if tab(t) == m.tab {
			role, text = m.titleRole(listPane), strings.ToUpper(n.name)
		}
		l.Say(role, text).Space(1).Say(paint.Dim, n.count).Space(gap)
	}
	return l.End()
}

func tabsWidth(names [tabs]tabName, gap int) int {
	w := 1 - gap
	for _, n := range names {
		w += safetext.Line(n.name+n.count).Width() + 1 + gap
	}
	return w
}
