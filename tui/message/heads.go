package message

import (
	"strings"

	"mcpx/model"
	"mcpx/tui/paint"
)

const (
	// headsWidth is the width from which on the HTTP heads stand beside a body.
	headsWidth = 100
	// mostOfHeads is the most that they take.
	mostOfHeads = 46
)

// hasHeads reports a message whose HTTP head is known.
func (s *side) hasHeads() bool {
	o := s.opened
	return o.Event != nil && o.Event.Kind == model.MessageEvent && (o.Head != nil || o.Status != nil)
}

// renderWithHeads draws the tree with the HTTP heads beside it, that of the message's own party first.
func (s *side) renderWithHeads(sc *Scene, cursor paint.State, w, h int) []string {
	right := min(mostOfHeads, w*2/5)
	left := w - right - 1
	if s.heads == nil || s.headsAt != right {
		first, second := s.opened.Head, s.opened.Status
		if s.opened.Event.Direction == model.ServerToClient {
			first, second = second, first
		}
		s.heads, s.headsAt = s.headRows(right-3, first, second), right
	}
	bar := sc.Look.Line(1, paint.Plain).Sign(paint.Rule, sc.Look.Signs.Vertical).End()
	rows := s.renderTree(sc, cursor, left, h)
	for i := range rows {
		l := sc.Look.Line(right, paint.Plain)
		if i < len(s.heads) {
			s.textRow(l, sc, &s.heads[i])
		}
		rows[i] += bar + l.End()
	}
	return rows
}

// spokenOf reports the headers that rules of a revision speak of.
func spokenOf(header string) bool {
	switch header {
	case "accept", "authorization", "content-type", "host", "last-event-id", "origin", "www-authenticate", "x-accel-buffering":
		return true
	}
	return strings.HasPrefix(header, "mcp-")
}
