package decimal

import "strings"

// token is a JSON number cut at its grammar's joints.
type token struct {
	negative bool
	whole    string // digits before the point
	fraction string // digits after it, may be empty
	power    string // exponent with its sign, may be empty
}

// scan cuts a token and reports whether it is a JSON number.
func scan(s string) (token, bool) {
	var t token
	rest, negative := strings.CutPrefix(s, "-")
	t.negative = negative

	t.whole, rest = takeDigits(rest)
	if t.whole == "" || len(t.whole) > 1 && t.whole[0] == '0' {
		return token{}, false
	}
	if after, dotted := strings.CutPrefix(rest, "."); dotted {
		t.fraction, rest = takeDigits(after)
		if t.fraction == "" {
			return token{}, false
		}
	}
	if rest == "" {
		return t, true
	}
	if rest[0] != 'e' && rest[0] != 'E' {
		return token{}, false
	}
	t.power = rest[1:]
	digits := t.power
	if digits != "" && (digits[0] == '+' || digits[0] == '-') {
		digits = digits[1:]
	}
	power, rest := takeDigits(digits)
	return t, power != "" && rest == ""
}

// takeDigits splits s after its leading digits.
func takeDigits(s string) (digits, rest string) {
	i := 0
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	return s[:i], s[i:]
}

// number normalises a token: zeros at both ends go into the exponent.
func (t token) number() Number {
	digits := t.whole + t.fraction
	significant := strings.TrimLeft(digits, "0")
	leading := len(digits) - len(significant)
	significant = strings.TrimRight(significant, "0")
	if significant == "" {
		return Number{}
	}
	return Number{
		negative: t.negative,
		digits:   significant,
		point:    parseExponent(t.power).add(int64(len(t.whole) - leading)),
	}
}
