package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"mcpx/tui/external"
	"mcpx/tui/jsontree"
	"mcpx/tui/message"
)

func matches(k tea.KeyPressMsg, b key.Binding) bool { return key.Matches(k, b) }

// action is what a key does.
type action struct {
	key key.Binding
	do  func() tea.Cmd
}

func act(k key.Binding, do func()) action {
	return action{k, func() tea.Cmd { do(); return nil }}
}

// pressNormal does what a key means when the panes have focus.
func (m *Model) pressNormal(k tea.KeyPressMsg) tea.Cmd {
	if isDigit(k) {
		m.digit(k)
	}
	for _, group := range m.actionGroups() {
		for _, a := range group() {
			if !matches(k, a.key) {
				continue
			}
			if isDigit(k) {
				return a.do()
			}
			if n := m.counted(a); n > 0 {
				return m.repeat(a, n)
			}
			return a.do()
		}
	}
	return nil
}

// actionGroups are all that keys do when the panes have focus, in groups.
func (m *Model) actionGroups() []func() []action {
	return []func() []action{m.moving, m.paneKeys, m.jumping, m.narrowing, m.reading, m.taking, m.controlling, m.always}
}

func (m *Model) moving() []action {
	var all []action
	for _, motion := range m.keys.motions() {
		all = append(all, action{motion.key, func() tea.Cmd { return m.move(motion.how) }})
	}
	return all
}

func (m *Model) paneKeys() []action {
	k := &m.keys
	return []action{
		act(k.NextPane, func() { m.focus = (m.focus + 1) % panes }),
		act(k.PrevPane, func() { m.focus = (m.focus + panes - 1) % panes }),
		act(k.Timeline, func() { m.focus = timelinePane }),
		{k.List, m.focusList},
		act(k.Message, func() { m.focus = messagePane }),
		act(k.Clause, func() { m.focus = clausePane }),
		act(k.Zoom, func() { m.zoom = !m.zoom }),
		{k.NextTab, func() tea.Cmd { return m.turnTab(1) }},
		{k.PrevTab, func() tea.Cmd { return m.turnTab(-1) }},
		{k.Open, m.open},
		{k.Back, m.back},
		{k.Quit, func() tea.Cmd { return tea.Quit }},
		act(k.Summary, m.openSummary),
		act(k.Help, m.openPalette),
	}
}

func (m *Model) jumping() []action {
	k := &m.keys
	return []action{
		{k.NextFinding, func() tea.Cmd { return m.stepFinding(1) }},
		{k.PrevFinding, func() tea.Cmd { return m.stepFinding(-1) }},
		{k.Partner, m.partner},
		{k.NextPair, func() tea.Cmd { return m.stepPair(1) }},
		{k.PrevPair, func() tea.Cmd { return m.stepPair(-1) }},
		{k.NextHere, func() tea.Cmd { return m.stepHere(1) }},
		{k.PrevHere, func() tea.Cmd { return m.stepHere(-1) }},
		{k.NextLike, func() tea.Cmd { return m.stepLike(1) }},
		{k.PrevLike, func() tea.Cmd { return m.stepLike(-1) }},
		{k.NextOfTalk, func() tea.Cmd { return m.stepTalk(1) }},
		{k.PrevOfTalk, func() tea.Cmd { return m.stepTalk(-1) }},
		{k.NextHit, func() tea.Cmd { return m.stepHit(1) }},
		{k.PrevHit, func() tea.Cmd { return m.stepHit(-1) }},
		{k.HistoryBack, func() tea.Cmd { return m.travel(-1) }},
		{k.HistoryForward, func() tea.Cmd { return m.travel(1) }},
	}
}

func (m *Model) narrowing() []action {
	k := &m.keys
	return []action{
		{k.OnlyMust, func() tea.Cmd { return m.preset("level:must") }},
		{k.OnlyShould, func() tea.Cmd { return m.preset("level:should") }},
		act(k.Area, m.openAreas),
		{k.OnlyBlamed, func() tea.Cmd { return m.preset("finding:any") }},
		{k.OnlyTalk, m.toggleTalk},
		{k.Filter, m.editFilter},
		{k.ClearFilter, m.clearFilter},
		{k.Search, m.editSearch},
	}
}

func (m *Model) reading() []action {
	k := &m.keys
	return []action{
		act(k.Fold, m.fold),
		act(k.Unfold, m.unfold),
		act(k.FoldDeep, func() { m.folding(folder.FoldAll, (*jsontree.Tree).FoldDeep) }),
		act(k.UnfoldDeep, func() { m.folding(folder.UnfoldAll, (*jsontree.Tree).UnfoldDeep) }),
		act(k.FoldSiblings, func() { m.folding(folder.FoldAll, (*jsontree.Tree).FoldSiblings) }),
		act(k.UnfoldSiblings, func() { m.folding(folder.UnfoldAll, (*jsontree.Tree).UnfoldSiblings) }),
		act(k.Raw, func() { m.turnView(message.Raw) }),
		act(k.Headers, func() { m.turnView(message.Headers) }),
		act(k.Table, m.turnTable),
		act(k.Decoded, m.openDecoded),
		act(k.ClauseText, m.openClause),
		act(k.Order, m.turnOrder),
		act(k.Time, m.turnClock),
		{k.Revision, m.turnRevision},
	}
}

func (m *Model) taking() []action {
	k := &m.keys
	return []action{
		act(k.Copy, m.openCopy),
		act(k.Write, m.openWrite),
		{k.Pager, func() tea.Cmd { return m.openOutside(external.Pager) }},
		{k.Editor, func() tea.Cmd { return m.openOutside(external.Editor) }},
	}
}

func (m *Model) controlling() []action {
	k := &m.keys
	return []action{
		{k.Command, m.openCommands},
		act(k.Mark, m.toggleMark),
		{k.NextMark, func() tea.Cmd { return m.stepMark(1) }},
		{k.PrevMark, func() tea.Cmd { return m.stepMark(-1) }},
		act(k.Mouse, m.toggleMouse),
	}
}

// always are what keys do wherever the focus is.
func (m *Model) always() []action {
	k := &m.keys
	return []action{
		{k.Redraw, func() tea.Cmd { return tea.ClearScreen }},
		{k.Suspend, func() tea.Cmd { return tea.Suspend }},
		{k.Interrupt, func() tea.Cmd { return tea.Quit }},
	}
}
