package observations

import (
	"fmt"

	"mcpx/model"
)

// Observer collects the observations of a recording. What it remembers is bounded.
type Observer struct {
	tracker *model.Tracker
	report  Report

	previous *model.Event   // of any kind
	last     *model.Message // of the protocol
	highest  uint64         // seq of the previous event that can be read
	seen     bool
	spoken   [2]bool // by transport: a message was seen
	opened   [2]bool // by transport: its transport-open was seen
	endings  map[int]Event
	streams  map[int]bool
	lists    lists
	tools    tools
}

// remembered bounds what is kept of a kind of thing to tell later ones by.
const remembered = 4096

// New makes an observer that is fed the steps of a tracker.
func New(t *model.Tracker) *Observer {
	return &Observer{
		tracker: t, endings: map[int]Event{}, streams: map[int]bool{},
		lists: newLists(), tools: newTools(),
	}
}

// Feed takes the next step of the recording.
func (o *Observer) Feed(s *model.Step) {
	o.gap(s.Event)
	o.ended(s)
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

// Report ends the recording and gives what was found.
func (o *Observer) Report() *Report {
	o.unanswered(model.Client)
	o.unanswered(model.Server)
	o.lists.finish(&o.report)
	o.tools.finish(&o.report)
	o.report.sort()
	found := o.report // apart from the observer, which knows all that the tracker remembers
	return &found
}

func (o *Observer) gap(e *model.Event) {
	if e.Kind == model.BadEvent {
		o.report.add(Gap, "could not be read: "+model.Clip(e.Problem.Text), at("lost line", e))
		return
	}
	if o.seen && e.Seq > o.highest+1 {
		events := []Event{at("first behind the gap", e)}
		if o.previous != nil {
			events = append(events, at("last before it", o.previous))
		}
		o.report.add(Gap, fmt.Sprintf("seq jumps from %d to %d", o.highest, e.Seq), events...)
	}
	o.seen, o.highest = true, e.Seq
}

// ended keeps where requests without an answer ended, for those that never get one.
func (o *Observer) ended(s *model.Step) {
	for _, r := range s.EndedRequests {
		if len(o.endings) < remembered {
			what := "it ended here"
			switch {
			case s.Kind != model.LifecycleEvent:
			case s.HTTP != nil && s.Direction == model.ClientToServer:
				what = "the client dropped its exchange"
			case s.HTTP != nil:
				what = "its exchange ended"
			default:
				what = "its transport ended"
			}
			o.endings[r.Line] = at(what, s.Event)
		}
	}
	if s.Answered != nil {
		delete(o.endings, s.Answered.Line)
	}
	if c := s.Subscription; c != nil && c.First != nil && len(o.streams) < remembered {
		o.streams[c.Request.Line] = true
	}
}

// unanswered reports the requests of a party that nobody answered, took back or refused.
func (o *Observer) unanswered(p model.Party) {
	for r := range o.tracker.WithoutAnswer(p) {
		if !r.Real() || r.Cancelled > 0 || o.streams[r.Line] || refused(r) {
			continue
		}
		events := []Event{at("request", r.Event)}
		if ending, ok := o.endings[r.Line]; ok {
			events = append(events, ending)
		}
		o.report.add(Unanswered, fmt.Sprintf("%s, id %s, of the %s", call(r.Message), r.ID.Compact(), r.Sender()), events...)
	}
}

// refused reports a request whose HTTP status says that nothing else will come.
func refused(r *model.Request) bool {
	x := r.HTTP
	return x != nil && x.Body == r.Message && x.Status != nil && x.Status.Status >= 300
}

// call names a request by its method and target.
func call(m *model.Message) string {
	name := model.Clip(m.Method)
	if target := m.Target(); target != "" {
		name += " " + model.Quote(target)
	}
	return name
}

func (o *Observer) message(s *model.Step) {
	m := s.Message
	if !o.spoken[m.Transport] && o.opened[m.Transport] && m.Sender() == model.Server {
		o.report.add(ServerFirst, describe(m)+" before anything of the client", at("first message", m.Event))
	}
	o.spoken[m.Transport] = true
	if m.Response() && m.Request == nil && !m.Misplaced {
		o.unpaired(m)
	}
	o.lists.message(m)
	o.tools.message(s, o.tracker.Profile)
	o.last = m
}

func describe(m *model.Message) string {
	switch {
	case m.Method != "":
		return model.Clip(m.Method)
	case m.Class == model.ResultClass:
		return "a result"
	case m.Class == model.ErrorClass:
		return "an error"
	default:
		return "no JSON-RPC message"
	}
}

// unpaired looks at a response that answers nothing.
func (o *Observer) unpaired(m *model.Message) {
	if !m.ID.Given() {
		if last := o.last; last != nil && last.Class == model.NotificationClass && last.Sender() != m.Sender() && together(last, m) {
			o.report.add(AnsweredNotification, describe(m)+" without id right behind "+describe(last), at("answer", m.Event), at("notification", last.Event))
		}
		return
	}
	other, ok := m.ID.OtherTypeKey()
	if !ok {
		return
	}
	for r := range o.tracker.Unanswered(m.Sender().Other(), other) {
		if r.Real() && together(r.Message, m) {
			o.report.add(OtherIDType, fmt.Sprintf("answer to id %s; the open request has id %s", m.ID.Compact(), r.ID.Compact()),
				pointed(at("answer", m.Event), "/id"), pointed(at("request", r.Event), "/id"))
			return
		}
	}
}

// together reports two messages that can belong to each other: of one transport and, where the recorder
// numbers exchanges, of one exchange.
func together(a, b *model.Message) bool {
	return a.Transport == b.Transport && (!a.Numbered || !b.Numbered || a.Exchange == b.Exchange)
}

func pointed(e Event, pointer string) Event {
	e.Pointer = pointer
	return e
}

func (o *Observer) lifecycle(s *model.Step) {
	if s.Lifecycle == model.TransportOpen {
		o.opened[s.Transport], o.spoken[s.Transport] = true, false
		return
	}
	var waiting []*model.Request
	for _, r := range s.EndedRequests {
		if r.Real() && r.Cancelled == 0 && !o.streams[r.Line] {
			waiting = append(waiting, r)
		}
	}
	if s.Lifecycle != model.TransportAbort && (len(waiting) == 0 || s.Direction == model.ClientToServer) {
		return
	}
	detail := fmt.Sprintf("%s of the %s", s.Lifecycle, s.Direction.Sender())
	events := []Event{at("disconnect", s.Event)}
	if p := o.previous; p != nil {
		detail += " right behind " + word(p)
		events = append(events, at("last event before", p))
	}
	for i, r := range waiting {
		if i == waitingShown {
			detail += fmt.Sprintf(" and %d more", len(waiting)-i)
			break
		}
		detail += [...]string{", with ", ", "}[min(i, 1)] + call(r.Message)
		events = append(events, at("open request", r.Event))
	}
	if len(waiting) > 0 {
		detail += " open"
	}
	o.report.add(Disconnect, detail, events...)
}

// waitingShown is how many open requests of a disconnect are named.
const waitingShown = 3

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
