package grammar

import (
	"strings"

	"mcpx/model/decimal"
)

// BodyKind is the JSON type of a body value that a header mirrors.
type BodyKind int

// The types that have a header form.
const (
	String BodyKind = iota
	Bool
	Integer
)

// BodyValue is a value of a request body that a header mirrors. Text is the
// string itself, `true` or `false`, or the number token as it was written.
type BodyValue struct {
	Text string
	Kind BodyKind
}

// HeaderText is the text form of the value: what a header-safe value looks like
// in its header.
func (v BodyValue) HeaderText() string {
	if v.Kind == Integer {
		return decimal.Canonical(v.Text)
	}
	return v.Text
}

// Comparison is what came of comparing a header with its body value.
type Comparison int

// The outcomes of [Compare], in the order of M7.
const (
	Different    Comparison = iota // another value
	Equal                          // the same value, plain or encoded
	BareSentinel                   // a body string in sentinel form, sent as it is
	Miscased                       // the sentinel's marker is not in lower case
	Unencoded                      // the body value is not header-safe and was not encoded
)

// String names the outcome.
func (c Comparison) String() string {
	switch c {
	case Equal:
		return "equal"
	case BareSentinel:
		return "bare sentinel"
	case Miscased:
		return "miscased"
	case Unencoded:
		return "unencoded"
	}
	return "different"
}

// Compare compares a header value with the body value it mirrors, first match
// first (M7).
func Compare(header string, v BodyValue) Comparison {
	text := v.HeaderText()
	form, payload := Sentinel(header)
	switch {
	case header == text && v.Kind == String && form == ExactSentinel:
		return BareSentinel
	case header == text:
		return Equal
	case form == ExactSentinel:
		decoded, ok := decodeLenient(payload)
		if ok && (decoded == text || v.sameNumber(decoded)) {
			return Equal
		}
		return Different
	case form == MiscasedSentinel:
		return Miscased
	case !HeaderSafe(text):
		return Unencoded
	case v.sameNumber(header):
		return Equal
	}
	return Different
}

// sameNumber reports whether a header spells the same integer. A plus sign and
// leading zeros, which JSON does not know, leave its value alone.
func (v BodyValue) sameNumber(header string) bool {
	if v.Kind != Integer {
		return false
	}
	number, ok := decimal.Parse(jsonNumber(header))
	want, valid := decimal.Parse(v.Text)
	return ok && valid && number.Compare(want) == 0
}

// jsonNumber drops a plus sign and the leading zeros of a number.
func jsonNumber(header string) string {
	digits, negative := strings.CutPrefix(header, "-")
	if !negative {
		digits = strings.TrimPrefix(header, "+")
	}
	if digits == "" || !isDigit(digits[0]) {
		return header
	}
	for len(digits) > 1 && digits[0] == '0' && isDigit(digits[1]) {
		digits = digits[1:]
	}
	if negative {
		return "-" + digits
	}
	return digits
}
