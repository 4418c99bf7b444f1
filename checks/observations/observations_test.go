package observations_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"mcpx/checks/observations"
	"mcpx/checks/script"
	"mcpx/model"
)

func observe(t *testing.T, text string) []string {
	t.Helper()
	trace, err := script.Trace(text)
	if err != nil {
		t.Fatal(err)
	}
	var d model.Decoder
	var events []*model.Event
	survey := model.NewSurvey()
	for i, line := range bytes.Split(bytes.TrimSpace(trace), []byte("\n")) {
		e := d.Decode(line)
		e.Line = i + 1
		events = append(events, e)
		survey.Feed(e)
	}
	tracker := model.NewTracker(model.ProfileOf(model.Revision20260728), survey.Facts())
	o := observations.New(tracker)
	for _, e := range events {
		o.Feed(tracker.Feed(e))
	}
	found, _ := o.Observations()
	var lines []string
	for _, x := range found {
		lines = append(lines, fmt.Sprintf("%d %s: %s", x.Events[0].Seq, x.Kind, x.Detail))
	}
	return lines
}

func TestObservations(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		want   []string
	}{
		"silence": {"c {\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"sum\"}}",
			[]string{`0 request without an answer: tools/call "sum" 1 of the client was never answered`}},
		"another type": {"c {\"id\":1,\"method\":\"prompts/list\"}\ns {\"id\":\"1\",\"result\":{}}",
			[]string{`0 request without an answer: prompts/list 1 of the client was never answered`, `1 answer with an id of another type: answer to "1", the open request has id 1`}},
		"answered notification": {"c {\"method\":\"notifications/cancelled\"}\nS {\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32601,\"message\":\"no\"}}",
			[]string{`1 answer without id behind a notification: an error without id right behind notifications/cancelled`}},
		"abort": {"open\nc {\"id\":1,\"method\":\"ping\"}\nabort",
			[]string{`1 request without an answer: ping 1 of the client was never answered`, `2 disconnect: transport-abort with 1 open right behind ping`}},
		"server first": {"open\ns {\"method\":\"notifications/message\"}",
			[]string{`1 the server speaks first: the first message is notifications/message of the server`}},
		"never called and host limits": {"c {\"id\":1,\"method\":\"tools/list\"}\ns {\"id\":1,\"result\":{\"tools\":[{\"name\":\"mail.send\"},{\"name\":\"sum\"}]}}",
			[]string{`1 tools listed and never called: 2 tools listed, none was called`, `1 name that some hosts refuse: tools[0] "mail.send" holds a dot, which some hosts refuse`}},
		"repeated": {"c {\"id\":1,\"method\":\"prompts/list\"}\ns {\"id\":1,\"result\":{}}\nc {\"id\":2,\"method\":\"prompts/list\"}\ns {\"id\":2,\"result\":{}}\nc {\"id\":3,\"method\":\"prompts/list\"}\ns {\"id\":3,\"result\":{}}",
			[]string{`4 the same list asked for again: prompts/list asked 3 times with the same parameters`}},
		"gap":     {"open\nseq 7\nclose", []string{`7 gap in the recording: seq jumps from 0 to 7`}},
		"nothing": {"open\nc {\"id\":1,\"method\":\"ping\"}\ns {\"id\":1,\"result\":{}}\nclose", nil},
	} {
		if got := observe(t, c.script); !slices.Equal(got, c.want) {
			t.Errorf("%s:\ngot  %q\nwant %q", name, got, c.want)
		}
	}
}
