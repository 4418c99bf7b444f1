package grammar

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"
)

// Base64 reports whether s is Base64 of RFC 4648 section 4: the standard
// alphabet, padded to a multiple of four, no line breaks. The empty string is;
// unused bits are not checked.
func Base64(s string) bool {
	if len(s)%4 != 0 {
		return false
	}
	for _, c := range []byte(trimPadding(s)) {
		if !isLetterOrDigit(c) && c != '+' && c != '/' {
			return false
		}
	}
	return true
}

// trimPadding takes off up to two equal signs; a third one is no padding.
func trimPadding(s string) string {
	return strings.TrimSuffix(strings.TrimSuffix(s, "="), "=")
}

// decodeLenient reads the payload of a sentinel (M7): padding may be missing,
// the URL-safe alphabet is tolerated, and the outcome must be UTF-8.
func decodeLenient(payload string) (text string, ok bool) {
	digits := strings.NewReplacer("-", "+", "_", "/").Replace(trimPadding(payload))
	if strings.ContainsAny(digits, "\r\n") {
		return "", false // the library would skip them
	}
	decoded, err := base64.RawStdEncoding.DecodeString(digits)
	if err != nil || !utf8.Valid(decoded) {
		return "", false
	}
	return string(decoded), true
}
