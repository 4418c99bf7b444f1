package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"mcpx/checks/catalogue"
	"mcpx/tui/document"
)

// rule judges a recording by another revision and gives what has to follow.
func rule(t *testing.T, m *Model, rev catalogue.Revision) tea.Cmd {
	t.Helper()
	for u := range m.doc.Judge(m.ctx, rev) {
		m.doc.Apply(u)
	}
	if m.doc.Ruling().Revision() != rev {
		t.Fatalf("judged by %s", m.doc.Ruling().Revision())
	}
	return m.ruled()
}

// A text about the verdict before closes when there is another; a text about the message stays.
func TestAnotherRulingBelowAText(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	press(m, "E", "K")
	run(m, rule(t, m, "2025-06-18"))
	if checkFrame(t, m, "another ruling"); m.mode != normalMode {
		t.Errorf("mode %d:\n%s", m.mode, m.frame())
	}
	m = opened(t, session, "none", 120, 40)
	run(m, m.jump(10))
	m.message.Tree().Reveal("/params/arguments/note")
	press(m, "3", "p")
	run(m, rule(t, m, "2025-06-18"))
	if m.mode != overlayMode || !strings.Contains(m.frame(), "a longer text that tells") {
		t.Errorf("mode %d:\n%s", m.mode, m.frame())
	}
}

// While a filter looks at another verdict, the lists show that, and not the one before.
func TestAnotherRulingBelowAFilter(t *testing.T) {
	m := many(t)
	press(m, "f")
	typed(m, "answer")
	press(m, "enter")
	if groups, _ := m.found.Listed(); groups != 0 || !m.filter.done {
		t.Fatalf("%d findings pass", groups)
	}
	rest := rule(t, m, "2025-11-25")
	if groups, _ := m.found.Listed(); m.filter.done || groups != len(m.doc.Ruling().Groups) || m.clauses.Kept() != m.doc.Ruling().Catalogue.Len() {
		t.Errorf("%d findings and %d clauses of another verdict are listed", groups, m.clauses.Kept())
	}
	press(m, "e", "2", ">", "enter", ">", ">", "j", "K", "esc")
	checkFrame(t, m, "filter at work")
	run(m, rest)
	if groups, _ := m.found.Listed(); groups != 0 || !m.filter.done {
		t.Errorf("%d findings pass when the filter is done", groups)
	}
}

// What can be offered is looked up anew for a field that is open when the verdict comes.
func TestRulingComesWhileAFilterIsTyped(t *testing.T) {
	m := newModel(t.Context(), "s.jsonl", document.New(generated{100}, document.Options{Checks: checksOfTests()}), lookNamed(t, "none"))
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	init := m.Init()
	press(m, "f")
	typed(m, "area:b")
	run(m, init)
	press(m, "tab")
	if got := m.field.Text(); got != "area:BASE" {
		t.Errorf("tab makes %q", got)
	}
}

// What waits for a verdict that will not come says so.
func TestNoVerdict(t *testing.T) {
	m := unread(t, 120, 40)
	for phase, want := range map[document.Phase]string{document.Judging: "still being judged", document.Ready: "could not be judged: the disk is gone"} {
		m.doc.Err = nil
		if phase == document.Ready {
			m.doc.Err = errGone{}
		}
		m.doc.Progress.Phase = phase
		for _, keys := range [][]string{{"e"}, {"A"}, {"s"}, {"K"}, {"R"}, {"."}} {
			press(m, keys...)
			if !strings.Contains(m.notice.text, want) {
				t.Errorf("%v says %q, want %q", keys, m.notice.text, want)
			}
		}
	}
}

// That a recording cannot be judged by another revision is said; the verdict before stays.
func TestNoOtherVerdict(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	before := m.doc.Ruling()
	m.Update(updateMsg{nil, document.Update{Err: errGone{}, Progress: document.Progress{Phase: document.Ready}}, true})
	if m.notice.text != "the recording could not be judged: the disk is gone" || m.doc.Ruling() != before {
		t.Errorf("notice %q", m.notice.text)
	}
}

// Who asks twice for a revision has it once, and goes on from it to the next.
func TestRevisionAskedForTwice(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	first, second := m.doc.Judge(m.ctx, "2025-06-18"), m.doc.Judge(m.ctx, "2025-06-18")
	for _, news := range []<-chan document.Update{first, second} {
		for u := range news {
			m.doc.Apply(u)
		}
	}
	if n, rev := m.doc.Rulings(), m.doc.Ruling().Revision(); n != 2 || rev != "2025-06-18" {
		t.Errorf("%d rulings, that of %s is shown", n, rev)
	}
	if next := m.doc.NextRevision(); next == "2025-06-18" {
		t.Errorf("after it comes %s", next)
	}
}

type errGone struct{}

func (errGone) Error() string { return "the disk is gone" }

// A filter that waits for the verdict narrows nothing yet, so nothing is written by it.
func TestWriteBelowAFilterThatWaits(t *testing.T) {
	m := unread(t, 120, 40)
	m.doc.Progress.Phase = document.Judging
	press(m, "M", "w", "e")
	if m.mode != choiceMode || m.notice.text != "the filter begins when the recording has been judged" {
		t.Errorf("mode %d, notice %q", m.mode, m.notice.text)
	}
}
