package model

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/go-json-experiment/json/jsontext"
)

// Parse decodes one JSON text. Duplicate names are allowed (see Value.DuplicateName); invalid UTF-8,
// lone surrogates and nesting beyond 10,000 levels are errors.
func Parse(raw []byte) (Value, error) {
	var p parser
	if _, err := p.parse(raw); err != nil {
		return Value{}, err
	}
	return Value{doc: &document{raw: raw, nodes: p.nodes}}, nil
}

// parser keeps its scratch memory between lines. jsontext alone says what is JSON; the tape is then
// laid over text known to be valid, which takes a third of the time that asking for tokens does.
type parser struct {
	dec   jsontext.Decoder
	buf   bytes.Buffer
	nodes []node // the tape of the last line
	open  []uint32
}

// uniqueness tells what the names inside the objects of a text are.
type uniqueness uint8

const (
	uniqueNames uniqueness = iota
	repeatedNames
)

// parse leaves the tape of raw in p.nodes.
func (p *parser) parse(raw []byte) (uniqueness, error) {
	if uint64(len(raw)) > math.MaxUint32 {
		return 0, &ParseError{Text: "the line is longer than 4 GiB"}
	}
	names := uniqueNames
	err := p.validate(raw)
	if errors.Is(err, jsontext.ErrDuplicateName) {
		names = repeatedNames
		err = p.validate(raw, jsontext.AllowDuplicateNames(true))
	}
	if err != nil {
		return 0, parseError(err)
	}
	return names, p.tape(raw)
}

func (p *parser) validate(raw []byte, options ...jsontext.Options) error {
	p.buf = *bytes.NewBuffer(raw)
	p.dec.Reset(&p.buf, options...)
	if _, err := p.dec.ReadValue(); err != nil {
		return err
	}
	end := p.dec.InputOffset()
	for i, c := range raw[end:] {
		if !isSpace(c) {
			return &ParseError{Offset: end + int64(i), Text: "more text behind the JSON value"}
		}
	}
	return nil
}

// tape notes where each value of a valid JSON text begins and ends.
func (p *parser) tape(raw []byte) error {
	nodes, open := p.nodes[:0], p.open[:0]
	for i := 0; i < len(raw); {
		at, start := uint32(len(nodes)), uint32(i)
		switch c := raw[i]; c {
		case ' ', '\t', '\n', '\r', ',', ':':
			i++
		case '{', '[':
			i++
			kind := Object
			if c == '[' {
				kind = Array
			}
			nodes = append(nodes, node{start: start, link: link(kind, 0)})
			open = append(open, at)
		case '}', ']':
			i++
			top := &nodes[open[len(open)-1]]
			open = open[:len(open)-1]
			top.end, top.link = uint32(i), link(top.kind(), at)
		case '"':
			end, escaped := stringEnd(raw, i)
			i = end
			nodes = append(nodes, node{start: start, end: uint32(i), link: link(String, at+1) | escaped})
		default:
			i = wordEnd(raw, i)
			nodes = append(nodes, node{start: start, end: uint32(i), link: link(wordKind(c), at+1)})
		}
		if len(nodes) >= maxTapeSize-1 {
			return &ParseError{Offset: int64(i), Text: "more than 268 million values in one line"}
		}
	}
	p.nodes, p.open = nodes, open
	return nil
}

// shortString is the length up to which a byte loop finds the end of a string sooner than IndexByte.
const shortString = 24

// stringEnd gives the position behind the string that begins at start, and escapedBit if a backslash
// stands in it.
func stringEnd(raw []byte, start int) (end int, escaped uint32) {
	i := start + 1
	for stop := min(i+shortString, len(raw)); i < stop; i++ {
		switch raw[i] {
		case '"':
			return i + 1, 0
		case '\\':
			return escapedEnd(raw, i), escapedBit
		}
	}
	quote := i + bytes.IndexByte(raw[i:], '"')
	if slash := bytes.IndexByte(raw[i:quote], '\\'); slash >= 0 {
		return escapedEnd(raw, i+slash), escapedBit
	}
	return quote + 1, 0
}

func escapedEnd(raw []byte, i int) int {
	for {
		switch raw[i] {
		case '"':
			return i + 1
		case '\\':
			i += 2
		default:
			i++
		}
	}
}

// wordEnd gives the position behind the number or literal that begins at i.
func wordEnd(raw []byte, i int) int {
	for i < len(raw) {
		switch raw[i] {
		case ',', '}', ']', ' ', '\t', '\n', '\r':
			return i
		}
		i++
	}
	return i
}

func wordKind(first byte) Kind {
	switch first {
	case 'n':
		return Null
	case 't', 'f':
		return Bool
	default:
		return Number
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// ParseError says where a text stops being JSON.
type ParseError struct {
	Offset int64 // bytes from the beginning of the text
	Text   string
}

func (e *ParseError) Error() string { return e.Text }

func parseError(err error) error {
	var syn *jsontext.SyntacticError
	var own *ParseError
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &syn):
		text := syn.Err.Error()
		if errors.Is(syn.Err, io.ErrUnexpectedEOF) {
			text = "the text ends in the middle of a value"
		}
		return &ParseError{Offset: syn.ByteOffset, Text: text}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return &ParseError{Text: "the text ends in the middle of a value"}
	default:
		return fmt.Errorf("decode: %w", err)
	}
}
