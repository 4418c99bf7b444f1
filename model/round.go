package model

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
)

// Round is an uncontested exchange answered by a result with resultType input_required (M12).
type Round struct {
	Request *Request // the round's own request
	Result  *Message
	Method  string
	Target  string // params.uri for resources/read, else params.name
	Asks    []*Ask // the values of inputRequests, in the order written
	State   Value  // the requestState issued, Absent if none (null counts as none)
	Retry   *Retry // the first retry of its own method and target; nil if none came so far

	inputs  Value // inputRequests, Absent if none
	sender  string
	asked   digest // of inputs
	state   digest // of State
	carried continuation
	call    callKey
	// obscure rounds show only that something was asked: which request they belong to is unknown.
	obscure bool
}

// Retry is a client request that carries inputResponses or requestState (M12).
type Retry struct {
	*Message
	Responses Value  // inputResponses, Absent if none (null counts as none)
	State     Value  // requestState, Absent if none
	Round     *Round // the round it goes on with; nil if it is ambiguous or unseen
	// Ambiguous marks a retry that several differing rounds could have led to.
	Ambiguous bool
	// SameTarget reports that the round has the retry's own method and target.
	SameTarget bool
	// ByState reports that the round is one that issued an equal state.
	ByState bool

	carried continuation
}

// Target is what a tools/call, prompts/get or resources/read aims at.
func (m *Message) Target() string {
	if m.Method == "resources/read" {
		return m.Params().Get("uri").Str()
	}
	return m.Params().Get("name").Str()
}

// digest stands for a value where one retry is compared with thousands of rounds: a value that may be long
// is digested once instead.
type digest = [sha256.Size]byte

// digestOf is the digest of a value, none for one that is absent.
func digestOf(v Value) digest {
	if !v.Exists() {
		return digest{}
	}
	return v.Digest()
}

// continuation is what a request carries of the round that it goes on with.
type continuation struct{ responses, state digest }

func carriedBy(m *Message) continuation {
	return continuation{digestOf(given(m.Params().Get("inputResponses"))), digestOf(given(m.Params().Get("requestState")))}
}

// callKey is what a request and its retry have in common.
type callKey struct {
	sender, method, target string
	params                 digest // apart from _meta, inputResponses and requestState
}

func callOf(m *Message) callKey {
	return callKey{m.SenderName(), m.Method, m.Target(), m.Params().DigestWithout("_meta", "inputResponses", "requestState")}
}

// given is a value where null counts as absent (M2).
func given(v Value) Value {
	if v.Given() {
		return v
	}
	return Value{}
}

// asks reports whether the round asked for a key.
func (r *Round) asks(key string) bool { return r.inputs.Has(key) }

// repeats reports that a retry is the round's own request sent again: it goes on with what that did.
func (r *Round) repeats(m *Retry) bool {
	return !r.obscure && r.carried == m.carried
}

// fits reports that a retry without a known state may go on with the round, by what it answers.
func (r *Round) fits(m *Retry) bool {
	answered := 0
	for key := range m.Responses.Members() {
		if !r.asks(key) {
			return false
		}
		answered++
	}
	switch {
	case r.State.Exists() && m.State.Exists():
		return answered > 0 && answered == r.inputs.Len()
	case r.State.Exists() != m.State.Exists():
		return answered > 0
	default:
		return true
	}
}

// agrees reports that it makes no difference for a retry which of two rounds it goes on with.
func (r *Round) agrees(o *Round, m *Retry) bool {
	return !r.obscure && !o.obscure && r.asked == o.asked && r.state == o.state &&
		(r.Request.Key == m.Key) == (o.Request.Key == m.Key)
}

func (r *Round) size() int {
	n := r.Result.Size
	if r.Request != nil {
		n += r.Request.Size
	}
	if r.Retry != nil {
		n += r.Retry.Size
	}
	return n
}

const (
	openRounds    = 1024    // rounds that wait for their retry and are kept
	retriedRounds = 256     // rounds that were retried and are kept, for retries that are sent again
	roundBytes    = 8 << 20 // of lines that the kept rounds hold in memory, which takes about three times as much
	rivalRounds   = 256     // of one call, among which that of a retry without a known state is looked for
)

// rounds follows multi-round-trip requests (M12), and asks and answers at handshake revisions.
type rounds struct {
	t       *Tracker
	open    []*Round // not retried, oldest first
	retried []*Round
	byState map[digest][]*Round
	byCall  map[callKey][]*Round // the open ones
	bytes   int

	openForgotten bool // an open round was forgotten
	faded         *fading
}

func (r *rounds) start(t *Tracker) {
	*r = rounds{t: t, byState: map[digest][]*Round{}, byCall: map[callKey][]*Round{}}
}

func (r *rounds) message(s *Step) {
	m := s.Message
	switch {
	case r.t.surveying:
	case r.t.Profile.Handshake:
		r.handshake(s)
	case m.Sender() == Server && m.InputRequired():
		r.asked(s)
	case m.Sender() == Client && m.Class == RequestClass && m.Usable:
		r.requested(s)
	}
}

// doubtful enters a message that is no subject of any check.
func (r *rounds) doubtful(m *Message) {
	if !r.t.surveying && !r.t.Profile.Handshake && m.Sender() == Server && m.InputRequired() {
		r.keep(obscureRound(m))
	}
}

func obscureRound(m *Message) *Round {
	return &Round{Result: m, inputs: given(m.Result().Get("inputRequests")), State: given(m.Result().Get("requestState")), obscure: true}
}

// asked enters a result that asks for input.
func (r *rounds) asked(s *Step) {
	m, q := s.Message, s.Answered
	round := obscureRound(m)
	if q != nil && !q.Contested && q.Real() && q.Sender() == Client {
		round.obscure = false
		round.Request, round.Method, round.Target = q, q.Method, q.Target()
		round.call, round.carried = callOf(q.Message), carriedBy(q.Message)
		round.sender = round.call.sender
		for key, v := range round.inputs.Members() {
			round.Asks = append(round.Asks, &Ask{
				Message: m, Request: q, Round: round, Key: key, Value: v,
				Method: v.Get("method").Str(), Params: v.Get("params"),
				Pointer: Pointer("result", "inputRequests", key), Capabilities: q.ClientCapabilities(),
			})
		}
		s.Round, s.Asks = round, round.Asks
	}
	r.keep(round)
}

func (r *rounds) keep(round *Round) {
	if round.Request != nil {
		round.Request.Detach()
	}
	if round.Result != nil {
		round.Result.Detach()
	}
	r.open = append(r.open, round)
	round.asked, round.state = digestOf(round.inputs), digestOf(round.State)
	if round.State.Exists() {
		r.byState[round.state] = append(r.byState[round.state], round)
	}
	r.byCall[round.call] = append(r.byCall[round.call], round) // obscure ones stand together under no call
	r.bytes += round.size()
	for len(r.open) > openRounds || r.bytes > roundBytes && len(r.retried)+len(r.open) > 1 {
		r.forget()
	}
}

// forget drops the oldest round, a retried one if there is any and the open ones are not too many.
func (r *rounds) forget() {
	var oldest *Round
	if len(r.retried) > 0 && len(r.open) <= openRounds {
		oldest, r.retried = r.retried[0], r.retried[1:]
	} else {
		oldest, r.open = r.open[0], r.open[1:]
		r.openForgotten = true
		dropFrom(r.byCall, oldest.call, oldest)
	}
	r.bytes -= oldest.size()
	if oldest.State.Exists() {
		dropFrom(r.byState, oldest.state, oldest)
		if r.faded == nil {
			r.faded = new(fading)
		}
		r.faded.add(oldest.state)
	}
}

func dropFrom[K comparable](index map[K][]*Round, key K, round *Round) {
	all := index[key]
	at := slices.Index(all, round)
	switch {
	case at < 0:
	case len(all) == 1:
		delete(index, key)
	default:
		index[key] = slices.Delete(all, at, at+1)
	}
}

// requested enters a client request, which may be a retry.
func (r *rounds) requested(s *Step) {
	m := s.Message
	if !m.Continues {
		return
	}
	retry := &Retry{Message: m, Responses: given(m.Params().Get("inputResponses")), State: given(m.Params().Get("requestState"))}
	if !retry.Responses.Exists() && !retry.State.Exists() {
		return
	}
	s.Retry, retry.carried = retry, carriedBy(m)
	round := r.roundOf(retry)
	if round == nil {
		return
	}
	if round.obscure || round.Result.Era != Judged {
		retry.Ambiguous = true
		return
	}
	retry.Round = round
	retry.SameTarget = round.Method == m.Method && round.Target == m.Target()
	if !retry.SameTarget {
		return
	}
	r.settle(round, retry)
	for _, ask := range round.Asks {
		answer := retry.Responses.Get(ask.Key)
		if ask.Value.IsObject() && answer.IsObject() {
			s.AnsweredAsks = append(s.AnsweredAsks, &AnsweredAsk{
				Ask: ask, Carrier: m, Answer: answer, Where: Pointer("params", "inputResponses", ask.Key),
				Declared: m.ClientCapabilities(),
			})
		}
	}
}

// settle notes that a round was retried.
func (r *rounds) settle(round *Round, retry *Retry) {
	if round.Retry != nil {
		return
	}
	round.Retry = retry
	r.bytes += retry.Size
	dropFrom(r.byCall, round.call, round)
	for i := len(r.open) - 1; i >= 0; i-- {
		if r.open[i] == round {
			r.open = slices.Delete(r.open, i, i+1)
			break
		}
	}
	r.retried = append(r.retried, round)
	if len(r.retried) > retriedRounds {
		r.forget()
	}
}

// roundOf finds the round that a retry goes on with (M12).
func (r *rounds) roundOf(m *Retry) *Round {
	if m.State.Exists() {
		state := m.carried.state
		latest, agreed := m.issuer(r.byState[state])
		forgotten := r.faded != nil && r.faded.has(state)
		switch {
		case m.Ambiguous:
			return nil
		case forgotten:
			m.Ambiguous = latest != nil
			return nil
		case latest != nil:
			m.ByState, m.Ambiguous = true, !agreed || r.t.Facts.Gap(0, m.Line)
			if m.Ambiguous {
				return nil
			}
			return latest
		}
	}
	if r.openForgotten || !r.t.Facts.Complete(m.Transport, m.Line) || r.t.Facts.Gap(0, m.Line) || m.Transport == HTTP && !m.Numbered {
		return nil
	}
	var candidates []*Round
	alike := slices.Concat(r.byCall[callOf(m.Message)], r.byCall[callKey{}])
	if len(alike) > rivalRounds {
		m.Ambiguous = true
		return nil
	}
	for _, c := range alike {
		if (c.obscure || c.Result.Transport == m.Transport) && c.fits(m) && !c.repeats(m) {
			candidates = append(candidates, c)
		}
	}
	return choose(m, candidates)
}

// nearness ranks the rounds that issued the state of a retry: those of its own method and target go before
// others, and among them those not yet retried.
type nearness uint8

const (
	unrelated nearness = iota
	retriedElsewhere
	openElsewhere
	retriedOwn
	openOwn
)

// issuer is the latest of the nearest rounds that a retry may go on with by the state it carries, nil if
// there is none; agreed tells whether it makes no difference which of them it is.
func (m *Retry) issuer(issued []*Round) (latest *Round, agreed bool) {
	sender, target := m.SenderName(), m.Target()
	nearest, aimedAlike := unrelated, false
	for _, c := range slices.Backward(issued) {
		if c.obscure {
			m.Ambiguous = true
			return nil, false
		}
		if nearest == openOwn && c.Retry != nil {
			continue // hundreds of them stand behind the one that a long conversation goes on with
		}
		own := c.Method == m.Method && c.Target == target
		aimedAlike = aimedAlike || own
		if c.sender != sender || c.repeats(m) {
			continue
		}
		near := openElsewhere
		if own {
			near = openOwn
		}
		if c.Retry != nil {
			near--
		}
		switch {
		case near > nearest:
			nearest, latest, agreed = near, c, true
		case near == nearest:
			agreed = agreed && c.agrees(latest, m)
		}
	}
	if aimedAlike && nearest > unrelated && nearest < retriedOwn {
		m.Ambiguous = true // another sender was issued the state for what the retry aims at
		return nil, false
	}
	return latest, agreed
}

// choose gives the latest of candidates that agree, or marks the retry as ambiguous.
func choose(m *Retry, candidates []*Round) *Round {
	if len(candidates) == 0 {
		return nil
	}
	latest := candidates[len(candidates)-1]
	for _, c := range candidates[:len(candidates)-1] {
		if !c.agrees(latest, m) {
			m.Ambiguous = true
			return nil
		}
	}
	return latest
}

// fading remembers in fixed space that forgotten states existed. It misses none, and may take a state for
// one of them that was not: that is doubt, and doubt is no finding (G17).
type fading [1 << 14]uint64

func (f *fading) place(d digest) (word, bit uint32) {
	n := binary.LittleEndian.Uint32(d[:])
	return n >> 6 % uint32(len(f)), n & 63
}

func (f *fading) add(d digest) {
	word, bit := f.place(d)
	f[word] |= 1 << bit
}

func (f *fading) has(d digest) bool {
	word, bit := f.place(d)
	return f[word]>>bit&1 == 1
}
