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

// A recorder may escape what it likes; a detail shows the text.
func TestCompact(t *testing.T) {
	for in, want := range map[string]string{
		`"caf\u00e9 \/ \ud83d\ude00"`:                       `"café / 😀"`,
		`"a\u0022b\u005cc\u000ad"`:                          `"a\"b\\c\nd"`,
		`{"a": ["\u0062", 1.0, null]}`:                      `{"a":["b",1.0,null]}`,
		`"` + strings.Repeat(`\u0041`, 1<<16) + `"`:         `"` + strings.Repeat(`\u0041`, 19) + `\u...`,
		`"` + strings.Repeat(`\u0041`, detailLimit-2) + `"`: `"` + strings.Repeat("A", detailLimit-2) + `"`,
	} {
		v, err := Parse([]byte(in))
		if err != nil {
			t.Fatal(err)
		}
		if got := v.Compact(); got != want {
			t.Errorf("%s: got %s, want %s", Clip(in), got, want)
		}
	}
}
