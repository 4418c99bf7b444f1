// Package summary adds up a recording: who spoke, which methods, how often, how large and how fast.
package summary

import (
	"cmp"
	"math"
	"slices"
	"time"

	"mcpx/model"
)

// Method is what was added up for one method, over requests and notifications of one party.
type Method struct {
	Name          string
	Sender        model.Party
	Requests      int
	Notifications int
	Results       int
	Errors        int
	Open          int   // requests without an answer
	Sent          int64 // bytes of the lines of requests and notifications
	Received      int64 // bytes of the lines of answers
	Latency       Histogram
}

// Peer is one side as it described itself.
type Peer struct {
	Party   model.Party
	Name    string
	Version string
	Line    int // where it first said so
	// Capabilities are the declarations in the order in which they changed, as compact JSON, at most 16.
	Capabilities []Declared
}

// Declared is a declaration of capabilities at a line.
type Declared struct {
	Line int
	Seq  uint64
	Text string
}

// ErrorCode counts one error code.
type ErrorCode struct {
	Code  int
	Count int
	First uint64 // seq of the first one
}

// Summary is what a recording adds up to.
type Summary struct {
	Events   int
	Messages [2]int // by party
	Bytes    int64
	Statuses map[int]int
	Peers    []*Peer
	Methods  []*Method // most frequent first
	Errors   []ErrorCode
	Latency  Histogram
	First    time.Time // of the first and last event that tell their time
	Last     time.Time
	// Activity counts the events in up to 64 equal stretches of the recording's bytes.
	Activity [64]int
}

// bound limits how many methods, peers and codes are told apart.
const bound = 1024

type methodKey struct {
	name   string
	sender model.Party
}

// Builder adds a recording up. Size is its length in bytes.
type Builder struct {
	size    int64
	sum     Summary
	methods map[methodKey]*Method
	errors  map[int]*ErrorCode
	peers   map[string]*Peer
}

// New makes a builder for a recording of a size in bytes.
func New(size int64) *Builder {
	return &Builder{size: max(size, 1), sum: Summary{Statuses: map[int]int{}}, methods: map[methodKey]*Method{}, errors: map[int]*ErrorCode{}, peers: map[string]*Peer{}}
}

// Feed adds a step of the recording.
func (b *Builder) Feed(s *model.Step) {
	b.sum.Events++
	b.sum.Bytes += int64(s.Size)
	b.sum.Activity[min(63, s.Offset*64/b.size)]++
	now, timed := parse(s.Time)
	if timed {
		if b.sum.First.IsZero() {
			b.sum.First = now
		}
		b.sum.Last = now
	}
	if s.Status > 0 && len(b.sum.Statuses) < bound {
		b.sum.Statuses[s.Status]++
	}
	if m := s.Message; m != nil && m.Class != model.Foreign {
		b.message(s, m, now)
	}
}

func parse(text string) (time.Time, bool) {
	if text == "" {
		return time.Time{}, false
	}
	t, err := time.Parse(time.RFC3339Nano, text)
	return t, err == nil
}

func (b *Builder) message(s *model.Step, m *model.Message, now time.Time) {
	b.sum.Messages[m.Sender()]++
	switch m.Class {
	case model.RequestClass:
		x := b.method(m.Method, m.Sender())
		x.Requests++
		x.Open++
		x.Sent += int64(m.Size)
		b.describe(m)
	case model.NotificationClass:
		x := b.method(m.Method, m.Sender())
		x.Notifications++
		x.Sent += int64(m.Size)
	case model.ResultClass, model.ErrorClass:
		b.answer(s, m, now)
	}
}

func (b *Builder) method(name string, sender model.Party) *Method {
	k := methodKey{name, sender}
	x := b.methods[k]
	if x == nil {
		x = &Method{Name: name, Sender: sender}
		if len(b.methods) < bound {
			b.methods[k] = x
		}
	}
	return x
}

func (b *Builder) answer(s *model.Step, m *model.Message, now time.Time) {
	if m.Class == model.ErrorClass {
		if code, ok := m.Code(); ok {
			b.code(code, m.Seq)
		}
	}
	r := s.Answered
	if r == nil || !r.Real() {
		return
	}
	x := b.method(r.Method, r.Sender())
	x.Open--
	x.Received += int64(m.Size)
	if m.Class == model.ErrorClass {
		x.Errors++
	} else {
		x.Results++
		b.describeServer(r, m)
	}
	if asked, ok := parse(r.Time); ok && !now.IsZero() && !now.Before(asked) {
		x.Latency.Add(now.Sub(asked))
		b.sum.Latency.Add(now.Sub(asked))
	}
}

func (b *Builder) code(code int, seq uint64) {
	c := b.errors[code]
	if c == nil {
		c = &ErrorCode{Code: code, First: seq}
		if len(b.errors) < bound {
			b.errors[code] = c
		}
	}
	c.Count++
}

// describe reads how a client describes itself: in initialize, or in each request from 2026-07-28 on.
func (b *Builder) describe(m *model.Message) {
	if m.Sender() != model.Client {
		return
	}
	info, capabilities := m.Params().At("_meta", model.MetaClientInfo), m.ClientCapabilities()
	if m.Method == "initialize" && !m.HasModernKey() {
		info, capabilities = m.Params().Get("clientInfo"), m.Params().Get("capabilities")
	}
	b.peer(model.Client, info, capabilities, m)
}

func (b *Builder) describeServer(r *model.Request, m *model.Message) {
	if r.Sender() != model.Client {
		return
	}
	switch r.Method {
	case "initialize", "server/discover":
		info := m.Result().Get("serverInfo")
		if !info.Exists() {
			info = m.Result().At("_meta", model.MetaServerInfo)
		}
		b.peer(model.Server, info, m.Result().Get("capabilities"), m)
	default:
		b.peer(model.Server, m.Result().At("_meta", model.MetaServerInfo), model.Value{}, m)
	}
}

func (b *Builder) peer(p model.Party, info, capabilities model.Value, m *model.Message) {
	if !info.IsObject() && !capabilities.Exists() {
		return
	}
	name, version := info.Get("name").Str(), info.Get("version").Str()
	key := p.String() + "\x00" + name + "\x00" + version
	peer := b.peers[key]
	if peer == nil {
		if len(b.peers) == bound {
			return
		}
		peer = &Peer{Party: p, Name: name, Version: version, Line: m.Line}
		b.peers[key] = peer
		b.sum.Peers = append(b.sum.Peers, peer)
	}
	if !capabilities.Exists() {
		return
	}
	text := capabilities.Compact()
	if n := len(peer.Capabilities); n < 16 && (n == 0 || peer.Capabilities[n-1].Text != text) {
		peer.Capabilities = append(peer.Capabilities, Declared{Line: m.Line, Seq: m.Seq, Text: text})
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
		return cmp.Or(cmp.Compare(b.Requests+b.Notifications, a.Requests+a.Notifications), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Sender, b.Sender))
	})
	for _, c := range b.errors {
		s.Errors = append(s.Errors, *c)
	}
	slices.SortFunc(s.Errors, func(a, b ErrorCode) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Code, b.Code))
	})
	return &s
}

// Histogram counts durations in stretches that grow by an eighth of a power of two, so that a quantile
// is right to within 10 %.
type Histogram struct {
	Count  int
	Max    time.Duration
	counts [steps]int32
}

const (
	perOctave = 8
	octaves   = 40 // from a microsecond on: over ten days
	steps     = perOctave * octaves
)

// Add counts a duration.
func (h *Histogram) Add(d time.Duration) {
	h.Count++
	h.Max = max(h.Max, d)
	h.counts[step(d)]++
}

func step(d time.Duration) int {
	us := float64(d) / float64(time.Microsecond)
	if us <= 1 {
		return 0
	}
	return min(steps-1, int(math.Log2(us)*perOctave))
}

// Quantile is the duration below which a share of the durations lie; 0 for an empty histogram.
func (h *Histogram) Quantile(share float64) time.Duration {
	if h.Count == 0 {
		return 0
	}
	rank := max(1, int(math.Ceil(share*float64(h.Count))))
	seen := 0
	for i, n := range h.counts {
		if seen += int(n); seen >= rank {
			upper := time.Duration(math.Exp2(float64(i+1)/perOctave) * float64(time.Microsecond))
			return min(upper, h.Max)
		}
	}
	return h.Max
}

// Shape gives the histogram's counts over the octaves that hold any, for a sparkline.
func (h *Histogram) Shape() []int {
	var shape []int
	last := 0
	for o := range octaves {
		n := 0
		for _, c := range h.counts[o*perOctave : (o+1)*perOctave] {
			n += int(c)
		}
		if n > 0 || len(shape) > 0 {
			shape = append(shape, n)
		}
		if n > 0 {
			last = len(shape)
		}
	}
	return shape[:last]
}
