package model

// aloneUntil decides whether an unnamed session that begins can be told from others; a second unnamed
// one ends that for the first.
func (x *sessions) aloneUntil(r *Request) int {
	if x.unnamed != nil {
		begins := r.Line
		if r.HTTP != nil && r.HTTP.Head != nil {
			begins = r.HTTP.Head.Line
		}
		x.unnamed.Alone = min(x.unnamed.Alone, begins)
		return 0
	}
	if x.seenOutside || x.outsiders() {
		return 0
	}
	return int(^uint(0) >> 1)
}

// outsider is a client message outside every session.
type outsider struct {
	*Message
	request *Request // the message as one that can be answered; nil if it can not
}

// noteOutside remembers client messages outside every session; those that turn out to be refused do not
// count.
func (x *sessions) noteOutside(m *Message) {
	if m.Method == "ping" || laterRevision(m) {
		return
	}
	if !x.t.surveying {
		x.seenOutside = x.seenOutside || !x.t.Facts.refusedAt(m.Line)
		return
	}
	if len(x.outside) == remembered {
		x.seenOutside = true
		return
	}
	o := outsider{Message: m}
	if m.Class == RequestClass {
		o.request = x.t.RequestOf(m)
	}
	x.outside = append(x.outside, o)
}

// outsiders reports that a client message came outside every session and was not refused. An initialize
// with a result is the beginning of a session.
func (x *sessions) outsiders() bool {
	for _, o := range x.outside {
		if o.Session == nil && !o.refused() && !o.begins() {
			return true
		}
	}
	return false
}

func (o *outsider) begins() bool {
	return o.Method == "initialize" && o.request != nil && o.request.Answer != nil && o.request.Answer.Class == ResultClass
}

// refused reports a client message that was answered by an error or by a status that is not 2xx.
func (o *outsider) refused() bool {
	if h := o.HTTP; h != nil && h.Body == o.Message && h.Status != nil && !h.Status.Success() {
		return true
	}
	return o.request != nil && o.request.Answer != nil && o.request.Answer.Class == ErrorClass
}

// SeenOutside reports that a client message came outside every session so far and was not refused: there
// is another client (C3).
func (t *Tracker) SeenOutside() bool { return t.sessions.seenOutside }
