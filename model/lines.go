package model

import (
	"fmt"
	"io"
)

// Lines reads the lines of events again, one after the other, with few reads of the file. It is for one
// goroutine.
type Lines struct {
	trace *Trace
	block []byte
	begin int64 // where the block stands in the file
}

// linesBlock is how much of the file is read at a time.
const linesBlock = 256 << 10

// Lines begins to read lines again.
func (t *Trace) Lines() *Lines { return &Lines{trace: t} }

// Raw is the line of the i-th event. It is good until the next call.
func (l *Lines) Raw(i int) ([]byte, error) {
	e := l.trace.Entry(i)
	size := int64(e.Size)
	if at := e.Offset - l.begin; at >= 0 && at+size <= int64(len(l.block)) {
		return l.block[at : at+size : at+size], nil
	}
	if size > linesBlock {
		return l.trace.Raw(i, int(size))
	}
	if l.block = l.block[:cap(l.block)]; len(l.block) < linesBlock {
		l.block = make([]byte, linesBlock)
	}
	n, err := l.trace.file.ReadAt(l.block, e.Offset)
	l.block, l.begin = l.block[:n], e.Offset
	switch {
	case int64(n) >= size:
		return l.block[:size:size], nil
	case err == io.EOF:
		return nil, ErrChanged
	default:
		return nil, fmt.Errorf("read line %d again: %w", e.Line, err)
	}
}
