package tui

import (
	"mcpx/themes"
	"mcpx/tui/paint"
	"mcpx/tui/prose"
)

// helpWidth is the cells that a column of the help takes.
const helpWidth = 58

// openHelp shows all keys and signs.
func (m *Model) openHelp() {
	groups := m.keys.groups()
	m.cover("KEYS AND SIGNS", func(p *prose.Page) {
		n := min(max(p.Width()/helpWidth, 1), 3)
		sets := make([]func(*prose.Page), 0, len(groups)+1)
		rows := make([]int, 0, len(groups)+1)
		for _, g := range groups {
			sets = append(sets, g.set)
			rows = append(rows, len(g.keys)+2)
		}
		sets = append(sets, setSigns)
		rows = append(rows, len(meanings(&p.Look().Signs))+2)
		p.Columns(balance(sets, rows, n))
	})
}

// balance puts texts of so many rows into n columns, in order.
func balance(sets []func(*prose.Page), rows []int, n int) []func(*prose.Page) {
	all := 0
	for _, r := range rows {
		all += r
	}
	columns := make([][]func(*prose.Page), n)
	used := 0
	for i, set := range sets {
		at := min((used+rows[i]/2)*n/all, n-1)
		columns[at] = append(columns[at], set)
		used += rows[i]
	}
	out := make([]func(*prose.Page), n)
	for i, column := range columns {
		out[i] = func(p *prose.Page) {
			for _, set := range column {
				p.Blank()
				set(p)
			}
		}
	}
	return out
}

// set lists the keys of a group.
func (g group) set(p *prose.Page) {
	p.Heading(g.name)
	for _, k := range g.keys {
		p.Row(p.Line().Space(3).Say(paint.FooterKey, k.Help().Key).To(22).Say(paint.Base, k.Help().Desc))
	}
}

// meaning is what a sign says.
type meaning struct {
	role  paint.Role
	sign  string
	means string
}

func meanings(s *themes.Signs) []meaning {
	return []meaning{
		{paint.Must, s.Must, "a MUST is broken"}, {paint.Should, s.Should, "a SHOULD is broken"}, {paint.Pass, s.Pass, "passed"},
		{paint.NotObserved, s.NotObserved, "not observed in the recording"},
		{paint.NotApplicable, s.NotApplicable, "not applicable to the session"},
		{paint.Excluded, s.Excluded, "excluded: no recording can show it"},
		{paint.Observation, s.Observation, "observed, without a verdict; something optional was used"},
		{paint.Client, s.ToServer, "from client to server"}, {paint.Server, s.ToClient, "from server to client"},
		{paint.Transport, s.Transport, "the transport opens or closes"},
		{paint.Gutter, s.Partner, "the other half of the selected pair"},
		{paint.Gutter, s.Branch, "belongs to the selected conversation"},
		{paint.Strong, s.Gap, "a long silence goes before"},
		{paint.Spark, s.Span, "how long the answer took, on a logarithmic scale"},
	}
}

func setSigns(p *prose.Page) {
	p.Heading("Signs")
	for _, m := range meanings(&p.Look().Signs) {
		p.Row(p.Line().Space(3).Sign(m.role, m.sign).To(22).Say(paint.Base, m.means))
	}
}
