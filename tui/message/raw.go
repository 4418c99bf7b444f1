package message

import (
	"fmt"
	"strings"

	"mcpx/model"
	"mcpx/tui/document"
	"mcpx/tui/figure"
	"mcpx/tui/paint"
	"mcpx/tui/safetext"
)

// textRow is a row of the raw or the header view.
type textRow struct {
	role  paint.Role
	text  safetext.String
	name  safetext.String // of a header
	blame int             // that is about the row, plus 1
}

// rawText is the rows of a view at a width.
type rawText struct {
	view View
	w    int
	rows []textRow
	made bool
}

// rows gives the rows of the raw or the header view and tells the list how many there are.
func (s *side) rows(w int) []textRow {
	if !s.raw.made || s.raw.view != s.view || s.raw.w != w {
		s.raw = rawText{view: s.view, w: w, made: true}
		if s.view == Headers {
			s.raw.rows = s.headerRows(w)
		} else {
			s.raw.rows = rawRows(s.opened, w)
		}
	}
	s.text.SetLen(len(s.raw.rows))
	return s.raw.rows
}

// rawRows is the line as it was recorded.
func rawRows(o *document.Opened, w int) []textRow {
	var rows []textRow
	if o.Event != nil && o.Event.Problem != nil {
		rows = append(rows, problemRows(o.Event.Problem, w)...)
	}
	if !o.Whole {
		rows = append(rows, textRow{role: paint.Warning, text: safetext.Line("the first " + figure.Size(int64(len(o.Raw))) + " of the line:")})
	}
	for _, part := range safetext.Bytes(o.Raw).Wrap(max(w, 1)) {
		rows = append(rows, textRow{role: paint.Base, text: part})
	}
	return rows
}

func problemRows(p *model.Problem, w int) []textRow {
	text := p.Kind.String()
	if p.Column > 0 {
		text += fmt.Sprintf(" at byte %d", p.Column)
	}
	text += ": " + p.Text
	var rows []textRow
	for _, part := range safetext.Line(text).Wrap(max(w, 1)) {
		rows = append(rows, textRow{role: paint.Error, text: part})
	}
	return append(rows, textRow{})
}

// headerRows are the HTTP heads of the exchange that the event belongs to.
func (s *side) headerRows(w int) []textRow {
	var rows []textRow
	if e := s.opened.Head; e != nil {
		verb := e.Verb
		if verb == "" {
			verb = "(method not recorded)"
		}
		rows = append(rows, s.head(e, "verb", fmt.Sprintf("Request #%d   %s", e.Seq, verb), w)...)
	}
	if e := s.opened.Status; e != nil {
		if len(rows) > 0 {
			rows = append(rows, textRow{})
		}
		status := "(status not recorded)"
		if e.Status > 0 {
			status = fmt.Sprint(e.Status)
		}
		rows = append(rows, s.head(e, "status", fmt.Sprintf("Response #%d   %s", e.Seq, status), w)...)
	}
	return rows
}

// head is one HTTP head, with what the event is blamed for where its own party wrote the head.
func (s *side) head(e *model.Event, first, line string, w int) []textRow {
	mine := s.opened.Event != nil && s.opened.Event.Direction == e.Direction
	blamed := func(pointer string) int {
		for i, b := range s.blames {
			if mine && b.Pointer == pointer {
				return i + 1
			}
		}
		return 0
	}
	rows := []textRow{{role: paint.Strong, text: safetext.Line(line), blame: blamed(first)}}
	if !e.HasHeaders {
		rows = append(rows, textRow{role: paint.Dim, text: safetext.Literal("its headers were not recorded")})
	}
	seen := map[string]bool{}
	for _, h := range e.Headers {
		seen["header:"+h.Name] = true
		name := safetext.Line(h.Name + ": ")
		for i, part := range safetext.Line(h.Value).Wrap(max(w-4-name.Width(), 8)) {
			r := textRow{role: paint.Str, text: part, name: name}
			if i == 0 {
				r.blame = blamed("header:" + h.Name)
			} else {
				r.name = safetext.String{}.Pad(name.Width())
			}
			rows = append(rows, r)
		}
	}
	for i, b := range s.blames {
		if name, ok := strings.CutPrefix(b.Pointer, "header:"); ok && mine && !seen[b.Pointer] {
			seen[b.Pointer] = true
			rows = append(rows, textRow{role: paint.Mark, text: safetext.Literal("is missing here"), name: safetext.Line(name + " "), blame: i + 1})
		}
	}
	return rows
}
