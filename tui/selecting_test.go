package tui

import "testing"

// However many pairs one looks at on the way, back is where the walk along the list began.
func TestWalkAlongAListIsOneJump(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	press(m, "j", "j")
	from := m.timeline.Row()
	press(m, "2", ">", ">", "j")
	first := m.timeline.Row()
	press(m, "j", "j")
	last := m.timeline.Row()
	if m.tab != pairsTab || first == from || last == first {
		t.Fatalf("the walk led from row %d by %d to %d", from, first, last)
	}
	press(m, "ctrl+o")
	if m.timeline.Row() != from {
		t.Errorf("back at row %d, want %d", m.timeline.Row(), from)
	}
	press(m, "ctrl+n")
	if m.timeline.Row() != last {
		t.Errorf("forward at row %d, want %d", m.timeline.Row(), last)
	}
}

func TestHistory(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	press(m, "e", "G", "e")
	at := m.timeline.Row()
	press(m, "ctrl+o")
	if m.timeline.Row() != 34 {
		t.Errorf("back at row %d", m.timeline.Row())
	}
	press(m, "ctrl+n")
	if m.timeline.Row() != at {
		t.Errorf("forward at row %d, want %d", m.timeline.Row(), at)
	}
}
