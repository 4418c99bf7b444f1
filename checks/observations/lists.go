package observations

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mcpx/model"
)

// lists counts requests for the same list.
type lists struct {
	by     map[listKey]*asked
	method map[string][]listKey // by what a list_changed notification speaks of
	done   []*asked             // that a change ended
}

type listKey struct {
	session int
	sender  model.Party
	client  string
	method  string
	params  [32]byte
}

// asked is a list that was asked for again and again.
type asked struct {
	method string
	count  int
	first  Event
	last   Event
}

// repeatedFrom is how often a list has to be asked for to be worth a word.
const repeatedFrom = 3

func newLists() lists { return lists{by: map[listKey]*asked{}, method: map[string][]listKey{}} }

func (l *lists) message(m *model.Message) {
	if m.Class == model.NotificationClass {
		if rest, ok := strings.CutPrefix(m.Method, "notifications/"); ok {
			if what, ok := strings.CutSuffix(rest, "/list_changed"); ok {
				l.changed(what)
			}
		}
		return
	}
	if _, _, list := model.ListKey(m.Method); !list || m.Class != model.RequestClass {
		return
	}
	k := listKey{sender: m.Sender(), client: m.SenderName(), method: m.Method, params: m.Params().DigestWithout("_meta")}
	if m.Session != nil {
		k.session = m.Session.Ordinal + 1
	}
	a := l.by[k]
	if a == nil {
		if len(l.by) >= remembered {
			return
		}
		a = &asked{method: m.Method, first: at("first time", m.Event)}
		l.by[k] = a
		what, _, _ := strings.Cut(m.Method, "/")
		l.method[what] = append(l.method[what], k)
	}
	a.count++
	a.last = at("last time", m.Event)
}

// changed ends the counting of a list that was said to have changed: to ask again is what is wanted.
func (l *lists) changed(what string) {
	for _, k := range l.method[what] {
		if a := l.by[k]; a.count >= repeatedFrom && len(l.done) < kept {
			l.done = append(l.done, a)
		}
		delete(l.by, k)
	}
	delete(l.method, what)
}

func (l *lists) finish(r *Report) {
	all := l.done
	for _, a := range l.by {
		if a.count >= repeatedFrom {
			all = append(all, a)
		}
	}
	slices.SortFunc(all, func(a, b *asked) int { return cmp.Compare(a.last.Line, b.last.Line) })
	for _, a := range all {
		r.add(Repeated, fmt.Sprintf("%s %d times with the same parameters", a.method, a.count), a.last, a.first)
	}
}
