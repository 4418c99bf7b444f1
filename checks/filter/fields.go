package filter

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// field is one word before a colon: what it looks at and which values it takes.
type field struct {
	name   string
	about  string
	values []string // a closed list, nil if any text will do
	parse  func(t *term, value string) (problem string)
	match  func(t *term, e *Event) bool
	judge  func(t *term, f *Finding) bool
}

// fields lists the language's fields in the order in which they are offered.
func fields() []field {
	return []field{
		{name: "level", about: "MUST or SHOULD and so on, of a finding or clause", values: []string{"must", "must not", "should", "should not", "may", "info"}, judge: judgeLevel},
		{name: "area", about: "area of the clause, such as TRAN", judge: func(t *term, f *Finding) bool { return glob(t.text, f.Area) }},
		{name: "clause", about: "id of the clause", judge: func(t *term, f *Finding) bool { return glob(t.text, f.Clause) }},
		{name: "check", about: "id of the check", judge: func(t *term, f *Finding) bool { return glob(t.text, f.Check) }},
		{name: "outcome", about: "outcome of the clause", values: []string{"fail", "warn", "pass", "not observed", "not applicable", "excluded", "used", "not used"}, judge: func(t *term, f *Finding) bool { return t.text == f.Outcome }},
		{name: "party", about: "who is at fault", values: []string{"client", "server"}, judge: func(t *term, f *Finding) bool { return strings.Contains(f.Party, t.text) }},
		{name: "finding", about: "text of the finding; any for every finding", judge: func(t *term, f *Finding) bool { return t.text == "any" || contains(t.text, f.Detail) }},
		{name: "dir", about: "direction: c2s or s2c", values: []string{"c2s", "s2c"}, match: func(t *term, e *Event) bool { return t.text == e.Direction }},
		{name: "kind", about: "kind of the event", values: []string{"message", "request", "notification", "result", "error", "invalid", "http", "lifecycle", "bad"}, match: func(t *term, e *Event) bool { return slices.Contains(e.Kinds, t.text) }},
		{name: "method", about: "method of the message or of what it answers", match: func(t *term, e *Event) bool { return e.Method != "" && glob(t.text, e.Method) }},
		{name: "id", about: "request id", match: func(t *term, e *Event) bool { return e.ID != "" && glob(t.text, e.ID) }},
		{name: "status", about: "HTTP status", parse: parseNumber, match: func(t *term, e *Event) bool { return e.Status > 0 && compare(t.op, float64(e.Status), t.number) }},
		{name: "code", about: "error code", parse: parseNumber, match: func(t *term, e *Event) bool { return e.HasCode && compare(t.op, float64(e.Code), t.number) }},
		{name: "seq", about: "seq of the event", parse: parseNumber, match: func(t *term, e *Event) bool { return compare(t.op, float64(e.Seq), t.number) }},
		{name: "size", about: "bytes of the line, with k, M or G", parse: parseSize, match: func(t *term, e *Event) bool { return compare(t.op, float64(e.Size), t.number) }},
		{name: "latency", about: "time to the answer, in us, ms, s or m", parse: parseDuration, match: func(t *term, e *Event) bool { return e.Latency >= 0 && compare(t.op, float64(e.Latency), t.number) }},
		{name: "session", about: "number of the session", parse: parseNumber, match: func(t *term, e *Event) bool { return e.Session > 0 && compare(t.op, float64(e.Session), t.number) }},
		{name: "text", about: "text anywhere in the event", match: func(t *term, e *Event) bool { return e.Text != nil && contains(t.text, e.Text()) }},
	}
}

func fieldNamed(name string) *field {
	all := fields()
	if i := slices.IndexFunc(all, func(f field) bool { return f.name == name }); i >= 0 {
		return &all[i]
	}
	return nil
}

// Fields lists the names of the fields.
func Fields() []string {
	var names []string
	for _, f := range fields() {
		names = append(names, f.name)
	}
	return names
}

// About says what a field looks at; "" for an unknown one.
func About(name string) string {
	if f := fieldNamed(name); f != nil {
		return f.about
	}
	return ""
}

// judgeLevel lets must stand for MUST NOT, too, and should for SHOULD NOT; "must not" means just that.
func judgeLevel(t *term, f *Finding) bool {
	level := strings.ToLower(f.Level)
	return level == t.text || level == t.text+" not"
}

func operatorOf(value string) (operator, string) {
	for _, o := range []struct {
		sign string
		op   operator
	}{{">=", greaterEqual}, {"<=", lessEqual}, {">", greater}, {"<", less}, {"=", equal}} {
		if rest, ok := strings.CutPrefix(value, o.sign); ok {
			return o.op, rest
		}
	}
	return equal, value
}

func parseNumber(t *term, value string) string {
	op, rest := operatorOf(value)
	n, err := strconv.ParseInt(rest, 10, 64)
	if err != nil {
		return "want a whole number, with >, >=, < or <= before it if you like"
	}
	t.op, t.number = op, float64(n)
	return ""
}

func parseSize(t *term, value string) string {
	op, rest := operatorOf(value)
	unit := 1.0
	switch rest[max(0, len(rest)-1):] {
	case "k", "K":
		unit = 1e3
	case "M":
		unit = 1e6
	case "G":
		unit = 1e9
	}
	if unit > 1 {
		rest = rest[:len(rest)-1]
	}
	n, err := strconv.ParseFloat(rest, 64)
	if err != nil || n < 0 {
		return "want a size such as >10k"
	}
	t.op, t.number = op, n*unit
	return ""
}

func parseDuration(t *term, value string) string {
	op, rest := operatorOf(value)
	d, err := time.ParseDuration(rest)
	if err != nil {
		if ms, numErr := strconv.ParseFloat(rest, 64); numErr == nil {
			d, err = time.Duration(ms*float64(time.Millisecond)), nil
		}
	}
	if err != nil || d < 0 {
		return "want a duration such as >200ms"
	}
	t.op, t.number = op, float64(d)
	return ""
}

// Candidate is a completion: it replaces the source from Start on.
type Candidate struct {
	Start int
	Text  string
	About string
}

// Complete offers ways to go on at the end of a source: names of fields, or values of the field that
// stands there. Known gives further values by field, such as the methods of the recording.
func Complete(source string, known map[string][]string) []Candidate {
	start := strings.LastIndexFunc(source, func(r rune) bool { return r < 0x80 && isBlank(byte(r)) }) + 1
	for start < len(source) && source[start] == '!' {
		start++
	}
	typed := source[start:]
	name, value, inValue := strings.Cut(typed, ":")
	var out []Candidate
	if !inValue {
		for _, f := range fields() {
			if strings.HasPrefix(f.name, strings.ToLower(name)) {
				out = append(out, Candidate{Start: start, Text: f.name + ":", About: f.about})
			}
		}
		return out
	}
	f := fieldNamed(strings.ToLower(name))
	if f == nil {
		return nil
	}
	at := start + len(name) + 1
	for _, v := range slices.Concat(f.values, known[f.name]) {
		if !strings.HasPrefix(strings.ToLower(v), strings.ToLower(strings.Trim(value, `"`))) {
			continue
		}
		if strings.ContainsAny(v, " \t\"") {
			v = strconv.Quote(v)
		}
		out = append(out, Candidate{Start: at, Text: v})
	}
	return out
}

// With gives the source with a term added, or taken out if it stands there: what a preset key does.
func With(source, toggled string) string {
	words := strings.Fields(source)
	if i := slices.Index(words, toggled); i >= 0 {
		return strings.Join(slices.Delete(words, i, i+1), " ")
	}
	name, _, _ := strings.Cut(toggled, ":")
	words = slices.DeleteFunc(words, func(w string) bool { return strings.HasPrefix(w, name+":") })
	return strings.Join(append(words, toggled), " ")
}
