package catalogue

import "slices"

// Level is how strongly a clause obliges, in the words of RFC 2119.
type Level string

// The levels. INFO marks a row that states a fact and obliges nobody.
const (
	Must      Level = "MUST"
	MustNot   Level = "MUST NOT"
	Should    Level = "SHOULD"
	ShouldNot Level = "SHOULD NOT"
	May       Level = "MAY"
	Info      Level = "INFO"
)

// Levels lists the levels, strongest first.
func Levels() []Level {
	return []Level{Must, MustNot, Should, ShouldNot, May, Info}
}

// Fails reports whether a finding at this level is a failure: MUST and MUST NOT.
func (l Level) Fails() bool { return l == Must || l == MustNot }

// Warns reports whether a finding at this level is a warning: SHOULD and SHOULD NOT.
func (l Level) Warns() bool { return l == Should || l == ShouldNot }

// Binding reports whether a clause of this level can be broken at all.
func (l Level) Binding() bool { return l.Fails() || l.Warns() }

// Known reports whether l is one of the levels.
func (l Level) Known() bool { return slices.Contains(Levels(), l) }
