package checks

import "mcpx/model"

// acceptedInputs follows notifications, and at a handshake revision responses, that were answered 2xx.
// There an error without id that comes later shows that the input was refused after all, and a message
// that it was answered with a body, so that the verdict waits for the end.
type acceptedInputs struct {
	*Watch
	held       recent[*model.HTTPExchange, *acceptedInput]
	unnumbered *model.HTTPExchange // the latest one without number
}

type acceptedInput struct {
	exchange *model.HTTPExchange
	status   *model.Event
	message  *model.Message // the first in the answer
}

func (c *acceptedInputs) watch() {
	c.Statuses(func(x *model.HTTPExchange, e *model.Event) {
		if e.Success() && c.carriesInput(x) {
			c.accepted(&acceptedInput{exchange: x, status: e})
		}
	})
	if c.Handshake() {
		c.Messages(c.answered)
		c.End(func() {
			for _, in := range c.held.entries() {
				c.judge(in)
			}
		})
	}
}

func (c *acceptedInputs) carriesInput(x *model.HTTPExchange) bool {
	if x == nil || x.Forgotten || x.Body == nil || x.Body.Era != model.Judged {
		return false
	}
	return x.Body.Class == model.NotificationClass && !x.Body.ID.Exists() || c.Handshake() && x.Body.Response()
}

func (c *acceptedInputs) accepted(in *acceptedInput) {
	if !c.Handshake() {
		c.judge(in)
		return
	}
	if c.held.full() {
		oldest := c.held.oldest()
		first, _ := c.held.lookup(oldest)
		c.judge(first)
		c.held.drop(oldest)
	}
	c.held.put(in.exchange, in)
	if !in.exchange.Numbered {
		c.unnumbered = in.exchange
	}
}

// answered takes a server message to the input whose answer it may be in.
func (c *acceptedInputs) answered(m *model.Message) {
	if m.Sender() != model.Server || m.Transport != model.HTTP {
		return
	}
	x := m.HTTP
	if !m.Numbered {
		x = c.unnumbered
	}
	in, known := c.held.lookup(x)
	switch {
	case !known:
	case m.Class == model.ErrorClass && !m.ID.Given():
		c.held.drop(x)
	case m.Numbered && in.message == nil:
		in.message = m
	}
}

func (c *acceptedInputs) judge(in *acceptedInput) {
	fault, body := "", in.exchange.Body
	if in.status.Status != 202 {
		if c.Handshake() && in.status.Line == c.Facts.LastLine {
			return // the recording stops before the answer's body
		}
		fault = say("%s accepted with status %d, want 202", body.Class, in.status.Status)
	}
	c.Judge(in.status, "status", fault, Rel("body", body.Event))
	if in.message != nil && in.status.Status == 202 {
		c.Convict(in.message.Event, "", say("%s in the body of a 202, want no body", messageWords(in.message)), Rel("body", body.Event), Rel("status", in.status))
	}
}
