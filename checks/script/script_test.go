package script

import (
	"strings"
	"testing"
)

func TestTrace(t *testing.T) {
	got, err := Trace(`
# both transports
open
c {"id":1,"method":"tools/list"}
s {"id":1,"result":{"tools":[],"ttlMs":"OMIT"}}
C [1,2]
s close
transport http
post @4 [mcp-name=OMIT accept="text/plain, x"] {"id":2,"method":"tools/call","params":{"name":"sum"}}
sse @4 #e1 {"id":2,"result":{"content":[]}}
head @5 GET [accept=text/event-stream]
status @5 405
init @6 {"session":"abc","server":{"tools":{}}}
seq 90
close @6
`)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(got)), "\n")
	if len(lines) != 19 {
		t.Fatalf("got %d events:\n%s", len(lines), got)
	}
	for i, want := range map[int]string{
		0: `{"direction":"client-to-server","event":"transport-open","kind":"lifecycle","seq":0,"transport":"stdio"}`,
		3: `{"direction":"client-to-server","kind":"message","payload":[1,2],"seq":3,"transport":"stdio"}`,
		4: `{"direction":"server-to-client","event":"transport-close","kind":"lifecycle","seq":4,"transport":"stdio"}`,
	} {
		if lines[i] != want {
			t.Errorf("event %d\ngot  %s\nwant %s", i, lines[i], want)
		}
	}
	if strings.Contains(lines[2], "ttlMs") || !strings.Contains(lines[2], `"cacheScope":"private"`) {
		t.Errorf("completion: %s", lines[2])
	}
	if strings.Contains(lines[5], "mcp-name") || !strings.Contains(lines[5], `"accept":"text/plain, x"`) {
		t.Errorf("headers: %s", lines[5])
	}
	if strings.Contains(lines[7], "sse") || !strings.Contains(lines[8], `"sse":{"id":"e1"}`) {
		t.Errorf("frames: %s\n%s", lines[7], lines[8])
	}
	if !strings.Contains(lines[18], `"seq":90`) {
		t.Errorf("seq: %s", lines[18])
	}
}

func TestMistakes(t *testing.T) {
	for _, text := range []string{"dance", "c {", "post [a=\"b] {}", "status x", "C nope"} {
		if _, err := Trace(text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}
