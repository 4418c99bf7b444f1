package tui

import (
	tea "charm.land/bubbletea/v2"

	"mcpx/checks/catalogue"
	"mcpx/tui/document"
	"mcpx/tui/jsontree"
	"mcpx/tui/message"
	"mcpx/tui/paint"
)

// notice is something to tell the user until the next key.
type notice struct {
	role paint.Role
	text string
}

func (m *Model) say(text string)  { m.notice = notice{paint.Base, text} }
func (m *Model) warn(text string) { m.notice = notice{paint.Warning, text} }

// focusList gives the list at the right the focus, or, if it has it, shows the next list.
func (m *Model) focusList() tea.Cmd {
	if m.focus != listPane {
		m.focus = listPane
		return nil
	}
	return m.turnTab(1)
}

// turnTab shows the next or previous list.
func (m *Model) turnTab(step int) tea.Cmd {
	m.tab = (m.tab + tab(int(tabs)+step)) % tabs
	m.focus = listPane
	if m.tab == clausesTab && m.defect != noDefect {
		m.clauses.Select(m.doc.Ruling().Defects[m.defect].Clauses[0])
	}
	return nil
}

// open leads from what is selected to what it is about.
func (m *Model) open() tea.Cmd {
	if m.focus == messagePane {
		m.message.Enter()
		return nil
	}
	if m.focus == timelinePane {
		m.focus = messagePane
		return nil
	}
	switch m.tab {
	case findingsTab:
		if i, ok := m.found.Defect(); ok {
			cmd := m.showDefect(i)
			m.focus = messagePane
			return cmd
		}
	case clausesTab:
		return m.openClauseEvent()
	case observedTab:
		if m.observed.Toggle() {
			return nil
		}
		cmd := m.showObservation()
		m.focus = messagePane
		return cmd
	case pairsTab:
		if row := m.pairs.Row(); row >= 0 {
			cmd := m.showPair(row)
			m.focus = messagePane
			return cmd
		}
	}
	return nil
}

// openClauseEvent goes to the first event that a clause's outcome rests on.
func (m *Model) openClauseEvent() tea.Cmd {
	c := m.clauses.Clause()
	if c == nil {
		m.clauses.Toggle()
		return nil
	}
	r := m.doc.Ruling()
	o := r.Outcome(c)
	for i := range r.Defects {
		for _, broken := range r.Defects[i].Clauses {
			if broken == c {
				cmd := m.showDefect(i)
				m.focus = messagePane
				return cmd
			}
		}
	}
	for _, u := range o.Uses {
		if row := m.doc.RowOfLine(u.Line); row != document.None {
			m.focus = messagePane
			return m.jump(row)
		}
	}
	m.say("no event of the recording decides about this clause")
	return nil
}

// back goes one level back: out of the zoom, a pair, a pane, a conversation, a search. It never quits.
func (m *Model) back() tea.Cmd {
	switch {
	case m.zoom:
		m.zoom = false
	case m.message.Paired():
		return m.leavePair()
	case m.cameFromSummary():
		return m.backToSummary()
	case m.focus == messagePane:
		m.focus = timelinePane
		if m.tab == findingsTab && m.defect != noDefect || m.tab == observedTab && m.observed.Row() == m.timeline.Row() {
			m.focus = listPane
		}
	case m.focus == clausePane:
		m.focus = listPane
	case m.focus == listPane:
		m.focus = timelinePane
	case m.filter.talk != document.None:
		return m.toggleTalk()
	case m.search.active():
		return m.startSearch("")
	default:
		m.say(first(m.keys.Quit) + " quits")
	}
	return nil
}

func (m *Model) turnOrder() {
	m.say("findings: " + m.found.Turn().String())
}

func (m *Model) turnClock() {
	m.timeline.Clock = m.timeline.Clock.Next()
	m.say("time " + m.timeline.Clock.String())
}

// turnView shows the message in another way.
func (m *Model) turnView(v message.View) {
	if m.message.Turn(v) {
		return
	}
	switch v {
	case message.Headers:
		m.say("no HTTP head is known for this event")
	case message.Table:
		m.say("this message lists no tools, prompts or resources")
	default:
		m.say("there is nothing else to show of this event")
	}
}

// turnRevision shows the verdict of the next revision.
func (m *Model) turnRevision() tea.Cmd {
	if m.doc.Progress.Phase != document.Ready || m.doc.Ruling() == nil {
		m.say(m.noVerdict())
		return nil
	}
	return m.showRevision(m.doc.NextRevision())
}

// showRevision shows the verdict of a revision, judging by it if nobody has yet.
func (m *Model) showRevision(rev catalogue.Revision) tea.Cmd {
	if m.doc.Show(rev) {
		m.say("judged by " + string(rev))
		return m.ruled()
	}
	m.say("judging by " + string(rev))
	return m.await(m.doc.Judge(m.ctx, rev))
}

// folder is a list whose rows fold.
type folder interface {
	Fold() bool
	Unfold() bool
	FoldAll()
	UnfoldAll()
}

// folding does something with what has the focus and folds: the list at the right, or the tree of the message.
func (m *Model) folding(list func(folder), tree func(*jsontree.Tree)) {
	if m.focus != listPane {
		if t := m.message.Tree(); t != nil {
			tree(t)
		}
		return
	}
	switch m.tab {
	case findingsTab:
		list(&m.found)
	case clausesTab:
		list(&m.clauses)
	case observedTab:
		list(&m.observed)
	}
}

// fold folds where the cursor is; in a tree where nothing is left to fold it goes out.
func (m *Model) fold() {
	m.folding(func(l folder) { l.Fold() }, func(t *jsontree.Tree) {
		if !t.Fold() {
			t.Out()
		}
	})
}

func (m *Model) unfold() {
	m.folding(func(l folder) { l.Unfold() }, func(t *jsontree.Tree) { t.Unfold() })
}
