package model

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf8"
)

// belief is what laying a tape shows about a text.
type belief uint8

const (
	plainly  belief = iota // it is JSON with unique names
	doubtful               // if it is JSON, then the tape is right
	broken                 // it is not JSON; there is no tape
)

// opened is an array or object that has begun and not ended.
type opened struct {
	at     uint32 // of its node
	object bool
	names  uint64 // one bit, by its looks, for each name of the object so far
}

const (
	plainDepth = 1000
	plainNames = 64 // names that look alike are compared one by one
)

// longText is from how many bytes on room is made for the tape at once: to grow it piece by piece needs room
// for it twice.
const longText = 1 << 20

// likelyNodes is how many values and names a long text may hold: before each but the first stands one of these
// bytes. They stand in prose as well, so that it is no more than one for four bytes, as in dense JSON.
func likelyNodes(raw []byte) int {
	n := 1
	for _, c := range []byte(",:[{") {
		n += bytes.Count(raw, []byte{c})
	}
	return min(n, len(raw)/4)
}

// lay notes in p.nodes where each value of a text begins and ends.
func (p *parser) lay(raw []byte) belief {
	if len(raw) > longText {
		p.nodes = slices.Grow(p.nodes[:0], likelyNodes(raw))
	}
	t := tape{raw: raw, nodes: p.nodes[:0], open: p.open[:0]}
	if !utf8.Valid(raw) {
		t.doubt = true
	}
	ok := t.run()
	p.nodes, p.open = t.nodes, t.open
	switch {
	case !ok:
		return broken
	case t.doubt:
		return doubtful
	default:
		return plainly
	}
}

// tape is a text on its way to becoming nodes.
type tape struct {
	raw   []byte
	nodes []node
	open  []opened
	doubt bool
}

// run reads one value with blanks around it; false if it is none.
func (t *tape) run() bool {
	raw := t.raw
	i, named := 0, false // named: a value stands behind its name
	for {
		i = blanks(raw, i)
		if i == len(raw) || len(t.nodes) >= maxTapeSize-1 {
			return false
		}
		if !named && len(t.open) > 0 && t.open[len(t.open)-1].object {
			if i = t.name(i); i < 0 {
				return false
			}
			named = true
			continue
		}
		named = false
		switch c := raw[i]; c {
		case '{', '[':
			var ended bool
			if i, ended = t.begin(c, i); !ended {
				continue
			}
		case '"':
			end, escaped := t.text(i)
			if end < 0 {
				return false
			}
			t.leaf(String, i, end, escaped)
			i = end
		default:
			kind, end := word(raw, i)
			if end < 0 {
				return false
			}
			t.leaf(kind, i, end, 0)
			i = end
		}
		if i = t.behind(i); i < 0 {
			return false
		}
		if len(t.open) == 0 {
			return blanks(raw, i) == len(raw)
		}
	}
}

// behind closes what ends behind a value and passes over the comma that follows; negative if neither
// stands there.
func (t *tape) behind(i int) int {
	for len(t.open) > 0 {
		i = blanks(t.raw, i)
		if i == len(t.raw) {
			return -1
		}
		top := t.open[len(t.open)-1]
		switch c := t.raw[i]; {
		case c == ',':
			return i + 1
		case c == '}' && top.object, c == ']' && !top.object:
			i++
			t.end(&t.nodes[top.at], i)
		default:
			return -1
		}
	}
	return i
}

func (t *tape) end(top *node, i int) {
	top.end, top.link = uint32(i), link(top.kind(), uint32(len(t.nodes)))
	t.open = t.open[:len(t.open)-1]
}

// begin enters an array or object and gives the position of its first content, or the one behind it if it
// is empty.
func (t *tape) begin(bracket byte, i int) (next int, ended bool) {
	kind, closing := Object, byte('}')
	if bracket == '[' {
		kind, closing = Array, ']'
	}
	t.open = append(t.open, opened{at: uint32(len(t.nodes)), object: kind == Object})
	t.nodes = append(t.nodes, node{start: uint32(i), link: link(kind, 0)})
	if len(t.open) > plainDepth {
		t.doubt = true
	}
	next = blanks(t.raw, i+1)
	if next < len(t.raw) && t.raw[next] == closing {
		next++
		t.end(&t.nodes[len(t.nodes)-1], next)
		return next, true
	}
	return next, false
}

func (t *tape) leaf(k Kind, start, end int, escaped uint32) {
	t.nodes = append(t.nodes, node{start: uint32(start), end: uint32(end), link: link(k, uint32(len(t.nodes))+1) | escaped})
}

// name enters the name of a member and passes over its colon; negative if there is none.
func (t *tape) name(i int) int {
	if t.raw[i] != '"' {
		return -1
	}
	end, escaped := t.text(i)
	if end < 0 {
		return -1
	}
	t.unique(t.raw[i+1:end-1], escaped)
	t.leaf(String, i, end, escaped)
	i = blanks(t.raw, end)
	if i == len(t.raw) || t.raw[i] != ':' {
		return -1
	}
	return i + 1
}

// unique doubts a name that may have stood in its object before.
func (t *tape) unique(name []byte, escaped uint32) {
	top := &t.open[len(t.open)-1]
	if escaped != 0 {
		t.doubt = true
		return
	}
	bit := uint64(1) << looks(name)
	if top.names&bit == 0 {
		top.names |= bit
		return
	}
	compared := 0
	for at := int(top.at) + 1; at < len(t.nodes); at = int(t.nodes[at+1].next()) {
		n := t.nodes[at]
		if compared++; compared > plainNames || string(t.raw[n.start+1:n.end-1]) == string(name) {
			t.doubt = true
			return
		}
	}
}

// looks sorts names into 64 lots.
func looks(name []byte) uint {
	n := uint(len(name))
	if n == 0 {
		return 0
	}
	return (n*7 + uint(name[0])*5 + uint(name[n/2])*3 + uint(name[n-1])) % 64
}

func blanks(raw []byte, i int) int {
	for i < len(raw) && isSpace(raw[i]) {
		i++
	}
	return i
}

// text gives the position behind the string that begins at i, negative if it does not end, and escapedBit
// if a backslash stands in it.
func (t *tape) text(i int) (end int, escaped uint32) {
	raw := t.raw
	for i++; ; {
		i = plainEnd(raw, i)
		switch {
		case i >= len(raw):
			return -1, 0
		case raw[i] == '"':
			return i + 1, escaped
		case raw[i] != '\\' || i+1 == len(raw):
			return -1, 0 // a control character
		}
		escaped = escapedBit
		switch raw[i+1] {
		case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			i += 2
		case 'u':
			t.doubt = true // the digits, and what a surrogate is paired with
			i += 2
		default:
			return -1, 0
		}
	}
}

const (
	everyByte = 0x0101010101010101
	highBits  = 0x8080808080808080
)

// plainEnd gives the position of the first quote, backslash or control character from i on, eight bytes at
// a time. Of the bits that mark one in a word the lowest is true; those above may be carried over from it.
func plainEnd(raw []byte, i int) int {
	for ; i+8 <= len(raw); i += 8 {
		w := binary.LittleEndian.Uint64(raw[i:])
		quote, slash := w^everyByte*'"', w^everyByte*'\\'
		hit := (quote-everyByte)&^quote | (slash-everyByte)&^slash | (w-everyByte*' ')&^w
		if hit &= highBits; hit != 0 {
			return i + bits.TrailingZeros64(hit)/8
		}
	}
	for i < len(raw) && raw[i] != '"' && raw[i] != '\\' && raw[i] >= ' ' {
		i++
	}
	return i
}

// word gives the kind of the literal or number that begins at i and the position behind it, negative if it
// is neither.
func word(raw []byte, i int) (k Kind, end int) {
	switch raw[i] {
	case 'n':
		return Null, literal(raw, i, "null")
	case 't':
		return Bool, literal(raw, i, "true")
	case 'f':
		return Bool, literal(raw, i, "false")
	default:
		return Number, numberEnd(raw, i)
	}
}

func literal(raw []byte, i int, want string) int {
	if end := i + len(want); end <= len(raw) && string(raw[i:end]) == want {
		return end
	}
	return -1
}

// numberEnd holds the grammar of RFC 8259 section 6.
func numberEnd(raw []byte, i int) int {
	if raw[i] == '-' {
		i++
	}
	first := i
	i = digits(raw, i)
	if i == first || raw[first] == '0' && i > first+1 {
		return -1
	}
	if i < len(raw) && raw[i] == '.' {
		first = i + 1
		if i = digits(raw, first); i == first {
			return -1
		}
	}
	if i < len(raw) && (raw[i] == 'e' || raw[i] == 'E') {
		i++
		if i < len(raw) && (raw[i] == '+' || raw[i] == '-') {
			i++
		}
		first = i
		if i = digits(raw, first); i == first {
			return -1
		}
	}
	return i
}

func digits(raw []byte, i int) int {
	for i < len(raw) && raw[i] >= '0' && raw[i] <= '9' {
		i++
	}
	return i
}
