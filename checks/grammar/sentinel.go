package grammar

import (
	"encoding/base64"
	"strings"
)

// SentinelForm says whether a header value wears the markers of an encoded value.
type SentinelForm int

// The forms of a header value.
const (
	NoSentinel       SentinelForm = iota // plain text
	ExactSentinel                        // =?base64?…?=
	MiscasedSentinel                     // the same with the marker in another case
)

const (
	sentinelOpen  = "=?base64?"
	sentinelClose = "?="
)

// Sentinel recognises the sentinel form of a value and gives what stands
// between the markers. The markers do not overlap, so the shortest sentinel has
// eleven characters and an empty payload.
func Sentinel(s string) (form SentinelForm, payload string) {
	if len(s) < len(sentinelOpen)+len(sentinelClose) || !strings.HasSuffix(s, sentinelClose) {
		return NoSentinel, ""
	}
	opening := s[:len(sentinelOpen)]
	payload = s[len(sentinelOpen) : len(s)-len(sentinelClose)]
	switch {
	case opening == sentinelOpen:
		return ExactSentinel, payload
	case strings.EqualFold(opening, sentinelOpen) && isASCII(opening):
		return MiscasedSentinel, payload
	}
	return NoSentinel, ""
}

// EncodeSentinel gives the header value that carries s encoded.
func EncodeSentinel(s string) string {
	return sentinelOpen + base64.StdEncoding.EncodeToString([]byte(s)) + sentinelClose
}

// isASCII guards the case folding, which knows a long s that equals an s.
func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
