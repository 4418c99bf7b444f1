// Package grammar holds the grammars that the rules of the judge speak of (M15)
// and the comparison of a header with the body value it mirrors (M7).
//
// Everything here is a pure function of its arguments. A function that returns
// a problem returns the empty string for what is fine, else the part of a
// finding's sentence that says what is wrong.
package grammar

import (
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// quoteLimit is the number of characters a problem quotes of what it saw (G13).
const quoteLimit = 120

// quoted shows text as a JSON string, cut at 120 characters (G13).
func quoted(text string) string {
	count, mark := 0, ""
	for i := range text {
		if count == quoteLimit {
			text, mark = text[:i], "..."
			break
		}
		count++
	}
	// Invalid UTF-8 comes out as replacement characters, which is what a
	// sentence can show of it; the error says no more than that.
	b, _ := jsontext.AppendQuote(nil, text)
	return string(b) + mark
}

func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func isDigit(c byte) bool {
	return '0' <= c && c <= '9'
}

func isLetterOrDigit(c byte) bool {
	return isLetter(c) || isDigit(c)
}

// isPrintable holds for the printable ASCII characters, the space included.
func isPrintable(c byte) bool {
	return 0x20 <= c && c <= 0x7E
}

// blanks are what HTTP calls optional white space.
const blanks = " \t"

// firstRune gives the character that a problem shows, whole even if it is not ASCII.
func firstRune(s string) string {
	_, size := utf8.DecodeRuneInString(s)
	return s[:size]
}
