package document

import (
	"context"
	"strings"

	"mcpx/checks/filter"
	"mcpx/model"
)

// Sieve looks at events as the filter language sees them. It does not change while the document is
// shown, and may be used beside it once the recording has been read.
type Sieve struct {
	trace  *model.Trace
	links  *chunks[Link]
	ruling *Ruling
}

// Sieve looks at the events that there are now.
func (d *Document) Sieve() *Sieve {
	return &Sieve{trace: d.trace, links: d.conversation(), ruling: d.Ruling()}
}

// Sift gives the rows that match a filter and belong to the conversation of a request; None is any.
func (s *Sieve) Sift(ctx context.Context, f *filter.Filter, talk int) ([]int32, error) {
	rows := []int32{}
	for i := range s.trace.Len() {
		if i&0xff == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if s.Passes(f, talk, i) {
			rows = append(rows, int32(i))
		}
	}
	return rows, nil
}

// Passes reports whether a row matches a filter and belongs to the conversation of a request.
func (s *Sieve) Passes(f *filter.Filter, talk, row int) bool {
	if talk != None && int(s.links.at(row).Root) != talk {
		return false
	}
	if f.Empty() {
		return true
	}
	first, end := s.ruling.At(row)
	if first == end && f.NeedsFindings() && !f.LooksAtEvents() && !strings.Contains(f.Source(), "!") {
		return false
	}
	e := s.event(row)
	var found []filter.Finding
	for i := first; i < end; i++ {
		found = append(found, s.findings(i)...)
	}
	return f.Event(&e, found)
}

// PassesDefect reports whether a finding matches a filter at its event.
func (s *Sieve) PassesDefect(f *filter.Filter, talk, i int) bool {
	row := s.ruling.Defects[i].Row
	if row == None {
		return false
	}
	if talk != None && int(s.links.at(row).Root) != talk {
		return false
	}
	e := s.event(row)
	for _, x := range s.findings(i) {
		if f.Finding(&x, &e) {
			return true
		}
	}
	return false
}

// findings are a defect as the language sees it: one for each clause that it breaks.
func (s *Sieve) findings(i int) []filter.Finding {
	d := &s.ruling.Defects[i]
	var all []filter.Finding
	for _, c := range d.Clauses {
		for n := range d.Findings {
			all = append(all, filter.Finding{
				Level: string(c.Level), Area: string(c.Area), Clause: c.ID, Check: d.Check, Party: d.Party.String(),
				Outcome: s.ruling.Outcome(c).Word.String(), Detail: d.Findings[n].Detail,
			})
		}
	}
	return all
}

// event is a row as the language sees it.
func (s *Sieve) event(row int) filter.Event {
	t, e, l := s.trace, s.trace.Entry(row), s.links.at(row)
	x := filter.Event{
		Seq: e.Seq, Direction: "c2s", Kinds: kinds(&e, l.Class), Method: t.Text(e.Method), ID: strings.Trim(t.Text(e.ID), `"`),
		Status: int(e.Status), Code: int(e.Code), HasCode: e.Flags.Has(model.CodeKnown), Size: int64(e.Size),
		Latency: -1, Session: int(l.Session) + 1, Text: func() string { return s.text(row) },
	}
	if e.Direction == model.ServerToClient {
		x.Direction = "s2c"
	}
	if p := int(l.Partner); p != None {
		other := t.Entry(p)
		if x.Method == "" {
			x.Method = t.Text(other.Method)
		}
		if e.Time != 0 && other.Time != 0 {
			x.Latency = max(timeBetween(&e, &other), 0)
		}
	}
	return x
}

func kinds(e *model.Entry, class model.Class) []string {
	switch e.Kind {
	case model.BadEvent:
		return []string{"bad"}
	case model.MessageEvent:
		return []string{"message", class.String()}
	default:
		return []string{e.Kind.String()}
	}
}

// text is what free text is looked for in.
func (s *Sieve) text(row int) string {
	raw, err := s.trace.Raw(row, 1<<30)
	if err != nil {
		return ""
	}
	return string(raw)
}
