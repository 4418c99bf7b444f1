package model

import (
	"bytes"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"mcpx/model/decimal"
)

// Kind is the JSON type of a Value; Absent is the kind of a value that is not there.
type Kind uint8

// The kinds of a Value.
const (
	Absent Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

var kindNames = [...]string{"nothing", "null", "a boolean", "a number", "a string", "an array", "an object"}

// String names the kind with its article, for use in a sentence.
func (k Kind) String() string { return kindNames[k] }

// node is one JSON value or member name on the tape of a document. An object's members follow it
// as pairs of a name node and a value subtree, an array's elements as subtrees.
type node struct {
	start, end uint32 // of the token, or of the whole array or object, in raw
	link       uint32 // kind, escaped and next, packed to keep the tape small
}

const (
	kindBits    = 3
	escapedBit  = 1 << kindBits
	nextShift   = kindBits + 1
	kindMask    = 1<<kindBits - 1
	maxTapeSize = 1 << (32 - nextShift)
)

func link(k Kind, next uint32) uint32 { return uint32(k) | next<<nextShift }

func (n node) kind() Kind    { return Kind(n.link & kindMask) }
func (n node) escaped() bool { return n.link&escapedBit != 0 }

// next is the index of the node behind this subtree.
func (n node) next() uint32 { return n.link >> nextShift }

type document struct {
	raw   []byte
	nodes []node
}

// Value is a JSON value inside a decoded line. It is immutable, keeps its line alive and may be kept.
// The zero Value is Absent, and looking inside a value that is absent or of another kind gives Absent,
// so that paths need no checks on the way.
type Value struct {
	doc *document
	at  uint32
}

func (v Value) node() node {
	if v.doc == nil {
		return node{}
	}
	return v.doc.nodes[v.at]
}

// Kind is the JSON type of v.
func (v Value) Kind() Kind { return v.node().kind() }

// Exists reports whether v is there at all; null exists.
func (v Value) Exists() bool { return v.doc != nil }

// IsNull reports whether v is there and null.
func (v Value) IsNull() bool { return v.Kind() == Null }

// Given reports whether v is there and not null (M2 counts null as absent for many members).
func (v Value) Given() bool { return v.Kind() > Null }

// IsObject reports whether v is an object.
func (v Value) IsObject() bool { return v.Kind() == Object }

// IsArray reports whether v is an array.
func (v Value) IsArray() bool { return v.Kind() == Array }

// IsString reports whether v is a string.
func (v Value) IsString() bool { return v.Kind() == String }

// IsNumber reports whether v is a number.
func (v Value) IsNumber() bool { return v.Kind() == Number }

// IsTrue reports whether v is the literal true.
func (v Value) IsTrue() bool { return v.Kind() == Bool && v.doc.raw[v.node().start] == 't' }

// IsInteger reports whether v is a number whose exact value is integral, whatever its spelling (M2).
func (v Value) IsInteger() bool {
	return v.Kind() == Number && (plainInteger(v.Raw()) || decimal.IsIntegral(v.number()))
}

// Raw is v as it was written. The bytes must not be changed.
func (v Value) Raw() []byte {
	if v.doc == nil {
		return nil
	}
	n := v.node()
	return v.doc.raw[n.start:n.end:n.end]
}

// clone is v in memory of its own, without the text around it.
func (v Value) clone() Value {
	if v.doc == nil {
		return v
	}
	root := v.node()
	doc := &document{raw: bytes.Clone(v.Raw()), nodes: slices.Clone(v.doc.nodes[v.at:root.next()])}
	doc.rebase(root.start, v.at)
	return Value{doc: doc}
}

// rebase makes the nodes of a part of a document its own: the part stood at a byte and at a node of the whole.
func (d *document) rebase(start, at uint32) {
	for i := range d.nodes {
		n := &d.nodes[i]
		n.start, n.end = n.start-start, n.end-start
		n.link -= at << nextShift
	}
}

// Offset is the position of v in the text it was parsed from, in bytes.
func (v Value) Offset() int { return int(v.node().start) }

func (v Value) number() string { return string(v.Raw()) }

// Str is the decoded text of a string, and "" for any other kind.
func (v Value) Str() string { return string(v.text()) }

// text is Str without the copy where the string has no escapes.
func (v Value) text() []byte {
	n := v.node()
	if n.kind() != String {
		return nil
	}
	if !n.escaped() {
		return v.doc.raw[n.start+1 : n.end-1]
	}
	b, err := jsontext.AppendUnquote(nil, v.doc.raw[n.start:n.end])
	if err != nil {
		return nil
	}
	return b
}

// Is reports whether v is the string s. It does not allocate for strings without escapes.
func (v Value) Is(s string) bool {
	return v.doc != nil && v.doc.nodes[v.at].kind() == String && v.doc.reads(v.doc.nodes[v.at], s)
}

// reads reports whether the string at a node is s.
func (d *document) reads(n node, s string) bool {
	if !n.escaped() {
		return int(n.end-n.start) == len(s)+2 && string(d.raw[n.start+1:n.end-1]) == s
	}
	text, err := jsontext.AppendUnquote(nil, d.raw[n.start:n.end])
	return err == nil && string(text) == s
}

// Num is the text of a number as it was written, and "" for any other kind.
func (v Value) Num() string {
	if v.Kind() != Number {
		return ""
	}
	return v.number()
}

// Get is the member of an object with exactly this name, or Absent. Of duplicate names the last counts,
// as most readers have it.
func (v Value) Get(name string) Value {
	if v.doc == nil {
		return Value{}
	}
	nodes := v.doc.nodes
	if nodes[v.at].kind() != Object {
		return Value{}
	}
	var found Value
	for at, end := v.at+1, nodes[v.at].next(); at < end; at = nodes[at+1].next() {
		if v.doc.reads(nodes[at], name) {
			found = Value{v.doc, at + 1}
		}
	}
	return found
}

// Has reports whether an object has a member of this name, null included.
func (v Value) Has(name string) bool { return v.Get(name).Exists() }

// At follows member names from v inwards.
func (v Value) At(names ...string) Value {
	for _, name := range names {
		v = v.Get(name)
	}
	return v
}

// Fields yields the names, each a string, and the values of an object in the order written.
func (v Value) Fields() iter.Seq2[Value, Value] {
	return func(yield func(name, value Value) bool) {
		n := v.node()
		if n.kind() != Object {
			return
		}
		for at := v.at + 1; at < n.next(); at = v.doc.nodes[at+1].next() {
			if !yield(Value{v.doc, at}, Value{v.doc, at + 1}) {
				return
			}
		}
	}
}

// Members yields the names and values of an object in the order written.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		n := v.node()
		if n.kind() != Object {
			return
		}
		for at := v.at + 1; at < n.next(); at = v.doc.nodes[at+1].next() {
			if !yield(Value{v.doc, at}.Str(), Value{v.doc, at + 1}) {
				return
			}
		}
	}
}

// Elems yields the elements of an array with their indices.
func (v Value) Elems() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		n := v.node()
		if n.kind() != Array {
			return
		}
		i := 0
		for at := v.at + 1; at < n.next(); at = v.doc.nodes[at].next() {
			if !yield(i, Value{v.doc, at}) {
				return
			}
			i++
		}
	}
}

// Len is the number of members or elements of v, and 0 for scalars.
func (v Value) Len() int {
	n := v.node()
	count := 0
	switch n.kind() {
	case Object:
		for at := v.at + 1; at < n.next(); at = v.doc.nodes[at+1].next() {
			count++
		}
	case Array:
		for at := v.at + 1; at < n.next(); at = v.doc.nodes[at].next() {
			count++
		}
	}
	return count
}

// Elem is the i-th element of an array, or Absent.
func (v Value) Elem(i int) Value {
	for j, e := range v.Elems() {
		if j == i {
			return e
		}
	}
	return Value{}
}

// DuplicateName gives the pointer of a member, anywhere in v, whose name stood in the same object
// before; ok is false if all names are unique.
func (v Value) DuplicateName() (pointer string, ok bool) {
	if v.doc == nil {
		return "", false
	}
	for at := v.at; at < v.node().next(); at++ {
		n := v.doc.nodes[at]
		if n.kind() != Object {
			continue
		}
		if key, dup := (Value{v.doc, at}).ownDuplicate(); dup {
			return v.pointerTo(key.at), true
		}
	}
	return "", false
}

// pointerTo finds the way from v to the member whose name is the node at target.
func (v Value) pointerTo(target uint32) string {
	for name, m := range v.Members() {
		switch {
		case m.at == target+1:
			return Pointer(name)
		case m.at <= target && target < m.node().next():
			return Pointer(name) + m.pointerTo(target)
		}
	}
	for i, e := range v.Elems() {
		if e.at <= target && target < e.node().next() {
			return Pointer(i) + e.pointerTo(target)
		}
	}
	return ""
}

// ownDuplicate gives the name node of a repeated member of an object.
func (v Value) ownDuplicate() (Value, bool) {
	n, nodes := v.node(), v.doc.nodes
	var few [16]uint32
	names := few[:0]
	for at := v.at + 1; at < n.next(); at = nodes[at+1].next() {
		if len(names) == len(few) {
			return v.duplicateOfMany()
		}
		for _, b := range names {
			if sameString(Value{v.doc, at}, Value{v.doc, b}) {
				return Value{v.doc, at}, true
			}
		}
		names = append(names, at)
	}
	return Value{}, false
}

func (v Value) duplicateOfMany() (Value, bool) {
	n := v.node()
	seen := make(map[string]struct{})
	for at := v.at + 1; at < n.next(); at = v.doc.nodes[at+1].next() {
		name := Value{v.doc, at}.Str()
		if _, dup := seen[name]; dup {
			return Value{v.doc, at}, true
		}
		seen[name] = struct{}{}
	}
	return Value{}, false
}

func sameString(a, b Value) bool {
	m, n := a.node(), b.node()
	if m.link&escapedBit == 0 && n.link&escapedBit == 0 {
		return m.end-m.start == n.end-n.start && string(a.doc.raw[m.start:m.end]) == string(b.doc.raw[n.start:n.end])
	}
	return a.Str() == b.Str()
}

// Pointer joins reference tokens (strings or ints) to an RFC 6901 JSON Pointer.
func Pointer(tokens ...any) string {
	var few [128]byte
	b := few[:0]
	for _, t := range tokens {
		b = append(b, '/')
		switch t := t.(type) {
		case string:
			if strings.ContainsAny(t, "~/") {
				t = pointerEscaper.Replace(t)
			}
			b = append(b, t...)
		case int:
			b = strconv.AppendInt(b, int64(t), 10)
		default:
			panic("model: a pointer token is neither a string nor an int")
		}
	}
	return string(b)
}

var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")

// Find follows an RFC 6901 pointer from v and gives the value there or its nearest existing ancestor;
// exact is false in the second case.
func (v Value) Find(pointer string) (found Value, exact bool) {
	for pointer != "" {
		token, rest, _ := strings.Cut(pointer[1:], "/")
		if rest != "" || strings.HasSuffix(pointer, "/") && token != pointer[1:] {
			rest = "/" + rest
		}
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		next := v.step(token)
		if !next.Exists() {
			return v, false
		}
		v, pointer = next, rest
	}
	return v, true
}

func (v Value) step(token string) Value {
	if v.Kind() == Array {
		i, err := strconv.Atoi(token)
		if err != nil {
			return Value{}
		}
		return v.Elem(i)
	}
	return v.Get(token)
}

// Int gives an integral number that fits an int, whatever its spelling.
func (v Value) Int() (n int, ok bool) {
	if v.Kind() != Number {
		return 0, false
	}
	n, err := strconv.Atoi(v.number())
	if err == nil {
		return n, true
	}
	n, err = strconv.Atoi(decimal.Canonical(v.number()))
	return n, err == nil
}
