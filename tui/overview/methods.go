package overview

import (
	"strconv"

	"mcpx/checks/filter"
	"mcpx/model"
	"mcpx/model/summary"
	"mcpx/tui/figure"
	"mcpx/tui/paint"
	"mcpx/tui/safetext"
)

// figureColumn is a column of the table of methods.
type figureColumn struct {
	name  string
	width int
	least int // width of the table from which on the column has room
	tell  func(m *summary.Method) string
	role  paint.Role // of figures that are not 0
	timed bool       // the column is of latencies
}

// figureColumns are the columns in the order in which they stand. The narrower a table, the fewer it has.
func figureColumns() []figureColumn {
	count := func(of func(m *summary.Method) int) func(m *summary.Method) string {
		return func(m *summary.Method) string {
			if n := of(m); n > 0 {
				return figure.Count(n)
			}
			return ""
		}
	}
	quantile := func(share float64) func(m *summary.Method) string {
		return func(m *summary.Method) string {
			if m.Latency.Count == 0 {
				return ""
			}
			return figure.Duration(m.Latency.Quantile(share))
		}
	}
	size := func(of func(m *summary.Method) int64) func(m *summary.Method) string {
		return func(m *summary.Method) string {
			if n := of(m); n > 0 {
				return figure.Size(n)
			}
			return ""
		}
	}
	return []figureColumn{
		{"count", 7, 0, count((*summary.Method).Count), paint.Base, false},
		{"errors", 7, 0, count(func(m *summary.Method) int { return m.Errors + m.Failures }), paint.Error, false},
		{"open", 6, 56, count(func(m *summary.Method) int { return m.Open }), paint.Warning, false},
		{"sent", 8, 84, size(func(m *summary.Method) int64 { return m.Sent }), paint.Base, false},
		{"answers", 8, 84, size(func(m *summary.Method) int64 { return m.Received }), paint.Base, false},
		{"largest", 8, 118, size(func(m *summary.Method) int64 { return int64(m.Largest) }), paint.Base, false},
		{"p50", 8, 64, quantile(0.5), paint.Base, true},
		{"p95", 8, 48, quantile(0.95), paint.Base, true},
		{"max", 8, 72, quantile(1), paint.Base, true},
	}
}

const (
	leastName  = 20 // cells of a method's name
	mostName   = 34
	sparkFrom  = 100 // width of the table from which on there is a sparkline
	sparkWidth = 16
	shapeFrom  = 130 // and a second one
	shapeWidth = 12
)

// table is how the table of methods is laid out.
type table struct {
	columns []figureColumn
	name    int
	spark   int
	shape   int
}

func tableOf(w int, timed bool) table {
	var t table
	rest := w - 4
	for _, c := range figureColumns() {
		if w >= c.least && (timed || !c.timed) {
			t.columns = append(t.columns, c)
			rest -= c.width
		}
	}
	if w >= sparkFrom {
		t.spark = sparkWidth
		rest -= sparkWidth + 2
	}
	if timed && w >= shapeFrom {
		t.shape = shapeWidth
		rest -= shapeWidth + 2
	}
	t.name = min(max(rest, leastName), mostName)
	return t
}

// methods is what was asked and told, the most frequent first.
func (b *builder) methods() {
	t := tableOf(b.width(), b.scene.Sum.Latency.Count > 0)
	b.section(func(l *paint.Line) {
		l.Say(paint.Title, "METHODS").To(3 + t.name)
		for _, c := range t.columns {
			l.Space(c.width-len(c.name)).Say(paint.Dim, c.name)
		}
		if t.spark > 0 {
			l.Space(2).Say(paint.Dim, "when").To(l.At() + t.spark - len("when"))
		}
		if t.shape > 0 {
			l.Space(2).Say(paint.Dim, "fast to slow")
		}
	})
	for _, m := range b.scene.Sum.Methods {
		b.method(m, t)
	}
	if len(b.scene.Sum.Methods) == 0 {
		b.text(func(l *paint.Line) { l.Say(paint.Dim, "no request and no notification") })
	}
}

func (b *builder) method(m *summary.Method, t table) {
	signs := &b.scene.Look.Signs
	arrow, role := signs.ToServer, paint.Client
	if m.Sender == model.Server {
		arrow, role = signs.ToClient, paint.Server
	}
	name, target := m.Name, Target{Terms: []string{filter.Term("method", m.Name)}, To: Timeline}
	if name == "" {
		name, target = "other methods", Target{}
	}
	b.entry(target, nil, func(l *paint.Line, _ int) {
		l.Sign(role, arrow).Space(1)
		at := l.At()
		l.Put(role, safetext.LineMax(name, t.name)).To(at + t.name)
		for _, c := range t.columns {
			text := c.tell(m)
			l.Space(c.width-len(text)).Say(c.role, text)
		}
		if t.spark > 0 {
			l.Space(2)
			spark(l, b.scene, m.Activity[:], t.spark)
		}
		if shape, _ := m.Latency.Shape(); t.shape > 0 && len(shape) > 0 {
			l.Space(2)
			spark(l, b.scene, shape, min(t.shape, len(shape)))
		}
	})
}

// digits is a count in at most four or so cells.
func digits(n int) string {
	if n < 10_000 {
		return strconv.Itoa(n)
	}
	return figure.Count(n)
}
