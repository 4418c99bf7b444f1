package grammar

import (
	"iter"
	"strings"
)

// HeaderSafe reports whether a value may stand in a header as it is: printable
// ASCII and tabs, no blank at either end. The empty string may.
func HeaderSafe(s string) bool {
	for i := range len(s) {
		if !isPrintable(s[i]) && s[i] != '\t' {
			return false
		}
	}
	return strings.Trim(s, blanks) == s
}

// Token reports whether s is a token of RFC 9110 section 5.6.2.
func Token(s string) bool {
	return s != "" && tokenLength(s) == len(s)
}

// tokenLength is the length of the token that s begins with.
func tokenLength(s string) int {
	i := 0
	for i < len(s) && (isLetterOrDigit(s[i]) || strings.IndexByte("!#$%&'*+-.^_|~`", s[i]) >= 0) {
		i++
	}
	return i
}

// MediaType gives the media type of a `content-type` value: what stands before
// the first semicolon, trimmed and in lower case.
func MediaType(value string) string {
	mediaType, _, _ := strings.Cut(value, ";")
	return strings.ToLower(strings.TrimSpace(mediaType))
}

// MIMEType reports whether a `mimeType` has the shape of one: two non-empty
// halves around one slash, before any semicolon.
func MIMEType(s string) bool {
	mediaType, _, _ := strings.Cut(s, ";")
	major, minor, slash := strings.Cut(strings.TrimSpace(mediaType), "/")
	return slash && major != "" && minor != "" && !strings.Contains(minor, "/")
}

// Lists reports whether an `accept` value lists the media type by name. A range
// with q=0 lists nothing, and wildcards list nothing.
func Lists(accept, mediaType string) bool {
	for part := range splitUnquoted(accept, ',') {
		if MediaType(part) == strings.ToLower(mediaType) && !refused(part) {
			return true
		}
	}
	return false
}

// refused reports a media range with a weight of zero.
func refused(mediaRange string) bool {
	for parameter := range splitUnquoted(mediaRange, ';') {
		name, value, _ := strings.Cut(parameter, "=")
		if !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		whole, fraction, _ := strings.Cut(strings.TrimSpace(value), ".")
		if whole == "0" && strings.Trim(fraction, "0") == "" {
			return true
		}
	}
	return false
}

// splitUnquoted yields the parts between separators that stand outside of
// quoted strings (RFC 9110 section 5.6.4).
func splitUnquoted(s string, separator byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		start, inside := 0, false
		for i := 0; i < len(s); i++ {
			switch {
			case inside && s[i] == '\\':
				i++
			case s[i] == '"':
				inside = !inside
			case s[i] == separator && !inside:
				if !yield(s[start:i]) {
					return
				}
				start = i + 1
			}
		}
		yield(s[start:])
	}
}
