package message

import (
	"fmt"
	"strconv"
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
func (s *side) headerRows(w int) []textRow { return s.headRows(w, s.opened.Head, s.opened.Status) }

func (s *side) headRows(w int, heads ...*model.Event) []textRow {
	var rows []textRow
	for _, e := range heads {
		if e != nil {
			rows = append(append(rows, s.head(e, w)...), textRow{})
		}
	}
	return rows[:max(len(rows)-1, 0)]
}

// firstLine is what an HTTP head begins with, and what a finding calls that.
func firstLine(e *model.Event) (line, pointer string) {
	if e.Direction == model.ClientToServer {
		verb := e.Verb
		if verb == "" {
			verb = "(method not recorded)"
		}
		return fmt.Sprintf("Request #%d   %s", e.Seq, verb), "verb"
	}
	status := "(status not recorded)"
	if e.Status > 0 {
		status = strconv.Itoa(e.Status)
	}
	return fmt.Sprintf("Response #%d   %s", e.Seq, status), "status"
}

// head is one HTTP head, with what the event is blamed for where its own party wrote the head. Headers that
// no rule speaks of come last.
func (s *side) head(e *model.Event, w int) []textRow {
	line, first := firstLine(e)
	rows := []textRow{{role: paint.Strong, text: safetext.Line(line), blame: s.blameOf(e, first)}}
	if !e.HasHeaders {
		rows = append(rows, textRow{role: paint.Dim, text: safetext.Literal("its headers were not recorded")})
	}
	seen := map[string]bool{}
	var others []textRow
	for _, h := range e.Headers {
		pointer := "header:" + h.Name
		seen[pointer] = true
		at := s.blameOf(e, pointer)
		if at > 0 || spokenOf(h.Name) {
			rows = append(rows, header(h, paint.Str, at, w)...)
		} else {
			others = append(others, header(h, paint.Dim, 0, w)...)
		}
	}
	for i, b := range s.blames {
		if name, ok := strings.CutPrefix(b.Pointer, "header:"); ok && s.wrote(e) && !seen[b.Pointer] {
			seen[b.Pointer] = true
			rows = append(rows, textRow{role: paint.Mark, text: safetext.Literal("is missing here"), name: safetext.Line(name + " "), blame: i + 1})
		}
	}
	if len(others) > 0 {
		rows = append(rows, textRow{role: paint.Dim, text: safetext.Literal("of which no rule speaks:")})
	}
	return append(rows, others...)
}

// wrote reports whether the party that is blamed wrote a head.
func (s *side) wrote(e *model.Event) bool {
	return s.opened.Event != nil && s.opened.Event.Direction == e.Direction
}

// blameOf is the blame of a place in a head, plus 1.
func (s *side) blameOf(e *model.Event, pointer string) int {
	for i, b := range s.blames {
		if s.wrote(e) && b.Pointer == pointer {
			return i + 1
		}
	}
	return 0
}

// header is a header, in as many rows as its value takes.
func header(h model.Header, role paint.Role, blame, w int) []textRow {
	var rows []textRow
	name := safetext.Line(h.Name + ": ")
	for i, part := range safetext.Line(h.Value).Wrap(max(w-4-name.Width(), 8)) {
		r := textRow{role: role, text: part, name: name, blame: blame}
		if i > 0 {
			r.name, r.blame = safetext.String{}.Pad(name.Width()), 0
		}
		rows = append(rows, r)
	}
	return rows
}
