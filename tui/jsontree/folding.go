package jsontree

import "slices"

// mostRemembered bounds the containers that a Folding remembers.
const mostRemembered = 1 << 12

// Folding is how somebody has folded a tree and where its cursor was. It may be put upon another tree of
// the same message.
type Folding struct {
	changed bool
	open    []uint32 // where the unfolded containers begin
	cursor  uint64
}

// Folding is how the tree is folded now.
func (t *Tree) Folding() Folding {
	f := Folding{cursor: t.place(t.current())}
	if !t.changed {
		return f
	}
	for i := range t.nodes {
		if n := &t.nodes[i]; n.unfolded {
			f.open = append(f.open, n.start)
		}
		if len(f.open) > mostRemembered {
			return Folding{cursor: f.cursor}
		}
	}
	slices.Sort(f.open)
	f.changed = true
	return f
}

// Restore folds the tree as another one was. What was made by unfolding a long list is not made again.
func (t *Tree) Restore(f Folding) {
	if f.changed {
		t.changed = true
		for i := range t.nodes {
			n := &t.nodes[i]
			_, n.unfolded = slices.BinarySearch(f.open, n.start)
			n.unfolded = n.unfolded && n.container()
		}
		t.remake(t.current())
	}
	t.List.CentreOn(t.search(f.cursor))
}
