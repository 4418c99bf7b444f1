package model

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// NotTraceError says what a file is that is no trace, and what its user can do.
type NotTraceError struct {
	What   string // "a gzip archive"
	Advice string // one clause; FILE stands for the file's name
}

// Error is one sentence without its full stop.
func (e *NotTraceError) Error() string { return "this is " + e.What + ", not a trace: " + e.Advice }

// Empty reports that nothing was recorded, or not yet.
func (e *NotTraceError) Empty() bool { return e.What == emptyFile().what }

const (
	sampleBytes = 64 << 10
	sampleLines = 50 // that are not blank
)

// Sniff reads the beginning of a file, 64 KiB or 50 lines, and gives nil if it is a trace: if one line is
// an event, or most are events with something wrong about them. Otherwise it gives a *NotTraceError, or
// the error of the reader. It returns at the first event, so that a slow pipe is not waited for.
func Sniff(r io.Reader) error {
	s := sample{head: make([]byte, 0, sampleBytes)}
	for !s.whole && len(s.head) < sampleBytes {
		n, err := r.Read(s.head[len(s.head):sampleBytes])
		s.head = s.head[:len(s.head)+n]
		if err != nil && err != io.EOF {
			return err
		}
		s.whole = err == io.EOF
		if s.look(); s.event && !s.inArray() && !s.inTar() {
			return nil
		}
	}
	if f := s.name(); f != nil {
		return &NotTraceError{What: f.what, Advice: f.advice}
	}
	return nil
}

// sample is the beginning of a file.
type sample struct {
	head  []byte
	whole bool // the file is no longer than that

	checked int // bytes of head that have been looked at
	lines   int // lines in them that are not blank
	event   bool
	decoder Decoder
}

// look looks for an event in the lines that have been completed since it was called last.
func (s *sample) look() {
	for line := range s.newLines() {
		if s.lines++; s.lines <= sampleLines && s.decoder.Decode(line).Kind != BadEvent {
			s.event = true
			return
		}
	}
}

// inArray reports that events may be the elements of an array.
func (s *sample) inArray() bool {
	text := bytes.TrimLeft(bytes.TrimPrefix(s.head, []byte(byteOrderMark)), " \t\r\n")
	return bytes.HasPrefix(text, []byte("["))
}

func (s *sample) newLines() func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for {
			line, _, ended := bytes.Cut(s.head[s.checked:], []byte("\n"))
			if !ended && !s.whole {
				return
			}
			start := s.checked
			s.checked = min(start+len(line)+1, len(s.head))
			if start == 0 {
				line = bytes.TrimPrefix(line, []byte(byteOrderMark))
			}
			if !isBlank(line) && !yield(bytes.TrimSuffix(line, []byte("\r"))) || !ended {
				return
			}
		}
	}
}

// sampled gives the lines of the sample, without blank ones; a cut last line only if it is the only one.
func (s *sample) sampled() [][]byte {
	text := bytes.TrimPrefix(s.head, []byte(byteOrderMark))
	var lines [][]byte
	for len(text) > 0 && len(lines) < sampleLines {
		line, rest, ended := bytes.Cut(text, []byte("\n"))
		if !isBlank(line) && (ended || s.whole || len(lines) == 0) {
			lines = append(lines, bytes.TrimSpace(line))
		}
		text = rest
	}
	return lines
}

// name gives what the file is, nil for a trace.
func (s *sample) name() *format {
	if s.inTar() {
		return &format{"a tar archive", "tar -xOf FILE" + reads}
	}
	lines := s.sampled()
	if !s.event {
		if f := s.byMagic(); f != nil {
			return f
		}
		if len(lines) == 0 {
			return emptyFile()
		}
	}
	if f, found := s.byDocument(lines); found {
		return f
	}
	if s.event {
		return nil
	}
	switch f, events := mostFrequent(lines); {
	case 2*events >= len(lines):
		return nil // events with something wrong about them
	case f != nil:
		return f
	case !utf8.Valid(bytes.Join(lines, nil)):
		return binaryFile()
	default:
		return textFile()
	}
}

// mostFrequent gives the format that most lines speak for, nil if none does, and the number of lines
// that are events with something wrong about them.
func mostFrequent(lines [][]byte) (most *format, events int) {
	logs := logFormats()
	found := map[string]int{}
	for _, line := range lines {
		f := formatOfLine(line, logs)
		switch {
		case f == nil:
			continue
		case f.what == "":
			events++
			continue
		}
		if found[f.what]++; most == nil || found[f.what] > found[most.what] {
			most = f
		}
	}
	return most, events
}

// byDocument recognises a single JSON value, or values written over several lines.
func (s *sample) byDocument(lines [][]byte) (*format, bool) {
	if first := lines[0][0]; first != '{' && first != '[' {
		return nil, false
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(s.head, []byte(byteOrderMark)), " \t\r\n")
	o := outlineOf(text)
	firstLine := bytes.IndexByte(text, '\n')
	switch {
	case o.state == invalidOutline && (s.event || firstLine < 0 || o.end <= firstLine):
		return nil, false
	case firstLine < 0 || o.end <= firstLine:
		if len(lines) > 1 {
			return nil, false // judged line by line
		}
	}
	return o.document(), true
}

// outline is what can be seen at the top of a JSON text.
type outline struct {
	array bool
	names []string // of the object, or of the first object in the array
	text  []byte
	end   int // bytes looked at
	state outlineState
}

type outlineState uint8

const (
	wholeOutline outlineState = iota
	cutOutline
	invalidOutline
)

func outlineOf(text []byte) outline {
	o := outline{text: text}
	dec := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true))
	err := o.read(dec)
	o.end = int(dec.InputOffset())
	switch {
	case err == nil:
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		o.state, o.end = cutOutline, len(text)
	case syntaxProblem(text, err).Kind == TooDeep:
		o.state = cutOutline // what follows is as unknown as behind the end of the sample
	default:
		o.state = invalidOutline
	}
	return o
}

func (o *outline) read(dec *jsontext.Decoder) error {
	if o.array = dec.PeekKind() == '['; o.array {
		if _, err := dec.ReadToken(); err != nil {
			return err
		}
	}
	if dec.PeekKind() == '{' {
		if err := o.readNames(dec); err != nil {
			return err
		}
	}
	for dec.StackDepth() > 0 && dec.PeekKind() != ']' {
		if err := dec.SkipValue(); err != nil {
			return err
		}
	}
	if o.array || o.names == nil {
		_, err := dec.ReadToken()
		return err
	}
	return nil
}

func (o *outline) readNames(dec *jsontext.Decoder) error {
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	o.names = []string{}
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			return err
		}
		o.names = append(o.names, name.String())
		if err := dec.SkipValue(); err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}
