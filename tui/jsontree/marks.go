package jsontree

import (
	"strings"

	"mcpx/tui/safetext"
)

// mark is a remark on a value or on a member that a container lacks.
type mark struct {
	text    safetext.String
	missing string // the pointer from the value to what it lacks; "" for the value itself
}

// Mark puts a remark such as "missing here" on the value that an RFC 6901
// pointer leads to. Where a container on the way lacks the next member, the
// remark gets a row of its own in that container; where the way ends at a
// scalar, it is put on that.
func (t *Tree) Mark(pointer string, text safetext.String) Reached {
	id, reached := t.resolve(pointer)
	if t.marks == nil {
		t.marks = make(map[int32][]mark)
		t.inside = make(map[int32]int)
	}
	t.marks[id] = append(t.marks[id], mark{text, reached.Missing})
	for at := id; at != 0; {
		at = t.nodes[at].parent
		t.inside[at]++
	}
	if !reached.Found() && t.nodes[id].container() {
		t.inside[id]++
		t.nodes[id].unfolded = t.nodes[id].unfolded || t.nodes[id].count == 0
	}
	// There may be a row for what is missing now, and following the pointer
	// may have made nodes.
	t.remake(t.current())
	return reached
}

// ClearMarks takes all remarks away.
func (t *Tree) ClearMarks() {
	t.marks, t.inside = nil, nil
	t.remake(t.current())
}

// missing is how many of the marks at a node are rows of their own.
func (t *Tree) missing(id int32) int {
	n := 0
	for _, m := range t.marks[id] {
		if m.missing != "" {
			n++
		}
	}
	return n
}

// remark is what a row of the node itself says.
func (t *Tree) remark(id int32) (text safetext.String, marked bool) {
	var texts []safetext.String
	for _, m := range t.marks[id] {
		if m.missing == "" || !t.nodes[id].container() {
			marked = true
			if !m.text.Empty() {
				texts = append(texts, m.text)
			}
		}
	}
	return safetext.Join(texts, safetext.Literal("; ")), marked
}

// path writes the pointer to something missing as people would say it.
func path(pointer string) safetext.String {
	tokens := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i, token := range tokens {
		tokens[i] = unescape(token)
	}
	return safetext.LineMax(strings.Join(tokens, "."), longestName)
}
