package narrow

import (
	"bytes"
	"context"
	"io"
	"testing"

	"mcpx/checks"
	"mcpx/checks/filter"
	"mcpx/checks/script"
)

// session breaks rules on both sides: an id that is no integer, a request without metadata.
const session = `
open
c {"id":1,"method":"tools/list"}
s {"id":1,"result":{"tools":[{"name":"adder","inputSchema":{"type":"object"}}]}}
c {"id":2.5,"method":"tools/call","params":{"name":"adder"}}
s {"id":2.5,"result":{"content":[]}}
C {"jsonrpc":"2.0","id":3,"method":"ping"}
s {"id":3,"error":{"code":-32601,"message":"no such method"}}
`

type source struct{ *bytes.Reader }

func (s source) From(_ context.Context, offset int64) io.Reader {
	return io.NewSectionReader(s, offset, s.Size()-offset)
}

func assess(t *testing.T) (*checks.Assessment, source) {
	t.Helper()
	trace, err := script.Trace(session)
	if err != nil {
		t.Fatal(err)
	}
	from := source{bytes.NewReader(trace)}
	a, err := checks.Assess(t.Context(), from, checks.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return a, from
}

// Whatever a filter leaves out, it and its negation together list all defects once.
func TestApply(t *testing.T) {
	a, from := assess(t)
	r := &a.Rulings[0]
	all := len(r.Verdict.Defects())
	totals := r.Verdict.Totals()
	for _, source := range []string{
		"check:base.request-id-type", "level:must", "area:BASE", "party:client", "method:tools/*", "method:ping", "dir:c2s", "kind:request",
		"id:2.5", "text:adder", "seq:>4", "size:<100", "outcome:fail", "clause:*",
	} {
		kept := apply(t, a, from, source)
		left := apply(t, a, from, "!"+source)
		if kept+left != all {
			t.Errorf("%q lists %d, its negation %d of %d", source, kept, left, all)
		}
	}
	for source, want := range map[string]int{
		"check:base.request-id-type": 1, "check:base.request-id-type dir:s2c": 0, "method:tools/call check:base.request-id-type": 1,
		"text:adder check:base.request-id-type": 1, "finding:any": all, "code:-32601 level:may": 0,
	} {
		if got := apply(t, a, from, source); got != want && want >= 0 {
			t.Errorf("%q lists %d, want %d", source, got, want)
		}
	}
	if r.Verdict.Totals() != totals {
		t.Error("the verdict has changed")
	}
	r.Selection = nil
	if defects, outcomes := r.Listed(); len(defects) != all || len(outcomes) != len(r.Verdict.Outcomes) {
		t.Error("without a selection not all is listed")
	}
}

func apply(t *testing.T, a *checks.Assessment, from source, text string) int {
	t.Helper()
	f, err := filter.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := Apply(t.Context(), a, from, f); err != nil {
		t.Fatal(err)
	}
	defects, outcomes := a.Rulings[0].Listed()
	for i := range defects {
		d, listed := &defects[i], false
		for n := range d.Findings {
			for _, c := range d.Clauses {
				listed = listed || a.Rulings[0].Lists(d, n, c)
			}
		}
		if !listed {
			t.Errorf("%q lists %s at seq %d without a clause", text, d.Check, d.Seq)
		}
	}
	if len(defects) > 0 && len(outcomes) == 0 && text[0] != '!' {
		t.Errorf("%q lists %d defects and no clause", text, len(defects))
	}
	return len(defects)
}
