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

// TestCuts holds that a recording that begins late or stops early is never evidence against anybody at a
// handshake revision: a part of a conforming trace shows nothing that the whole does not.
func TestCuts(t *testing.T) {
	for _, rev := range []catalogue.Revision{r2506, r2511} {
		for name, es := range conforming(t, rev) {
			t.Run(string(rev)+"/"+name, func(t *testing.T) {
				whole := found(t, rev, es)
				for n := 1; n < len(es); n++ {
					gains(t, rev, fmt.Sprintf("cutting the first %d events", n), whole, es[n:])
					gains(t, rev, fmt.Sprintf("cutting the last %d events", n), whole, es[:len(es)-n])
				}
			})
		}
	}
}

// conforming gives the traces of the passing and the spared rule cases of a revision, and those of
// testdata/traces.
func conforming(t *testing.T, rev catalogue.Revision) map[string][]*model.Event {
	t.Helper()
	all := map[string][]*model.Event{}
	for _, file := range glob(t, filepath.Join(ruleDir, string(rev), "*.txtar")) {
		check := strings.TrimSuffix(filepath.Base(file), ".txtar")
		for _, f := range txtar.Parse(readFile(t, file)).Files {
			c, err := parseCase(rev, check, f)
			if err != nil {
				t.Fatalf("%s: %s: %v", file, f.Name, err)
			}
			if (c.kind == "pass" || c.kind == "spare") && !c.uncut && c.choice == Chosen {
				all[check+"/"+f.Name] = events(c.trace)
			}
		}
	}
	for _, file := range glob(t, "../testdata/traces/*.jsonl") {
		all[filepath.Base(file)] = events(readFile(t, file))
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
			t.Errorf("%s adds %s: %s", what, finding, detail)
		}
	}
}
