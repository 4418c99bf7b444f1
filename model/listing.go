package model

import "slices"

// listings keeps the definitions in force (M9). The survey enters all list results into the history of
// the recording; the judging pass puts in force what is certain.
type listings struct {
	t      *Tracker
	tables map[tableKey]*definitionTable
	order  []tableKey
	names  int
	chains chains
	lists  recurringLists
	listed map[string]bool // of the chain that has just ended
}

type tableKey struct {
	scope  int
	method string
}

// definitionTable holds the definitions of one list method that are in force: of each name the latest
// few, two of one sender.
type definitionTable struct{ byName map[string][]*Definition }

// sameName is how many definitions of one name are kept for different senders.
const sameName = 4

// inForceBound is how many names are kept over all tables; what is not kept counts as unlisted.
const inForceBound = 4 * remembered

func (l *listings) start(t *Tracker) {
	*l = listings{t: t, tables: map[tableKey]*definitionTable{}, listed: map[string]bool{}}
	l.lists.names = &t.names
	l.chains.waiting = map[chainKey][]*Chain{}
}

func (l *listings) message(s *Step) {
	m := s.Message
	if l.t.surveying {
		l.survey(s)
		return
	}
	if m.Class == RequestClass {
		l.requested(m)
		return
	}
	r := s.Answered
	if r == nil || !r.Real() || m.Class != ResultClass {
		return
	}
	if _, _, list := ListKey(r.Method); !list || r.Contested {
		return
	}
	list := l.lists.list(r.Method, m.Result())
	page := l.chains.answered(r, m, list)
	if defines(r.Method) && m.Era == Judged && l.scoped(r.Message) {
		l.define(r, m, list)
	}
	s.Page = page
	if page != nil && page.Complete && !page.Ambiguous && defines(r.Method) {
		l.unlist(l.table(r.Message, r.Method), page.Chain)
	}
}

// requested follows chains, and keeps for a call the definition that is in force now: until it is
// answered, newer ones may come.
func (l *listings) requested(m *Message) {
	switch m.Method {
	case "tools/call":
		m.inForce = l.t.Definition("tools/list", m.Params().Get("name").Str(), m)
	case "prompts/get":
		m.inForce = l.t.Definition("prompts/list", m.Params().Get("name").Str(), m)
	default:
		if _, _, list := ListKey(m.Method); !list || !l.scoped(m) {
			return
		}
		if r := l.t.RequestOf(m); r != nil {
			l.chains.requested(l.scopeOf(m), r)
		}
	}
}

// survey enters the elements of a list result into the history, and notes changes.
func (l *listings) survey(s *Step) {
	m, r, f := s.Message, s.Answered, l.t.Facts
	if r == nil {
		if list, ok := listChangedMethod(m.Method); ok && m.Sender() == Server && m.Class == NotificationClass {
			f.changed(list, m.Line)
		}
		return
	}
	if m.Class != ResultClass || !defines(r.Method) {
		return
	}
	array, _, _ := ListKey(r.Method)
	items := m.Result().Get(array)
	key := listKey{0, r.Method, items.Fingerprint()}
	f.definitions.enter(key, items, m.Line)
	if r.Session != nil {
		key.scope = r.Session.Line
		f.definitions.enter(key, items, m.Line)
	}
}

// listChangedMethod is the list method whose change a notification tells of.
func listChangedMethod(notification string) (list string, ok bool) {
	switch notification {
	case "notifications/tools/list_changed":
		return "tools/list", true
	case "notifications/prompts/list_changed":
		return "prompts/list", true
	}
	return "", false
}

// doubtful takes note of a list result that cannot be read for certain: what it may have changed is not
// known any more.
func (l *listings) doubtful(s *Step) {
	r := s.Answered
	if r == nil || !defines(r.Method) {
		return
	}
	if l.t.surveying {
		l.t.Facts.changed(r.Method, s.Line)
		return
	}
	if l.scoped(r.Message) {
		l.names -= len(l.table(r.Message, r.Method).byName)
		l.table(r.Message, r.Method).byName = map[string][]*Definition{}
	}
}

// scoped reports a message to which definitions can apply: at a handshake revision they are those of its
// session.
func (l *listings) scoped(m *Message) bool { return !l.t.Profile.Handshake || m.Session != nil }

// definitionScope is where the definitions that concern a message stand.
func (l *listings) definitionScope(m *Message) int {
	if l.t.Profile.Handshake && m.Session != nil {
		return m.Session.Line
	}
	return 0
}

// otherEra is the scope of chains that do not belong to the judged revision.
const otherEra = -1

func (l *listings) scopeOf(m *Message) int {
	if m.Era != Judged {
		return otherEra
	}
	return l.definitionScope(m)
}

func (l *listings) table(m *Message, method string) *definitionTable {
	key := tableKey{l.definitionScope(m), method}
	t := l.tables[key]
	if t == nil {
		t = &definitionTable{map[string][]*Definition{}}
		l.tables[key] = t
		l.order = append(l.order, key)
	}
	return t
}

// define puts the definitions of a list result in force.
func (l *listings) define(r *Request, m *Message, list *list) {
	table := l.table(r.Message, r.Method)
	by := &shown{m.Place(), m.Era, r.SenderName(), l.definitionScope(r.Message), l.t.Facts}
	definitions := make([]Definition, len(list.elements)) // in one piece: they come and go together
	for i := range definitions {
		definitions[i] = Definition{&list.elements[i], by}
		l.put(table, &definitions[i])
	}
}

func (l *listings) put(t *definitionTable, d *Definition) {
	known := t.byName[d.Name]
	if n := len(known); n > 0 {
		d.inherit(known[n-1].element)
		switch {
		case n > 1 && known[n-1].sender == d.sender && known[n-2].sender == d.sender:
			known[n-2], known[n-1] = known[n-1], d
		case n == sameName:
			copy(known, known[1:])
			known[n-1] = d
		default:
			t.byName[d.Name] = append(known, d)
		}
		return
	}
	if l.room(t) {
		l.names++
		t.byName[d.Name] = []*Definition{d}
	}
}

// room makes room for another name by forgetting the oldest other table.
func (l *listings) room(t *definitionTable) bool {
	for l.names >= inForceBound || len(l.order) > inForceBound {
		if len(l.order) == 1 {
			return false
		}
		key := l.order[0]
		l.order = l.order[1:]
		if l.tables[key] == t {
			l.order = append(l.order, key)
			continue
		}
		l.names -= len(l.tables[key].byName)
		delete(l.tables, key)
	}
	return true
}

// forget takes out of force what was listed in a session that is over.
func (l *listings) forget(n *Session) {
	l.order = slices.DeleteFunc(l.order, func(key tableKey) bool {
		if key.scope != n.Line {
			return false
		}
		l.names -= len(l.tables[key].byName)
		delete(l.tables, key)
		return true
	})
}

// unlist takes out of force what a chain of pages that ended later leaves out.
func (l *listings) unlist(t *definitionTable, c *Chain) {
	clear(l.listed)
	for _, name := range c.Names {
		l.listed[name] = true
	}
	for name := range t.byName {
		if !l.listed[name] {
			delete(t.byName, name)
			l.names--
		}
	}
}

// RequestOf gives the request that a message opened.
func (t *Tracker) RequestOf(m *Message) *Request {
	if x := m.HTTP; x != nil && x.Body == m && x.Request != nil && x.Request.Message == m {
		return x.Request
	}
	for r := range t.open[m.Sender()].named(m.Key) {
		if r.Message == m {
			return r
		}
	}
	return nil
}

// Definition gives the definition of a tool or prompt in force for a request, or nil if the name is
// unlisted (M9). Method is "tools/list" or "prompts/list". What another client was shown is not in force:
// lists may depend on who asks. It speaks against the stability of a definition all the same.
func (t *Tracker) Definition(method, name string, r *Message) *Definition {
	if !t.listings.scoped(r) {
		return nil
	}
	if d := r.inForce; d != nil && d.Method == method && d.Name == name {
		return d
	}
	table := t.listings.tables[tableKey{t.listings.definitionScope(r), method}]
	if table == nil {
		return nil
	}
	before := r.Line
	if head := r.head(); head != nil {
		before = min(before, head.Line)
	}
	known := table.byName[name]
	sender := r.SenderName()
	for i := len(known) - 1; i >= 0; i-- {
		if d := known[i]; d.Listing.Line < before && d.sender == sender {
			if !d.Value.Exists() {
				return nil
			}
			return d
		}
	}
	return nil
}
