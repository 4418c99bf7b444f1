package timeline

import (
	"strconv"
	"time"

	"mcpx/model"
	"mcpx/tui/document"
	"mcpx/tui/figure"
	"mcpx/tui/paint"
	"mcpx/tui/safetext"
)

// Scene is what the timeline is drawn with.
type Scene struct {
	Doc    *document.Document
	Look   *paint.Look
	Cursor paint.State // of the row that the cursor is on
	// Hit reports events that the search has found; nil if there is no search.
	Hit func(row int) bool
	// Marked reports events that the user has marked; nil if there are none.
	Marked func(row int) bool
}

// columns are where the parts of a row stand; a part without room has width 0.
type columns struct {
	seq, clock, latency, bar, size int

	start   time.Time
	silence time.Duration // that is marked
	longest time.Duration // that fills a bar
	rail    rail
	partner int // the other half of the selected pair
}

const badgeWidth = 2

func (t *Timeline) columns(s *Scene, w int) columns {
	c := columns{seq: 4, partner: s.Doc.Partner(t.Row())}
	if n := s.Doc.Len(); n > 0 {
		last := s.Doc.Row(n - 1)
		c.seq = max(c.seq, len(strconv.FormatUint(last.Seq, 10)))
		if at, ok := s.Doc.Start(); ok && w >= 66 {
			c.start = at
			c.clock = t.Clock.width(s.Doc.Duration())
		}
	}
	if w >= 46 {
		c.latency = 7
	}
	if c.longest = longest(s.Doc); c.longest > 0 {
		c.bar = barWidth(w)
	}
	if w >= 54 {
		c.size = 8
	}
	c.leaveOut(t.without)
	return c
}

// Render draws the list in exactly h rows of w cells.
func (t *Timeline) Render(s *Scene, w, h int) []string {
	t.List.SetHeight(h)
	c := t.columns(s, w)
	if first, end := t.List.Window(); end > first {
		c.silence, c.rail = silence(s.Doc), railOf(s.Doc, t.Row(), t.event(end-1))
	}
	return s.Look.List(&t.List, s.Cursor, w, h, func(l *paint.Line, i int) {
		row := s.Doc.Row(t.event(i))
		before := -1
		if i > 0 {
			before = t.event(i - 1)
		}
		t.row(l, s, &row, &c, before)
	})
}

func (t *Timeline) row(l *paint.Line, s *Scene, r *document.Row, c *columns, before int) {
	signs := &s.Look.Signs
	if r.Index == c.partner {
		l.Sign(paint.Gutter, signs.Partner)
	} else {
		l.Gutter()
	}
	quiet := paint.Base
	if !r.Message() && !r.Bad() {
		quiet = paint.Dim
	}
	seq := strconv.FormatUint(r.Seq, 10)
	if r.Bad() {
		seq = ""
	}
	l.Space(c.seq-len(seq)).Say(paint.Dim, seq)
	if c.clock > 0 {
		text, sign, role := t.Clock.tell(s.Doc, r, c.start, before), " ", paint.Dim
		if gap(s, r, c.silence) {
			sign, role = signs.Gap, paint.Strong
		}
		l.Space(1+c.clock-len(text)).Sign(role, sign).Say(role, text)
	}
	l.Space(1)
	c.rail.draw(l, s, r)
	right := c.latency + c.bar + c.size + badgeWidth
	t.what(l, s, r, l.Room()-right, quiet)
	l.To(l.At() + l.Room() - right)
	t.figures(l, s, r, c)
	badge(l, s, r.Index)
}

// figures are the columns at the right.
func (t *Timeline) figures(l *paint.Line, s *Scene, r *document.Row, c *columns) {
	if c.latency > 0 {
		text, role, span := took(s, r)
		l.Space(c.latency-len(text)).Say(role, text)
		if c.bar > 0 {
			l.Space(1)
			bar(l, s, span, c.longest, c.bar-1)
		}
	}
	if c.size > 0 {
		text := figure.Size(int64(r.Size))
		if !sized(r) {
			text = ""
		}
		l.Space(c.size-len(text)).Say(paint.Dim, text)
	}
}

func badge(l *paint.Line, s *Scene, row int) {
	if s.Marked != nil && s.Marked(row) {
		l.Sign(paint.Strong, s.Look.Signs.Marked)
	} else {
		l.Space(1)
	}
	switch s.Doc.Ruling().Worst(row) {
	case document.Broken:
		l.Sign(paint.Must, s.Look.Signs.Must)
	case document.Advised:
		l.Sign(paint.Should, s.Look.Signs.Should)
	}
}

// what names the event in at most w cells.
func (t *Timeline) what(l *paint.Line, s *Scene, r *document.Row, w int, quiet paint.Role) {
	signs := &s.Look.Signs
	end := l.At() + w
	put := func(role paint.Role, text safetext.String) {
		if room := end - l.At(); room > 0 {
			l.Put(role, text.CutTail(room, s.Look.Ellipsis()))
		}
	}
	role := paint.Client
	arrow, indent := signs.ToServer, 1
	if r.Direction == model.ServerToClient {
		role, arrow, indent = paint.Server, signs.ToClient, 3
	}
	switch {
	case r.Bad():
		l.Sign(paint.Error, signs.Must).Space(1)
		put(paint.Error, r.Label)
		l.Space(2)
		put(paint.Base, r.About)
		return
	case r.Kind == model.LifecycleEvent:
		arrow, role = signs.Transport, paint.Transport
	case !r.Message():
		role = paint.Dim
	}
	l.Sign(role, arrow).Space(indent)
	stream(l, s, r)
	name := role
	if s.Hit != nil && s.Hit(r.Index) {
		name = paint.Match
	}
	if r.Class == model.ErrorClass && r.Message() {
		name = paint.Error
	}
	put(name, r.Label)
	about(put, r, quiet)
}

// about adds what the event is about and which id it has: a call is named by its target, an answer by its
// id.
func about(put func(paint.Role, safetext.String), r *document.Row, quiet paint.Role) {
	blank, gap := safetext.Literal(" "), safetext.Literal("  ")
	id := func() {
		if !r.ID.Empty() && r.Message() {
			put(quiet, blank)
			put(paint.Dim, safetext.Concat(safetext.Literal("id "), r.ID))
		}
	}
	if r.Response() {
		id()
		put(quiet, gap)
		put(quiet, r.About)
	} else {
		if !r.About.Empty() {
			put(quiet, blank)
			put(quiet, r.About)
		}
		id()
	}
	if r.Retry {
		put(quiet, gap)
		put(paint.Note, safetext.Literal("retry"))
	}
	if r.Begins {
		put(quiet, gap)
		put(paint.Note, safetext.Literal("session begins"))
	}
	if r.Flags.Has(model.HasProblem) && !r.Bad() {
		put(quiet, gap)
		put(paint.Warning, safetext.Line(r.Problem.String()))
	}
}

// stream joins what came on one stream.
func stream(l *paint.Line, s *Scene, r *document.Row) {
	signs := &s.Look.Signs
	if r.Request() || r.Stream == document.NoStream {
		return
	}
	sign := [...]string{"", signs.First, signs.Inner, signs.Last}[r.Stream]
	l.Sign(paint.Dim, sign).Space(1)
}
