package filter

import (
	"strings"

	"mcpx/model"
)

// Of is an event as a filter sees it. What a later event decides, its Latency, is still unknown.
func Of(s *model.Step) Event {
	e := s.Event
	x := Event{
		Seq: e.Seq, Direction: Direction(e.Direction), Status: e.Status, Size: int64(e.Size), Latency: -1,
		Kinds: Kinds(e.Kind, model.Invalid), Holds: func(lower string) bool { return Holds(e, lower) },
	}
	if s.Session != nil {
		x.Session = s.Session.Ordinal + 1
	}
	if e.Kind == model.HTTPEvent {
		x.Method = e.Verb
	}
	if m := s.Message; m != nil {
		x.ofMessage(m)
		if s.Answered != nil && x.Method == "" {
			x.Method = s.Answered.Method
		}
	}
	return x
}

func (x *Event) ofMessage(m *model.Message) {
	x.Kinds, x.Method = Kinds(m.Kind, m.Class), m.Method
	if m.ID.Exists() {
		x.ID = strings.Trim(string(m.ID.Raw()), `"`)
	}
	if code, ok := m.Code(); ok && m.Class == model.ErrorClass {
		x.Code, x.HasCode = code, true
	}
}

// Direction is a direction in the language's words.
func Direction(d model.Direction) string {
	if d == model.ServerToClient {
		return "s2c"
	}
	return "c2s"
}

// Kinds are the words for a kind of event, and for the class of a message. The slice must not be changed.
func Kinds(k model.EventKind, c model.Class) []string {
	switch k {
	case model.BadEvent:
		return badKinds
	case model.HTTPEvent:
		return httpKinds
	case model.LifecycleEvent:
		return lifecycleKinds
	}
	return messageKinds[c]
}

// The words of each kind and class; nothing changes them.
var (
	badKinds       = []string{"bad"}
	httpKinds      = []string{"http"}
	lifecycleKinds = []string{"lifecycle"}
	messageKinds   = [...][]string{
		model.Invalid: {"message", "invalid"}, model.Foreign: {"message", "foreign"}, model.NotificationClass: {"message", "notification"},
		model.RequestClass: {"message", "request"}, model.ResultClass: {"message", "result"}, model.ErrorClass: {"message", "error"},
	}
)

// Holds reports whether an event holds a text, given in lower case: in its member names, strings, numbers,
// headers, or in what it is called.
func Holds(e *model.Event, lower string) bool {
	switch e.Kind {
	case model.MessageEvent:
		return holdsValue(e.Payload, lower)
	case model.HTTPEvent:
		return holdsHead(e, lower)
	case model.LifecycleEvent:
		return contains(lower, e.Lifecycle.String())
	}
	return e.Problem != nil && contains(lower, e.Problem.Text)
}

func holdsHead(e *model.Event, lower string) bool {
	if contains(lower, e.Verb) {
		return true
	}
	for _, h := range e.Headers {
		if contains(lower, h.Name) || contains(lower, h.Value) {
			return true
		}
	}
	return false
}

func holdsValue(v model.Value, lower string) bool {
	switch v.Kind() {
	case model.String:
		return contains(lower, v.Str())
	case model.Number, model.Bool:
		return contains(lower, string(v.Raw()))
	case model.Object:
		for name, member := range v.Members() {
			if contains(lower, name) || holdsValue(member, lower) {
				return true
			}
		}
	case model.Array:
		for _, elem := range v.Elems() {
			if holdsValue(elem, lower) {
				return true
			}
		}
	}
	return false
}
