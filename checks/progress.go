package checks

import (
	"maps"
	"slices"

	"mcpx/model"
	"mcpx/model/decimal"
)

var progressChecks = []*Check{
	{
		ID:       "progress.token-type",
		Title:    "A progress token is a string or an integer",
		Convicts: "Every request of the client with a progressToken in _meta is a subject, at 2025-11-25 those of the server as well. A token that is neither a string nor an integer convicts.",
		Spares:   "Notifications, 7.0, the empty string, and whether progress follows.",
		Party:    ByBoth,
		At:       from2511,
		Run: func(w *Watch) {
			w.Requests(func(m *model.Message) {
				token := m.ProgressToken()
				if !token.Exists() || !w.Handshake() && m.Sender() == model.Server {
					return
				}
				fault := ""
				if !token.IsString() && !token.IsInteger() {
					fault = say("got progressToken %s, want a string or an integer", token.Compact())
				}
				w.Judge(m.Event, tokenPointer, fault)
			})
		},
	},
	{
		ID:       "progress.token-unique-in-flight",
		Title:    "Requests in flight have different progress tokens",
		Convicts: "Every request with a string or number as progress token is a subject where one client can be told from others: on stdio, and on HTTP in a session with an id. It convicts if an earlier request of the same sender has an equal token and is surely still in flight.",
		Spares:   "A token used again after any answer, so also on a retry; 1 and \"1\"; requests that a close, an abort or a cancellation may have ended; over HTTP a request without an answer in the recording, and a message sent again as it was; at 2026-07-28 all of HTTP; equal tokens of the two parties.",
		Party:    ByBoth,
		At:       everywhere,
		Whole:    true,
		Run:      func(w *Watch) { (&tokensInUse{holes: newHoles(w)}).watch() },
	},
	{
		ID:       "progress.value-increases",
		Title:    "Progress increases with each notification",
		Convicts: "Every notifications/progress with a numeric value is a subject if another one with an equal token came before it in the same order of sending: on stdio or on the same numbered HTTP exchange, with no request for that token in between, and at most one unanswered request that carries it. A value that is not greater than the one before convicts; numbers are compared exactly.",
		Spares:   "The first notification of a request; values that are no numbers; total; HTTP without numbered exchanges, where clients may share a token; notifications on different streams, and those of a client over HTTP, which may overtake each other; streams that repeat what was sent before.",
		Party:    ByBoth,
		At:       everywhere,
		Whole:    true,
		Run:      func(w *Watch) { (&risingProgress{holes: newHoles(w)}).watch() },
	},
	{
		ID:       "progress.no-progress-after-completion",
		Title:    "Progress stops when the request is answered",
		Convicts: "Every notifications/progress is a subject if its token is known: on stdio from an earlier request of the other party, on HTTP from the request of its numbered exchange. It convicts if every request that carried the token was answered for good before.",
		Spares:   "Tokens that no request of the recording carried; HTTP without numbered exchanges; progress on another stream than the answer, which it may overtake; answers that ask for input, begin a task, or have a result type of an extension; progress after a cancellation.",
		Party:    ByBoth,
		At:       everywhere,
		Run:      func(w *Watch) { (&completedProgress{holes: newHoles(w)}).watch() },
	},
}

const tokenPointer = "/params/_meta/progressToken"

// tokenKey is a progress token of a party; at a handshake revision of one session.
type tokenKey struct {
	session *model.Session
	owner   model.Party
	token   model.Key
}

// requestToken gives the token that a request carries.
func requestToken(m *model.Message) (k tokenKey, ok bool) {
	token, ok := m.Token()
	return tokenKey{m.Session, m.Sender(), token}, ok && m.Class == model.RequestClass
}

// progressOf gives the token that a progress notification speaks of.
func progressOf(m *model.Message) (k tokenKey, ok bool) {
	token, ok := m.Params().Get("progressToken").Key()
	return tokenKey{m.Session, m.Sender().Other(), token}, ok
}

// holes knows where something may be missing from the recording.
type holes struct {
	*Watch
	unread [2]int // by transport: the latest line with a message that nobody can read
}

func newHoles(w *Watch) *holes {
	h := &holes{Watch: w}
	w.Steps(func(s *model.Step) {
		if s.Message != nil && (s.Message.Class == model.Invalid || s.Message.Doubtful()) {
			h.unread[s.Transport] = s.Line
		}
	})
	return h
}

// between reports that a message before m may be missing or unreadable behind a line.
func (h *holes) between(line int, m *model.Message) bool {
	return h.lossBefore(m) || h.Facts.Gap(line, m.Line) || h.unread[m.Transport] > line
}

// tokensInUse finds progress tokens that two requests in flight share.
type tokensInUse struct {
	*holes
	carriers map[tokenKey][]*model.Request
	up       bool // the stdio transport is open
	doubled  bool // it was opened again while it was: two clients may write
}

func (c *tokensInUse) watch() {
	c.carriers = map[tokenKey][]*model.Request{}
	c.Steps(func(s *model.Step) {
		if s.Transport == model.Stdio {
			c.follow(s.Event)
		}
		for _, r := range s.EndedRequests {
			c.leaves(r)
		}
		if s.Answered != nil {
			c.leaves(s.Answered)
		}
	})
	c.Requests(c.requested)
}

func (c *tokensInUse) follow(e *model.Event) {
	switch {
	case e.Kind == model.MessageEvent:
		c.up = true
	case e.Kind == model.LifecycleEvent && e.Lifecycle == model.TransportOpen:
		c.doubled = c.doubled || c.up
		c.up = true
	case e.Kind == model.LifecycleEvent:
		c.up = false
	}
}

func (c *tokensInUse) leaves(r *model.Request) {
	k, ok := requestToken(r.Message)
	if !ok {
		return
	}
	rest := c.carriers[k][:0:0]
	for _, other := range c.carriers[k] {
		if other != r {
			rest = append(rest, other)
		}
	}
	if len(rest) == 0 {
		delete(c.carriers, k)
	} else {
		c.carriers[k] = rest
	}
}

// tellable reports that the messages of one sender can be told from those of others.
func (c *tokensInUse) tellable(m *model.Message) bool {
	switch {
	case c.Handshake():
		return m.Session != nil && !m.Replay && (m.Transport == model.Stdio || m.Session.Named)
	default:
		return m.Transport == model.Stdio && m.Sender() == model.Client && !c.doubled
	}
}

// carriersKept bounds how many requests with one token are followed. Of each party 4,096 requests are in
// flight at most; those beside them that carry tokens have been given up.
const (
	carriersKept = 16
	tokensKept   = 3 * remembered
)

func (c *tokensInUse) requested(m *model.Message) {
	k, ok := requestToken(m)
	if !ok || !c.tellable(m) {
		return
	}
	c.Subject(m.Event)
	for _, earlier := range c.carriers[k] {
		if c.clash(earlier, m) {
			break
		}
	}
	if len(c.carriers) >= tokensKept {
		c.dropGivenUp()
	}
	if len(c.carriers[k]) == carriersKept || len(c.carriers) >= tokensKept {
		return
	}
	if r := c.Tracker.RequestOf(m); r != nil && !r.Contested {
		c.carriers[k] = append(c.carriers[k], r)
	}
}

func (c *tokensInUse) dropGivenUp() {
	inFlight := func(r *model.Request) bool { return r.InFlight() }
	maps.DeleteFunc(c.carriers, func(_ tokenKey, carriers []*model.Request) bool {
		return !slices.ContainsFunc(carriers, inFlight)
	})
}

// clash convicts a request if the earlier one is proven in flight, now or later (M13).
func (c *tokensInUse) clash(earlier *model.Request, m *model.Message) bool {
	if !earlier.InFlight() || earlier.Contested || earlier.Cancelled > 0 || earlier.Transport != m.Transport || c.between(earlier.Line, m) {
		return false
	}
	convict := func(*model.Message) {
		if earlier.Contested {
			return
		}
		c.Convict(m.Event, tokenPointer, say("progressToken %s is still in use by request %s at seq %d", m.ProgressToken().Compact(), earlier.ID.Compact(), earlier.Seq), Rel("earlier use", earlier.Event))
	}
	if m.Transport == model.Stdio {
		convict(m)
		return true
	}
	if earlier.Payload.Equal(m.Payload) {
		return false // the same message sent again
	}
	earlier.WhenProven(convict)
	return true
}

// risingProgress compares each progress value with the one before it.
type risingProgress struct {
	*holes
	values     recent[progressKey, progressValue]
	requests   table[tokenKey, int] // the number of the latest request with a token
	count      int                  // of requests with a token
	unanswered map[tokenKey]int     // requests with a token
	overflown  bool                 // too many tokens to follow
}

type progressKey struct {
	tokenKey
	transport model.Transport
	exchange  uint64 // number on HTTP
}

type progressValue struct {
	value   string
	request int // the number of the latest request with the token then
	line    int
	event   Related
}

func (c *risingProgress) watch() {
	c.unanswered = map[tokenKey]int{}
	c.Steps(c.follow)
	c.Notifications(c.judge, "notifications/progress")
}

func (c *risingProgress) follow(s *model.Step) {
	if s.Kind == model.LifecycleEvent && s.Transport == model.Stdio {
		c.values = recent[progressKey, progressValue]{} // another server process may write from now on
	}
	if r := s.Answered; r != nil {
		if k, ok := requestToken(r.Message); ok {
			if c.unanswered[k]--; c.unanswered[k] <= 0 {
				delete(c.unanswered, k)
			}
		}
	}
	if s.Message == nil {
		return
	}
	if k, ok := requestToken(s.Message); ok {
		c.count++
		c.requests.put(k, c.count)
		c.unanswered[k]++
		c.overflown = c.overflown || len(c.unanswered) > tableBound
		if c.overflown {
			clear(c.unanswered)
		}
	}
}

// ordered reports that a notification stands where it was sent, among those of its exchange or transport.
func (c *risingProgress) ordered(m *model.Message, k tokenKey) bool {
	switch {
	case m.Transport == model.Stdio:
		return c.Handshake() || m.Sender() == model.Server
	case m.Sender() == model.Client, m.HTTP == nil, !m.HTTP.Numbered:
		return false
	case c.Handshake():
		return !m.Replay && (carriesToken(m.HTTP.Request, k) || c.Tracker.Live())
	}
	return true
}

// carriesToken reports that a request, which may be nil, carries a token.
func carriesToken(r *model.Request, k tokenKey) bool {
	if r == nil || !r.Real() {
		return false
	}
	own, ok := requestToken(r.Message)
	return ok && own.token == k.token && own.owner == k.owner
}

func (c *risingProgress) judge(m *model.Message) {
	value := m.Params().Get("progress")
	k, ok := progressOf(m)
	if !ok || !value.IsNumber() || c.overflown || c.requests.dropped || !c.ordered(m, k) {
		return
	}
	at := progressKey{k, m.Transport, m.Exchange}
	if m.Transport == model.Stdio {
		at.exchange = 0
	}
	before, known := c.values.lookup(at)
	now := progressValue{value: value.Num(), line: m.Line, event: Rel("earlier use", m.Event)}
	now.request, _ = c.requests.lookup(k)
	c.values.drop(at)
	c.values.put(at, now)
	if !known || before.request != now.request || c.unanswered[k] > 1 || c.between(before.line, m) {
		return
	}
	fault := ""
	if decimal.Compare(now.value, before.value) <= 0 {
		fault = say("progress %s after %s for token %s, want more than %s", model.Clip(now.value), model.Clip(before.value), m.Params().Get("progressToken").Compact(), model.Clip(before.value))
	}
	c.Judge(m.Event, "/params/progress", fault, before.event)
}

// completedProgress finds progress for requests that are answered.
type completedProgress struct {
	*holes
	uses      map[tokenKey]*tokenUse
	finished  recent[tokenKey, struct{}] // tokens whose requests are all answered for good
	overflown bool
}

// tokenUse is what became of the requests that carried a token.
type tokenUse struct {
	open            int // not answered for good, or perhaps not
	request, answer Related
	answered        int // line of the last final answer
	answerNumbered  bool
	answerExchange  uint64
}

func (c *completedProgress) watch() {
	c.uses = map[tokenKey]*tokenUse{}
	c.Steps(c.follow)
	c.Notifications(c.judge, "notifications/progress")
}

func (c *completedProgress) follow(s *model.Step) {
	m := s.Message
	if m == nil || c.overflown {
		return
	}
	if r := s.Answered; r != nil && c.final(r, m) {
		c.completed(r, m)
	}
	if k, ok := requestToken(m); ok {
		c.opened(k)
	}
}

func (c *completedProgress) opened(k tokenKey) {
	u := c.uses[k]
	if u == nil {
		u = &tokenUse{}
		c.uses[k] = u
	}
	u.open++
	c.finished.drop(k)
	if len(c.uses) > tableBound+remembered {
		c.overflown, c.uses = true, nil
	}
}

func (c *completedProgress) completed(r *model.Request, a *model.Message) {
	k, ok := requestToken(r.Message)
	u := c.uses[k]
	if !ok || u == nil {
		return
	}
	u.open--
	u.request, u.answer = Rel("request", r.Event), Rel("answer", a.Event)
	u.answered, u.answerNumbered, u.answerExchange = a.Line, a.Numbered, a.Exchange
	if u.open > 0 {
		return
	}
	if c.finished.full() {
		delete(c.uses, c.finished.oldest())
	}
	c.finished.put(k, struct{}{})
}

// final reports an answer after which no progress may follow. From 2026-07-28 on an interim result and one
// of an extension leave that open (M4), at 2025-11-25 one that begins a task.
func (c *completedProgress) final(r *model.Request, a *model.Message) bool {
	if r.Contested || r.Doubtful() || a.Doubtful() {
		return false
	}
	if a.Class == model.ErrorClass {
		return true
	}
	switch c.Revision {
	case r2607:
		return a.Complete()
	case r2511:
		return !a.Result().Get("task").IsObject()
	}
	return true
}

func (c *completedProgress) judge(m *model.Message) {
	k, ok := progressOf(m)
	if !ok || c.overflown {
		return
	}
	u := c.uses[k]
	if m.Transport == model.HTTP {
		x := m.HTTP
		if m.Sender() == model.Client || m.Replay || x == nil || !x.Numbered || !carriesToken(x.Request, k) {
			return
		}
		if !c.Handshake() {
			u = c.ownUse(x.Request)
		} else if u != nil && u.open == 0 && !(u.answerNumbered && u.answerExchange == x.Number) {
			return
		}
	}
	if u == nil || m.Sender() == model.Client && !c.Handshake() || u.open == 0 && c.between(u.answered, m) {
		return
	}
	fault := ""
	if u.open == 0 {
		fault = say("progress for token %s after the answer at seq %d", m.Params().Get("progressToken").Compact(), u.answer.Seq)
	}
	c.Judge(m.Event, "/params/progressToken", fault, u.request, u.answer)
}

// ownUse is what became of the request of a numbered exchange.
func (c *completedProgress) ownUse(r *model.Request) *tokenUse {
	if a := r.Answer; a != nil && c.final(r, a) {
		return &tokenUse{request: Rel("request", r.Event), answer: Rel("answer", a.Event), answered: a.Line}
	}
	return &tokenUse{open: 1}
}
