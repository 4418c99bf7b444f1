package grammar

import "strings"

// Timestamp reports whether s is an ISO 8601 date with a time of day: a calendar, week or ordinal date in
// extended or basic form, a T, t or space, and at least the hour. Fraction, offset and Z are optional. How
// many days the month or weeks the year has is not looked at.
func Timestamp(s string) bool {
	i := strings.IndexAny(s, "Tt ")
	return i > 0 && isoDate(s[:i]) && isoTime(s[i+1:])
}

// isoDate reads YYYY-MM-DD, YYYY-Www-D or YYYY-DDD, with or without hyphens. A year of more digits has a
// sign, and hyphens behind it.
func isoDate(s string) bool {
	year := 4
	if s[0] == '+' || s[0] == '-' {
		s = s[1:]
		if year = strings.IndexByte(s, '-'); year <= 4 {
			return false
		}
	}
	if len(s) <= year || !allDigits(s[:year]) {
		return false
	}
	rest, extended := s[year:], s[year] == '-'
	if extended {
		rest = rest[1:]
	}
	switch {
	case len(rest) == 3:
		return between(rest, "001", "366")
	case rest[0] == 'W':
		return isoWeek(rest[1:], extended)
	case extended:
		return len(rest) == 5 && rest[2] == '-' && between(rest[:2], "01", "12") && between(rest[3:], "01", "31")
	default:
		return len(rest) == 4 && between(rest[:2], "01", "12") && between(rest[2:], "01", "31")
	}
}

// isoWeek reads ww-D, or wwD in basic form.
func isoWeek(s string, extended bool) bool {
	if extended {
		return len(s) == 4 && s[2] == '-' && between(s[:2], "01", "53") && between(s[3:], "1", "7")
	}
	return len(s) == 3 && between(s[:2], "01", "53") && between(s[2:], "1", "7")
}

// isoTime reads hh, hh:mm or hh:mm:ss, with or without colons, a fraction of the last of them, and an
// offset.
func isoTime(s string) bool {
	clock, offset := s, ""
	if i := strings.IndexAny(s, "Zz+-"); i >= 0 {
		clock, offset = s[:i], s[i:]
	}
	if offset != "" && !zoneOffset(offset) {
		return false
	}
	if i := strings.IndexAny(clock, ".,"); i >= 0 {
		if !allDigits(clock[i+1:]) {
			return false
		}
		clock = clock[:i]
	}
	parts := strings.Split(clock, ":")
	if len(parts) == 1 {
		parts = pairs(clock)
	}
	highest := []string{"24", "59", "60"}
	if len(parts) == 0 || len(parts) > len(highest) {
		return false
	}
	for i, part := range parts {
		if !between(part, "00", highest[i]) {
			return false
		}
	}
	return true
}

// pairs cuts s after every second byte.
func pairs(s string) []string {
	var cut []string
	for len(s) > 2 {
		cut, s = append(cut, s[:2]), s[2:]
	}
	return append(cut, s)
}
