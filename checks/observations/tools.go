package observations

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mcpx/model"
)

// tools follows which tools are listed and which are called.
type tools struct {
	listed  map[string]*listedTool
	called  map[string]bool
	lost    bool // there were more names than are remembered
	refused map[string][]*listedTool
}

// listedTool is a tool and where it was listed first.
type listedTool struct {
	name  string
	index int
	at    Event
}

// longestName bounds the names that are remembered.
const longestName = 512

func newTools() tools {
	return tools{listed: map[string]*listedTool{}, called: map[string]bool{}, refused: map[string][]*listedTool{}}
}

func (t *tools) message(s *model.Step, p *model.Profile) {
	m := s.Message
	switch {
	case m.Class == model.RequestClass && m.Method == "tools/call" && m.Sender() == model.Client:
		t.call(m.Target())
	case s.Answered != nil && s.Answered.Method == "tools/list" && m.Class == model.ResultClass:
		for i, tool := range m.Result().Get("tools").Elems() {
			if name := tool.Get("name"); name.IsString() {
				t.list(m, i, name.Str(), p)
			}
		}
	}
}

func (t *tools) call(name string) {
	if t.called[name] {
		return
	}
	if len(name) > longestName || len(t.called) >= remembered {
		t.lost = true
		return
	}
	t.called[name] = true
}

func (t *tools) list(m *model.Message, i int, name string, p *model.Profile) {
	if t.listed[name] != nil {
		return
	}
	if len(name) > longestName || len(t.listed) >= remembered {
		t.lost = true
		return
	}
	e := at(model.Quote(name), m.Event)
	e.Pointer = model.Pointer("result", "tools", i, "name")
	tool := &listedTool{name, i, e}
	t.listed[name] = tool
	if why := hostLimit(name, p); why != "" {
		t.refused[why] = append(t.refused[why], tool)
	}
}

// hostLimit says which limit of well-known hosts a name exceeds that the protocol allows. The handshake
// revision 2025-06-18 has no rule for names; later ones have, and what they do not allow is for checks.
func hostLimit(name string, p *model.Profile) string {
	other, dot := false, false
	for _, r := range name {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
		case r == '.':
			dot = true
		default:
			other = true
		}
	}
	switch {
	case other && p.Revision == model.Revision20250618:
		return "with more than letters, digits, _ and -"
	case other, len(name) > 128:
		return ""
	case dot:
		return "with a dot"
	case len(name) > 64:
		return "longer than 64 characters"
	}
	return ""
}

func (t *tools) finish(r *Report) {
	for why, tools := range t.refused {
		r.add(HostLimit, fmt.Sprintf("%s %s: %s", things(len(tools), "name"), why, names(tools)), places(tools)...)
	}
	t.neverCalled(r)
}

// neverCalled reports the tools that nobody called, unless calls or tools were too many to be sure.
func (t *tools) neverCalled(r *Report) {
	var idle []*listedTool
	for name, tool := range t.listed {
		if !t.called[name] {
			idle = append(idle, tool)
		}
	}
	if t.lost || len(idle) == 0 {
		return
	}
	slices.SortFunc(idle, func(a, b *listedTool) int {
		return cmp.Or(cmp.Compare(a.at.Line, b.at.Line), cmp.Compare(a.index, b.index))
	})
	r.add(NeverCalled, fmt.Sprintf("%d of %s: %s", len(idle), things(len(t.listed), "tool"), names(idle)), places(idle)...)
}

func things(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

const (
	namesShown  = 4  // in the sentence
	placesShown = 32 // as events
)

func names(tools []*listedTool) string {
	var words []string
	for i, tool := range tools {
		if i == namesShown {
			return strings.Join(words, ", ") + fmt.Sprintf(" and %d more", len(tools)-i)
		}
		words = append(words, model.Quote(tool.name))
	}
	return strings.Join(words, ", ")
}

func places(tools []*listedTool) []Event {
	var all []Event
	for _, tool := range tools[:min(len(tools), placesShown)] {
		all = append(all, tool.at)
	}
	return all
}
