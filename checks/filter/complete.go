package filter

import (
	"slices"
	"strings"
)

// Candidate is a way to complete a source: Text replaces the bytes from Start to End.
type Candidate struct {
	Start, End int
	Text       string
	About      string // what it means, "" if that is plain
}

// Complete is CompleteAt at the end of the source.
func Complete(source string, known map[string][]string) []Candidate {
	return CompleteAt(source, len(source), known)
}

// CompleteAt offers ways to go on at a place in a source: names of fields, or values of the field that
// stands there. Known gives further values by field, such as the methods of the recording. Those that
// begin as what is typed come before those that hold it; what is there already is not offered.
func CompleteAt(source string, at int, known map[string][]string) []Candidate {
	at = min(max(at, 0), len(source))
	w := wordAt(source, at)
	if !w.named || at < w.valueAt {
		return fieldCandidates(source, at, w)
	}
	f := fieldNamed(strings.ToLower(w.field))
	if f == nil {
		return nil
	}
	return valueCandidates(source, at, w, slices.Concat(f.values, known[f.name]))
}

// wordAt is the word that holds or ends at a place; an empty one if there is none.
func wordAt(source string, at int) word {
	for _, w := range split(source) {
		if w.start <= at && at <= w.end {
			return w
		}
	}
	return word{start: at, end: at, nameAt: at, valueAt: at}
}

func fieldCandidates(source string, at int, w word) []Candidate {
	if at < w.nameAt {
		return nil
	}
	end := w.end
	if w.named {
		end = w.valueAt
	}
	typed := strings.ToLower(source[w.nameAt:at])
	var out []Candidate
	for _, f := range fields() {
		if strings.HasPrefix(f.name, typed) {
			out = append(out, Candidate{Start: w.nameAt, End: end, Text: f.name + ":", About: f.about})
		}
	}
	return out
}

func valueCandidates(source string, at int, w word, values []string) []Candidate {
	typed := source[w.valueAt:at]
	sign := typed[:len(typed)-len(strings.TrimLeft(typed, "<>="))]
	typed = strings.ToLower(strings.Trim(typed[len(sign):], `"`))
	var begin, hold []Candidate
	for _, v := range values {
		c := Candidate{Start: w.valueAt, End: w.end, Text: sign + quoteIfNeeded(v)}
		switch lower := strings.ToLower(v); {
		case lower == typed:
		case strings.HasPrefix(lower, typed):
			begin = append(begin, c)
		case strings.Contains(lower, typed):
			hold = append(hold, c)
		}
	}
	return append(begin, hold...)
}

func quoteIfNeeded(v string) string {
	if strings.ContainsAny(v, " \t\r\n\"") {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(v) + `"`
	}
	return v
}

// With gives the source with a term added, or taken out if it stands there: what a preset key does. Other
// terms of the same field make room for it.
func With(source, toggled string) string {
	field := scanWord(toggled, 0).field
	var kept []string
	there := false
	for _, w := range split(source) {
		switch {
		case w.text(source) == toggled:
			there = true
		case !strings.EqualFold(w.field, field):
			kept = append(kept, w.text(source))
		}
	}
	if !there {
		kept = append(kept, toggled)
	}
	return strings.Join(kept, " ")
}

// Without gives the source without the terms of a field.
func Without(source, field string) string {
	var kept []string
	for _, w := range split(source) {
		if !strings.EqualFold(w.field, field) {
			kept = append(kept, w.text(source))
		}
	}
	return strings.Join(kept, " ")
}

// Term is a term in the language that asks for exactly this value of a field.
func Term(field, value string) string { return field + ":" + quoteIfNeeded(value) }

// Has reports whether a term stands in the source as it is.
func Has(source, term string) bool {
	return slices.ContainsFunc(split(source), func(w word) bool { return w.text(source) == term })
}

// Live is the source without the word that is being typed at a place, as long as it may become the name of
// a field: what to obey meanwhile.
func Live(source string, at int) string {
	w := wordAt(source, at)
	if w.named || w.quoted || w.value == "" || at != w.end {
		return source
	}
	for _, name := range Fields() {
		if strings.HasPrefix(name, strings.ToLower(w.value)) {
			return source[:w.start] + source[w.end:]
		}
	}
	return source
}
