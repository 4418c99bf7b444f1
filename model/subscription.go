package model

// Subscription is a subscriptions/listen request with a usable id (M14).
type Subscription struct {
	Request *Request
	Filter  Value // params.notifications
	// First is the first later message of the server that carried its id as tag, or was a notification on
	// its numbered exchange; cancellations do not count.
	First *Message
	// Closed is set when a later request with the same id or a lifecycle event on stdio ended its claim to
	// what is tagged with the id.
	Closed bool

	// rivalled: others with the id may be open beside it, so that a tag decides nothing.
	rivalled bool
}

// subscriptions follows open subscriptions and the progress tokens of modern requests (M14).
type subscriptions struct {
	t      *Tracker
	tokens map[Key]int // progress tokens of requests with the modern key, by line
	order  []Key

	all       []*Subscription // remembered ones, oldest first
	byRequest map[*Request]*Subscription
	claims    [2]map[Key]*Subscription // the latest subscription with an id, by transport
	sweepAt   int                      // how many are remembered before those that are over are dropped
	forgot    bool                     // one that was in flight was forgotten
}

func (u *subscriptions) start(t *Tracker) {
	*u = subscriptions{t: t, tokens: map[Key]int{}, byRequest: map[*Request]*Subscription{}}
	u.claims = [2]map[Key]*Subscription{{}, {}}
	u.sweepAt = 2 * endedKept
}

func (u *subscriptions) message(s *Step) {
	m := s.Message
	switch {
	case u.t.Profile.Handshake:
	case m.Sender() == Server:
		s.Subscription = u.received(m)
	case m.Class == RequestClass:
		u.noteToken(m)
		if m.Usable {
			s.Subscription = u.requested(m)
		}
	}
}

// doubtful enters a message that is no subject of any check: it may claim an id, or be the first message
// of a subscription.
func (u *subscriptions) doubtful(m *Message) {
	switch {
	case u.t.Profile.Handshake:
	case m.Sender() == Server:
		u.received(m)
	case m.Class == RequestClass && m.Usable:
		u.unclaim(m)
	}
}

// reopened follows a lifecycle event on stdio: no subscription outlives its connection.
func (u *subscriptions) reopened() {
	for _, c := range u.claims[Stdio] {
		c.Closed = true
	}
	clear(u.claims[Stdio])
}

// unclaim ends the claim of an earlier subscription to the id of a request.
func (u *subscriptions) unclaim(m *Message) *Subscription {
	earlier := u.claims[m.Transport][m.Key]
	if earlier != nil {
		earlier.Closed = true
	}
	return earlier
}

func (u *subscriptions) requested(m *Message) *Subscription {
	earlier := u.unclaim(m)
	if m.Method != "subscriptions/listen" {
		return nil
	}
	r := u.t.RequestOf(m)
	if r == nil {
		return nil
	}
	c := &Subscription{Request: r, Filter: m.Params().Get("notifications")}
	c.rivalled = earlier != nil && (earlier.rivalled || earlier.Request.InFlight())
	c.Request.Detach()
	u.all = append(u.all, c)
	u.byRequest[r] = c
	u.claims[m.Transport][m.Key] = c
	u.forget()
	return c
}

// endedKept is how many subscriptions that have ended stay known, openKept how many in all. Each keeps what began
// it and its first message.
const (
	endedKept = 512
	openKept  = 1024
)

// forget drops the oldest subscriptions beyond the bound, those that are over first.
func (u *subscriptions) forget() {
	if len(u.all) < u.sweepAt {
		return
	}
	excess := len(u.all) - endedKept
	kept := u.all[:0]
	for _, c := range u.all {
		if excess > 0 && !c.Request.InFlight() {
			u.drop(c)
			excess--
			continue
		}
		kept = append(kept, c)
	}
	u.all = kept
	u.sweepAt = 2 * max(endedKept, len(kept))
	for len(u.all) > openKept {
		u.drop(u.all[0])
		u.all = u.all[1:]
		u.forgot = true
	}
}

func (u *subscriptions) drop(c *Subscription) {
	delete(u.byRequest, c.Request)
	if claims := u.claims[c.Request.Transport]; claims[c.Request.Key] == c {
		delete(claims, c.Request.Key)
	}
}

// received finds the subscription that a message of the server belongs to, or answers.
func (u *subscriptions) received(m *Message) *Subscription {
	c := u.of(m)
	if c != nil && c.First == nil && c.begins(m) {
		c.First = m
		m.Detach()
	}
	if r := m.Request; r != nil && r.Method == "subscriptions/listen" && u.byRequest[r] != nil {
		m.Detach() // the subscription keeps its request, and that its answer
		if c == nil {
			return u.byRequest[r]
		}
	}
	return c
}

// begins reports a message that has to be the acknowledgment if it is the first of the subscription.
func (c *Subscription) begins(m *Message) bool {
	switch m.Class {
	case NotificationClass:
		return m.Method != "notifications/cancelled"
	case RequestClass, ResultClass:
		tag, ok := m.SubscriptionID().Key()
		return ok && tag == c.Request.Key
	}
	return false
}

// of finds the subscription that a message of the server belongs to (M14). A tag on another numbered
// exchange than the subscription's own decides nothing: the exchange may be another client's.
func (u *subscriptions) of(m *Message) *Subscription {
	if m.Transport == HTTP && m.Numbered {
		if m.HTTP == nil || m.HTTP.Request == nil {
			return nil
		}
		return u.byRequest[m.HTTP.Request]
	}
	key, ok := m.SubscriptionID().Key()
	if !ok {
		return nil
	}
	c := u.claims[m.Transport][key]
	switch {
	case c == nil, c.Closed, c.rivalled,
		m.Transport == HTTP && (c.Request.Numbered || u.forgot || !u.t.Facts.Complete(HTTP, m.Line)):
		return nil
	}
	return c
}

func (u *subscriptions) noteToken(m *Message) {
	if !m.HasModernKey() {
		return
	}
	key, ok := m.Token()
	if !ok {
		return
	}
	if _, known := u.tokens[key]; !known {
		u.order = append(u.order, key)
	}
	u.tokens[key] = m.Line
	if len(u.order) > remembered {
		delete(u.tokens, u.order[0])
		u.order = u.order[1:]
	}
}

func (u *subscriptions) modernToken(key Key) bool {
	_, ok := u.tokens[key]
	return ok
}
