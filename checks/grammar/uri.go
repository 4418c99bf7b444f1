package grammar

import (
	"strings"
	"unicode"
)

// URIScheme reports whether s begins with a URI scheme and its colon
// (RFC 3986 section 3.1). What follows is not looked at.
func URIScheme(s string) bool {
	_, _, ok := cutScheme(s)
	return ok
}

// cutScheme splits s after the colon of its scheme.
func cutScheme(s string) (scheme, rest string, ok bool) {
	scheme, rest, colon := strings.Cut(s, ":")
	if !colon || scheme == "" || !isLetter(scheme[0]) {
		return "", s, false
	}
	for _, c := range []byte(scheme) {
		if !isLetterOrDigit(c) && c != '+' && c != '-' && c != '.' {
			return "", s, false
		}
	}
	return scheme, rest, true
}

// AbsoluteURL checks an absolute URL. The problem continues the sentence
// `url "id.example/in" …`.
func AbsoluteURL(s string) (problem string) {
	scheme, rest, ok := cutScheme(s)
	if !ok {
		return "has no scheme"
	}
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
			return "holds white space"
		case unicode.IsControl(r):
			return "holds a control character"
		}
	}
	if !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") {
		return ""
	}
	authority, found := strings.CutPrefix(rest, "//")
	if !found {
		return "has no // after its scheme"
	}
	if host(authority) == "" {
		return "has no host"
	}
	return ""
}

// host is the host of what follows the two slashes, without user and port.
func host(s string) string {
	if end := strings.IndexAny(s, "/?#"); end >= 0 {
		s = s[:end]
	}
	s = s[strings.LastIndexByte(s, '@')+1:]
	if strings.HasPrefix(s, "[") {
		return s // an IP literal has colons of its own
	}
	s, _, _ = strings.Cut(s, ":")
	return s
}
