package message

import (
	"strconv"
	"strings"

	"mcpx/model"
	"mcpx/tui/document"
	"mcpx/tui/paint"
	"mcpx/tui/prose"
	"mcpx/tui/safetext"
	"mcpx/tui/shape"
	"mcpx/tui/vlist"
)

// listing is a list of tools, prompts or resources as a table.
type listing struct {
	kind
	pointer string // to the list
	items   []model.Value
	list    vlist.List
}

// kind is what a listing lists.
type kind struct {
	member  string
	columns [3]string
	cells   func(item model.Value) [3]string
	parts   func(item model.Value) (label string, parts []shape.Member)
}

func kinds() [5]kind {
	return [...]kind{
		{"tools", [3]string{"tool", "parameters", "what it does"}, toolCells, toolParts},
		{"prompts", [3]string{"prompt", "arguments", "what it does"}, promptCells, noParts},
		{"resources", [3]string{"resource", "name", "what it is"}, resourceCells, noParts},
		{"resourceTemplates", [3]string{"template", "name", "what it is"}, resourceCells, noParts},
		{"roots", [3]string{"root", "name", ""}, resourceCells, noParts},
	}
}

// mostItems bounds the rows of a table.
const mostItems = 10_000

// newListing finds the list in the result of an event; nil if there is none.
func newListing(o *document.Opened) *listing {
	if o.Event == nil || o.Event.Kind != model.MessageEvent {
		return nil
	}
	for _, k := range kinds() {
		items := o.Event.Payload.At("result", k.member)
		if !items.IsArray() || items.Len() == 0 {
			continue
		}
		l := &listing{kind: k, pointer: model.Pointer("result", k.member)}
		for i, item := range items.Elems() {
			if i == mostItems {
				break
			}
			l.items = append(l.items, item)
		}
		l.list.SetLen(len(l.items))
		return l
	}
	return nil
}

// at is the number of the item that a pointer leads into.
func (l *listing) at(pointer string) (i int, ok bool) {
	rest, ok := strings.CutPrefix(pointer, l.pointer+"/")
	if !ok {
		return 0, false
	}
	token, _, _ := strings.Cut(rest, "/")
	i, err := strconv.Atoi(token)
	return i, err == nil && i < len(l.items)
}

// selected is the pointer to the selected item.
func (l *listing) selected() string { return l.pointer + "/" + strconv.Itoa(l.list.Cursor()) }

func toolCells(item model.Value) [3]string {
	var names []string
	for _, p := range shape.Members(item.Get("inputSchema")) {
		names = append(names, p.Brief())
	}
	return [3]string{item.Get("name").Str(), strings.Join(names, ", "), about(item)}
}

func toolParts(item model.Value) (label string, parts []shape.Member) {
	return "takes", shape.Members(item.Get("inputSchema"))
}

func promptCells(item model.Value) [3]string {
	var names []string
	for _, a := range item.Get("arguments").Elems() {
		name := a.Get("name").Str()
		if !a.Get("required").IsTrue() {
			name += "?"
		}
		names = append(names, name)
	}
	return [3]string{item.Get("name").Str(), strings.Join(names, ", "), about(item)}
}

func resourceCells(item model.Value) [3]string {
	uri := item.Get("uri").Str()
	if uri == "" {
		uri = item.Get("uriTemplate").Str()
	}
	return [3]string{uri, item.Get("name").Str(), strings.TrimSpace(about(item) + "  " + item.Get("mimeType").Str())}
}

func noParts(model.Value) (label string, parts []shape.Member) { return "", nil }

// about is what an item says of itself.
func about(item model.Value) string {
	for _, name := range [...]string{"description", "title"} {
		if text := item.Get(name).Str(); text != "" {
			return strings.Join(strings.Fields(text), " ")
		}
	}
	return ""
}

// detailShare is the part of the pane, in percent, that the table leaves to the selected item.
const (
	detailShare  = 45
	leastForBoth = 10 // rows from which on the selected item is explained below
)

func (s *side) renderListing(sc *Scene, cursor paint.State, w, h int) []string {
	l := s.listing
	upper := h
	if h >= leastForBoth {
		upper = max(min(len(l.items)+1, h-h*detailShare/100), 3)
	}
	l.list.SetHeight(upper - 1)
	widths := l.widths(w - 2)
	rows := []string{l.heading(sc, w, widths)}
	draw := func(b *paint.Line, i int) { s.item(b, sc, i, widths) }
	rows = append(rows, sc.Look.List(&l.list, cursor, w, upper-1, draw)...)
	if upper < h {
		rows = append(rows, s.itemDetail(sc, w, h-upper)...)
	}
	return rows
}

// gap is the blanks between columns.
const gap = 2

// widths gives the columns what they need, and the last one the rest.
func (l *listing) widths(w int) [3]int {
	first, end := l.list.Window()
	var need [2]int
	for c := range need {
		need[c] = len(l.columns[c])
	}
	for i := first; i < end; i++ {
		cells := l.cells(l.items[i])
		for c := range need {
			need[c] = max(need[c], safetext.LineMax(cells[c], w).Width())
		}
	}
	a := min(need[0], w*2/5)
	b := min(need[1], max((w-a-2*gap)/2, 0))
	return [3]int{a, b, max(w-a-b-2*gap, 0)}
}

func (l *listing) heading(sc *Scene, w int, widths [3]int) string {
	b := sc.Look.Line(w, paint.Plain).Space(2)
	for c, name := range l.columns {
		at := b.At()
		b.Say(paint.Title, name).To(at + widths[c] + gap)
	}
	return b.End()
}

func (s *side) item(b *paint.Line, sc *Scene, i int, widths [3]int) {
	if at := s.blamed(i); at >= 0 {
		sign(b, sc.Look, s.blames[at].Must)
	} else {
		b.Gutter().Space(1)
	}
	for c, text := range s.listing.cells(s.listing.items[i]) {
		at := b.At()
		role := [...]paint.Role{paint.Strong, paint.Base, paint.Dim}[c]
		sc.put(b, role, safetext.LineMax(text, widths[c]+1).CutTail(widths[c], sc.Look.Ellipsis()))
		b.To(at + widths[c] + gap)
	}
}

// blamed is the gravest blame of an item, -1 if there is none.
func (s *side) blamed(item int) int {
	worst := -1
	for i, b := range s.blames {
		if at, ok := s.listing.at(b.Pointer); ok && at == item && (worst < 0 || b.Must) {
			worst = i
		}
	}
	return worst
}

// itemDetail explains the selected item, as far as there is room.
func (s *side) itemDetail(sc *Scene, w, h int) []string {
	p := prose.New(sc.Look, w)
	p.Row(p.Line().Repeat(paint.Rule, sc.Look.Signs.Horizontal, w))
	s.listing.explain(p, s.listing.list.Cursor(), s.blames)
	rows := p.Rows()
	if len(rows) > h {
		rows = append(rows[:h-1:h-1], sc.Look.Line(w, paint.Plain).Space(1).Say(paint.Dim, sc.More).End())
	}
	return sc.Look.Fill(rows, w, h)
}

// Item is the name of the item that the cursor of the table is on and what explains it; ok is false if no
// table is shown.
func (p *Pane) Item() (name string, explain func(*prose.Page), ok bool) {
	s := &p.sides[p.active]
	if s.opened == nil || s.view != Table || s.listing == nil {
		return "", nil, false
	}
	l, blames, at := s.listing, s.blames, s.listing.list.Cursor()
	return l.selected(), func(p *prose.Page) { l.explain(p, at, blames) }, true
}

// explain tells all about an item, what it is blamed for first.
func (l *listing) explain(p *prose.Page, i int, blames []Blame) {
	item, w := l.items[i], p.Width()
	for _, b := range blames {
		if at, ok := l.at(b.Pointer); ok && at == i {
			line := p.Line()
			sign(line, p.Look(), b.Must)
			p.Row(line.Put(remark(b.Must), b.Text))
		}
	}
	cells := l.cells(item)
	line := p.Line().Space(1).Put(paint.Strong, safetext.LineMax(cells[0], w))
	if title := item.Get("title").Str(); title != "" {
		line.Space(2).Put(paint.Dim, safetext.LineMax(title, w))
	}
	p.Row(line)
	p.Text(cells[2])
	label, parts := l.parts(item)
	for _, part := range parts {
		p.Labelled(label, paint.Base, part.Name+"  "+part.Says())
		label = ""
	}
	if len(parts) == 0 && label != "" {
		p.Labelled(label, paint.Dim, "nothing")
	}
	if out := item.Get("outputSchema"); out.IsObject() {
		p.Labelled("gives", paint.Base, shape.Of(out))
	}
}
