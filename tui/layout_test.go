package tui

import (
	"fmt"
	"testing"
)

func TestLayout(t *testing.T) {
	tests := []struct {
		w, h                            int
		a                               arrangement
		class                           class
		timeline, list, clause, message rect
	}{
		{39, 24, arrangement{}, tiny, rect{}, rect{}, rect{}, rect{}},
		{80, 9, arrangement{}, tiny, rect{}, rect{}, rect{}, rect{}},
		{80, 24, arrangement{}, narrow, rect{0, 1, 80, 22}, rect{}, rect{}, rect{}},
		{80, 24, arrangement{focus: listPane}, narrow, rect{}, rect{0, 1, 80, 9}, rect{0, 11, 80, 12}, rect{}},
		{80, 24, arrangement{focus: clausePane}, narrow, rect{}, rect{0, 1, 80, 5}, rect{0, 7, 80, 16}, rect{}},
		{80, 24, arrangement{focus: clausePane, zoom: true}, narrow, rect{}, rect{}, rect{0, 1, 80, 22}, rect{}},
		{80, 24, arrangement{focus: messagePane}, narrow, rect{}, rect{}, rect{}, rect{0, 1, 80, 22}},
		{80, 40, arrangement{}, narrow, rect{0, 1, 80, 20}, rect{}, rect{}, rect{0, 22, 80, 17}},
		{80, 40, arrangement{zoom: true}, narrow, rect{0, 1, 80, 38}, rect{}, rect{}, rect{}},
		{120, 40, arrangement{}, wide, rect{0, 2, 67, 20}, rect{68, 2, 52, 15}, rect{68, 18, 52, 21}, rect{0, 23, 67, 16}},
		{120, 40, arrangement{focus: messagePane, zoom: true}, wide, rect{}, rect{}, rect{}, rect{0, 2, 120, 37}},
		{120, 40, arrangement{pair: true}, wide, rect{0, 2, 67, 16}, rect{68, 2, 52, 6}, rect{68, 9, 52, 9}, rect{0, 19, 120, 20}},
	}
	for _, tt := range tests {
		p := layout(tt.w, tt.h, tt.a)
		if p.class != tt.class || p.timeline != tt.timeline || p.list != tt.list || p.clause != tt.clause || p.message != tt.message {
			t.Errorf("%dx%d %+v: class %d, timeline %v, list %v, clause %v, message %v", tt.w, tt.h, tt.a, p.class, p.timeline, p.list, p.clause, p.message)
		}
	}
}

// Parts lie on the screen and not upon each other, at any size.
func TestLayoutParts(t *testing.T) {
	for w := -1; w <= 210; w += 3 {
		for h := -1; h <= 65; h++ {
			for focus := range panes {
				for _, zoom := range []bool{false, true} {
					for _, pair := range []bool{false, true} {
						a := arrangement{focus, zoom, pair}
						if fault := overlap(layout(w, h, a), w, h); fault != "" {
							t.Fatalf("%dx%d %+v: %s", w, h, a, fault)
						}
					}
				}
			}
		}
	}
}

func overlap(p plan, w, h int) string {
	parts := append([]rect{p.header, p.minimap, p.footer, p.timeline, p.list, p.clause, p.message}, p.vertical...)
	parts = append(parts, p.horizontal...)
	for i, a := range parts {
		if a.w < 0 || a.h < 0 {
			return fmt.Sprintf("part %d is %v", i, a)
		}
		if a.empty() {
			continue
		}
		if a.x < 0 || a.y < 0 || a.x+a.w > w || a.y+a.h > h {
			return fmt.Sprintf("part %d is %v", i, a)
		}
		for j, b := range parts[:i] {
			if !b.empty() && a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h {
				return fmt.Sprintf("parts %d and %d are %v and %v", j, i, b, a)
			}
		}
	}
	return ""
}
