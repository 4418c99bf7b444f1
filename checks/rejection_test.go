package checks

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcpx/checks/catalogue"
	"mcpx/checks/script"
	"mcpx/model"
)

// What the last answer of a script finds open (M10), and whether its request is clean.
func TestOpenCodes(t *testing.T) {
	const (
		failed = `s {"id":2,"error":{"code":-32603,"message":"no"}}`
		served = "c {\"id\":0,\"method\":\"tools/list\"}\ns {\"id\":0,\"result\":{\"tools\":[]}}\nc {\"id\":1,\"method\":\"server/discover\"}\ns {\"id\":1,\"result\":{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{}}}\n"
		http   = "transport http\n" + served
	)
	for _, test := range []struct{ name, script, want string }{
		{"nothing", served + `c {"id":2,"method":"tools/list"}` + "\n" + failed, "[] clean"},
		{"a version that no discovery lists", `c {"id":1,"method":"tools/list"}` + "\n" + `s {"id":1,"result":{"tools":[]}}` +
			"\n" + `c {"id":2,"method":"tools/list"}` + "\n" + failed, "[-32022] clean"},
		{"a method without result so far", served + `c {"id":2,"method":"prompts/list"}` + "\n" + failed + "\n" +
			`c {"id":3,"method":"prompts/list"}` + "\n" + `s {"id":3,"result":{"prompts":[]}}`, "[-32601] clean"},
		{"discovery counts as implemented", `c {"id":2,"method":"server/discover"}` + "\n" + failed, "[-32022] clean"},
		{"an argument", served + `c {"id":2,"method":"tools/list","params":{"cursor":"x"}}` + "\n" + failed, "[-32602] clean"},
		{"no capabilities", served + `c {"id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/clientCapabilities":"OMIT"}}}` + "\n" + failed, "[-32602]"},
		{"a wrong jsonrpc", served + `c {"jsonrpc":"1.0","id":2,"method":"tools/list"}` + "\n" + failed, "[-32602 -32600]"},
		{"an unknown log level", served + `c {"id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/logLevel":"loud"}}}` + "\n" + failed, "[-32603 -32602]"},
		{"a capability that the request withholds", served + `c {"id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/clientCapabilities":{"sampling":{}}}}}` +
			"\n" + `s {"id":2,"error":{"code":-32021,"message":"no","data":{"requiredCapabilities":{"sampling":{"tools":{}}}}}}`, "[-32021] clean"},
		{"a capability that the request declares", served + `c {"id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/clientCapabilities":{"sampling":{}}}}}` +
			"\n" + `s {"id":2,"error":{"code":-32021,"message":"no","data":{"requiredCapabilities":{"sampling":{}}}}}`, "[] clean"},
		{"a POST in order", http + `post {"id":2,"method":"tools/list"}` + "\n" + failed, "[] clean"},
		{"no known http event", http + `c {"id":2,"method":"tools/list"}` + "\n" + failed, "[-32020]"},
		{"a missing header", http + `post [mcp-method=OMIT] {"id":2,"method":"tools/list"}` + "\n" + failed, "[-32020]"},
		{"another media type", http + `post [content-type=text/json] {"id":2,"method":"tools/list"}` + "\n" + failed, "[-32020]"},
		{"another version in the header", http + `post [mcp-protocol-version=2025-11-25] {"id":2,"method":"tools/list"}` + "\n" + failed, "[-32022 -32020]"},
		{"a parameter that nothing designates", http + `post [mcp-param-x=1] {"id":2,"method":"tools/list"}` + "\n" + failed, "[-32020]"},
		{"a tool that was never listed", http + `post {"id":2,"method":"tools/call","params":{"name":"x"}}` + "\n" + failed, "[-32602 -32601 -32020] clean"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := ""
			spy := &Check{ID: "spy", At: only2607, Run: func(w *Watch) {
				w.Answers(func(r *model.Request, a *model.Message) {
					if r.ID.Num() != "2" {
						return
					}
					codes := w.openCodes(r, a)
					slices.Sort(codes)
					got = fmt.Sprint(slices.Compact(codes))
					if w.clean(r) {
						got += " clean"
					}
				})
			}}
			watchScript(t, test.script, spy)
			if got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// watchScript walks a script with one check.
func watchScript(t *testing.T, text string, check *Check) {
	t.Helper()
	trace, err := script.Trace(strings.TrimSpace(text))
	if err != nil {
		t.Fatal(err)
	}
	cat, err := catalogue.Load(r2607)
	if err != nil {
		t.Fatal(err)
	}
	survey := model.NewSurvey()
	es := events(trace)
	for _, e := range es {
		survey.Feed(e)
	}
	j := NewJudge(cat, survey.Facts(), Chosen, []*Check{check})
	for _, e := range es {
		j.Feed(e)
	}
}
