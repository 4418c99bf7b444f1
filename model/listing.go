package model

import "slices"

// Chain is a chain of pages: a list request without cursor and those that continue it (M9).
type Chain struct {
	Method    string
	Sender    string   // of the requests, see Message.SenderName
	Session   *Session // at a handshake revision
	Start     *Request // the request without cursor
	First     *Message // the first page
	Last      *Message // the latest page
	Pages     int
	Names     []string // what identifies the elements, over all pages so far, in order
	Ambiguous bool     // two unconsumed pages issued the cursor that continued it
	Complete  bool     // its latest page has no nextCursor
	// Plain chains ask for nothing but cursor and _meta in params (C9).
	Plain bool
}

// Page is one answered list request.
type Page struct {
	*Chain
	Request *Request
	Result  *Message
	Number  int // from 1
}

// Continued reports a page that continues a chain by a cursor.
func (p *Page) Continued() bool { return p.Number > 1 }

type chainKey struct {
	scope  int
	method string
	sender string
	cursor string
}

// listings keeps the definitions in force and the chains of pages (M9).
type listings struct {
	t           *Tracker
	definitions map[definitionKey][]*Definition // at most the latest two
	order       []definitionKey
	waiting     map[chainKey][]*Chain // by the cursor their latest page issued
	waitOrder   []chainKey
	running     map[*Request]*Chain // list requests not answered yet
}

func (l *listings) start(t *Tracker) {
	*l = listings{t: t, definitions: map[definitionKey][]*Definition{}, waiting: map[chainKey][]*Chain{}, running: map[*Request]*Chain{}}
}

func (l *listings) message(s *Step) {
	m := s.Message
	if _, _, list := ListKey(m.Method); list && m.Class == RequestClass {
		l.requested(m)
	}
	for _, r := range s.EndedRequests {
		delete(l.running, r)
	}
	r := s.Answered
	if r == nil {
		l.changed(m)
		return
	}
	if _, _, list := ListKey(r.Method); !list || !r.Real() {
		return
	}
	chain := l.running[r]
	delete(l.running, r)
	if m.Class != ResultClass || r.Contested {
		return
	}
	l.answered(s, r, chain)
}

func (l *listings) scope(m *Message) int {
	if m.Session != nil {
		return m.Session.Ordinal + 1
	}
	return 0
}

func (l *listings) key(m *Message, method, cursor string) chainKey {
	return chainKey{l.scope(m), method, m.SenderName(), cursor}
}

// requested starts a chain or continues the one whose cursor it carries.
func (l *listings) requested(m *Message) {
	r := l.t.requestOf(m)
	if r == nil {
		return
	}
	cursor := m.Params().Get("cursor")
	plain := true
	for name := range m.Params().Members() {
		plain = plain && (name == "cursor" || name == "_meta")
	}
	if !cursor.Given() {
		l.running[r] = &Chain{Method: m.Method, Sender: m.SenderName(), Session: m.Session, Start: r, Plain: plain}
		return
	}
	key := l.key(m, m.Method, cursor.Str())
	chains := l.waiting[key]
	if len(chains) == 0 {
		return
	}
	c := chains[0]
	c.Ambiguous = c.Ambiguous || len(chains) > 1
	c.Plain = c.Plain && plain
	if rest := chains[1:]; len(rest) > 0 {
		rest[0].Ambiguous = true
		l.waiting[key] = rest
	} else {
		delete(l.waiting, key)
	}
	l.running[r] = c
}

func (l *listings) answered(s *Step, r *Request, c *Chain) {
	m := s.Message
	array, id, _ := ListKey(r.Method)
	items := m.Result().Get(array)
	if c == nil {
		l.define(r, m, items, array, id)
		return
	}
	if c.First == nil {
		c.First = m
	}
	c.Last = m
	c.Pages++
	for _, e := range items.Elems() {
		if n := e.Get(id); n.IsString() {
			c.Names = append(c.Names, n.Str())
		}
	}
	l.define(r, m, items, array, id)
	s.Page = &Page{Chain: c, Request: r, Result: m, Number: c.Pages}
	if next := m.Result().Get("nextCursor"); next.Given() {
		l.wait(l.key(r.Message, r.Method, next.Str()), c)
		return
	}
	c.Complete = true
	if !c.Ambiguous {
		l.unlist(c)
	}
}

func (l *listings) wait(key chainKey, c *Chain) {
	l.waiting[key] = append(l.waiting[key], c)
	l.waitOrder = append(l.waitOrder, key)
	if len(l.waitOrder) > remembered {
		delete(l.waiting, l.waitOrder[0])
		l.waitOrder = l.waitOrder[1:]
	}
}

// define puts the definitions of a list result in force.
func (l *listings) define(r *Request, m *Message, items Value, array, id string) {
	if r.Method != "tools/list" && r.Method != "prompts/list" {
		return
	}
	count := map[string]int{}
	for _, e := range items.Elems() {
		count[e.Get(id).Str()]++
	}
	for i, e := range items.Elems() {
		name := e.Get(id)
		if !name.IsString() {
			continue
		}
		key := definitionKey{l.scope(r.Message), r.Method, name.Str()}
		if l.t.surveying {
			l.t.Facts.listed(key, m.Line, e)
			continue
		}
		d := &Definition{Name: name.Str(), Method: r.Method, Value: e, Listing: m, Pointer: Pointer("result", array, i), facts: l.t.Facts, key: key}
		if count[d.Name] > 1 {
			d.Value = Value{} // named more than once: unlisted, yet it hides older definitions
		}
		l.put(key, d)
	}
}

func (l *listings) put(key definitionKey, d *Definition) {
	known := l.definitions[key]
	if len(known) == 0 {
		l.order = append(l.order, key)
	}
	known = append(known, d)
	l.definitions[key] = known[max(0, len(known)-2):]
	if len(l.order) > 4*remembered {
		delete(l.definitions, l.order[0])
		l.order = l.order[1:]
	}
}

// unlist takes definitions out of force that a complete chain, begun after they were listed, leaves out.
func (l *listings) unlist(c *Chain) {
	if c.Method != "tools/list" && c.Method != "prompts/list" || l.t.surveying {
		return
	}
	for key, known := range l.definitions {
		d := known[len(known)-1]
		if key.method == c.Method && key.scope == l.scope(c.Start.Message) && d.Listing.Line < c.Start.Line && !slices.Contains(c.Names, key.name) {
			l.put(key, &Definition{Name: key.name, Method: key.method, Listing: c.Last, facts: l.t.Facts, key: key})
		}
	}
}

// changed notes a list_changed notification for the stability of definitions.
func (l *listings) changed(m *Message) {
	if !l.t.surveying || m.Class != NotificationClass || m.Sender() != Server {
		return
	}
	var method string
	switch m.Method {
	case "notifications/tools/list_changed":
		method = "tools/list"
	case "notifications/prompts/list_changed":
		method = "prompts/list"
	default:
		return
	}
	f := l.t.Facts
	if f.listChanged == nil {
		f.listChanged = map[string][]int{}
	}
	if len(f.listChanged[method]) < 16*remembered {
		f.listChanged[method] = append(f.listChanged[method], m.Line)
	}
}

// requestOf gives the request that a message opened.
func (t *Tracker) requestOf(m *Message) *Request {
	if m.HTTP != nil && m.HTTP.Body == m {
		return m.HTTP.Request
	}
	if !m.Usable {
		return nil
	}
	rs := t.open[m.Sender()].byKey[m.Key]
	for _, r := range rs {
		if r.Message == m {
			return r
		}
	}
	return nil
}

// Definition gives the definition of a tool or prompt in force for a request, or nil if the name is
// unlisted (M9). Method is "tools/list" or "prompts/list".
func (t *Tracker) Definition(method, name string, r *Message) *Definition {
	before := r.Line
	if head := r.head(); head != nil {
		before = head.Line
	}
	known := t.listings.definitions[definitionKey{t.listings.scope(r), method, name}]
	for i := len(known) - 1; i >= 0; i-- {
		if d := known[i]; d.Listing.Line < before {
			if !d.Value.Exists() {
				return nil
			}
			return d
		}
	}
	return nil
}

// Definitions yields the definitions of a list method in force for a request.
func (t *Tracker) Definitions(method string, r *Message) func(yield func(*Definition) bool) {
	return func(yield func(*Definition) bool) {
		scope := t.listings.scope(r)
		for key := range t.listings.definitions {
			if key.method != method || key.scope != scope {
				continue
			}
			if d := t.Definition(method, key.name, r); d != nil && !yield(d) {
				return
			}
		}
	}
}
