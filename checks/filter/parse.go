package filter

import (
	"slices"
	"strconv"
	"strings"
)

// Error says where a filter is wrong and what is wanted there.
type Error struct {
	Start, End int // bytes of the source
	Column     int // of Start, in characters, from 1
	Text       string
}

func (e *Error) Error() string { return "column " + strconv.Itoa(e.Column) + ": " + e.Text }

// Parse reads a filter. The error is an *Error.
func Parse(source string) (*Filter, error) {
	f := &Filter{source: source}
	for _, w := range split(source) {
		t, problem := parseTerm(w)
		if problem != nil {
			problem.Column = len([]rune(source[:min(problem.Start, len(source))])) + 1
			return nil, problem
		}
		if t.judge != nil {
			f.finding = append(f.finding, t)
		} else {
			f.event = append(f.event, t)
		}
	}
	slices.SortStableFunc(f.event, byCost)
	return f, nil
}

// byCost puts terms that read payloads behind those that look at the index.
func byCost(a, b term) int {
	switch {
	case a.readsText() == b.readsText():
		return 0
	case a.readsText():
		return 1
	default:
		return -1
	}
}

func (t term) readsText() bool { return t.field == "text" }

// word is one term as written: an optional field and a value, quotes taken off.
type word struct {
	start, end int
	nameAt     int // behind the "!"
	valueAt    int
	negate     bool
	named      bool // there is a colon
	field      string
	value      string
	quoted     bool
	open       bool // the quote is not closed
}

// text is the word as it was written.
func (w word) text(source string) string { return source[w.start:w.end] }

// split finds the words of a source, right or wrong.
func split(source string) []word {
	var words []word
	for i := 0; i < len(source); {
		if isBlank(source[i]) {
			i++
			continue
		}
		w := scanWord(source, i)
		words = append(words, w)
		i = w.end
	}
	return words
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func scanWord(source string, i int) word {
	w := word{start: i}
	for i < len(source) && source[i] == '!' {
		w.negate = !w.negate
		i++
	}
	w.nameAt, w.valueAt = i, i
	for i < len(source) && !isBlank(source[i]) && source[i] != ':' && source[i] != '"' {
		i++
	}
	if i < len(source) && source[i] == ':' {
		w.named, w.field, w.valueAt = true, source[w.nameAt:i], i+1
	}
	i = w.valueAt
	if i < len(source) && source[i] == '"' {
		var closed bool
		w.value, w.end, closed = quoted(source, i)
		w.quoted, w.open = true, !closed
		return w
	}
	for i < len(source) && !isBlank(source[i]) {
		i++
	}
	w.value, w.end = source[w.valueAt:i], i
	return w
}

// quoted reads a quoted text; a backslash takes the next character as it is.
func quoted(source string, i int) (value string, end int, closed bool) {
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
	return b.String(), len(source), false
}

func parseTerm(w word) (term, *Error) {
	t := term{field: strings.ToLower(w.field), negate: w.negate, text: strings.ToLower(w.value)}
	if !w.named {
		t.field = "text"
	}
	spec := fieldNamed(t.field)
	switch {
	case w.open:
		return t, &Error{Start: w.valueAt, End: w.end, Text: `the quote is not closed: end it with "`}
	case spec == nil:
		return t, &Error{Start: w.nameAt, End: w.valueAt, Text: "there is no field " + strconv.Quote(w.field) + suggestion(t.field)}
	case w.value == "" && !w.quoted:
		return t, &Error{Start: w.start, End: w.end, Text: "a value is missing" + behind(w.field)}
	}
	t.match, t.judge = spec.match, spec.judge
	if spec.parse != nil {
		if problem := spec.parse(&t, w.value); problem != "" {
			return t, &Error{Start: w.valueAt, End: w.end, Text: problem}
		}
	}
	if len(spec.values) > 0 && !slices.Contains(spec.values, t.text) {
		return t, &Error{Start: w.valueAt, End: w.end, Text: spec.name + " is one of " + strings.Join(spec.values, ", ")}
	}
	return t, nil
}

func behind(field string) string {
	if field == "" {
		return ""
	}
	return " behind " + field + ":"
}

// suggestion names the field that was probably meant, or all there are.
func suggestion(name string) string {
	for _, f := range Fields() {
		if name != "" && (strings.HasPrefix(f, name) || strings.HasPrefix(name, f)) {
			return "; did you mean " + f + "?"
		}
	}
	return "; fields are " + strings.Join(Fields(), " ")
}
