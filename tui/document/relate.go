package document

import (
	"sort"

	"mcpx/model"
)

// remembered bounds how many open ids and progress tokens are kept to tie later events to.
const remembered = 1 << 12

// relations finds out how events stand in the conversation, from the steps of a tracker.
type relations struct {
	links chunks[Link]
	lines chunks[uint32] // of the events, rising
	pairs []int32        // the requests

	open    [2]recent // rows of requests by id, by who sent them
	tokens  [2]recent // rows of requests by progress token
	changed func(row int32)
}

func newRelations() *relations { return &relations{changed: func(int32) {}} }

// add enters the next event.
func (r *relations) add(s *model.Step) {
	at := int32(r.links.n)
	link := noLink()
	link.Begins = s.SessionBegins
	if n := s.Session; n != nil {
		link.Session = int32(n.Ordinal)
	}
	r.links.add(link)
	r.lines.add(uint32(s.Line))
	if s.HTTP != nil {
		r.exchange(at, s.HTTP, s.Event)
	}
	if s.Message != nil && !s.Aside {
		r.message(at, s)
	}
}

func (r *relations) link(row int32) *Link { return r.links.at(int(row)) }

// rowOf is the row of a line, None if it is not among the events.
func (r *relations) rowOf(e *model.Event) int32 {
	if e == nil {
		return None
	}
	return r.rowOfLine(e.Line)
}

// rowOfLine looks from the end on, in growing steps: most events belong to one that has just been.
func (r *relations) rowOfLine(line int) int32 {
	n := r.lines.n
	from, end := max(0, n-1), n
	for step := 1; from > 0 && *r.lines.at(from) > uint32(line); step *= 2 {
		from, end = max(0, from-step), from
	}
	i := from + sort.Search(end-from, func(i int) bool { return *r.lines.at(from + i) >= uint32(line) })
	if i == n || *r.lines.at(i) != uint32(line) {
		return None
	}
	return int32(i)
}

// exchange ties the events of an HTTP exchange.
func (r *relations) exchange(at int32, x *model.HTTPExchange, e *model.Event) {
	head, status := r.rowOf(x.Head), r.rowOf(x.Status)
	body := int32(None)
	if x.Body != nil {
		body = r.rowOf(x.Body.Event)
	}
	r.link(at).Head, r.link(at).Status = head, status
	switch {
	case e.Kind == model.HTTPEvent && e.Direction == model.ServerToClient:
		for _, row := range [...]int32{head, body} {
			r.set(row, func(l *Link) { l.Status = at })
		}
		r.root(at, body)
	case at == body && head != None:
		root := r.link(at).Root
		r.set(head, func(l *Link) { l.Root = root })
	}
}

func (r *relations) set(row int32, change func(*Link)) {
	if row == None {
		return
	}
	change(r.link(row))
	r.changed(row)
}

// root makes the event part of the conversation of another one.
func (r *relations) root(at, of int32) {
	if of == None || of == at {
		return
	}
	r.link(at).Root = r.link(of).Root
}

func (r *relations) message(at int32, s *model.Step) {
	m := s.Message
	r.link(at).Class = m.Class
	switch m.Class {
	case model.RequestClass:
		r.request(at, s)
	case model.ResultClass, model.ErrorClass:
		r.answer(at, s)
	case model.NotificationClass:
		r.notification(at, m)
	}
	if head := r.link(at).Head; head != None && m.Sender() == model.Client {
		root := r.link(at).Root
		r.set(head, func(l *Link) { l.Root = root })
	}
}

func (r *relations) request(at int32, s *model.Step) {
	m := s.Message
	r.pairs = append(r.pairs, at)
	r.link(at).Root = at
	switch {
	case s.Retry != nil:
		r.link(at).Retry = true
		if s.Retry.Round != nil {
			r.root(at, r.rowOf(s.Retry.Round.Request.Event))
		}
	case m.Sender() == model.Server && m.HTTP != nil && m.HTTP.Request != nil:
		r.root(at, r.rowOf(m.HTTP.Request.Event))
	}
	if m.Usable {
		r.open[m.Sender()].put(m.Key, at)
	}
	if token, ok := m.Token(); ok {
		r.tokens[m.Sender()].put(token, at)
	}
}

func (r *relations) answer(at int32, s *model.Step) {
	if s.Answered == nil {
		return
	}
	request := r.rowOf(s.Answered.Event)
	if request == None {
		return
	}
	r.link(at).Partner = request
	r.set(request, func(l *Link) { l.Partner = at })
	r.root(at, request)
	if r.link(request).Stream == InStream {
		r.link(at).Stream = LastInStream
	}
}

// notification ties a message to the request that it speaks about, or on whose exchange it came.
func (r *relations) notification(at int32, m *model.Message) {
	from := int32(None)
	other := m.Sender().Other()
	switch m.Method {
	case "notifications/progress":
		if key, ok := m.Params().Get("progressToken").Key(); ok {
			from = r.tokens[other].get(key)
		}
	case "notifications/cancelled":
		if key, ok := m.Params().Get("requestId").Key(); ok {
			from = r.open[m.Sender()].get(key)
			r.set(from, func(l *Link) { l.Cancelled = true })
		}
	default:
		if key, ok := m.SubscriptionID().Key(); ok {
			from = r.open[other].get(key)
		}
	}
	if from == None && m.Sender() == model.Server && m.HTTP != nil && m.HTTP.Request != nil {
		from = r.rowOf(m.HTTP.Request.Event)
	}
	r.root(at, from)
	if from == None || m.Method == "notifications/cancelled" {
		return
	}
	r.link(at).Stream = InStream
	if r.link(from).Stream == NoStream {
		r.link(at).Stream = FirstInStream
		// The request itself draws no bracket; it remembers that its stream has begun.
		r.set(from, func(l *Link) { l.Stream = InStream })
	}
}

// recent remembers the latest rows by key.
type recent struct {
	rows  map[model.Key]int32
	order []model.Key
}

func (m *recent) put(key model.Key, row int32) {
	if m.rows == nil {
		m.rows = map[model.Key]int32{}
	}
	if _, known := m.rows[key]; !known {
		m.order = append(m.order, key)
	}
	m.rows[key] = row
	if len(m.order) > remembered {
		delete(m.rows, m.order[0])
		m.order = m.order[1:]
	}
}

func (m *recent) get(key model.Key) int32 {
	if row, ok := m.rows[key]; ok {
		return row
	}
	return None
}
