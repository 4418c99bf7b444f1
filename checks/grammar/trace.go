package grammar

import (
	"fmt"
	"strings"
)

// Traceparent checks the W3C `traceparent`: version, trace id, parent id and
// flags in lower-case hex. A later version may append more.
func Traceparent(s string) (problem string) {
	const fixed = len("00-") + 32 + len("-") + 16 + len("-00")
	fields := strings.SplitN(s, "-", 5)
	if len(s) < fixed || len(fields) < 4 {
		return "want four fields of 2, 32, 16 and 2 hex digits"
	}
	for i, width := range []int{2, 32, 16, 2} {
		if len(fields[i]) != width {
			return "want four fields of 2, 32, 16 and 2 hex digits"
		}
	}
	version, trace, parent, flags := fields[0], fields[1], fields[2], fields[3]
	if problem := hexProblem(version + trace + parent + flags); problem != "" {
		return problem
	}
	switch {
	case version == "ff":
		return "version ff is forbidden"
	case strings.Trim(trace, "0") == "":
		return "the trace id is all zero"
	case strings.Trim(parent, "0") == "":
		return "the parent id is all zero"
	case version == "00" && len(fields) > 4:
		return "version 00 has more than four fields"
	}
	return ""
}

func hexProblem(digits string) string {
	for i := range len(digits) {
		switch c := digits[i]; {
		case isDigit(c), 'a' <= c && c <= 'f':
		case 'A' <= c && c <= 'F':
			return "upper-case hex, want lower case"
		default:
			return quoted(firstRune(digits[i:])) + " is no hex digit"
		}
	}
	return ""
}

const (
	tracestateMembers  = 32
	tracestateValueMax = 256
)

// Tracestate checks the W3C `tracestate`: at most 32 members key=value. Blanks
// around members, empty members and an empty field are accepted.
func Tracestate(s string) (problem string) {
	count := 0
	for member := range strings.SplitSeq(s, ",") {
		member = strings.Trim(member, blanks)
		if member == "" {
			continue
		}
		if count++; count > tracestateMembers {
			return fmt.Sprintf("more than %d members", tracestateMembers)
		}
		if problem := tracestateMember(member); problem != "" {
			return problem
		}
	}
	return ""
}

func tracestateMember(member string) string {
	key, value, found := strings.Cut(member, "=")
	if !found {
		return fmt.Sprintf("member %s has no =", quoted(member))
	}
	if !tracestateKey(key) {
		return fmt.Sprintf("key %s, want lower-case letters, digits and _-*/@, no sign first", quoted(key))
	}
	if !tracestateValue(value) {
		return fmt.Sprintf("value %s of key %s, want 1 to 256 printable ASCII characters without comma and =", quoted(value), quoted(key))
	}
	return ""
}

func tracestateKey(key string) bool {
	for i := range len(key) {
		c := key[i]
		plain := 'a' <= c && c <= 'z' || isDigit(c)
		if !plain && (i == 0 || strings.IndexByte("_-*/@", c) < 0) {
			return false
		}
	}
	return key != ""
}

func tracestateValue(value string) bool {
	for i := range len(value) {
		if !isPrintable(value[i]) || value[i] == ',' || value[i] == '=' {
			return false
		}
	}
	return value != "" && len(value) <= tracestateValueMax && !strings.HasSuffix(value, " ")
}

// Baggage checks the W3C `baggage`: members key=value with optional properties
// behind semicolons, which are not judged. An empty field is accepted.
func Baggage(s string) (problem string) {
	if strings.Trim(s, blanks) == "" {
		return ""
	}
	for member := range strings.SplitSeq(s, ",") {
		entry, _, _ := strings.Cut(member, ";")
		if problem := baggageEntry(strings.Trim(entry, blanks)); problem != "" {
			return problem
		}
	}
	return ""
}

func baggageEntry(entry string) string {
	if entry == "" {
		return "empty member"
	}
	key, value, found := strings.Cut(entry, "=")
	key, value = strings.TrimRight(key, blanks), strings.TrimLeft(value, blanks)
	if !found {
		return fmt.Sprintf("member %s has no =", quoted(entry))
	}
	if !Token(key) {
		return fmt.Sprintf("key %s is no token", quoted(key))
	}
	for i := range len(value) {
		if c := value[i]; !isPrintable(c) || strings.IndexByte(` ",;\`, c) >= 0 {
			return fmt.Sprintf("value of key %s holds %s", quoted(key), quoted(firstRune(value[i:])))
		}
	}
	return ""
}
