package decimal

import (
	"cmp"
	"strconv"
	"strings"
)

// exponent is an integer of any size in decimal. Almost all are tiny, but the
// JSON grammar allows a megabyte of exponent digits, which math/big would read
// in quadratic time; here only shifting by a small amount and comparing are
// needed, and both are linear in text.
type exponent struct {
	negative bool
	digits   string // no leading zeros; empty for zero
}

// smallDigits is the longest exponent that int64 holds with room for a shift.
const smallDigits = 18

// parseExponent reads optionally signed digits; empty text is zero.
func parseExponent(s string) exponent {
	digits := strings.TrimLeft(strings.TrimLeft(s, "+-"), "0")
	return exponent{negative: digits != "" && s[0] == '-', digits: digits}
}

func exponentOf(n int64) exponent {
	if n == 0 {
		return exponent{}
	}
	text, negative := strings.CutPrefix(strconv.FormatInt(n, 10), "-")
	return exponent{negative: negative, digits: text}
}

// small returns the exponent as int64 and whether it fits with room to spare.
func (e exponent) small() (int64, bool) {
	if len(e.digits) > smallDigits {
		return 0, false
	}
	n, err := strconv.ParseInt("0"+e.digits, 10, 64)
	if e.negative {
		n = -n
	}
	return n, err == nil
}

// add shifts the exponent by n, the length of some digits that are in memory
// and therefore far below 10^18.
func (e exponent) add(n int64) exponent {
	if small, ok := e.small(); ok {
		return exponentOf(small + n)
	}
	// A large exponent keeps its sign: its magnitude exceeds that of n.
	digits := []byte("0" + e.digits)
	if e.negative {
		n = -n
	}
	carry := n
	for i := len(digits) - 1; i >= 0 && carry != 0; i-- {
		sum := int64(digits[i]-'0') + carry
		carry = sum / 10
		if sum %= 10; sum < 0 {
			sum, carry = sum+10, carry-1
		}
		digits[i] = byte('0' + sum)
	}
	return exponent{negative: e.negative, digits: strings.TrimLeft(string(digits), "0")}
}

func (e exponent) compare(f exponent) int {
	if e.negative != f.negative {
		if e.negative {
			return -1
		}
		return +1
	}
	magnitude := cmp.Or(
		cmp.Compare(len(e.digits), len(f.digits)),
		cmp.Compare(e.digits, f.digits),
	)
	if e.negative {
		return -magnitude
	}
	return magnitude
}

// String writes the exponent with a minus sign where it is negative.
func (e exponent) String() string {
	if e.digits == "" {
		return "0"
	}
	if e.negative {
		return "-" + e.digits
	}
	return e.digits
}
