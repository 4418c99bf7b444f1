package model_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcpx/model"
)

// inForce walks a script and says of each answered tools/call and prompts/get what definition was in
// force: "SEQ of LISTING" and what holds of it until the answer, in the input schema or the arguments.
func inForce(t *testing.T, revision, text string) []string {
	t.Helper()
	var said []string
	walkListing(t, revision, text, func(tracker *model.Tracker, s *model.Step) {
		r := s.Answered
		if r == nil || r.Method != "tools/call" && r.Method != "prompts/get" {
			return
		}
		list, part := "tools/list", model.InputSchemaPart
		if r.Method == "prompts/get" {
			list, part = "prompts/list", model.ArgumentsPart
		}
		d := tracker.Definition(list, r.Params().Get("name").Str(), r.Message)
		if d == nil {
			said = append(said, fmt.Sprintf("%d unlisted", r.Seq))
			return
		}
		words := fmt.Sprintf("%d of %d", r.Seq, d.Listing.Seq)
		if d.StableUntil(s.Line, part) {
			words += " stable"
		}
		if d.ConfirmedAfter(s.Line) {
			words += " confirmed"
		}
		if d.Settled(r.Line, part) {
			words += " settled"
		}
		said = append(said, words)
	})
	return said
}

// chained walks a script and says of each page of a list which page of which chain it is.
func chained(t *testing.T, text string) []string {
	t.Helper()
	var said []string
	walkListing(t, model.Revision20260728, text, func(_ *model.Tracker, s *model.Step) {
		if s.Page == nil {
			return
		}
		words := fmt.Sprintf("%d page %d from line %d %s", s.Seq, s.Page.Number, s.Page.StartLine, strings.Join(s.Page.Names, ","))
		if s.Page.Ambiguous {
			words += " ambiguous"
		}
		if s.Page.Complete {
			words += " complete"
		}
		if !s.Page.Plain {
			words += " not plain"
		}
		said = append(said, words)
	})
	return said
}

func walkListing(t testing.TB, revision, text string, each func(*model.Tracker, *model.Step)) {
	t.Helper()
	events, facts := surveyed(t, text)
	facts.Choose(true)
	tracker := model.NewTracker(model.ProfileOf(revision), facts)
	for _, e := range events {
		each(tracker, tracker.Feed(e))
	}
}

const (
	listsSum    = `s {"id":1,"result":{"tools":[{"name":"sum","inputSchema":{"type":"object"}}]}}`
	listsWider  = `s {"id":1,"result":{"tools":[{"name":"sum","inputSchema":{"type":"object","properties":{"a":{}}}}]}}`
	listsTitled = `s {"id":1,"result":{"tools":[{"title":"Sum","name":"sum","inputSchema":{ "type":"object" }}]}}`
	asks        = `c {"id":1,"method":"tools/list"}`
	calls       = `c {"id":2,"method":"tools/call","params":{"name":"sum"}}`
	returns     = `s {"id":2,"result":{"content":[]}}`
	asksAsOther = `c {"id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/clientInfo":{"name":"other","version":"1"}}}}`
	changes     = `s {"method":"notifications/tools/list_changed"}`
)

func TestDefinitionInForce(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"never listed", []string{calls, returns}, []string{"0 unlisted"}},
		{"listed once", []string{asks, listsSum, calls, returns}, []string{"2 of 1 stable settled"}},
		{"listed after the request", []string{calls, asks, listsSum, returns}, []string{"0 unlisted"}},
		{"the latest counts", []string{asks, listsSum, asks, listsWider, calls, returns}, []string{"4 of 3 stable"}},
		{"the same again", []string{asks, listsSum, asks, listsSum, calls, returns, asks, listsSum},
			[]string{"4 of 3 stable confirmed settled"}},
		{"changed in another part", []string{asks, listsSum, calls, returns, asks, listsTitled},
			[]string{"2 of 1 stable confirmed settled"}},
		{"changed before the answer", []string{asks, listsSum, calls, asks, listsWider, returns},
			[]string{"2 of 1 settled"}},
		{"changed in the next listing", []string{asks, listsSum, calls, returns, asks, listsWider},
			[]string{"2 of 1 confirmed settled"}},
		{"changed after the next listing", []string{asks, listsSum, calls, returns, asks, listsSum, asks, listsWider},
			[]string{"2 of 1 stable confirmed settled"}},
		{"changed and changed back before the answer", []string{asks, listsSum, calls, asks, listsWider, asks, listsSum, returns},
			[]string{"2 of 1 settled"}},
		{"list_changed before the answer", []string{asks, listsSum, changes, calls, returns}, []string{"3 of 1 settled"}},
		{"list_changed outside", []string{changes, asks, listsSum, calls, returns, changes}, []string{"3 of 2 stable settled"}},
		{"named twice", []string{asks, listsSum, asks,
			`s {"id":1,"result":{"tools":[{"name":"sum"},{"name":"sum"}]}}`, calls, returns}, []string{"4 unlisted"}},
		{"left out", []string{asks, listsSum, asks, `s {"id":1,"result":{"tools":[]}}`, calls, returns}, []string{"4 unlisted"}},
		{"left out of a first page", []string{asks, listsSum, asks, `s {"id":1,"result":{"tools":[],"nextCursor":"2"}}`, calls, returns},
			[]string{"4 of 1 stable settled"}},
		{"left out of all pages", []string{asks, listsSum, asks, `s {"id":1,"result":{"tools":[],"nextCursor":"2"}}`,
			`c {"id":3,"method":"tools/list","params":{"cursor":"2"}}`, `s {"id":3,"result":{"tools":[{"name":"mul"}]}}`, calls, returns},
			[]string{"6 unlisted"}},
		{"on a later page", []string{asks, `s {"id":1,"result":{"tools":[],"nextCursor":"2"}}`,
			`c {"id":3,"method":"tools/list","params":{"cursor":"2"}}`, strings.Replace(listsSum, `"id":1`, `"id":3`, 1), calls, returns},
			[]string{"4 of 3 stable settled"}},
		{"contested listing", []string{asks, listsSum, asks, asks, listsWider, calls, returns}, []string{"5 of 1"}},
		{"a gap", []string{asks, listsSum, "seq 7", calls, returns}, []string{"7 of 1"}},
		{"a name written with escapes", []string{asks, `s {"id":1,"result":{"tools":[{"name":"s\u0075m"}]}}`, calls, returns},
			[]string{"2 of 1 stable settled"}},
		{"a listing with a repeated member", []string{asks, listsSum, asks,
			`line {"seq":3,"direction":"server-to-client","transport":"stdio","kind":"message","payload":{"jsonrpc":"2.0","id":1,"result":{"tools":[],"tools":[]}}}`,
			"seq 4", calls, returns}, []string{"4 unlisted"}},
		{"a legacy listing is none, and speaks against", []string{asks, listsSum,
			`C {"jsonrpc":"2.0","id":5,"method":"tools/list"}`, `S {"jsonrpc":"2.0","id":5,"result":{"tools":[{"name":"sum"}]}}`, calls, returns},
			[]string{"4 of 1"}},
		{"listed to another client", []string{asksAsOther, listsSum, calls, returns}, []string{"2 unlisted"}},
		{"listed to another client since", []string{asks, listsSum, asksAsOther, listsSum, calls, returns},
			[]string{"4 of 1 stable settled"}},
		{"listed otherwise to another client", []string{asks, listsSum, asksAsOther, listsWider, calls, returns},
			[]string{"4 of 1"}},
		{"listed to another client again and again", []string{asks, listsSum, asksAsOther, listsSum, asksAsOther, listsSum,
			asksAsOther, listsSum, asksAsOther, listsSum, calls, returns}, []string{"10 of 1 stable settled"}},
		{"a prompt", []string{`c {"id":1,"method":"prompts/list"}`, `s {"id":1,"result":{"prompts":[{"name":"p"}]}}`, changes,
			`c {"id":2,"method":"prompts/get","params":{"name":"p"}}`, `s {"id":2,"result":{"messages":[]}}`}, []string{"3 of 1 stable settled"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := inForce(t, model.Revision20260728, strings.Join(c.lines, "\n")); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// Over HTTP a definition is in force that came before the head of the request.
func TestDefinitionBeforeHead(t *testing.T) {
	got := inForce(t, model.Revision20260728, `transport http
		post @1 {"id":1,"method":"tools/list"}
		ok @1 {"id":1,"result":{"tools":[{"name":"sum"}]}}
		post @2 {"id":2,"method":"tools/list"}
		head @3 POST
		ok @2 {"id":2,"result":{"tools":[{"name":"sum"}]}}
		c @3 {"id":3,"method":"tools/call","params":{"name":"sum"}}
		ok @3 {"id":3,"result":{"content":[]}}`)
	if want := []string{"9 of 3 stable settled"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// At a handshake revision definitions are those of the session.
func TestDefinitionOfSession(t *testing.T) {
	got := inForce(t, model.Revision20251125, `transport http
		init @1 {"server":{"tools":{}},"session":"a"}
		post @3 {"id":1,"method":"tools/list"}
		ok @3 {"id":1,"result":{"tools":[{"name":"sum"}]}}
		init @4 {"server":{"tools":{}},"session":"b"}
		post @6 {"id":1,"method":"tools/call","params":{"name":"sum"}}
		ok @6 {"id":1,"result":{"content":[]}}
		post @7 [mcp-session-id=a] {"id":2,"method":"tools/call","params":{"name":"sum"}}
		ok @7 {"id":2,"result":{"content":[]}}
		post @8 {"id":3,"method":"tools/list"}
		ok @8 {"id":3,"result":{"tools":[{"name":"sum","inputSchema":{}}]}}`)
	if len(got) != 2 || !strings.HasSuffix(got[0], "unlisted") || !strings.HasSuffix(got[1], "stable settled") {
		t.Errorf("got %q, want the first unlisted and the second stable settled", got)
	}
}

func TestChains(t *testing.T) {
	page := func(id int, name, next string) string {
		return fmt.Sprintf(`s {"id":%d,"result":{"tools":[{"name":%q}],"nextCursor":%s}}`, id, name, next)
	}
	for _, c := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"three pages", []string{asks, page(1, "a", `"x"`), `c {"id":2,"method":"tools/list","params":{"cursor":"x"}}`, page(2, "b", `"y"`),
			`c {"id":3,"method":"tools/list","params":{"cursor":"y"}}`, page(3, "c", "null")},
			[]string{"1 page 1 from line 1 a", "3 page 2 from line 1 a,b", "5 page 3 from line 1 a,b,c complete"}},
		{"an unknown cursor", []string{asks, page(1, "a", `"x"`), `c {"id":2,"method":"tools/list","params":{"cursor":"z"}}`, page(2, "b", "null")},
			[]string{"1 page 1 from line 1 a"}},
		{"a cursor is consumed once", []string{asks, page(1, "a", `"x"`),
			`c {"id":2,"method":"tools/list","params":{"cursor":"x"}}`, page(2, "b", "null"),
			`c {"id":3,"method":"tools/list","params":{"cursor":"x"}}`, page(3, "b", "null")},
			[]string{"1 page 1 from line 1 a", "3 page 2 from line 1 a,b complete"}},
		{"equal cursors", []string{asks, page(1, "a", `"x"`), asks, page(1, "b", `"x"`),
			`c {"id":2,"method":"tools/list","params":{"cursor":"x"}}`, page(2, "c", "null"),
			`c {"id":3,"method":"tools/list","params":{"cursor":"x"}}`, page(3, "d", "null")},
			[]string{"1 page 1 from line 1 a", "3 page 1 from line 3 b",
				"5 page 2 from line 1 a,c ambiguous complete", "7 page 2 from line 3 b,d ambiguous complete"}},
		{"cursors of different types", []string{asks, page(1, "a", `1`), asks, page(1, "b", `"1"`),
			`c {"id":2,"method":"tools/list","params":{"cursor":"1"}}`, page(2, "c", "null")},
			[]string{"1 page 1 from line 1 a", "3 page 1 from line 3 b", "5 page 2 from line 3 b,c complete"}},
		{"another method and another sender", []string{asks, page(1, "a", `"x"`),
			`c {"id":2,"method":"prompts/list","params":{"cursor":"x"}}`, `s {"id":2,"result":{"prompts":[]}}`,
			`c {"id":3,"method":"tools/list","params":{"cursor":"x","_meta":{"io.modelcontextprotocol/clientInfo":{"name":"o","version":"1"}}}}`, page(3, "b", "null")},
			[]string{"1 page 1 from line 1 a"}},
		{"an error consumes", []string{asks, page(1, "a", `"x"`),
			`c {"id":2,"method":"tools/list","params":{"cursor":"x"}}`, `s {"id":2,"error":{"code":-32603,"message":"down"}}`,
			`c {"id":3,"method":"tools/list","params":{"cursor":"x"}}`, page(3, "b", "null")},
			[]string{"1 page 1 from line 1 a"}},
		{"more than a cursor", []string{`c {"id":1,"method":"tools/list","params":{"cursor":null,"tag":"x"}}`, page(1, "a", "null")},
			[]string{"1 page 1 from line 1 a complete not plain"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := chained(t, strings.Join(c.lines, "\n")); !slices.Equal(got, c.want) {
				t.Errorf("got %q\nwant %q", got, c.want)
			}
		})
	}
}

// A client that polls forever and never reads on must not make the memory grow, nor lose the chains that
// are read.
func TestChainsAreForgotten(t *testing.T) {
	var b strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&b, "c {\"id\":%d,\"method\":\"tools/list\"}\n", i)
		fmt.Fprintf(&b, "s {\"id\":%d,\"result\":{\"tools\":[{\"name\":\"a\"}],\"nextCursor\":\"x\"}}\n", i)
		fmt.Fprintf(&b, "c {\"id\":\"p%d\",\"method\":\"tools/list\",\"params\":{\"cursor\":\"x\"}}\n", i)
		fmt.Fprintf(&b, "s {\"id\":\"p%d\",\"result\":{\"tools\":[{\"name\":\"b\"}]}}\n", i)
	}
	complete := 0
	for _, said := range chained(t, b.String()) {
		if strings.HasSuffix(said, "a,b complete") {
			complete++
		}
	}
	if complete != 5000 {
		t.Errorf("%d complete chains, want 5000", complete)
	}
}

func TestServerCapability(t *testing.T) {
	discover := func(id int, client, result string) string {
		return fmt.Sprintf("c {\"id\":%d,\"method\":\"server/discover\",\"params\":{\"_meta\":{\"io.modelcontextprotocol/clientInfo\":{\"name\":%q}}}}\ns {\"id\":%d,\"result\":%s}\n", id, client, id, result)
	}
	const tools, none, other = `{"capabilities":{"tools":{}}}`, `{"capabilities":{}}`, `{"capabilities":{"tools":{},"prompts":{}}}`
	for _, c := range []struct {
		name, text string
		want       model.Standing // for client "a"
		forAll     model.Standing
	}{
		{"no discovery", asks, model.Unclear, model.Unclear},
		{"declared", discover(1, "a", tools), model.Declared, model.Declared},
		{"withheld", discover(1, "a", none), model.Withheld, model.Withheld},
		{"no capabilities", discover(1, "a", `{}`), model.Withheld, model.Withheld},
		{"another client", discover(1, "b", none), model.Unclear, model.Withheld},
		{"two that agree", discover(1, "a", tools) + discover(2, "a", other), model.Declared, model.Declared},
		{"two that differ", discover(1, "a", tools) + discover(2, "a", none), model.Unclear, model.Unclear},
		{"three, the last as the first", discover(1, "a", tools) + discover(2, "a", none) + discover(3, "a", tools), model.Unclear, model.Unclear},
		{"clients that differ", discover(1, "a", tools) + discover(2, "b", none), model.Declared, model.Unclear},
		{"no declaration", discover(1, "a", `{"capabilities":{"tools":false}}`), model.Unclear, model.Unclear},
		{"true", discover(1, "a", `{"capabilities":{"tools":true}}`), model.Declared, model.Declared},
		{"no object", discover(1, "a", `[]`), model.Unclear, model.Unclear},
		{"contested", "c {\"id\":1,\"method\":\"tools/list\"}\n" + discover(1, "a", none), model.Unclear, model.Unclear},
		{"a repeated member", asks + "\n" + `line {"seq":2,"direction":"client-to-server","transport":"stdio","kind":"message","payload":{"id":2,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/clientInfo":{"name":"a"}}}}}` +
			"\n" + `line {"seq":3,"direction":"server-to-client","transport":"stdio","kind":"message","payload":{"id":2,"result":{"capabilities":{"tools":{}},"capabilities":{}}}}`, model.Unclear, model.Unclear},
	} {
		t.Run(c.name, func(t *testing.T) {
			var facts *model.Facts
			walkListing(t, model.Revision20260728, c.text, func(tracker *model.Tracker, _ *model.Step) { facts = tracker.Facts })
			if got, _ := facts.ServerCapability(`{"name":"a",}`, "tools"); got != c.want {
				t.Errorf("for a: got %d, want %d", got, c.want)
			}
			if got, _ := facts.ServerCapability("", "tools"); got != c.forAll {
				t.Errorf("for all: got %d, want %d", got, c.forAll)
			}
		})
	}
}
