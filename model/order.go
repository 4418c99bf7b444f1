package model

import (
	"bytes"
	"fmt"
)

// order holds an event against those before it. Seq is the only order of a recording, and whoever passes one
// on may write a line twice, or one recording behind another.
func (s *scanning) order(e *Event) {
	p := &s.at
	e.Aside = p.appended
	if e.Aside || e.Kind == BadEvent {
		s.greeting.line = 0
		return
	}
	if !p.counted || e.Seq > p.seq {
		s.latest.enter(e)
		p.seq, p.counted = e.Seq, true
		s.greeting.order(e)
		return
	}
	switch line, found := s.latest.find(e); {
	case found == sameLine:
		e.repeat(line)
	case found == noLine && p.seq-e.Seq <= outOfOrder:
		s.latest.enter(e)
		if e.Problem == nil {
			e.Problem = seqProblem(e.Seq, p.seq)
		}
	default:
		p.appended, e.Aside = true, true
		e.Problem = againProblem(e.Seq, p.seq)
	}
}

// outOfOrder is how far below the highest seq a line may stand that several writers brought out of order.
const outOfOrder = 256

func seqProblem(seq, highest uint64) *Problem {
	return &Problem{Kind: SeqNotRising, Text: fmt.Sprintf("got seq %d after seq %d, want a higher one", seq, highest)}
}

func againProblem(seq, highest uint64) *Problem {
	return &Problem{Kind: SeqBeginsAgain, Text: fmt.Sprintf("got seq %d after seq %d; what follows is not judged, split the file before this line", seq, highest)}
}

// repeat makes e the line that repeats the one with a number.
func (e *Event) repeat(line int) {
	e.spare(&Problem{Kind: RepeatedLine, Text: fmt.Sprintf("line %d once more, with the same seq %d", line, e.Seq)})
}

// latestLines are the latest lines, by seq.
type latestLines [1 << 12]latestLine

type latestLine struct {
	seq     uint64
	written uint64 // see Event
	line    int
}

func (l *latestLines) enter(e *Event) {
	l[e.Seq%uint64(len(l))] = latestLine{e.Seq, e.written, e.Line}
}

// likeness tells what an earlier line has in common with an event.
type likeness uint8

const (
	noLine    likeness = iota // none had its seq
	otherLine                 // one had, or may have had
	sameLine
)

// find gives the number of the line that has the seq of an event, if it is the same line.
func (l *latestLines) find(e *Event) (line int, found likeness) {
	switch before := &l[e.Seq%uint64(len(l))]; {
	case before.line == 0 || before.seq < e.Seq:
		return 0, noLine
	case before.seq == e.Seq && before.written == e.written:
		return before.line, sameLine
	default:
		return 0, otherLine
	}
}

// greeting is the initialize on stdio that was the last event, if one was.
type greeting struct {
	line    int // 0 for none
	written []byte
}

// order marks an initialize that stands directly behind itself. Hosts are known to log the first message of a
// session twice, within milliseconds; a client that sends it twice looks no different.
func (g *greeting) order(e *Event) {
	if e.Kind != MessageEvent || e.Direction != ClientToServer || e.Transport != Stdio || !e.Payload.Get("method").Is("initialize") {
		g.line = 0
		return
	}
	if g.line > 0 && bytes.Equal(g.written, e.Payload.Raw()) {
		e.logTwice(g.line)
		return
	}
	g.line, g.written = e.Line, append(g.written[:0], e.Payload.Raw()...)
}

// logTwice makes e the initialize that was logged twice.
func (e *Event) logTwice(line int) {
	e.spare(&Problem{Kind: LoggedTwice, Text: fmt.Sprintf("the initialize of line %d once more; hosts log it twice, so this one is not judged", line)})
}

// spare makes e a line that says nothing new.
func (e *Event) spare(why *Problem) {
	e.Kind, e.Payload, e.draft, e.Aside, e.Problem = BadEvent, Value{}, nil, true, why
}
