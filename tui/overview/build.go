package overview

import (
	"fmt"
	"strconv"
	"strings"

	"mcpx/model"
	"mcpx/model/summary"
	"mcpx/tui/figure"
	"mcpx/tui/paint"
	"mcpx/tui/safetext"
)

// builder makes the lines of a view, section by section.
type builder struct {
	view   *View
	scene  *Scene
	column int
	begins bool // a section has begun and has no entry yet
}

func (b *builder) width() int { return b.view.columns[b.column].w }

func (b *builder) text(draw func(l *paint.Line)) {
	c := &b.view.columns[b.column]
	c.lines = append(c.lines, line{func(l *paint.Line, _ int) { draw(l) }, -1})
}

func (b *builder) entry(whole Target, cells []Target, draw func(l *paint.Line, cell int)) {
	v := b.view
	c := &v.columns[b.column]
	v.entries = append(v.entries, entry{b.column, len(c.lines), b.begins, whole, cells})
	c.lines = append(c.lines, line{draw, len(v.entries) - 1})
	b.begins = false
}

// section begins a section: an empty line, unless it is the first, and its name.
func (b *builder) section(draw func(l *paint.Line)) {
	if len(b.view.columns[b.column].lines) > 0 {
		b.text(func(*paint.Line) {})
	}
	b.text(draw)
	b.begins = true
}

func title(name string) func(l *paint.Line) {
	return func(l *paint.Line) { l.Say(paint.Title, name) }
}

// traffic is how much there is in all.
func (b *builder) traffic() {
	sum, signs := b.scene.Sum, &b.scene.Look.Signs
	facts := []string{
		figure.Things(sum.Events, "event"),
		fmt.Sprintf("%s %s, %s %s", signs.ToServer, figure.Things(sum.Messages[model.Client], "message"), signs.ToClient, figure.Count(sum.Messages[model.Server])),
		figure.Size(sum.Bytes),
	}
	if took := sum.Last.Sub(sum.First); took > 0 {
		facts = append(facts, figure.Duration(took))
	}
	if h := &sum.Latency; h.Count > 0 {
		facts = append(facts, fmt.Sprintf("latency p50 %s, p95 %s, max %s", figure.Duration(h.Quantile(0.5)), figure.Duration(h.Quantile(0.95)), figure.Duration(h.Max)))
	}
	b.text(func(l *paint.Line) { l.Say(paint.Base, strings.Join(facts, "   ")) })
	b.text(func(l *paint.Line) { spark(l, b.scene, sum.Activity[:], min(summary.Stretches, l.Room()-1)) })
}

// peers is who spoke, and what they declared.
func (b *builder) peers() {
	b.section(title("WHO SPOKE"))
	for _, p := range b.scene.Sum.Peers {
		b.peer(p)
	}
	if len(b.scene.Sum.Peers) == 0 {
		b.text(func(l *paint.Line) { l.Say(paint.Dim, "nobody has said who he is") })
	}
}

func (b *builder) peer(p *summary.Peer) {
	signs := &b.scene.Look.Signs
	arrow, role := signs.ToServer, paint.Client
	if p.Party == model.Server {
		arrow, role = signs.ToClient, paint.Server
	}
	name := p.Name
	if name == "" {
		name = "unnamed"
	}
	b.entry(Target{To: Event, Line: p.Line}, nil, func(l *paint.Line, _ int) {
		l.Sign(role, arrow).Space(1).Say(role, p.Party.String()).Space(2)
		l.Put(paint.Strong, safetext.LineMax(strings.TrimSpace(name+" "+p.Version), max(l.Room()-2, 0)))
		revisions(l, p)
		l.Space(2).Say(paint.Dim, "#"+strconv.FormatUint(p.Seq, 10))
	})
	for i := range p.Declared {
		if i == 0 {
			b.declared(&p.Declared[i])
		} else {
			b.redeclared(&p.Declared[i])
		}
	}
	if p.Changes > 0 {
		b.text(func(l *paint.Line) { l.Space(4).Say(paint.Dim, figure.Things(p.Changes, "further change")) })
	}
}

func revisions(l *paint.Line, p *summary.Peer) {
	said := "asks for "
	switch n := len(p.Revisions); {
	case n == 0:
		return
	case p.Party == model.Server:
		said = "speaks "
	}
	l.Space(2).Say(paint.Base, said+strings.Join(p.Revisions, ", "))
}

// redeclared is what changed with a later declaration.
func (b *builder) redeclared(d *summary.Declaration) {
	b.entry(Target{To: Event, Line: d.Line}, nil, func(l *paint.Line, _ int) {
		l.Space(4).Say(paint.Dim, "#"+strconv.FormatUint(d.Seq, 10)+" ")
		change(l, "+", d.Added)
		change(l, "-", d.Removed)
	})
}

// declared is what a peer declared first.
func (b *builder) declared(d *summary.Declaration) {
	to := Target{To: Event, Line: d.Line}
	said := safetext.Literal("nothing")
	if len(d.Capabilities) > 0 {
		said = safetext.Line(strings.Join(d.Capabilities, ", "))
	}
	const indent = len("    declares ")
	for i, row := range said.Wrap(b.width() - 2 - indent) {
		if i == 0 {
			b.entry(to, nil, func(l *paint.Line, _ int) { l.Space(4).Say(paint.Dim, "declares ").Put(paint.Base, row) })
			continue
		}
		b.text(func(l *paint.Line) { l.Space(indent).Put(paint.Base, row) })
	}
}

func change(l *paint.Line, sign string, names []string) {
	for _, name := range names {
		l.Space(1).Say(paint.Strong, sign).Say(paint.Base, name)
	}
}

// numbers are the error codes and HTTP statuses.
func (b *builder) numbers() {
	sum := b.scene.Sum
	if len(sum.Errors) > 0 {
		b.section(title("ERRORS"))
		for _, n := range sum.Errors {
			b.number(n, "code:", errorName(n.Value), paint.Error)
		}
	}
	if len(sum.Statuses) > 0 {
		b.section(title("HTTP"))
		for _, n := range sum.Statuses {
			role := paint.Base
			if n.Value >= 400 {
				role = paint.Error
			}
			b.number(n, "status:", "", role)
		}
	}
}

const numberWidth = 7

func (b *builder) number(n summary.Number, field, name string, role paint.Role) {
	value := strconv.Itoa(n.Value)
	b.entry(Target{Terms: []string{field + value}, To: Timeline}, nil, func(l *paint.Line, _ int) {
		at := l.At()
		l.Say(role, value).To(at + numberWidth)
		count := figure.Count(n.Count)
		l.Space(6-len(count)).Say(paint.Base, count).Space(2)
		if name != "" {
			l.Say(paint.Base, name).Space(2)
		}
		l.Say(paint.Dim, "first #"+strconv.FormatUint(n.First, 10))
	})
}

// errorName is what the specifications call an error code.
func errorName(code int) string {
	switch code {
	case -32700:
		return "parse error"
	case -32600:
		return "invalid request"
	case -32601:
		return "method not found"
	case -32602:
		return "invalid params"
	case -32603:
		return "internal error"
	}
	return ""
}

// spark draws counts as a sparkline of n cells.
func spark(l *paint.Line, s *Scene, counts []int32, n int) {
	cells := resample(counts, n)
	most := 0
	for _, c := range cells {
		most = max(most, c)
	}
	for _, c := range cells {
		role := paint.Spark
		if c == 0 {
			role = paint.Rule
		}
		l.Sign(role, s.Look.Signs.Bar(c, most))
	}
}

// resample spreads counts over n cells; a cell that stands for several has the greatest of them.
func resample(counts []int32, n int) []int {
	if n <= 0 || len(counts) == 0 {
		return nil
	}
	cells := make([]int, n)
	for i := range cells {
		from := i * len(counts) / n
		for at := from; at < max((i+1)*len(counts)/n, from+1); at++ {
			cells[i] = max(cells[i], int(counts[at]))
		}
	}
	return cells
}
