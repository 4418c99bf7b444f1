// Package observed is the list of what is worth knowing in a recording though no clause speaks of it, by
// kind, each with the events that it rests on.
package observed

import (
	"mcpx/checks/observations"
	"mcpx/tui/vlist"
)

// none is the row of an event that is not there.
const none = -1

// item is a line: the heading of a kind, an observation, or one of the further events it rests on.
type item struct {
	kind  observations.Kind
	nth   int // of the report; -1 for a heading
	event int // of the observation; 0 for the observation itself
}

// List is which observations are listed, which are unfolded, and where the cursor is.
type List struct {
	List vlist.List

	report *observations.Report
	rows   [][]int // of the events, by observation
	kept   []int   // observations that are listed
	items  []item
	folded map[observations.Kind]bool
	open   map[int]bool
}

// Show lists the observations of a report of which some event is kept; rowOf gives the row of a line of
// the recording, or -1. A keep of nil keeps all.
func (l *List) Show(r *observations.Report, rowOf func(line int) int, keep func(row int) bool) {
	if r != l.report {
		l.report, l.rows = r, nil
		l.folded, l.open = map[observations.Kind]bool{}, map[int]bool{}
		l.List.SetMargin(1)
		l.List.Top()
		l.locate(rowOf)
	}
	current, had := l.current()
	l.kept = l.kept[:0]
	for i := range l.rows {
		if keep == nil || l.keeps(i, keep) {
			l.kept = append(l.kept, i)
		}
	}
	l.arrange()
	if had {
		l.moveTo(current)
	}
}

func (l *List) locate(rowOf func(line int) int) {
	if l.report == nil {
		return
	}
	for i := range l.report.All {
		var rows []int
		for _, e := range l.report.All[i].Events {
			rows = append(rows, rowOf(e.Line))
		}
		l.rows = append(l.rows, rows)
	}
}

func (l *List) keeps(i int, keep func(row int) bool) bool {
	for _, row := range l.rows[i] {
		if row != none && keep(row) {
			return true
		}
	}
	return false
}

func (l *List) arrange() {
	l.items = l.items[:0]
	by := map[observations.Kind][]int{}
	for _, i := range l.kept {
		k := l.report.All[i].Kind
		by[k] = append(by[k], i)
	}
	for _, k := range observations.Kinds() {
		if len(by[k]) == 0 {
			continue
		}
		l.items = append(l.items, item{k, -1, 0})
		if l.folded[k] {
			continue
		}
		for _, i := range by[k] {
			l.items = append(l.items, item{k, i, 0})
			for n := 1; l.open[i] && n < len(l.rows[i]); n++ {
				l.items = append(l.items, item{k, i, n})
			}
		}
	}
	l.List.SetLen(len(l.items))
}

func (l *List) current() (item, bool) {
	if i := l.List.Cursor(); i < len(l.items) {
		return l.items[i], true
	}
	return item{}, false
}

// moveTo puts the cursor on an item, or on what it is folded into.
func (l *List) moveTo(want item) {
	for _, same := range [...]item{want, {want.kind, want.nth, 0}, {want.kind, -1, 0}} {
		for i, it := range l.items {
			if it == same {
				l.List.MoveTo(i)
				return
			}
		}
	}
}

// Kept is how many observations are listed.
func (l *List) Kept() int { return len(l.kept) }

// Len is how many observations there are.
func (l *List) Len() int {
	if l.report == nil {
		return 0
	}
	return len(l.report.All)
}

// Selected is the observation that the cursor is on and the number of its event; nil on a heading.
func (l *List) Selected() (o *observations.Observation, event int) {
	it, ok := l.current()
	if !ok || it.nth < 0 {
		return nil, 0
	}
	return &l.report.All[it.nth], it.event
}

// Kind is the kind that the cursor is in.
func (l *List) Kind() (k observations.Kind, ok bool) {
	it, ok := l.current()
	return it.kind, ok
}

// Row is the row of the selected event, -1 if there is none.
func (l *List) Row() int {
	it, ok := l.current()
	if !ok || it.nth < 0 {
		return none
	}
	return l.rows[it.nth][it.event]
}

// Fold folds what the cursor is on: the events of an observation, or a kind. It reports whether there was
// something to do.
func (l *List) Fold() bool {
	it, ok := l.current()
	switch {
	case ok && it.nth >= 0 && l.open[it.nth]:
		l.open[it.nth] = false
	case ok && !l.folded[it.kind]:
		l.folded[it.kind] = true
	default:
		return false
	}
	l.refold(it)
	return true
}

// Unfold unfolds what the cursor is on and reports whether there was something to do.
func (l *List) Unfold() bool {
	it, ok := l.current()
	switch {
	case ok && it.nth >= 0 && !l.open[it.nth] && len(l.rows[it.nth]) > 1:
		l.open[it.nth] = true
	case ok && it.nth < 0 && l.folded[it.kind]:
		l.folded[it.kind] = false
	default:
		return false
	}
	l.refold(it)
	return true
}

// FoldAll folds every kind.
func (l *List) FoldAll() { l.each(func(k observations.Kind) { l.folded[k] = true }) }

// UnfoldAll unfolds every kind.
func (l *List) UnfoldAll() { l.each(func(k observations.Kind) { l.folded[k] = false }) }

// Toggle folds or unfolds the kind whose heading the cursor is on.
func (l *List) Toggle() bool {
	it, ok := l.current()
	return ok && it.nth < 0 && (l.Unfold() || l.Fold())
}

// each folds or unfolds kind by kind.
func (l *List) each(do func(observations.Kind)) {
	it, ok := l.current()
	if !ok {
		return
	}
	for _, k := range observations.Kinds() {
		do(k)
	}
	l.refold(it)
}

// refold lists what is unfolded now, with the cursor where it was or on what that is folded into.
func (l *List) refold(it item) {
	l.arrange()
	l.moveTo(it)
}
