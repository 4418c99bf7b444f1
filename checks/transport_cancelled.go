package checks

import (
	"slices"

	"mcpx/model"
)

// closedStreams follows requests whose response stream was closed before the answer.
type closedStreams struct {
	*Watch
	closed    []*closedStream
	sinceOpen int // client requests over HTTP since the start or the last close without number
}

// closedStream is the cancellation of a request.
type closedStream struct {
	request *model.Request
	close   *model.Event
	stands  bool // the server knows of it
}

func (c *closedStreams) watch() {
	c.Messages(func(m *model.Message) {
		if m.Transport == model.HTTP && m.Sender() == model.Server {
			c.judge(m)
		}
	})
	c.Steps(c.follow)
}

// follow keeps what the client does.
func (c *closedStreams) follow(s *model.Step) {
	if s.Transport != model.HTTP {
		return
	}
	switch {
	case s.Kind == model.LifecycleEvent && s.Lifecycle == model.TransportClose:
		c.close(s)
	case s.Message != nil && s.Message.Sender() == model.Client && s.Message.Class == model.RequestClass:
		c.sinceOpen++
		c.lift(s.Message)
	}
}

// close enters the cancellations of a transport-close.
func (c *closedStreams) close(s *model.Step) {
	var cancelled *model.Request
	switch {
	case s.Numbered:
		cancelled = s.HTTP.Request
	case s.Direction == model.ServerToClient && !c.Facts.NumberedHTTP && c.Facts.Complete(model.HTTP, s.Line) && c.sinceOpen == 1 && len(s.EndedRequests) == 1:
		cancelled = s.EndedRequests[0]
	}
	if !s.Numbered {
		c.sinceOpen = 0
	}
	if cancelled == nil || !slices.Contains(s.EndedRequests, cancelled) || !cancelled.Real() || cancelled.Contested || cancelled.Era != model.Judged {
		return
	}
	c.closed = append(c.closed, &closedStream{cancelled, s.Event, s.Direction == model.ServerToClient})
	if len(c.closed) > remembered {
		c.closed = c.closed[1:]
	}
}

// lift ends the cancellation of a request whose id is used again without exchange number.
func (c *closedStreams) lift(m *model.Message) {
	if m.Numbered {
		return
	}
	c.closed = slices.DeleteFunc(c.closed, func(s *closedStream) bool { return s.request.Key == m.Key })
}

func (c *closedStreams) judge(m *model.Message) {
	if slices.ContainsFunc(c.closed, func(s *closedStream) bool { return s.stands }) {
		c.Subject(m.Event)
	}
	for _, s := range c.closed {
		if s.stands && s.concerns(m) {
			c.convict(s, m)
		}
	}
	if m.Request != nil {
		c.answered(m.Request)
	}
}

// answered ends the cancellation of what is answered, and proves to the server those that came before the
// request.
func (c *closedStreams) answered(r *model.Request) {
	c.closed = slices.DeleteFunc(c.closed, func(s *closedStream) bool { return s.request == r })
	for _, s := range c.closed {
		s.stands = s.stands || !r.Contested && r.Line > s.close.Line
	}
}

// concerns reports a message on the exchange of the cancelled request, or its answer.
func (s *closedStream) concerns(m *model.Message) bool {
	x := s.request.HTTP
	if m.Numbered {
		return x != nil && x == m.HTTP && !x.Forgotten
	}
	return m.Request == s.request
}

func (c *closedStreams) convict(s *closedStream, m *model.Message) {
	what, pointer := messageWords(m), ""
	if m.Class == model.ResultClass || m.Class == model.ErrorClass {
		what = m.Class.String()
	}
	if m.ID.Exists() {
		pointer = "/id"
	}
	c.Convict(m.Event, pointer, say("%s for id %s after its stream was closed at seq %d", what, s.request.ID.Compact(), s.close.Seq),
		Rel("request", s.request.Event), Rel("cancellation", s.close))
}
