package report

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"mcpx/checks"
	"mcpx/checks/catalogue"
)

func listing(t testing.TB, rev catalogue.Revision, all []*checks.Check) *Listing {
	t.Helper()
	cat, err := catalogue.Load(rev)
	if err != nil {
		t.Fatal(err)
	}
	return &Listing{Catalogue: cat, Checks: all}
}

// everyCheck makes a check of each name that a catalogue knows.
func everyCheck(t testing.TB, rev catalogue.Revision) []*checks.Check {
	t.Helper()
	var all []*checks.Check
	for _, id := range listing(t, rev, nil).Catalogue.Checks() {
		all = append(all, &checks.Check{ID: id, Title: "Title of " + id, Convicts: "What convicts.", Party: checks.ByServer, At: []catalogue.Revision{rev}})
	}
	return all
}

func written(t testing.TB, write func(io.Writer) error) string {
	t.Helper()
	var out bytes.Buffer
	if err := write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// firstLines cuts a listing for a golden file.
func firstLines(s string, n int) string {
	lines := strings.SplitAfterN(s, "\n", n+1)
	return strings.Join(lines[:min(n, len(lines))], "")
}

func TestListing(t *testing.T) {
	for _, rev := range catalogue.Revisions() {
		l := listing(t, rev, everyCheck(t, rev)[:2])
		t.Run(string(rev)+" text", func(t *testing.T) {
			golden.RequireEqual(t, firstLines(written(t, func(w io.Writer) error { return l.Text(w, Look{}) }), 40))
		})
		t.Run(string(rev)+" markdown", func(t *testing.T) {
			golden.RequireEqual(t, firstLines(written(t, func(w io.Writer) error { return l.Markdown(w, Unicode) }), 50))
		})
		t.Run(string(rev)+" json", func(t *testing.T) {
			golden.RequireEqual(t, firstLines(written(t, func(w io.Writer) error { return l.JSON(w, "mcpx", "v1") }), 8))
		})
	}
}

// The totals are those of the catalogues, and every clause stands in every format.
func TestListingIsWhole(t *testing.T) {
	for rev, want := range map[catalogue.Revision]string{
		catalogue.R20250618: "133 clauses: 84 judged, 17 observed, 32 excluded",
		catalogue.R20251125: "466 clauses: 188 judged, 278 excluded",
		catalogue.R20260728: "501 clauses: 181 judged, 320 excluded",
	} {
		l := listing(t, rev, everyCheck(t, rev))
		if got := l.Summary(); got != want {
			t.Errorf("%s: got %q, want %q", rev, got, want)
		}
		text := written(t, func(w io.Writer) error { return l.Text(w, Look{}) })
		markdown := written(t, func(w io.Writer) error { return l.Markdown(w, Unicode) })
		var parsed struct {
			Totals  listingTotals
			Clauses []struct {
				ID, Disposition, Quote string
				Checks                 []string
				Excluded               struct{ Kind, Reason string }
				Label                  string `json:"exclusionLabel"`
			}
		}
		out := written(t, func(w io.Writer) error { return l.JSON(w, "mcpx", "v1") })
		if err := json.Unmarshal([]byte(out), &parsed); err != nil {
			t.Fatal(err)
		}
		if len(parsed.Clauses) != parsed.Totals.Clauses || parsed.Totals.NotBuilt != 0 {
			t.Errorf("%s: %d clauses, totals %+v", rev, len(parsed.Clauses), parsed.Totals)
		}
		for i, c := range l.Catalogue.Clauses() {
			if !strings.Contains(text, "\n✓ "+c.ID+" ") && !strings.Contains(text, "\n⊘ "+c.ID+" ") && !strings.Contains(text, "\n◇ "+c.ID+" ") {
				t.Errorf("%s is not in the text", c.ID)
			}
			if !strings.Contains(markdown, "\n### "+c.ID+"\n") {
				t.Errorf("%s is not in the Markdown", c.ID)
			}
			p := parsed.Clauses[i]
			if p.ID != c.ID || p.Quote != c.Quote {
				t.Errorf("%d: %s in JSON, %s in the catalogue", i, p.ID, c.ID)
			}
			if c.Exclusion != nil && (p.Excluded.Reason != c.Exclusion.Reason || p.Label == "") {
				t.Errorf("%s: reason %q, label %q", c.ID, p.Excluded.Reason, p.Label)
			}
		}
	}
}

func TestChecklist(t *testing.T) {
	all := modern(t).Checks
	catalogues, err := catalogue.All()
	if err != nil {
		t.Fatal(err)
	}
	t.Run("text", func(t *testing.T) {
		golden.RequireEqual(t, written(t, func(w io.Writer) error { return ChecksText(w, all, catalogues, Look{}) }))
	})
	t.Run("json", func(t *testing.T) {
		golden.RequireEqual(t, written(t, func(w io.Writer) error { return ChecksJSON(w, all, catalogues) }))
	})
}

func TestQuoted(t *testing.T) {
	for in, want := range map[string]string{
		"Servers MUST send `a*b`.":     "Servers MUST send `a*b`.",
		"the *word* and [link]":        `the \*word\* and \[link]`,
		"two\nlines,  and spaces":      "two lines, and spaces",
		"`io.x/*` fields in `_meta_x`": "`io.x/*` fields in `_meta_x`",
	} {
		if got := quoted(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
