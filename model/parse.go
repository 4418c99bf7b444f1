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

// parser keeps its scratch memory between lines. It lays the tape itself, which takes a fraction of the
// time that asking for tokens does, and vouches for what is plainly valid; about all else, errors above
// all, jsontext decides.
type parser struct {
	dec   jsontext.Decoder
	buf   bytes.Buffer
	nodes []node // the tape of the last line
	open  []opened
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
	belief := p.lay(raw)
	if len(p.nodes) >= maxTapeSize-1 {
		return 0, &ParseError{Text: "more than 268 million values in one line"}
	}
	if belief == plainly {
		return uniqueNames, nil
	}
	names := uniqueNames
	err := p.validate(raw)
	if errors.Is(err, jsontext.ErrDuplicateName) {
		names = repeatedNames
		err = p.validate(raw, jsontext.AllowDuplicateNames(true))
	}
	if err == nil && belief == broken {
		err = &ParseError{Text: "the line cannot be read as JSON"}
	}
	if err != nil {
		return 0, parseError(err)
	}
	return names, nil
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
