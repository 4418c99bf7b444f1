package tui

import (
	"strings"
	"testing"

	"mcpx/checks"
	"mcpx/model"
)

func TestSummary(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	press(m, "M", "s")
	frame := m.frame()
	for _, want := range []string{"SUMMARY", "WHO SPOKE", "METHODS", "VERDICT", "tools/call", "BASE"} {
		if !strings.Contains(frame, want) {
			t.Errorf("the summary does not show %s:\n%s", want, frame)
		}
	}
	// The methods stand behind who spoke; the most frequent comes first.
	press(m, "tab", "enter")
	if m.mode != normalMode || m.filter.describe() != "method:tools/call" || m.timeline.Listed() != 6 || m.focus != timelinePane {
		t.Errorf("enter leads to %q, %d events", m.filter.describe(), m.timeline.Listed())
	}
	press(m, "j", "esc")
	if m.mode != summaryMode || m.filter.describe() != "level:must" {
		t.Errorf("esc leads to mode %d and filter %q", m.mode, m.filter.describe())
	}
	press(m, "esc", "]", "esc", "=", "s", "tab", "enter", "esc", "esc")
	if want := "level:must, one conversation"; m.filter.describe() != want {
		t.Errorf("esc leads back to the filter %q, want %q", m.filter.describe(), want)
	}
	press(m, "=", "s", "?")
	if m.mode != overlayMode {
		t.Error("? shows no keys")
	}
	press(m, "esc")
	if m.mode != summaryMode {
		t.Error("esc does not lead back from the keys to the summary")
	}
	press(m, "esc")
	if m.mode != normalMode {
		t.Error("esc does not close the summary")
	}
	press(m, "s", "s")
	if m.mode != normalMode {
		t.Error("s does not close the summary")
	}
}

// A cell of the verdict leads to the clauses that it counts.
func TestSummaryOfAnArea(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	press(m, "s", "tab", "tab", "enter")
	if m.filter.describe() != "area:BASE" || m.tab != findingsTab || m.focus != listPane {
		t.Errorf("filter %q, tab %d, pane %d", m.filter.describe(), m.tab, m.focus)
	}
	press(m, "esc")
	word := ""
	for word != "pass" {
		press(m, "l")
		target := m.overview.Target()
		if len(target.Terms) < 2 {
			t.Fatalf("no cell of clauses that passed; the last one leads to %v", target.Terms)
		}
		_, word, _ = strings.Cut(target.Terms[1], ":")
	}
	press(m, "enter")
	want := 0
	r := m.doc.Ruling()
	for i := range r.Verdict.Outcomes {
		if o := &r.Verdict.Outcomes[i]; o.Clause.Area == "BASE" && o.Word == checks.Pass {
			want++
		}
	}
	if m.filter.describe() != "area:BASE outcome:pass" || m.tab != clausesTab || m.clauses.Kept() != want || want == 0 {
		t.Errorf("filter %q, %d clauses, want %d", m.filter.describe(), m.clauses.Kept(), want)
	}
	// Whoever changes the filter has left the summary for good.
	press(m, "F", "esc")
	if m.mode != normalMode || m.focus != timelinePane {
		t.Errorf("esc leads to mode %d, pane %d", m.mode, m.focus)
	}
}

// A peer leads to the event where it first said who it is.
func TestSummaryOfAPeer(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	press(m, "G", "s", "enter")
	if r := m.doc.Row(m.timeline.Row()); m.mode != normalMode || r.Label.String() != "server/discover" || r.Class != model.RequestClass {
		t.Errorf("enter leads to %s", r.Label)
	}
	press(m, "esc", "esc", "ctrl+o")
	if m.timeline.Row() != m.doc.Len()-1 {
		t.Errorf("ctrl+o leads to row %d", m.timeline.Row())
	}
}

func TestObservations(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	press(m, "2", "<")
	if m.tab != observedTab || m.observed.Kept() == 0 {
		t.Fatalf("tab %d, %d observations", m.tab, m.observed.Kept())
	}
	before := m.timeline.Row()
	press(m, "j")
	row := m.observed.Row()
	if row < 0 || m.timeline.Row() != row || row == before || m.message.Row() != row {
		t.Errorf("the observation is at row %d, the timeline at %d, the message at %d", row, m.timeline.Row(), m.message.Row())
	}
	if frame := m.frame(); !strings.Contains(frame, "rests on") || !strings.Contains(frame, "nobody") {
		t.Errorf("the observation is not explained:\n%s", frame)
	}
	press(m, "enter")
	if m.focus != messagePane {
		t.Error("enter does not lead to the message")
	}
	press(m, "esc")
	if m.focus != listPane || m.tab != observedTab {
		t.Errorf("esc leads to pane %d, tab %d", m.focus, m.tab)
	}
	all := m.observed.Kept()
	press(m, "f")
	press(m, strings.Split("method:ping", "")...)
	press(m, "enter")
	if m.observed.Kept() >= all {
		t.Errorf("%d of %d observations pass the filter", m.observed.Kept(), all)
	}
	press(m, "F")
	lines := m.observed.List.Len()
	press(m, "H")
	if m.observed.List.Len() >= lines {
		t.Errorf("%d lines when all is folded", m.observed.List.Len())
	}
	press(m, "K")
	if m.mode != overlayMode {
		t.Error("K does not show the observation in full")
	}
}
