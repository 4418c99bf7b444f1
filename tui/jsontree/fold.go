package jsontree

// mostUnfolded bounds the rows that unfolding deeply adds at once.
const mostUnfolded = 100_000

// current is the line that the cursor is on.
func (t *Tree) current() line { return t.lines[t.List.Cursor()] }

// Fold folds the container that the cursor is on or whose closing line it is
// on. It reports whether there was something to fold.
func (t *Tree) Fold() bool {
	l := t.current()
	if l.part == More || l.part == Missing || !t.nodes[l.node].unfolded || !t.foldable(l.node) {
		return false
	}
	t.nodes[l.node].unfolded = false
	t.refresh(l.node)
	return true
}

// Unfold unfolds the container that the cursor is on; on a More row it adds
// the next members. It reports whether there was something to unfold.
func (t *Tree) Unfold() bool {
	l := t.current()
	n := &t.nodes[l.node]
	switch {
	case l.part == More:
		before := n.built
		t.build(growth{node: l.node, count: min(before+t.limits.chunk, n.count)})
		if t.nodes[l.node].built == before {
			return false
		}
		row := t.List.Cursor()
		t.refresh(l.node)
		t.List.MoveTo(row) // the first of the new members
		return true
	case l.part != Value || n.unfolded || !t.foldable(l.node):
		return false
	}
	t.unfold(l.node)
	t.refresh(l.node)
	return true
}

// Toggle folds what is unfolded and unfolds what is folded.
func (t *Tree) Toggle() bool { return t.Fold() || t.Unfold() }

// unfold opens a node and makes its first members if there are none yet.
func (t *Tree) unfold(id int32) {
	t.nodes[id].unfolded = true
	if t.nodes[id].built == 0 && t.nodes[id].count > 0 {
		t.build(growth{node: id, count: min(t.limits.chunk, t.nodes[id].count)})
	}
}

// Out moves the cursor to the container around it.
func (t *Tree) Out() {
	l := t.current()
	id := l.node
	if l.part == Value {
		id = t.nodes[id].parent
	}
	t.List.MoveTo(t.row(line{node: id}))
}

// FoldDeep folds the container that the cursor is on with all within it, so
// that unfolding it shows one level.
func (t *Tree) FoldDeep() {
	id := t.current().node
	t.foldDeep(id)
	t.refresh(id)
}

func (t *Tree) foldDeep(id int32) {
	t.nodes[id].unfolded = false
	for child := t.nodes[id].first; child != 0; child = t.nodes[child].next {
		t.foldDeep(child)
	}
}

// UnfoldDeep unfolds the container that the cursor is on with all within it,
// up to 100,000 rows.
func (t *Tree) UnfoldDeep() {
	id := t.current().node
	t.unfoldDeep(id, mostUnfolded)
	t.refresh(id)
}

// unfoldDeep unfolds a node as far as there is room for rows, and returns the
// room that is left.
func (t *Tree) unfoldDeep(id int32, room int) int {
	if !t.nodes[id].container() || int(t.nodes[id].built) > room {
		return room
	}
	t.unfold(id)
	room -= int(t.nodes[id].built) + 1
	for child := t.nodes[id].first; child != 0 && room > 0; child = t.nodes[child].next {
		room = t.unfoldDeep(child, room)
	}
	return room
}

// FoldSiblings folds what the cursor is on and all members beside it.
func (t *Tree) FoldSiblings() {
	t.siblings(func(id int32) { t.nodes[id].unfolded = false })
}

// UnfoldSiblings unfolds what the cursor is on and all members beside it, up
// to 100,000 rows.
func (t *Tree) UnfoldSiblings() {
	room := mostUnfolded
	t.siblings(func(id int32) {
		if t.nodes[id].container() && int(t.nodes[id].built) <= room {
			t.unfold(id)
			room -= int(t.nodes[id].built) + 1
		}
	})
}

// siblings does something with each member of the container around the cursor.
func (t *Tree) siblings(do func(id int32)) {
	id := t.current().node
	if id == 0 {
		do(id)
		t.refresh(id)
		return
	}
	parent := t.nodes[id].parent
	for child := t.nodes[parent].first; child != 0; child = t.nodes[child].next {
		do(child)
	}
	t.refresh(parent)
}
