package copying

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"mcpx/checks/script"
	"mcpx/tui/document"
)

type source struct{ *bytes.Reader }

func (s source) From(_ context.Context, offset int64) io.Reader {
	return io.NewSectionReader(s, offset, s.Size()-offset)
}

func opened(t *testing.T, text string) *document.Document {
	t.Helper()
	trace, err := script.Trace(text)
	if err != nil {
		t.Fatal(err)
	}
	d := document.New(source{bytes.NewReader(trace)}, document.Options{})
	for u := range d.Load(t.Context()) {
		d.Apply(u)
	}
	return d
}

func TestReport(t *testing.T) {
	d := opened(t, "open\nc {\"id\":2.5,\"method\":\"ping\\u001b[2J\"}\ns {\"id\":2.5,\"error\":{\"code\":-32601,\"message\":\"no\"}}\n")
	found := false
	for i := range d.Ruling().Defects {
		x := &d.Ruling().Defects[i]
		if x.Check != "base.request-id-type" {
			continue
		}
		found = true
		f := Fault{Name: "s.jsonl", Version: "v1", Trace: d.Trace(), Ruling: d.Ruling(), Defect: i, Partner: d.Partner(x.Row)}
		text, err := f.Report()
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"### client: got id 2.5", "> “", "](https://modelcontextprotocol.io/specification/2026-07-28/basic", "Seq 1, client to server, the blamed message:", "Seq 2, server to client, the answer:", `"id": 2.5`, "Found by mcpx v1 in `s.jsonl`"} {
			if !strings.Contains(string(text), want) {
				t.Errorf("%q is missing in\n%s", want, text)
			}
		}
		if bytes.ContainsRune(text, '\x1b') {
			t.Error("a control character gets through")
		}
		if clause := Clause(x.Clauses[0]); !strings.Contains(clause, "MUST") || !strings.Contains(clause, "https://") {
			t.Errorf("got %q", clause)
		}
	}
	if !found {
		t.Fatal("the fault is not there")
	}
}

// The text of an event is what was written, byte for byte.
func TestEvent(t *testing.T) {
	d := opened(t, "open\nC {\"jsonrpc\":\"2.0\",\"id\":1e0,\"method\":\"\\u0070ing\"}\nline {\"torn\n")
	for row, want := range map[int]string{1: `{"jsonrpc":"2.0","id":1e0,"method":"\u0070ing"}`, 2: `{"torn`} {
		if got, err := Event(d.Trace(), row); err != nil || string(got) != want {
			t.Errorf("row %d is %q (%v), want %q", row, got, err, want)
		}
	}
}

func TestRefusal(t *testing.T) {
	for _, c := range []struct {
		size int
		env  []string
		want string
	}{
		{10, []string{"TERM=xterm-256color"}, ""},
		{Limit, nil, ""},
		{Limit + 1, nil, "longer than"},
		{10, []string{"TERM=linux"}, "cannot"},
		{10, []string{"STY=1.pts", "TERM=screen"}, "screen"},
		{10, []string{"STY=1.pts", "TMUX=/tmp/x"}, ""},
	} {
		if got := Refusal(c.size, c.env); !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%d bytes, %v: %q", c.size, c.env, got)
		}
	}
	if s := Sent("message", 41, []string{"TMUX=x"}); !strings.Contains(s, "OSC 52, 41 B") || !strings.Contains(s, "set-clipboard") || strings.Contains(s, "copied") {
		t.Errorf("got %q", s)
	}
}
