package tui

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// count is the number before a key, such as the 12 of "12]". Some digits lead to panes, and do so at once;
// if what follows quickly makes a number of them, the pane has the focus again that had it before.
type count struct {
	digits string
	last   time.Time
	focus  pane // before the first digit
	tab    tab
}

// countPatience is how long after a digit what comes next belongs to it.
const countPatience = 700 * time.Millisecond

// mostRepeats bounds how often a key is repeated.
const mostRepeats = 1000

// isDigit reports a key that can be part of a number.
func isDigit(k tea.KeyPressMsg) bool {
	s := k.String()
	return len(s) == 1 && s[0] >= '0' && s[0] <= '9'
}

// digit takes a digit in.
func (m *Model) digit(k tea.KeyPressMsg) {
	c, now := &m.count, m.now()
	if c.digits == "" || now.Sub(c.last) > countPatience {
		*c = count{focus: m.focus, tab: m.tab}
	}
	if c.digits += k.String(); c.digits == "0" {
		c.digits = "" // no number begins with it
	}
	c.last = now
}

// counted is the number that stands before an action, and forgets it; 0 if there is none.
func (m *Model) counted(a action) int {
	c := m.count
	m.count = count{}
	n, err := strconv.Atoi(c.digits)
	if err != nil || m.now().Sub(c.last) > countPatience || !m.takesCount(a, c.digits) {
		return 0
	}
	m.focus, m.tab = c.focus, c.tab
	return n
}

// takesCount reports whether digits before an action are a number. Digits that all lead to panes are so only
// before a jump: what moves within a pane is likely to mean the pane that was gone to.
func (m *Model) takesCount(a action, digits string) bool {
	k := &m.keys
	jumps := []key.Binding{
		k.Top, k.Bottom, k.NextFinding, k.PrevFinding, k.NextPair, k.PrevPair, k.NextOfTalk, k.PrevOfTalk, k.NextHit, k.PrevHit,
		k.NextMark, k.PrevMark, k.HistoryBack, k.HistoryForward,
	}
	moves := []key.Binding{k.Down, k.Up, k.PageDown, k.PageUp, k.HalfDown, k.HalfUp}
	same := func(b key.Binding) bool { return a.key.Help().Desc == b.Help().Desc }
	if strings.Trim(digits, m.paneDigits()) == "" {
		return len(digits) > 1 && slices.ContainsFunc(jumps, same)
	}
	return slices.ContainsFunc(jumps, same) || slices.ContainsFunc(moves, same)
}

// paneDigits are the digits that lead to panes.
func (m *Model) paneDigits() string {
	digits := ""
	for _, b := range []key.Binding{m.keys.Timeline, m.keys.List, m.keys.Message, m.keys.Clause} {
		for _, k := range b.Keys() {
			if len(k) == 1 && k[0] >= '0' && k[0] <= '9' {
				digits += k
			}
		}
	}
	return digits
}

// repeat does an action n times or, where that is what it means, with the number n.
func (m *Model) repeat(a action, n int) tea.Cmd {
	same := func(b key.Binding) bool { return a.key.Help().Desc == b.Help().Desc }
	switch {
	case same(m.keys.Top), same(m.keys.Bottom):
		return m.gotoSeq(strconv.Itoa(n))
	case same(m.keys.Down):
		return m.move(byRows(n))
	case same(m.keys.Up):
		return m.move(byRows(-n))
	}
	n = min(n, mostRepeats)
	m.hurried = true
	for range n {
		a.do()
	}
	m.hurried = false
	return m.load()
}
