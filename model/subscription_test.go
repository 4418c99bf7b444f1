package model_test

import (
	"fmt"
	"slices"
	"testing"

	"mcpx/model"
)

// belongs says of each message of the server to which subscription it belongs.
func belongs(t *testing.T, text string) []string {
	t.Helper()
	var said []string
	for _, s := range converse(t, model.Revision20260728, true, text).steps {
		if s.Message == nil || s.Message.Sender() == model.Client {
			continue
		}
		words := fmt.Sprintf("%d none", s.Seq)
		if c := s.Subscription; c != nil {
			words = fmt.Sprintf("%d of %d", s.Seq, c.Request.Seq)
			if c.First == s.Message {
				words += " first"
			}
		}
		said = append(said, words)
	}
	return said
}

func TestSubscriptions(t *testing.T) {
	tests := []struct {
		name, script string
		want         []string
	}{
		{"by tag", `
open
c {"id":1,"method":"subscriptions/listen"}
c {"id":"1","method":"subscriptions/listen"}
s {"method":"notifications/x","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"1"}}}
s {"method":"notifications/x","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1.0}}}
s {"method":"notifications/x","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}
s {"method":"notifications/x","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":2}}}
s {"method":"notifications/x"}
s {"id":1,"result":{}}`,
			[]string{"3 of 2 first", "4 of 1 first", "5 of 1", "6 none", "7 none", "8 of 1"}},
		{"cancellations begin nothing", `
open
c {"id":1,"method":"subscriptions/listen"}
s {"method":"notifications/cancelled","params":{"requestId":1,"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}
s {"id":1,"result":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}`,
			[]string{"2 of 1", "3 of 1 first"}},
		{"a later request with the id", `
open
c {"id":1,"method":"subscriptions/listen"}
s {"id":1,"result":{}}
c {"id":1,"method":"tools/list"}
s {"method":"notifications/x","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}
s {"id":1,"result":{"tools":[]}}
c {"id":1,"method":"subscriptions/listen"}
s {"method":"notifications/x","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}`,
			[]string{"2 of 1", "4 none", "5 none", "7 of 6 first"}},
		{"two that may be open", `
open
c {"id":1,"method":"subscriptions/listen"}
c {"id":1,"method":"subscriptions/listen"}
s {"method":"notifications/x","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}`,
			[]string{"3 none"}},
		{"a connection that ended", `
open
c {"id":1,"method":"subscriptions/listen"}
close
open
s {"method":"notifications/x","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}
c {"id":1,"method":"subscriptions/listen"}
s {"method":"notifications/x","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}`,
			[]string{"4 none", "6 of 5 first"}},
		{"by number", `
transport http
@1 post {"id":1,"method":"subscriptions/listen"}
@2 post {"id":1,"method":"subscriptions/listen"}
@3 post {"id":3,"method":"tools/list"}
@2 sse {"method":"notifications/x"}
@1 sse {"method":"notifications/x","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}
@3 sse {"method":"notifications/x","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}`,
			[]string{"7 of 3 first", "9 of 1 first", "11 none"}},
		{"http without numbers", `
transport http
open
post {"id":1,"method":"subscriptions/listen"}
sse {"method":"notifications/x","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}`,
			[]string{"4 of 2 first"}},
		{"http without numbers, from the middle", `
transport http
post {"id":4,"method":"subscriptions/listen"}
sse {"method":"notifications/x","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":4}}}`,
			[]string{"3 none"}},
		{"a first message that nobody can judge", `
open
c {"id":1,"method":"subscriptions/listen"}
S {"jsonrpc":"2.0","method":"a","method":"notifications/x","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}
s {"method":"notifications/x","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}`,
			[]string{"2 none", "3 of 1"}},
	}
	for _, tt := range tests {
		if got := belongs(t, tt.script); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestCancelledRequests(t *testing.T) {
	c := converse(t, model.Revision20260728, true, `
open
c {"id":1,"method":"tools/list"}
c {"id":2,"method":"tools/list"}
c {"method":"notifications/cancelled","params":{"requestId":1}}
s {"method":"notifications/cancelled","params":{"requestId":2}}`)
	var lines []int
	for r := range c.tracker.InFlight(model.Client) {
		lines = append(lines, r.Cancelled)
	}
	if !slices.Equal(lines, []int{4, 0}) {
		t.Errorf("got %v, want [4 0]", lines)
	}
}
