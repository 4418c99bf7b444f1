package tui

import (
	"strings"

	"charm.land/bubbles/v2/key"
)

// KeyMap is the keys of the explorer.
type KeyMap struct {
	Up, Down, PageUp, PageDown, HalfUp, HalfDown, Top, Bottom key.Binding
	NextPane, PrevPane, Timeline, List, Message, Zoom         key.Binding
	Clause                                                    key.Binding
	Open, Back, Quit, Interrupt, Suspend, Redraw, Help        key.Binding

	NextFinding, PrevFinding, Order, ClauseText, NextTab, PrevTab key.Binding
	Partner, NextPair, PrevPair                                   key.Binding
	HistoryBack, HistoryForward                                   key.Binding
	Complete, CompleteBack, Earlier, Later                        key.Binding
	NextOfTalk, PrevOfTalk, OnlyTalk                              key.Binding

	Filter, ClearFilter, OnlyMust, OnlyShould, Area, OnlyBlamed key.Binding
	Mark, NextMark, PrevMark, Command, Mouse                    key.Binding
	Copy, Write, Pager, Editor                                  key.Binding
	Search, NextHit, PrevHit                                    key.Binding

	Fold, Unfold, FoldDeep, UnfoldDeep, FoldSiblings, UnfoldSiblings key.Binding
	Raw, Headers, Table, Decoded                                     key.Binding
	NextHere, PrevHere, NextLike, PrevLike                           key.Binding
	Time, Revision, Summary                                          key.Binding
}

func bind(help, desc string, keys ...string) key.Binding {
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, desc))
}

// DefaultKeys are the keys that people already have in their fingers.
func DefaultKeys() KeyMap {
	return KeyMap{
		Up:       bind("k ↑", "up", "k", "up"),
		Down:     bind("j ↓", "down", "j", "down"),
		PageUp:   bind("ctrl+b pgup", "page up", "ctrl+b", "pgup"),
		PageDown: bind("ctrl+f pgdn space", "page down", "ctrl+f", "pgdown", "space"),
		HalfUp:   bind("ctrl+u", "half a page up", "ctrl+u"),
		HalfDown: bind("ctrl+d", "half a page down", "ctrl+d"),
		Top:      bind("g home", "first", "g", "home"),
		Bottom:   bind("G end", "last", "G", "end"),

		NextPane: bind("tab", "next pane", "tab"),
		PrevPane: bind("shift+tab", "previous pane", "shift+tab"),
		Timeline: bind("1", "timeline", "1"),
		List:     bind("2", "findings, clauses, pairs, observations; again for the next list", "2"),
		Message:  bind("3", "message", "3"),
		Clause:   bind("4", "the text on what is selected in the list", "4"),
		Zoom:     bind("z", "give the pane all the room, and back", "z", `\`),

		Open:      bind("enter", "open what is selected", "enter"),
		Back:      bind("esc", "back one level", "esc"),
		Quit:      bind("q", "quit", "q"),
		Interrupt: bind("ctrl+c", "quit, always", "ctrl+c"),
		Suspend:   bind("ctrl+z", "suspend", "ctrl+z"),
		Redraw:    bind("ctrl+l", "redraw", "ctrl+l"),
		Help:      bind("?", "all keys", "?"),

		NextFinding: bind("e", "next finding", "e"),
		PrevFinding: bind("E", "previous finding", "E"),
		Order:       bind("T", "findings by gravity or in order of the trace", "T"),
		ClauseText:  bind("K", "the clause in full", "K"),
		NextTab:     bind(">", "next list", ">"),
		PrevTab:     bind("<", "previous list", "<"),

		Partner:  bind("%", "other half of the pair", "%"),
		NextPair: bind("]", "next request with its answer", "]"),
		PrevPair: bind("[", "previous request with its answer", "["),

		HistoryBack:    bind("ctrl+o backspace", "back to where the last jump began", "ctrl+o", "backspace"),
		HistoryForward: bind("ctrl+n", "forward again", "ctrl+n"),

		NextOfTalk: bind("o", "next event of the conversation", "o"),
		PrevOfTalk: bind("O", "previous event of the conversation", "O"),
		OnlyTalk:   bind("=", "only this conversation, and back", "="),

		Filter:      bind("f", "edit the filter", "f"),
		ClearFilter: bind("F", "clear the filter", "F"),
		OnlyMust:    bind("M", "only MUST", "M"),
		OnlyShould:  bind("S", "only SHOULD", "S"),
		Area:        bind("A", "only one area", "A"),
		OnlyBlamed:  bind("x", "only events with findings", "x"),

		Complete:     bind("tab", "complete, in a text field", "tab"),
		CompleteBack: bind("shift+tab", "the completion before, in a text field", "shift+tab"),
		Earlier:      bind("↑", "what was entered before, in a text field", "up"),
		Later:        bind("↓", "and after, in a text field", "down"),

		Search:  bind("/", "search", "/"),
		NextHit: bind("n", "next hit", "n"),
		PrevHit: bind("N", "previous hit", "N"),

		Fold:           bind("h ←", "fold", "h", "left"),
		Unfold:         bind("l →", "unfold", "l", "right"),
		FoldDeep:       bind("H", "fold with all within", "H"),
		UnfoldDeep:     bind("L", "unfold with all within", "L"),
		FoldSiblings:   bind("c", "fold siblings", "c"),
		UnfoldSiblings: bind("C", "unfold siblings", "C"),
		Raw:            bind("r", "raw bytes, and back", "r"),
		Headers:        bind("a", "HTTP headers, and back", "a"),
		Table:          bind("i", "listed items as a table, and back", "i"),
		Decoded:        bind("p", "decoded string, base64, table item", "p"),

		NextHere: bind(".", "next finding in this message", "."),
		PrevHere: bind(",", "previous finding in this message", ","),
		NextLike: bind("}", "the same member in the next message of this kind", "}"),
		PrevLike: bind("{", "the same member in the message of this kind before", "{"),

		Mark:     bind("m", "mark the event, or take the mark away", "m"),
		NextMark: bind("'", "next marked event", "'"),
		PrevMark: bind(`"`, "previous marked event", `"`),
		Command:  bind(":", "command line", ":"),
		Mouse:    bind("ctrl+t", "mouse on or off", "ctrl+t"),

		Copy:   bind("y", "copy: finding, message, value, pointer, clause", "y"),
		Write:  bind("w", "write events or findings into a file", "w"),
		Pager:  bind("v", "message in the pager", "v"),
		Editor: bind("V", "message in the editor", "V"),

		Time:     bind("t", "time: since start, step, absolute", "t"),
		Revision: bind("R", "judge by another revision", "R"),
		Summary:  bind("s", "summary: who spoke, methods, verdict by area", "s"),
	}
}

// group is keys that belong together, for the help.
type group struct {
	name string
	keys []key.Binding
}

func (k *KeyMap) groups() []group {
	return []group{
		{"Move", []key.Binding{k.Down, k.Up, k.PageDown, k.PageUp, k.HalfDown, k.HalfUp, k.Top, k.Bottom}},
		{"Panes", []key.Binding{k.NextPane, k.PrevPane, k.Timeline, k.List, k.Message, k.Clause, k.NextTab, k.PrevTab, k.Zoom, k.Summary, k.Open, k.Back}},
		{"Findings and clauses", []key.Binding{k.NextFinding, k.PrevFinding, k.ClauseText, k.Order, k.Revision}},
		{"Pairs and conversations", []key.Binding{k.Partner, k.NextPair, k.PrevPair, k.NextOfTalk, k.PrevOfTalk, k.OnlyTalk, k.HistoryBack, k.HistoryForward, k.Mark, k.NextMark, k.PrevMark}},
		{"Filter", []key.Binding{k.OnlyMust, k.OnlyShould, k.Area, k.OnlyBlamed, k.Filter, k.ClearFilter, k.Complete, k.CompleteBack, k.Earlier, k.Later}},
		{"Search", []key.Binding{k.Search, k.NextHit, k.PrevHit}},
		{"Message", []key.Binding{k.Fold, k.Unfold, k.FoldDeep, k.UnfoldDeep, k.FoldSiblings, k.UnfoldSiblings, k.Raw, k.Headers, k.Table, k.Decoded, k.NextHere, k.PrevHere, k.NextLike, k.PrevLike}},
		{"Take away", []key.Binding{k.Copy, k.Write, k.Pager, k.Editor}},
		{"Program", []key.Binding{k.Command, k.Mouse, k.Time, k.Help, k.Redraw, k.Suspend, k.Quit, k.Interrupt}},
	}
}

// KeyTable is the keys as a table in Markdown, for the README.
func KeyTable() string {
	keys := DefaultKeys()
	var b strings.Builder
	b.WriteString("| Key | What it does |\n|---|---|\n")
	for _, g := range keys.groups() {
		b.WriteString("| **" + g.name + "** | |\n")
		for _, k := range g.keys {
			b.WriteString("| " + codes(k.Help().Key) + " | " + k.Help().Desc + " |\n")
		}
	}
	return b.String()
}

// codes marks each key of a list as code.
func codes(keys string) string {
	parts := strings.Fields(keys)
	for i, p := range parts {
		parts[i] = "`" + p + "`"
	}
	return strings.Join(parts, " ")
}
