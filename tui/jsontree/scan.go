package jsontree

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// limits say of how many values a tree makes nodes.
type limits struct {
	first  int    // when reading a message, about
	widest uint32 // of them members of one container
	chunk  uint32 // when a More row is unfolded
	most   int    // in all, whatever is asked of the tree
}

// usual bounds a tree at about 25 MB when made and at 200 MB at last.
func usual() limits {
	return limits{first: 1 << 18, widest: 1 << 16, chunk: 1 << 12, most: 1 << 22}
}

// scanner walks over the tokens of a value and makes nodes.
type scanner struct {
	t     *Tree
	dec   *jsontext.Decoder
	base  uint32 // where in raw the decoder began
	stack []open
	limit int // of nodes, for what lies deeper than the members asked for
	grow  *growth
}

// open is a container that the scanner is in.
type open struct {
	node int32
	seen uint32 // members passed so far
}

// growth asks for members of a container that was read before.
type growth struct {
	node   int32
	count  uint32 // so many members at least
	offset uint32 // and all that begin at or before this place of raw
}

func (t *Tree) scanner(start, end uint32, limit int) *scanner {
	dec := jsontext.NewDecoder(bytes.NewBuffer(t.raw[start:end]),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	return &scanner{t: t, dec: dec, base: start, limit: limit}
}

// read makes the nodes of the message, which it checks to its end.
func (t *Tree) read() error {
	s := t.scanner(0, uint32(len(t.raw)), t.limits.first)
	err := s.value(node{})
	if err == nil {
		err = s.walk()
	}
	if err == nil {
		if _, err = s.dec.ReadToken(); err == io.EOF {
			return nil
		}
		if err == nil {
			err = fmt.Errorf("another value begins before byte %d", s.dec.InputOffset())
		}
	}
	if err == io.EOF {
		err = errors.New("there is no value")
	}
	return fmt.Errorf("cannot be shown as a tree: %w", err)
}

// build makes nodes for more members of a container, at least up to what g
// asks for as far as there are such members and the limits allow.
func (t *Tree) build(g growth) {
	n := &t.nodes[g.node]
	if n.built == n.count {
		return
	}
	s := t.scanner(n.start, n.end, min(len(t.nodes)+int(t.limits.chunk), t.limits.most))
	s.grow = &g
	if _, err := s.dec.ReadToken(); err != nil {
		return
	}
	s.stack = append(s.stack, open{node: g.node})
	// The bytes were read without an error before.
	_ = s.walk()
}

// walk reads until the outermost container is closed or, when growing, has
// what was asked for.
func (s *scanner) walk() error {
	for len(s.stack) > 0 {
		top := &s.stack[len(s.stack)-1]
		kind := s.dec.PeekKind()
		if kind == '}' || kind == ']' {
			if _, err := s.dec.ReadToken(); err != nil {
				return err
			}
			s.close()
			continue
		}
		if s.enough(top) {
			return nil
		}
		if err := s.member(top); err != nil {
			return err
		}
	}
	return nil
}

// close ends the innermost container.
func (s *scanner) close() {
	top := s.stack[len(s.stack)-1]
	n := &s.t.nodes[top.node]
	n.end, n.count = s.offset(), top.seen
	s.stack = s.stack[:len(s.stack)-1]
}

func (s *scanner) offset() uint32 { return s.base + uint32(s.dec.InputOffset()) }

// enough reports whether a scan that grows a container has what it wants.
func (s *scanner) enough(top *open) bool {
	if s.grow == nil || top.node != s.grow.node {
		return false
	}
	n := &s.t.nodes[top.node]
	if top.seen < n.built {
		return false // still passing over what there is
	}
	reached := n.built >= s.grow.count && (n.last == 0 || s.t.nodes[n.last].end > s.grow.offset)
	return reached || len(s.t.nodes) >= s.t.limits.most
}

// member reads one member of the container top.
func (s *scanner) member(top *open) error {
	fresh := node{parent: top.node, index: top.seen, depth: s.t.nodes[top.node].depth + 1}
	if s.t.nodes[top.node].kind == Object {
		name, err := s.dec.ReadValue()
		if err != nil {
			return err
		}
		fresh.keyEnd = s.offset()
		fresh.key = fresh.keyEnd - uint32(len(name))
	}
	wanted := s.wanted(top)
	top.seen++
	if !wanted {
		return s.dec.SkipValue()
	}
	return s.value(fresh)
}

// wanted reports whether the next member of top gets a node. Members near the
// root come before what lies deep.
func (s *scanner) wanted(top *open) bool {
	n := &s.t.nodes[top.node]
	if top.seen != n.built {
		return false // has one, or comes after one that has none
	}
	if s.grow != nil && top.node == s.grow.node {
		return true
	}
	if n.built >= s.t.limits.widest {
		return false
	}
	switch n.depth {
	case 0:
		return true
	case 1:
		return len(s.t.nodes) < 2*s.limit
	default:
		return len(s.t.nodes) < s.limit
	}
}

// value reads one value, or the bracket that opens it, and makes its node.
func (s *scanner) value(n node) error {
	kind := s.dec.PeekKind()
	if kind == '{' || kind == '[' {
		if _, err := s.dec.ReadToken(); err != nil {
			return err
		}
		n.start = s.offset() - 1
		n.kind = Object
		if kind == '[' {
			n.kind = Array
		}
		s.stack = append(s.stack, open{node: s.add(n)})
		return nil
	}
	text, err := s.dec.ReadValue()
	if err != nil {
		return err
	}
	n.end = s.offset()
	n.start = n.end - uint32(len(text))
	switch kind {
	case '"':
		n.kind = String
	case '0':
		n.kind = Number
	default:
		n.kind = Literal
	}
	s.add(n)
	return nil
}

// add appends a node and links it to its parent.
func (s *scanner) add(n node) int32 {
	id := int32(len(s.t.nodes))
	s.t.nodes = append(s.t.nodes, n)
	if id == 0 {
		return id
	}
	parent := &s.t.nodes[n.parent]
	if parent.last == 0 {
		parent.first = id
	} else {
		s.t.nodes[parent.last].next = id
	}
	parent.last = id
	parent.built++
	return id
}
