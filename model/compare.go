package model

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"mcpx/model/decimal"
)

// Key identifies a request id, progress token or subscription id by type and exact value (M3):
// `1` and `1.0` have one key, `1` and `"1"` two.
type Key string

// Key gives the key of a string or number; usable is false for every other kind.
func (v Value) Key() (key Key, usable bool) {
	switch v.Kind() {
	case String:
		return Key("s" + v.Str()), true
	case Number:
		return Key("n" + decimal.Canonical(v.number())), true
	default:
		return "", false
	}
}

// Equal reports whether two values are the same JSON value: members in any order, numbers by exact
// value, strings by their characters (C5).
func (v Value) Equal(o Value) bool {
	if v.Kind() != o.Kind() {
		return false
	}
	switch v.Kind() {
	case Absent, Null:
		return true
	case Bool:
		return v.IsTrue() == o.IsTrue()
	case Number:
		return decimal.Compare(v.number(), o.number()) == 0
	case String:
		return sameString(v, o)
	default:
		return bytes.Equal(v.Raw(), o.Raw()) || bytes.Equal(v.appendCanonical(nil), o.appendCanonical(nil))
	}
}

// Digest is the SHA-256 of v in canonical form, so that equal values have equal digests (C14).
func (v Value) Digest() [sha256.Size]byte { return sha256.Sum256(v.appendCanonical(nil)) }

// DigestWithout is the Digest of an object with the named members left out.
func (v Value) DigestWithout(names ...string) [sha256.Size]byte {
	return sha256.Sum256(v.appendMembers(nil, names))
}

// EqualWithout compares two objects apart from the named members.
func (v Value) EqualWithout(o Value, names ...string) bool {
	if v.Kind() != Object || o.Kind() != Object {
		return v.Equal(o)
	}
	return bytes.Equal(v.appendMembers(nil, names), o.appendMembers(nil, names))
}

func (v Value) appendCanonical(b []byte) []byte {
	switch v.Kind() {
	case Absent:
		return append(b, '-')
	case Number:
		return append(b, decimal.Canonical(v.number())...)
	case String:
		return strconv.AppendQuote(b, v.Str())
	case Array:
		b = append(b, '[')
		for _, e := range v.Elems() {
			b = append(e.appendCanonical(b), ',')
		}
		return append(b, ']')
	case Object:
		return v.appendMembers(b, nil)
	default:
		return append(b, v.Raw()...)
	}
}

func (v Value) appendMembers(b []byte, without []string) []byte {
	type member struct {
		name  string
		value Value
	}
	members := make([]member, 0, 8)
	for name, m := range v.Members() {
		if !slices.Contains(without, name) {
			members = append(members, member{name, m})
		}
	}
	slices.SortStableFunc(members, func(a, b member) int { return strings.Compare(a.name, b.name) })
	b = append(b, '{')
	for _, m := range members {
		b = strconv.AppendQuote(b, m.name)
		b = append(b, ':')
		b = append(m.value.appendCanonical(b), ',')
	}
	return append(b, '}')
}

// detailLimit is where G13 cuts a value inside a finding's detail, in characters.
const detailLimit = 120

// Compact is v as compact JSON for a finding's detail: cut at 120 characters, control characters as
// escapes, "nothing" for an absent value (G13).
func (v Value) Compact() string {
	if !v.Exists() {
		return "nothing"
	}
	b := v.appendCompact(nil, 8*detailLimit)
	return Clip(string(b))
}

func (v Value) appendCompact(b []byte, limit int) []byte {
	if len(b) > limit {
		return b
	}
	switch v.Kind() {
	case String:
		s := v.Raw()
		if len(s) > limit {
			s = append(slices.Clip(s[:limit]), '"')
		}
		return append(b, s...)
	case Array:
		b = append(b, '[')
		for i, e := range v.Elems() {
			if i > 0 {
				b = append(b, ',')
			}
			if b = e.appendCompact(b, limit); len(b) > limit {
				return b
			}
		}
		return append(b, ']')
	case Object:
		b = append(b, '{')
		first := true
		for name, m := range v.Members() {
			if !first {
				b = append(b, ',')
			}
			first = false
			b = append(strconv.AppendQuote(b, name), ':')
			if b = m.appendCompact(b, limit); len(b) > limit {
				return b
			}
		}
		return append(b, '}')
	default:
		return append(b, v.Raw()...)
	}
}

// Quote is s as a JSON-like quoted string for a finding's detail, cut like Compact.
func Quote(s string) string { return Clip(strconv.Quote(s)) }

// Clip cuts a text at 120 characters and marks the cut.
func Clip(s string) string {
	if len(s) <= detailLimit || utf8.RuneCountInString(s) <= detailLimit {
		return s
	}
	n := 0
	for i := range s {
		if n == detailLimit-1 {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
