package model_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcpx/model"
)

// walk surveys a script and walks it as the judge of 2026-07-28 does.
func walk(t *testing.T, text string) []*model.Step {
	t.Helper()
	events, facts := surveyed(t, text)
	facts.Choose(true)
	tracker := model.NewTracker(model.ProfileOf(model.Revision20260728), facts)
	var steps []*model.Step
	for _, e := range events {
		step := *tracker.Feed(e)
		steps = append(steps, &step)
	}
	return steps
}

// framed says what the walk made of each message and of each event that ended a request.
func framed(steps []*model.Step) []string {
	var said []string
	for _, s := range steps {
		if m := s.Message; m != nil {
			said = append(said, fmt.Sprintf("%d %s", s.Seq, framing(m)))
		}
		for _, r := range s.EndedRequests {
			said = append(said, fmt.Sprintf("%d ends %d", s.Seq, r.Seq))
		}
	}
	return said
}

func framing(m *model.Message) string {
	var words []string
	say := func(format string, args ...any) { words = append(words, fmt.Sprintf(format, args...)) }
	if m.Class == model.Foreign {
		say("foreign")
	}
	if m.Sender() == model.Client {
		if m.HTTP != nil && m.HTTP.Head != nil && m.HTTP.Body == m {
			say("head %d", m.HTTP.Head.Seq)
		}
	} else if m.HTTP != nil {
		say("rides")
	}
	if m.Status != nil {
		say("status %d", m.Status.Seq)
	}
	if r := m.Request; r != nil {
		say("answers %d", r.Seq)
		if r.Contested {
			say("contested")
		}
	}
	if m.Misplaced {
		say("misplaced")
	}
	if len(words) == 0 {
		return "alone"
	}
	return strings.Join(words, ", ")
}

const (
	head = `head POST [content-type=application/json]`
	ask1 = `c {"id":1,"method":"tools/list"}`
	ask2 = `c {"id":2,"method":"tools/list"}`
	ask3 = `c {"id":3,"method":"tools/list"}`
	ans1 = `s {"id":1,"result":{"tools":[]}}`
	ans2 = `s {"id":2,"result":{"tools":[]}}`
	ans3 = `s {"id":3,"result":{"tools":[]}}`
)

func TestFraming(t *testing.T) {
	for _, test := range []struct {
		name   string
		script []string
		want   []string
	}{
		{"alone", []string{head, ask1, "status 200", ans1},
			[]string{"1 head 0", "3 rides, status 2, answers 1"}},
		{"two heads, two bodies, two statuses, two answers, then a lone sequence",
			[]string{head, head, ask1, ask2, "status 200", "status 200", ans2, ans1, head, ask3, "status 200", ans3},
			[]string{"2 alone", "3 alone", "6 answers 3", "7 answers 2", "9 head 8", "11 rides, status 10, answers 9"}},
		{"a body before the next head is known, the statuses are not",
			[]string{head, ask1, head, ask2, "status 200", ans1, "status 200", ans2, head, ask3, "status 200", ans3},
			[]string{"1 head 0", "3 head 2", "5 answers 1", "7 answers 3", "9 head 8", "11 rides, status 10, answers 9"}},
		{"a third head in a time of doubt shares it",
			[]string{head, ask1, head, ask2, "status 200", head, ask3, "status 200", ans1, "status 200", ans3, ans2},
			[]string{"1 head 0", "3 head 2", "6 head 5", "8 answers 1", "10 answers 6", "11 answers 3"}},
		{"a GET waits for a status and takes no body",
			[]string{"head GET", head, ask1, "status 200", ans1, "status 200", head, ask2, "status 200", ans2},
			[]string{"2 head 1", "4 answers 2", "7 head 6", "9 rides, status 8, answers 7"}},
		{"a slot stays uncertain until all are drained",
			[]string{head, head, ask1, head, ask2, ask3, "status 200", "status 200", "status 200", ans1, ans2, ans3},
			[]string{"2 alone", "4 alone", "5 alone", "9 answers 2", "10 answers 4", "11 answers 5"}},
		{"a status drains the slot of a head without body",
			[]string{head, ask1, "status 200", ans1, head, "status 400", head, ask2, "status 200", ans2},
			[]string{"1 head 0", "3 rides, status 2, answers 1", "7 head 6", "9 rides, status 8, answers 7"}},
		{"a message without slot makes earlier bodies unknown",
			[]string{head, ask1, "status 200", ans1, ask2, head, ask3, "status 200", ans3},
			[]string{"1 alone", "3 answers 1", "4 alone", "6 head 5", "8 rides, status 7, answers 6"}},
		{"messages without any head are just unknown",
			[]string{ask1, ans1, ask2, ans2}, []string{"0 alone", "1 answers 0", "2 alone", "3 answers 2"}},
		{"an orphan status belongs to the next response",
			[]string{ask1, "status 200", ans1}, []string{"0 alone", "2 status 1, answers 0"}},
		{"an orphan status belongs to nothing if two requests are in flight",
			[]string{ask1, ask2, "status 200", ans1}, []string{"0 alone", "1 alone", "3 answers 0"}},
		{"an orphan status belongs to nothing if another event comes first",
			[]string{ask1, "status 200", `s {"method":"notifications/progress","params":{"progressToken":1,"progress":1}}`, ans1},
			[]string{"0 alone", "2 alone", "3 answers 0"}},
		{"an orphan status does not wait for a request",
			[]string{ask1, ans1, "status 200", ask2, ans2},
			[]string{"0 alone", "1 answers 0", "3 alone", "4 answers 3"}},
		{"a second status since the request leaves both in doubt",
			[]string{ask1, "status 202", `s {"method":"notifications/message"}`, "status 200", ans1},
			[]string{"0 alone", "2 alone", "4 answers 0"}},
		{"an orphan status makes earlier statuses unknown",
			[]string{head, ask1, "status 200", ans1, ask2, "status 200", ans2, head, ask3, "status 200", ans3},
			[]string{"1 alone", "3 answers 1", "4 alone", "6 status 5, answers 4", "8 head 7", "10 rides, status 9, answers 8"}},
		{"interim statuses are ignored",
			[]string{head, ask1, "status 103", "status 200", ans1},
			[]string{"1 head 0", "4 rides, status 3, answers 1"}},
		{"an abort of the server stands for the status and ends the request",
			[]string{head, ask1, "s abort", head, ask2, "status 200", ans2},
			[]string{"1 head 0", "2 ends 1", "4 head 3", "6 rides, status 5, answers 4"}},
		{"an abort while several wait belongs to one of them",
			[]string{head, ask1, head, ask2, "s abort", "status 200", ans2},
			[]string{"1 head 0", "3 head 2", "6 answers 3"}},
		{"an abort of the client ends nothing",
			[]string{head, ask1, "abort", "status 200", ans1},
			[]string{"1 head 0", "4 rides, status 3, answers 1"}},
		{"a refusal ends its request after its body",
			[]string{head, ask1, `refuse 400 {"id":1,"error":{"code":-32600,"message":"no"}}`, head, ask2, "status 503", head, ask3},
			[]string{"1 head 0", "3 rides, status 2, answers 1", "5 head 4", "7 ends 5", "8 head 7"}},
		{"an error without id answers the body of the refusal directly before it",
			[]string{head, ask1, `refuse 400 {"id":null,"error":{"code":-32600,"message":"no"}}`},
			[]string{"1 head 0", "3 rides, status 2, answers 1"}},
		{"an error without id answers nothing after a success or another event",
			[]string{head, ask1, "status 200", `s {"error":{"code":-32600,"message":"no"}}`,
				head, ask2, "status 400", head, `s {"error":{"code":-32600,"message":"no"}}`},
			[]string{"1 head 0", "3 alone", "5 head 4", "7 ends 5", "8 alone"}},
		{"a close without number ends what has none",
			[]string{head, ask1, "post @5 " + ask2[2:], "close"},
			[]string{"1 head 0", "3 head 2", "4 ends 1"}},
		{"numbers decide, whatever the order",
			[]string{"head @7 POST", "head @8 POST", `c @8 {"id":1,"method":"tools/list"}`, `c @7 {"id":1,"method":"tools/list"}`,
				"status @8 200", "status @7 404", `s @8 {"id":1,"result":{}}`, `s @7 {"id":1,"error":{"code":-32601,"message":"no"}}`},
			[]string{"2 head 1", "3 head 0", "6 rides, status 4, answers 2", "6 ends 3", "7 rides, status 5, answers 3"}},
		{"a numbered request is answered on its own exchange only",
			[]string{`post @1 {"id":1,"method":"tools/list"}`, `post @2 {"id":2,"method":"tools/list"}`, "status @2 200",
				`s @2 {"id":1,"result":{}}`, ans1},
			[]string{"1 head 0", "3 head 2", "5 rides, status 4, misplaced", "6 alone"}},
		{"a numbered response may answer an unnumbered request",
			[]string{ask1, `s @3 {"id":1,"result":{}}`}, []string{"0 alone", "1 rides, answers 0"}},
		{"numbered events take no part in the inference",
			[]string{head, `post @1 {"id":1,"method":"tools/list"}`, ask2, "status @1 200", "status 200", ans2},
			[]string{"2 head 1", "3 head 0", "6 rides, status 5, answers 3"}},
		{"a number with two heads or bodies",
			[]string{`post @1 {"id":1,"method":"tools/list"}`, `post @1 {"id":2,"method":"tools/list"}`, `s @1 {"id":2,"result":{}}`},
			[]string{"1 head 0", "3 alone", "4 rides, answers 3"}},
		{"a lifecycle event ends the request of its number",
			[]string{`post @1 {"id":1,"method":"tools/list"}`, `post @2 {"id":2,"method":"tools/list"}`, "s close @2", "abort @1"},
			[]string{"1 head 0", "3 head 2", "4 ends 3", "5 ends 1"}},
		{"a numbered refusal waits for its body for one event",
			[]string{`post @1 {"id":1,"method":"tools/list"}`, `post @2 {"id":2,"method":"tools/list"}`,
				"status @1 403", "status @2 403", `s @2 {"error":"denied"}`},
			[]string{"1 head 0", "3 head 2", "5 ends 1", "6 rides, status 5, answers 3"}},
		{"the body of a refusal that is no message",
			[]string{`post @1 {"id":1,"method":"tools/list"}`, "status @1 403", `S @1 {"detail":"denied"}`, `S @1 "denied"`},
			[]string{"1 head 0", "3 foreign, rides, status 2", "3 ends 1", "4 foreign, rides, status 2"}},
		{"the receipt of a notification",
			[]string{`c @1 {"method":"notifications/cancelled"}`, "status @1 200", `S @1 {"ok":true}`, `S @1 {"jsonrpc":"2.0","ok":true}`},
			[]string{"0 alone", "2 foreign, rides, status 1", "3 rides, status 1"}},
		{"two requests with one id contest the answers",
			[]string{ask1, ask1, ans1, ans1}, []string{"0 alone", "1 alone", "2 answers 0, contested", "3 answers 1, contested"}},
		{"what is contested rides nothing",
			[]string{head, ask1, head, ask1, "status 200", "status 200", ans1, ans1},
			[]string{"1 head 0", "3 head 2", "6 answers 1, contested", "7 answers 3, contested"}},
		{"an id that is free again contests nothing",
			[]string{ask1, ans1, `c {"id":1.0,"method":"tools/list"}`, ans1, `c {"id":"1","method":"tools/list"}`},
			[]string{"0 alone", "1 answers 0", "2 alone", "3 answers 2", "4 alone"}},
		{"an ended request is answered after those in flight",
			[]string{head, ask1, "status 503", head, ask1, "status 200", ans1, ans1},
			[]string{"1 head 0", "3 ends 1", "4 head 3", "6 rides, status 5, answers 4", "7 rides, status 2, answers 1"}},
		{"an element of an array is answered like a request",
			[]string{`C [{"jsonrpc":"2.0","id":1,"method":"ping"},{"id":2}]`, ans1, ans2},
			[]string{"0 alone", "1 answers 0", "2 alone"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := "transport http\nopen\nseq 0\n" + strings.Join(test.script, "\n")
			if got := framed(walk(t, text)); !slices.Equal(got, test.want) {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

// TestManyRequestsWithOneID holds that requests which all wait with one id are given up beyond a bound:
// entering each costs as much as there are of them.
func TestManyRequestsWithOneID(t *testing.T) {
	const bound = 64
	steps := walk(t, "open\n"+strings.Repeat("c {\"id\":1,\"method\":\"ping\"}\n", bound+2)+"s {\"id\":1,\"result\":{}}")
	if first := steps[1].Message; steps[len(steps)-1].Answered.Line != first.Line+2 {
		t.Errorf("the answer belongs to the request of line %d, want the oldest that is kept, of line %d", steps[len(steps)-1].Answered.Line, first.Line+2)
	}
}
