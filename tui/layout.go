package tui

// rect is a part of the screen, in cells.
type rect struct{ x, y, w, h int }

func (r rect) empty() bool { return r.w <= 0 || r.h <= 0 }

// class is how much room there is.
type class uint8

// On a tiny screen nothing can be shown; a narrow one shows a page at a time; a wide one shows all panes.
const (
	tiny class = iota
	narrow
	wide
)

const (
	leastWidth  = 40
	leastHeight = 10
	wideWidth   = 110
	tallHeight  = 34 // from which on a narrow screen shows the message below the timeline
)

// pane is a part of the screen that can have focus.
type pane uint8

// The panes, in the order that tab walks them.
const (
	timelinePane pane = iota
	listPane
	clausePane
	messagePane
	panes
)

// arrangement says what the screen is asked to show.
type arrangement struct {
	focus pane
	zoom  bool // the pane that has focus takes all the room
	pair  bool // the message pane shows a pair, which wants width
}

// plan is where everything goes. Parts that are not shown are empty; no part is negative, and parts do
// not overlap.
type plan struct {
	class                           class
	header, minimap, footer         rect
	timeline, list, clause, message rect
	vertical, horizontal            []rect // rules between panes
}

// layout divides a screen of w by h cells.
func layout(w, h int, a arrangement) plan {
	if w < leastWidth || h < leastHeight {
		return plan{class: tiny}
	}
	p := plan{class: narrow, header: rect{0, 0, w, 1}, footer: rect{0, h - 1, w, 1}}
	if w >= wideWidth {
		p.class = wide
		body := rect{0, 1, w, h - 2}
		if h >= 30 {
			p.minimap = rect{0, 1, w, 1}
			body = rect{0, 2, w, h - 3}
		}
		p.wide(body, a)
		return p
	}
	p.narrow(rect{0, 1, w, h - 2}, a)
	return p
}

func (p *plan) wide(body rect, a arrangement) {
	switch {
	case a.zoom && a.focus == timelinePane:
		p.timeline = body
		return
	case a.zoom && a.focus == messagePane:
		p.message = body
		return
	case a.zoom:
		left, right := p.sideBySide(body, body.w/2)
		p.list, p.clause = left, right
		return
	}
	if a.pair {
		upper, lower := p.stacked(body, body.h*45/100)
		p.message = lower
		body = upper
	}
	left, right := p.sideBySide(body, leftWidth(body.w))
	p.timeline = left
	if !a.pair {
		p.timeline, p.message = p.stacked(left, left.h*55/100)
	}
	p.list, p.clause = p.stacked(right, right.h*42/100)
}

// leftWidth leaves the right side what a sentence needs to be read.
func leftWidth(w int) int {
	right := min(max(w*44/100, 46), 84)
	return w - 1 - right
}

func (p *plan) narrow(body rect, a arrangement) {
	switch {
	case a.focus == listPane && a.zoom:
		p.list = body
	case a.focus == clausePane && a.zoom:
		p.clause = body
	case a.focus == listPane:
		p.list, p.clause = p.stacked(body, body.h*45/100)
	case a.focus == clausePane:
		p.list, p.clause = p.stacked(body, body.h*25/100)
	case body.h+2 >= tallHeight && !a.zoom:
		p.timeline, p.message = p.stacked(body, body.h*55/100)
	case a.focus == messagePane:
		p.message = body
	default:
		p.timeline = body
	}
}

// stacked cuts r into two parts, one above the other, with a rule between them.
func (p *plan) stacked(r rect, above int) (upper, lower rect) {
	above = min(max(above, 0), max(r.h-1, 0))
	p.horizontal = append(p.horizontal, rect{r.x, r.y + above, r.w, 1})
	return rect{r.x, r.y, r.w, above}, rect{r.x, r.y + above + 1, r.w, r.h - above - 1}
}

// sideBySide cuts r into two parts with a rule between them.
func (p *plan) sideBySide(r rect, left int) (first, second rect) {
	left = min(max(left, 0), max(r.w-1, 0))
	p.vertical = append(p.vertical, rect{r.x + left, r.y, 1, r.h})
	return rect{r.x, r.y, left, r.h}, rect{r.x + left + 1, r.y, r.w - left - 1, r.h}
}
