package model_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcpx/model"
)

// eras says of which era the messages and statuses of a walk are.
func eras(steps []*model.Step) []string {
	words := [...]string{"judged", "legacy", "other", "aside"}
	var said []string
	for _, s := range steps {
		switch {
		case s.Message != nil:
			said = append(said, fmt.Sprintf("%d %s", s.Seq, words[s.Message.Era]))
		case s.Kind == model.HTTPEvent && s.Direction == model.ServerToClient:
			said = append(said, fmt.Sprintf("%d %s", s.Seq, words[s.Era]))
		}
	}
	return said
}

const (
	bare     = `C {"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	plain    = `S {"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`
	invalid  = `S {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}`
	greet    = `C {"jsonrpc":"2.0","id":9,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}`
	accept   = `S {"jsonrpc":"2.0","id":9,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"a","version":"1"}}}`
	refuse   = `S {"jsonrpc":"2.0","id":9,"error":{"code":-32601,"message":"no"}}`
	changed  = `S {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`
	discover = `c {"id":1,"method":"server/discover"}`
	modern   = `s {"id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{}}}`
	dual     = `s {"id":1,"result":{"supportedVersions":["2026-07-28","2025-11-25"],"capabilities":{}}}`
)

func TestEras(t *testing.T) {
	for _, test := range []struct {
		name   string
		script []string
		want   []string
	}{
		{"a bare request may be served by an older revision", []string{bare, plain}, []string{"0 judged", "1 legacy"}},
		{"its answer may be plainly modern",
			[]string{bare, `s {"id":1,"result":{"tools":[]}}`, bare, `S {"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"no"}}`},
			[]string{"0 judged", "1 judged", "2 judged", "3 judged"}},
		{"-32602 is modern if there is nothing but metadata to find wrong",
			[]string{bare, invalid, `C {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{}}}`, invalid,
				`C {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{},"cursor":"x"}}`, invalid},
			[]string{"0 judged", "1 legacy", "2 judged", "3 judged", "4 judged", "5 legacy"}},
		{"all discoveries are modern", []string{bare, plain, discover, modern}, []string{"0 judged", "1 judged", "2 judged", "3 judged"}},
		{"a discovery lists an older revision", []string{bare, plain, discover, dual}, []string{"0 judged", "1 legacy", "2 judged", "3 judged"}},
		{"the version header is new",
			[]string{"transport http", "head POST [mcp-protocol-version=2026-07-28]", bare, "status 200", plain},
			[]string{"1 judged", "2 judged", "3 judged"}},
		{"the status of a bare request waits for nothing",
			[]string{"transport http", "head POST", bare, "status 200", `s {"id":1,"result":{"tools":[]}}`},
			[]string{"1 judged", "2 legacy", "3 judged"}},
		{"an accepted initialize mixes the transport, before and after",
			[]string{bare, changed, greet, accept, changed, `c {"id":2,"method":"tools/list"}`, `s {"id":2,"result":{"tools":[]}}`,
				`S {"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":2}}}`},
			[]string{"0 legacy", "1 judged", "2 legacy", "3 legacy", "4 legacy", "5 judged", "6 judged", "7 judged"}},
		{"a refused initialize mixes nothing", []string{"open", "seq 0", greet, refuse, changed, bare}, []string{"0 legacy", "1 legacy", "2 judged", "3 judged"}},
		{"a second initialize is not refused with the first", []string{greet, refuse, bare, greet},
			[]string{"0 legacy", "1 legacy", "2 legacy", "3 legacy"}},
		{"a ping beside an initialize", []string{`C {"jsonrpc":"2.0","id":1,"method":"ping"}`, greet, refuse}, []string{"0 legacy", "1 legacy", "2 legacy"}},
		{"nothing of a server that never was modern",
			[]string{greet, accept, `c {"id":2,"method":"tools/list"}`, `S {"jsonrpc":"2.0","id":2,"result":{}}`},
			[]string{"0 legacy", "1 aside", "2 judged", "3 aside"}},
		{"a session header makes a message legacy and mixes the transport",
			[]string{"transport http", `post @1 {"id":1,"method":"tools/list"}`, "head @2 POST [mcp-session-id=x]", `C @2 {"jsonrpc":"2.0","id":2,"method":"ping"}`,
				"status @2 200", `S @2 {"jsonrpc":"2.0","id":2,"result":{}}`, `S @2 {"jsonrpc":"2.0","method":"notifications/message"}`,
				`S @1 {"jsonrpc":"2.0","method":"notifications/message"}`, changed},
			[]string{"1 judged", "3 legacy", "4 legacy", "5 legacy", "6 legacy", "7 judged", "8 legacy"}},
		{"an old header over an unknown body mixes the transport",
			[]string{"transport http", "head POST [mcp-protocol-version=2025-11-25]", "head POST", `c {"id":1,"method":"tools/list"}`, bare},
			[]string{"2 judged", "3 legacy"}},
		{"an old header over a modern body mixes nothing",
			[]string{"transport http", `post [mcp-protocol-version=2025-11-25] {"id":1,"method":"tools/list"}`, `C {"jsonrpc":"2.0","id":2,"method":"tools/list"}`},
			[]string{"1 judged", "2 judged"}},
		{"a stream that a GET opened is legacy",
			[]string{"transport http", `post @1 {"id":1,"method":"tools/list"}`, "head @2 GET", "status @2 200", `S @2 {"jsonrpc":"2.0","method":"notifications/message"}`},
			[]string{"1 judged", "3 legacy", "4 legacy"}},
		{"a recording that begins in the middle is mixed",
			[]string{changed, bare, plain, `c {"id":2,"method":"tools/list"}`, `s {"id":2,"result":{"tools":[]}}`},
			[]string{"0 legacy", "1 legacy", "2 legacy", "3 judged", "4 judged"}},
		{"what is missing may be an initialize",
			[]string{"open", `C {"jsonrpc":"2.0","id":1,"method":"ping"}`, changed, "seq 7", changed, `C {"jsonrpc":"2.0","id":2,"method":"ping"}`, `c {"id":3,"method":"ping"}`},
			[]string{"1 judged", "2 judged", "7 legacy", "8 legacy", "9 judged"}},
		{"what cannot be read may be an initialize",
			[]string{"open", changed, "line {", changed, `C {"jsonrpc":"2.0","id":1,"method":"ping"}`},
			[]string{"1 judged", "2 legacy", "3 legacy"}},
		{"a request of a later version, and what answers it",
			[]string{`c {"id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2031-01-01"}}}`, plain,
				`c {"id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"soon"}}}`,
				`s {"id":2,"error":{"code":-32022,"message":"no"}}`},
			[]string{"0 other", "1 other", "2 other", "3 judged"}},
		{"an older version may be served by its revision",
			[]string{`c {"id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2025-11-25"}}}`, plain},
			[]string{"0 judged", "1 legacy"}},
		{"the answer to one of two rivals is legacy if one is", []string{bare, `c {"id":1,"method":"prompts/list"}`, plain, plain},
			[]string{"0 judged", "1 judged", "2 legacy", "3 legacy"}},
		{"the answer to one of two modern rivals is judged",
			[]string{`c {"id":1,"method":"tools/list"}`, `c {"id":1,"method":"prompts/list"}`, plain},
			[]string{"0 judged", "1 judged", "2 judged"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := eras(walk(t, strings.Join(test.script, "\n"))); !slices.Equal(got, test.want) {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}
