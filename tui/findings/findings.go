// Package findings is the list with a row for each fault, repeats folded into one.
package findings

import (
	"slices"

	"mcpx/tui/document"
	"mcpx/tui/vlist"
)

// Order is how the faults stand.
type Order uint8

// The worst first, or as the recording has them.
const (
	WorstFirst Order = iota
	AsRecorded
)

func (o Order) String() string {
	return [...]string{"the worst first", "as recorded"}[o]
}

// Keep tells which faults are listed.
type Keep func(defect int) bool

// item is a group, or a single defect of an unfolded group.
type item struct {
	group int
	nth   int // of the kept defects; -1 for the group itself
}

// List is which faults are listed, which groups are unfolded and where the cursor is.
type List struct {
	lines vlist.List // over the lines on the screen
	order Order

	ruling *document.Ruling
	kept   [][]int // the defects that are listed, by group
	items  []item
	begins []int // first line of each item
	open   map[int]bool
	at     int         // the item that the cursor is on
	shown  map[int]int // by group: which of the kept defects stands for it
}

// linesOfGroup is how many lines a group takes, linesOfDefect how many one of its defects.
const (
	linesOfGroup  = 2
	linesOfDefect = 1
)

// Show lists the faults of a ruling that are to be kept; nil keeps all.
func (l *List) Show(r *document.Ruling, keep Keep) {
	current, had := l.Defect()
	if r != l.ruling {
		l.open, l.shown, l.at = map[int]bool{}, map[int]int{}, 0
		had = false
	}
	l.ruling = r
	l.kept = nil
	if r != nil {
		l.kept = make([][]int, len(r.Groups))
		for g := range r.Groups {
			for _, i := range r.Groups[g].Defects {
				if keep == nil || keep(i) {
					l.kept[g] = append(l.kept[g], i)
				}
			}
		}
	}
	l.shown = map[int]int{}
	l.arrange()
	if had {
		l.Select(current)
	}
}

// Turn changes the order.
func (l *List) Turn() Order {
	current, ok := l.Defect()
	l.order = 1 - l.order
	l.arrange()
	if ok {
		l.Select(current)
	}
	return l.order
}

// Order is the order.
func (l *List) Order() Order { return l.order }

func (l *List) arrange() {
	l.items, l.begins = l.items[:0], l.begins[:0]
	lines := 0
	add := func(it item, n int) {
		l.items, l.begins = append(l.items, it), append(l.begins, lines)
		lines += n
	}
	for i := range l.kept {
		g := i
		if l.order == AsRecorded {
			g = l.ruling.ByTrace[i]
		}
		if len(l.kept[g]) == 0 {
			continue
		}
		add(item{g, -1}, linesOfGroup)
		if l.open[g] {
			for n := range l.kept[g] {
				add(item{g, n}, linesOfDefect)
			}
		}
	}
	l.lines.SetLen(lines)
	l.moveTo(l.at)
}

// moveTo puts the cursor on an item and all its lines in sight.
func (l *List) moveTo(i int) {
	l.at = min(max(i, 0), max(len(l.items)-1, 0))
	if len(l.items) == 0 {
		return
	}
	last := l.lines.Len()
	if l.at+1 < len(l.items) {
		last = l.begins[l.at+1]
	}
	l.lines.MoveTo(last - 1)
	l.lines.MoveTo(l.begins[l.at])
	if it := l.items[l.at]; it.nth >= 0 {
		l.shown[it.group] = it.nth
	}
}

// SetHeight says how many lines there is room for.
func (l *List) SetHeight(h int) {
	l.lines.SetHeight(h)
	l.moveTo(l.at)
}

// Move moves the cursor by n items.
func (l *List) Move(n int) { l.moveTo(l.at + n) }

// Page moves the cursor by about part of a screen, down for positive parts, or to an end.
func (l *List) Page(parts float64) {
	switch {
	case parts <= -vlist.Ends:
		l.moveTo(0)
		return
	case parts >= vlist.Ends:
		l.moveTo(len(l.items) - 1)
		return
	}
	n := max(1, int(float64(l.lines.Height())*max(parts, -parts))/linesOfGroup)
	if parts < 0 {
		n = -n
	}
	l.Move(n)
}

// Defect is the index of the selected defect; ok is false if the list is empty.
func (l *List) Defect() (i int, ok bool) {
	if l.at >= len(l.items) || l.ruling == nil {
		return 0, false
	}
	it := l.items[l.at]
	kept := l.kept[it.group]
	n := it.nth
	if n < 0 {
		n = min(l.shown[it.group], len(kept)-1)
	}
	return kept[n], true
}

// Select moves the cursor to a defect, or to the group that it is folded into. It reports whether the
// defect is listed.
func (l *List) Select(defect int) bool {
	if l.ruling == nil || defect < 0 || defect >= len(l.ruling.Defects) {
		return false
	}
	g := l.ruling.Defects[defect].Group
	for n, i := range l.kept[g] {
		if i != defect {
			continue
		}
		l.shown[g] = n
		for at, it := range l.items {
			if it.group == g && (it.nth == n || it.nth < 0 && !l.open[g]) {
				l.moveTo(at)
				return true
			}
		}
	}
	return false
}

// Unfold shows the repeats of the selected fault one by one and reports whether there was something to do.
func (l *List) Unfold() bool {
	g, ok := l.repeated()
	if !ok || l.open[g] {
		return false
	}
	l.open[g] = true
	l.refold(g)
	return true
}

// Fold shows the repeats of the selected fault as one and reports whether there was something to do.
func (l *List) Fold() bool {
	g, ok := l.repeated()
	if !ok || !l.open[g] {
		return false
	}
	l.open[g] = false
	l.refold(g)
	return true
}

// repeated is the selected group; ok is false if it has no repeats.
func (l *List) repeated() (g int, ok bool) {
	if l.at >= len(l.items) {
		return 0, false
	}
	g = l.items[l.at].group
	return g, len(l.kept[g]) > 1
}

// FoldAll folds every fault.
func (l *List) FoldAll() { l.each(func(g int) { l.open[g] = false }) }

// UnfoldAll unfolds every fault.
func (l *List) UnfoldAll() { l.each(func(g int) { l.open[g] = len(l.kept[g]) > 1 }) }

// Toggle folds or unfolds.
func (l *List) Toggle() bool { return l.Unfold() || l.Fold() }

// each folds or unfolds group by group.
func (l *List) each(do func(g int)) {
	if l.at >= len(l.items) {
		return
	}
	for g := range l.kept {
		do(g)
	}
	l.refold(l.items[l.at].group)
}

// refold lists what is unfolded now, with the cursor on a group.
func (l *List) refold(g int) {
	l.arrange()
	for at, it := range l.items {
		if it.group == g && it.nth < 0 {
			l.moveTo(at)
			return
		}
	}
}

// Listed and Kept are the numbers of faults and of their repeats that are listed.
func (l *List) Listed() (groups, defects int) {
	for _, kept := range l.kept {
		if len(kept) > 0 {
			groups++
		}
		defects += len(kept)
	}
	return groups, defects
}

// Kept are the listed defects, by group.
func (l *List) Kept() []int { return slices.Concat(l.kept...) }

// Next is the listed defect after or before a place in the recording: the row and the defect selected
// there, or -1. It goes on at the other end and then reports that.
func (l *List) Next(row, defect, step int) (next int, wrapped, ok bool) {
	if l.ruling == nil {
		return 0, false, false
	}
	all := l.ruling.Defects
	keeps := make([]bool, len(all))
	found := false
	for _, kept := range l.kept {
		for _, i := range kept {
			keeps[i], found = true, true
		}
	}
	if !found {
		return 0, false, false
	}
	i := start(all, row, defect, step)
	for range 2 * len(all) {
		i += step
		if i < 0 || i >= len(all) {
			wrapped = true
			i = (i + len(all)) % len(all)
		}
		if keeps[i] {
			return i, wrapped, true
		}
	}
	return 0, false, false
}

// start is the defect that the step leaves from, or the place between two defects before it.
func start(all []document.Defect, row, defect, step int) int {
	if defect >= 0 && defect < len(all) && all[defect].Row == row {
		return defect
	}
	if step > 0 {
		i := 0
		for i < len(all) && all[i].Row < row {
			i++
		}
		return i - 1
	}
	i := len(all) - 1
	for i >= 0 && all[i].Row > row {
		i--
	}
	return i + 1
}
