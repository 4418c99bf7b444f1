// Package safetext turns untrusted text into text that is safe to send to a
// terminal.
//
// A recording holds what servers, clients and models wrote, and the reader may
// be looking for a fault in exactly that party. Such text must not move the
// cursor, set the clipboard, reorder a line or hide a word. Everything that
// comes from outside therefore becomes a [String] before it is drawn, and
// renderers take that type, so that the compiler finds what was forgotten.
//
// Nothing is dropped: what must not be sent is shown as an escape such as
// \u001b, or \xff for a byte that is no UTF-8. The text is for people; whoever
// needs the exact bytes keeps the bytes.
package safetext

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// String is text that can be sent to a terminal. It is valid UTF-8 and holds
// no control character, no line break, no bidirectional control, no invisible
// or unassigned character. Only this package makes one; the zero value is
// empty. Strings can be compared with ==.
type String struct{ text string }

// constant is unexported so that other packages can pass an untyped constant
// to Literal and nothing else.
type constant string

// ellipsis stands for what was cut away.
const ellipsis = "…"

// tabStop is the distance of the columns that a tab advances to in Lines.
const tabStop = 4

// Line makes one row of s: line breaks and tabs are shown as \n, \r and \t.
// It does not allocate when nothing in s has to change.
func Line(s string) String { return String{clean(s)} }

// Bytes is Line for bytes.
func Bytes(b []byte) String { return String{clean(string(b))} }

// Literal is for the program's own words. It accepts constants only: a value
// that is computed does not compile and goes through Line.
func Literal(s constant) String { return String{clean(string(s))} }

// LineMax is Line cut to at most cells cells. It reads no more of s than it
// shows, so it may be given a string of any size.
func LineMax(s string, cells int) String {
	if cells <= 0 {
		return String{}
	}
	return String{cleanTo(s[:enough(len(s), cells)], cells+2)}.Cut(cells)
}

// BytesMax is LineMax for bytes.
func BytesMax(b []byte, cells int) String {
	if cells <= 0 {
		return String{}
	}
	return LineMax(string(b[:enough(len(b), cells)]), cells)
}

// enough is how many of n bytes are sure to fill more than cells cells. One
// cluster takes at most maxCluster bytes, and what follows a cluster of that
// size is an escape, which has a width; so the end may fall within a rune: it
// is beyond what is shown.
func enough(n, cells int) int {
	return int(min(int64(n), (int64(cells)+3)*(maxCluster+utf8.UTFMax)))
}

// Lines splits s at line feeds and makes a row of each line. Tabs become
// spaces up to the next tab stop. A carriage return stays visible as \r.
func Lines(s string) []String {
	lines := make([]String, 0, strings.Count(s, "\n")+1)
	for line := range strings.SplitSeq(s, "\n") {
		lines = append(lines, expand(line))
	}
	return lines
}

// expand makes a row of one line and turns its tabs into spaces.
func expand(line string) String {
	if strings.IndexByte(line, '\t') < 0 {
		return Line(line)
	}
	var b strings.Builder
	column := 0
	for i, part := range strings.Split(line, "\t") {
		if i > 0 {
			gap := tabStop - column%tabStop
			b.WriteString(strings.Repeat(" ", gap))
			column += gap
		}
		text := Line(part)
		b.WriteString(text.text)
		column += text.Width()
	}
	return String{b.String()}
}

// Concat joins parts without anything between them.
func Concat(parts ...String) String {
	var b strings.Builder
	n := 0
	for _, p := range parts {
		n += len(p.text)
	}
	b.Grow(n)
	for _, p := range parts {
		b.WriteString(p.text)
	}
	return String{b.String()}
}

// Join joins parts with sep between them.
func Join(parts []String, sep String) String {
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = p.text
	}
	return String{strings.Join(texts, sep.text)}
}

// String is the text itself.
func (s String) String() string { return s.text }

// ASCII is the text with an escape for every character beyond ASCII, for terminals that have no more.
func (s String) ASCII() String {
	if ascii(s.text) == len(s.text) {
		return s
	}
	c := cleaner{}
	for i, r := range s.text {
		if r >= utf8.RuneSelf {
			c.escape(s.text, i, r, utf8.RuneLen(r))
		}
	}
	c.out.WriteString(s.text[c.kept:])
	return String{c.out.String()}
}

// Empty reports whether there is no text.
func (s String) Empty() bool { return s.text == "" }

// Width is the number of terminal cells the text takes.
func (s String) Width() int {
	n := printable(s.text)
	if n == len(s.text) {
		return n
	}
	return n + ansi.StringWidth(s.text[n:])
}
