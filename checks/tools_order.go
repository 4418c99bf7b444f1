package checks

import (
	"strconv"
	"strings"

	"mcpx/model"
)

// toolOrder remembers each client's latest first page of tools.
type toolOrder struct {
	w       *Watch
	lists   recent[string, toolList] // by sender
	changed int                      // line of the latest tools/list_changed
}

type toolList struct {
	names []string
	from  Related // the list result; the line itself is not kept
}

// step notes list_changed of any era: it excuses (G15).
func (o *toolOrder) step(s *model.Step) {
	if m := s.Message; m != nil && m.Method == "notifications/tools/list_changed" {
		o.changed = s.Line
	}
}

func (o *toolOrder) list(r *model.Request, a *model.Message) {
	if a.Class != model.ResultClass {
		return
	}
	if r.Contested {
		o.lists = recent[string, toolList]{} // whose list it is stays open
		return
	}
	for name := range r.Params().Members() {
		if name != "_meta" && !(name == "cursor" && !r.Params().Get("cursor").Given()) {
			return // a later page, or a list of some other kind
		}
	}
	sender := r.SenderName()
	before, known := o.lists.lookup(sender)
	now := toolList{before.names, Rel("listing", a.Event)}
	same := known && before.is(a)
	if !same {
		now.names = toolNames(a)
	}
	o.lists.put(sender, now)
	if !known || len(now.names) < 2 || o.changed > before.from.Line || !same && !sameSet(before.names, now.names) {
		return
	}
	fault := ""
	if !same {
		fault = say("tools/list order %s, was %s at seq %d", nameList(now.names), nameList(before.names), before.from.Seq)
	}
	o.w.Judge(a.Event, "/result/tools", fault, before.from)
}

// is reports that a result names just these tools in this order; it allocates nothing.
func (l toolList) is(a *model.Message) bool {
	n := 0
	for _, tool := range a.Result().Get("tools").Elems() {
		name := tool.Get("name")
		if !name.IsString() {
			continue
		}
		if n == len(l.names) || !name.Is(l.names[n]) {
			return false
		}
		n++
	}
	return n == len(l.names)
}

func toolNames(a *model.Message) []string {
	var names []string
	for _, tool := range a.Result().Get("tools").Elems() {
		if name := tool.Get("name"); name.IsString() {
			names = append(names, name.Str())
		}
	}
	return names
}

// sameSet reports the same names, each as often.
func sameSet(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	count := map[string]int{}
	for _, name := range a {
		count[name]++
	}
	for _, name := range b {
		if count[name]--; count[name] < 0 {
			return false
		}
	}
	return true
}

// nameList is a list of names as JSON, cut for a detail.
func nameList(names []string) string {
	var b strings.Builder
	for i, name := range names {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Quote(name))
		if b.Len() > 1000 {
			break
		}
	}
	return model.Clip("[" + b.String() + "]")
}
