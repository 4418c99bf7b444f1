package tui

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"mcpx/tui/paint"
	"mcpx/tui/prompt"
	"mcpx/tui/safetext"
	"mcpx/tui/vlist"
)

// palette is the help: all keys and signs, and once something is typed what fits it, which enter runs.
type palette struct {
	items []paletteItem
	hits  []int // of the items
	list  vlist.List
}

// paletteItem is something to run: what a key does, or a command.
type paletteItem struct {
	name  string // on the command line
	keys  string
	about string
	group string
	run   func() tea.Cmd // nil if it counts only elsewhere
}

// openPalette shows the help and takes what is typed.
func (m *Model) openPalette() {
	m.openHelp()
	m.mode = paletteMode
	m.palette = palette{items: m.paletteItems()}
	m.field.reply = reply{}
	m.field.Ask(prompt.Question{Label: "?", Hint: "type what you look for; " + first(m.keys.Open) + " runs it"}, "")
}

// paletteItems are all keys in the order of the help, then the commands that want something.
func (m *Model) paletteItems() []paletteItem {
	var items []paletteItem
	for _, g := range m.keys.groups() {
		for _, k := range g.keys {
			it := paletteItem{name: m.keys.name(k), keys: k.Help().Key, about: k.Help().Desc, group: g.name}
			if m.performs(k) {
				it.run = func() tea.Cmd {
					cmd, _ := m.perform(k)
					return cmd
				}
			}
			items = append(items, it)
		}
	}
	for _, c := range m.commands().Commands {
		if c.Wants != "" {
			begin := c.Name + " "
			items = append(items, paletteItem{name: c.Name, keys: ":" + c.Name, about: c.About, group: "Commands", run: func() tea.Cmd { return m.askCommand(begin) }})
		}
	}
	return items
}

// performs reports whether a binding does something when the panes have focus.
func (m *Model) performs(b key.Binding) bool {
	for _, a := range m.actions() {
		if a.key.Help().Desc == b.Help().Desc {
			return true
		}
	}
	return false
}

// fits reports whether all words of a query stand in an item.
func (it *paletteItem) fits(words []string) bool {
	text := strings.ToLower(it.about + " " + it.group + " " + it.name + " " + it.keys)
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// look finds what fits, what is called so first.
func (p *palette) look(query string) {
	words := strings.Fields(strings.ToLower(query))
	var ranks [3][]int
	for i := range p.items {
		it := &p.items[i]
		if !it.fits(words) {
			continue
		}
		rank := 2
		switch about := strings.ToLower(it.about); {
		case slices.Contains(strings.Fields(it.keys), query), strings.HasPrefix(it.name, words[0]), strings.HasPrefix(about, words[0]):
			rank = 0
		case strings.Contains(it.name, words[0]), strings.Contains(about, words[0]):
			rank = 1
		}
		ranks[rank] = append(ranks[rank], i)
	}
	p.hits = slices.Concat(ranks[:]...)
	p.list.SetLen(len(p.hits))
	p.list.Top()
}

func (m *Model) pressPalette(k tea.KeyPressMsg) tea.Cmd {
	keys := &m.keys
	height := max(m.overlay.list.Height()-1, 1)
	switch {
	case m.types(k):
		m.editPalette(k)
	case matches(k, keys.Back):
		return m.closePalette()
	case matches(k, keys.Open):
		return m.runPalette()
	case k.Code == tea.KeyUp:
		m.scrollPalette(-1)
	case k.Code == tea.KeyDown:
		m.scrollPalette(1)
	case k.Code == tea.KeyPgUp:
		m.scrollPalette(-height)
	case k.Code == tea.KeyPgDown:
		m.scrollPalette(height)
	default:
		m.editPalette(k)
	}
	return nil
}

// editPalette gives a key or pasted text to the field.
func (m *Model) editPalette(msg tea.Msg) {
	if changed, _ := m.field.Edit(msg); changed && m.paletteQuery() != "" {
		m.palette.look(m.paletteQuery())
	}
}

// scrollPalette moves through what fits or, while nothing is looked for, through the help.
func (m *Model) scrollPalette(n int) {
	if m.paletteQuery() == "" {
		m.overlay.list.Scroll(n)
		return
	}
	m.palette.list.MoveTo(m.palette.list.Cursor() + n)
}

func (m *Model) paletteQuery() string { return strings.TrimSpace(m.field.Text()) }

func (m *Model) closePalette() tea.Cmd {
	m.mode = normalMode
	m.field.Leave()
	return nil
}

// runPalette does what the cursor is on.
func (m *Model) runPalette() tea.Cmd {
	p := &m.palette
	if m.paletteQuery() == "" {
		return m.closePalette()
	}
	i := p.list.Cursor()
	if i >= len(p.hits) {
		m.say("nothing fits")
		return nil
	}
	it := &p.items[p.hits[i]]
	if it.run == nil {
		m.say("that key counts only where its description says")
		return nil
	}
	m.closePalette()
	return it.run()
}

// renderPalette draws what fits, or the whole help while nothing is looked for.
func (m *Model) renderPalette(w, h int) []string {
	p := &m.palette
	if m.paletteQuery() == "" {
		return m.overlay.render(m.look, w, h)
	}
	if len(p.hits) == 0 {
		return m.look.Fill([]string{m.look.Line(w, paint.Plain).Space(3).Say(paint.Dim, "nothing fits").End()}, w, h)
	}
	return m.look.List(&p.list, paint.Selected, w, h, func(l *paint.Line, i int) { p.items[p.hits[i]].draw(l, m.look) })
}

func (it *paletteItem) draw(l *paint.Line, look *paint.Look) {
	group := safetext.Line(it.group)
	l.Gutter().To(3).Say(paint.FooterKey, it.keys).To(max(22, l.At()+2))
	role := paint.Base
	if it.run == nil {
		role = paint.Dim
	}
	l.Put(role, safetext.Line(it.about).CutTail(max(l.Room()-group.Width()-2, 0), look.Ellipsis()))
	l.Space(l.Room()-group.Width()-1).Put(paint.Dim, group)
}

// paletteMore tells how much is out of sight.
func (m *Model) paletteMore() string {
	if m.paletteQuery() == "" {
		return m.overlay.more()
	}
	return fmt.Sprintf("%d of %d", len(m.palette.hits), len(m.palette.items))
}
