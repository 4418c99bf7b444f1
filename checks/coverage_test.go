package checks

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"mcpx/checks/catalogue"
)

// caseFiles reads the cases of all rules at a revision.
func caseFiles(rev catalogue.Revision) ([]ruleCase, error) {
	files, err := filepath.Glob(filepath.Join(ruleDir, string(rev), "*.txtar"))
	if err != nil {
		return nil, err
	}
	var cases []ruleCase
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		check := strings.TrimSuffix(filepath.Base(file), ".txtar")
		for _, f := range txtar.Parse(data).Files {
			c, err := parseCase(rev, check, f)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", file, f.Name, err)
			}
			cases = append(cases, c)
		}
	}
	return cases, nil
}

// TestEveryClause holds that some trace passes and some trace fails each judged clause, and that each
// observed one is used by some trace.
func TestEveryClause(t *testing.T) {
	for _, rev := range catalogue.Revisions() {
		cat, err := catalogue.Load(rev)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]map[Word]bool{}
		cases, err := caseFiles(rev)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			for _, o := range judgeTrace(t, rev, c.choice, c.trace).Outcomes {
				if seen[o.Clause.ID] == nil {
					seen[o.Clause.ID] = map[Word]bool{}
				}
				seen[o.Clause.ID][o.Word] = true
			}
		}
		for _, c := range cat.Clauses() {
			var want []Word
			switch {
			case c.Disposition == catalogue.Observed:
				want = []Word{Used}
			case c.Disposition == catalogue.Excluded:
				want = []Word{Excluded}
			case c.Level.Fails():
				want = []Word{Pass, Fail}
			default:
				want = []Word{Pass, Warn}
			}
			for _, w := range want {
				if !seen[c.ID][w] {
					t.Errorf("%s %s: no trace with the outcome %s", rev, c.ID, w)
				}
			}
		}
	}
}

// TestEveryCheck holds that each check has its traces at each revision that it serves, and is named by a
// clause there.
func TestEveryCheck(t *testing.T) {
	ids := map[string]bool{}
	for _, c := range All() {
		if ids[c.ID] {
			t.Errorf("%s is registered twice", c.ID)
		}
		ids[c.ID] = true
		if c.Title == "" || c.Convicts == "" || c.Spares == "" || c.Party == 0 || len(c.At) == 0 {
			t.Errorf("%s lacks its title, rationale, party or revisions", c.ID)
		}
		for _, rev := range c.At {
			if _, err := os.Stat(filepath.Join(ruleDir, string(rev), c.ID+".txtar")); err != nil {
				t.Errorf("%s has no traces at %s", c.ID, rev)
			}
			cat, err := catalogue.Load(rev)
			if err != nil {
				t.Fatal(err)
			}
			if len(cat.ByCheck(c.ID)) == 0 {
				t.Errorf("no clause of %s names %s", rev, c.ID)
			}
		}
	}
	for _, rev := range catalogue.Revisions() {
		cat, err := catalogue.Load(rev)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range cat.Checks() {
			if !slices.ContainsFunc(All(), func(c *Check) bool { return c.ID == id && c.Serves(rev) }) {
				t.Errorf("%s: %s is not built", rev, id)
			}
		}
	}
}
