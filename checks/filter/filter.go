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
// finding of it does.
package filter

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Event is what a filter looks at of an event.
type Event struct {
	Seq       uint64
	Direction string   // "c2s" or "s2c"
	Kinds     []string // all that fit: message, http, lifecycle, bad, request, notification, result, error, invalid
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
}

// Finding is what a filter looks at of a finding, or of a clause in a list of clauses.
type Finding struct {
	Level   string // MUST, MUST NOT …
	Area    string
	Clause  string
	Check   string
	Outcome string // of the clause
	Party   string
	Detail  string
}

// Filter is a parsed filter. The zero value matches everything.
type Filter struct {
	source  string
	event   []term
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

// NeedsText reports that Event.Text will be called.
func (f *Filter) NeedsText() bool {
	return f != nil && slices.ContainsFunc(f.event, func(t term) bool { return t.field == "text" })
}

// NeedsFindings reports terms that look at findings.
func (f *Filter) NeedsFindings() bool { return f != nil && len(f.finding) > 0 }

// Event reports whether an event with these findings matches.
func (f *Filter) Event(e *Event, findings []Finding) bool {
	if f.Empty() {
		return true
	}
	if !f.eventTerms(e) {
		return false
	}
	positive := false
	for i := range f.finding {
		t := &f.finding[i]
		if !t.negate {
			positive = true
			continue
		}
		for j := range findings {
			if t.judge(t, &findings[j]) {
				return false
			}
		}
	}
	if !positive {
		return true
	}
	return slices.ContainsFunc(findings, func(x Finding) bool { return f.positiveTerms(&x) })
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
	return f.Empty() || f.eventTerms(at) && f.Clause(x)
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

// LooksAtEvents reports terms about events: a clause without findings then never matches.
func (f *Filter) LooksAtEvents() bool { return f != nil && len(f.event) > 0 }

// Error says where a filter is wrong and what is wanted there.
type Error struct {
	Start, End int // bytes of the source
	Text       string
}

func (e *Error) Error() string { return "column " + strconv.Itoa(e.Start+1) + ": " + e.Text }

// Parse reads a filter. The error is an *Error.
func Parse(source string) (*Filter, error) {
	f := &Filter{source: source}
	words, err := split(source)
	if err != nil {
		return nil, err
	}
	for _, w := range words {
		t, err := parseTerm(w)
		if err != nil {
			return nil, err
		}
		if t.judge != nil {
			f.finding = append(f.finding, t)
		} else {
			f.event = append(f.event, t)
		}
	}
	return f, nil
}

// word is one term as written: an optional field and a value, quotes taken off.
type word struct {
	start, end int
	valueAt    int
	negate     bool
	field      string
	value      string
	quoted     bool
}

func split(source string) ([]word, error) {
	var words []word
	for i := 0; i < len(source); {
		if isBlank(source[i]) {
			i++
			continue
		}
		w, next, err := scanWord(source, i)
		if err != nil {
			return nil, err
		}
		words = append(words, w)
		i = next
	}
	return words, nil
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func scanWord(source string, i int) (word, int, error) {
	w := word{start: i}
	for i < len(source) && source[i] == '!' {
		w.negate = !w.negate
		i++
	}
	begin := i
	for i < len(source) && !isBlank(source[i]) && source[i] != ':' && source[i] != '"' {
		i++
	}
	if i < len(source) && source[i] == ':' {
		w.field = source[begin:i]
		i++
		begin = i
	} else {
		i = begin
	}
	w.valueAt = begin
	if i < len(source) && source[i] == '"' {
		value, end, ok := quoted(source, i)
		if !ok {
			return w, 0, &Error{Start: i, End: len(source), Text: `the quote is not closed: end it with "`}
		}
		w.value, w.quoted, w.end = value, true, end
		return w, end, nil
	}
	for i < len(source) && !isBlank(source[i]) {
		i++
	}
	w.value, w.end = source[begin:i], i
	return w, i, nil
}

// quoted reads a quoted text; a backslash takes the next character as it is.
func quoted(source string, i int) (value string, end int, ok bool) {
	var b strings.Builder
	for i++; i < len(source); i++ {
		switch c := source[i]; c {
		case '"':
			return b.String(), i + 1, true
		case '\\':
			if i++; i < len(source) {
				b.WriteByte(source[i])
			}
		default:
			b.WriteByte(c)
		}
	}
	return "", i, false
}

func parseTerm(w word) (term, error) {
	t := term{field: strings.ToLower(w.field), negate: w.negate, text: strings.ToLower(w.value)}
	if w.field == "" && w.valueAt == w.start+boolLen(w.negate) {
		t.field = "text"
	}
	if w.value == "" && !w.quoted {
		return t, &Error{Start: w.start, End: max(w.end, w.start+1), Text: "a value is missing" + behind(w.field)}
	}
	spec := fieldNamed(t.field)
	if spec == nil {
		return t, &Error{Start: w.start + boolLen(w.negate), End: w.valueAt, Text: "no field " + strconv.Quote(w.field) + "; fields are " + strings.Join(Fields(), ", ")}
	}
	t.match, t.judge = spec.match, spec.judge
	if spec.parse != nil {
		if problem := spec.parse(&t, w.value); problem != "" {
			return t, &Error{Start: w.valueAt, End: w.end, Text: problem}
		}
	}
	if len(spec.values) > 0 && !slices.Contains(spec.values, t.text) {
		return t, &Error{Start: w.valueAt, End: w.end, Text: w.field + " is one of " + strings.Join(spec.values, ", ")}
	}
	return t, nil
}

func boolLen(b bool) int {
	if b {
		return 1
	}
	return 0
}

func behind(field string) string {
	if field == "" {
		return ""
	}
	return " behind " + field + ":"
}

// glob matches a lower-case pattern with "*" for any run and "?" for any one character.
func glob(pattern, text string) bool {
	text = strings.ToLower(text)
	star, mark := -1, 0
	p, i := 0, 0
	for i < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, i
			p++
		case p < len(pattern) && pattern[p] == '?':
			_, size := utf8.DecodeRuneInString(text[i:])
			p, i = p+1, i+size
		case p < len(pattern) && pattern[p] == text[i]:
			p, i = p+1, i+1
		case star >= 0:
			mark++
			p, i = star+1, mark
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

func contains(pattern, text string) bool {
	return strings.Contains(strings.ToLower(text), pattern)
}

func compare[T cmp.Ordered](op operator, got, want T) bool {
	switch op {
	case less:
		return got < want
	case lessEqual:
		return got <= want
	case greater:
		return got > want
	case greaterEqual:
		return got >= want
	default:
		return got == want
	}
}
