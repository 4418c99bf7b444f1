package model

// Subscription is a subscriptions/listen request with a usable id (M14).
type Subscription struct {
	Request *Request
	Filter  Value // params.notifications
	// Acknowledged is the first message that carried its id or rode its numbered exchange.
	First *Message
	// Closed is set when a later request with the same id or a lifecycle event ended its claim.
	Closed bool
}

// subscriptions follows open subscriptions and the progress tokens of modern requests (M14).
type subscriptions struct {
	t      *Tracker
	tokens map[Key]int // progress tokens of requests with the modern key, by line
	order  []Key
}

func (u *subscriptions) start(t *Tracker) { *u = subscriptions{t: t, tokens: map[Key]int{}} }

func (u *subscriptions) message(s *Step) {
	m := s.Message
	if m.Sender() != Client || m.Class != RequestClass || !m.HasModernKey() {
		return
	}
	key, ok := m.Params().At("_meta", "progressToken").Key()
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
