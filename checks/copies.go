package checks

import "mcpx/model"

// copies finds clients of which several copies run side by side over HTTP. They share their clientInfo and
// begin to count their requests anew; one process gives an id to one request. What one of them was told,
// another need not know.
type copies struct {
	methods map[ownID]string // of the first requests with an id
	several map[string]bool  // by sender
}

type ownID struct {
	sender string
	id     model.Key
}

// ownIDs is how many ids are remembered: the first ones, with which a further copy begins, too.
const ownIDs = 1 << 14

// note enters a message. The same request sent again shows no copy.
func (c *copies) note(m *model.Message) {
	if m.Transport != model.HTTP || m.Sender() != model.Client || m.Class != model.RequestClass || !m.Usable {
		return
	}
	k := ownID{m.SenderName(), m.Key}
	method, known := c.methods[k]
	switch {
	case known && method != m.Method && len(c.several) < remembered:
		if c.several == nil {
			c.several = map[string]bool{}
		}
		c.several[k.sender] = true
	case !known && len(c.methods) < ownIDs:
		if c.methods == nil {
			c.methods = map[ownID]string{}
		}
		c.methods[k] = m.Method
	}
}

// of reports that several copies of the sender of a message are known to run.
func (c *copies) of(m *model.Message) bool { return c.several[m.SenderName()] }
