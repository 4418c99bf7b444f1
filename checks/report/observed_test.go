package report

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"mcpx/checks"
	"mcpx/checks/script"
)

type memory struct{ *bytes.Reader }

func (m memory) From(_ context.Context, offset int64) io.Reader {
	return io.NewSectionReader(m, offset, m.Size()-offset)
}

// watched is the assessment of a recording that holds things worth knowing and breaks no rule of the
// checks that judge it: there are none.
func watched(t testing.TB) *checks.Assessment {
	t.Helper()
	trace, err := script.Trace(`
open
s {"method":"notifications/message","params":{"level":"info","data":"early"}}
c {"id":1,"method":"tools/list"}
s {"id":1,"result":{"tools":[{"name":"mail.send","inputSchema":{"type":"object"}},{"name":"sum","inputSchema":{"type":"object"}}]}}
c {"id":2,"method":"tools/call","params":{"name":"sum\u001b[2J"}}
s {"id":"2","result":{"content":[]}}
seq 90
s abort
`)
	if err != nil {
		t.Fatal(err)
	}
	a, err := checks.Assess(t.Context(), memory{bytes.NewReader(trace)}, checks.Options{Checks: []*checks.Check{}})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestObservations(t *testing.T) {
	for name, detail := range map[string]Detail{"brief": Brief, "full": Full} {
		t.Run(name, func(t *testing.T) {
			whole := text(t, watched(t), detail, Look{Width: 80})
			at := strings.Index(whole, "clause")
			if detail == Full {
				at = strings.LastIndex(whole, "0 clauses fail")
			}
			golden.RequireEqual(t, whole[at:])
		})
	}
}

func TestObservationsInJSON(t *testing.T) {
	var report struct {
		Traces []struct {
			Totals       struct{ Observations int }
			Observations []struct {
				Kind, Detail string
				Events       []struct {
					Seq, Line     int
					Pointer, What string
				}
			}
		}
	}
	if err := json.Unmarshal(jsonOf(t, watched(t)), &report); err != nil {
		t.Fatal(err)
	}
	trace := report.Traces[0]
	var kinds []string
	for _, o := range trace.Observations {
		kinds = append(kinds, o.Kind)
		if len(o.Events) == 0 || o.Events[0].Line == 0 || o.Detail == "" {
			t.Errorf("%+v rests on nothing", o)
		}
	}
	want := "server-first never-called host-limit unanswered other-id-type disconnect gap"
	if got := strings.Join(kinds, " "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if trace.Totals.Observations != len(kinds) {
		t.Errorf("%d observations in the totals, want %d", trace.Totals.Observations, len(kinds))
	}
	if p := trace.Observations[2].Events[0].Pointer; p != "/result/tools/0/name" {
		t.Errorf("the name is at %q", p)
	}
}
