package tui

import (
	tea "charm.land/bubbletea/v2"

	"mcpx/tui/document"
	"mcpx/tui/paint"
)

// stepFinding goes to the next or previous finding from wherever the reader is.
func (m *Model) stepFinding(step int) tea.Cmd {
	if m.doc.Ruling() == nil {
		m.say(m.noVerdict())
		return nil
	}
	next, wrapped, ok := m.found.Next(m.timeline.Row(), m.defect, step)
	if !ok {
		m.say("there are no findings" + m.underFilter())
		return nil
	}
	m.tab = findingsTab
	cmd := m.showDefect(next)
	switch {
	case m.plan.list.empty() && m.plan.clause.empty():
		m.sayDefect(next)
	case wrapped:
		m.sayWrapped()
	}
	return cmd
}

// sayDefect tells what a finding says, where neither the list nor its text is on the screen.
func (m *Model) sayDefect(i int) {
	d := &m.doc.Ruling().Defects[i]
	sign, role := m.look.Signs.Should, paint.Should
	if d.Level().Fails() {
		sign, role = m.look.Signs.Must, paint.Must
	}
	m.notice = notice{role, sign + " " + d.Findings[0].Detail}
}

// underFilter says that a filter may be why something is not there.
func (m *Model) underFilter() string {
	if m.filter.active() {
		return " that the filter lets through; " + m.clears()
	}
	return ""
}

// partner goes to the other half of the pair.
func (m *Model) partner() tea.Cmd {
	if m.message.Paired() {
		if m.message.Swap() {
			m.timeline.Select(m.message.Row())
		}
		return nil
	}
	row := m.timeline.Row()
	partner := m.doc.Partner(row)
	if partner == document.None {
		m.say(m.noPartner(row))
		return nil
	}
	return m.jump(partner)
}

func (m *Model) noPartner(row int) string {
	r := m.doc.Row(row)
	switch {
	case r.Request():
		return "the recording holds no answer to this request"
	case r.Response():
		return "the recording holds no request that this answers"
	default:
		return "only requests and answers have a partner"
	}
}

// stepPair goes to the next or previous request and shows it beside its answer.
func (m *Model) stepPair(step int) tea.Cmd {
	from := m.timeline.Row()
	if m.message.Paired() {
		from, _ = m.message.Rows()
	}
	row := m.pairs.Beyond(from, step)
	if row < 0 {
		m.say("no further request in this direction" + m.underFilter())
		return nil
	}
	if m.plan.message.empty() {
		m.focus = messagePane
	}
	return m.showPair(row)
}

// showPair shows a request beside its answer.
func (m *Model) showPair(row int) tea.Cmd {
	m.history.leave(m.timeline.Row())
	cmd := m.selectRow(row)
	m.pairs.Select(row)
	m.message.WantPair(row, m.doc.Partner(row))
	return tea.Batch(cmd, m.load())
}

// leavePair shows the active event of a pair alone.
func (m *Model) leavePair() tea.Cmd { return m.selectRow(m.message.Unpair()) }

// stepTalk goes to the next or previous event of the conversation.
func (m *Model) stepTalk(step int) tea.Cmd {
	row := m.timeline.Row()
	if m.doc.Link(row).Root == document.None {
		m.say("this event belongs to no request")
		return nil
	}
	if i := m.doc.NextOfTalk(row, step, m.timeline.Lists); i != document.None {
		return m.jump(i)
	}
	m.say("no further event of this conversation in this direction")
	return nil
}
