package model

import (
	"hash/maphash"
	"iter"
	"slices"
)

// Request is something that can be answered: a request, or another message that opens an id for the
// sake of its answer only (M4).
type Request struct {
	*Message
	// Answer is the result or error that is paired with it.
	Answer *Message
	// Contested marks one of several requests in flight with one id, where nothing decides which answer
	// belongs to which. A rule may use only what holds for all of them.
	Contested bool
	// Ended is set when the request's transport or exchange ended before an answer, or when it was given up.
	Ended bool
	// Cancelled is the line of the first notification of its own sender that cancelled it, or 0.
	Cancelled int
	// Element is the position in the array payload that opened it, or -1.
	Element int

	watchers []func(*Message)
	contest  *contest
	givenUp  bool
	// unseenRivals tells that a request from before the recording may have the same id.
	unseenRivals bool
	chain        *Chain   // of a list request, until it is answered
	later        *Request // the next one without answer that has the same id
}

// contest is shared by the requests that contest each other's answers.
type contest struct {
	first  *Request
	mixed  bool       // not all are of one era
	rivals []*Request // the first ones; nil if there are too many
}

// rivalsKept is how many requests of a contest are known: whoever wants what holds for all of more,
// abstains.
const rivalsKept = 16

// Rivals are the requests that an answer paired with this one may belong to, itself included; nil where
// the recording leaves them open.
func (r *Request) Rivals() []*Request {
	switch {
	case !r.Contested:
		return []*Request{r}
	case r.contest == nil, r.unseenRivals:
		return nil
	}
	return r.contest.rivals
}

// contend makes two requests contested for good, with all that contest either.
func contend(r, other *Request) {
	r.Contested, other.Contested = true, true
	c := other.contest
	if c == nil {
		c = &contest{first: other, rivals: []*Request{other}}
		other.contest = c
	}
	switch {
	case r.contest == c:
		return
	case r.contest != nil:
		c.rivals, r.contest.rivals = nil, nil
	case c.rivals == nil, len(c.rivals) == rivalsKept:
		c.rivals = nil
	default:
		c.rivals = append(c.rivals, r)
	}
	if r.contest != nil {
		c.mixed = c.mixed || r.contest.mixed
	}
	r.contest = c
	c.mixed = c.mixed || r.Era != c.first.Era || r.HasModernKey() != c.first.HasModernKey()
}

// Real reports a message of class request; others are only entered because their id may be answered.
func (r *Request) Real() bool { return r.Class == RequestClass && r.Element < 0 }

// InFlight reports a request that is neither answered nor ended.
func (r *Request) InFlight() bool { return r.Answer == nil && !r.Ended }

// WhenProven calls fn once, at the first later server message that belongs to the request: it was in
// flight until then (M13). It is never called if none comes.
func (r *Request) WhenProven(fn func(*Message)) { r.watchers = append(r.watchers, fn) }

func (r *Request) proven(by *Message) {
	watchers := r.watchers
	r.watchers = nil
	for _, fn := range watchers {
		fn(by)
	}
}

// outstanding holds the requests of one party that have no answer yet.
type outstanding struct {
	first map[Key]*Request // of each id the earliest one
	ended []*Request       // unanswered ended ones, oldest first, for forgetting
	count int
	all   []*Request // every unanswered request in order, compacted now and then
	young []*Request // the latest ones, answered or not

	forgot bool // an unanswered request was dropped
}

func newOutstanding() *outstanding { return &outstanding{first: map[Key]*Request{}} }

// named yields the requests with an id, oldest first.
func (o *outstanding) named(id Key) iter.Seq[*Request] {
	return func(yield func(*Request) bool) {
		for r := o.first[id]; r != nil; r = r.later {
			if !yield(r) {
				return
			}
		}
	}
}

// inFlightBound is how many unanswered requests of a party are kept, and sameIDBound how many with one id;
// older ones are given up.
const (
	inFlightBound = remembered
	sameIDBound   = 64
)

const (
	longWait   = 64  // later requests after which one without answer gets memory of its own
	compaction = 256 // answered requests that may stand in the list before it is compacted
)

func (o *outstanding) add(r *Request) {
	o.enter(r)
	o.all = append(o.all, r)
	o.count++
	if o.young = append(o.young, r); len(o.young) > longWait {
		if old := o.young[0]; old.Answer == nil && !old.givenUp {
			old.Detach()
		}
		o.young = o.young[1:]
	}
	if len(o.all) > o.count+compaction {
		o.all = slices.DeleteFunc(o.all, func(r *Request) bool { return r.Answer != nil || r.givenUp })
	}
	if o.count > inFlightBound {
		for r := range o.withoutAnswer {
			o.giveUp(r)
			break
		}
	}
}

// enter puts a request behind those with the same id.
func (o *outstanding) enter(r *Request) {
	same := 0
	var last *Request
	for other := range o.named(r.Key) {
		if other.InFlight() && other.Transport == r.Transport && !(r.Transport == HTTP && other.Numbered && r.Numbered) {
			contend(r, other)
		}
		same++
		last = other
	}
	if last == nil {
		o.first[r.Key] = r
		return
	}
	last.later = r
	if same == sameIDBound {
		o.giveUp(o.first[r.Key])
	}
}

// giveUp forgets a request that has no answer.
func (o *outstanding) giveUp(r *Request) {
	r.Ended, r.givenUp, r.watchers = true, true, nil
	o.remove(r)
	o.forgot = true
}

func (o *outstanding) remove(r *Request) {
	o.count--
	first := o.first[r.Key]
	switch {
	case first != r:
		for before := first; before != nil; before = before.later {
			if before.later == r {
				before.later = r.later
				break
			}
		}
	case r.later == nil:
		delete(o.first, r.Key)
	default:
		o.first[r.Key] = r.later
	}
	r.later = nil
}

// end marks a request as ended and forgets the oldest ended ones beyond the bound.
func (o *outstanding) end(r *Request) {
	if !r.InFlight() {
		return
	}
	r.Ended = true
	r.watchers = nil
	o.ended = append(o.ended, r)
	if len(o.ended) > remembered {
		oldest := o.ended[0]
		o.ended = o.ended[1:]
		if oldest.Answer == nil && !oldest.givenUp {
			o.giveUp(oldest)
		}
	}
}

// inFlight yields the requests in flight, oldest first.
func (o *outstanding) inFlight(yield func(*Request) bool) {
	for _, r := range o.all {
		if r.InFlight() && !yield(r) {
			return
		}
	}
}

// withoutAnswer yields the requests that have no answer, oldest first.
func (o *outstanding) withoutAnswer(yield func(*Request) bool) {
	for _, r := range o.all {
		if r.Answer == nil && !r.givenUp && !yield(r) {
			return
		}
	}
}

// find gives the request that a response answers, or misplaced if its request stands on another
// exchange. The earliest in flight comes first, then the earliest that has ended.
func (o *outstanding) find(m *Message, handshake bool) (found *Request, misplaced bool) {
	var elsewhere *Request
	best := func(r, than *Request) bool { return than == nil || than.Ended && !r.Ended }
	for r := o.first[m.Key]; r != nil; r = r.later {
		if r.Transport != m.Transport {
			continue
		}
		switch {
		case m.Transport == Stdio, !r.Numbered && !m.Numbered:
			if best(r, found) && (!handshake || sameSession(r, m)) {
				found = r
			}
		case r.Numbered && m.Numbered && r.Exchange == m.Exchange:
			return r, false
		case handshake && m.Numbered && m.HTTP.bodyMissing():
			misplaced = true
		case handshake:
			if sameSession(r, m) && best(r, elsewhere) {
				elsewhere = r
			}
		case r.Numbered:
			misplaced = m.Numbered
		default:
			if best(r, found) {
				found = r
			}
		}
	}
	if found == nil {
		found = elsewhere
	}
	return found, misplaced && found == nil
}

// sameSession tells that a response may answer a request of this session (C2): over HTTP it may not if
// both sessions are known and differ; on stdio pairing goes on from session to session.
func sameSession(r *Request, m *Message) bool {
	return r.Transport == Stdio || r.Session == nil || m.Session == nil || r.Session == m.Session
}

// answer pairs a request with its response.
func (o *outstanding) answer(r *Request, m *Message) {
	r.Answer, m.Request = m, r
	o.remove(r)
}

// answeredMemory remembers the latest answers of a party, so that a second one can name the first.
type answeredMemory struct {
	hashes  []uint64 // of the ids; a search looks at these first
	answers []EarlierAnswer
	next    int // the place of the answer that is forgotten next, once all are in use
}

// EarlierAnswer is what is remembered of an answer: not its payload, which may be large.
type EarlierAnswer struct {
	Seq       uint64
	Line      int
	Transport Transport
	Session   *Session

	key Key
}

var answerSeed = maphash.MakeSeed()

func (a *answeredMemory) add(m *Message) {
	hash := maphash.String(answerSeed, string(m.Key))
	answer := EarlierAnswer{Seq: m.Seq, Line: m.Line, Transport: m.Transport, Session: m.Session, key: m.Key}
	if len(a.answers) < remembered {
		a.hashes, a.answers = append(a.hashes, hash), append(a.answers, answer)
		return
	}
	a.hashes[a.next], a.answers[a.next] = hash, answer
	a.next = (a.next + 1) % remembered
}

// latest is the latest answer to an id that is remembered, or nil.
func (a *answeredMemory) latest(id Key) *EarlierAnswer {
	hash := maphash.String(answerSeed, string(id))
	for i := len(a.hashes) - 1; i >= 0; i-- {
		at := (a.next + i) % len(a.hashes)
		if a.hashes[at] == hash && a.answers[at].key == id {
			found := a.answers[at]
			return &found
		}
	}
	return nil
}
