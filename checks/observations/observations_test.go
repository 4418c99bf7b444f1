package observations_test

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"weak"

	"mcpx/checks/observations"
	"mcpx/checks/script"
	"mcpx/model"
)

func report(t testing.TB, revision, text string) *observations.Report {
	t.Helper()
	trace, err := script.Trace(text)
	if err != nil {
		t.Fatal(err)
	}
	return reportOn(revision, trace)
}

func reportOn(revision string, trace []byte) *observations.Report {
	var d model.Decoder
	var events []*model.Event
	survey := model.NewSurvey()
	for i, line := range bytes.Split(bytes.TrimSpace(trace), []byte("\n")) {
		e := d.Decode(line)
		e.Line = i + 1
		events = append(events, e)
		survey.Feed(e)
	}
	tracker := model.NewTracker(model.ProfileOf(revision), survey.Facts())
	o := observations.New(tracker)
	for _, e := range events {
		o.Feed(tracker.Feed(e))
	}
	return o.Report()
}

// words are observations with the events they rest on.
func words(r *observations.Report) []string {
	var lines []string
	for _, x := range r.All {
		line := x.Kind.ID() + ": " + x.Detail
		for _, e := range x.Events {
			line += fmt.Sprintf("; %d %s", e.Seq, e.What)
		}
		lines = append(lines, line)
	}
	return lines
}

func TestObservations(t *testing.T) {
	list := "c {\"id\":1,\"method\":\"prompts/list\"}\ns {\"id\":1,\"result\":{}}\n"
	for name, c := range map[string]struct {
		script string
		want   []string
	}{
		"silence": {`c {"id":1,"method":"tools/call","params":{"name":"sum"}}`,
			[]string{`unanswered: tools/call "sum", id 1, of the client; 0 request`}},
		"silence until the end": {"open\nc {\"id\":1,\"method\":\"ping\"}\nclose",
			[]string{`unanswered: ping, id 1, of the client; 1 request; 2 its transport ended`}},
		"taken back":   {"c {\"id\":1,\"method\":\"ping\"}\nc {\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}", nil},
		"refused":      {"transport http\nopen\n@1 head POST\n@1 c {\"id\":1,\"method\":\"ping\"}\n@1 status 401\nclose", nil},
		"open stream":  {"c {\"id\":1,\"method\":\"subscriptions/listen\",\"params\":{\"notifications\":{}}}\ns {\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":1}}}", nil},
		"answer comes": {"transport http\nopen\n@1 post {\"id\":1,\"method\":\"ping\"}\n@1 s abort\n@2 head GET\n@2 status 200\n@1 s {\"id\":1,\"result\":{}}", []string{`disconnect: transport-abort of the server right behind ping, with ping open; 3 disconnect; 2 last event before; 2 open request`}},
		"another type": {"c {\"id\":1,\"method\":\"prompts/list\"}\ns {\"id\":\"1\",\"result\":{}}",
			[]string{`unanswered: prompts/list, id 1, of the client; 0 request`, `other-id-type: answer to id "1"; the open request has id 1; 1 answer; 0 request`}},
		"another type, the other way": {"c {\"id\":\"7\",\"method\":\"prompts/list\"}\ns {\"id\":7.0,\"result\":{}}",
			[]string{`unanswered: prompts/list, id "7", of the client; 0 request`}},
		"answered notification": {"c {\"method\":\"notifications/cancelled\"}\nS {\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32601,\"message\":\"no\"}}",
			[]string{`answered-notification: an error without id right behind notifications/cancelled; 1 answer; 0 notification`}},
		"abort": {"open\nc {\"id\":1,\"method\":\"ping\"}\nabort",
			[]string{`unanswered: ping, id 1, of the client; 1 request; 2 its transport ended`,
				`disconnect: transport-abort of the client right behind ping, with ping open; 2 disconnect; 1 last event before; 1 open request`}},
		"server first": {"open\ns {\"method\":\"notifications/message\"}",
			[]string{`server-first: notifications/message before anything of the client; 1 first message`}},
		"never called and host limits": {"c {\"id\":1,\"method\":\"tools/list\"}\ns {\"id\":1,\"result\":{\"tools\":[{\"name\":\"mail.send\"},{\"name\":\"sum\"},{\"name\":\"a b.c\"}]}}\nc {\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"sum\"}}\ns {\"id\":2,\"result\":{}}",
			[]string{`never-called: 2 of 3 tools: "mail.send", "a b.c"; 1 "mail.send"; 1 "a b.c"`, `host-limit: 1 name with a dot: "mail.send"; 1 "mail.send"`}},
		"repeated": {list + strings.ReplaceAll(list, "1", "2") + strings.ReplaceAll(list, "1", "3"),
			[]string{`repeated-list: prompts/list 3 times with the same parameters; 4 last time; 0 first time`}},
		"repeated because it changed": {list + strings.ReplaceAll(list, "1", "2") + "s {\"method\":\"notifications/prompts/list_changed\"}\n" + strings.ReplaceAll(list, "1", "3"), nil},
		"gap":                         {"open\nseq 7\nclose", []string{`gap: seq jumps from 0 to 7; 7 first behind the gap; 0 last before it`}},
		"nothing":                     {"open\nc {\"id\":1,\"method\":\"ping\"}\ns {\"id\":1,\"result\":{}}\nclose", nil},
	} {
		if got := words(report(t, model.Revision20260728, c.script)); !slices.Equal(got, c.want) {
			t.Errorf("%s:\ngot  %q\nwant %q", name, got, c.want)
		}
	}
}

// Before 2025-11-25 the protocol has no rule for names, so any name may be one that hosts refuse.
func TestNamesOfOlderRevisions(t *testing.T) {
	text := "revision 2025-06-18\nc {\"id\":1,\"method\":\"tools/list\"}\ns {\"id\":1,\"result\":{\"tools\":[{\"name\":\"send mail\"}]}}"
	got := words(report(t, model.Revision20250618, text))
	want := `host-limit: 1 name with more than letters, digits, _ and -: "send mail"; 1 "send mail"`
	if !slices.Contains(got, want) {
		t.Errorf("got %q, want %q among them", got, want)
	}
	if got := words(report(t, model.Revision20251125, text)); strings.Contains(strings.Join(got, " "), "host-limit") {
		t.Errorf("got %q", got)
	}
}

// What is kept does not grow with the recording, and what is not kept is counted.
func TestBounds(t *testing.T) {
	var b strings.Builder
	const answered, n = 1000, 4000
	for i := range answered + n {
		fmt.Fprintf(&b, "c {\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"tool%d\"}}\n", i, i)
		if i < answered {
			fmt.Fprintf(&b, "s {\"id\":%d,\"result\":{}}\n", i)
		}
	}
	b.WriteString("c {\"id\":\"l\",\"method\":\"tools/list\"}\ns {\"id\":\"l\",\"result\":{\"tools\":[{\"name\":\"other\"}]}}\n")
	r := report(t, model.Revision20260728, b.String())
	if len(r.All) != 1000 || r.Count(observations.Unanswered) != n || r.Len() != n {
		t.Errorf("%d kept of %d unanswered, %d in all", len(r.All), r.Count(observations.Unanswered), r.Len())
	}
	// Some calls were forgotten, so nothing can be said about tools that were never called.
	if r.Count(observations.NeverCalled) != 0 {
		t.Error("tools are said to be uncalled although calls were forgotten")
	}
}

func TestKinds(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range observations.Kinds() {
		if k.ID() == "" || k.String() == "" || k.About() == "" || seen[k.ID()] {
			t.Errorf("kind %d is not named: %q, %q, %q", k, k.ID(), k.String(), k.About())
		}
		seen[k.ID()] = true
	}
}

func FuzzObserver(f *testing.F) {
	for _, seed := range []string{
		"open\nc {\"id\":1,\"method\":\"tools/list\"}\ns {\"id\":\"1\",\"result\":{\"tools\":[{\"name\":\"a.b\"}]}}\ns abort",
		"transport http\n@1 post {\"id\":1,\"method\":\"ping\"}\nseq 90\n@1 s abort",
	} {
		trace, err := script.Trace(seed)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(trace)
	}
	f.Fuzz(func(t *testing.T, trace []byte) {
		first := words(reportOn(model.Revision20260728, trace))
		if again := words(reportOn(model.Revision20260728, trace)); !slices.Equal(first, again) {
			t.Errorf("two runs differ:\n%q\n%q", first, again)
		}
		for _, x := range reportOn(model.Revision20251125, trace).All {
			if len(x.Events) == 0 || x.Detail == "" {
				t.Errorf("%v rests on nothing", x)
			}
		}
	})
}

func BenchmarkFeed(b *testing.B) {
	trace, err := script.Trace(strings.Repeat("c {\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"sum\"}}\ns {\"id\":1,\"result\":{}}\nc {\"id\":2,\"method\":\"tools/list\"}\ns {\"id\":2,\"result\":{\"tools\":[{\"name\":\"sum\"}]}}\n", 500))
	if err != nil {
		b.Fatal(err)
	}
	var d model.Decoder
	tracker := model.NewTracker(model.ProfileOf(model.Revision20260728), model.NewSurvey().Facts())
	var steps []*model.Step
	for i, line := range bytes.Split(bytes.TrimSpace(trace), []byte("\n")) {
		e := d.Decode(line)
		e.Line = i + 1
		step := *tracker.Feed(e)
		steps = append(steps, &step)
	}
	o := observations.New(tracker)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		o.Feed(steps[i%len(steps)])
	}
}

// A report is kept as long as it is read, a tracker with all that it remembers only as long as it is fed.
func TestReportKeepsNoTracker(t *testing.T) {
	tracker := model.NewTracker(model.ProfileOf(model.Revision20260728), model.NewSurvey().Facts())
	kept := weak.Make(tracker)
	report := observations.New(tracker).Report()
	tracker = nil
	runtime.GC()
	if kept.Value() != nil {
		t.Error("the report keeps the tracker")
	}
	runtime.KeepAlive(report)
}
