package tui

import (
	"fmt"

	"mcpx/tui/document"
	"mcpx/tui/figure"
	"mcpx/tui/paint"
	"mcpx/tui/prose"
)

// What panes show while there is nothing to show yet, when there is nothing, and when something is wrong.

// sheet sets a text that fills a pane.
func (m *Model) sheet(w, h int, set func(*prose.Page)) []string {
	p := prose.New(m.look, w)
	set(p)
	return m.look.Fill(p.Rows(), w, max(h, 0))
}

// noVerdict says why there is no verdict yet, or why there will be none.
func (m *Model) noVerdict() string {
	if m.doc.Err != nil && m.doc.Progress.Phase == document.Ready {
		return "the recording could not be judged: " + m.doc.Err.Error()
	}
	return "the recording is still being judged"
}

// leftOut says that the filter lets nothing of a kind through.
func (m *Model) leftOut(p *prose.Page, what string) {
	p.Text("No " + what + " passes the filter (" + m.filter.describe() + ").")
	p.Role(paint.Dim, m.clears()+".")
}

// noEvents is the timeline without a row.
func (m *Model) noEvents(p *prose.Page) {
	switch {
	case m.timeline.Narrowed():
		m.leftOut(p, "event")
	case m.doc.Err != nil:
		p.Role(paint.Error, "The recording could not be read: "+m.doc.Err.Error()+".")
	case m.doc.Progress.Phase == document.Reading:
		m.bar(p, "Reading")
	default:
		p.Text("The recording holds no event.")
	}
}

// unjudged is a list of what judging finds before it has found it.
func (m *Model) unjudged(p *prose.Page) {
	switch {
	case m.doc.Err != nil:
		p.Role(paint.Error, "Not judged: "+m.doc.Err.Error()+".")
		p.Role(paint.Dim, "What was read before is in the timeline.")
	case m.doc.Progress.Phase == document.Judging:
		m.bar(p, "Judging")
		p.Blank()
		p.Role(paint.Dim, "Events can be looked at and searched already.")
	default:
		m.bar(p, "Reading")
		p.Blank()
		p.Role(paint.Dim, "Judging begins when the whole recording has been read: what comes late may excuse what came before.")
	}
}

// longestBar is the most cells that a bar takes.
const longestBar = 40

// bar tells how far something has come.
func (m *Model) bar(p *prose.Page, what string) {
	l := p.Line().Space(1).Say(paint.Strong, what).Space(2)
	part, known := m.doc.Progress.Fraction()
	if n := min(l.Room()-24, longestBar); known && n > 4 {
		full := int(part * float64(n))
		l.Repeat(paint.HeaderAccent, m.look.Signs.Ramp[3], full).Repeat(paint.Rule, m.look.Signs.Ramp[0], n-full).Space(2)
	}
	if known {
		l.Say(paint.Base, fmt.Sprintf("%d %%", int(100*part))).Space(2)
	}
	p.Row(l.Say(paint.Dim, figure.Things(m.doc.Len(), "event")))
}

// noFindings is the list of findings when it is empty.
func (m *Model) noFindings(p *prose.Page) {
	r, signs := m.doc.Ruling(), &m.look.Signs
	switch {
	case m.filter.active():
		m.leftOut(p, "finding")
		return
	case r.Nothing != "":
		p.Role(paint.Warning, "There is nothing to judge: "+r.Nothing+".")
		return
	}
	p.Role(paint.Pass, signs.Pass+" Nothing in this recording breaks a rule that it can show.")
	p.Blank()
	p.Text(totalsText(r.Totals))
	p.Role(paint.Dim, first(m.keys.NextTab)+" shows every clause with its outcome.")
	if n := r.Observed.Len(); n > 0 {
		p.Role(paint.Dim, signs.Observation+" "+figure.Things(n, "observation")+" beside the rules: "+first(m.keys.PrevTab)+" shows them.")
	}
}

// noPairs is the list of requests when it is empty.
func (m *Model) noPairs(p *prose.Page) {
	if m.timeline.Narrowed() {
		m.leftOut(p, "request")
		return
	}
	p.Text("The recording holds no request.")
}
