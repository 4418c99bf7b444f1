package model

import (
	"slices"
	"strings"
)

// Header is one recorded HTTP header, its name in lower case.
type Header struct{ Name, Value string }

// Headers are the recorded headers of an http event in the order written. They are not changed: events with
// the same ones share them.
type Headers []Header

// Lookup gives the value of a header; name must be in lower case. Repeated lines are joined by ", ". Blanks
// around a value belong to none (RFC 9110 section 5.5), but of a value that mirrors the body they may tell
// what the client meant to send.
func (h Headers) Lookup(name string) (value string, ok bool) {
	for _, f := range h {
		if f.Name != name {
			continue
		}
		if ok {
			value += ", "
		}
		value, ok = value+f.Value, true
	}
	if mirrors := name == "mcp-name" || strings.HasPrefix(name, "mcp-param-"); !mirrors {
		value = strings.Trim(value, " \t")
	}
	return value, ok
}

// Value gives the value of a header, and "" where there is none.
func (h Headers) Value(name string) string {
	v, _ := h.Lookup(name)
	return v
}

// Has reports whether a header of this lower-case name is recorded.
func (h Headers) Has(name string) bool {
	_, ok := h.Lookup(name)
	return ok
}

// headerMemory keeps the headers that recur in a recording, whole and one by one.
type headerMemory struct {
	sets          map[string]Headers // by how they are written
	names, values recurring
}

// headerSetsKept bounds the sets that are kept, and longestHeaders the text of one, in bytes.
const (
	headerSetsKept = 256
	longestHeaders = 2048
)

// read gives the headers of an object.
func (x *headerMemory) read(object Value) (Headers, *Problem) {
	raw := object.Raw()
	if known, ok := x.sets[string(raw)]; ok {
		return known, nil
	}
	h := make(Headers, 0, object.Len())
	for name, value := range object.Fields() {
		name := x.names.lower(name)
		if value.IsArray() {
			for _, one := range value.Elems() {
				h = append(h, Header{name, x.values.text(one)})
			}
			continue
		}
		if !value.IsString() {
			return nil, wrong("headers."+Clip(name), value, "a string")
		}
		h = append(h, Header{name, x.values.text(value)})
	}
	h = slices.Clip(h)
	if len(x.sets) < headerSetsKept && len(raw) <= longestHeaders {
		if x.sets == nil {
			x.sets = map[string]Headers{}
		}
		x.sets[string(raw)] = h
	}
	return h, nil
}
