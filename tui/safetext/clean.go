package safetext

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

const (
	// maxCluster bounds the bytes of one user-perceived character. The
	// longest emoji in use takes 35; endless chains of joiners, of jamo or of
	// conjunct consonants would take one cell and any number of bytes.
	maxCluster = 64

	// maxMarks bounds the combining marks in a row. Written languages stay
	// below; stacks that run over the lines above do not.
	maxMarks = 8
)

const hexDigits = "0123456789abcdef"

// clean returns s with everything that must not reach a terminal replaced by
// an escape, and s itself when there is nothing to replace.
func clean(s string) string {
	if ascii(s) == len(s) {
		return s
	}
	return cleanTo(s, math.MaxInt)
}

// cleanTo is clean that may stop when the text is wider than cells.
func cleanTo(s string, cells int) string {
	var c cleaner
	i := 0
	for i < len(s) && c.cells <= cells {
		i = c.next(s, i)
	}
	if !c.changed {
		return s[:i]
	}
	c.out.WriteString(s[c.kept:i])
	return c.out.String()
}

// cleaner copies a text and replaces parts of it. Bytes before kept are
// written to out; those from kept to the current position are unchanged so far
// and are written together.
type cleaner struct {
	out     strings.Builder
	kept    int
	changed bool
	cells   int  // about the width so far; may be one too many in a cluster
	marks   int  // marks in a row up to the current position
	tooLong bool // the cluster before went on past maxCluster
}

// next handles what begins at i and returns where the next part begins.
func (c *cleaner) next(s string, i int) int {
	if n := printable(s[i:]); n > 0 {
		c.tooLong, c.marks = false, 0
		c.cells += n
		return i + n
	}
	r, size := utf8.DecodeRuneInString(s[i:])
	if c.tooLong || !safe(r, size) || extends(r) && c.baseless(i) {
		c.tooLong = c.tooLong && extends(r)
		c.escape(s, i, r, size)
		return i + size
	}
	window := s[i:]
	if len(window) > maxCluster {
		window = wholeRunes(window[:maxCluster])
	}
	cluster, width := ansi.FirstGraphemeCluster(window, ansi.GraphemeWidth)
	end := i + len(cluster)
	c.tooLong = len(cluster) == len(window) && end < len(s)
	c.cells += width
	c.cluster(s, i, end)
	return end
}

// baseless reports whether a mark at i has nothing to sit on. It would change
// whatever our own text puts left of it.
func (c *cleaner) baseless(i int) bool { return i == 0 || c.changed && c.kept == i }

// cluster checks the runes of the cluster s[start:end].
func (c *cleaner) cluster(s string, start, end int) {
	for i := start; i < end; {
		r, size := utf8.DecodeRuneInString(s[i:])
		if extends(r) {
			c.marks++
		} else {
			c.marks = 0
		}
		if !safe(r, size) || c.marks > maxMarks {
			c.escape(s, i, r, size)
		}
		i += size
	}
}

// escape replaces the size bytes of s at i, which are the rune r.
func (c *cleaner) escape(s string, i int, r rune, size int) {
	c.changed = true
	c.out.WriteString(s[c.kept:i])
	c.kept = i + size
	c.cells += 2 // the shortest escape
	switch {
	case r == utf8.RuneError && size <= 1:
		b := s[i]
		c.out.Write([]byte{'\\', 'x', hexDigits[b>>4], hexDigits[b&15]})
	case r == '\n':
		c.out.WriteString(`\n`)
	case r == '\r':
		c.out.WriteString(`\r`)
	case r == '\t':
		c.out.WriteString(`\t`)
	case r > 0xffff:
		c.out.WriteString(`\U`)
		c.hex(r, 8)
	default:
		c.out.WriteString(`\u`)
		c.hex(r, 4)
	}
}

func (c *cleaner) hex(r rune, digits int) {
	for shift := 4 * (digits - 1); shift >= 0; shift -= 4 {
		c.out.WriteByte(hexDigits[r>>shift&15])
	}
}

// ascii is the length of the printable ASCII text that s begins with.
func ascii(s string) int {
	for i := range len(s) {
		if s[i]-' ' > '~'-' ' {
			return i
		}
	}
	return len(s)
}

// printable is the length of the printable ASCII text at the start of s
// without a last letter that a following mark may belong to.
func printable(s string) int {
	n := ascii(s)
	if n > 0 && n < len(s) && s[n] >= utf8.RuneSelf {
		if r, _ := utf8.DecodeRuneInString(s[n:]); extends(r) {
			return n - 1
		}
	}
	return n
}

// wholeRunes cuts an incomplete rune off the end of s.
func wholeRunes(s string) string {
	for i := len(s) - 1; i >= 0 && i > len(s)-utf8.UTFMax; i-- {
		if utf8.RuneStart(s[i]) {
			if utf8.FullRuneInString(s[i:]) {
				return s
			}
			return s[:i]
		}
	}
	return s
}

const (
	thaiAm              = 0x0e33
	laoAm               = 0x0eb3
	zeroWidthNonJoiner  = 0x200c
	zeroWidthJoiner     = 0x200d
	halfwidthVoiced     = 0xff9e
	halfwidthSemiVoiced = 0xff9f
	firstSkinTone       = 0x1f3fb
	lastSkinTone        = 0x1f3ff
)

// extends reports whether r joins the character before it: the combining
// marks and the few others that share a cluster with what they follow.
func extends(r rune) bool {
	if r < 0x300 || letter(r) {
		return false
	}
	switch r {
	case thaiAm, laoAm, zeroWidthNonJoiner, zeroWidthJoiner, halfwidthVoiced, halfwidthSemiVoiced:
		return true
	}
	return firstSkinTone <= r && r <= lastSkinTone || unicode.Is(unicode.M, r)
}

// safe reports whether r, decoded from size bytes, may be shown as it is.
func safe(r rune, size int) bool {
	switch {
	case r == utf8.RuneError && size <= 1:
		return false
	case r < utf8.RuneSelf:
		return ' ' <= r && r <= '~'
	case letter(r):
		return true
	case r == zeroWidthJoiner || r == zeroWidthNonJoiner:
		return true
	case invisible(r) || prepends(r):
		return false
	}
	// Letters, marks, numbers, punctuation, symbols and spaces. Left out are
	// the categories of controls, format characters (which hold the bidi
	// controls and tags), line separators, private use and unassigned.
	return unicode.IsGraphic(r)
}

// letter quickly tells the letters of the most frequent scripts, all of them
// assigned, visible and no marks.
func letter(r rune) bool {
	return 0xc0 <= r && r <= 0x2af || // Latin
		0x3a3 <= r && r <= 0x481 || // Greek, Cyrillic
		0x3041 <= r && r <= 0x3096 || 0x30a1 <= r && r <= 0x30fa || // kana
		0x4e00 <= r && r <= 0x9fff || // Han
		0xac00 <= r && r <= 0xd7a3 // Hangul
}

// invisible reports graphic characters that leave no ink and so could carry
// hidden text: fillers and selectors. The sixteen selectors at U+FE00 remain,
// emoji need them.
func invisible(r rune) bool {
	if 0xfe00 <= r && r <= 0xfe0f {
		return false
	}
	return unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || unicode.Is(unicode.Variation_Selector, r)
}

// prepends reports the few letters that join the character after them. At the
// end of a text they would take a cell from what our own screen puts there.
// (The others of that kind are format characters and not graphic.)
func prepends(r rune) bool {
	switch r {
	case 0x0d4e, 0x111c2, 0x111c3, 0x113d1, 0x1193f, 0x11941, 0x11a3a, 0x11d46, 0x11f02:
		return true
	}
	return 0x11a84 <= r && r <= 0x11a89
}
