package tui

import (
	"context"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"mcpx/checks"
	language "mcpx/checks/filter"
	"mcpx/tui/document"
	"mcpx/tui/findings"
)

// filter is what timeline, findings, clauses and pairs are narrowed to.
type filter struct {
	parsed *language.Filter
	talk   int  // the request whose conversation is shown, None for all
	waits  bool // until the recording has been read
	gen    int
	stop   context.CancelFunc // of a filter at work in the background

	verdict document.Sifted // which defects and clauses pass
	rows    []int32         // that have passed so far
	seen    int             // events looked at so far
	done    bool

	origin int // the event that the reader wants to stay near
	left   int // the event that narrowing left the cursor on

	before string              // what the filter was when its editing began
	past   []string            // filters that were entered
	known  map[string][]string // values of fields to offer; nil until they have been looked up
}

func newFilter() filter {
	return filter{parsed: &language.Filter{}, talk: document.None, origin: document.None, left: document.None, done: true}
}

func (f *filter) active() bool { return !f.parsed.Empty() || f.talk != document.None }

// describe is the filter in a few words.
func (f *filter) describe() string {
	var parts []string
	if !f.parsed.Empty() {
		parts = append(parts, f.parsed.Source())
	}
	if f.talk != document.None {
		parts = append(parts, "one conversation")
	}
	return strings.Join(parts, ", ")
}

// progress is how far a filter in the background is, "" if it is done.
func (f *filter) progress(all int) string {
	if f.done || all == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d %%)", 100*f.seen/all)
}

// setFilter narrows to a filter in the language; a wrong one leaves things as they are.
func (m *Model) setFilter(source string) (tea.Cmd, error) {
	parsed, err := language.Parse(strings.TrimSpace(source))
	if err != nil {
		return nil, err
	}
	if parsed.Source() == m.filter.parsed.Source() && !m.filter.waits {
		return nil, nil
	}
	m.filter.parsed = parsed
	return m.refilter(), nil
}

// newsMsg is news from work in the background.
type newsMsg[T any] struct {
	gen  int // of the work: news of what has been given up are not wanted
	from <-chan T
	news T
	more bool
}

func awaitNews[T any](gen int, from <-chan T) tea.Cmd {
	return func() tea.Msg {
		news, more := <-from
		return newsMsg[T]{gen, from, news, more}
	}
}

// atOnce is how many events are filtered without going to the background.
const atOnce = 1 << 12

// siftable reports whether what the filter looks at is known. While the recording is being read, events
// still change.
func (m *Model) siftable() bool {
	return m.doc.Progress.Phase != document.Reading && (m.doc.Ruling() != nil || !m.filter.parsed.NeedsFindings())
}

// refilter narrows everything to what passes the filter.
func (m *Model) refilter() tea.Cmd {
	f := &m.filter
	if f.stop != nil {
		f.stop()
		f.stop = nil
	}
	f.gen++
	f.rows, f.seen, f.done = nil, 0, true
	f.waits = f.active() && !m.siftable()
	if f.waits {
		m.say(m.filterWaits())
		return nil
	}
	if m.mode != fieldMode || f.origin == document.None {
		f.origin = m.here()
	}
	f.left = m.timeline.Row()
	if !f.active() {
		m.showVerdict(document.Sifted{})
		return m.narrow(nil, m.doc.Pairs())
	}
	ask := document.Ask{Filter: f.parsed, Talk: f.talk}
	if m.doc.Len() <= atOnce && !f.parsed.NeedsText() {
		all := m.doc.Sieve().SiftNow(ask)
		m.showVerdict(all)
		f.rows = all.Rows
		return m.narrow(all.Rows, all.Pairs)
	}
	f.done = false
	ctx, stop := context.WithCancel(m.ctx)
	f.stop = stop
	return awaitNews(f.gen, m.doc.Sieve().Sift(ctx, ask))
}

// filterWaits says what the filter waits for.
func (m *Model) filterWaits() string {
	if m.doc.Progress.Phase == document.Ready {
		return m.noVerdict()
	}
	return "the filter begins when the recording has been judged"
}

// here is the event that the reader is at.
func (m *Model) here() int {
	if row := m.timeline.Row(); row >= 0 {
		return row
	}
	return m.message.Row()
}

// sifted takes in what has passed since the last news. What was listed before stays until there are some.
func (m *Model) sifted(msg newsMsg[document.Sifted]) tea.Cmd {
	f := &m.filter
	if msg.gen != f.gen || !msg.more {
		return nil
	}
	next := awaitNews(f.gen, msg.from)
	if msg.news.Defects != nil {
		m.showVerdict(msg.news)
	}
	if f.rows == nil {
		f.rows = []int32{}
	}
	f.rows = append(f.rows, msg.news.Rows...)
	f.seen, f.done = msg.news.Seen, msg.news.Done
	if f.seen == 0 {
		return next
	}
	return tea.Batch(next, m.narrow(f.rows, msg.news.Pairs))
}

// showVerdict narrows the findings and the clauses; where nothing is said, all are kept.
func (m *Model) showVerdict(s document.Sifted) {
	m.filter.verdict = s
	r := m.doc.Ruling()
	if r == nil {
		return
	}
	var keep findings.Keep
	if s.Defects != nil {
		keep = func(i int) bool { return s.Defects[i] }
	}
	m.found.Show(r, keep)
	var keepClause func(*checks.Outcome) bool
	if s.Clauses != nil {
		keepClause = func(o *checks.Outcome) bool { return s.Clauses[r.Index(o.Clause)] }
	}
	m.clauses.Show(r, keepClause)
}

// narrow lists the rows that have passed, and the requests of which either half has, once they are known.
// The cursor stays as near to where the reader was as it can.
func (m *Model) narrow(rows, pairs []int32) tea.Cmd {
	f := &m.filter
	if at := m.timeline.Row(); at != f.left && at >= 0 {
		f.origin = at // the reader has moved meanwhile
	}
	m.timeline.Narrow(rows)
	m.timeline.Near(f.origin)
	f.left = m.timeline.Row()
	if pairs != nil {
		m.pairs.Show(pairs)
	}
	m.showObserved()
	switch {
	case f.left >= 0 && f.left != m.message.Row() && (f.done || f.seen > f.origin):
		return m.selectRow(f.left)
	case f.done && len(rows) == 0 && f.active() && m.mode != fieldMode:
		m.warn("nothing passes the filter; " + m.clears())
	}
	return nil
}

// preset adds a term to the filter, or takes it out.
func (m *Model) preset(term string) tea.Cmd {
	return m.narrowTo(language.With(m.filter.parsed.Source(), term))
}

// narrowTo is setFilter that says what is wrong.
func (m *Model) narrowTo(source string) tea.Cmd {
	cmd, err := m.setFilter(source)
	if err != nil {
		m.warn(err.Error())
	}
	return cmd
}

// narrowBoth narrows to a filter and a conversation.
func (m *Model) narrowBoth(source string, talk int) tea.Cmd {
	parsed, err := language.Parse(source)
	if err != nil {
		m.warn(err.Error())
		return nil
	}
	m.filter.parsed, m.filter.talk = parsed, talk
	return m.refilter()
}

func (m *Model) toggleTalk() tea.Cmd {
	if m.filter.talk != document.None {
		m.filter.talk = document.None
		return m.refilter()
	}
	root := m.doc.Link(m.timeline.Row()).Root
	if root == document.None {
		m.say("this event belongs to no request")
		return nil
	}
	m.filter.talk = int(root)
	return m.refilter()
}

// clears says how to be rid of the filter.
func (m *Model) clears() string { return first(m.keys.ClearFilter) + " clears it" }

func (m *Model) clearFilter() tea.Cmd {
	f := &m.filter
	if !f.active() {
		m.say("there is no filter")
		return nil
	}
	f.talk, f.parsed = document.None, &language.Filter{}
	return m.refilter()
}
