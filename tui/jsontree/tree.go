// Package jsontree shows one JSON message as a tree that folds.
//
// A message may have 60 MB and millions of values. The tree therefore holds a
// small record for each value it has met, up to a budget, and makes the rest
// when somebody unfolds it; the text of a row is made when that row is drawn.
// Values are shown as they are written: numbers keep their digits and strings
// their escapes.
package jsontree

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"sort"

	"mcpx/tui/figure"
	"mcpx/tui/safetext"
	"mcpx/tui/vlist"
)

// Kind is what a value is.
type Kind uint8

// The kinds of values.
const (
	Object Kind = iota
	Array
	String
	Number
	Literal // true, false, null
)

// Part says which line of a value a row is.
type Part uint8

const (
	// Value is a scalar, a folded or an empty container, or the line that
	// opens a container.
	Value Part = iota
	// More stands for members that are not in the tree yet; unfolding it adds
	// the next ones.
	More
	// Missing stands for a marked member that the message does not have.
	Missing
	// Close is the line that closes an unfolded container.
	Close
)

// node is one value of the message. Nodes are numbered in the order in which
// they were made; 0 is the message itself and, as nobody's child, also stands
// for none in first, last and next.
type node struct {
	start, end        uint32 // of the value in raw
	key, keyEnd       uint32 // of the member's name in raw with its quotes; 0, 0 if it has none
	parent            int32
	first, last, next int32  // children, and the sibling after this one
	count             uint32 // members of a container
	built             uint32 // how many of them have a node; always the first ones
	index             uint32 // position in the parent
	depth             uint16
	kind              Kind
	unfolded          bool
}

func (n *node) container() bool { return n.kind <= Array }

// line is a row of the tree as it is folded now.
type line struct {
	node int32
	mark int32 // of a Missing line: which mark of the node
	part Part
}

// Tree is a message, how it is folded, what is marked in it and where the
// cursor is. A Tree is not safe for use by several goroutines at once, but may
// be made in one and handed to another.
type Tree struct {
	// List is the cursor and the window. Its length belongs to the tree, the
	// rest to whoever shows it.
	List vlist.List

	limits limits
	raw    []byte
	nodes  []node
	lines  []line
	marks  map[int32][]mark // what is marked at a node
	inside map[int32]int    // how many marks there are below a node
	hits   []int

	changed bool // somebody has folded or unfolded something
	version int  // grows when the rows change
}

const (
	// smallRows is up to how many rows a message is shown unfolded.
	smallRows = 2000
	// firstRows is about how many rows a larger message shows at first.
	firstRows = 500
)

// New reads one JSON value; blanks around it are allowed. Duplicate member
// names and strings that are no UTF-8 are shown like others. The error says
// where raw is no JSON, or that it is nested more deeply than 10,000 levels;
// then only the raw bytes can be shown. The tree keeps raw, which must not
// change.
func New(raw []byte) (*Tree, error) { return newTree(raw, usual()) }

func newTree(raw []byte, l limits) (*Tree, error) {
	if int64(len(raw)) > math.MaxUint32 {
		return nil, fmt.Errorf("the message has %s, a tree holds up to 4.2 GB", figure.Size(int64(len(raw))))
	}
	t := &Tree{raw: raw, limits: l}
	if err := t.read(); err != nil {
		return nil, err
	}
	t.unfoldFirst()
	t.lines = t.emit(nil, 0)
	t.List.SetLen(len(t.lines))
	return t, nil
}

// unfoldFirst unfolds a small message wholly, except the properties of schemas,
// whose rows say what they hold, and a large one to depth two, as far as the
// rows allow.
func (t *Tree) unfoldFirst() {
	rows, complete := 0, true
	for i := range t.nodes {
		n := &t.nodes[i]
		rows++
		if n.container() && n.count > 0 {
			rows++
			complete = complete && n.built == n.count
		}
	}
	if complete && rows <= smallRows {
		for i := range t.nodes {
			t.nodes[i].unfolded = t.nodes[i].container() && !t.property(int32(i))
		}
		return
	}
	root := &t.nodes[0]
	root.unfolded = root.container()
	room := firstRows - int(root.built)
	for child := root.first; child != 0; child = t.nodes[child].next {
		n := &t.nodes[child]
		if n.container() && int(n.built) <= room {
			n.unfolded = true
			room -= int(n.built) + 1
		}
	}
}

// Raw is the whole message as it was given to New.
func (t *Tree) Raw() []byte { return t.raw }

// Version grows when other rows are shown, so that what was made of them can be kept until then.
func (t *Tree) Version() int { return t.version }

// Opens reports a row with a value or with what opens one, unlike those that close a container or stand
// for members that are not there.
func (t *Tree) Opens(row int) bool {
	return row >= 0 && row < len(t.lines) && t.lines[row].part == Value
}

// foldable reports whether there is something to show within a node.
func (t *Tree) foldable(id int32) bool {
	n := &t.nodes[id]
	return n.container() && (n.count > 0 || t.missing(id) > 0)
}

// emit appends the rows of a node and of what is unfolded in it.
func (t *Tree) emit(lines []line, id int32) []line {
	lines = append(lines, line{node: id})
	if !t.nodes[id].unfolded || !t.foldable(id) {
		return lines
	}
	for child := t.nodes[id].first; child != 0; child = t.nodes[child].next {
		lines = t.emit(lines, child)
	}
	if t.nodes[id].built < t.nodes[id].count {
		lines = append(lines, line{node: id, part: More})
	}
	for i, m := range t.marks[id] {
		if m.missing != "" {
			lines = append(lines, line{node: id, part: Missing, mark: int32(i)})
		}
	}
	return append(lines, line{node: id, part: Close})
}

// place orders lines as they stand on the screen: by where they are in the
// message, and at the end of a container by what comes first there.
func (t *Tree) place(l line) uint64 {
	n := &t.nodes[l.node]
	offset := n.start
	switch {
	case l.part == More && n.last != 0:
		offset = t.nodes[n.last].end
	case l.part == More:
		offset = n.start + 1
	case l.part != Value:
		offset = n.end - 1
	}
	return uint64(offset)<<2 | uint64(l.part)
}

// search finds the first row at or after a place.
func (t *Tree) search(place uint64) int {
	return sort.Search(len(t.lines), func(i int) bool { return t.place(t.lines[i]) >= place })
}

// row finds the row of a line or, where that is folded away, of the nearest
// container around it.
func (t *Tree) row(l line) int {
	for {
		for i := t.search(t.place(l)); i < len(t.lines) && t.place(t.lines[i]) == t.place(l); i++ {
			if t.lines[i] == l {
				return i
			}
		}
		if l.part != Value {
			l = line{node: l.node}
			continue
		}
		if l.node == 0 {
			return 0
		}
		l = line{node: t.nodes[l.node].parent}
	}
}

// refresh remakes the rows of a node on the screen after it was folded,
// unfolded or grown. The cursor stays on its line or goes to what that is
// folded into.
func (t *Tree) refresh(id int32) {
	t.changed = true
	t.version++
	at := t.current()
	from := t.row(line{node: id})
	end := t.search(t.place(line{node: id, part: Close}) + 1)
	t.lines = slices.Replace(t.lines, from, end, t.emit(nil, id)...)
	t.List.SetLen(len(t.lines))
	t.List.MoveTo(t.row(at))
}

// remake makes all rows again and puts the cursor on the line at.
func (t *Tree) remake(at line) {
	t.version++
	t.lines = t.emit(t.lines[:0], 0)
	t.List.SetLen(len(t.lines))
	t.List.MoveTo(t.row(at))
}

// Row is one row, ready to be styled.
type Row struct {
	Part  Part
	Kind  Kind
	Depth int // 0 for the message itself; up to 10,000, so indent with a limit

	// Key is the member's name as written, with its quotes; empty in arrays
	// and for the message itself. Of a Missing row it is the path that is
	// missing, such as params._meta.
	Key safetext.String
	// Value is the scalar as written, or the brackets of a container.
	Value safetext.String
	// Note is a quiet remark: the size of a long string, the number of
	// members of a folded container.
	Note safetext.String

	Index int // position in the parent
	Count int // members of a container, or members behind a More row

	Foldable bool
	Folded   bool
	Base64   bool // Value names a type instead of showing the text
	Comma    bool // another member follows

	Mark       safetext.String // what a marker says about this row
	Marked     bool
	MarkInside bool // folded, and something within is marked
	Hit        bool // found by the search
}

// Visible yields the rows on the screen and their numbers. Texts are at most
// cells wide.
func (t *Tree) Visible(cells int) iter.Seq2[int, Row] {
	return func(yield func(int, Row) bool) {
		first, end := t.List.Window()
		for i := first; i < end; i++ {
			if !yield(i, t.Row(i, cells)) {
				return
			}
		}
	}
}
