// Package summary adds up a recording: who spoke, which methods, how often, how large and how fast.
package summary

import (
	"cmp"
	"slices"
	"time"

	"mcpx/model"
)

// Stretches is the number of equal stretches of a recording's bytes that activity is counted in.
const Stretches = 64

// Method is what was added up for one method, over requests and notifications of one party.
type Method struct {
	Name          string // "" for all methods beyond those that are told apart
	Sender        model.Party
	Requests      int
	Notifications int
	Results       int
	Failures      int // results that say isError
	Errors        int
	Open          int   // requests without an answer
	Sent          int64 // bytes of the lines of requests and notifications
	Received      int64 // bytes of the lines of answers
	Largest       int   // bytes of the longest of these lines
	Latency       Histogram
	// Activity counts the requests and notifications by stretch.
	Activity [Stretches]int32
}

// Count is how often the method was called or notified.
func (m *Method) Count() int { return m.Requests + m.Notifications }

// Number counts the occurrences of an error code or HTTP status.
type Number struct {
	Value int
	Count int
	First uint64 // seq of the first one
}

// Summary is what a recording adds up to.
type Summary struct {
	Events   int
	Messages [2]int // by party
	Bytes    int64
	Peers    []*Peer   // in the order of appearance, at most 64
	Methods  []*Method // most frequent first
	Errors   []Number  // by error code, most frequent first
	Statuses []Number  // by HTTP status, in rising order
	Latency  Histogram
	First    time.Time // of the first and last event that tell their time
	Last     time.Time
	Activity [Stretches]int32
}

const (
	mostMethods = 256 // that are told apart
	mostNumbers = 256 // error codes and statuses that are told apart
)

type methodKey struct {
	name   string
	sender model.Party
}

// Builder adds a recording up.
type Builder struct {
	size     int64
	sum      Summary
	methods  map[methodKey]*Method
	errors   numbers
	statuses numbers
	peers    peers
}

// New makes a builder for a recording of a size in bytes.
func New(size int64) *Builder {
	return &Builder{
		size: max(size, 1), methods: map[methodKey]*Method{},
		errors: numbers{}, statuses: numbers{}, peers: newPeers(),
	}
}

// Feed adds a step of the recording.
func (b *Builder) Feed(s *model.Step) {
	b.sum.Events++
	b.sum.Bytes += int64(s.Size)
	stretch := b.stretch(s)
	b.sum.Activity[stretch]++
	if s.Time != 0 {
		now := time.Unix(0, s.Time).UTC()
		if b.sum.First.IsZero() {
			b.sum.First = now
		}
		b.sum.Last = now
	}
	if s.Status > 0 {
		b.statuses.add(s.Status, s.Seq)
	}
	if m := s.Message; m != nil && m.Class != model.Foreign {
		b.sum.Messages[m.Sender()]++
		b.message(s, m, stretch)
		b.peers.message(s)
	}
}

func (b *Builder) stretch(s *model.Step) int {
	return int(min(Stretches-1, max(0, s.Offset*Stretches/b.size)))
}

func (b *Builder) message(s *model.Step, m *model.Message, stretch int) {
	switch m.Class {
	case model.RequestClass, model.NotificationClass:
		x := b.method(m.Method, m.Sender())
		if m.Class == model.RequestClass {
			x.Requests++
			x.Open++
		} else {
			x.Notifications++
		}
		x.Sent += int64(m.Size)
		x.Largest = max(x.Largest, m.Size)
		x.Activity[stretch]++
	case model.ResultClass, model.ErrorClass:
		b.answer(s, m)
	}
}

func (b *Builder) method(name string, sender model.Party) *Method {
	k := methodKey{name, sender}
	x := b.methods[k]
	if x != nil {
		return x
	}
	if len(b.methods) >= mostMethods {
		k.name = ""
		if x = b.methods[k]; x != nil {
			return x
		}
	}
	x = &Method{Name: k.name, Sender: sender}
	b.methods[k] = x
	return x
}

func (b *Builder) answer(s *model.Step, m *model.Message) {
	if m.Class == model.ErrorClass {
		if code, ok := m.Code(); ok {
			b.errors.add(code, m.Seq)
		}
	}
	r := s.Answered
	if r == nil || !r.Real() {
		return
	}
	x := b.method(r.Method, r.Sender())
	x.Open--
	x.Received += int64(m.Size)
	x.Largest = max(x.Largest, m.Size)
	switch {
	case m.Class == model.ErrorClass:
		x.Errors++
	case m.Result().Get("isError").IsTrue():
		x.Failures++
		x.Results++
	default:
		x.Results++
	}
	if r.Time != 0 && m.Time >= r.Time {
		took := time.Duration(m.Time - r.Time)
		x.Latency.Add(took)
		b.sum.Latency.Add(took)
	}
}

// Summary ends the adding up.
func (b *Builder) Summary() *Summary {
	s := b.sum
	s.Methods = nil
	for _, x := range b.methods {
		s.Methods = append(s.Methods, x)
	}
	slices.SortFunc(s.Methods, func(a, b *Method) int {
		return cmp.Or(cmp.Compare(b.Count(), a.Count()), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Sender, b.Sender))
	})
	s.Errors = b.errors.sorted(func(a, b Number) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
	})
	s.Statuses = b.statuses.sorted(func(a, b Number) int { return cmp.Compare(a.Value, b.Value) })
	s.Peers = b.peers.all
	return &s
}

// numbers counts error codes or statuses.
type numbers map[int]*Number

func (n numbers) add(value int, seq uint64) {
	x := n[value]
	if x == nil {
		if len(n) >= mostNumbers {
			return
		}
		x = &Number{Value: value, First: seq}
		n[value] = x
	}
	x.Count++
}

func (n numbers) sorted(compare func(a, b Number) int) []Number {
	var all []Number
	for _, x := range n {
		all = append(all, *x)
	}
	slices.SortFunc(all, compare)
	return all
}
