package model

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// Read in any order, lines are what Raw gives.
func TestLines(t *testing.T) {
	var text strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&text, `{"seq":%d,"direction":"client-to-server","transport":"stdio","kind":"message","payload":%q}`+"\n", i, strings.Repeat("x", i%700))
	}
	fmt.Fprintf(&text, `{"seq":3000,"direction":"client-to-server","transport":"stdio","kind":"message","payload":%q}`+"\n", strings.Repeat("y", 2*linesBlock))
	file := bytes.NewReader([]byte(text.String()))
	x := NewIndexer(file)
	if _, err := Scan(t.Context(), bytes.NewReader([]byte(text.String())), ScanOptions{}, func(e *Event) error {
		x.Append(EntryOf(e))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	trace := x.Publish()
	lines := trace.Lines()
	for _, step := range []int{1, 7, 997} {
		for n := range trace.Len() {
			i := n * step % trace.Len()
			got, err := lines.Raw(i)
			want, _ := trace.Raw(i, 1<<30)
			if err != nil || !bytes.Equal(got, want) {
				t.Fatalf("event %d is %.60q (%v), want %.60q", i, got, err, want)
			}
		}
	}
	file.Reset([]byte(text.String()[:1000]))
	if _, err := trace.Lines().Raw(2000); !errors.Is(err, ErrChanged) {
		t.Errorf("got %v", err)
	}
}
