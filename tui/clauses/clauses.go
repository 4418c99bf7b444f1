// Package clauses is the list of every clause of a revision with its outcome, by area.
package clauses

import (
	"mcpx/checks"
	"mcpx/checks/catalogue"
	"mcpx/tui/document"
	"mcpx/tui/vlist"
)

// item is a clause, or the heading of an area.
type item struct {
	area   catalogue.Area
	clause *catalogue.Clause // nil for a heading
}

// List is which clauses are listed and where the cursor is.
type List struct {
	List vlist.List

	ruling *document.Ruling
	items  []item
	kept   int
	folded map[catalogue.Area]bool
	keep   func(*checks.Outcome) bool
}

// Show lists the clauses of a ruling that are to be kept; nil keeps all.
func (l *List) Show(r *document.Ruling, keep func(*checks.Outcome) bool) {
	current := l.Clause()
	if l.folded == nil {
		l.folded = map[catalogue.Area]bool{}
		l.List.SetMargin(1)
	}
	l.ruling, l.keep = r, keep
	l.arrange()
	if current != nil && r != nil {
		if same := r.Catalogue.Clause(current.ID); same != nil {
			l.Select(same)
		}
	}
}

func (l *List) arrange() {
	l.items, l.kept = l.items[:0], 0
	if l.ruling != nil {
		for _, area := range l.ruling.Catalogue.Areas() {
			l.area(area)
		}
	}
	l.List.SetLen(len(l.items))
}

func (l *List) area(area catalogue.Area) {
	l.items = append(l.items, item{area: area})
	heading := len(l.items)
	n := 0
	for i := range l.ruling.Verdict.Outcomes {
		o := &l.ruling.Verdict.Outcomes[i]
		if o.Clause.Area != area || l.keep != nil && !l.keep(o) {
			continue
		}
		n++
		if !l.folded[area] {
			l.items = append(l.items, item{area, o.Clause})
		}
	}
	l.kept += n
	if n == 0 {
		l.items = l.items[:heading-1]
	}
}

// Kept is the number of clauses that are listed, those in folded areas, too.
func (l *List) Kept() int { return l.kept }

// Clause is the selected clause, nil on a heading.
func (l *List) Clause() *catalogue.Clause {
	if i := l.List.Cursor(); i < len(l.items) {
		return l.items[i].clause
	}
	return nil
}

// Area is the area that the cursor is in.
func (l *List) Area() (area catalogue.Area, ok bool) {
	if i := l.List.Cursor(); i < len(l.items) {
		return l.items[i].area, true
	}
	return "", false
}

// Select moves to a clause, unfolding its area, and reports whether it is listed.
func (l *List) Select(c *catalogue.Clause) bool {
	if l.folded[c.Area] {
		l.folded[c.Area] = false
		l.arrange()
	}
	for i, it := range l.items {
		if it.clause == c {
			l.List.CentreOn(i)
			return true
		}
	}
	return false
}

// Fold folds the area of the cursor and reports whether there was something to do.
func (l *List) Fold() bool {
	area, ok := l.Area()
	if !ok || l.folded[area] {
		return false
	}
	l.folded[area] = true
	l.refold(area)
	return true
}

// Unfold unfolds the area of the cursor and reports whether there was something to do.
func (l *List) Unfold() bool {
	area, ok := l.Area()
	if !ok || !l.folded[area] {
		return false
	}
	l.folded[area] = false
	l.refold(area)
	return true
}

// FoldAll folds every area.
func (l *List) FoldAll() { l.each(func(a catalogue.Area) { l.folded[a] = true }) }

// UnfoldAll unfolds every area.
func (l *List) UnfoldAll() { l.each(func(a catalogue.Area) { l.folded[a] = false }) }

// Toggle folds or unfolds the area whose heading the cursor is on.
func (l *List) Toggle() bool { return l.Clause() == nil && (l.Unfold() || l.Fold()) }

// each folds or unfolds area by area.
func (l *List) each(do func(catalogue.Area)) {
	area, ok := l.Area()
	if !ok {
		return
	}
	for _, a := range l.ruling.Catalogue.Areas() {
		do(a)
	}
	l.refold(area)
}

// refold lists what is unfolded now, with the cursor on the heading of an area.
func (l *List) refold(area catalogue.Area) {
	l.arrange()
	for i, it := range l.items {
		if it.area == area {
			l.List.MoveTo(i)
			return
		}
	}
}
