// Package pairs is the list of requests with their answers.
package pairs

import (
	"sort"
	"strconv"

	"mcpx/model"
	"mcpx/tui/document"
	"mcpx/tui/figure"
	"mcpx/tui/paint"
	"mcpx/tui/safetext"
	"mcpx/tui/vlist"
)

// List is which requests are listed and where the cursor is.
type List struct {
	List vlist.List
	rows []int32
}

// Show lists requests, in order.
func (l *List) Show(rows []int32) {
	at := l.Row()
	l.rows = rows
	l.List.SetLen(len(rows))
	if at >= 0 {
		l.Select(at)
	}
}

// Row is the selected request, -1 if there is none.
func (l *List) Row() int {
	if i := l.List.Cursor(); i < len(l.rows) {
		return int(l.rows[i])
	}
	return -1
}

// Number is the place of a request in the list, from 1, and 0 if it is not listed.
func (l *List) Number(row int) int {
	if i := l.position(row); i < len(l.rows) && int(l.rows[i]) == row {
		return i + 1
	}
	return 0
}

// Len is the number of requests.
func (l *List) Len() int { return len(l.rows) }

// Select moves to a request, or to the one before it if it is not listed.
func (l *List) Select(row int) {
	i := l.position(row)
	if i == len(l.rows) || int(l.rows[i]) != row {
		i--
	}
	l.List.CentreOn(i)
}

// Beyond is the listed request nearest to a row on the side of step, -1 if there is none.
func (l *List) Beyond(row, step int) int {
	i := l.position(row)
	if step < 0 || i < len(l.rows) && int(l.rows[i]) == row {
		i += step
	}
	if i < 0 || i >= len(l.rows) {
		return -1
	}
	return int(l.rows[i])
}

func (l *List) position(row int) int {
	return sort.Search(len(l.rows), func(i int) bool { return int(l.rows[i]) >= row })
}

// Render draws the list in exactly h rows of w cells, with its cursor in a state.
func (l *List) Render(d *document.Document, look *paint.Look, cursor paint.State, w, h int) []string {
	return look.List(&l.List, cursor, w, h, func(b *paint.Line, i int) {
		request(b.Gutter(), d, look, int(l.rows[i]))
	})
}

const (
	answerWidth = 16
	timeWidth   = 8
	roomy       = 46 // cells from which on the answer is named
)

func request(b *paint.Line, d *document.Document, look *paint.Look, row int) {
	r := d.Row(row)
	seq := strconv.FormatUint(r.Seq, 10)
	b.Space(5-len(seq)).Say(paint.Dim, seq).Space(2)
	role, arrow := paint.Client, look.Signs.ToServer
	if r.Direction == model.ServerToClient {
		role, arrow = paint.Server, look.Signs.ToClient
	}
	named := b.Room() >= roomy
	right := timeWidth + 2
	if named {
		right += answerWidth
	}
	end := b.At() + b.Room() - right
	b.Sign(role, arrow).Space(1)
	put := func(r paint.Role, t safetext.String) {
		b.Put(r, t.CutTail(max(end-b.At(), 0), look.Ellipsis()))
	}
	put(role, r.Label)
	put(paint.Base, safetext.Literal(" "))
	put(paint.Base, r.About)
	put(paint.Dim, safetext.Concat(safetext.Literal(" id "), r.ID))
	b.To(end)
	span := ""
	if took, ok := d.Latency(row); ok {
		span = figure.Duration(took)
	}
	switch {
	case named:
		answer(b, d, &r)
	case r.Partner == document.None:
		span = "open"
	}
	b.Space(timeWidth-len(span)).Say(paint.Base, span).Space(1)
	worst := max(d.Ruling().Worst(row), d.Ruling().Worst(int(r.Partner)))
	switch worst {
	case document.Broken:
		b.Sign(paint.Must, look.Signs.Must)
	case document.Advised:
		b.Sign(paint.Should, look.Signs.Should)
	}
}

// answer names what became of a request.
func answer(b *paint.Line, d *document.Document, r *document.Row) {
	word, role := "no answer", paint.Warning
	if r.Partner != document.None {
		a := d.Row(int(r.Partner))
		word, role = a.Label.String(), paint.Dim
		if a.Class == model.ErrorClass {
			word, role = "error", paint.Error
			if a.Flags.Has(model.CodeKnown) {
				word += " " + strconv.Itoa(int(a.Code))
			}
		}
	}
	at := b.At()
	b.Put(role, safetext.Line(" "+word)).To(at + answerWidth)
}
