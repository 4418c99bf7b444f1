package safetext

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Cut shortens the text to at most w cells; what is missing shows as "…".
func (s String) Cut(w int) String { return s.CutTail(w, String{ellipsis}) }

// CutTail is Cut with another sign for what is missing, for terminals that
// have no "…".
func (s String) CutTail(w int, tail String) String {
	room := w - tail.Width()
	n, cells := fit(s.text, room)
	if more, _ := fit(s.text[n:], w-cells); n+more == len(s.text) {
		return s
	}
	if room < 0 {
		return String{}
	}
	return String{s.text[:n] + tail.text}
}

// CutLeft shortens the text to at most w cells and keeps its end; what is
// missing before it shows as "…".
func (s String) CutLeft(w int) String { return s.CutHead(w, String{ellipsis}) }

// CutHead is CutLeft with another sign for what is missing.
func (s String) CutHead(w int, head String) String {
	excess := s.Width() - w
	if excess <= 0 {
		return s
	}
	mark := head.Width()
	if w < mark {
		return String{}
	}
	n, _ := past(s.text, excess+mark)
	return String{head.text + s.text[n:]}
}

// Skip leaves out the first n cells, for a view that is scrolled sideways. A
// wide character that is cut in half leaves a blank.
func (s String) Skip(n int) String {
	if n <= 0 {
		return s
	}
	at, cells := past(s.text, n)
	return String{strings.Repeat(" ", max(0, cells-n)) + s.text[at:]}
}

// Around splits the text at the first place that holds query, so that this can be drawn in another style.
// Capitals matter only if the query has some; a part of a character is not found.
func (s String) Around(query String) (before, match, after String, ok bool) {
	n := len(query.text)
	if n == 0 {
		return before, match, after, false
	}
	fold := query.text == strings.ToLower(query.text)
	for i := 0; i+n <= len(s.text); i++ {
		part := s.text[i : i+n]
		if part != query.text && !(fold && strings.EqualFold(part, query.text)) {
			continue
		}
		before, match, after = String{s.text[:i]}, String{part}, String{s.text[i+n:]}
		if before.Width()+match.Width()+after.Width() == s.Width() && match.whole() && after.whole() {
			return before, match, after, true
		}
	}
	return String{}, String{}, String{}, false
}

// whole reports a text that does not begin within a character.
func (s String) whole() bool { return s.text == "" || !splitsCluster(s.text, 0) }

// Pad adds blanks at the right up to w cells. Longer text stays as it is.
func (s String) Pad(w int) String {
	if gap := w - s.Width(); gap > 0 {
		return String{s.text + strings.Repeat(" ", gap)}
	}
	return s
}

// PadLeft adds blanks at the left up to w cells, as columns of numbers want.
func (s String) PadLeft(w int) String {
	if gap := w - s.Width(); gap > 0 {
		return String{strings.Repeat(" ", gap) + s.text}
	}
	return s
}

// Fit makes the text exactly w cells wide: Cut, then Pad.
func (s String) Fit(w int) String { return s.Cut(w).Pad(w) }

// Wrap breaks the text into rows of at most w cells, at blanks where there
// are some. There is at least one row. Where not even one character fits, it
// is shown as "…".
func (s String) Wrap(w int) []String {
	w = max(w, 1)
	rest := s.text
	var rows []String
	for {
		n, _ := fit(rest, w)
		if n == len(rest) {
			return append(rows, String{rest})
		}
		if n == 0 {
			n, _ = past(rest, 1)
			rows = append(rows, String{ellipsis})
			rest = rest[n:]
			if rest == "" {
				return rows
			}
			continue
		}
		end, next := breakAt(rest, n)
		rows = append(rows, String{rest[:end]})
		rest = rest[next:]
		if rest == "" {
			return rows
		}
	}
}

// breakAt finds where to break text of which n bytes fit: where the row ends
// and where the next one begins. The blanks between are left out.
func breakAt(text string, n int) (end, next int) {
	space := n
	if text[n] != ' ' {
		space = strings.LastIndexByte(text[:n], ' ')
	}
	end = len(strings.TrimRight(text[:max(space, 0)], " "))
	if end == 0 {
		return n, n
	}
	next = end
	for next < len(text) && text[next] == ' ' {
		next++
	}
	if next < len(text) && splitsCluster(text, next) {
		return n, n
	}
	return end, next
}

// splitsCluster reports whether what begins at at belongs to the character
// before it.
func splitsCluster(text string, at int) bool {
	r, _ := utf8.DecodeRuneInString(text[at:])
	return extends(r)
}

// fit is the length of the longest start of s that takes at most w cells, and
// its width.
func fit(s string, w int) (n, cells int) {
	for n < len(s) {
		size, width := step(s[n:], w-cells)
		if cells+width > w {
			break
		}
		n += size
		cells += width
	}
	return n, cells
}

// past is the length of the shortest start of s that takes at least w cells,
// and its width; all of s where it is narrower.
func past(s string, w int) (n, cells int) {
	for n < len(s) && cells < w {
		size, width := step(s[n:], w-cells)
		n += size
		cells += width
	}
	return n, cells
}

// step measures what s begins with: a run of ASCII of at most limit cells, or
// one cluster.
func step(s string, limit int) (size, width int) {
	if n := ascii(s[:max(0, min(len(s), limit))]); n > 0 {
		if n < len(s) && s[n] >= utf8.RuneSelf && splitsCluster(s, n) {
			n--
		}
		if n > 0 {
			return n, n
		}
	}
	cluster, width := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	return len(cluster), width
}
