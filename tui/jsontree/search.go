package jsontree

import (
	"bytes"
	"context"
	"io"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"mcpx/tui/safetext"
)

// mostHits bounds what one search keeps.
const mostHits = 100_000

// Find looks for query in the decoded member names, strings, numbers and
// literals of a message, and returns where in raw those that hold it begin: at
// most 100,000, in order. Capitals matter only if the query has some. It may
// run beside a Tree of the same bytes; hand the result to ShowHits. It stops
// with the context's error when that is done, and with what was found so far
// where raw is no JSON.
func Find(ctx context.Context, raw []byte, query string) ([]int, error) {
	if query == "" {
		return nil, nil
	}
	q := newPattern(query)
	dec := jsontext.NewDecoder(bytes.NewBuffer(raw),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	var hits []int
	for n := 0; len(hits) < mostHits; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		kind := dec.PeekKind()
		if kind == '{' || kind == '[' || kind == '}' || kind == ']' {
			if _, err := dec.ReadToken(); err != nil {
				return hits, err
			}
			continue
		}
		text, err := dec.ReadValue()
		if err == io.EOF {
			return hits, nil
		}
		if err != nil {
			return hits, err
		}
		if q.within(text) {
			hits = append(hits, int(dec.InputOffset())-len(text))
		}
	}
	return hits, nil
}

// pattern is a text to look for.
type pattern struct {
	text  []byte // in small letters if fold
	fold  bool
	ascii bool
	space []byte // to decode into
}

func newPattern(query string) *pattern {
	p := &pattern{text: []byte(query), fold: true, ascii: true}
	for _, r := range query {
		p.fold = p.fold && !unicode.IsUpper(r)
		p.ascii = p.ascii && r < utf8.RuneSelf
	}
	return p
}

// within looks for the pattern in a scalar as it is written.
func (p *pattern) within(literal []byte) bool {
	text := literal
	if literal[0] == '"' {
		text = literal[1 : len(literal)-1]
		if bytes.IndexByte(text, '\\') >= 0 {
			p.space, _ = jsontext.AppendUnquote(p.space[:0], literal)
			text = p.space
		}
	}
	return p.index(text) >= 0
}

// indexFold is where small is in text, whatever the case of text's ASCII
// letters. It makes no copy: text may have 60 MB.
func indexFold(text, small []byte) int {
	first := small[0]
	other := first
	if 'a' <= first && first <= 'z' {
		other = first - 'a' + 'A'
	}
	for at := 0; len(text)-at >= len(small); at++ {
		i := indexEither(text[at:len(text)-len(small)+1], first, other)
		if i < 0 {
			return -1
		}
		at += i
		if hasPrefixFold(text[at:], small) {
			return at
		}
	}
	return -1
}

// indexEither is the first place of a or b.
func indexEither(text []byte, a, b byte) int {
	if a == b {
		return bytes.IndexByte(text, a)
	}
	for i, c := range text {
		if c == a || c == b {
			return i
		}
	}
	return -1
}

func hasPrefixFold(text, small []byte) bool {
	for i, want := range small {
		c := text[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != want {
			return false
		}
	}
	return true
}

// index is where the pattern is in a text, -1 if it is not there. A scalar as
// it is written may hold it only once it is decoded.
func (p *pattern) index(text []byte) int {
	switch {
	case !p.fold:
		return bytes.Index(text, p.text)
	case p.ascii:
		return indexFold(text, p.text)
	default:
		return bytes.Index(bytes.ToLower(text), p.text)
	}
}

// farthestHit is how many bytes of a string are looked through for a row.
const farthestHit = 1 << 20

// Excerpt is the part of a row's value around what a search has found, if that
// is too far behind for a row of so many cells.
func (t *Tree) Excerpt(row int, query string, cells int) (text safetext.String, ok bool) {
	if row < 0 || row >= len(t.lines) || query == "" || t.nodes[t.lines[row].node].container() {
		return text, false
	}
	literal := t.Value(row)
	literal = literal[:min(len(literal), farthestHit)]
	from := newPattern(query).index(literal) - cells/3
	if from <= 0 {
		return text, false
	}
	for from < len(literal) && !utf8.RuneStart(literal[from]) {
		from++
	}
	rest := safetext.BytesMax(literal[from:], cells-1)
	return safetext.Concat(safetext.Literal("…"), rest), true
}

// ShowHits makes the rows that begin at the given offsets, in order, those
// that the search found.
func (t *Tree) ShowHits(hits []int) { t.hits = hits }

// hit reports whether the name or the value of a node was found.
func (t *Tree) hit(id int32) bool {
	if len(t.hits) == 0 {
		return false
	}
	n := &t.nodes[id]
	if _, ok := slices.BinarySearch(t.hits, int(n.start)); ok {
		return true
	}
	if n.keyEnd == 0 {
		return false
	}
	_, ok := slices.BinarySearch(t.hits, int(n.key))
	return ok
}

// Step says which hit the cursor went to.
type Step struct {
	Hit, Of int  // Hit counts from 1; both are 0 when there are none
	Wrapped bool // it went on at the other end
}

// NextHit puts the cursor on the next row that was found, unfolding what it
// lies in.
func (t *Tree) NextHit() Step {
	if len(t.hits) == 0 {
		return Step{}
	}
	_, after := t.span(t.current())
	i, _ := slices.BinarySearch(t.hits, after)
	wrapped := i == len(t.hits)
	if wrapped {
		i = 0
	}
	t.showOffset(t.hits[i])
	return Step{i + 1, len(t.hits), wrapped}
}

// PreviousHit is NextHit towards the top.
func (t *Tree) PreviousHit() Step {
	if len(t.hits) == 0 {
		return Step{}
	}
	before, _ := t.span(t.current())
	i, _ := slices.BinarySearch(t.hits, before)
	wrapped := i == 0
	if wrapped {
		i = len(t.hits)
	}
	t.showOffset(t.hits[i-1])
	return Step{i, len(t.hits), wrapped}
}

// span is where in raw the text of a line begins and up to where hits are on
// it.
func (t *Tree) span(l line) (start, end int) {
	n := &t.nodes[l.node]
	switch {
	case l.part != Value:
		at := int(t.place(l) >> 2)
		return at, at
	case n.keyEnd > 0:
		return int(n.key), int(n.start) + 1
	default:
		return int(n.start), int(n.start) + 1
	}
}

// showOffset puts the cursor on the value that an offset of raw lies in.
func (t *Tree) showOffset(offset int) {
	t.show(line{node: t.nodeAt(uint32(offset))})
}

// nodeAt is the innermost node around an offset of raw that the tree holds.
func (t *Tree) nodeAt(offset uint32) int32 {
	id := int32(0)
	for {
		n := &t.nodes[id]
		if n.container() && n.built < n.count && (n.last == 0 || t.nodes[n.last].end <= offset) {
			t.build(growth{node: id, count: n.built + 1, offset: offset})
		}
		next := int32(0)
		for child := t.nodes[id].first; child != 0; child = t.nodes[child].next {
			c := &t.nodes[child]
			start := c.start
			if c.keyEnd > 0 {
				start = c.key
			}
			if start <= offset && offset < c.end {
				next = child
			}
			if start >= offset {
				break
			}
		}
		if next == 0 {
			return id
		}
		id = next
	}
}
