package jsontree

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"mcpx/tui/figure"
	"mcpx/tui/safetext"
)

const (
	// longString is from how many bytes on a string's size is noted.
	longString = 80
	// longestName bounds the cells of a member's name.
	longestName = 200
)

// Row makes the text of row i. Key and Value are at most cells wide each.
// There is an empty row where i is none.
func (t *Tree) Row(i, cells int) Row {
	if i < 0 || i >= len(t.lines) {
		return Row{}
	}
	l := t.lines[i]
	n := &t.nodes[l.node]
	row := Row{Part: l.part, Kind: n.kind, Depth: int(n.depth), Index: int(n.index), Count: int(n.count)}
	switch l.part {
	case More:
		row.Depth++
		row.Count = int(n.count - n.built)
		row.Foldable, row.Folded = true, true
		row.Note = safetext.Line(fmt.Sprintf("%d more", row.Count)).Cut(cells)
	case Missing:
		m := t.marks[l.node][l.mark]
		row.Depth++
		row.Key = path(m.missing).Cut(cells)
		row.Mark, row.Marked = m.text, true
	case Close:
		row.Value = safetext.Literal("}")
		if n.kind == Array {
			row.Value = safetext.Literal("]")
		}
		row.Comma = t.followed(l.node)
	default:
		t.fill(&row, l.node, cells)
	}
	return row
}

// fill makes the row of a value.
func (t *Tree) fill(row *Row, id int32, cells int) {
	n := &t.nodes[id]
	row.Key = safetext.BytesMax(t.raw[n.key:n.keyEnd], min(cells, longestName))
	row.Mark, row.Marked = t.remark(id)
	row.Hit = t.hit(id)
	if !n.container() {
		row.Comma = t.followed(id)
		t.fillScalar(row, id, cells)
		return
	}
	row.Foldable = t.foldable(id)
	row.Folded = row.Foldable && !n.unfolded
	row.MarkInside = row.Folded && t.inside[id] > 0
	row.Comma = t.followed(id) && (row.Folded || !row.Foldable)
	object := n.kind == Object
	switch {
	case !row.Foldable && object:
		row.Value = safetext.Literal("{}")
	case !row.Foldable:
		row.Value = safetext.Literal("[]")
	case row.Folded && object:
		row.Value = safetext.Literal("{…}")
		row.Note = members(row.Count)
	case row.Folded:
		row.Value = safetext.Literal("[…]")
		row.Note = safetext.Line(fmt.Sprintf("(%d)", row.Count))
	case object:
		row.Value = safetext.Literal("{")
	default:
		row.Value = safetext.Literal("[")
	}
}

func (t *Tree) fillScalar(row *Row, id int32, cells int) {
	n := &t.nodes[id]
	literal := t.raw[n.start:n.end]
	if n.kind == String {
		if b, ok := t.blob(id); ok {
			row.Base64 = true
			row.Value = safetext.Concat(safetext.Literal("<"), b.label, safetext.Literal(">")).Cut(cells)
			row.Note = safetext.Line(figure.Size(int64(b.bytes)))
			if text := t.preview(id); !text.Empty() {
				row.Note = safetext.Concat(row.Note, safetext.Literal("  "), text)
			}
			return
		}
		if len(literal) > longString {
			row.Note = safetext.Line(figure.Size(int64(len(literal) - 2)))
		}
	}
	row.Value = safetext.BytesMax(literal, cells)
}

func members(n int) safetext.String {
	if n == 1 {
		return safetext.Literal("1 member")
	}
	return safetext.Line(fmt.Sprintf("%d members", n))
}

// followed reports whether another member comes after a value.
func (t *Tree) followed(id int32) bool {
	return id != 0 && t.nodes[id].index+1 < t.nodes[t.nodes[id].parent].count
}

// Value is the value of a row as it is written in the message, without the
// member's name; nil for Missing and More rows.
func (t *Tree) Value(row int) []byte {
	if row < 0 || row >= len(t.lines) {
		return nil
	}
	l := t.lines[row]
	if l.part == Missing || l.part == More {
		return nil
	}
	n := &t.nodes[l.node]
	return t.raw[n.start:n.end:n.end]
}

// Composite reports a value that is no scalar: an object, an array or none at all.
func Composite(value []byte) bool {
	return len(value) == 0 || value[0] == '{' || value[0] == '['
}

// Text is the decoded text of a row's string, of which it reads about limit
// bytes. It is as untrusted as the message. whole tells that nothing was left
// out; ok that the row is a string.
func (t *Tree) Text(row, limit int) (text string, whole, ok bool) {
	if row < 0 || row >= len(t.lines) {
		return "", false, false
	}
	l := t.lines[row]
	n := &t.nodes[l.node]
	if l.part != Value || n.kind != String {
		return "", false, false
	}
	literal := t.raw[n.start:n.end]
	inner := literal[1 : len(literal)-1]
	cut := cutString(inner, max(limit, 0))
	if cut == len(inner) {
		return Decode(literal), true, true
	}
	short := append(bytes.Clone(literal[:1+cut]), '"')
	return Decode(short), false, true
}

// cutString is the length of the start of a string literal's inside that has
// at most limit bytes and ends between two characters.
func cutString(inner []byte, limit int) int {
	if len(inner) <= limit {
		return len(inner)
	}
	at := 0
	for {
		step := 1
		switch c := inner[at]; {
		case c == '\\' && inner[at+1] == 'u':
			step = 6
		case c == '\\':
			step = 2
		case c >= utf8.RuneSelf:
			_, step = utf8.DecodeRune(inner[at:])
		}
		if at+step > limit {
			return at
		}
		at += step
	}
}
