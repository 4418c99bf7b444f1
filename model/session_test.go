package model_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcpx/model"
)

// conversation is a script as the judge of a handshake revision walks it.
type conversation struct {
	tracker *model.Tracker
	facts   *model.Facts
	steps   []*model.Step
}

func converse(t *testing.T, revision string, chosen bool, text string) *conversation {
	t.Helper()
	events, facts := surveyed(t, "revision "+revision+"\n"+text)
	facts.Choose(chosen)
	c := &conversation{tracker: model.NewTracker(model.ProfileOf(revision), facts), facts: facts}
	for _, e := range events {
		step := *c.tracker.Feed(e)
		c.steps = append(c.steps, &step)
	}
	return c
}

// sessions says of every event to which session it belongs ("-" for none), with "*" where one begins and
// "!" where its era is not the judged one.
func (c *conversation) sessions() string {
	var said []string
	for _, s := range c.steps {
		word := nameOf(s.Session)
		if s.SessionBegins {
			word = "*" + word
		}
		era := s.Era
		if s.Message != nil {
			era = s.Message.Era
		}
		if era != model.Judged {
			word += "!"
		}
		said = append(said, word)
	}
	return strings.Join(said, " ")
}

func nameOf(n *model.Session) string {
	switch {
	case n == nil:
		return "-"
	case n.Name != "":
		return n.Name
	default:
		return fmt.Sprint(n.Ordinal)
	}
}

const (
	initializeRequest = `{"id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}`
	initializeResult  = `{"id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"b","version":"1"}}}`
)

func TestSessions(t *testing.T) {
	for _, test := range []struct{ name, script, want string }{
		{"stdio", "open\ninit {}\nclose", "*0 0 0 0 0"},
		{"stdio without its opening", "c {\"method\":\"x\"}\ninit {}", "-! *0 0 0"},
		{"reopened", "open\ninit {}\nopen\ninit {}", "*0 0 0 0 *1 1 1 1"},
		{"traffic behind the close", "open\ninit {}\nc {\"id\":5,\"method\":\"ping\"}\nclose\ns {\"id\":5,\"result\":{}}\ns {\"method\":\"m\"}",
			"*0 0 0 0 0 0 0 -!"},
		{"repeated initialize", "open\ninit {}\ninit {\"id\":5}", "*0 0 0 0 0 *1 1"},
		{"repeated initialize that is refused", "open\ninit {}\nc {\"id\":5,\"method\":\"initialize\"}\ns {\"id\":5,\"error\":{\"code\":-32600,\"message\":\"no\"}}\nc {\"method\":\"m\"}",
			"*0 0 0 0 0 0 0"},
		{"without an opening every initialize begins one", "init {}\nc " + strings.Replace(initializeRequest, `"id":0`, `"id":5`, 1), "*0 0 0 *1!"},
		{"initialize answered behind the close", "open\nc " + initializeRequest + "\nclose\ns " + initializeResult, "*0 0 0 0"},
		{"another version", "open\ninit {\"version\":\"2025-06-18\"}", "*0 0! 0! 0!"},
		{"no initialize result", "open\nc {\"id\":5,\"method\":\"ping\"}", "*0 0"},
		{"later revision", "open\nc {\"id\":5,\"method\":\"server/discover\"}\ns {\"id\":5,\"error\":{\"code\":-32601,\"message\":\"no\"}}\ninit {}",
			"*0 0! 0! 0 0 0"},

		{"named", "transport http\ninit @1 {\"session\":\"A\"}\npost @3 {\"id\":5,\"method\":\"ping\"}\nok @3 {\"id\":5,\"result\":{}}",
			"-! *A A A A A A A A A A"},
		{"named, by inference", "transport http\ninit {\"session\":\"A\"}\npost {\"id\":5,\"method\":\"ping\"}\nok {\"id\":5,\"result\":{}}",
			"-! *A A A A A A A A A A"},
		{"two named", "transport http\ninit @1 {\"session\":\"A\"}\ninit @3 {\"session\":\"B\"}\npost @5 [mcp-session-id=A] {\"id\":5,\"method\":\"ping\"}",
			"-! *A A A A A A -! *B B B B B B A A"},
		{"initialize with the id of an older session", "transport http\ninit @1 {\"session\":\"A\"}\npost @3 " + initializeRequest + "\nok @3 [mcp-session-id=B] " + initializeResult,
			"-! *A A A A A A A *B B B"},
		{"unnamed and alone", "transport http\ninit @1 {}\npost @3 {\"id\":5,\"method\":\"ping\"}\nok @3 {\"id\":5,\"result\":{}}",
			"-! *0 0 0 0 0 0 0 0 0 0"},
		{"a second unnamed one begins", "transport http\ninit @1 {}\ninit @3 {}\npost @5 {\"id\":5,\"method\":\"ping\"}",
			"-! *0 0 0 0 0 0 -! *1 1 1 - - - - -"},
		{"unnamed, after a client that came from before", "transport http\npost @1 {\"id\":5,\"method\":\"tools/list\"}\nok @1 {\"id\":5,\"result\":{}}\ninit @2 {}",
			"- - - - -! *0 0 0 - - -"},
		{"unnamed, after a refusal", "transport http\npost @1 [mcp-protocol-version=OMIT] {\"id\":5,\"method\":\"tools/list\"}\nrefuse @1 401\ninit @2 {}",
			"- - - -! *0 0 0 0 0 0"},
		{"unnamed, after an error", "transport http\npost @1 [mcp-protocol-version=OMIT] {\"id\":5,\"method\":\"tools/list\"}\nok @1 {\"id\":5,\"error\":{\"code\":1,\"message\":\"no\"}}\ninit @2 {}",
			"- - - - -! *0 0 0 0 0 0"},
		{"unnamed, after a ping and a probe", "transport http\npost @1 {\"id\":5,\"method\":\"ping\"}\npost @2 [mcp-protocol-version=2026-07-28] {\"id\":6,\"method\":\"server/discover\"}\ninit @3 {}",
			"- - -! -! -! *0 0 0 0 0 0"},
		{"unnamed, after an initialize without answer", "transport http\npost @1 " + initializeRequest + "\ninit @2 {\"id\":1}",
			"-! -! -! *0 0 0 - - -"},
		{"headless", "transport http\npost @1 [mcp-session-id=A] {\"id\":5,\"method\":\"ping\"}\nok @1 {\"id\":5,\"result\":{}}", "*A A A A"},
		{"headless, of two versions", "transport http\npost @1 [mcp-session-id=A] {\"id\":5,\"method\":\"ping\"}\nok @1 {\"id\":5,\"result\":{}}\npost @2 [mcp-session-id=A mcp-protocol-version=OMIT] {\"id\":6,\"method\":\"ping\"}\ninit @3 {}",
			"*A! A! A! A! A! A! -! *1 1 1 1 1 1"},
		{"headless beside another version", "transport http\npost @1 [mcp-session-id=A mcp-protocol-version=2025-06-18] {\"id\":5,\"method\":\"ping\"}\nok @1 {\"id\":5,\"result\":{}}\ninit @3 {\"session\":\"B\"}",
			"*A! A! A! A! -! *B B B B B B"},
		{"unknown exchanges, one session", "transport http\ninit @1 {\"session\":\"A\"}\ns {\"method\":\"m\"}", "-! *A A A A A A A"},
		{"unknown exchanges, two sessions", "transport http\ninit @1 {\"session\":\"A\"}\ninit @3 {\"session\":\"B\"}\ns {\"method\":\"m\"}", "-! *A A A A A A -! *B B B B B B -!"},
		{"no http events", "transport http\nc " + initializeRequest + "\ns " + initializeResult + "\nc {\"id\":5,\"method\":\"ping\"}\ns {\"id\":5,\"result\":{}}",
			"*0 0 0 0"},
		{"numbers, but no http events", "transport http\nc @1 " + initializeRequest + "\ns @1 " + initializeResult + "\nc @2 {\"id\":5,\"method\":\"ping\"}\ns @2 {\"id\":5,\"result\":{}}",
			"*0 0 0 0"},
		{"http events without headers", "transport http\ninit @1 {}\nline {\"seq\":50,\"direction\":\"client-to-server\",\"transport\":\"streamable-http\",\"kind\":\"http\",\"method\":\"POST\",\"exchange\":3}\nseq 51\nc @3 {\"id\":5,\"method\":\"ping\"}",
			"-! *0 0 0 0 0 0 0 0"},
		{"HTTP+SSE", "transport http\nhead @1 GET [accept=text/event-stream]\nstatus @1 200 [content-type=text/event-stream]\nhead @2 POST [accept=\"*/*\"]\nc @2 " + initializeRequest + "\nstatus @2 202\ns @1 " + initializeResult,
			"-! -! -! *0! 0! 0!"},
		{"HTTP+SSE, from the middle on", "transport http\nline {\"seq\":0,\"direction\":\"server-to-client\",\"transport\":\"streamable-http\",\"kind\":\"message\",\"payload\":\"/messages?s=1\",\"sse\":{\"event\":\"endpoint\"}}\nseq 1\nhead @2 POST [accept=\"*/*\"]\nc @2 {\"id\":5,\"method\":\"ping\"}\nstatus @2 202",
			"-! -! -! -!"},
		{"a GET of the session", "transport http\ninit @1 {\"session\":\"A\"}\nhead @3 GET [accept=text/event-stream mcp-session-id=A]\nstatus @3 200 [content-type=text/event-stream]\ns @3 {\"id\":1,\"method\":\"ping\"}",
			"-! *A A A A A A A A A"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := converse(t, "2025-11-25", true, test.script).sessions(); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestSessionOfOlderVersion(t *testing.T) {
	script := "open\ninit {\"version\":\"2024-11-05\"}"
	if got := converse(t, "2025-06-18", false, script).sessions(); strings.Contains(got, "!") {
		t.Errorf("a version without a catalogue is judged by the next one: %s", got)
	}
	if got := converse(t, "2025-06-18", true, script).sessions(); !strings.Contains(got, "!") {
		t.Errorf("a chosen revision stands for itself: %s", got)
	}
}

func TestComplete(t *testing.T) {
	const live = "head @7 GET [accept=text/event-stream mcp-session-id=A mcp-protocol-version=2025-11-25]\npost @8 {\"id\":5,\"method\":\"ping\"}\nok @8 {\"id\":5,\"result\":{}}\nstatus @7 405\n"
	for _, test := range []struct {
		name, script   string
		client, server bool
	}{
		{"stdio", "open\ninit {}", true, true},
		{"stdio from an initialize on", "init {}", true, true},
		{"stdio from the middle on", "c {\"method\":\"m\"}\ninit {}", false, false},
		{"a hole", "open\ninit {}\nseq 90\nc {\"method\":\"m\"}", false, false},
		{"a hole before a repeated initialize", "open\ninit {}\nseq 90\ninit {\"id\":5}", false, false},
		{"an array", "open\ninit {}\nC []", false, true},
		{"a line that may have held a message", "open\ninit {}\nS \"{\"", true, false},
		{"a line that is noise", "open\ninit {}\nS \"[info] up\"", true, true},
		{"a line that could not be read", "open\ninit {}\nline {\"seq\"", false, false},
		{"named", "transport http\ninit @1 {\"session\":\"A\"}", true, false},
		{"named and live", "transport http\ninit @1 {\"session\":\"A\"}\n" + live, true, true},
		{"a POST without body", "transport http\ninit @1 {\"session\":\"A\"}\nhead @5 POST [mcp-session-id=A]\nstatus @5 202\n" + live, false, false},
		{"unnamed", "transport http\ninit @1 {}", false, false},
		{"headless", "transport http\npost @1 [mcp-session-id=A] {\"id\":5,\"method\":\"ping\"}\nok @1 {\"id\":5,\"result\":{}}", false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := converse(t, "2025-11-25", true, test.script)
			last := c.lastSession()
			line := c.facts.LastLine
			if got := c.tracker.CompleteAs(model.Client, last, line); got != test.client {
				t.Errorf("complete as to the client: %v", got)
			}
			if got := c.tracker.CompleteAs(model.Server, last, line); got != test.server {
				t.Errorf("complete as to the server: %v", got)
			}
		})
	}
}

func (c *conversation) lastSession() *model.Session {
	for _, s := range slices.Backward(c.steps) {
		if s.Session != nil {
			return s.Session
		}
	}
	return nil
}

func TestSerial(t *testing.T) {
	const first = "transport http\ninit @1 {\"session\":\"A\"}\npost @3 {\"id\":5,\"method\":\"ping\"}\n"
	for _, test := range []struct {
		name, script string
		want         bool
	}{
		{"one after another", first + "ok @3 {\"id\":5,\"result\":{}}\npost @4 {\"id\":6,\"method\":\"ping\"}", true},
		{"two at once", first + "post @4 {\"id\":6,\"method\":\"ping\"}", false},
		{"an event stream that has not answered", first + "status @3 200 [content-type=text/event-stream]\npost @4 {\"id\":6,\"method\":\"ping\"}", false},
		{"a stream that ended", first + "status @3 200 [content-type=text/event-stream]\nclose @3\npost @4 {\"id\":6,\"method\":\"ping\"}", true},
		{"a refusal", first + "status @3 404\npost @4 {\"id\":6,\"method\":\"ping\"}", true},
		{"a GET beside it", first + "head @4 GET [accept=text/event-stream mcp-session-id=A]", true},
		{"another session beside it", first + "post @4 [mcp-session-id=B] {\"id\":6,\"method\":\"ping\"}\nok @3 {\"id\":5,\"result\":{}}\npost @5 {\"id\":6,\"method\":\"ping\"}", true},
		{"headless", "transport http\npost @1 [mcp-session-id=A] {\"id\":5,\"method\":\"ping\"}\nok @1 {\"id\":5,\"result\":{}}", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := converse(t, "2025-11-25", true, test.script).lastSession().Serial; got != test.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

func TestLive(t *testing.T) {
	for script, want := range map[string]bool{
		"post @1 {\"id\":5,\"method\":\"ping\"}\npost @2 {\"id\":6,\"method\":\"ping\"}\nok @2 {\"id\":6,\"result\":{}}\nok @1 {\"id\":5,\"result\":{}}":                                  true,
		"post @1 {\"id\":5,\"method\":\"ping\"}\nok @1 {\"id\":5,\"result\":{}}\npost @2 {\"id\":6,\"method\":\"ping\"}\nok @2 {\"id\":6,\"result\":{}}":                                  false,
		"post @1 {\"id\":5,\"method\":\"ping\"}\nstatus @1 200\npost @2 {\"id\":6,\"method\":\"ping\"}\nok @2 {\"id\":6,\"result\":{}}\ns @1 {\"id\":5,\"result\":{}}":                    false,
		"post @1 {\"id\":5,\"method\":\"ping\"}\npost @2 {\"id\":6,\"method\":\"ping\"}\nhead @1 POST\nstatus @2 200":                                                                     true,
		"post {\"id\":5,\"method\":\"ping\"}\npost {\"id\":6,\"method\":\"ping\"}\nok {\"id\":6,\"result\":{}}\nok {\"id\":5,\"result\":{}}":                                              false,
		"post @1 {\"id\":5,\"method\":\"ping\"}\ns @2 {\"method\":\"m\"}\nok @1 {\"id\":5,\"result\":{}}":                                                                                 true,
		"head @1 GET [accept=text/event-stream]\nstatus @1 200\npost @2 {\"id\":6,\"method\":\"ping\"}\ns @1 {\"method\":\"m\"}\nok @2 {\"id\":6,\"result\":{}}\ns @1 {\"method\":\"m\"}": true,
	} {
		if got := converse(t, "2025-11-25", true, "transport http\n"+script).tracker.Live(); got != want {
			t.Errorf("got %v:\n%s", got, script)
		}
	}
}

func TestReplay(t *testing.T) {
	const named = "transport http\ninit @1 {\"session\":\"A\"}\n"
	for _, test := range []struct {
		name, script string
		want         bool // of the last message
	}{
		{"a resuming GET", named + "head @3 GET [last-event-id=e1 mcp-session-id=A]\nstatus @3 200\ns @3 {\"method\":\"m\"}", true},
		{"another GET of a recorder that keeps the header", named + "head @3 GET [last-event-id=e1 mcp-session-id=A]\nhead @4 GET [mcp-session-id=A]\nstatus @4 200\ns @4 {\"method\":\"m\"}", false},
		{"a GET of another recorder", named + "head @3 GET [mcp-session-id=A]\nstatus @3 200\ns @3 {\"method\":\"m\"}", true},
		{"a POST", named + "head @3 GET [last-event-id=e1 mcp-session-id=A]\npost @4 {\"id\":5,\"method\":\"ping\"}\nsse @4 {\"method\":\"m\"}", false},
		{"unnumbered, behind such a GET", named + "head GET [last-event-id=e1 mcp-session-id=A]\nstatus 200\ns {\"method\":\"m\"}", true},
		{"an exchange from before the recording", "transport http\nhead @3 GET [last-event-id=e1 mcp-session-id=A]\ns @2 {\"method\":\"m\"}", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			steps := converse(t, "2025-11-25", true, test.script).steps
			if got := steps[len(steps)-1].Message.Replay; got != test.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

func TestStanding(t *testing.T) {
	c := converse(t, "2025-11-25", true, `open
init {"server":{"tools":{"listChanged":false},"resources":{"subscribe":true},"prompts":false,"tasks":{"list":false,"cancel":{}},"logging":null}}`)
	n := c.lastSession()
	for path, want := range map[string]model.Standing{
		"tools": model.Declared, "tools.listChanged": model.Withheld, "resources.subscribe": model.Declared,
		"resources.listChanged": model.Withheld, "prompts": model.Unclear, "prompts.listChanged": model.Unclear,
		"tasks.list": model.Withheld, "tasks.cancel": model.Declared, "tasks.requests.tools.call": model.Withheld,
		"logging": model.Unclear, "completions": model.Withheld,
	} {
		if got := n.Standing(model.Server, strings.Split(path, ".")...); got != want {
			t.Errorf("%s: got %d, want %d", path, got, want)
		}
	}
	if got := (&model.Session{}).Standing(model.Client, "roots"); got != model.Unclear {
		t.Errorf("a session without handshake: got %d", got)
	}
}

func TestPairingWithinSessions(t *testing.T) {
	c := converse(t, "2025-11-25", true, `transport http
init @1 {"session":"A"}
init @3 {"session":"B"}
post @5 [mcp-session-id=A] {"id":5,"method":"tools/list"}
head @6 GET [mcp-session-id=B accept=text/event-stream]
status @6 200 [content-type=text/event-stream]
s @6 {"id":5,"result":{}}
head @7 GET [mcp-session-id=A accept=text/event-stream last-event-id=x]
status @7 200 [content-type=text/event-stream]
s @7 {"id":5,"result":{}}`)
	if m := c.steps[18].Message; m.Request != nil {
		t.Error("answered by another session")
	}
	if m := c.steps[21].Message; m.Request == nil || m.Request.Seq != 15 {
		t.Error("not answered on the resuming stream of the session")
	}
}

func TestPairingBesideAMissingBody(t *testing.T) {
	c := converse(t, "2025-11-25", true, `transport http
init @1 {"session":"A"}
post @5 {"id":5,"method":"tools/list"}
head @6 POST [mcp-session-id=A accept=text/event-stream]
ok @6 {"id":5,"result":{}}`)
	if m := c.steps[11].Message; m.Request != nil || !m.Misplaced {
		t.Error("the response may answer the body that is not recorded")
	}
}

func TestSessionBehindAHole(t *testing.T) {
	c := converse(t, "2025-11-25", true, "open\nseq 7\nc {\"method\":\"notifications/initialized\"}\ninit {\"id\":5}")
	if got, want := c.sessions(), "*0 0! 0! *1! 1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestEndRecorded(t *testing.T) {
	for script, want := range map[string]bool{
		"open\ninit {}\nclose": true,
		"open\ninit {}\nabort": false,
		"open\ninit {}":        false,
		"transport http\ninit @1 {\"session\":\"A\"}\nclose":                                            true,
		"transport http\ninit @1 {\"session\":\"A\"}\nclose @9":                                         false,
		"transport http\ninit @1 {\"session\":\"A\"}\nhead @3 DELETE [mcp-session-id=A]\nstatus @3 200": true,
		"transport http\ninit @1 {\"session\":\"A\"}\nhead @3 DELETE [mcp-session-id=A]\nstatus @3 405": false,
		"transport http\ninit @1 {\"session\":\"A\"}\ntransport stdio\nopen\nclose\n":                   false,
		"transport http\ninit @1 {\"session\":\"A\"}\nclose\npost @4 {\"method\":\"notifications/x\"}":  false,
	} {
		if got := converse(t, "2025-11-25", true, script).facts.Sessions[0].EndRecorded; got != want {
			t.Errorf("got %v:\n%s", got, script)
		}
	}
}
