package timeline

import (
	"math"
	"time"

	"mcpx/model"
	"mcpx/tui/document"
	"mcpx/tui/figure"
	"mcpx/tui/paint"
)

// silence is the time between two events from which on it is marked as a gap: a fiftieth of the recording,
// so that there are never many, and long enough to be noticed.
func silence(d *document.Document) time.Duration {
	return max(d.Duration()/50, 250*time.Millisecond)
}

// gap reports a row that a long silence goes before.
func gap(s *Scene, r *document.Row, least time.Duration) bool {
	span, ok := s.Doc.Between(r.Index-1, r.Index)
	return ok && span >= least
}

// rail is the conversation of the selected event: the rows that it goes over.
type rail struct {
	root        int32
	first, last int
}

// How far beyond the screen, and beyond the answer, is looked for the end of a conversation. This is done for
// every frame: of one that is answered little can follow, and of others it matters less the farther it is.
const (
	reach         = 1 << 13
	answeredReach = 1 << 9
)

// railOf finds the conversation of an event, as far as it matters for rows up to end.
func railOf(d *document.Document, row, end int) rail {
	none := rail{document.None, document.None, document.None}
	root := d.Link(row).Root
	if row < 0 || root == document.None {
		return none
	}
	r := rail{root, int(root), row}
	if head := d.Link(int(root)).Head; head != document.None {
		r.first = min(r.first, int(head))
	}
	farthest := max(row, end) + reach
	if answer := d.Partner(int(root)); answer != document.None {
		farthest = max(row, end, answer) + answeredReach
	}
	for i := min(d.Len()-1, farthest); i > r.last; i-- {
		if d.Link(i).Root == root {
			r.last = i
		}
	}
	if r.first == r.last {
		return none
	}
	return r
}

// draw draws the rail in the one cell before the arrow of a row.
func (r *rail) draw(l *paint.Line, s *Scene, row *document.Row) {
	signs := &s.Look.Signs
	switch i := row.Index; {
	case i < r.first || i > r.last:
		l.Space(1)
	case row.Root != r.root:
		l.Sign(paint.Rule, signs.Inner)
	case i == r.first:
		l.Sign(paint.Gutter, signs.First)
	case i == r.last:
		l.Sign(paint.Gutter, signs.Last)
	default:
		l.Sign(paint.Gutter, signs.Branch)
	}
}

// barWidth is the cells of the bars that show how long answers took, in a timeline of w cells.
func barWidth(w int) int {
	switch {
	case w >= 110:
		return 13
	case w >= 84:
		return 7
	}
	return 0
}

// longest is the time that fills a bar; 0 if no pair tells its time.
func longest(d *document.Document) time.Duration {
	if r := d.Ruling(); r != nil {
		return r.Summary.Latency.Max
	}
	return 0
}

// bar draws how long an answer took against the longest time, on a logarithmic scale: of a recording with
// a wait of a minute, the milliseconds can be told apart, too.
func bar(l *paint.Line, s *Scene, span, most time.Duration, w int) {
	share := math.Log1p(float64(span)/float64(time.Millisecond)) / math.Log1p(float64(most)/float64(time.Millisecond))
	if most <= 0 || span <= 0 {
		share = 0
	}
	n := min(w, int(math.Ceil(share*float64(w))))
	l.Repeat(paint.Spark, s.Look.Signs.Span, n).Space(w - n)
}

// took is what stands in the column of latencies: the time of an answer, or that a request has none.
func took(s *Scene, r *document.Row) (text string, role paint.Role, span time.Duration) {
	if span, ok := s.Doc.Latency(r.Index); ok && r.Response() {
		return figure.Duration(span), paint.Base, span
	}
	switch {
	case !r.Request(), r.Partner != document.None, s.Doc.Progress.Phase == document.Reading:
		return "", paint.Base, 0
	case r.Cancelled:
		return "cancel", paint.Dim, 0
	default:
		return "open", paint.Warning, 0
	}
}

// sized reports a row whose size is worth a column: a message's.
func sized(r *document.Row) bool { return r.Kind != model.HTTPEvent && r.Kind != model.LifecycleEvent }
