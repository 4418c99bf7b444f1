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
		{name: "clause", about: "id of the clause, such as BASE-03*", judge: func(t *term, f *Finding) bool { return glob(t.text, f.Clause) }},
		{name: "check", about: "id of the check, such as meta.*", judge: func(t *term, f *Finding) bool { return globAny(t.text, f.Check) }},
		{name: "outcome", about: "outcome of the clause", values: []string{"fail", "warn", "pass", "not observed", "not applicable", "excluded", "used", "not used"}, judge: func(t *term, f *Finding) bool { return t.text == f.Outcome }},
		{name: "party", about: "who is at fault", values: []string{"client", "server"}, judge: func(t *term, f *Finding) bool { return strings.Contains(f.Party, t.text) }},
		{name: "finding", about: "text of the finding; any for every finding", judge: func(t *term, f *Finding) bool { return t.text == "any" || contains(t.text, f.Detail) }},
		{name: "dir", about: "c2s from client to server, s2c back", values: []string{"c2s", "s2c"}, match: func(t *term, e *Event) bool { return t.text == e.Direction }},
		{name: "kind", about: "kind of the event", values: []string{"message", "request", "notification", "result", "error", "invalid", "foreign", "http", "lifecycle", "bad"}, match: func(t *term, e *Event) bool { return slices.Contains(e.Kinds, t.text) }},
		{name: "method", about: "method of a message or of what it answers, such as tools/*", match: func(t *term, e *Event) bool { return e.Method != "" && glob(t.text, e.Method) }},
		{name: "id", about: "request id, such as 7", match: func(t *term, e *Event) bool { return e.ID != "" && glob(t.text, e.ID) }},
		{name: "status", about: "HTTP status, such as 404 or >=400", parse: parseNumber, match: func(t *term, e *Event) bool { return e.Status > 0 && compare(t.op, float64(e.Status), t.number) }},
		{name: "code", about: "error code, such as -32601", parse: parseNumber, match: func(t *term, e *Event) bool { return e.HasCode && compare(t.op, float64(e.Code), t.number) }},
		{name: "seq", about: "seq of the event, such as 54 or >=100", parse: parseNumber, match: func(t *term, e *Event) bool { return compare(t.op, float64(e.Seq), t.number) }},
		{name: "size", about: "bytes of the line, such as >10k, with k, M or G", parse: parseSize, match: func(t *term, e *Event) bool { return compare(t.op, float64(e.Size), t.number) }},
		{name: "latency", about: "time from request to answer, such as >200ms", parse: parseDuration, match: func(t *term, e *Event) bool { return e.Latency >= 0 && compare(t.op, float64(e.Latency), t.number) }},
		{name: "session", about: "number of the session", parse: parseNumber, match: func(t *term, e *Event) bool { return e.Session > 0 && compare(t.op, float64(e.Session), t.number) }},
		{name: "text", about: "text in member names, strings, numbers and headers", match: matchText},
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

func matchText(t *term, e *Event) bool {
	switch {
	case e.Holds != nil:
		return e.Holds(t.text)
	case e.Text != nil:
		return contains(t.text, e.Text())
	}
	return false
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
