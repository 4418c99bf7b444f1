package checks

import "mcpx/model"

// acceptedInputs follows notifications, and at a handshake revision responses, that were answered 2xx.
// There an error without id that comes later shows that the input was refused after all, and a message
// that it was answered with a body, so that the verdict waits for the end.
type acceptedInputs struct {
	*Watch
	held       recent[inputKey, *acceptedInput]
	unnumbered inputKey // the latest one without number
}

// inputKey names an exchange: by its number or, without one, by the line of its status.
type inputKey struct {
	numbered bool
	number   uint64
}

// acceptedInput is what is kept of an input: very many may wait for the end.
type acceptedInput struct {
	class   model.Class
	body    Related
	status  *model.Event
	message model.Place // the first in the answer
	words   string      // for it
}

func (c *acceptedInputs) watch() {
	c.Statuses(func(x *model.HTTPExchange, e *model.Event) {
		if e.Success() && c.carriesInput(x) {
			c.accepted(x, &acceptedInput{class: x.Body.Class, body: Rel("body", x.Body.Event), status: e})
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

func (c *acceptedInputs) accepted(x *model.HTTPExchange, in *acceptedInput) {
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
	if x.Numbered {
		c.held.put(inputKey{true, x.Number}, in)
		return
	}
	c.unnumbered = inputKey{number: uint64(in.status.Line)}
	c.held.put(c.unnumbered, in)
}

// answered takes a server message to the input whose answer it may be in.
func (c *acceptedInputs) answered(m *model.Message) {
	if m.Sender() != model.Server || m.Transport != model.HTTP {
		return
	}
	x := c.unnumbered
	if m.Numbered {
		x = inputKey{true, m.Exchange}
	}
	in, known := c.held.lookup(x)
	switch {
	case !known:
	case m.Numbered && (m.HTTP == nil || m.HTTP.Forgotten):
		c.held.drop(x) // another exchange may have the number
	case m.Class == model.ErrorClass && !m.ID.Given():
		c.held.drop(x)
	case m.Numbered && in.message.Line == 0:
		in.message, in.words = m.Place(), messageWords(m)
	}
}

func (c *acceptedInputs) judge(in *acceptedInput) {
	fault := ""
	if in.status.Status != 202 {
		if c.Handshake() && in.status.Line == c.Facts.LastLine {
			return // the recording stops before the answer's body
		}
		fault = say("%s accepted with status %d, want 202", in.class, in.status.Status)
	}
	c.Judge(in.status, "status", fault, in.body)
	if in.message.Line > 0 && in.status.Status == 202 {
		c.Convict(in.message.MessageBy(model.Server, model.HTTP), "", say("%s in the body of a 202, want no body", in.words), in.body, Rel("status", in.status))
	}
}
