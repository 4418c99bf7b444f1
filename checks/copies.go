package checks

import (
	"strings"

	"mcpx/model"
)

// copies tells clients of which one process runs from those of which several copies may run side by side over
// HTTP. Copies share their clientInfo; what one of them was told, another need not know. A process that counts
// its requests shows a copy: it begins to count anew, and gives to ids that were used before requests of its
// own. Where ids do not count from the beginning, copies would not show.
type copies struct {
	senders map[string]*ownRequests
	ids     int
	again   *model.Message // the latest message, if its id had stood at a request before
}

// ownRequests is what is known of the requests of one sender.
type ownRequests struct {
	series   string // what all ids begin with
	late     bool   // the series does not begin with 0 or 1
	counting bool   // a request other than a discovery was counted
	several  bool
	first    map[model.Key]model.Fingerprint // of the first requests, by id
}

// ownIDs is how many ids are remembered in all: the first ones, with which a further copy begins, too. A sender
// of which fewer than firstIDs found room may have copies that do not show.
const (
	ownIDs   = 1 << 14
	firstIDs = 1 << 10
)

// note enters a message.
func (c *copies) note(m *model.Message) {
	if m.Transport != model.HTTP || m.Sender() != model.Client || m.Class != model.RequestClass || !m.Usable {
		return
	}
	c.again = nil
	if m.Continues {
		return // it belongs to an earlier request
	}
	sender := c.senderOf(m)
	if sender == nil || sender.several {
		return
	}
	request := m.Payload.Fingerprint()
	known, seen := sender.first[m.Key]
	switch {
	case seen && known != request, !sender.counts(m):
		c.doubt(sender)
	case seen:
		c.again = m // sent again, or by a copy that asks for the same
	case c.ids < ownIDs:
		sender.first[m.Key] = request
		c.ids++
	case len(sender.first) < firstIDs:
		c.doubt(sender)
	}
}

func (c *copies) doubt(sender *ownRequests) {
	c.ids -= len(sender.first)
	sender.several, sender.first = true, nil
}

func (c *copies) senderOf(m *model.Message) *ownRequests {
	name := m.SenderName()
	sender := c.senders[name]
	if sender == nil && len(c.senders) < remembered {
		if c.senders == nil {
			c.senders = map[string]*ownRequests{}
		}
		sender = &ownRequests{first: map[model.Key]model.Fingerprint{}}
		c.senders[name] = sender
	}
	return sender
}

// counts reports that a request is one of those that its sender counts from the beginning. A discovery may be
// sent as a probe, under an id of another kind.
func (o *ownRequests) counts(m *model.Message) bool {
	series := strings.TrimRight(string(m.Key), "0123456789")
	if !o.counting && o.series != series {
		number := string(m.Key[len(series):])
		o.series, o.late = series, number != "0" && number != "1"
	}
	if m.Method == "server/discover" {
		return true
	}
	o.counting = true
	return o.series == series && !o.late
}

// mayBe reports that the sender of a message may be another process than the one that sent what is recorded
// under its name.
func (c *copies) mayBe(m *model.Message) bool {
	sender := c.senders[m.SenderName()]
	return sender == nil || sender.several || c.again == m
}
