package paint

import (
	"strings"

	"mcpx/tui/safetext"
)

// Line is a row under construction. It never grows beyond its width.
type Line struct {
	look  *Look
	state State
	width int
	at    int
	open  Role
	begun bool
	b     strings.Builder
}

// Line begins a row of w cells.
func (k *Look) Line(w int, state State) *Line {
	l := &Line{look: k, state: state, width: max(w, 0)}
	l.b.Grow(w + 96)
	return l
}

// Room is the number of cells that are left.
func (l *Line) Room() int { return l.width - l.at }

// At is the column that the next text begins at.
func (l *Line) At() int { return l.at }

// Put adds text and cuts what does not fit.
func (l *Line) Put(r Role, text safetext.String) *Line {
	if text.Empty() || l.Room() == 0 {
		return l
	}
	w := text.Width()
	if w > l.Room() {
		text = text.CutTail(l.Room(), l.look.ellipsis)
		w = text.Width()
	}
	l.write(r, text.String(), w)
	return l
}

// Sign adds a sign of the look, which takes one cell.
func (l *Line) Sign(r Role, sign string) *Line {
	if l.Room() > 0 {
		l.write(r, sign, 1)
	}
	return l
}

// Say adds words of the program.
func (l *Line) Say(r Role, words string) *Line { return l.Put(r, safetext.Line(words)) }

// Space adds n blanks.
func (l *Line) Space(n int) *Line { return l.To(l.at + n) }

// To adds blanks up to a column.
func (l *Line) To(column int) *Line { return l.fill(Base, column) }

func (l *Line) fill(r Role, column int) *Line {
	if n := min(column, l.width) - l.at; n > 0 {
		l.write(r, blanks(n), n)
	}
	return l
}

// Repeat adds a sign n times.
func (l *Line) Repeat(r Role, sign string, n int) *Line {
	if n = min(n, l.Room()); n > 0 {
		l.write(r, strings.Repeat(sign, n), n)
	}
	return l
}

func (l *Line) write(r Role, text string, cells int) {
	if !l.begun || l.open != r {
		l.close()
		l.b.WriteString(l.look.pens[r][l.state].on)
		l.open, l.begun = r, true
	}
	l.b.WriteString(text)
	l.at += cells
}

func (l *Line) close() {
	if l.begun {
		l.b.WriteString(l.look.pens[l.open][l.state].off)
		l.begun = false
	}
}

// End fills the row up to its width and gives it.
func (l *Line) End() string {
	l.To(l.width)
	l.close()
	return l.b.String()
}

const manyBlanks = "                                                                                                    "

func blanks(n int) string {
	if n <= len(manyBlanks) {
		return manyBlanks[:n]
	}
	return strings.Repeat(" ", n)
}

// Blank is an empty row.
func (k *Look) Blank(w int) string { return k.Line(w, Plain).End() }

// Fill makes exactly h rows of w cells out of rows.
func (k *Look) Fill(rows []string, w, h int) []string {
	if len(rows) > h {
		return rows[:max(h, 0)]
	}
	if len(rows) == h {
		return rows
	}
	for blank := k.Blank(w); len(rows) < h; {
		rows = append(rows, blank)
	}
	return rows
}
