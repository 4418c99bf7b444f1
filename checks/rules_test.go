package checks

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/txtar"

	"mcpx/checks/catalogue"
	"mcpx/checks/script"
	"mcpx/model"
)

// The traces of a check stand in testdata/checks/REVISION/CHECK.txtar, one section a case:
//
//	-- fail NAME --   the check convicts exactly what the want lines say, and at MUST level nothing else
//	-- pass NAME --   the check has subjects, and nothing is convicted at MUST level
//	-- spare NAME --  a trap: the check convicts nothing
//
// A section begins with directives, then follows a script (see package script):
//
//	want SEQ POINTER [DETAIL]   a finding of the check; "" stands for the empty pointer
//	also CHECK                  another check is convicted, too, at MUST level
//	subjects N                  the check has just so many subjects
//	use SEQ [NOTE]              an observation notes a use; a section "use NAME" has only these
//	found                       judge as if the revision were found and not chosen
//	uncut                       what excuses a party stands apart from what it did: a part of the trace may
//	                            be convicted of more than the whole (see TestCuts)
const ruleDir = "../testdata/checks"

type ruleCase struct {
	revision catalogue.Revision
	check    string
	kind     string // fail, pass or spare
	wants    []string
	also     []string
	uses     []string
	subjects int // -1 if not stated
	choice   Choice
	uncut    bool
	trace    []byte
}

func parseCase(rev catalogue.Revision, check string, f txtar.File) (ruleCase, error) {
	c := ruleCase{revision: rev, check: check, subjects: -1, choice: Chosen}
	c.kind, _, _ = strings.Cut(f.Name, " ")
	var text strings.Builder
	fmt.Fprintf(&text, "revision %s\n", rev)
	for line := range strings.Lines(string(f.Data)) {
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch verb {
		case "want":
			c.wants = append(c.wants, rest)
			text.WriteString("#\n")
		case "also":
			c.also = append(c.also, rest)
			text.WriteString("#\n")
		case "use":
			c.uses = append(c.uses, rest)
			text.WriteString("#\n")
		case "found":
			c.choice = Found
			text.WriteString("#\n")
		case "uncut":
			c.uncut = true
			text.WriteString("#\n")
		case "subjects":
			n, err := strconv.Atoi(rest)
			if err != nil {
				return c, err
			}
			c.subjects = n
			text.WriteString("#\n")
		default:
			text.WriteString(line)
		}
	}
	var err error
	c.trace, err = script.Trace(text.String())
	return c, err
}

func events(trace []byte) []*model.Event {
	var d model.Decoder
	var es []*model.Event
	offset := int64(0)
	for i, line := range bytes.Split(trace, []byte("\n")) {
		if len(bytes.TrimSpace(line)) > 0 {
			if e := d.Decode(line); !e.Empty() {
				e.Line, e.Offset = i+1, offset
				es = append(es, e)
			}
		}
		offset += int64(len(line)) + 1
	}
	return es
}

func judgeTrace(t testing.TB, rev catalogue.Revision, choice Choice, trace []byte) *Verdict {
	t.Helper()
	return judgeEvents(t, rev, choice, events(trace))
}

func judgeEvents(t testing.TB, rev catalogue.Revision, choice Choice, es []*model.Event) *Verdict {
	t.Helper()
	cat, err := catalogue.Load(rev)
	if err != nil {
		t.Fatal(err)
	}
	survey := model.NewSurvey()
	for _, e := range es {
		survey.Feed(e)
	}
	j := NewJudge(cat, survey.Facts(), choice, All())
	for _, e := range es {
		j.Feed(e)
	}
	return j.Verdict()
}

// wanted gives a finding in the form of a want line, with or without its detail.
func wanted(f Finding) (short, long string) {
	pointer := f.Pointer
	if pointer == "" {
		pointer = `""`
	}
	short = fmt.Sprintf("%d %s", f.Seq, pointer)
	return short, short + " " + f.Detail
}

func (c *ruleCase) run(t *testing.T) {
	v := judgeTrace(t, c.revision, c.choice, c.trace)
	wants := slices.Clone(c.wants)
	for _, f := range v.Findings {
		if r, ok := foreign(f.Detail, c.trace); ok {
			t.Errorf("%q in %q is not the recording's; reports without signs beyond ASCII would show it as an escape", r, f.Detail)
		}
		if f.Check != c.check {
			continue
		}
		short, long := wanted(f)
		i := slices.IndexFunc(wants, func(w string) bool { return w == short || w == long })
		if i < 0 {
			t.Errorf("unwanted finding: %s", long)
			continue
		}
		wants = slices.Delete(wants, i, i+1)
	}
	for _, w := range wants {
		t.Errorf("missing finding: %s", w)
	}
	subjects := v.Subjects[c.check]
	c.checkUses(t, v)
	if c.subjects >= 0 && subjects != c.subjects {
		t.Errorf("%d subjects, want %d", subjects, c.subjects)
	}
	if c.kind == "pass" && subjects == 0 {
		t.Error("the passing trace has no subject")
	}
	if c.kind != "spare" {
		c.nothingElse(t, v)
	}
	if t.Failed() {
		t.Logf("trace:\n%s", c.trace)
	}
}

// foreign finds a character beyond ASCII that a detail has not from the recording.
func foreign(detail string, trace []byte) (rune, bool) {
	for _, r := range detail {
		if r >= utf8.RuneSelf && !bytes.ContainsRune(trace, r) {
			return r, true
		}
	}
	return 0, false
}

func (c *ruleCase) checkUses(t *testing.T, v *Verdict) {
	var got []string
	for _, o := range v.Outcomes {
		if !slices.Contains(o.Clause.Checks, c.check) {
			continue
		}
		for _, u := range o.Uses {
			got = append(got, strings.TrimSpace(fmt.Sprintf("%d %s", u.Seq, u.Note)))
		}
	}
	if strings.HasPrefix(c.check, "observe.") && !slices.Equal(got, c.uses) {
		t.Errorf("uses %q, want %q", got, c.uses)
	}
}

// nothingElse holds that breaking one rule changes no other clause at MUST level.
func (c *ruleCase) nothingElse(t *testing.T, v *Verdict) {
	for _, o := range v.Outcomes {
		if o.Word != Fail {
			continue
		}
		for _, i := range o.Findings {
			f := v.Findings[i]
			if f.Check != c.check && !slices.Contains(c.also, f.Check) {
				t.Errorf("%s convicts, too: seq %d %s %s", f.Check, f.Seq, f.Pointer, f.Detail)
			}
		}
	}
}

func TestRules(t *testing.T) {
	for _, rev := range catalogue.Revisions() {
		files, err := filepath.Glob(filepath.Join(ruleDir, string(rev), "*.txtar"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			check := strings.TrimSuffix(filepath.Base(file), ".txtar")
			t.Run(string(rev)+"/"+check, func(t *testing.T) { testRule(t, rev, check, file) })
		}
	}
}

func testRule(t *testing.T, rev catalogue.Revision, check, file string) {
	served := slices.ContainsFunc(All(), func(c *Check) bool { return c.ID == check && c.Serves(rev) })
	if !served {
		t.Fatalf("no check %s serves %s", check, rev)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, f := range txtar.Parse(data).Files {
		c, err := parseCase(rev, check, f)
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		if (c.kind == "fail") != (len(c.wants) > 0) || !slices.Contains([]string{"fail", "pass", "spare"}, c.kind) {
			t.Errorf("%s: a fail section has want lines, pass and spare have none", f.Name)
		}
		kinds[c.kind]++
		t.Run(f.Name, c.run)
	}
	if strings.HasPrefix(check, "observe.") {
		return
	}
	if kinds["fail"] == 0 || kinds["pass"] == 0 {
		t.Errorf("want at least one fail and one pass section, got %v", kinds)
	}
}
