package catalogue

import (
	"regexp"
	"strings"
)

// SpanKind is what a span of a quotation is.
type SpanKind uint8

// The kinds of span.
const (
	// KeywordSpan is a word of obligation in capitals: MUST, SHOULD NOT, …
	KeywordSpan SpanKind = iota
	// CodeSpan is code in backticks, the backticks included.
	CodeSpan
)

// Span marks text[Start:End], in bytes.
type Span struct {
	Start, End int
	Kind       SpanKind
}

// Spans finds the words of obligation and the code in a quotation, in order
// and without overlap. A backtick without a partner is text.
func Spans(text string) []Span {
	var spans []Span
	pos := 0
	for pos < len(text) {
		start, end, found := nextCode(text, pos)
		if !found {
			break
		}
		spans = appendKeywords(spans, text, pos, start)
		spans = append(spans, Span{start, end, CodeSpan})
		pos = end
	}
	return appendKeywords(spans, text, pos, len(text))
}

// nextCode finds the first stretch in backticks at or after pos.
func nextCode(text string, pos int) (start, end int, found bool) {
	open := strings.IndexByte(text[pos:], '`')
	if open < 0 {
		return 0, 0, false
	}
	start = pos + open
	length := strings.IndexByte(text[start+1:], '`')
	if length < 0 {
		return 0, 0, false
	}
	return start, start + length + 2, true
}

func appendKeywords(spans []Span, text string, from, to int) []Span {
	for _, at := range keywords.FindAllStringIndex(text[from:to], -1) {
		spans = append(spans, Span{from + at[0], from + at[1], KeywordSpan})
	}
	return spans
}

var keywords = regexp.MustCompile(
	`\b(?:(?:MUST|SHALL|SHOULD)(?:\s+NOT)?|(?:NOT\s+)?RECOMMENDED|REQUIRED|MAY|OPTIONAL)\b`)
