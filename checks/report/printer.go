// Package report writes what the judge found out about a recording, and what it knows, as text for people
// and as JSON for programs.
package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"mcpx/checks"
	"mcpx/tui/safetext"
)

// Look is how a text is laid out.
type Look struct {
	Width  int // cells a line may take; DefaultWidth if it is 0
	Colour Colour
	Signs  Signs
}

// DefaultWidth is how wide a text is that does not go to a terminal.
const DefaultWidth = 100

// Colour tells whether a text is coloured.
type Colour uint8

// A text is Plain or Coloured. Colour never says anything that words and signs do not.
const (
	Plain Colour = iota
	Coloured
)

// Signs is the set of signs that stand for outcomes.
type Signs uint8

// The sets of signs.
const (
	Unicode Signs = iota
	ASCII
)

func (s Signs) outcome(w checks.Word) string {
	if s == ASCII {
		return [...]string{"x", "!", "+", ".", "-", "o", "*", ".", "?"}[w]
	}
	return [...]string{"✗", "!", "✓", "·", "–", "⊘", "◇", "·", "?"}[w]
}

// spelling gives what the program itself and the specification say in the signs of the set. It is not for text
// of a recording: a dash in there is what was sent and not what it looks like.
func (s Signs) spelling() *strings.Replacer {
	if s == ASCII {
		return strings.NewReplacer("…", "...", "—", "--", "–", "-", "−", "-", "’", "'", "“", `"`, "”", `"`)
	}
	return strings.NewReplacer()
}

func (s Signs) bullet() string {
	if s == ASCII {
		return " - "
	}
	return " · "
}

// ink is the role of a piece of text.
type ink uint8

const (
	normal ink = iota
	strong
	quiet
	failing
	warning
	passing
)

func inkOf(w checks.Word) ink {
	switch w {
	case checks.Fail:
		return failing
	case checks.Warn:
		return warning
	case checks.Pass, checks.Used:
		return passing
	}
	return quiet
}

// printer writes lines. The first error stays and is given by flush.
//
// If its look has no signs beyond ASCII, it writes none: the program's own words and the specification's are
// spelt without, and whatever else there is came from a recording and stands as an escape. What the judge says
// in a finding is ASCII for that reason.
type printer struct {
	out   *bufio.Writer
	look  Look
	spelt *strings.Replacer
}

func newPrinter(w io.Writer, look Look) *printer {
	if look.Width <= 0 {
		look.Width = DefaultWidth
	}
	return &printer{out: bufio.NewWriter(w), look: look, spelt: look.Signs.spelling()}
}

func (p *printer) flush() error { return p.out.Flush() }

func (p *printer) line(parts ...string) {
	for _, part := range parts {
		p.out.WriteString(part)
	}
	p.out.WriteByte('\n')
}

// own is text of the program itself or of the specification.
func (p *printer) own(s string) string { return p.spelt.Replace(s) }

// shown is text as the look can show it.
func (p *printer) shown(s safetext.String) safetext.String {
	if p.look.Signs == ASCII {
		return s.ASCII()
	}
	return s
}

// paint gives text in a colour, if there is colour.
func (p *printer) paint(k ink, s safetext.String) string {
	s = p.shown(s)
	if p.look.Colour == Plain || k == normal || s.Empty() {
		return s.String()
	}
	style := ansi.NewStyle()
	switch k {
	case strong:
		style = style.Bold()
	case quiet:
		style = style.Faint()
	case failing:
		style = style.Bold().ForegroundColor(ansi.Red)
	case warning:
		style = style.Bold().ForegroundColor(ansi.Yellow)
	case passing:
		style = style.ForegroundColor(ansi.Green)
	}
	return style.Styled(s.String())
}

// para writes text in lines that begin with blanks; those after the first are indented further by hang.
func (p *printer) para(k ink, indent, hang int, s safetext.String) {
	width := max(p.look.Width-indent-hang, 20)
	for i, row := range p.shown(s).Wrap(width) {
		if i > 0 {
			p.line(blanks(indent+hang), p.paint(k, row))
			continue
		}
		p.line(blanks(indent), p.paint(k, row))
	}
}

// sayf is para of a format.
func (p *printer) sayf(k ink, indent, hang int, format string, args ...any) {
	p.para(k, indent, hang, textf(format, args...))
}

// ownf is sayf of the program's own words and of those of the specification.
func (p *printer) ownf(k ink, indent, hang int, format string, args ...any) {
	p.para(k, indent, hang, safetext.Line(p.own(fmt.Sprintf(format, args...))))
}

// headed writes text that begins with a sign, and at the right end of its first line a few words more.
func (p *printer) headed(k ink, sign string, s, right safetext.String) {
	width := max(p.look.Width-2-right.Width()-3, 20)
	if width < 30 && !right.Empty() {
		p.headed(k, sign, s, safetext.String{})
		p.para(quiet, 2, 0, right)
		return
	}
	head := p.paint(k, safetext.Line(sign))
	for i, row := range p.shown(s).Wrap(width) {
		switch {
		case i > 0:
			p.line("  ", p.paint(strong, row))
		case right.Empty():
			p.line(head, " ", p.paint(strong, row))
		default:
			gap := blanks(width + 3 - row.Width())
			p.line(head, " ", p.paint(strong, row), gap, p.paint(quiet, right))
		}
	}
}

func textf(format string, args ...any) safetext.String {
	return safetext.Line(fmt.Sprintf(format, args...))
}

func blanks(n int) string { return strings.Repeat(" ", max(n, 0)) }

// count is a number and its noun, as in "1 event" and "240 events".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
