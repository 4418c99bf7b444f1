package filter

import (
	"cmp"
	"strings"
	"unicode/utf8"
)

// glob matches a lower-case pattern with "*" for any run and "?" for any one character.
func glob(pattern, text string) bool {
	text = strings.ToLower(text)
	star, mark := -1, 0
	p, i := 0, 0
	for i < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, i
			p++
		case p < len(pattern) && pattern[p] == '?':
			_, size := utf8.DecodeRuneInString(text[i:])
			p, i = p+1, i+size
		case p < len(pattern) && pattern[p] == text[i]:
			p, i = p+1, i+1
		case star >= 0:
			mark++
			p, i = star+1, mark
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

// globAny matches one of several texts between blanks.
func globAny(pattern, texts string) bool {
	if !strings.Contains(texts, " ") {
		return glob(pattern, texts)
	}
	for text := range strings.FieldsSeq(texts) {
		if glob(pattern, text) {
			return true
		}
	}
	return false
}

func contains(lower, text string) bool {
	return strings.Contains(strings.ToLower(text), lower)
}

func compare[T cmp.Ordered](op operator, got, want T) bool {
	switch op {
	case less:
		return got < want
	case lessEqual:
		return got <= want
	case greater:
		return got > want
	case greaterEqual:
		return got >= want
	default:
		return got == want
	}
}
