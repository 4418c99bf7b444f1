package prompt

import (
	"fmt"

	"mcpx/tui/paint"
	"mcpx/tui/safetext"
)

// Screen is how a prompt is drawn: the rows above the field, and the field itself.
type Screen struct {
	Above  []string // offers, or what is wrong with the text; as wide as the field
	Field  string
	Cursor int // its column in the field
}

// mostOffers is how many offers are shown at a time.
const mostOffers = 8

// Render draws the prompt w cells wide, with at most h rows above the field.
func (p *Prompt) Render(look *paint.Look, w, h int) Screen {
	l := look.Line(w, paint.Plain).Space(1).Say(paint.FooterKey, p.question.Label).Space(1)
	begin, room := l.At(), l.Room()-1
	text := p.input.Value()
	before := safetext.Line(text[:p.at()])
	skip := max(0, before.Width()-room)
	s := Screen{Cursor: min(begin+before.Width()-skip, max(w-1, 0))}
	s.Field = p.field(l, text, skip)
	switch {
	case p.fault != nil && (len(p.offers) == 0 || p.refused) && h > 0:
		s.Above = p.wrong(look, w, h, begin, skip)
	case len(p.offers) > 0 && h > 1:
		s.Above = p.menu(look, w, min(h, mostOffers+1), begin, skip)
	}
	return s
}

// field draws the text, what is wrong in it marked.
func (p *Prompt) field(l *paint.Line, text string, skip int) string {
	if text == "" {
		return l.Say(paint.Placeholder, p.question.Hint).End()
	}
	at := 0
	piece := func(r paint.Role, part string) {
		t := safetext.Line(part)
		if at+t.Width() > skip {
			l.Put(r, t.Skip(max(0, skip-at)))
		}
		at += t.Width()
	}
	start, end := len(text), len(text)
	if f := p.fault; f != nil {
		start, end = min(f.Start, len(text)), min(f.End, len(text))
	}
	piece(paint.Input, text[:start])
	piece(paint.InputInvalid, text[start:end])
	piece(paint.Input, text[end:])
	return l.End()
}

// column is the column of a byte of the text.
func (p *Prompt) column(text string, at, begin, skip int) int {
	return begin + max(0, safetext.Line(text[:min(at, len(text))]).Width()-skip)
}

// wrong says what is wrong, with a pointer to where: in one row if the sentence fits beside the pointer, else
// in rows above it.
func (p *Prompt) wrong(look *paint.Look, w, h, begin, skip int) []string {
	column := min(p.column(p.input.Value(), p.fault.Start, begin, skip), max(w-1, 0))
	text, pointer := safetext.Line(p.fault.Text), look.Signs.Pointer
	l := look.Line(w, paint.Plain)
	switch {
	case text.Width() <= w-column-3:
		return []string{l.To(column).Sign(paint.Error, pointer).Space(1).Put(paint.Error, text).End()}
	case text.Width() <= column-2:
		return []string{l.Space(column-1-text.Width()).Put(paint.Error, text).Space(1).Sign(paint.Error, pointer).End()}
	case h == 1:
		return []string{l.Space(1).Put(paint.Error, text).End()}
	}
	rows := []string{look.Line(w, paint.Plain).Repeat(paint.Rule, look.Signs.Horizontal, w).End()}
	for _, part := range text.Wrap(max(w-2, 1)) {
		if len(rows) < h-1 {
			rows = append(rows, look.Line(w, paint.Plain).Space(1).Put(paint.Error, part).End())
		}
	}
	return append(rows, l.To(column).Sign(paint.Error, pointer).End())
}

// menu draws the offers below a rule, beside the place that they go to.
func (p *Prompt) menu(look *paint.Look, w, h, begin, skip int) []string {
	shown := min(len(p.offers), h-1)
	first := 0
	if p.chosen >= shown {
		first = p.chosen - shown + 1
	}
	width := 0
	for _, c := range p.offers {
		width = max(width, safetext.Line(c.Text).Width())
	}
	width = min(width, 40)
	column := min(p.column(p.written, p.offers[0].Start, begin, skip), max(0, w-width-30))
	rows := []string{p.rule(look, w, first, shown)}
	for i := first; i < first+shown; i++ {
		c := p.offers[i]
		l := look.Line(w, paint.Plain).To(max(column-2, 0))
		role := paint.Input
		if i == p.chosen {
			l.Sign(paint.Gutter, look.Signs.Gutter).Space(1)
			role = paint.FooterKey
		} else {
			l.Space(2)
		}
		end := l.At() + width
		l.Put(role, safetext.Line(c.Text).CutTail(width, look.Ellipsis())).To(end+2).Say(paint.Dim, c.About)
		rows = append(rows, l.End())
	}
	return rows
}

// rule parts the offers from what is above and says how many there are.
func (p *Prompt) rule(look *paint.Look, w, first, shown int) string {
	text := " " + p.question.Takes + " takes one "
	if n := len(p.offers); n > shown {
		text = fmt.Sprintf(" %s takes one, %d to %d of %d ", p.question.Takes, first+1, first+shown, n)
	}
	l := look.Line(w, paint.Plain)
	return l.Repeat(paint.Rule, look.Signs.Horizontal, max(0, w-safetext.Line(text).Width()-1)).Say(paint.Dim, text).Repeat(paint.Rule, look.Signs.Horizontal, 1).End()
}
