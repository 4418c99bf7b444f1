package jsontree

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Reached says how far a JSON Pointer leads into the message.
type Reached struct {
	Pointer string // to the value that was reached; "" is the whole message
	Missing string // the rest of the pointer, which leads to nothing; "" if all was found
	// Beyond tells that Missing may exist, but lies past the values that a
	// tree holds (some four million).
	Beyond bool
}

// Found reports whether the whole pointer leads to a value.
func (r Reached) Found() bool { return r.Missing == "" }

// Reveal unfolds what is around the value that an RFC 6901 pointer leads to,
// and puts the cursor on it. Where the pointer leads to nothing, the cursor
// goes to the row of the mark that says so, if there is one, and else to the
// last value on the way that exists. Of members with the same name the last
// one counts, as for most readers of JSON.
func (t *Tree) Reveal(pointer string) Reached {
	id, reached := t.resolve(pointer)
	target := line{node: id}
	if !reached.Found() {
		for i, m := range t.marks[id] {
			if m.missing == reached.Missing && t.nodes[id].container() {
				target = line{node: id, part: Missing, mark: int32(i)}
			}
		}
	}
	t.show(target)
	return reached
}

// show unfolds what a line lies in and puts the cursor on it.
func (t *Tree) show(target line) {
	if target.part != Value {
		t.nodes[target.node].unfolded = true
	}
	for id := target.node; id != 0; {
		id = t.nodes[id].parent
		t.nodes[id].unfolded = true
	}
	t.remake(t.current())
	t.List.CentreOn(t.row(target))
}

// resolve follows a pointer as far as it leads.
func (t *Tree) resolve(pointer string) (int32, Reached) {
	id := int32(0)
	rest := pointer
	for rest != "" {
		if rest[0] != '/' {
			break
		}
		token, after, more := strings.Cut(rest[1:], "/")
		next := t.child(id, unescape(token))
		if next == 0 {
			break
		}
		id = next
		rest = after
		if more {
			rest = "/" + after
		}
	}
	n := &t.nodes[id]
	return id, Reached{
		Pointer: t.pointer(id),
		Missing: rest,
		Beyond:  rest != "" && n.container() && n.built < n.count,
	}
}

// child finds a member by a decoded reference token; 0 means there is none.
func (t *Tree) child(id int32, token string) int32 {
	switch t.nodes[id].kind {
	case Object:
		t.build(growth{node: id, count: t.nodes[id].count})
		found := int32(0)
		for child := t.nodes[id].first; child != 0; child = t.nodes[child].next {
			if t.named(child, token) {
				found = child
			}
		}
		return found
	case Array:
		index, ok := arrayIndex(token)
		if !ok || index >= t.nodes[id].count {
			return 0
		}
		t.build(growth{node: id, count: index + 1})
		for child := t.nodes[id].first; child != 0; child = t.nodes[child].next {
			if t.nodes[child].index == index {
				return child
			}
		}
	}
	return 0
}

// named reports whether a member has the given name, as written or decoded.
func (t *Tree) named(id int32, name string) bool {
	written := t.raw[t.nodes[id].key+1 : t.nodes[id].keyEnd-1]
	if string(written) == name {
		return true
	}
	if bytes.IndexByte(written, '\\') < 0 && utf8.Valid(written) {
		return false
	}
	return t.name(id) == name
}

// name is the decoded name of a member.
func (t *Tree) name(id int32) string {
	n := &t.nodes[id]
	return Decode(t.raw[n.key:n.keyEnd])
}

// Decode is the text of a string literal. Bytes that are no UTF-8 and lone
// surrogates become U+FFFD, of which the error would tell.
func Decode(literal []byte) string {
	text, _ := jsontext.AppendUnquote(nil, literal)
	return string(text)
}

// arrayIndex reads an index as RFC 6901 writes it: digits without a leading 0.
func arrayIndex(token string) (uint32, bool) {
	if token == "" || len(token) > 1 && token[0] == '0' || token[0] == '+' || token[0] == '-' {
		return 0, false
	}
	n, err := strconv.ParseUint(token, 10, 32)
	return uint32(n), err == nil && n < math.MaxUint32
}

// unescape decodes ~1 and ~0 of a reference token.
func unescape(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
}

// escape encodes a member's name as a reference token.
func escape(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// Pointer is the RFC 6901 pointer to the value of a row; "" is the message
// itself. Of a Missing row it leads to what is missing.
func (t *Tree) Pointer(row int) string {
	if row < 0 || row >= len(t.lines) {
		return ""
	}
	l := t.lines[row]
	pointer := t.pointer(l.node)
	if l.part == Missing {
		pointer += t.marks[l.node][l.mark].missing
	}
	return pointer
}

func (t *Tree) pointer(id int32) string {
	var tokens []string
	for ; id != 0; id = t.nodes[id].parent {
		n := &t.nodes[id]
		if n.keyEnd > 0 {
			tokens = append(tokens, escape(t.name(id)))
		} else {
			tokens = append(tokens, strconv.FormatUint(uint64(n.index), 10))
		}
	}
	var b strings.Builder
	for i := len(tokens) - 1; i >= 0; i-- {
		b.WriteByte('/')
		b.WriteString(tokens[i])
	}
	return b.String()
}
