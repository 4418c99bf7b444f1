// Package decimal compares JSON number tokens as exact decimals.
//
// No number of a recording ever passes through float64 (M2): ids such as
// 9007199254740993 must not become their neighbours, and 1e999999999 must not
// become a gigabyte of digits. A number is therefore kept as its significant
// digits and an exponent of any size, and every operation is linear in the
// length of the token.
package decimal

import (
	"cmp"
	"strings"
)

// Number is an exact decimal: ±0.digits × 10^point. The zero value is zero.
type Number struct {
	negative bool
	digits   string   // no leading and no trailing zero; empty for zero
	point    exponent // where the decimal point stands, counted from the first digit
}

// Parse reads a number token of the JSON grammar (RFC 8259 section 6). It
// reports false for anything else, surrounding blanks included.
func Parse(token string) (Number, bool) {
	t, ok := scan(token)
	if !ok {
		return Number{}, false
	}
	return t.number(), true
}

// Compare orders two JSON number tokens by their exact values: -1, 0 or +1.
// A token that is no JSON number sorts before every number, and two such
// tokens sort by their characters, so that the order is total.
func Compare(a, b string) int {
	x, okA := Parse(a)
	y, okB := Parse(b)
	switch {
	case okA && okB:
		return x.Compare(y)
	case okA:
		return +1
	case okB:
		return -1
	}
	return cmp.Compare(a, b)
}

// IsIntegral reports whether a JSON number token has an integral value,
// whatever its size or spelling: 7, 7.0 and 70e-1 are, 7.5 and 1e-1 are not.
func IsIntegral(token string) bool {
	n, ok := Parse(token)
	return ok && n.IsIntegral()
}

// Canonical spells a JSON number token so that equal values, and only equal
// values, give the same string. Values of ordinary size are written plainly,
// others as digits and an exponent. A token that is no JSON number is returned
// as it is.
func Canonical(token string) string {
	n, ok := Parse(token)
	if !ok {
		return token
	}
	return n.String()
}

// Compare orders two numbers by value: -1, 0 or +1.
func (n Number) Compare(m Number) int {
	if s := cmp.Compare(n.Sign(), m.Sign()); s != 0 || n.digits == "" {
		return s
	}
	magnitude := n.point.compare(m.point)
	if magnitude == 0 {
		magnitude = cmp.Compare(n.digits, m.digits)
	}
	if n.negative {
		return -magnitude
	}
	return magnitude
}

// Sign is -1, 0 or +1.
func (n Number) Sign() int {
	switch {
	case n.digits == "":
		return 0
	case n.negative:
		return -1
	}
	return +1
}

// IsIntegral reports whether the value is an integer.
func (n Number) IsIntegral() bool {
	return n.digits == "" || n.point.compare(exponentOf(int64(len(n.digits)))) >= 0
}

// plainDigits bounds the zeros that String writes out on either side of the
// decimal point; beyond it the exponent form is used.
const plainDigits = 40

// String is the canonical spelling described at [Canonical].
func (n Number) String() string {
	if n.digits == "" {
		return "0"
	}
	sign := ""
	if n.negative {
		sign = "-"
	}
	point, small := n.point.small()
	size := int64(len(n.digits))
	switch {
	case small && point <= 0 && point >= -plainDigits:
		return sign + "0." + strings.Repeat("0", int(-point)) + n.digits
	case small && point > 0 && point < size:
		return sign + n.digits[:point] + "." + n.digits[point:]
	case small && point >= size && point-size <= plainDigits:
		return sign + n.digits + strings.Repeat("0", int(point-size))
	}
	return sign + n.digits + "e" + n.point.add(-size).String()
}
