package model

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"sort"
	"sync/atomic"
	"time"
)

// Entry is what the index keeps of an event: enough for a row of the timeline and for filters. The
// payload stays in the file.
type Entry struct {
	Offset int64  // bytes
	Seq    uint64 // of a bad event, the seq of the event before it
	Time   int64  // nanoseconds since 1970; 0 if not recorded

	Size     uint32 // bytes
	Line     uint32 // from 1
	Exchange uint32 // number of the HTTP exchange, as given by whoever fills the index; 0 for none
	Session  uint32 // ordinal of the session, likewise
	Method   Text   // of a request or notification, or the verb of an http event
	ID       Text   // as it is shown
	Code     int32  // of an error; see CodeKnown

	Status    uint16 // HTTP status; 0 if not recorded
	Flags     Flags
	Direction Direction
	Transport Transport
	Kind      EventKind
	Class     Class // of a message
	Lifecycle Lifecycle
	Problem   ProblemKind // see HasProblem
}

// Flags are facts of an entry that hold from the beginning.
type Flags uint16

// The flags.
const (
	HasProblem Flags = 1 << iota // Problem says what is wrong with the line
	CodeKnown                    // Code is the code of the error
)

// Has reports whether all these flags are set.
func (f Flags) Has(all Flags) bool { return f&all == all }

// Marks are facts of an entry that later events bring to light.
type Marks uint32

// The marks that the judge leaves.
const (
	HasFinding   Marks = 1 << iota // any finding blames the event
	HasViolation                   // a finding at MUST level does
)

// EntryOf gives the part of an entry that the event itself says. Method of a message, ID, Class, Code,
// Exchange and Session are for the one who knows the conversation.
func EntryOf(e *Event) Entry {
	entry := Entry{
		Offset:    e.Offset,
		Seq:       e.Seq,
		Time:      e.Time,
		Size:      uint32(min(uint64(e.Size), math.MaxUint32)),
		Line:      uint32(min(uint64(e.Line), math.MaxUint32)),
		Status:    uint16(e.Status),
		Direction: e.Direction,
		Transport: e.Transport,
		Kind:      e.Kind,
		Lifecycle: e.Lifecycle,
	}
	if e.Problem != nil {
		entry.Problem, entry.Flags = e.Problem.Kind, HasProblem
	}
	return entry
}

const chunkSize = 4096 // entries

// chunk holds neighbouring entries. It has no pointers, so that the garbage collector passes it over.
// Entries are not changed once they are published; what later events add is atomic.
type chunk struct {
	entries  [chunkSize]Entry
	partners [chunkSize]atomic.Int32 // index of the partner plus 1
	marks    [chunkSize]atomic.Uint32
}

// Indexer builds the index of a trace. It is for one goroutine; the Traces it publishes are for any.
type Indexer struct {
	file   io.ReaderAt
	chunks []*chunk
	n      int
	seq    uint64
	broken bool // the seqs do not rise
	texts  texts

	published atomic.Pointer[Trace]
}

// NewIndexer begins the index of a recording.
func NewIndexer(file io.ReaderAt) *Indexer {
	x := &Indexer{file: file}
	x.Publish()
	return x
}

// Append adds the entry of the next event and gives its index.
func (x *Indexer) Append(e Entry) int {
	i := x.n
	if i%chunkSize == 0 {
		x.chunks = append(x.chunks, new(chunk))
	}
	switch {
	case e.Kind == BadEvent:
		e.Seq = x.seq
	case i > 0 && e.Seq < x.seq:
		x.broken = true
	}
	x.seq = e.Seq
	x.chunks[i/chunkSize].entries[i%chunkSize] = e
	x.n++
	return i
}

// Len is the number of entries, published or not.
func (x *Indexer) Len() int { return x.n }

// SetPartner marks two entries as request and response of each other. Published Traces show it at once.
func (x *Indexer) SetPartner(i, j int) {
	x.chunks[i/chunkSize].partners[i%chunkSize].Store(int32(j) + 1)
	x.chunks[j/chunkSize].partners[j%chunkSize].Store(int32(i) + 1)
}

// Intern keeps a text for an entry; equal texts get equal numbers. What is longer than 64 bytes is cut.
func (x *Indexer) Intern(text string) Text { return x.texts.intern(text) }

// Publish makes everything appended so far visible and gives the Trace that shows it.
func (x *Indexer) Publish() *Trace {
	t := &Trace{file: x.file, chunks: x.chunks, n: x.n, broken: x.broken, texts: x.texts.chunks}
	x.published.Store(t)
	return t
}

// Trace is the Trace that was published last. It may be called from any goroutine.
func (x *Indexer) Trace() *Trace { return x.published.Load() }

// Fill scans a recording from a position on. It calls index with each event, which appends its entry,
// and published with a Trace when the first rows can be shown, then at most 20 times a second while
// there are more, and at the end; both on the caller's goroutine.
func (x *Indexer) Fill(ctx context.Context, f *File, o ScanOptions, index func(*Event) error, published func(*Trace, Position)) (Position, error) {
	o.Every = time.Second / 20
	o.Progress = func(at Position) { published(x.Publish(), at) }
	return Scan(ctx, f.From(ctx, o.From.Offset), o, index)
}

// Trace is the index of a recording, as far as it had been read when the Trace was published. It does
// not change, apart from partners and marks, and may be used by any number of goroutines.
type Trace struct {
	file   io.ReaderAt
	chunks []*chunk
	n      int
	broken bool
	texts  [][]byte
}

// Len is the number of events.
func (t *Trace) Len() int { return t.n }

// Entry is the i-th entry, from 0.
func (t *Trace) Entry(i int) Entry {
	if i >= t.n {
		panic(fmt.Sprintf("entry %d of %d", i, t.n))
	}
	return t.chunks[i/chunkSize].entries[i%chunkSize]
}

// Partner is the index of the response to a request or of the request of a response.
func (t *Trace) Partner(i int) (j int, ok bool) {
	j = int(t.chunks[i/chunkSize].partners[i%chunkSize].Load()) - 1
	return j, j >= 0 && j < t.n
}

// Marks are the marks of the i-th entry.
func (t *Trace) Marks(i int) Marks {
	return Marks(t.chunks[i/chunkSize].marks[i%chunkSize].Load())
}

// Mark adds marks to the i-th entry.
func (t *Trace) Mark(i int, m Marks) {
	t.chunks[i/chunkSize].marks[i%chunkSize].Or(uint32(m))
}

// Text is an interned text.
func (t *Trace) Text(x Text) string { return string(textAt(t.texts, x)) }

// IndexOf finds the event with this seq, the first if there are several.
func (t *Trace) IndexOf(seq uint64) (i int, ok bool) {
	if !t.broken {
		i = sort.Search(t.n, func(i int) bool { return t.Entry(i).Seq >= seq })
	}
	for ; i < t.n; i++ {
		e := &t.chunks[i/chunkSize].entries[i%chunkSize]
		if e.Seq == seq && e.Kind != BadEvent {
			return i, true
		}
		if !t.broken && e.Seq > seq {
			break
		}
	}
	return 0, false
}

// ErrChanged is the error of a recording that is no longer what was read.
var ErrChanged = errors.New("the file has changed since it was read; open it again")

// Event reads the i-th event again. The error is ErrChanged or one of the file.
func (t *Trace) Event(i int) (*Event, error) {
	entry := t.Entry(i)
	var e *Event
	switch {
	case entry.Flags.Has(HasProblem) && entry.Problem == TooLong:
		e = &Event{Problem: tooLong()}
	default:
		raw, err := t.Raw(i, math.MaxInt)
		if err != nil {
			return nil, err
		}
		e = new(Decoder).decodeOwned(raw)
	}
	if entry.Flags.Has(HasProblem) {
		t.restoreCopy(i, e)
	}
	if e.Kind != entry.Kind || e.Kind != BadEvent && e.Seq != entry.Seq {
		return nil, ErrChanged
	}
	e.Line, e.Offset, e.Size = int(entry.Line), entry.Offset, int(entry.Size)
	if entry.Flags.Has(HasProblem) {
		t.restoreProblem(i, e)
	}
	return e, nil
}

// restoreCopy makes an event the copy of another line that it is.
func (t *Trace) restoreCopy(i int, e *Event) {
	switch t.Entry(i).Problem {
	case RepeatedLine:
		e.repeat(t.firstLine(i, e.Seq))
	case LoggedTwice:
		first := i - 1
		for before := t.Entry(first); before.Flags.Has(HasProblem) && before.Problem == LoggedTwice; before = t.Entry(first) {
			first--
		}
		e.logTwice(int(t.Entry(first).Line))
	}
}

// firstLine is the number of the line with a seq that the i-th event repeats.
func (t *Trace) firstLine(i int, seq uint64) int {
	for i--; i > 0; i-- {
		if e := t.Entry(i); e.Seq == seq && e.Kind != BadEvent {
			return int(e.Line)
		}
	}
	return int(t.Entry(0).Line)
}

// restoreProblem gives an event the problem that only the lines around it show.
func (t *Trace) restoreProblem(i int, e *Event) {
	switch t.Entry(i).Problem {
	case SeqNotRising:
		e.Problem = seqProblem(e.Seq, t.highestSeq(i))
	case SeqBeginsAgain:
		e.Problem = againProblem(e.Seq, t.highestSeq(i))
	case TornLine:
		e.markTorn([]byte("{"))
	}
}

// highestSeq is the highest seq before the i-th event.
func (t *Trace) highestSeq(i int) uint64 {
	highest := uint64(0)
	for j := range i {
		if before := t.Entry(j); before.Kind != BadEvent {
			highest = max(highest, before.Seq)
		}
	}
	return highest
}

// Raw reads the bytes of the i-th event's line, at most limit of them.
func (t *Trace) Raw(i int, limit int) ([]byte, error) {
	entry := t.Entry(i)
	raw := make([]byte, min(int(entry.Size), limit))
	n, err := t.file.ReadAt(raw, entry.Offset)
	switch {
	case n == len(raw):
		return raw, nil
	case err == io.EOF:
		return nil, ErrChanged
	default:
		return nil, fmt.Errorf("read line %d again: %w", entry.Line, err)
	}
}
