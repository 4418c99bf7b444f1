package observed

import (
	"strconv"
	"strings"

	"mcpx/checks/observations"
	"mcpx/model"
	"mcpx/tui/document"
	"mcpx/tui/figure"
	"mcpx/tui/paint"
	"mcpx/tui/prose"
	"mcpx/tui/safetext"
)

// Scene is what the list is drawn with.
type Scene struct {
	Doc    *document.Document
	Look   *paint.Look
	Cursor paint.State // of the row that the cursor is on
	Row    int         // the selected event; what rests on it is marked
}

// nameWidth is the column of the events' names.
const nameWidth = 7

// Render draws the list in exactly h rows of w cells.
func (l *List) Render(s *Scene, w, h int) []string {
	return s.Look.List(&l.List, s.Cursor, w, h, func(b *paint.Line, i int) {
		b.Gutter()
		switch it := l.items[i]; {
		case it.nth < 0:
			l.heading(b, s, it.kind)
		case it.event > 0:
			l.event(b, s, it)
		default:
			l.observation(b, s, it)
		}
	})
}

func (l *List) heading(b *paint.Line, s *Scene, k observations.Kind) {
	fold := s.Look.Signs.Unfolded
	if l.folded[k] {
		fold = s.Look.Signs.Folded
	}
	n := 0
	for _, i := range l.kept {
		if l.report.All[i].Kind == k {
			n++
		}
	}
	count := strconv.Itoa(n)
	if all := l.report.Count(k); all > l.report.Kept(k) {
		count += " of " + figure.Count(all)
	}
	b.Sign(paint.Dim, fold).Space(1).Say(paint.Base, k.String()).Space(2).Say(paint.Dim, count)
}

func (l *List) observation(b *paint.Line, s *Scene, it item) {
	o := &l.report.All[it.nth]
	b.Sign(paint.Observation, s.Look.Signs.Observation).Space(1)
	l.name(b, s, it)
	more := ""
	if n := len(o.Events) - 1; n > 0 && !l.open[it.nth] {
		more = "+" + strconv.Itoa(n)
	}
	room := b.Room() - len(more) - 2
	b.Put(paint.Base, safetext.LineMax(o.Detail, max(room, 0)))
	b.To(b.At()+b.Room()-len(more)-1).Say(paint.Dim, more)
}

// event is one of the further events that an observation rests on.
func (l *List) event(b *paint.Line, s *Scene, it item) {
	b.Space(2)
	l.name(b, s, it)
	b.Put(paint.Dim, safetext.LineMax(l.report.All[it.nth].Events[it.event].What, b.Room()))
}

func (l *List) name(b *paint.Line, s *Scene, it item) {
	row := l.rows[it.nth][it.event]
	role := paint.Dim
	if row == s.Row {
		role = paint.Partner
	}
	at := b.At()
	b.Say(role, s.Doc.EventName(row)).Space(1).To(at + nameWidth)
}

// Explain puts into words what is selected.
func (l *List) Explain(p *prose.Page, d *document.Document) {
	o, _ := l.Selected()
	k, ok := l.Kind()
	switch {
	case !ok:
		return
	case o == nil:
		p.Row(p.Line().Space(1).Say(paint.Strong, k.String()).Space(2).Say(paint.Dim, figure.Things(l.report.Count(k), "observation")))
	default:
		p.Row(p.Line().Space(1).Sign(paint.Observation, p.Look().Signs.Observation).Space(1).Say(paint.Strong, k.String()))
		p.Blank()
		p.Labelled("saw", paint.Strong, o.Detail)
		l.restsOn(p, d)
	}
	p.Blank()
	p.Labelled("why", paint.Base, k.About())
	p.Labelled("verdict", paint.Dim, "none: no clause speaks of it, and nobody is accused")
}

// restsOn names the events that the selected observation rests on.
func (l *List) restsOn(p *prose.Page, d *document.Document) {
	it, _ := l.current()
	label := "rests on"
	for n, e := range l.report.All[it.nth].Events {
		row := d.Row(l.rows[it.nth][n])
		role, sign := paint.Base, " "
		if n == it.event {
			sign = p.Look().Signs.Folded
		}
		text := d.EventName(row.Index) + "  " + e.What
		if what := strings.TrimSpace(row.Label.String() + " " + row.About.String()); what != "" && row.Kind != model.BadEvent && e.Pointer == "" {
			text += ": " + what
		}
		p.Labelled(label, role, strings.TrimSpace(sign+" "+text))
		label = ""
	}
}
