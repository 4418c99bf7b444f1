package schema

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const (
	maxPatternLength  = 1000 // bytes
	maxPatternProgram = 5000 // instructions
)

var errUnportable = errors.New("the regular expression means different things to different dialects, or too much")

// portableRegexp compiles a pattern that means the same in the dialect of
// JSON Schema, ECMA-262, and in Go's. A schema with any other does not compile.
func portableRegexp(pattern string) (jsonschema.Regexp, error) {
	if len(pattern) > maxPatternLength || !portable(pattern) {
		return nil, errUnportable
	}
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, err
	}
	program, err := syntax.Compile(tree.Simplify())
	if err != nil || len(program.Inst) > maxPatternProgram {
		return nil, errUnportable
	}
	return regexp.Compile(pattern)
}

// portable looks for constructs that Go accepts and ECMA-262 reads otherwise.
// What Go does not know, such as look-ahead, it refuses by itself.
func portable(pattern string) bool {
	inClass := false
	for i := 0; i < len(pattern); i++ {
		rest := pattern[i:]
		switch c := pattern[i]; {
		case c == '\\':
			size := portableEscape(rest)
			if size == 0 {
				return false
			}
			i += size - 1
		case inClass:
			if strings.HasPrefix(rest, "[:") {
				return false // a POSIX class to Go
			}
			inClass = c != ']'
		case c == '[':
			if strings.HasPrefix(rest, "[]") || strings.HasPrefix(rest, "[^]") || strings.HasPrefix(rest, "[[:") {
				return false // the bracket ends the class in ECMA-262, not in Go
			}
			inClass = true
			if strings.HasPrefix(rest, "[^") {
				i++
			}
		case strings.HasPrefix(rest, "(?"):
			if !strings.HasPrefix(rest, "(?:") && !strings.HasPrefix(rest, "(?<") {
				return false // flags and Go's own group names
			}
		case strings.HasPrefix(rest, "{,"):
			return false // literal text to some, a repetition to others
		}
	}
	return true
}

// portableEscape is the length of an escape that all dialects read alike, else 0.
func portableEscape(s string) int {
	if len(s) < 2 {
		return 0
	}
	c := s[1]
	switch {
	case strings.IndexByte("bBdDwWsSfnrtv", c) >= 0:
		return 2
	case c == 'x' && len(s) >= 4 && isHex(s[2]) && isHex(s[3]):
		return 4
	case c < 0x80 && !isAlphanumeric(c):
		return 2
	}
	return 0
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func isAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
