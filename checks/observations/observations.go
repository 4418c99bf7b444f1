// Package observations finds what a reader of a recording wants to know though no clause speaks of it:
// silence, disconnects, answers that nearly fit. An observation has no verdict and accuses nobody.
package observations

import (
	"cmp"
	"fmt"
	"slices"

	"mcpx/model"
)

// Kind is what an observation is about.
type Kind uint8

// The kinds of observations.
const (
	Unanswered Kind = iota
	OtherIDType
	AnsweredNotification
	Disconnect
	ServerFirst
	NeverCalled
	Repeated
	Gap
	HostLimit
)

// String is the observation in a few words.
func (k Kind) String() string {
	return [...]string{
		"request without an answer", "answer with an id of another type", "answer without id behind a notification",
		"disconnect", "the server speaks first", "tools listed and never called", "the same list asked for again",
		"gap in the recording", "name that some hosts refuse",
	}[k]
}

// Kinds lists all kinds.
func Kinds() []Kind {
	return []Kind{Unanswered, OtherIDType, AnsweredNotification, Disconnect, ServerFirst, NeverCalled, Repeated, Gap, HostLimit}
}

// Event is an event that an observation rests on, and what it is in it.
type Event struct {
	Line int
	Seq  uint64
	What string
}

// Observation is something worth knowing, with the events it rests on; the first is the one to look at.
type Observation struct {
	Kind   Kind
	Detail string
	Events []Event
}

// kept bounds the observations of a kind that are kept whole; further ones are counted.
const kept = 1000

// Observer collects the observations of a recording.
type Observer struct {
	tracker *model.Tracker
	found   []Observation
	counts  map[Kind]int

	previous    *model.Event
	lastMessage *model.Message
	spoken      [2]bool // by transport: a message was seen
	opened      [2]bool // by transport: its transport-open was seen
	lists       map[listKey]listSeen
	listed      map[string]*model.Message // tools by name
	called      map[string]bool
	calls       int
	hostLimits  map[string]bool
	gapsFrom    uint64
	seen        bool
}

type listKey struct {
	session *model.Session
	method  string
	params  [32]byte
}

type listSeen struct {
	first, last *model.Message
	count       int
}

// New makes an observer that is fed the steps of a tracker.
func New(t *model.Tracker) *Observer {
	return &Observer{tracker: t, counts: map[Kind]int{}, lists: map[listKey]listSeen{}, listed: map[string]*model.Message{}, called: map[string]bool{}, hostLimits: map[string]bool{}}
}

func at(what string, e *model.Event) Event { return Event{Line: e.Line, Seq: e.Seq, What: what} }

func (o *Observer) add(k Kind, detail string, events ...Event) {
	o.counts[k]++
	if o.counts[k] <= kept {
		o.found = append(o.found, Observation{Kind: k, Detail: detail, Events: events})
	}
}

// Feed takes the next step of the recording.
func (o *Observer) Feed(s *model.Step) {
	o.gap(s.Event)
	for _, r := range s.EndedRequests {
		if r.Real() && r.Answer == nil {
			o.unanswered(r)
		}
	}
	switch s.Kind {
	case model.MessageEvent:
		if s.Message.Class != model.Foreign {
			o.message(s)
		}
	case model.LifecycleEvent:
		o.lifecycle(s)
	}
	o.previous = s.Event
}

func (o *Observer) gap(e *model.Event) {
	if e.Kind == model.BadEvent {
		o.add(Gap, fmt.Sprintf("line %d could not be read: %s", e.Line, e.Problem.Text), at("lost line", e))
		return
	}
	if o.seen && e.Seq > o.gapsFrom+1 {
		o.add(Gap, fmt.Sprintf("seq jumps from %d to %d", o.gapsFrom, e.Seq), at("first behind the gap", e))
	}
	o.seen, o.gapsFrom = true, e.Seq
}

func (o *Observer) unanswered(r *model.Request) {
	name := r.Method
	if target := r.Target(); target != "" {
		name += " " + model.Quote(target)
	}
	o.add(Unanswered, fmt.Sprintf("%s %s of the %s was never answered", name, r.ID.Compact(), r.Sender()), at("request", r.Event))
}

func (o *Observer) message(s *model.Step) {
	m := s.Message
	if !o.spoken[m.Transport] && m.Sender() == model.Server && o.opened[m.Transport] {
		o.add(ServerFirst, "the first message is "+describe(m)+" of the server", at("first message", m.Event))
	}
	o.spoken[m.Transport] = true
	if m.Response() && m.Request == nil && !m.Misplaced {
		o.unpaired(m)
	}
	if m.Class == model.RequestClass {
		o.request(m)
	}
	if s.Answered != nil && s.Answered.Method == "tools/list" {
		o.tools(m)
	}
	o.lastMessage = m
}

func describe(m *model.Message) string {
	switch {
	case m.Method != "":
		return m.Method
	case m.Class == model.ResultClass:
		return "a result"
	case m.Class == model.ErrorClass:
		return "an error"
	default:
		return "no JSON-RPC message"
	}
}

func (o *Observer) unpaired(m *model.Message) {
	last := o.lastMessage
	if !m.ID.Given() {
		if last != nil && last.Class == model.NotificationClass && last.Sender() != m.Sender() && last.Transport == m.Transport {
			o.add(AnsweredNotification, describe(m)+" without id right behind "+last.Method, at("answer", m.Event), at("notification", last.Event))
		}
		return
	}
	for r := range o.tracker.InFlight(m.Sender().Other()) {
		if r.Key != m.Key && spelledAlike(r.ID, m.ID) {
			o.add(OtherIDType, fmt.Sprintf("answer to %s, the open request has id %s", m.ID.Compact(), r.ID.Compact()), at("answer", m.Event), at("request", r.Event))
			return
		}
	}
}

// spelledAlike reports two ids that read the same but for their quotes.
func spelledAlike(a, b model.Value) bool { return spelling(a) == spelling(b) }

func spelling(v model.Value) string {
	if v.IsString() {
		return v.Str()
	}
	return v.Num()
}

func (o *Observer) request(m *model.Message) {
	if m.Method == "tools/call" && m.Sender() == model.Client {
		o.calls++
		if len(o.called) < kept {
			o.called[m.Target()] = true
		}
	}
	if _, _, list := model.ListKey(m.Method); !list || len(o.lists) > 4*kept {
		return
	}
	k := listKey{m.Session, m.Method, m.Params().DigestWithout("_meta")}
	seen := o.lists[k]
	if seen.first == nil {
		seen.first = m
	}
	seen.last = m
	seen.count++
	o.lists[k] = seen
}

func (o *Observer) tools(m *model.Message) {
	for i, tool := range m.Result().Get("tools").Elems() {
		name := tool.Get("name")
		if !name.IsString() || len(o.listed) > 4*kept {
			continue
		}
		if _, known := o.listed[name.Str()]; !known {
			o.listed[name.Str()] = m
		}
		if why := hostLimit(name.Str()); why != "" && !o.hostLimits[name.Str()] {
			o.hostLimits[name.Str()] = true
			o.add(HostLimit, fmt.Sprintf("tools[%d] %s %s", i, name.Compact(), why), at("listing", m.Event))
		}
	}
}

// hostLimit says which limit of well-known hosts a tool name exceeds though the protocol allows it.
func hostLimit(name string) string {
	for _, r := range name {
		if r == '.' {
			return "holds a dot, which some hosts refuse"
		}
	}
	if len(name) > 64 && len(name) <= 128 {
		return "is longer than the 64 characters that some hosts allow"
	}
	return ""
}

func (o *Observer) lifecycle(s *model.Step) {
	if s.Lifecycle == model.TransportOpen {
		o.opened[s.Transport], o.spoken[s.Transport] = true, false
		return
	}
	open := 0
	for _, r := range s.EndedRequests {
		if r.Real() {
			open++
		}
	}
	if s.Lifecycle == model.TransportAbort || open > 0 && s.Direction == model.ServerToClient {
		detail := s.Lifecycle.String()
		if open > 0 {
			detail += fmt.Sprintf(" with %d open", open)
		}
		events := []Event{at("disconnect", s.Event)}
		if o.previous != nil {
			events = append(events, at("last event before", o.previous))
			detail += " right behind " + word(o.previous)
		}
		o.add(Disconnect, detail, events...)
	}
}

func word(e *model.Event) string {
	switch e.Kind {
	case model.HTTPEvent:
		if e.Status > 0 {
			return fmt.Sprintf("status %d", e.Status)
		}
		return "an HTTP request"
	case model.LifecycleEvent:
		return e.Lifecycle.String()
	case model.MessageEvent:
		if method := e.Payload.Get("method"); method.IsString() {
			return model.Clip(method.Str())
		}
		return "a response"
	default:
		return "an unreadable line"
	}
}

// Observations ends the recording and gives what was found, in the order of the recording, and how many
// of each kind there are in all.
func (o *Observer) Observations() ([]Observation, map[Kind]int) {
	for _, p := range []model.Party{model.Client, model.Server} {
		for r := range o.tracker.InFlight(p) {
			if r.Real() {
				o.unanswered(r)
			}
		}
	}
	for _, l := range o.lists {
		if l.count > 2 {
			o.add(Repeated, fmt.Sprintf("%s asked %d times with the same parameters", l.first.Method, l.count), at("last time", l.last.Event), at("first time", l.first.Event))
		}
	}
	o.neverCalled()
	slices.SortFunc(o.found, func(a, b Observation) int {
		return cmp.Or(cmp.Compare(a.Events[0].Line, b.Events[0].Line), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Detail, b.Detail))
	})
	return o.found, o.counts
}

func (o *Observer) neverCalled() {
	var first *model.Message
	for name, m := range o.listed {
		if o.called[name] {
			return
		}
		if first == nil || m.Line < first.Line {
			first = m
		}
	}
	if first != nil && o.calls == 0 {
		o.add(NeverCalled, fmt.Sprintf("%d tools listed, none was called", len(o.listed)), at("listing", first.Event))
	}
}
