package document

import (
	"context"
	"io"
	"slices"
	"time"

	"mcpx/checks"
	"mcpx/model"
)

// beat is the time between two updates.
const beat = time.Second / 20

// loader reads and judges a recording. It runs in a goroutine of its own and owns its members.
type loader struct {
	ctx     context.Context
	file    Source
	indexer *model.Indexer
	trace   *model.Trace
	options Options
	to      chan<- Update

	survey    *model.Survey
	relations *relations
	sent      int // links that have been sent
	sentPairs int
	words     []words // not sent yet
	dirty     []int32 // rows sent before whose links have changed
	facts     *model.Facts
}

func (l *loader) run() {
	defer close(l.to)
	if err := l.read(); err != nil {
		l.fail(err)
		return
	}
	l.facts = l.survey.Facts()
	l.survey = nil // what it remembers makes room for the judges
	if u, ok := l.judge(); ok {
		l.send(u)
	}
}

func (l *loader) rejudge() {
	defer close(l.to)
	if u, ok := l.judge(); ok {
		u.show = true
		l.send(u)
	}
}

// fail tells why the work stopped; a context that is done needs no telling.
func (l *loader) fail(err error) {
	if l.ctx.Err() == nil {
		l.send(Update{Err: err, Progress: Progress{Phase: Ready}})
	}
}

func (l *loader) send(u Update) bool {
	select {
	case l.to <- u:
		return true
	case <-l.ctx.Done():
		return false
	}
}

// offer sends an update only if it is waited for.
func (l *loader) offer(u Update) bool {
	select {
	case l.to <- u:
		return true
	default:
		return false
	}
}

// read is the first pass: it fills the index and surveys the recording.
func (l *loader) read() error {
	l.survey, l.relations = model.NewSurvey(), newRelations()
	l.relations.changed = func(row int32) {
		if int(row) < l.sent {
			l.dirty = append(l.dirty, row)
		}
	}
	scan := model.ScanOptions{Every: beat, Progress: func(at model.Position) {
		if u := l.batch(l.indexer.Publish(), at); l.offer(u) {
			l.delivered(u)
		}
	}}
	_, err := model.Scan(l.ctx, l.file.From(l.ctx, 0), scan, func(e *model.Event) error {
		l.index(e)
		return nil
	})
	l.trace = l.indexer.Publish()
	u := l.batch(l.trace, model.Position{Offset: l.file.Size()})
	if l.send(u) {
		l.delivered(u)
	}
	l.relations = nil
	return err
}

func (l *loader) index(e *model.Event) {
	step := l.survey.Feed(e)
	l.relations.add(step)
	entry := model.EntryOf(e)
	if m := step.Message; m != nil {
		entry.Class = m.Class
		entry.Method = l.indexer.Intern(m.Method)
		if m.ID.Exists() {
			entry.ID = l.indexer.Intern(clip(string(m.ID.Raw()), longestText))
		}
		if code, ok := m.Code(); ok && m.Class == model.ErrorClass {
			entry.Code, entry.Flags = int32(code), entry.Flags|model.CodeKnown
		}
	} else if e.Kind == model.HTTPEvent {
		entry.Method = l.indexer.Intern(e.Verb)
	}
	if x := step.HTTP; x != nil && x.Numbered {
		entry.Exchange = uint32(x.Number)
	}
	at := l.indexer.Append(entry)
	if partner := l.relations.links.at(at).Partner; partner != None {
		l.indexer.SetPartner(at, int(partner))
	}
	name, about := label(step)
	l.words = append(l.words, words{l.indexer.Intern(clip(name, longestText)), l.indexer.Intern(clip(about, longestText))})
}

// batch is what has been read since the last one.
func (l *loader) batch(t *model.Trace, at model.Position) Update {
	links := &l.relations.links
	u := Update{
		Progress: Progress{Phase: Reading, Done: at.Offset, Total: l.file.Size()},
		trace:    t, words: slices.Clone(l.words), links: links.from(l.sent),
		pairs: slices.Clone(l.relations.pairs[l.sentPairs:]),
	}
	if f, ok := l.file.(interface{ Arriving() bool }); ok && f.Arriving() {
		u.Progress.Total = 0
	}
	slices.Sort(l.dirty)
	for _, row := range slices.Compact(l.dirty) {
		u.patches = append(u.patches, patch{row, *links.at(int(row))})
	}
	return u
}

func (l *loader) delivered(u Update) {
	l.sent, l.sentPairs = l.sent+len(u.links), l.sentPairs+len(u.pairs)
	l.words, l.dirty = l.words[:0], l.dirty[:0]
}

// judge is the second pass; ok is false if it failed, which it has told then.
func (l *loader) judge() (u Update, ok bool) {
	standards, err := checks.Standards(l.facts, l.options.Revision)
	if err != nil {
		l.fail(err)
		return u, false
	}
	size := l.file.Size()
	panel := make([]*bench, len(standards))
	for i, s := range standards {
		panel[i] = newBench(s, l.facts, l.options.Checks, size)
	}
	l.send(Update{Progress: Progress{Judging, 0, size}, facts: l.facts})
	scan := model.ScanOptions{Every: beat, Progress: func(at model.Position) {
		l.offer(Update{Progress: Progress{Judging, at.Offset, size}})
	}}
	events := 0
	found := checks.Assessment{Facts: l.facts}
	_, err = model.Scan(l.ctx, io.NewSectionReader(l.file, 0, size), scan, func(e *model.Event) error {
		if events++; events > l.trace.Len() {
			return errGrown
		}
		found.Heard(e)
		for _, b := range panel {
			b.feed(e)
		}
		return nil
	})
	if err == nil && events < l.trace.Len() {
		err = model.ErrChanged
	}
	if err != nil && err != errGrown {
		l.fail(err)
		return u, false
	}
	u.Progress = Progress{Phase: Ready}
	for _, b := range panel {
		r := b.ruling(l.trace)
		u.rulings = append(u.rulings, r)
		found.Rulings = append(found.Rulings, r.Ruling)
	}
	for _, r := range u.rulings {
		r.Nothing = found.Empty()
	}
	return u, true
}
