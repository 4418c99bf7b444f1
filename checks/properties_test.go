package checks

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"mcpx/checks/catalogue"
	"mcpx/model"
)

// recording is a trace of the rule cases or of testdata/traces.
type recording struct {
	name   string
	events []*model.Event
	choice Choice
	fails  bool // the trace breaks a rule
	uncut  bool
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
			all = append(all, recording{check + "/" + f.Name, events(c.trace), c.choice, c.kind == "fail", c.uncut})
		}
	}
	for _, file := range glob(t, "../testdata/traces/*.jsonl") {
		all = append(all, recording{name: filepath.Base(file), events: events(readFile(t, file)), choice: Chosen})
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

// judged is a recording with the findings on it, by where and what they are.
type judged struct {
	recording
	revision catalogue.Revision
	findings map[string]string
}

func (r recording) judge(t *testing.T, rev catalogue.Revision) judged {
	t.Helper()
	j := judged{r, rev, map[string]string{}}
	for _, f := range judgeEvents(t, rev, r.choice, r.events).Findings {
		j.findings[fmt.Sprintf("seq %d %s %s", f.Seq, f.Check, f.Pointer)] = f.Detail
	}
	return j
}

// without holds that what is left of the recording shows nothing that the whole does not.
func (j judged) without(t *testing.T, what string, left []*model.Event) {
	t.Helper()
	rest := j.recording
	rest.events = left
	for finding, detail := range rest.judge(t, j.revision).findings {
		if _, known := j.findings[finding]; !known {
			t.Errorf("%s: without %s: %s: %s", j.name, what, finding, detail)
		}
	}
}

// TestNumbersAddNoDoubt holds that a recorder's exchange numbers only remove doubt.
func TestNumbersAddNoDoubt(t *testing.T) {
	for _, rev := range catalogue.Revisions() {
		for _, r := range recordings(t, rev) {
			if bare := unnumbered(r.events); bare != nil {
				r.judge(t, rev).without(t, "numbers", bare)
			}
		}
	}
}

// unnumbered takes the exchange numbers out of a recording; nil if it has none. A transport-close without
// one goes altogether: beside numbers it speaks of the whole transport, without them it would speak of a
// stream.
func unnumbered(es []*model.Event) []*model.Event {
	var bare []*model.Event
	numbered := false
	for _, e := range es {
		if e.Lifecycle == model.TransportClose && e.Transport == model.HTTP && !e.Numbered {
			continue
		}
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

// TestCuts holds that a recording that begins late or stops early is never evidence against anybody at a
// handshake revision.
func TestCuts(t *testing.T) {
	if testing.Short() {
		t.Skip("judges every part of every trace")
	}
	for _, rev := range []catalogue.Revision{r2506, r2511} {
		for _, r := range recordings(t, rev) {
			if r.fails || r.uncut || r.choice == Found {
				continue
			}
			j := r.judge(t, rev)
			for n := 1; n < len(r.events); n++ {
				j.without(t, fmt.Sprintf("the first %d events", n), r.events[n:])
				j.without(t, fmt.Sprintf("the last %d events", n), r.events[:len(r.events)-n])
			}
		}
	}
}

// TestHoles holds that what is missing from a recording, or cannot be read, is never evidence against anybody.
func TestHoles(t *testing.T) {
	if testing.Short() {
		t.Skip("judges every trace many times")
	}
	for _, rev := range catalogue.Revisions() {
		for _, r := range recordings(t, rev) {
			if r.choice == Found {
				continue
			}
			j := r.judge(t, rev)
			for n := 1; n < len(r.events)-1; n++ {
				if r.events[n].Kind == model.BadEvent || r.events[n+1].Kind == model.BadEvent { // no seq shows that it is missing
					continue
				}
				j.without(t, fmt.Sprintf("event %d", n), slices.Delete(slices.Clone(r.events), n, n+1))
				left := slices.Clone(r.events)
				left[n] = &model.Event{Line: left[n].Line, Problem: &model.Problem{Kind: model.NotJSON}}
				j.without(t, fmt.Sprintf("a readable event %d", n), left)
			}
		}
	}
}

// TestDisorder holds that no order of events is too much for a judge.
func TestDisorder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, rev := range catalogue.Revisions() {
		for _, r := range recordings(t, rev) {
			for range 4 {
				es := slices.Clone(r.events)
				random.Shuffle(len(es), func(i, k int) { es[i], es[k] = es[k], es[i] })
				for i := range es {
					own := *es[i]
					own.Seq, own.Line = uint64(i), i+1
					es[i] = &own
				}
				r.events = es
				r.judge(t, rev)
			}
		}
	}
}
