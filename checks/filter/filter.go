// Package filter is the small language that narrows what is shown and reported.
//
// A filter is a list of terms between blanks, all of which must hold:
//
//	level:must area:TRAN        findings and clauses of MUST level in an area
//	method:tools/* status:>=400 events by glob and by comparison
//	!dir:c2s latency:>200ms     "!" negates; durations in us, ms, s, m; sizes in k, M, G
//	finding:any "two words"     events with findings, and free text in quotes or not
//
// Terms about events (dir kind method id status code seq size latency session text) look at the event;
// terms about findings (level area clause check outcome party finding) look at its findings. An event
// matches if one of its findings satisfies all terms about findings together; a negated one says that no
// finding of it does. Capitals never matter.
package filter

import (
	"slices"
	"time"
)

// Event is what a filter looks at of an event.
type Event struct {
	Seq       uint64
	Direction string   // "c2s" or "s2c"
	Kinds     []string // all that fit: message, http, lifecycle, bad, request, notification, result, error, invalid, foreign
	Method    string   // of a message, or of the request that it answers
	ID        string   // as written, strings without quotes
	Status    int      // 0 if none
	Code      int
	HasCode   bool
	Size      int64         // bytes
	Latency   time.Duration // of the pair; negative if unknown
	Session   int           // from 1; 0 if none
	// Text gives what free text is looked for in. It is called only for filters with such terms.
	Text func() string
	// Holds reports whether the event holds a text, given in lower case. It is called only for filters
	// with such terms, and last.
	Holds func(lower string) bool
}

// Finding is what a filter looks at of a finding, or of a clause in a list of clauses.
type Finding struct {
	Level   string // MUST, MUST NOT …
	Area    string
	Clause  string
	Check   string // a clause may have several, between blanks
	Outcome string // of the clause
	Party   string // a clause may bind several, between blanks
	Detail  string
}

// Filter is a parsed filter. The zero value matches everything.
type Filter struct {
	source  string
	event   []term // those that read payloads last
	finding []term
}

type operator uint8

const (
	equal operator = iota
	less
	lessEqual
	greater
	greaterEqual
)

// term is one condition.
type term struct {
	field  string
	negate bool
	text   string // lower case
	number float64
	op     operator
	match  func(t *term, e *Event) bool
	judge  func(t *term, f *Finding) bool
}

// Source is the text that was parsed.
func (f *Filter) Source() string { return f.source }

// Empty reports a filter without terms.
func (f *Filter) Empty() bool { return f == nil || len(f.event) == 0 && len(f.finding) == 0 }

// NeedsText reports that Event.Holds may be called.
func (f *Filter) NeedsText() bool { return f != nil && slices.ContainsFunc(f.event, term.readsText) }

// Texts are what Event.Holds may be asked for.
func (f *Filter) Texts() []string {
	var texts []string
	for _, t := range f.event {
		if t.readsText() {
			texts = append(texts, t.text)
		}
	}
	return texts
}

// NeedsFindings reports terms that look at findings.
func (f *Filter) NeedsFindings() bool { return f != nil && len(f.finding) > 0 }

// WantsFinding reports that no event without findings can match.
func (f *Filter) WantsFinding() bool {
	return f != nil && slices.ContainsFunc(f.finding, func(t term) bool { return !t.negate })
}

// SpeaksOf reports a term with this field.
func (f *Filter) SpeaksOf(field string) bool {
	is := func(t term) bool { return t.field == field }
	return f != nil && (slices.ContainsFunc(f.event, is) || slices.ContainsFunc(f.finding, is))
}

// LooksAtEvents reports terms about events: a clause without findings then never matches.
func (f *Filter) LooksAtEvents() bool { return f != nil && len(f.event) > 0 }

// Event reports whether an event with these findings matches.
func (f *Filter) Event(e *Event, findings []Finding) bool {
	if f.Empty() {
		return true
	}
	return f.findings(findings) && f.eventTerms(e)
}

// findings reports whether the terms about findings hold of the findings of one event.
func (f *Filter) findings(all []Finding) bool {
	positive := false
	for i := range f.finding {
		t := &f.finding[i]
		if !t.negate {
			positive = true
			continue
		}
		for j := range all {
			if t.judge(t, &all[j]) {
				return false
			}
		}
	}
	if !positive {
		return true
	}
	for i := range all {
		if f.positiveTerms(&all[i]) {
			return true
		}
	}
	return false
}

func (f *Filter) positiveTerms(x *Finding) bool {
	for i := range f.finding {
		if t := &f.finding[i]; !t.negate && !t.judge(t, x) {
			return false
		}
	}
	return true
}

func (f *Filter) eventTerms(e *Event) bool {
	for i := range f.event {
		if t := &f.event[i]; t.match(t, e) == t.negate {
			return false
		}
	}
	return true
}

// Finding reports whether a finding at an event matches.
func (f *Filter) Finding(x *Finding, at *Event) bool {
	return f.Empty() || f.Clause(x) && f.eventTerms(at)
}

// Clause reports whether a clause, or a finding apart from its event, satisfies the terms about findings.
func (f *Filter) Clause(x *Finding) bool {
	if f.Empty() {
		return true
	}
	for i := range f.finding {
		if t := &f.finding[i]; t.judge(t, x) == t.negate {
			return false
		}
	}
	return true
}
