package checks

import (
	"reflect"
	"testing"

	"mcpx/checks/catalogue"
)

// FuzzJudge holds that arbitrary recordings never panic, and that the same recording always gives the
// same report.
func FuzzJudge(f *testing.F) {
	seeds := 0
	for _, rev := range catalogue.Revisions() {
		cases, err := caseFiles(rev)
		if err != nil {
			f.Fatal(err)
		}
		for _, c := range cases {
			if seeds++; seeds%40 == 0 { // a run of a few seconds is to come to inputs of its own
				f.Add(c.trace)
			}
		}
	}
	f.Fuzz(func(t *testing.T, trace []byte) {
		if len(trace) > 1<<16 {
			return
		}
		es := events(trace)
		revisions := catalogue.Revisions()
		rev := revisions[len(trace)%len(revisions)] // one a run: to seat the checks takes most of the time
		first := judgeEvents(t, rev, Chosen, es)
		again := judgeEvents(t, rev, Chosen, es)
		if !reflect.DeepEqual(first.Findings, again.Findings) || !reflect.DeepEqual(first.Subjects, again.Subjects) {
			t.Fatalf("%s: two reports on one recording differ", rev)
		}
		judgeEvents(t, rev, Found, es)
	})
}
