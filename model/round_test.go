package model_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcpx/model"
)

// retried says of each retry of a script with which round it goes on, and which asks it answers.
func retried(t *testing.T, text string) []string {
	t.Helper()
	var said []string
	for _, s := range converse(t, model.Revision20260728, true, text).steps {
		m := s.Retry
		if m == nil {
			continue
		}
		words := fmt.Sprintf("%d ", s.Seq)
		switch {
		case m.Ambiguous:
			words += "ambiguous"
		case m.Round == nil:
			words += "unseen"
		default:
			words += fmt.Sprintf("of %d", m.Round.Result.Seq)
			if m.ByState {
				words += " by state"
			}
			if !m.SameTarget {
				words += " elsewhere"
			}
			if m.Round.Retry != m && m.SameTarget {
				words += " again"
			}
		}
		for _, a := range s.AnsweredAsks {
			words += " " + a.Key
		}
		said = append(said, words)
	}
	return said
}

func TestRetries(t *testing.T) {
	const (
		call  = `c {"id":%s,"method":"tools/call","params":{"name":"buy"}}`
		round = `s {"id":%s,"result":{"resultType":"input_required","inputRequests":{%s}%s}}`
		retry = `c {"id":%s,"method":"tools/call","params":{"name":"%s","inputResponses":{%s}%s}}`
	)
	q, r := `"q":{"method":"roots/list"}`, `"r":{"method":"roots/list"}`
	state := func(s string) string { return `,"requestState":"` + s + `"` }
	first := func(id, asks, state string) string {
		return fmt.Sprintf(call+"\n"+round, id, id, asks, state)
	}
	again := func(id, name, answers, state string) string { return fmt.Sprintf(retry, id, name, answers, state) }
	tests := []struct {
		name  string
		lines []string
		want  []string
	}{
		{"by state", []string{"open", first("1", q, state("s")), again("2", "buy", `"q":{}`, state("s"))}, []string{"3 of 2 by state q"}},
		{"by what it answers", []string{"open", first("1", q, ""), again("2", "buy", `"q":{}`, "")}, []string{"3 of 2 q"}},
		{"only objects are answers", []string{"open", first("1", q+`,"n":7,`+r, ""), again("2", "buy", `"q":7,"n":{},"r":{}`, "")}, []string{"3 of 2 r"}},
		{"null is no retry", []string{"open", first("1", q, ""), `c {"id":2,"method":"tools/call","params":{"name":"buy","inputResponses":null,"requestState":null}}`}, nil},
		{"another target by state", []string{"open", first("1", q, state("s")), again("2", "sell", `"q":{}`, state("s"))}, []string{"3 of 2 by state elsewhere"}},
		{"another target without state", []string{"open", first("1", q, ""), again("2", "sell", `"q":{}`, "")}, []string{"3 unseen"}},
		{"a key that was not asked", []string{"open", first("1", q, ""), again("2", "buy", `"q":{},"x":{}`, "")}, []string{"3 unseen"}},
		{"states differ, all answered", []string{"open", first("1", q, state("s")), again("2", "buy", `"q":{}`, state("t"))}, []string{"3 of 2 q"}},
		{"states differ, not all answered", []string{"open", first("1", q+","+r, state("s")), again("2", "buy", `"q":{}`, state("t"))}, []string{"3 unseen"}},
		{"one state, none answered", []string{"open", first("1", q, state("s")), again("2", "buy", ``, "")}, []string{"3 unseen"}},
		{"two rounds of one call", []string{"open", first("1", q, state("s1")), first("2", q, state("s2")),
			again("3", "buy", `"q":{}`, state("s2")), again("4", "buy", `"q":{}`, state("s3"))}, []string{"5 of 4 by state q", "6 of 2 q"}},
		{"rounds that differ", []string{"open", first("1", q, ""), first("2", q+","+r, ""), again("3", "buy", `"q":{}`, "")}, []string{"5 ambiguous"}},
		{"rounds that agree", []string{"open", first("1", q, ""), first("2", q, ""), again("3", "buy", `"q":{}`, "")}, []string{"5 of 4 q"}},
		{"rounds that agree but for the id", []string{"open", first("1", q, ""), first("2", q, ""), again("1", "buy", `"q":{}`, "")}, []string{"5 ambiguous"}},
		{"a retry sent again", []string{"open", first("1", q, state("s")), again("2", "buy", `"q":{}`, state("s")), again("3", "buy", `"q":{}`, state("s"))},
			[]string{"3 of 2 by state q", "4 of 2 by state again q"}},
		{"a retry sent again after the next round", []string{"open", first("1", q, state("s")), again("2", "buy", `"q":{}`, state("s")),
			fmt.Sprintf(round, "2", q, state("s")), again("3", "buy", `"q":{}`, state("s"))},
			[]string{"3 of 2 by state q", "5 of 2 by state again q"}},
		{"the middle of a conversation", []string{first("31", q, ""), again("32", "buy", `"q":{}`, "")}, []string{"2 unseen"}},
		{"the middle, by state", []string{first("31", q, state("s")), again("32", "buy", `"q":{}`, state("s"))}, []string{"2 of 1 by state q"}},
		{"a lost line", []string{"open", first("1", q, ""), `line {"torn`, again("2", "buy", `"q":{}`, "")}, []string{"3 unseen"}},
		{"a round of contested requests", []string{"open", first("1", q, ""), fmt.Sprintf(call, "2"), fmt.Sprintf(call, "2"),
			fmt.Sprintf(round, "2", q+","+r, ""), again("3", "buy", `"q":{}`, "")}, []string{"6 ambiguous"}},
		{"a round with a repeated name", []string{"open", first("1", q, state("s")), fmt.Sprintf(call, "2"),
			`S {"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required","resultType":"input_required","requestState":"s"}}`,
			again("3", "buy", `"q":{}`, state("s"))}, []string{"5 ambiguous"}},
	}
	for _, tt := range tests {
		if got := retried(t, strings.Join(tt.lines, "\n")); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// What was forgotten is doubt: neither a wrong round nor one that seems to be the only one.
func TestForgottenRounds(t *testing.T) {
	var b strings.Builder
	b.WriteString("open\n")
	const rounds, kept = 4200, 3300 // more than a thousand are open at once
	for i := range rounds {
		fmt.Fprintf(&b, "c {\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"t%d\"}}\n", i, i)
		fmt.Fprintf(&b, "s {\"id\":%d,\"result\":{\"resultType\":\"input_required\",\"requestState\":\"%d\",\"inputRequests\":{\"q\":{\"method\":\"roots/list\"}}}}\n", i, i)
	}
	for _, i := range []int{0, 50, kept, 4199} {
		fmt.Fprintf(&b, "c {\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"t%d\",\"requestState\":\"%d\",\"inputResponses\":{\"q\":{}}}}\n", 5000+i, i, i)
	}
	b.WriteString(`c {"id":9000,"method":"tools/call","params":{"name":"t3000","inputResponses":{"q":{}}}}`)
	want := []string{"8401 unseen", "8402 unseen", fmt.Sprintf("8403 of %d by state q", 2*kept+2), "8404 of 8400 by state q", "8405 unseen"}
	if got := retried(t, b.String()); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// However many rounds a retry may go on with, finding the one it does costs little: by its state one walk
// over those that issued it, without a state a few rounds or doubt.
func TestManyRoundsAlike(t *testing.T) {
	rounds := func(n int, state string) string {
		var b strings.Builder
		b.WriteString("open\n")
		for i := range n {
			fmt.Fprintf(&b, "c {\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"buy\"}}\n", i)
			fmt.Fprintf(&b, "s {\"id\":%d,\"result\":{\"resultType\":\"input_required\",\"inputRequests\":{\"q\":{\"method\":\"roots/list\"}}%s}}\n", i, state)
		}
		return b.String()
	}
	retry := func(id int, state string) string {
		return fmt.Sprintf("c {\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"buy\",\"inputResponses\":{\"q\":{}}%s}}\n", id, state)
	}
	const state = `,"requestState":"s"`
	for _, tt := range []struct{ name, text, want string }{
		{"one state", rounds(300, state) + retry(1000, state) + retry(1001, state), "601 of 600 by state q, 602 of 598 by state q"},
		{"one state and an id used again", rounds(300, state) + retry(5, state), "601 ambiguous"},
		{"few without state", rounds(256, "") + retry(1000, ""), "513 of 512 q"},
		{"many without state", rounds(257, "") + retry(1000, ""), "515 ambiguous"},
	} {
		if got := strings.Join(retried(t, tt.text), ", "); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestAsksOfHandshake(t *testing.T) {
	c := converse(t, model.Revision20251125, true, `
init {"client":{"roots":{}}}
s {"id":1,"method":"roots/list"}
s {"id":2,"method":"ping"}
c {"id":1,"result":{"roots":[]}}
c {"id":2,"result":{}}
s {"id":3,"method":"roots/list"}
c {"id":3,"error":{"code":-1,"message":"no"}}
s {"id":4,"method":"sampling/createMessage","params":{"messages":[],"task":{}}}
c {"id":4,"result":{"task":{"taskId":"x","status":"working"}}}
s {"id":5,"method":"tasks/result","params":{"taskId":"x"}}
c {"id":5,"result":{"role":"assistant","content":[]}}`)
	var said []string
	for _, s := range c.steps {
		for _, a := range s.Asks {
			said = append(said, fmt.Sprintf("%d asks %s, roots declared %v", s.Seq, a.Method, a.Standing("roots") == model.Declared))
		}
		for _, a := range s.AnsweredAsks {
			said = append(said, fmt.Sprintf("%d answers %d at %s, sampling withheld %v", s.Seq, a.Message.Seq, a.In("role"), a.AnswerStanding("sampling") == model.Withheld))
		}
	}
	want := []string{
		"3 asks roots/list, roots declared true",
		"5 answers 3 at /result/role, sampling withheld true",
		"7 asks roots/list, roots declared true",
		"9 asks sampling/createMessage, roots declared true",
		"12 answers 9 at /result/role, sampling withheld true",
	}
	if !slices.Equal(said, want) {
		t.Errorf("got %q, want %q", said, want)
	}
	c = converse(t, model.Revision20251125, true, `
c {"id":7,"method":"tools/list"}
s {"id":1,"method":"roots/list"}`)
	for _, s := range c.steps {
		for _, a := range s.Asks {
			if !a.Unknown || a.Standing("roots") != model.Unclear {
				t.Error("capabilities are known though initialize is not recorded")
			}
		}
	}
}
