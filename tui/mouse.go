package tui

import (
	tea "charm.land/bubbletea/v2"

	"mcpx/tui/message"
	"mcpx/tui/vlist"
)

// wheelRows is how far a notch of the wheel scrolls.
const wheelRows = 3

func (r rect) holds(x, y int) bool { return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h }

// toggleMouse takes clicks and the wheel, or leaves them to the terminal.
func (m *Model) toggleMouse() {
	m.mouse = !m.mouse
	m.sayMouse()
}

func (m *Model) sayMouse() {
	if m.mouse {
		m.say("mouse on: clicks select, the wheel scrolls; most terminals select text with shift")
	} else {
		m.say("mouse off: dragging selects text; " + first(m.keys.Mouse) + " takes it back")
	}
}

// wheel scrolls what is under the pointer.
func (m *Model) wheel(e tea.MouseWheelMsg) tea.Cmd {
	n := wheelRows
	switch e.Button {
	case tea.MouseWheelUp:
		n = -n
	case tea.MouseWheelDown:
	default:
		return nil
	}
	switch m.mode {
	case normalMode:
		return m.wheelPane(e.X, e.Y, n)
	case overlayMode:
		m.overlay.list.Scroll(n)
	case paletteMode:
		m.scrollPalette(n)
	case menuMode:
		m.menu.list.Scroll(n)
	case choiceMode:
		m.choice.Move(n / wheelRows)
	case summaryMode:
		m.overview.Move(n)
	}
	return nil
}

func (m *Model) wheelPane(x, y, n int) tea.Cmd {
	p := &m.plan
	switch {
	case p.timeline.holds(x, y):
		at := m.timeline.Row()
		m.timeline.List.Scroll(n)
		if m.timeline.Row() != at {
			return m.timelineMoved()
		}
	case p.message.holds(x, y):
		m.message.Scroll(n)
	case p.clause.holds(x, y):
		m.explained.Move(n)
	case p.list.holds(x, y):
		return m.wheelList(n)
	}
	return nil
}

func (m *Model) wheelList(n int) tea.Cmd {
	if m.tab == findingsTab {
		m.found.Scroll(n)
		return m.listMoved()
	}
	m.listOf(m.tab).Scroll(n)
	return nil
}

// click selects what is under the pointer; a click on what is selected opens it.
func (m *Model) click(e tea.MouseClickMsg) tea.Cmd {
	if e.Button != tea.MouseLeft {
		return nil
	}
	m.notice = notice{}
	switch m.mode {
	case overlayMode, menuMode, choiceMode, summaryMode, paletteMode:
		return m.clickCover(e.X, e.Y)
	case normalMode:
		return m.clickPane(e.X, e.Y)
	}
	return nil
}

// clickCover chooses in a menu, and closes what covers the panes when the click is outside of it.
func (m *Model) clickCover(x, y int) tea.Cmd {
	switch {
	case m.mode == choiceMode:
		top := m.plan.footer.y - len(m.choice.Sheet(m.look, m.w, max(0, m.h-4)))
		if i, ok := m.choice.At(y - top - 1); ok && y > top {
			return m.chose(i, m.chosen)
		}
		if y < top {
			m.mode = normalMode
		}
	case m.mode == summaryMode:
		if again, ok := m.overview.Point(x, y-2); ok && again {
			return m.drill(m.overview.Target())
		}
	case m.mode == paletteMode && m.paletteQuery() != "":
		if i, ok := m.palette.list.At(y - 2); ok {
			m.palette.list.MoveTo(i)
			return m.runPalette()
		}
	case m.mode == menuMode:
		if i, ok := m.menu.list.At(y - 2); ok {
			m.mode = normalMode
			return m.onlyArea(m.menu.areas[i])
		}
	}
	return nil
}

func (m *Model) clickPane(x, y int) tea.Cmd {
	p := &m.plan
	switch {
	case p.minimap.holds(x, y):
		return m.clickMinimap(x - p.minimap.x)
	case p.timeline.holds(x, y):
		m.focus = timelinePane
		return m.clickTimeline(y - p.timeline.y - 1)
	case p.list.holds(x, y):
		m.focus = listPane
		if y == p.list.y {
			return m.clickTabs(x - p.list.x)
		}
		return m.clickList(y - p.list.y - 1)
	case p.clause.holds(x, y):
		m.focus = clausePane
	case p.message.holds(x, y):
		return m.clickMessage(x-p.message.x, y-p.message.y-1)
	}
	return nil
}

// clickMinimap goes to the event at a cell of the minimap.
func (m *Model) clickMinimap(cell int) tea.Cmd {
	cells := m.plan.minimap.w - 2
	if n := m.doc.Len(); n > 0 && cells > 0 {
		return m.jump(min(max(cell-1, 0)*n/cells, n-1))
	}
	return nil
}

func (m *Model) clickTimeline(line int) tea.Cmd {
	l := &m.timeline.List
	i, ok := l.At(line)
	if !ok {
		return nil
	}
	if l.Cursor() == i && m.message.Row() == m.timeline.Row() {
		return m.open()
	}
	l.MoveTo(i)
	return m.timelineMoved()
}

// clickList moves to a row of a list at the right, and opens the one that the cursor was on.
func (m *Model) clickList(line int) tea.Cmd {
	if m.tab == findingsTab {
		before, _ := m.found.Defect()
		if !m.found.Point(line) {
			return nil
		}
		if now, _ := m.found.Defect(); now == before && m.defect == now {
			return m.open()
		}
		return m.listMoved()
	}
	l := m.listOf(m.tab)
	i, ok := l.At(line)
	if !ok {
		return nil
	}
	if l.Cursor() == i {
		return m.open()
	}
	l.MoveTo(i)
	return m.listMoved()
}

// listOf is the list of a tab whose rows are lines: of any but the findings.
func (m *Model) listOf(t tab) *vlist.List {
	switch t {
	case clausesTab:
		return &m.clauses.List
	case observedTab:
		return &m.observed.List
	default:
		return &m.pairs.List
	}
}

func (m *Model) clickMessage(x, line int) tea.Cmd {
	m.focus = messagePane
	half := message.Either
	if m.message.Paired() {
		half = message.Left
		if x > m.plan.message.w/2 {
			half = message.Right
		}
	}
	if _, again := m.message.Point(line, half); again {
		m.message.Enter()
	}
	return nil
}

// clickTabs shows the list whose name is at a column.
func (m *Model) clickTabs(x int) tea.Cmd {
	for t, span := range m.tabSpans(m.plan.list.w) {
		if x >= span[0] && x < span[1] {
			return m.turnTab(t - int(m.tab))
		}
	}
	return nil
}
