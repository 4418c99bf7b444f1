package checks

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"mcpx/checks/catalogue"
	"mcpx/model"
)

// recording is a trace of the rule tests or of testdata/traces.
type recording struct {
	name   string
	events []*model.Event
}

// recordings gives the traces that are written for a revision, and those of testdata/traces.
func recordings(t *testing.T, rev catalogue.Revision) []recording {
	t.Helper()
	var all []recording
	for _, file := range glob(t, filepath.Join(ruleDir, string(rev), "*.txtar")) {
		check := strings.TrimSuffix(filepath.Base(file), ".txtar")
		for _, f := range txtar.Parse(readFile(t, file)).Files {
			c, err := parseCase(rev, check, f)
			if err != nil {
				t.Fatalf("%s: %s: %v", file, f.Name, err)
			}
			all = append(all, recording{check + "/" + f.Name, events(c.trace)})
		}
	}
	for _, file := range glob(t, "../testdata/traces/*.jsonl") {
		all = append(all, recording{filepath.Base(file), events(readFile(t, file))})
	}
	return all
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// found gives the findings by where and what they are, with their details.
func found(t *testing.T, rev catalogue.Revision, es []*model.Event) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, f := range judgeEvents(t, rev, Chosen, es).Findings {
		all[fmt.Sprintf("seq %d %s %s", f.Seq, f.Check, f.Pointer)] = f.Detail
	}
	return all
}

// gains reports findings on a part of a recording that are none on the whole.
func gains(t *testing.T, rev catalogue.Revision, what string, whole map[string]string, part []*model.Event) {
	t.Helper()
	for finding, detail := range found(t, rev, part) {
		if _, known := whole[finding]; !known {
			t.Errorf("%s at %s adds %s: %s", what, rev, finding, detail)
		}
	}
}

// TestWithoutExchanges holds that what a recorder leaves out is never evidence against anybody: without
// exchange numbers nothing is convicted that is not convicted with them.
func TestWithoutExchanges(t *testing.T) {
	for _, rev := range catalogue.Revisions() {
		for _, r := range recordings(t, rev) {
			bare := unnumbered(r.events)
			if bare == nil {
				continue
			}
			t.Run(string(rev)+"/"+r.name, func(t *testing.T) {
				gains(t, rev, "leaving out the exchanges", found(t, rev, r.events), bare)
			})
		}
	}
}

// unnumbered takes the exchange numbers out of a recording; nil if it has none.
func unnumbered(es []*model.Event) []*model.Event {
	var bare []*model.Event
	numbered := false
	for _, e := range es {
		own := *e
		numbered = numbered || own.Numbered
		own.Numbered, own.Exchange = false, 0
		bare = append(bare, &own)
	}
	if !numbered {
		return nil
	}
	return bare
}

// TestCuts holds that a recording that begins late or stops early is never evidence against anybody.
func TestCuts(t *testing.T) {
	for _, rev := range []catalogue.Revision{r2506, r2511} {
		for _, r := range recordings(t, rev) {
			t.Run(string(rev)+"/"+r.name, func(t *testing.T) {
				whole := found(t, rev, r.events)
				for n := 1; n < len(r.events); n++ {
					gains(t, rev, fmt.Sprintf("cutting the first %d events", n), whole, r.events[n:])
					gains(t, rev, fmt.Sprintf("cutting the last %d events", n), whole, r.events[:len(r.events)-n])
				}
			})
		}
	}
}
