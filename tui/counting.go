package tui

import (
	"strconv"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// count is the number before a key, such as the 12 of "12]". The digits that lead to panes do so at once;
// only when more follows quickly do they become a number, and the pane has the focus again that it had.
type count struct {
	digits string
	last   time.Time
	focus  pane // before the first digit
	tab    tab
}

// patience is how long after a digit what comes next belongs to it.
const patience = 900 * time.Millisecond

// most bounds how often a key is repeated.
const most = 1000

// digit takes a digit in and reports whether it is part of a number rather than a key of its own.
func (m *Model) digit(k tea.KeyPressMsg) bool {
	s := k.String()
	if len(s) != 1 || s[0] < '0' || s[0] > '9' {
		return false
	}
	c := &m.count
	now := m.now()
	if c.digits == "" || now.Sub(c.last) > patience {
		if s == "0" {
			return false
		}
		*c = count{focus: m.focus, tab: m.tab}
	}
	c.digits += s
	c.last = now
	return len(c.digits) > 1 || !m.bound(k)
}

// bound reports whether a key does something by itself.
func (m *Model) bound(k tea.KeyPressMsg) bool {
	for _, b := range []key.Binding{m.keys.Timeline, m.keys.List, m.keys.Message} {
		if matches(k, b) {
			return true
		}
	}
	return false
}

// counted is the number that stands before a key, and forgets it; 0 if there is none. A single digit that
// leads to a pane is none.
func (m *Model) counted() int {
	c := m.count
	m.count = count{}
	switch {
	case c.digits == "", m.now().Sub(c.last) > patience:
		return 0
	case len(c.digits) == 1 && m.bound(tea.KeyPressMsg{Code: rune(c.digits[0]), Text: c.digits}):
		return 0
	}
	n, err := strconv.Atoi(c.digits)
	if err != nil {
		return 0
	}
	m.focus, m.tab = c.focus, c.tab
	return n
}

// repeat does what a key does n times, or with the number n.
func (m *Model) repeat(a action, n int) tea.Cmd {
	same := func(b key.Binding) bool { return a.key.Help().Desc == b.Help().Desc }
	k := &m.keys
	switch {
	case same(k.Top), same(k.Bottom):
		return m.gotoSeq(strconv.Itoa(n))
	case same(k.Down):
		return m.move(n)
	case same(k.Up):
		return m.move(-n)
	}
	for _, b := range []key.Binding{
		k.NextFinding, k.PrevFinding, k.NextPair, k.PrevPair, k.NextOfTalk, k.PrevOfTalk, k.NextHit, k.PrevHit, k.NextMark, k.PrevMark,
		k.HistoryBack, k.HistoryForward, k.PageDown, k.PageUp, k.HalfDown, k.HalfUp, k.NextTab, k.PrevTab,
	} {
		if !same(b) {
			continue
		}
		var cmds []tea.Cmd
		for range min(n, most) {
			cmds = append(cmds, a.do())
		}
		return tea.Batch(cmds...)
	}
	return a.do()
}

// pending is the number that has been typed so far, for the footer.
func (m *Model) pending() string {
	if len(m.count.digits) < 2 {
		return ""
	}
	return strings.TrimSpace(m.count.digits)
}
