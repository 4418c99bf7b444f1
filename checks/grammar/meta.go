package grammar

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MetaKey checks a `_meta` key: an optional prefix of labels joined by dots,
// a slash, and a name that may be empty.
func MetaKey(key string) (problem string) {
	prefix, name, slash := strings.Cut(key, "/")
	if !slash {
		return nameProblem(key)
	}
	if prefix == "" {
		return "the prefix before the slash is empty"
	}
	for label := range strings.SplitSeq(prefix, ".") {
		if problem := labelProblem(label); problem != "" {
			return problem
		}
	}
	return nameProblem(name)
}

// MetaPrefix takes a key's prefix apart. It reports false for a key without a
// prefix and for a prefix that is not known to be well formed: one that breaks
// the grammar, or one with a label that is not judged.
func MetaPrefix(key string) (prefix string, labels []string, ok bool) {
	prefix, _, slash := strings.Cut(key, "/")
	if !slash {
		return "", nil, false
	}
	labels = strings.Split(prefix, ".")
	for _, label := range labels {
		if labelProblem(label) != "" || unjudgedLabel(label) {
			return "", nil, false
		}
	}
	return prefix, labels, true
}

// ExtensionIdentifier checks the key of an extension: a `_meta` key that has a
// prefix. The problem continues the sentence `extension "widgets" …`.
func ExtensionIdentifier(key string) (problem string) {
	if !strings.Contains(key, "/") {
		return "has no prefix"
	}
	if problem := MetaKey(key); problem != "" {
		return "breaks the key grammar: " + problem
	}
	return ""
}

// unjudgedLabel reports a label with a non-ASCII letter or digit: the
// specification says "letters" without saying whose. A mark is part of a letter.
func unjudgedLabel(label string) bool {
	for _, r := range label {
		if r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)) {
			return true
		}
	}
	return false
}

func labelProblem(label string) string {
	if label == "" {
		return "a label of the prefix is empty"
	}
	if unjudgedLabel(label) {
		return ""
	}
	if !isLetter(label[0]) {
		return fmt.Sprintf("label %s must begin with a letter", quoted(label))
	}
	for i := range len(label) {
		if c := label[i]; !isLetterOrDigit(c) && c != '-' {
			return fmt.Sprintf("label %s holds %s, want letters, digits and hyphens", quoted(label), quoted(firstRune(label[i:])))
		}
	}
	if !isLetterOrDigit(label[len(label)-1]) {
		return fmt.Sprintf("label %s must end with a letter or digit", quoted(label))
	}
	return ""
}

// nameProblem judges the two ends of a name only: what stands between is stated
// as a permission.
func nameProblem(name string) string {
	switch {
	case name == "":
		return ""
	case !isLetterOrDigit(name[0]):
		return fmt.Sprintf("name %s must begin with a letter or digit", quoted(name))
	case !isLetterOrDigit(name[len(name)-1]):
		return fmt.Sprintf("name %s must end with a letter or digit", quoted(name))
	}
	return ""
}
