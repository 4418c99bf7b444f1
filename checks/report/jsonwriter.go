package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"
)

// jsonWriter writes JSON piece by piece, so that a long report needs no more memory than its longest
// piece. What it writes is ASCII: other characters are escaped, so that no text of a recording reaches a
// terminal as it was. The first error stays and is given by flush.
type jsonWriter struct {
	out *bufio.Writer
	buf bytes.Buffer
	err error
}

func newJSONWriter(w io.Writer) *jsonWriter { return &jsonWriter{out: bufio.NewWriter(w)} }

func (j *jsonWriter) flush() error {
	if err := j.out.Flush(); j.err == nil {
		j.err = err
	}
	return j.err
}

func (j *jsonWriter) text(s string) { j.out.WriteString(s) }

// value writes any value in one line.
func (j *jsonWriter) value(v any) { j.ascii(j.encode(v)) }

// members writes an object without its closing brace.
func (j *jsonWriter) members(v any) { j.ascii(bytes.TrimSuffix(j.encode(v), []byte("}"))) }

// array writes a further member whose value is an array.
func (j *jsonWriter) array(name string, each func(put func(any))) {
	j.text(",\n\"" + name + "\":")
	j.elements(each)
}

// elements writes an array, an element a line.
func (j *jsonWriter) elements(each func(put func(any))) {
	j.text("[")
	n := 0
	each(func(v any) {
		if n++; n > 1 {
			j.text(",")
		}
		j.text("\n  ")
		j.value(v)
	})
	j.text("]")
}

func (j *jsonWriter) encode(v any) []byte {
	j.buf.Reset()
	enc := json.NewEncoder(&j.buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil && j.err == nil {
		j.err = err
	}
	return bytes.TrimSuffix(j.buf.Bytes(), []byte("\n"))
}

// ascii writes JSON text with everything that is not printable ASCII escaped. Outside of strings there is
// nothing else in it.
func (j *jsonWriter) ascii(text []byte) {
	for len(text) > 0 {
		n := 0
		for n < len(text) && text[n] < 0x7f {
			n++
		}
		j.out.Write(text[:n])
		if text = text[n:]; len(text) == 0 {
			return
		}
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		if r > 0xffff {
			r -= 0x10000
			fmt.Fprintf(j.out, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
			continue
		}
		fmt.Fprintf(j.out, `\u%04x`, r)
	}
}

// list makes sure that an empty list is written as [].
func list[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}
