package tui

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"

	"mcpx/checks"
	"mcpx/model"
	"mcpx/tui/document"
	"mcpx/tui/explain"
	"mcpx/tui/figure"
	"mcpx/tui/paint"
	"mcpx/tui/safetext"
)

// fact is a piece of the header. What does not fit is left out, the lowest rank first.
type fact struct {
	rank  int
	right bool // belongs to the verdict
	role  paint.Role
	text  safetext.String
}

// header names the recording at the left and tells the verdict at the right.
func (m *Model) header(w int) string {
	facts := append(m.recording(), m.verdict()...)
	need := 2
	for _, f := range facts {
		need += f.text.Width()
	}
	for need > w {
		least := 0
		for i, f := range facts {
			if f.rank <= facts[least].rank {
				least = i
			}
		}
		if facts[least].rank == keepRank {
			break
		}
		need -= facts[least].text.Width()
		facts = slices.Delete(facts, least, least+1)
	}
	l := m.look.Line(w, paint.Plain).Space(1)
	right := 0
	for _, f := range facts {
		if f.right {
			right += f.text.Width()
		} else {
			l.Put(f.role, f.text)
		}
	}
	l.Space(l.Room() - right - 1)
	for _, f := range facts {
		if f.right {
			l.Put(f.role, f.text)
		}
	}
	return l.End()
}

// keepRank is the rank of what is never left out.
const keepRank = 100

// recording is what the header says about the recording.
func (m *Model) recording() []fact {
	name := safetext.Line(filepath.Base(m.name)).Cut(max(m.w/3, 16))
	facts := []fact{
		{rank: keepRank, role: paint.HeaderAccent, text: safetext.Literal("mcpx  ")},
		{rank: keepRank, role: paint.Strong, text: name},
	}
	add := func(rank int, role paint.Role, text string) {
		facts = append(facts, fact{rank: rank, role: role, text: safetext.Line(text)})
	}
	r := m.doc.Ruling()
	if r != nil {
		add(90, paint.Header, "   "+string(r.Revision()))
		add(58, paint.Dim, " "+basis(r.Basis))
	}
	if t := m.transports(); t != "" {
		add(85, paint.Header, "  "+t)
	}
	if n := m.doc.Len(); n > 0 && m.doc.Progress.Phase != document.Reading {
		add(80, paint.Header, "  "+figure.Things(n, "event"))
	}
	if f := m.doc.Facts(); f != nil && f.Problems > 0 {
		add(88, paint.Warning, "  "+figure.Things(f.Problems, "bad line"))
	}
	if took := m.doc.Duration(); took > 0 {
		add(55, paint.Dim, "  "+figure.Duration(took))
	}
	return facts
}

// basis is where the revision came from, in a word.
func basis(b checks.Basis) string {
	switch b {
	case checks.Assumed:
		return "assumed"
	case checks.ByCaller:
		return "chosen"
	default:
		return "declared"
	}
}

func (m *Model) transports() string {
	var seen [2]bool
	if f := m.doc.Facts(); f != nil {
		for t := range seen {
			seen[t] = f.Transports[t].Seen
		}
	} else if m.doc.Len() > 0 {
		seen[m.doc.Row(0).Transport] = true
	}
	var names []string
	if seen[model.Stdio] {
		names = append(names, "stdio")
	}
	if seen[model.HTTP] {
		names = append(names, "http")
	}
	return strings.Join(names, "+")
}

// verdict is what the header says about the verdict, or how far it is.
func (m *Model) verdict() []fact {
	var facts []fact
	add := func(rank int, role paint.Role, text string) {
		facts = append(facts, fact{rank, true, role, safetext.Line(text)})
	}
	r := m.doc.Ruling()
	if r == nil || m.doc.Progress.Phase != document.Ready {
		add(keepRank, paint.Strong, m.progress())
		return facts
	}
	signs := &m.look.Signs
	broken, advised := r.Counts()
	if broken > 0 {
		add(99, paint.Must, fmt.Sprintf("  %s %d", signs.Must, broken))
		word := " defects"
		if broken == 1 {
			word = " defect"
		}
		add(60, paint.Must, word)
		add(52, paint.Header, " in "+figure.Things(r.Totals[checks.Fail], "clause"))
	}
	if advised > 0 {
		add(98, paint.Should, fmt.Sprintf("  %s %d", signs.Should, advised))
	}
	switch {
	case r.Nothing != "":
		add(99, paint.Warning, "  nothing to judge")
	case broken+advised == 0:
		add(99, paint.Pass, "  "+signs.Pass+" no findings")
	}
	gap := "   "
	for i, word := range totalWords() {
		if n := r.Totals[word]; n > 0 {
			add(50-i, paint.Dim, fmt.Sprintf("%s%d %s", gap, n, word))
			gap = " · "
		}
	}
	return facts
}

func totalWords() [5]checks.Word {
	return [...]checks.Word{checks.Pass, checks.NotObserved, checks.NotApplicable, checks.Excluded, checks.NotBuilt}
}

// totalsText counts the clauses that are not broken.
func totalsText(t checks.Totals) string {
	var parts []string
	for _, word := range totalWords() {
		if t[word] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", t[word], word))
		}
	}
	return strings.Join(parts, " · ")
}

// progress tells how far reading or judging is.
func (m *Model) progress() string {
	p := m.doc.Progress
	var parts []string
	switch {
	case m.doc.Err != nil:
		return "stopped: " + m.doc.Err.Error()
	case p.Phase == document.Reading:
		parts = append(parts, "reading")
	case p.Phase == document.Judging:
		parts = append(parts, "judging")
	}
	if part, ok := p.Fraction(); ok {
		parts = append(parts, fmt.Sprintf("%d %%", int(100*part)))
	}
	return strings.Join(append(parts, figure.Things(m.doc.Len(), "event")), " · ")
}

// minimap is the whole recording in one row, with its findings.
func (m *Model) minimap(w int) string {
	l := m.look.Line(w, paint.Plain).Space(1)
	n, cells := m.doc.Len(), w-2
	worst := m.worstByCell(cells)
	here := -1
	if n > 0 && m.timeline.Row() >= 0 {
		here = min(m.timeline.Row()*cells/n, cells-1)
	}
	signs := &m.look.Signs
	for i := range cells {
		switch {
		case worst[i] == document.Broken:
			l.Sign(paint.Must, signs.Must)
		case i == here:
			l.Sign(paint.HeaderAccent, signs.Ramp[7])
		case worst[i] == document.Advised:
			l.Sign(paint.Should, signs.Ramp[2])
		default:
			l.Sign(paint.Rule, signs.Ramp[0])
		}
	}
	return l.End()
}

func (m *Model) worstByCell(cells int) []document.Gravity {
	worst := make([]document.Gravity, max(cells, 0))
	r, n := m.doc.Ruling(), m.doc.Len()
	if r == nil || n == 0 {
		return worst
	}
	for i := range r.Defects {
		d := &r.Defects[i]
		if d.Row < 0 {
			continue
		}
		g := document.Advised
		if d.Level().Fails() {
			g = document.Broken
		}
		at := min(d.Row*cells/n, cells-1)
		worst[at] = max(worst[at], g)
	}
	return worst
}

// pages names the pages of a narrow screen and the keys that lead to them.
func (m *Model) pages(l *paint.Line) {
	list := strings.ToLower(m.tabNames()[m.tab].name)
	for _, page := range [...]struct {
		key  key.Binding
		of   []pane
		name string
	}{
		{m.keys.Timeline, []pane{timelinePane}, "timeline"},
		{m.keys.List, []pane{listPane, clausePane}, list},
		{m.keys.Message, []pane{messagePane}, "message"},
	} {
		role := paint.Footer
		if slices.Contains(page.of, m.focus) {
			role = paint.TitleFocused
		}
		l.Say(paint.FooterKey, page.key.Help().Key).Space(1).Say(role, page.name).Space(2)
	}
	l.Sign(paint.Rule, m.look.Signs.Vertical).Space(1)
}

func (m *Model) timelineCount() string {
	n := figure.Count(m.doc.Len())
	if m.timeline.Narrowed() {
		return figure.Count(m.timeline.Listed()) + " of " + n
	}
	return n
}

func (m *Model) findingsCount() string {
	r := m.doc.Ruling()
	if r == nil {
		return "…"
	}
	groups, _ := m.found.Listed()
	if groups != len(r.Groups) {
		return fmt.Sprintf("%d of %d", groups, len(r.Groups))
	}
	return strconv.Itoa(groups)
}

func ordinal(n, of int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" %d of %s", n, figure.Count(of))
}

// pairFigures are the latency and the sizes of a pair.
func (m *Model) pairFigures(request, answer int) string {
	parts := []string{}
	if took, ok := m.doc.Latency(request); ok {
		parts = append(parts, figure.Duration(took))
	}
	signs := &m.look.Signs
	there, back := signs.ToServer, signs.ToClient
	if m.doc.Row(request).Direction == model.ServerToClient {
		there, back = back, there
	}
	parts = append(parts, there+" "+figure.Size(int64(m.doc.Row(request).Size)))
	if answer >= 0 {
		parts = append(parts, back+" "+figure.Size(int64(m.doc.Row(answer).Size)))
		if _, all := explain.Between(m.doc, request, 0); all > 0 {
			parts = append(parts, strconv.Itoa(all)+" in between")
		}
	}
	return strings.Join(parts, "   ")
}

// footer is the text field, or a notice, or the keys that help here; and where the reader is.
func (m *Model) footer(w int) string {
	if m.mode == fieldMode || m.mode == paletteMode && m.notice.text == "" {
		return m.prompted().Field
	}
	l := m.look.Line(w, paint.Plain).Space(1)
	place := safetext.Line(m.place())
	end := w - place.Width() - 2
	if m.notice.text != "" {
		l.Put(m.notice.role, safetext.Line(m.notice.text).CutTail(max(end-1, 0), m.look.Ellipsis()))
	} else {
		if m.plan.class == narrow && m.mode == normalMode {
			m.pages(l)
		}
		for _, k := range m.footerKeys() {
			h := k.Help()
			need := len(h.Key) + 1 + len(h.Desc) + 2
			if l.At()+need > end {
				break
			}
			l.Say(paint.FooterKey, h.Key).Space(1).Say(paint.Footer, h.Desc).Space(2)
		}
	}
	if l.Room() > place.Width() {
		l.Space(l.Room()-place.Width()-1).Put(paint.Dim, place)
	}
	return l.End()
}

// place is where the reader is, and what narrows the view.
func (m *Model) place() string {
	if m.mode == summaryMode {
		return ""
	}
	var parts []string
	if m.search.active() {
		parts = append(parts, m.search.progress(m.timeline.Row(), m.doc.Len()))
	}
	if m.filter.active() {
		parts = append(parts, "filter: "+m.filter.describe()+m.filter.progress(m.doc.Len()))
	}
	if n := m.timeline.Listed(); n > 0 {
		parts = append(parts, figure.Count(m.timeline.List.Cursor()+1)+" of "+m.timelineTotal())
	}
	return strings.Join(parts, "  ")
}

func (m *Model) timelineTotal() string { return figure.Count(m.timeline.Listed()) }

// footerKeys are the keys that help most where the reader is, in a few words each.
func (m *Model) footerKeys() []key.Binding {
	short := func(k key.Binding, desc string) key.Binding {
		return key.NewBinding(key.WithKeys(k.Keys()...), key.WithHelp(firstWord(k.Help().Key), desc))
	}
	k := &m.keys
	close := []key.Binding{short(k.Back, "close"), short(k.Down, "down"), short(k.Up, "up")}
	switch {
	case m.mode == menuMode, m.mode == choiceMode:
		return []key.Binding{short(k.Open, "choose"), short(k.Back, "close"), short(k.Down, "down"), short(k.Up, "up")}
	case m.mode == overlayMode:
		return close
	case m.mode == summaryMode:
		return []key.Binding{short(k.Open, "only these"), short(k.NextPane, "next part"), short(k.Unfold, "by outcome"), short(k.Back, "close"), short(k.Help, "keys")}
	}
	var keys []key.Binding
	switch {
	case m.message.Paired():
		keys = append(keys, short(k.NextPair, "next pair"), short(k.PrevPair, "previous"), short(k.Partner, "other side"), short(k.Back, "leave"))
	case m.focus == clausePane:
		keys = append(keys, short(k.Down, "down"), short(k.Up, "up"), short(k.ClauseText, "in full"), short(k.Back, "back"))
	case m.focus == messagePane:
		keys = m.messageKeys(short)
	case m.focus == listPane && m.tab == findingsTab:
		keys = append(keys, short(k.Open, "message"), short(k.ClauseText, "clause"), short(k.Unfold, "unfold"), short(k.Order, "order"), short(k.NextTab, "clauses"))
	case m.focus == listPane:
		keys = append(keys, short(k.Open, "event"), short(k.ClauseText, "in full"), short(k.NextTab, "next list"))
	}
	return without(append(keys, short(k.NextFinding, "next finding"), short(k.Partner, "partner"), short(k.NextPair, "pair"),
		short(k.Filter, "filter"), short(k.OnlyMust, "MUST"), short(k.Area, "area"), short(k.Search, "search"), short(k.Copy, "copy"),
		short(k.Zoom, "zoom"), short(k.Help, "keys"), short(k.Quit, "quit")))
}

// without leaves out keys that have been named before.
func without(keys []key.Binding) []key.Binding {
	seen := map[string]bool{}
	return slices.DeleteFunc(keys, func(k key.Binding) bool {
		named := seen[k.Help().Key]
		seen[k.Help().Key] = true
		return named
	})
}

func firstWord(s string) string {
	word, _, _ := strings.Cut(s, " ")
	return word
}
