package model

import (
	"fmt"
	"testing"
)

// surveyHTTP surveys numbered POSTs, each with its own lines behind the status.
func surveyHTTP(posts int, status int, body func(i int) (request, answer string)) *Survey {
	var d Decoder
	s := NewSurvey()
	line := 0
	feed := func(direction, kind, rest string) {
		line++
		e := d.Decode(fmt.Appendf(nil, `{"seq":%d,"direction":%q,"transport":"streamable-http","kind":%q,%s}`, line, direction, kind, rest))
		e.Line = line
		s.Feed(e)
	}
	for i := range posts {
		request, answer := body(i)
		feed("client-to-server", "http", fmt.Sprintf(`"exchange":%d,"method":"POST","headers":{}`, i+1))
		feed("client-to-server", "message", fmt.Sprintf(`"exchange":%d,"payload":%s`, i+1, request))
		feed("server-to-client", "http", fmt.Sprintf(`"exchange":%d,"status":%d,"headers":{}`, i+1, status))
		if answer != "" {
			feed("server-to-client", "message", fmt.Sprintf(`"exchange":%d,"payload":%s`, i+1, answer))
		}
	}
	return s
}

// Requests that nobody ever answers do not pile up, nor do the exchanges that wait for their answers.
func TestOpenExchangesAreBounded(t *testing.T) {
	s := surveyHTTP(3*remembered, 200, func(i int) (string, string) {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"subscriptions/listen","params":{}}`, i), ""
	})
	f, open := s.tracker.framing, s.tracker.open[Client]
	if open.count > inFlightBound || len(f.order) > inFlightBound+2*exchangesKept {
		t.Errorf("%d requests and %d exchanges are kept", open.count, len(f.order))
	}
}

// Of client messages outside every session what became of them is kept, not what was said.
func TestOutsidersAreBounded(t *testing.T) {
	const posts = 2000
	s := surveyHTTP(posts, 200, func(i int) (string, string) {
		answer := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{}}`, i)
		if i%2 == 0 {
			answer = fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"error":{"code":-32600,"message":"no"}}`, i)
		}
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/list"}`, i), answer
	})
	outside := &s.tracker.sessions.outside
	if outside.count() != posts || len(outside.waiting) > 2*outsidersWaiting {
		t.Errorf("%d of %d outsiders are known, %d in full", outside.count(), posts, len(outside.waiting))
	}
	if refused := s.Facts().refused; len(refused) != posts { // a head and a body for every other one
		t.Errorf("%d lines of refused messages, want %d", len(refused), posts)
	}
}
