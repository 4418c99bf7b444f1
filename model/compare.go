package model

import (
	"bytes"
	"crypto/sha256"
	"hash/maphash"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"mcpx/model/decimal"
)

// Key identifies a request id, progress token or subscription id by type and exact value (M3):
// `1` and `1.0` have one key, `1` and `"1"` two.
type Key string

// Key gives the key of a string or number; usable is false for every other kind.
func (v Value) Key() (key Key, usable bool) {
	switch v.Kind() {
	case String:
		return Key("s" + string(v.text())), true
	case Number:
		if raw := v.Raw(); plainInteger(raw) {
			return Key("n" + string(raw)), true
		}
		return Key("n" + decimal.Canonical(v.number())), true
	default:
		return "", false
	}
}

// OtherTypeKey is the key of an id that reads like v and is of the other type: of `"1"` for `1`, and of `1`
// for `"1"`. There is none for a string that is no JSON number.
func (v Value) OtherTypeKey() (key Key, ok bool) {
	switch {
	case v.Kind() == Number:
		return Key("s" + v.number()), true
	case v.Kind() == String:
		text := jsontext.Value(v.Str())
		if text.IsValid() && text.Kind() == '0' && len(text) == len(bytes.TrimSpace(text)) {
			return Key("n" + decimal.Canonical(string(text))), true
		}
	}
	return "", false
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

// Fingerprint is a cheap key for a value as it was written, within one run of the program. Equal values
// may have different fingerprints; that two different ones share 128 bits is not to be expected.
type Fingerprint [2]uint64

var fingerprintSeeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

// Fingerprint gives the key of v, for what was worked out about a value that stands in a recording again
// and again.
func (v Value) Fingerprint() Fingerprint {
	raw := v.Raw()
	return Fingerprint{maphash.Bytes(fingerprintSeeds[0], raw), maphash.Bytes(fingerprintSeeds[1], raw)}
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
		if raw := v.Raw(); plainInteger(raw) {
			return append(b, raw...)
		}
		return append(b, decimal.Canonical(v.number())...)
	case String:
		return v.appendString(b)
	case Array:
		b = append(b, '[')
		n, nodes := v.node(), v.doc.nodes
		for at := v.at + 1; at < n.next(); at = nodes[at].next() {
			b = append(Value{v.doc, at}.appendCanonical(b), ',')
		}
		return append(b, ']')
	case Object:
		return v.appendMembers(b, nil)
	default:
		return append(b, v.Raw()...)
	}
}

// plainInteger reports a number that is written as its canonical form: a few digits and no sign.
func plainInteger(raw []byte) bool {
	if len(raw) > 15 {
		return false
	}
	for _, c := range raw {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// appendString writes a string with the fewest escapes, which is how it stands if it has none.
func (v Value) appendString(b []byte) []byte {
	if !v.node().escaped() {
		return append(b, v.Raw()...)
	}
	b, err := jsontext.AppendQuote(b, v.Str())
	if err != nil {
		return append(b, v.Raw()...)
	}
	return b
}

func (v Value) appendMembers(b []byte, without []string) []byte {
	if v.Kind() != Object {
		return append(b, '{', '}')
	}
	n, nodes := v.node(), v.doc.nodes
	var few [16]uint32
	names := few[:0]
	sorted := true
	for at := v.at + 1; at < n.next(); at = nodes[at+1].next() {
		name := Value{v.doc, at}
		if len(without) > 0 && slices.ContainsFunc(without, name.Is) {
			continue
		}
		sorted = sorted && (len(names) == 0 || compareNames(Value{v.doc, names[len(names)-1]}, name) <= 0)
		names = append(names, at)
	}
	if !sorted {
		slices.SortStableFunc(names, func(x, y uint32) int { return compareNames(Value{v.doc, x}, Value{v.doc, y}) })
	}
	b = append(b, '{')
	for _, at := range names {
		b = append(Value{v.doc, at}.appendString(b), ':')
		b = append(Value{v.doc, at + 1}.appendCanonical(b), ',')
	}
	return append(b, '}')
}

// compareNames orders member names by their characters.
func compareNames(a, b Value) int {
	if !a.node().escaped() && !b.node().escaped() {
		x, y := a.Raw(), b.Raw()
		return bytes.Compare(x[:len(x)-1], y[:len(y)-1])
	}
	return strings.Compare(a.Str(), b.Str())
}

// detailLimit is where G13 cuts a value inside a finding's detail, in characters.
const detailLimit = 120

// Compact is v as compact JSON for a finding's detail: cut at 120 characters, only control characters, quotes
// and backslashes as escapes, "nothing" for an absent value (G13).
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
			return append(append(b, s[:limit]...), '"')
		}
		if v.node().escaped() {
			if plain, err := jsontext.AppendQuote(b, v.text()); err == nil {
				return plain
			}
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

// cutMark stands for what was cut away. Like all that the judge says in a finding it is ASCII: whatever else
// stands in a detail is the recording's, and can be shown as an escape where a terminal has no more.
const cutMark = "..."

// Clip cuts a text at 120 characters and marks the cut.
func Clip(s string) string {
	if len(s) <= detailLimit || utf8.RuneCountInString(s) <= detailLimit {
		return s
	}
	n := 0
	for i := range s {
		if n == detailLimit-len(cutMark) {
			return s[:i] + cutMark
		}
		n++
	}
	return s
}
