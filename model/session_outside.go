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
	if x.seenOutside || x.outside.stand() {
		return 0
	}
	return int(^uint(0) >> 1)
}

// outsiders are the client messages outside every session, as the survey finds them.
type outsiders struct {
	waiting []outsider      // what becomes of them may not be known yet
	decided []outsideRecord // what became of earlier ones
	sweepAt int             // how many wait when the next look is due for those that are decided
}

// outsider is a client message outside every session.
type outsider struct {
	*Message
	request *Request // the message as one that can be answered; nil if it can not
}

// outsideRecord is what is kept of an outsider that is done.
type outsideRecord struct {
	line, head int // of its message, and of its HTTP head if there is one
	fate       fate
}

// fate is what became of a client message outside every session.
type fate uint8

const (
	standing  fate = iota // it was taken, as far as is known
	refused               // it was answered by an error or by a status that is not 2xx
	beginning             // it began a session
)

// outsidersWaiting is how many outsiders wait at least before those that are done make room: each keeps its
// exchange, and all that was said on it.
const outsidersWaiting = 64

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
	if x.outside.count() == remembered {
		x.seenOutside = true
		return
	}
	o := outsider{Message: m}
	if m.Class == RequestClass {
		o.request = x.t.RequestOf(m)
	}
	x.outside.add(o)
}

func (x *outsiders) count() int { return len(x.waiting) + len(x.decided) }

func (x *outsiders) add(o outsider) {
	x.waiting = append(x.waiting, o)
	if len(x.waiting) < max(x.sweepAt, 2*outsidersWaiting) {
		return
	}
	// The latest ones wait on: something may come behind what seems to be the end.
	older := len(x.waiting) - outsidersWaiting
	kept := x.waiting[:0]
	for i, o := range x.waiting {
		if i < older && o.done() {
			x.decided = append(x.decided, o.record())
			continue
		}
		kept = append(kept, o)
	}
	clear(x.waiting[len(kept):])
	x.waiting = kept
	x.sweepAt = len(kept) + outsidersWaiting
}

// all yields what is known of every outsider.
func (x *outsiders) all(yield func(outsideRecord) bool) {
	for _, d := range x.decided {
		if !yield(d) {
			return
		}
	}
	for _, o := range x.waiting {
		if !yield(o.record()) {
			return
		}
	}
}

// stand reports that a client message came outside every session and was not refused. An initialize with a
// result is the beginning of a session.
func (x *outsiders) stand() bool {
	for o := range x.all {
		if o.fate == standing {
			return true
		}
	}
	return false
}

func (o outsider) record() outsideRecord {
	r := outsideRecord{line: o.Line}
	if o.HTTP != nil && o.HTTP.Head != nil {
		r.head = o.HTTP.Head.Line
	}
	switch {
	case o.refused():
		r.fate = refused
	case o.Session != nil || o.begins():
		r.fate = beginning
	}
	return r
}

// done reports an outsider about which nothing more is to be expected.
func (o outsider) done() bool {
	if o.request != nil && o.request.Answer == nil {
		return false
	}
	return o.HTTP == nil || o.HTTP.finished()
}

func (o outsider) begins() bool {
	return o.Method == "initialize" && o.request != nil && o.request.Answer != nil && o.request.Answer.Class == ResultClass
}

// refused reports a client message that was answered by an error or by a status that is not 2xx.
func (o outsider) refused() bool {
	if h := o.HTTP; h != nil && h.Body == o.Message && h.Status != nil && !h.Status.Success() {
		return true
	}
	return o.request != nil && o.request.Answer != nil && o.request.Answer.Class == ErrorClass
}

// SeenOutside reports that a client message came outside every session so far and was not refused: there
// is another client (C3).
func (t *Tracker) SeenOutside() bool { return t.sessions.seenOutside }
