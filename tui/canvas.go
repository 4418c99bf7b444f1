package tui

import (
	"cmp"
	"slices"
	"strings"

	"mcpx/tui/paint"
)

// canvas puts the rows of panes together to a screen.
type canvas struct {
	look *paint.Look
	w    int
	rows [][]piece
}

// piece is a row of a pane at a column of the screen.
type piece struct {
	x, w int
	text string
}

func newCanvas(look *paint.Look, w, h int) *canvas {
	return &canvas{look: look, w: w, rows: make([][]piece, max(h, 0))}
}

// put places rows that are as wide as r.
func (c *canvas) put(r rect, rows []string) {
	for i, text := range rows {
		if y := r.y + i; i < r.h && y < len(c.rows) {
			c.rows[y] = append(c.rows[y], piece{r.x, r.w, text})
		}
	}
}

// cover puts rows as wide as the screen above row y, over what is there.
func (c *canvas) cover(y int, rows []string) {
	for i, text := range rows {
		if at := y - len(rows) + i; at >= 0 && at < len(c.rows) {
			c.rows[at] = []piece{{0, c.w, text}}
		}
	}
}

// rules draws the lines between panes.
func (c *canvas) rules(p *plan) {
	signs := c.look.Signs
	for _, r := range p.vertical {
		bar := c.look.Line(1, paint.Plain).Sign(paint.Rule, signs.Vertical).End()
		for y := range r.h {
			c.put(rect{r.x, r.y + y, 1, 1}, []string{bar})
		}
	}
	for _, r := range p.horizontal {
		c.put(r, []string{c.look.Line(r.w, paint.Plain).Repeat(paint.Rule, signs.Horizontal, r.w).End()})
	}
}

// String is the screen.
func (c *canvas) String() string {
	var b strings.Builder
	b.Grow(len(c.rows) * (c.w + 200))
	for y, row := range c.rows {
		if y > 0 {
			b.WriteByte('\n')
		}
		slices.SortFunc(row, func(a, b piece) int { return cmp.Compare(a.x, b.x) })
		at := 0
		for _, p := range row {
			if p.x > at {
				b.WriteString(c.look.Blank(p.x - at))
			}
			b.WriteString(p.text)
			at = p.x + p.w
		}
		if at < c.w {
			b.WriteString(c.look.Blank(c.w - at))
		}
	}
	return b.String()
}
