package document

import (
	"bytes"
	"context"
	"strings"
	"time"
	"unicode"

	"mcpx/model"
	"mcpx/tui/jsontree"
)

// Found is news from a search.
type Found struct {
	Rows []int32 // further events that hold what was looked for, in order
	Seen int     // events looked at so far
	Done bool
}

// Search looks through the decoded text of the events in the background: member names, strings, numbers
// and headers. Capitals matter only if the query has some. News come at most 20 times a second; the
// channel is closed at the end or when the context is done.
func Search(ctx context.Context, t *model.Trace, query string) <-chan Found {
	news := make(chan Found)
	s := &search{ctx: ctx, trace: t, lines: t.Lines(), query: query, exact: query != strings.ToLower(query), to: news}
	s.plain = strings.IndexFunc(query, escapable) < 0
	s.needle = []byte(query)
	go s.run()
	return news
}

// escapable reports characters that JSON may write as an escape of its own, or that have several cases
// beyond ASCII.
func escapable(r rune) bool {
	return r < ' ' || r == '"' || r == '\\' || r == '/' || r > unicode.MaxASCII
}

type search struct {
	ctx    context.Context
	trace  *model.Trace
	lines  *model.Lines
	query  string
	needle []byte
	exact  bool // capitals matter
	plain  bool // the query stands in the line as it is, unless that has escapes
	to     chan<- Found
}

func (s *search) run() {
	defer close(s.to)
	var rows []int32
	told := time.Now()
	for i := range s.trace.Len() {
		if s.ctx.Err() != nil {
			return
		}
		if s.holds(i) {
			rows = append(rows, int32(i))
		}
		if now := time.Now(); i%64 == 0 && now.Sub(told) > time.Second/20 {
			select {
			case s.to <- Found{Rows: rows, Seen: i + 1}:
				rows = nil
			default:
			}
			told = now
		}
	}
	select {
	case s.to <- Found{Rows: rows, Seen: s.trace.Len(), Done: true}:
	case <-s.ctx.Done():
	}
}

func (s *search) holds(i int) bool {
	raw, err := s.lines.Raw(i)
	if err != nil || s.plain && bytes.IndexByte(raw, '\\') < 0 && !s.contains(raw) {
		return false
	}
	e, err := s.trace.Event(i)
	if err != nil {
		return false
	}
	switch e.Kind {
	case model.BadEvent:
		return s.contains(raw)
	case model.MessageEvent:
		at, _ := jsontree.Find(s.ctx, e.Payload.Raw(), s.query)
		return len(at) > 0
	case model.HTTPEvent:
		return s.inHeaders(e)
	default:
		return s.contains([]byte(e.Lifecycle.String()))
	}
}

func (s *search) inHeaders(e *model.Event) bool {
	name, about := httpLabel(e)
	if s.contains([]byte(name)) || s.contains([]byte(about)) {
		return true
	}
	for _, h := range e.Headers {
		if s.contains([]byte(h.Name)) || s.contains([]byte(h.Value)) {
			return true
		}
	}
	return false
}

// contains reports whether text holds the query.
func (s *search) contains(text []byte) bool {
	if s.exact || !s.plain {
		if bytes.Contains(text, s.needle) {
			return true
		}
		return !s.exact && bytes.Contains(bytes.ToLower(text), s.needle)
	}
	return containsFold(text, s.needle)
}

// containsFold is bytes.Contains for a needle of lower-case ASCII, whatever the case of the text.
func containsFold(text, needle []byte) bool {
	if len(needle) == 0 {
		return true
	}
	lower, upper := needle[0], needle[0]
	if 'a' <= lower && lower <= 'z' {
		upper -= 'a' - 'A'
	}
	last := len(text) - len(needle)
	nextLower, nextUpper := -1, -1
	for at := 0; at <= last; at++ {
		if nextLower < at {
			nextLower = indexFrom(text, at, lower)
		}
		if nextUpper < at {
			nextUpper = indexFrom(text, at, upper)
		}
		at = min(nextLower, nextUpper)
		if at <= last && bytes.EqualFold(text[at:at+len(needle)], needle) {
			return true
		}
	}
	return false
}

// indexFrom is the first place of c at or behind from, or the end of the text.
func indexFrom(text []byte, from int, c byte) int {
	if i := bytes.IndexByte(text[from:], c); i >= 0 {
		return from + i
	}
	return len(text)
}
