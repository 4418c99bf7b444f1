package model

import (
	"bytes"
	"context"
	"fmt"
	"hash/maphash"
	"io"
	"runtime"
	"time"
)

// Tail says what becomes of a last line that has no line end.
type Tail uint8

// What a scan does with an unfinished last line: take it as an event, or leave it for a later scan that
// begins where this one ended.
const (
	TakeTail Tail = iota
	LeaveTail
)

// Position is a place between two lines of a trace. The zero Position is its beginning.
type Position struct {
	Offset int64 // bytes before it
	Lines  int   // lines before it, blank ones too
	Events int   // events before it

	seq      uint64 // the highest before it
	counted  bool   // seq is there
	appended bool   // seq began again before it
}

// ScanOptions are the particulars of a scan. The zero value scans a whole trace.
type ScanOptions struct {
	// From is where in the trace the reader stands; it comes from the scan before.
	From Position
	Tail Tail
	// Progress is called on the caller's goroutine when the first events have been delivered, then at
	// most once in Every while more come, and at the end. The trace is delivered up to the position.
	Progress func(Position)
	Every    time.Duration
	// LongLine is called before a line is held in memory that is longer than a block and than the lines
	// before, with about its length in bytes. It runs on a goroutine of the scan.
	LongLine func(size int64)
}

// Scan reads a trace to its end and calls receive with its events in the order of the file, on the
// caller's goroutine. Blank lines, a byte order mark at the very beginning and events without content
// (Event.Empty) are passed over. Lines that are no events are delivered as BadEvents, and so is a line
// that stands twice, or an initialize that does. Another event whose seq is not above that of every event before gets the problem
// SeqNotRising; where seq begins again, all that follows is Aside, and the first of it gets the problem
// SeqBeginsAgain.
//
// Lines are decoded in parallel, and what is read ahead is bounded. Scan ends early with an error of
// receive, of the reader or of the context; the position is then that of the last completed block and
// no place to continue from. If from blocks in Read, a goroutine stays until that call returns.
func Scan(ctx context.Context, from io.Reader, o ScanOptions, receive func(*Event) error) (Position, error) {
	return scan(ctx, from, o, usualLimits(), receive)
}

func scan(ctx context.Context, from io.Reader, o ScanOptions, l limits, receive func(*Event) error) (Position, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	r := newReader(from, o, l)
	go r.run(ctx)
	for range runtime.GOMAXPROCS(0) {
		go decodeBlocks(ctx, r.work)
	}
	s := scanning{reader: r, at: o.From, beat: beat{every: o.Every, call: o.Progress}, receive: receive}
	defer s.beat.end()
	err := s.run(ctx)
	return s.at, err
}

// scanning is the receiving end of a scan.
type scanning struct {
	reader  *reader
	at      Position
	beat    beat
	receive func(*Event) error

	latest   latestLines // of this scan alone
	greeting greeting
}

func (s *scanning) run(ctx context.Context) error {
	for {
		select {
		case b, more := <-s.reader.order:
			if !more {
				s.beat.last(s.at)
				if err := ctx.Err(); err != nil {
					return err
				}
				return s.reader.err
			}
			if err := s.decoded(ctx, b); err != nil {
				return err
			}
			if err := s.deliver(ctx, b); err != nil {
				return err
			}
			s.reader.recycle(b)
			s.beat.moved(s.at)
		case <-s.beat.due:
			s.beat.now(s.at)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// decoded waits for the events of b.
func (s *scanning) decoded(ctx context.Context, b *block) error {
	for {
		select {
		case <-b.done:
			return nil
		case <-s.beat.due:
			s.beat.now(s.at)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (s *scanning) deliver(ctx context.Context, b *block) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, e := range b.events {
		e.Line += s.at.Lines
		s.order(e)
		if e.Empty() {
			continue
		}
		s.at.Events++
		if err := s.receive(e); err != nil {
			return err
		}
	}
	s.at.Offset = b.offset + b.size
	s.at.Lines += b.lines
	return nil
}

func decodeBlocks(ctx context.Context, work <-chan *block) {
	var d Decoder
	for b := range work {
		if ctx.Err() != nil {
			return
		}
		d.decodeBlock(b)
		b.done <- struct{}{}
	}
}

var lineSeed = maphash.MakeSeed()

// decodeBlock fills b with the events of its lines.
func (d *Decoder) decodeBlock(b *block) {
	if b.shape == leftOut {
		b.lines = 1
		b.events = append(b.events, &Event{Line: 1, Offset: b.offset, Size: int(b.size), Problem: tooLong()})
		return
	}
	data, at := b.data, b.offset
	if at == 0 {
		data = bytes.TrimPrefix(data, []byte(byteOrderMark))
		at = int64(len(b.data) - len(data))
	}
	for len(data) > 0 {
		line, rest, _ := bytes.Cut(data, []byte("\n"))
		b.lines++
		if e := d.decodeLine(line, b.shape); e != nil {
			e.Line, e.Offset, e.written = b.lines, at, maphash.Bytes(lineSeed, line)
			b.events = append(b.events, e)
		}
		at += int64(len(data) - len(rest))
		data = rest
	}
}

// decodeLine gives the event of a line without its line feed, nil for a blank one.
func (d *Decoder) decodeLine(line []byte, s shape) *Event {
	if isBlank(line) {
		return nil
	}
	switch s {
	case tail:
		e := d.decodeOwned(line)
		e.markTorn(line)
		return e
	case longLine:
		return d.decodeOwned(bytes.TrimSuffix(line, []byte("\r")))
	default:
		return d.Decode(bytes.TrimSuffix(line, []byte("\r")))
	}
}

const byteOrderMark = "\xef\xbb\xbf"

func isBlank(line []byte) bool {
	for _, c := range line {
		if !isSpace(c) {
			return false
		}
	}
	return true
}

// markTorn marks the event of a last line that has no line end and stops in the middle.
func (e *Event) markTorn(line []byte) {
	if e.Problem == nil || e.Problem.Kind != NotJSON && e.Problem.Kind != InvalidUTF8 ||
		bytes.TrimLeft(line, " \t")[0] != '{' {
		return
	}
	e.Problem.Kind = TornLine
	e.Problem.Text = "the recording ends inside this line: " + e.Problem.Text
}

func tooLong() *Problem {
	return &Problem{Kind: TooLong, Text: fmt.Sprintf("the line is longer than %d MiB and was not read", maxLine>>20)}
}

// beat calls Progress often enough to be seen and not more often.
type beat struct {
	every  time.Duration
	call   func(Position)
	latest time.Time
	timer  *time.Timer
	due    <-chan time.Time // set while a change waits to be told
}

// moved notes that the position has changed.
func (b *beat) moved(at Position) {
	if b.call == nil {
		return
	}
	since := time.Since(b.latest)
	switch {
	case since >= b.every:
		b.now(at)
	case b.due == nil:
		b.timer = time.NewTimer(b.every - since)
		b.due = b.timer.C
	}
}

func (b *beat) now(at Position) {
	b.end()
	b.latest = time.Now()
	b.call(at)
}

func (b *beat) last(at Position) {
	if b.call != nil {
		b.now(at)
	}
}

func (b *beat) end() {
	if b.timer != nil {
		b.timer.Stop()
	}
	b.due = nil
}
