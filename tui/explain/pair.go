package explain

import (
	"strings"

	"mcpx/model"
	"mcpx/tui/document"
	"mcpx/tui/figure"
	"mcpx/tui/paint"
	"mcpx/tui/prose"
)

// Between are the rows of a request's conversation between it and its answer; shown is at most limit of
// them, all is how many there are.
func Between(d *document.Document, request, limit int) (shown []int, all int) {
	answer := d.Partner(request)
	if answer == document.None {
		return nil, 0
	}
	root := d.Link(request).Root
	for i := request + 1; i < answer && i-request < farthest; i++ {
		if d.Link(i).Root != root || d.Trace().Entry(i).Kind != model.MessageEvent {
			continue
		}
		if all++; len(shown) < limit {
			shown = append(shown, i)
		}
	}
	return shown, all
}

// farthest bounds how far is looked for what came between.
const farthest = 1 << 17

// Pair explains a request with its answer.
func Pair(p *prose.Page, d *document.Document, request int) {
	q := d.Row(request)
	p.Row(p.Line().Space(1).Put(paint.Strong, q.Label).Space(1).Put(paint.Base, q.About))
	p.Blank()
	p.Labelled("request", paint.Base, strings.TrimSpace(d.EventName(request)+"  id "+q.ID.String()+"  "+figure.Size(int64(q.Size))))
	if q.Partner == document.None {
		p.Labelled("answer", paint.Warning, "none in the recording")
		return
	}
	a := d.Row(int(q.Partner))
	p.Labelled("answer", paint.Base, strings.TrimSpace(d.EventName(a.Index)+"  "+a.Label.String()+"  "+figure.Size(int64(a.Size))+"  "+a.About.String()))
	if took, ok := d.Latency(request); ok {
		p.Labelled("took", paint.Base, figure.Duration(took))
	}
	shown, all := Between(d, request, 8)
	for n, i := range shown {
		label := ""
		if n == 0 {
			label = "between"
		}
		r := d.Row(i)
		p.Labelled(label, paint.Base, strings.TrimSpace(d.EventName(i)+"  "+r.Label.String()+"  "+r.About.String()))
	}
	if all > len(shown) {
		p.Labelled("", paint.Dim, figure.Things(all-len(shown), "more event"))
	}
}
