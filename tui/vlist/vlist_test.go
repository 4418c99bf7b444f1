package vlist

import (
	"math"
	"testing"
)

func TestVerbs(t *testing.T) {
	tests := []struct {
		name                string
		do                  func(l *List)
		cursor, first, last int
	}{
		{"nothing", func(l *List) {}, 0, 0, 10},
		{"down", func(l *List) { l.Down(3) }, 3, 0, 10},
		{"down past the window", func(l *List) { l.Down(12) }, 12, 3, 13},
		{"down and up", func(l *List) { l.Down(12); l.Up(11) }, 1, 1, 11},
		{"down past the end", func(l *List) { l.Down(math.MaxInt) }, 99, 90, 100},
		{"up past the top", func(l *List) { l.Down(50); l.Up(math.MaxInt) }, 0, 0, 10},
		{"least number", func(l *List) { l.Down(50); l.Down(math.MinInt) }, 0, 0, 10},
		{"page down", func(l *List) { l.Down(2); l.PageDown() }, 11, 9, 19},
		{"page up", func(l *List) { l.MoveTo(50); l.PageUp() }, 41, 32, 42},
		{"pages there and back", func(l *List) { l.PageDown(); l.PageDown(); l.PageUp(); l.PageUp() }, 0, 0, 10},
		{"half down", func(l *List) { l.HalfDown() }, 5, 5, 15},
		{"half up", func(l *List) { l.MoveTo(50); l.HalfUp() }, 45, 36, 46},
		{"bottom", func(l *List) { l.Bottom() }, 99, 90, 100},
		{"bottom and top", func(l *List) { l.Bottom(); l.Top() }, 0, 0, 10},
		{"page down at the bottom", func(l *List) { l.Bottom(); l.PageDown() }, 99, 90, 100},
		{"move to a row in sight", func(l *List) { l.MoveTo(4) }, 4, 0, 10},
		{"move before the first", func(l *List) { l.MoveTo(-4) }, 0, 0, 10},
		{"centre", func(l *List) { l.CentreOn(50) }, 50, 45, 55},
		{"centre on a row in sight", func(l *List) { l.CentreOn(8) }, 8, 0, 10},
		{"centre near the end", func(l *List) { l.CentreOn(99) }, 99, 90, 100},
		{"shorter list", func(l *List) { l.Bottom(); l.SetLen(20) }, 19, 10, 20},
		{"shorter than the window", func(l *List) { l.Bottom(); l.SetLen(4) }, 3, 0, 4},
		{"empty", func(l *List) { l.Bottom(); l.SetLen(0) }, 0, 0, 0},
		{"negative length", func(l *List) { l.SetLen(-1); l.Down(1) }, 0, 0, 0},
		{"lower window", func(l *List) { l.MoveTo(9); l.SetHeight(4) }, 9, 6, 10},
		{"no window", func(l *List) { l.MoveTo(9); l.SetHeight(0) }, 9, 9, 9},
		{"window back", func(l *List) { l.MoveTo(9); l.SetHeight(-1); l.SetHeight(5) }, 9, 9, 14},
		{"higher window at the end", func(l *List) { l.Bottom(); l.SetHeight(30) }, 99, 70, 100},
		{"margin below", func(l *List) { l.SetMargin(3); l.Down(8) }, 8, 2, 12},
		{"margin above", func(l *List) { l.SetMargin(3); l.MoveTo(50); l.Up(6) }, 44, 41, 51},
		{"margin at the end", func(l *List) { l.SetMargin(3); l.Bottom() }, 99, 90, 100},
		{"margin larger than the window", func(l *List) { l.SetMargin(50); l.MoveTo(50) }, 50, 45, 55},
		{"scroll down", func(l *List) { l.Scroll(3) }, 3, 3, 13},
		{"scroll keeps the cursor", func(l *List) { l.MoveTo(5); l.Scroll(3) }, 5, 3, 13},
		{"scroll up", func(l *List) { l.MoveTo(50); l.Scroll(-5) }, 45, 36, 46},
		{"scroll to the end", func(l *List) { l.Scroll(math.MaxInt) }, 90, 90, 100},
		{"scroll with margin", func(l *List) { l.SetMargin(2); l.Scroll(5) }, 7, 5, 15},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := New(100, 10)
			tt.do(&l)
			first, last := l.Window()
			if l.Cursor() != tt.cursor || first != tt.first || last != tt.last {
				t.Errorf("cursor %d in [%d,%d), want %d in [%d,%d)", l.Cursor(), first, last, tt.cursor, tt.first, tt.last)
			}
		})
	}
}

func TestFollow(t *testing.T) {
	l := New(100, 10)
	l.SetGrowth(Follow)
	if l.Following() {
		t.Error("follows although the cursor is at the top")
	}
	l.SetLen(110)
	if l.Cursor() != 0 {
		t.Errorf("cursor went to %d", l.Cursor())
	}
	l.Bottom()
	l.SetLen(200)
	if l.Cursor() != 199 || !l.Following() {
		t.Errorf("cursor %d, want the last row", l.Cursor())
	}
	l.Up(1)
	l.SetLen(300)
	if l.Cursor() != 198 {
		t.Errorf("cursor %d was dragged along", l.Cursor())
	}

	empty := New(0, 10)
	empty.SetGrowth(Follow)
	empty.SetLen(5)
	if empty.Cursor() != 4 {
		t.Errorf("cursor %d: a list that follows starts at its end", empty.Cursor())
	}
}

// check holds what a List promises.
func check(t *testing.T, l *List) {
	t.Helper()
	first, end := l.Window()
	if first < 0 || end < first || end > l.Len() || end-first > l.Height() {
		t.Fatalf("window [%d,%d) of %d rows, height %d", first, end, l.Len(), l.Height())
	}
	if l.Cursor() < 0 || l.Cursor() > max(l.Len()-1, 0) {
		t.Fatalf("cursor %d of %d rows", l.Cursor(), l.Len())
	}
	if l.Len() == 0 || l.Height() == 0 {
		return
	}
	if l.Cursor() < first || l.Cursor() >= end {
		t.Fatalf("cursor %d is outside [%d,%d)", l.Cursor(), first, end)
	}
	if end-first < min(l.Len(), l.Height()) {
		t.Fatalf("window [%d,%d) leaves room empty: %d rows, height %d", first, end, l.Len(), l.Height())
	}
	if above, below := l.Cursor()-first, end-1-l.Cursor(); above < l.room() && first > 0 || below < l.room() && end < l.Len() {
		t.Fatalf("cursor %d in [%d,%d) is within the margin %d", l.Cursor(), first, end, l.room())
	}
}

func FuzzList(f *testing.F) {
	f.Add([]byte{0, 10, 1, 5, 2, 3, 4, 0, 5, 0})
	f.Add([]byte{0, 255, 1, 9, 12, 3, 13, 200, 14, 1, 0, 3})
	f.Fuzz(func(t *testing.T, ops []byte) {
		var l List
		check(t, &l)
		for i := 0; i+1 < len(ops); i += 2 {
			apply(&l, ops[i], int(ops[i+1]))
			check(t, &l)
		}
	})
}

// apply does one operation with an argument from 0 to 255, which is stretched
// so that long lists and absurd numbers are met, too.
func apply(l *List, op byte, arg int) {
	n := arg
	switch {
	case arg == 255:
		n = math.MaxInt
	case arg == 254:
		n = math.MinInt
	case arg > 200:
		n = (arg - 220) * 1000
	}
	switch op % 16 {
	case 0:
		l.SetLen(min(n, 1<<40))
	case 1:
		l.SetHeight(min(n, 1<<40))
	case 2:
		l.Up(n)
	case 3:
		l.Down(n)
	case 4:
		l.PageUp()
	case 5:
		l.PageDown()
	case 6:
		l.HalfUp()
	case 7:
		l.HalfDown()
	case 8:
		l.Top()
	case 9:
		l.Bottom()
	case 10:
		l.MoveTo(n)
	case 11:
		l.CentreOn(n)
	case 12:
		l.SetMargin(n)
	case 13:
		l.Scroll(n)
	case 14:
		l.SetGrowth(Growth(arg % 2))
	}
}

func BenchmarkMillionRows(b *testing.B) {
	l := New(1_000_000, 60)
	l.SetMargin(3)
	b.ReportAllocs()
	for b.Loop() {
		l.Down(1)
		l.PageDown()
		l.MoveTo(l.Cursor() * 7 % l.Len())
		l.Window()
	}
}
