package model

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// A cut detail is 120 characters long and marked in ASCII, so that all else in it is the recording's.
func TestClip(t *testing.T) {
	for in, want := range map[string]string{
		strings.Repeat("é", 120): strings.Repeat("é", 120),
		strings.Repeat("é", 121): strings.Repeat("é", 117) + "...",
	} {
		if got := Clip(in); got != want {
			t.Errorf("got %d characters, %q", utf8.RuneCountInString(got), got)
		}
	}
	if got := Quote(strings.Repeat("a", 119)); got != `"`+strings.Repeat("a", 116)+"..." {
		t.Errorf("got %q", got)
	}
}
