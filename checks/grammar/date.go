package grammar

import (
	"strings"
	"time"
)

const dateLength = len("2006-01-02")

// RevisionDate reports whether s has the form of a protocol revision:
// YYYY-MM-DD with month 01–12 and day 01–31.
func RevisionDate(s string) bool {
	if len(s) != dateLength || s[4] != '-' || s[7] != '-' {
		return false
	}
	month, day := s[5:7], s[8:]
	return allDigits(s[:4]) && allDigits(month) && allDigits(day) &&
		"01" <= month && month <= "12" && "01" <= day && day <= "31"
}

// ContainsRevisionDate reports whether a revision date stands anywhere in s.
func ContainsRevisionDate(s string) bool {
	for i := 0; i+dateLength <= len(s); i++ {
		if RevisionDate(s[i : i+dateLength]) {
			return true
		}
	}
	return false
}

// Date reports whether s is a day of the calendar, YYYY-MM-DD.
func Date(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil && len(s) == dateLength
}

// DateTime reports whether s is a day of the calendar, a T, t or space, and a
// time of day. Seconds and the offset may be missing: how much of a time a form
// field wants is between the two parties.
func DateTime(s string) bool {
	if len(s) <= dateLength || !Date(s[:dateLength]) {
		return false
	}
	if strings.IndexByte("Tt ", s[dateLength]) < 0 {
		return false
	}
	return timeOfDay(s[dateLength+1:])
}

// timeOfDay reads hh:mm, hh:mm:ss or hh:mm:ss.fff and an optional offset.
func timeOfDay(s string) bool {
	clock, offset := s, ""
	if i := strings.IndexAny(s, "Zz+-"); i >= 0 {
		clock, offset = s[:i], s[i:]
	}
	clock, fraction, dotted := strings.Cut(clock, ".")
	parts := strings.Split(clock, ":")
	switch {
	case len(parts) != 2 && len(parts) != 3, dotted && len(parts) != 3, dotted && !allDigits(fraction):
		return false
	case !between(parts[0], "00", "23"), !between(parts[1], "00", "59"):
		return false
	case len(parts) == 3 && !between(parts[2], "00", "60"): // RFC 3339 knows leap seconds
		return false
	}
	return offset == "" || zoneOffset(offset)
}

// zoneOffset reads Z, ±hh, ±hhmm or ±hh:mm.
func zoneOffset(s string) bool {
	if s == "Z" || s == "z" {
		return true
	}
	hours, minutes := s[1:], "00"
	switch len(hours) {
	case len("hh"):
	case len("hhmm"):
		hours, minutes = hours[:2], hours[2:]
	case len("hh:mm"):
		if hours[2] != ':' {
			return false
		}
		hours, minutes = hours[:2], hours[3:]
	default:
		return false
	}
	return s[0] != 'Z' && s[0] != 'z' && between(hours, "00", "23") && between(minutes, "00", "59")
}

func between(s, low, high string) bool {
	return len(s) == len(low) && allDigits(s) && low <= s && s <= high
}

func allDigits(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

// Email reports whether s has text on both sides of one @ and no white space.
// A quoted local part may hold either and is not read.
func Email(s string) bool {
	if strings.HasPrefix(s, `"`) {
		return true
	}
	local, domain, at := strings.Cut(s, "@")
	return at && local != "" && domain != "" &&
		!strings.Contains(domain, "@") && !strings.ContainsAny(s, " \t\r\n")
}
