package model

import "slices"

// HTTPExchange is one HTTP request and its response (M5).
type HTTPExchange struct {
	Numbered bool   // by the recorder: its number is authoritative
	Number   uint64 // the recorder's number

	Head   *Event   // the client's http event; nil if it is not recorded
	Body   *Message // the client's message, if it is known
	Status *Event   // the server's http event that is attributed to it

	// Request is the body as a request that can be answered; nil for other bodies.
	Request *Request
	// Ended is set by a lifecycle event of the exchange, by an abort, or by a refusal.
	Ended bool
	// Forgotten marks an exchange whose beginning has left the bounded memory, or whose number carries two
	// client http events or two bodies: nothing is known of it.
	Forgotten bool
	// Era of the exchange as a whole, known once its body or head is.
	Era Era
	// Session the exchange belongs to, at a handshake revision.
	Session *Session
	// Streamed counts the server messages that rode the exchange.
	Streamed int

	seenBody bool // a client message was recorded on it, known or not
	postOpen bool // a POST that waits for its answer, for Session.Serial
}

// Verb is the recorded HTTP method, "" if unknown.
func (x *HTTPExchange) Verb() string {
	if x == nil || x.Head == nil {
		return ""
	}
	return x.Head.Verb
}

// Accepted reports an attributed 2xx status.
func (x *HTTPExchange) Accepted() bool { return x != nil && x.Status != nil && x.Status.Success() }

// EventStream reports an attributed 2xx status with content type text/event-stream.
func (x *HTTPExchange) EventStream() bool {
	return x.Accepted() && x.Status.MediaType() == "text/event-stream"
}

// carriesNoRequest reports a numbered exchange whose body is known and neither is a request nor holds any.
func (x *HTTPExchange) carriesNoRequest() bool {
	return x != nil && x.Numbered && x.Body != nil && x.Body.Class != RequestClass && len(x.Body.InBatch) == 0
}

// bodyMissing reports an exchange that may have a body which is not recorded: a message on it may answer
// that one.
func (x *HTTPExchange) bodyMissing() bool { return x != nil && !x.seenBody && x.Verb() != "GET" }

// remembered is how many finished things of a kind stay in memory (G17).
const remembered = 4096

// framing assigns http events and messages to exchanges (M5). One per streamable-http transport.
type framing struct {
	facts    *Facts
	numbered map[uint64]*HTTPExchange
	order    []*HTTPExchange // the numbered ones in order of appearance, for forgetting
	highest  uint64          // the highest number that was forgotten
	sweepAt  int             // how many exchanges make the next sweep due
	bytes    int             // of events since the last sweep, and of what it kept

	waiting       []*HTTPExchange // unnumbered heads without a status
	statusDoubt   bool            // more than one waited when a status came
	doubtfulWaits int             // statuses still owed while in doubt
	slots         []*HTTPExchange // open body slots
	slotDoubt     bool            // a slot was opened beside another one since all were drained
	headSeen      bool

	resumed bool // an unnumbered GET may have resumed a stream (C8)

	orphan       *Event // a status that came while nothing waited, while it is the latest HTTP event
	beforeOrphan int    // line of the unnumbered status before the orphan, or 0
	lastStatus   int    // line of the latest unnumbered status, or 0
}

func newFraming(facts *Facts) *framing {
	return &framing{facts: facts, numbered: map[uint64]*HTTPExchange{}}
}

func (f *framing) exchange(number uint64) *HTTPExchange {
	if x := f.numbered[number]; x != nil {
		return x
	}
	x := &HTTPExchange{Numbered: true, Number: number}
	x.Forgotten = number <= f.highest && f.highest > 0
	f.numbered[number] = x
	f.order = append(f.order, x)
	if len(f.order) > max(f.sweepAt, exchangesKept+exchangesKept/2) {
		f.sweep()
	}
	return x
}

// The finished exchanges that are kept: how many, and how much of the recording. A tape and the events
// themselves come to about three times as much again.
const (
	exchangesKept = 1024
	framingBytes  = 4 << 20
)

// weigh counts an event that an exchange may keep, and forgets when there is much to forget.
func (f *framing) weigh(e *Event) {
	if f.bytes += e.Size; f.bytes > framingBytes+framingBytes/4 {
		f.sweep()
	}
}

// sweep drops the oldest finished exchanges beyond the bounds in number and size; open ones stay, up to a
// bound of their own.
func (f *framing) sweep() {
	finished, bytes := 0, 0
	for i := len(f.order) - 1; i >= 0; i-- {
		x := f.order[i]
		if x.finished() {
			finished++
			bytes += x.weight()
			if finished <= exchangesKept && bytes <= framingBytes {
				continue
			}
		} else if len(f.order)-i < remembered {
			continue
		}
		delete(f.numbered, x.Number)
		f.highest = max(f.highest, x.Number)
		f.order[i] = nil
	}
	f.order = slices.DeleteFunc(f.order, func(x *HTTPExchange) bool { return x == nil })
	f.sweepAt = len(f.order) + exchangesKept/2
	f.bytes = min(bytes, framingBytes)
}

// weight is how many bytes of the recording the exchange keeps in memory.
func (x *HTTPExchange) weight() int {
	n := 0
	for _, e := range []*Event{x.Head, x.Status} {
		if e != nil {
			n += e.Size
		}
	}
	if x.Body != nil {
		n += x.Body.Size
	}
	if x.Request != nil && x.Request.Answer != nil {
		n += x.Request.Answer.Size
	}
	return n
}

func (x *HTTPExchange) finished() bool {
	if x.Ended || x.Request != nil && x.Request.Ended {
		return true
	}
	if x.Status == nil {
		return false
	}
	return x.Request == nil && x.Verb() != "GET" || x.Request != nil && x.Request.Answer != nil
}

// head enters a client http event.
func (f *framing) head(e *Event) *HTTPExchange {
	if e.Numbered {
		x := f.exchange(e.Exchange)
		if x.Head != nil {
			x.Forgotten = true
			return x
		}
		x.Head = e
		return x
	}
	f.headSeen = true
	x := &HTTPExchange{Head: e}
	f.waiting = append(f.waiting, x)
	if f.statusDoubt {
		f.doubtfulWaits++
	}
	switch e.Verb {
	case "GET", "HEAD", "DELETE", "OPTIONS":
	default:
		if len(f.slots) > 0 {
			f.slotDoubt = true
		}
		f.slots = append(f.slots, x)
	}
	return x
}

// body enters a client message; the exchange is nil if it is unknown.
func (f *framing) body(m *Message) *HTTPExchange {
	if m.Numbered {
		x := f.exchange(m.Exchange)
		if !x.seenBody {
			x.Body = m
		}
		x.Forgotten = x.Forgotten || x.seenBody
		x.seenBody = true
		return x
	}
	if len(f.slots) == 0 {
		if f.headSeen {
			f.facts.bodiesUnknown(m.Line)
		}
		return nil
	}
	x := f.slots[0]
	f.slots = f.slots[1:]
	certain := len(f.slots) == 0 && !f.slotDoubt
	if len(f.slots) == 0 {
		f.slotDoubt = false
	}
	if !certain || m.Line < f.facts.BodiesUnknownBefore {
		return nil
	}
	x.Body, x.seenBody = m, true
	return x
}

// answerHead enters a server http event or, for an abort without number, its lifecycle event; the
// exchange is nil if it is unknown.
func (f *framing) answerHead(e *Event) *HTTPExchange {
	if e.Kind == HTTPEvent && e.Status >= 100 && e.Status < 200 {
		return nil
	}
	if e.Numbered {
		x := f.exchange(e.Exchange)
		if e.Kind == HTTPEvent {
			x.Status = e
		}
		return x
	}
	before := f.lastStatus
	f.lastStatus = e.Line
	if len(f.waiting) == 0 {
		if e.Kind == HTTPEvent {
			f.orphan, f.beforeOrphan = e, before
			if f.headSeen {
				f.facts.statusesUnknown(e.Line)
			}
		}
		return nil
	}
	if f.statusDoubt || len(f.waiting) > 1 {
		f.doubtfulStatus()
		return nil
	}
	x := f.waiting[0]
	f.waiting = nil
	f.drain()
	if e.Line < f.facts.StatusesUnknownBefore {
		return nil
	}
	if e.Kind == HTTPEvent {
		x.Status = e
	}
	return x
}

func (f *framing) doubtfulStatus() {
	if !f.statusDoubt {
		f.statusDoubt, f.doubtfulWaits = true, len(f.waiting)
	}
	f.doubtfulWaits--
	if f.doubtfulWaits > 0 {
		return
	}
	f.statusDoubt, f.waiting = false, nil
	f.drain()
}

func (f *framing) drain() { f.slots, f.slotDoubt = nil, false }
