package model

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync"
)

// block is a piece of the trace on its way from the reader over a decoder to the receiver: whole lines,
// or a single line too long for the buffer, or the last line without its line end.
type block struct {
	shape  shape
	buf    []byte // kept for the next use of the block
	data   []byte
	offset int64 // of data in the trace, in bytes
	size   int64 // of the piece in the trace; more than len(data) if it was left out

	done   chan struct{} // receives when the fields below are filled
	events []*Event      // with line numbers counted from the block's first line
	lines  int
}

type shape uint8

const (
	wholeLines shape = iota
	longLine         // data is an allocation of its own, which the event may keep
	leftOut          // a line longer than the limit; data is empty
	tail             // of any length, an allocation of its own
)

// limits are how a scan uses memory.
type limits struct {
	block    int   // bytes of a buffer
	inFlight int64 // bytes between reader and receiver, unless a single line is longer
	line     int64 // longest line that is decoded, bytes
}

const (
	blockSize = 128 << 10
	maxLine   = 1 << 30
)

func usualLimits() limits { return limits{block: blockSize, inFlight: 1 << 20, line: maxLine} }

// reader cuts the trace into blocks. It runs in a goroutine of its own.
type reader struct {
	limits
	from io.Reader
	tail Tail
	long func(size int64)

	order chan *block // to the receiver, in the order of the trace
	work  chan *block // the same blocks, to the decoders
	spare chan *block
	flow  flow
	err   error // set before order is closed

	offset  int64    // of the first byte not handed on
	longest int64    // line that was told of
	parts   [][]byte // full buffers without a line end
	held    int64    // bytes in parts or, of a line that is too long, passed over
}

const queued = 64 // blocks; the bytes are limited by flow

func newReader(from io.Reader, o ScanOptions, l limits) *reader {
	return &reader{
		limits: l,
		from:   from,
		tail:   o.Tail,
		long:   o.LongLine,
		order:  make(chan *block, queued),
		work:   make(chan *block, queued),
		spare:  make(chan *block, queued),
		flow:   flow{limit: l.inFlight, freed: make(chan struct{}, 1)},
		offset: o.From.Offset,
	}
}

func (r *reader) run(ctx context.Context) {
	defer close(r.order)
	defer close(r.work)
	b, n, idle := r.block(), 0, 0
	for ctx.Err() == nil {
		m, err := r.from.Read(b.buf[n:])
		n += m
		if m > 0 {
			idle = 0
		} else if idle++; idle > 100 && err == nil {
			err = io.ErrNoProgress
		}
		if last := bytes.LastIndexByte(b.buf[n-m:n], '\n'); last >= 0 {
			cut := n - m + last + 1
			next := r.block()
			rest := copy(next.buf, b.buf[cut:n])
			if !r.handOn(ctx, b, cut) {
				return
			}
			b, n = next, rest
		} else if n == len(b.buf) {
			if !r.setAside(ctx, b) {
				return
			}
			n = 0
		}
		if err != nil {
			r.finish(ctx, b, n, err)
			return
		}
	}
}

// block gives a used block or a new one.
func (r *reader) block() *block {
	select {
	case b := <-r.spare:
		return b
	default:
		return &block{buf: make([]byte, r.limits.block), done: make(chan struct{}, 1)}
	}
}

// recycle takes a block back whose events have been received.
func (r *reader) recycle(b *block) {
	r.flow.back(int64(len(b.data)))
	clear(b.events)
	b.events, b.data, b.lines = b.events[:0], nil, 0
	if b.buf == nil {
		return
	}
	select {
	case r.spare <- b:
	default:
	}
}

// handOn sends the lines in b.buf[:cut], the first of which may have begun in earlier buffers.
func (r *reader) handOn(ctx context.Context, b *block, cut int) bool {
	lines := b.buf[:cut]
	if r.held > 0 {
		first := bytes.IndexByte(lines, '\n') + 1
		if !r.send(ctx, r.joined(lines[:first], longLine)) {
			return false
		}
		if lines = lines[first:]; len(lines) == 0 {
			return true
		}
	}
	b.shape, b.data = wholeLines, lines
	return r.send(ctx, b)
}

// setAside keeps a full buffer in which no line ends and gives b a new one.
func (r *reader) setAside(ctx context.Context, b *block) bool {
	if m, ok := r.from.(lineMeasurer); ok && r.held == 0 {
		if rest := m.restOfLine(); rest > 0 && rest < r.limits.line-int64(len(b.buf)) {
			return r.readWhole(ctx, b.buf, rest)
		}
	}
	r.held += int64(len(b.buf))
	r.tell(r.held)
	if r.held > r.limits.line {
		r.parts = nil
		return true
	}
	r.parts = append(r.parts, b.buf)
	b.buf = make([]byte, r.limits.block)
	return r.flow.wait(ctx, r.held)
}

// tell tells of a line that is longer than those before; of one that grows as it is read, now and then.
func (r *reader) tell(size int64) {
	if r.long == nil || size <= r.longest {
		return
	}
	r.longest = size + size/4
	r.long(r.longest)
}

// lineMeasurer is a reader that can tell how much of the line in which it stands is still to be read,
// its line feed included; 0 if it does not know. A long line then needs room but once.
type lineMeasurer interface{ restOfLine() int64 }

// readWhole sends the line that begins with a full buffer and has rest more bytes.
func (r *reader) readWhole(ctx context.Context, begun []byte, rest int64) bool {
	size := int64(len(begun)) + rest
	r.tell(size)
	if !r.flow.wait(ctx, size) {
		return false
	}
	line := make([]byte, size)
	n := copy(line, begun)
	m, err := io.ReadFull(r.from, line[n:])
	if err != nil {
		// The file is no longer what it was a moment ago; what is there counts.
		line = line[:n+m]
		r.parts, r.held = [][]byte{line}, int64(len(line))
		return true
	}
	return r.send(ctx, &block{shape: longLine, data: line, size: size, done: make(chan struct{}, 1)})
}

// joined makes a block of the parts and the end of their line.
func (r *reader) joined(end []byte, s shape) *block {
	size := r.held + int64(len(end))
	b := &block{shape: s, size: size, done: make(chan struct{}, 1)}
	if size > r.limits.line {
		b.shape = leftOut
	} else {
		b.data = make([]byte, 0, size)
		for i, part := range r.parts {
			b.data = append(b.data, part...)
			r.parts[i] = nil
		}
		b.data = append(b.data, end...)
	}
	r.parts, r.held = nil, 0
	return b
}

func (r *reader) finish(ctx context.Context, b *block, n int, err error) {
	if err != io.EOF {
		r.err = fmt.Errorf("read the trace: %w", err)
		return
	}
	if r.tail == TakeTail && r.held+int64(n) > 0 {
		r.send(ctx, r.joined(b.buf[:n], tail))
	}
}

func (r *reader) send(ctx context.Context, b *block) bool {
	if b.shape == wholeLines {
		b.size = int64(len(b.data))
	}
	b.offset = r.offset
	r.offset += b.size
	if !r.flow.out(ctx, int64(len(b.data))) {
		return false
	}
	for _, to := range []chan *block{r.work, r.order} {
		select {
		case to <- b:
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// flow bounds the bytes between the reader and the receiver, so that memory does not follow the length
// of the trace.
type flow struct {
	limit int64
	mu    sync.Mutex
	away  int64
	freed chan struct{} // something came back
}

// out waits until n more bytes may be under way and counts them.
func (f *flow) out(ctx context.Context, n int64) bool {
	if !f.wait(ctx, n) {
		return false
	}
	f.mu.Lock()
	f.away += n
	f.mu.Unlock()
	return true
}

// wait returns when n more bytes are within the limit or nothing else is under way.
func (f *flow) wait(ctx context.Context, n int64) bool {
	for {
		f.mu.Lock()
		ok := f.away == 0 || f.away+n <= f.limit
		f.mu.Unlock()
		if ok {
			return true
		}
		select {
		case <-f.freed:
		case <-ctx.Done():
			return false
		}
	}
}

func (f *flow) back(n int64) {
	f.mu.Lock()
	f.away -= n
	f.mu.Unlock()
	select {
	case f.freed <- struct{}{}:
	default:
	}
}
