// Package document is an opened recording as the explorer shows it: the index of its events, how they
// stand to each other, and the verdict on it. A Document belongs to the goroutine that shows it. Work
// goes on in others, which send Updates; Apply enters them.
package document

import (
	"context"
	"io"
	"slices"
	"sort"
	"time"

	"mcpx/checks"
	"mcpx/checks/catalogue"
	"mcpx/model"
)

// Document is an opened recording.
type Document struct {
	file    Source
	options Options
	indexer *model.Indexer

	trace *model.Trace
	words chunks[words]
	links chunks[Link] // by the survey; forgotten when a ruling brings better ones
	pairs []int32      // the requests, likewise

	first, last int64 // times, 0 if none is recorded

	Progress Progress
	Err      error // why reading or judging stopped

	facts   *model.Facts
	rulings []*Ruling
	shown   int
}

// Phase is what is being done with the recording.
type Phase uint8

// The phases.
const (
	Reading Phase = iota
	Judging
	Ready
)

// Progress is how far the current phase has come.
type Progress struct {
	Phase Phase
	Done  int64 // bytes
	Total int64 // bytes, 0 while they are not known
}

// Fraction is the part that is done; ok is false while that is not known.
func (p Progress) Fraction() (part float64, ok bool) {
	if p.Total <= 0 {
		return 0, false
	}
	return min(1, float64(p.Done)/float64(p.Total)), true
}

// Source is an opened recording.
type Source interface {
	io.ReaderAt
	// From reads from offset to the end.
	From(ctx context.Context, offset int64) io.Reader
	// Size is the number of bytes known so far.
	Size() int64
}

// Options are the particulars of a document. The zero value judges by what the recording declares, with
// every check.
type Options struct {
	Revision string // judge by this one, whatever the recording declares
	Checks   []*checks.Check
}

// New makes the document of an opened recording.
func New(file Source, o Options) *Document {
	if o.Checks == nil {
		o.Checks = checks.All()
	}
	d := &Document{file: file, options: o, indexer: model.NewIndexer(file)}
	d.trace = d.indexer.Trace()
	return d
}

// Len is the number of events that have been read.
func (d *Document) Len() int { return d.words.n }

// Trace is the index.
func (d *Document) Trace() *model.Trace { return d.trace }

// Pairs are the rows of the requests.
func (d *Document) Pairs() []int32 {
	if r := d.Ruling(); r != nil {
		return r.pairs
	}
	return d.pairs
}

// Ruling is the verdict that is shown, nil while there is none.
func (d *Document) Ruling() *Ruling {
	if d.shown >= len(d.rulings) {
		return nil
	}
	return d.rulings[d.shown]
}

// Rulings is the number of verdicts.
func (d *Document) Rulings() int { return len(d.rulings) }

// NextRevision is the revision to show after the one that is shown.
func (d *Document) NextRevision() catalogue.Revision {
	order := d.order()
	for i, rev := range order {
		if r := d.Ruling(); r != nil && r.Revision() == rev {
			return order[(i+1)%len(order)]
		}
	}
	return order[0]
}

// order is the revisions that can be shown: those that the recording is judged by, then the others.
func (d *Document) order() []catalogue.Revision {
	var order []catalogue.Revision
	listed := map[catalogue.Revision]bool{}
	for _, r := range d.rulings {
		order = append(order, r.Revision())
		listed[r.Revision()] = true
	}
	for _, rev := range catalogue.Revisions() {
		if !listed[rev] {
			order = append(order, rev)
		}
	}
	return order
}

// Show shows the verdict of a revision; it reports false if there is none yet and Judge has to make it.
func (d *Document) Show(rev catalogue.Revision) bool {
	for i, r := range d.rulings {
		if r.Revision() == rev {
			d.shown = i
			return true
		}
	}
	return false
}

// RowOfLine is the row of a line of the file, None if it is no event.
func (d *Document) RowOfLine(line int) int {
	i := sort.Search(d.Len(), func(i int) bool { return int(d.trace.Entry(i).Line) >= line })
	if i == d.Len() || int(d.trace.Entry(i).Line) != line {
		return None
	}
	return i
}

// Start is the time of the first event that has one; ok is false if none has.
func (d *Document) Start() (at time.Time, ok bool) {
	return time.Unix(0, d.first).UTC(), d.first != 0
}

// Duration is the time between the first and the last event that have one.
func (d *Document) Duration() time.Duration { return time.Duration(d.last - d.first) }

// clock takes the times of the events from a row on in.
func (d *Document) clock(from int) {
	for i := from; i < d.Len(); i++ {
		if at := d.trace.Entry(i).Time; at != 0 {
			if d.first == 0 {
				d.first = at
			}
			d.last = at
		}
	}
}

// Update is news from the background.
type Update struct {
	Progress Progress
	Err      error

	trace   *model.Trace
	words   []words
	links   []Link
	patches []patch
	pairs   []int32

	facts   *model.Facts
	rulings []*Ruling
	show    bool // the last ruling was asked for
}

type patch struct {
	row  int32
	link Link
}

// Apply enters an update.
func (d *Document) Apply(u Update) {
	d.Progress = u.Progress
	if u.Err != nil {
		d.Err = u.Err
	}
	if u.trace != nil {
		d.trace = u.trace
		before := d.Len()
		d.words.addAll(u.words)
		d.clock(before)
		d.links.addAll(u.links)
		d.pairs = append(d.pairs, u.pairs...)
	}
	for _, p := range u.patches {
		*d.links.at(int(p.row)) = p.link
	}
	if u.facts != nil {
		d.facts = u.facts
	}
	for _, r := range u.rulings {
		d.links, d.pairs = chunks[Link]{}, nil
		at := slices.IndexFunc(d.rulings, func(known *Ruling) bool { return known.Revision() == r.Revision() })
		if at < 0 { // else it was asked for twice
			at = len(d.rulings)
			d.rulings = append(d.rulings, r)
		}
		if u.show {
			d.shown = at
		}
	}
}

// Load reads and judges the recording in the background. Updates come at most 20 times a second; the
// channel is closed at the end or when the context is done.
func (d *Document) Load(ctx context.Context) <-chan Update {
	updates := make(chan Update)
	l := &loader{ctx: ctx, file: d.file, indexer: d.indexer, options: d.options, to: updates}
	go l.run()
	return updates
}

// Judge judges the recording by another revision, as Load does; its verdict is shown when it is there.
func (d *Document) Judge(ctx context.Context, rev catalogue.Revision) <-chan Update {
	updates := make(chan Update)
	l := &loader{ctx: ctx, file: d.file, trace: d.trace, to: updates, facts: d.facts}
	l.options = Options{Revision: string(rev), Checks: d.options.Checks}
	go l.rejudge()
	return updates
}

// Methods are the methods of the recording, each once, as far as they are many times the same.
func (d *Document) Methods() []string {
	seen := map[model.Text]bool{}
	var names []string
	for i := 0; i < min(d.Len(), mostLooked); i++ {
		e := d.trace.Entry(i)
		if e.Kind != model.MessageEvent || e.Method == 0 || seen[e.Method] {
			continue
		}
		seen[e.Method] = true
		names = append(names, d.trace.Text(e.Method))
	}
	slices.Sort(names)
	return names
}

// mostLooked bounds the events that are looked at for a list.
const mostLooked = 1 << 14

// Facts are what the survey found, nil before it is done.
func (d *Document) Facts() *model.Facts { return d.facts }

// RowOfSeq is the event with a seq or, if there is none, the next one, or the last.
func (d *Document) RowOfSeq(seq uint64) int {
	if row, ok := d.trace.IndexOf(seq); ok {
		return row
	}
	i := sort.Search(d.Len(), func(i int) bool { return d.trace.Entry(i).Seq >= seq })
	return min(i, d.Len()-1)
}
