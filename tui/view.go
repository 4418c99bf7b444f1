package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"mcpx/tui/findings"
	"mcpx/tui/message"
	"mcpx/tui/paint"
	"mcpx/tui/prose"
	"mcpx/tui/safetext"
	"mcpx/tui/timeline"
)

// View draws the screen.
func (m *Model) View() tea.View {
	v := tea.NewView(m.frame())
	v.AltScreen = true
	v.WindowTitle = "mcpx " + safetext.Line(m.name).String()
	v.ForegroundColor, v.BackgroundColor = m.look.Theme.Foreground, m.look.Theme.Background
	if m.mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	if (m.mode == fieldMode || m.mode == paletteMode) && m.w >= leastWidth && m.h >= leastHeight {
		v.Cursor = tea.NewCursor(m.prompted().Cursor, m.h-1)
	}
	return v
}

// frame is the screen as text: as many rows as it is high, each as wide.
func (m *Model) frame() string {
	if m.w <= 0 || m.h <= 0 {
		return ""
	}
	p := &m.plan
	c := newCanvas(m.look, m.w, m.h)
	if p.class == tiny {
		c.put(rect{0, 0, m.w, m.h}, m.tooSmall())
		return m.finish(c)
	}
	c.put(p.header, []string{m.header(p.header.w)})
	if m.mode == overlayMode || m.mode == menuMode || m.mode == summaryMode || m.mode == paletteMode {
		m.drawOverlay(c, m.h-2)
	} else {
		m.drawPanes(c, p)
	}
	c.put(p.footer, []string{m.footer(p.footer.w)})
	switch m.mode {
	case fieldMode:
		c.cover(p.footer.y, m.prompted().Above)
	case choiceMode:
		c.cover(p.footer.y, m.choice.Sheet(m.look, m.w, max(0, m.h-4)))
	}
	return m.finish(c)
}

// finish makes the last of the screen: an ASCII terminal shows no other sign of ours either.
func (m *Model) finish(c *canvas) string {
	return m.spelt(c.String())
}

// spelt is text with the signs that the program and the specification use, each in one cell.
func (m *Model) spelt(s string) string {
	if m.look.Signs.Ellipsis == "…" {
		return s
	}
	return strings.NewReplacer("…", m.look.Signs.Ellipsis, "·", m.look.Signs.Dot, "×", "x", "—", "-", "–", "-", "−", "-",
		"’", "'", "“", `"`, "”", `"`, "↑", "^", "↓", "v", "←", "<", "→", ">").Replace(s)
}

func (m *Model) arrangement() arrangement {
	return arrangement{m.focus, m.zoom, m.message.Paired()}
}

// fit divides the screen and tells the lists how many rows they have.
func (m *Model) fit() {
	m.plan = layout(m.w, m.h, m.arrangement())
	p := &m.plan
	if !p.timeline.empty() {
		m.timeline.List.SetHeight(p.timeline.h - 1)
	}
	if !p.list.empty() {
		m.found.SetHeight(p.list.h - 1)
		m.clauses.List.SetHeight(p.list.h - 1)
		m.pairs.List.SetHeight(p.list.h - 1)
		m.observed.List.SetHeight(p.list.h - 1)
	}
}

func (m *Model) tooSmall() []string {
	var rows []string
	for _, part := range safetext.Line("mcpx needs 40 columns and 10 rows; make the window larger, or " + first(m.keys.Quit) + " quits.").Wrap(m.w) {
		rows = append(rows, m.look.Line(m.w, paint.Plain).Put(paint.Base, part).End())
	}
	return m.look.Fill(rows, m.w, m.h)
}

func (m *Model) drawOverlay(c *canvas, h int) {
	title, more := "AREA", ""
	var rows []string
	switch m.mode {
	case menuMode:
		rows = m.renderMenu(m.w, h-1)
	case summaryMode:
		rows = m.overview.Render(m.summaryScene(), m.w, h-1)
		title, more = "SUMMARY", m.summaryMore()
	case paletteMode:
		rows = m.renderPalette(m.w, h-1)
		title, more = m.overlay.title, m.paletteMore()
	default:
		rows = m.overlay.render(m.look, m.w, h-1)
		title, more = m.overlay.title, m.overlay.more()
	}
	l := m.look.Line(m.w, paint.Plain).Space(1)
	l.Put(paint.TitleFocused, safetext.Line(title).CutTail(max(l.Room()-len(more)-3, 0), m.look.Ellipsis()))
	l.Space(l.Room()-len(more)-1).Say(paint.Dim, more)
	c.put(rect{0, 1, m.w, h}, append([]string{l.End()}, rows...))
}

func (m *Model) drawPanes(c *canvas, p *plan) {
	c.rules(p)
	if !p.minimap.empty() {
		c.put(p.minimap, []string{m.minimap(p.minimap.w)})
	}
	if !p.timeline.empty() {
		c.put(p.timeline, m.drawTimeline(p.timeline.w, p.timeline.h))
	}
	if !p.list.empty() {
		c.put(p.list, m.drawList(p.list.w, p.list.h))
	}
	if !p.clause.empty() {
		c.put(p.clause, m.drawExplanation(p.clause.w, p.clause.h))
	}
	if !p.message.empty() {
		c.put(p.message, m.drawMessage(p.message.w, p.message.h))
	}
}

// titled puts a title above the rows of a pane.
func titled(title string, rows []string) []string { return append([]string{title}, rows...) }

func (m *Model) titleRole(p pane) paint.Role {
	if m.focus == p {
		return paint.TitleFocused
	}
	return paint.Title
}

// cursorIn is the state of the row that the cursor of a pane is on.
func (m *Model) cursorIn(p pane) paint.State {
	if m.focus == p && m.mode != fieldMode {
		return paint.Selected
	}
	return paint.SelectedAway
}

func (m *Model) drawTimeline(w, h int) []string {
	s := timeline.Scene{Doc: m.doc, Look: m.look, Cursor: m.cursorIn(timelinePane)}
	if m.search.active() {
		s.Hit = m.search.hit
	}
	if len(m.marks.rows) > 0 {
		s.Marked = m.marks.has
	}
	l := m.look.Line(w, paint.Plain).Space(1).Say(m.titleRole(timelinePane), "TIMELINE").Space(2)
	l.Say(paint.Dim, m.timelineCount())
	return titled(l.End(), m.timelineBody(&s, w, h-1))
}

func (m *Model) timelineBody(s *timeline.Scene, w, h int) []string {
	if m.timeline.Listed() > 0 || h <= 0 {
		return m.timeline.Render(s, w, max(h, 0))
	}
	return m.sheet(w, h, m.noEvents)
}

func (m *Model) drawList(w, h int) []string {
	cursor := m.cursorIn(listPane)
	title := m.tabsLine(w)
	h--
	if m.doc.Ruling() == nil && m.tab != pairsTab {
		return titled(title, m.sheet(w, h, m.unjudged))
	}
	switch m.tab {
	case findingsTab:
		if groups, _ := m.found.Listed(); groups == 0 {
			return titled(title, m.sheet(w, h, m.noFindings))
		}
		s := findings.Scene{Doc: m.doc, Look: m.look, Cursor: cursor, Row: m.timeline.Row()}
		return titled(title, m.found.Render(&s, w, h))
	case clausesTab:
		if m.clauses.Kept() == 0 {
			return titled(title, m.sheet(w, h, func(p *prose.Page) { m.leftOut(p, "clause") }))
		}
		return titled(title, m.clauses.Render(m.look, cursor, w, h))
	case observedTab:
		return titled(title, m.drawObserved(cursor, w, h))
	default:
		if m.pairs.Len() == 0 {
			return titled(title, m.sheet(w, h, m.noPairs))
		}
		return titled(title, m.pairs.Render(m.doc, m.look, cursor, w, h))
	}
}

func (m *Model) drawMessage(w, h int) []string {
	s := message.Scene{
		Doc: m.doc, Look: m.look, Cursor: m.cursorIn(messagePane), Query: m.search.query,
		More: first(m.keys.Decoded) + " shows all of it, " + first(m.keys.Open) + " the tree",
	}
	return titled(m.messageTitle(w), m.message.Render(&s, w, h-1))
}

func (m *Model) messageTitle(w int) string {
	l := m.look.Line(w, paint.Plain).Space(1)
	row, answer := m.message.Rows()
	if m.message.Paired() {
		m.pairTitle(l, row, answer)
		return l.End()
	}
	l.Say(m.titleRole(messagePane), "MESSAGE")
	if row < 0 {
		return l.End()
	}
	r := m.doc.Row(row)
	views := m.viewsWidth()
	l.Space(2).Say(paint.Dim, m.doc.EventName(row)).Space(2)
	if room := l.Room() - views - 2; room > 12 {
		text := r.Label
		if !r.About.Empty() {
			text = safetext.Join([]safetext.String{r.Label, r.About}, safetext.Literal(" "))
		}
		if !r.ID.Empty() {
			text = safetext.Concat(text, safetext.Literal("  id "), r.ID)
		}
		l.Put(paint.Base, text.CutTail(room, m.look.Ellipsis()))
	}
	if l.Room() > views {
		l.Space(l.Room() - views - 1)
		m.views(l)
	}
	return l.End()
}

// views names the ways to see the message, the current one marked.
func (m *Model) views(l *paint.Line) {
	for i, v := range m.message.Views() {
		if i > 0 {
			l.Space(1).Sign(paint.Dim, m.look.Signs.Dot).Space(1)
		}
		role := paint.Dim
		if v == m.message.View() {
			role = paint.Strong
		}
		l.Say(role, v.String())
	}
}

// viewsWidth is the cells that their names take.
func (m *Model) viewsWidth() int {
	w := 0
	for i, v := range m.message.Views() {
		if i > 0 {
			w += len(" . ")
		}
		w += len(v.String())
	}
	return w
}

func (m *Model) pairTitle(l *paint.Line, request, answer int) {
	r := m.doc.Row(request)
	l.Say(m.titleRole(messagePane), "PAIR").Say(paint.Dim, ordinal(m.pairs.Number(request), m.pairs.Len())).Space(2)
	l.Put(paint.Client, r.Label).Space(1).Put(paint.Base, r.About)
	if !r.ID.Empty() {
		l.Put(paint.Dim, safetext.Concat(safetext.Literal("  id "), r.ID))
	}
	figures := m.pairFigures(request, answer)
	l.Space(l.Room()-safetext.Line(figures).Width()-1).Say(paint.Base, figures)
}
