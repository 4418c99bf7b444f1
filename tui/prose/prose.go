// Package prose sets text for reading: paragraphs of words in several roles, wrapped, with labels at
// their left.
package prose

import (
	"strings"

	"mcpx/checks/catalogue"
	"mcpx/tui/paint"
	"mcpx/tui/safetext"
)

// labelWidth is the column that labelled paragraphs begin at.
const labelWidth = 9

// Page is text being set. Its rows are as wide as the page.
type Page struct {
	look *paint.Look
	w    int
	rows []string
}

// New begins a page of w cells.
func New(look *paint.Look, w int) *Page { return &Page{look: look, w: max(w, 1)} }

// Rows are the rows of the page.
func (p *Page) Rows() []string { return p.rows }

// Look is how the page is drawn.
func (p *Page) Look() *paint.Look { return p.look }

// Width is the width of the page.
func (p *Page) Width() int { return p.w }

// Blank adds an empty row, unless the page has none or ends with one.
func (p *Page) Blank() {
	if n := len(p.rows); n > 0 && strings.TrimSpace(p.rows[n-1]) != "" {
		p.rows = append(p.rows, p.look.Blank(p.w))
	}
}

// Row adds a row.
func (p *Page) Row(l *paint.Line) { p.rows = append(p.rows, l.End()) }

// Line begins a row for Row.
func (p *Page) Line() *paint.Line { return p.look.Line(p.w, paint.Plain) }

// Heading adds a row of its own.
func (p *Page) Heading(words string) { p.Row(p.Line().Space(1).Say(paint.Title, words)) }

// Text adds a paragraph.
func (p *Page) Text(words string) { p.set("", labelNone, run(paint.Base, words)) }

// Role adds a paragraph in a role.
func (p *Page) Role(r paint.Role, words string) { p.set("", labelNone, run(r, words)) }

// Labelled adds a paragraph with a label.
func (p *Page) Labelled(label string, r paint.Role, words string) {
	if words != "" {
		p.set(label, labelWidth, run(r, words))
	}
}

// Quote adds a quotation with its keywords and code marked.
func (p *Page) Quote(label, text string) {
	indent := labelNone
	if label != "" {
		indent = labelWidth
	}
	words := spans(text)
	for _, row := range wrap(words, p.w-1-indent-2) {
		l := p.Line().Space(1)
		if indent > 0 {
			l.Say(paint.Dim, label).To(1 + indent)
			label = ""
		}
		l.Sign(paint.Quote, p.look.Signs.Quote).Space(1)
		put(l, row)
		p.Row(l)
	}
}

// Columns sets texts side by side.
func (p *Page) Columns(sets []func(*Page)) {
	w := p.w / len(sets)
	var columns [][]string
	most := 0
	for i, set := range sets {
		if i == len(sets)-1 {
			w = p.w - i*w
		}
		column := New(p.look, w)
		set(column)
		columns = append(columns, column.Rows())
		most = max(most, len(column.Rows()))
	}
	for row := range most {
		var b strings.Builder
		for i, column := range columns {
			switch {
			case row < len(column):
				b.WriteString(column[row])
			case i == len(columns)-1:
				b.WriteString(p.look.Blank(w))
			default:
				b.WriteString(p.look.Blank(p.w / len(sets)))
			}
		}
		p.rows = append(p.rows, b.String())
	}
}

const labelNone = 0

func (p *Page) set(label string, indent int, words []word) {
	if p.w < 2*labelWidth+6 && indent > 0 {
		p.Row(p.Line().Space(1).Say(paint.Dim, label))
		label, indent = "", 2
	}
	for i, row := range wrap(words, p.w-1-indent) {
		l := p.Line().Space(1)
		if i == 0 && label != "" {
			l.Say(paint.Dim, label)
		}
		l.To(1 + indent)
		put(l, row)
		p.Row(l)
	}
}

// word is text without a blank inside; glued words follow the one before without a blank.
type word struct {
	role  paint.Role
	text  safetext.String
	glued bool
}

func put(l *paint.Line, row []word) {
	for i, w := range row {
		if i > 0 && !w.glued {
			if row[i-1].role == w.role {
				l.Say(w.role, " ")
			} else {
				l.Space(1)
			}
		}
		l.Put(w.role, w.text)
	}
}

// run is words in one role.
func run(r paint.Role, text string) []word { return appendRun(nil, r, text, false) }

func appendRun(words []word, r paint.Role, text string, glued bool) []word {
	if text == "" {
		return words
	}
	glued = glued && !strings.ContainsAny(text[:1], " \t\n")
	for i, s := range strings.Fields(text) {
		words = append(words, word{r, safetext.Line(s), glued && i == 0})
	}
	return words
}

// spans is a quotation as words.
func spans(text string) []word {
	var words []word
	at := 0
	blank := true
	add := func(r paint.Role, part string) {
		if part == "" {
			return
		}
		words = appendRun(words, r, part, !blank)
		blank = strings.ContainsAny(part[len(part)-1:], " \t\n")
	}
	for _, s := range catalogue.Spans(text) {
		add(paint.Base, text[at:s.Start])
		role := paint.Keyword
		if s.Kind == catalogue.CodeSpan {
			role = paint.Code
		}
		add(role, strings.Trim(text[s.Start:s.End], "`"))
		at = s.End
	}
	add(paint.Base, text[at:])
	return words
}

// wrap breaks words into rows of at most w cells.
func wrap(words []word, w int) [][]word {
	w = max(w, 1)
	var rows [][]word
	var row []word
	used := 0
	for _, x := range words {
		for _, piece := range pieces(x, w) {
			n := piece.text.Width()
			gap := 1
			if piece.glued || len(row) == 0 {
				gap = 0
			}
			if len(row) > 0 && used+gap+n > w {
				full, rest := breakRow(row, piece, w)
				rows, row, used, gap = append(rows, full), rest, width(rest), 0
				piece.glued = len(rest) > 0
			}
			row = append(row, piece)
			used += gap + n
		}
	}
	if len(row) > 0 {
		rows = append(rows, row)
	}
	return rows
}

// breakRow ends a row before the word that no longer fits. What that word is glued to goes with it, if there
// is room for both.
func breakRow(row []word, next word, w int) (full, rest []word) {
	if !next.glued {
		return row, nil
	}
	at := len(row) - 1
	for at > 0 && row[at].glued {
		at--
	}
	if at == 0 || width(row[at:])+next.text.Width() > w {
		return row, nil
	}
	return row[:at], append([]word{}, row[at:]...)
}

// width is the cells that words take in a row.
func width(row []word) int {
	n := 0
	for i, x := range row {
		if i > 0 && !x.glued {
			n++
		}
		n += x.text.Width()
	}
	return n
}

// pieces cuts a word that is longer than a row.
func pieces(x word, w int) []word {
	if x.text.Width() <= w {
		return []word{x}
	}
	var parts []word
	for i, t := range x.text.Wrap(w) {
		parts = append(parts, word{x.role, t, x.glued || i > 0})
	}
	return parts
}
