package safetext

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

func TestLine(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"empty", "", ""},
		{"ascii", `plain ~ "text" \n`, `plain ~ "text" \n`},
		{"escape", "a\x1b[2Jb", `a\u001b[2Jb`},
		{"title", "\x1b]0;pwned\x07", `\u001b]0;pwned\u0007`},
		{"nul and delete", "\x00\x7f", `\u0000\u007f`},
		{"breaks", "a\nb\r\tc", `a\nb\r\tc`},
		{"C1 in UTF-8", "\u009b31m", `\u009b31m`},
		{"C1 as a byte", "\x9b31m", `\x9b31m`},
		{"invalid byte", "a\xffb", `a\xffb`},
		{"torn rune", "a\xe2\x82", `a\xe2\x82`},
		{"surrogate bytes", "\xed\xa0\x80", `\xed\xa0\x80`},
		{"bidi", "\u061c\u200e\u200f\u202a\u202e\u2066\u2069", `\u061c\u200e\u200f\u202a\u202e\u2066\u2069`},
		{"separators", "a\u2028b\u2029", `a\u2028b\u2029`},
		{"byte order mark", "\ufeffx", `\ufeffx`},
		{"tags", "\U000e0041\U000e007f", `\U000e0041\U000e007f`},
		{"noncharacters", "\ufffe\U0010ffff", `\ufffe\U0010ffff`},
		{"unassigned", "\u0378", `\u0378`},
		{"private use", "\ue0b0", `\ue0b0`},
		{"soft hyphen and zero width space", "a\u00adb\u200bc", `a\u00adb\u200bc`},
		{"fillers", "\u3164\u115f", `\u3164\u115f`},
		{"hidden selectors", "a\U000e0100", `a\U000e0100`},
		{"letters that take what follows", "\u0d4e1", `\u0d4e1`},
		{"replacement character", "\ufffd", "\ufffd"},
		{"accents", "naïve e\u0301té", "naïve e\u0301té"},
		{"scripts", "Ελληνικά Привет 日本語 한국어 עברית عربي ไทย ကာမ हिन्दी", "Ελληνικά Привет 日本語 한국어 עברית عربي ไทย ကာမ हिन्दी"},
		{"emoji", "👩🏻‍❤️‍💋‍👨🏿 👍🏽 🇩🇪", "👩🏻‍❤️‍💋‍👨🏿 👍🏽 🇩🇪"},
		{"joiners", "क्\u200dष می\u200cخواهم", "क्\u200dष می\u200cخواهم"},
		{"mark with no base", "\u0301a", `\u0301a`},
		{"mark after an escape", "\x00\u0301", `\u0000\u0301`},
		{"marks on a letter", "a" + strings.Repeat("\u0301", 10), "a" + strings.Repeat("\u0301", 8) + `\u0301\u0301`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Line(tt.in).String(); got != tt.want {
				t.Errorf("Line(%q) = %q, want %q", tt.in, got, tt.want)
			}
			if got := Bytes([]byte(tt.in)).String(); got != tt.want {
				t.Errorf("Bytes(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

// A chain of joiners is one cluster of any length; it must not stay one.
func TestLineBreaksEndlessClusters(t *testing.T) {
	for name, in := range map[string]string{
		"joined emoji":      strings.Repeat("👩\u200d", 500),
		"jamo":              strings.Repeat("\u1100", 500),
		"conjuncts":         strings.Repeat("क\u094d", 500),
		"marks":             "a" + strings.Repeat("\u0300", 500),
		"spacing marks":     "က" + strings.Repeat("\u102c", 500),
		"selectors":         "❤" + strings.Repeat("\ufe0f", 500),
		"marks in nowhere":  strings.Repeat("\u20dd", 500),
		"prefixed numerals": strings.Repeat("\u0d4e", 500),
	} {
		t.Run(name, func(t *testing.T) {
			rest := Line(in).String()
			for rest != "" {
				cluster, _ := ansi.FirstGraphemeCluster(rest, ansi.GraphemeWidth)
				if len(cluster) > maxCluster+2*utf8.UTFMax {
					t.Fatalf("cluster of %d bytes", len(cluster))
				}
				rest = rest[len(cluster):]
			}
		})
	}
}

func TestLines(t *testing.T) {
	got := texts(Lines("a\tb\n\n\t日\tx\r\nend\x1b"))
	want := []string{"a   b", "", "    日  x\\r", `end\u001b`}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := texts(Lines("")); !slices.Equal(got, []string{""}) {
		t.Errorf("no text is one empty row, got %q", got)
	}
}

func TestLiteralConcatJoin(t *testing.T) {
	arrow := Literal("→ ")
	name := Line("tools/call\n")
	if got := Concat(arrow, name).String(); got != `→ tools/call\n` {
		t.Errorf("Concat = %q", got)
	}
	if got := Join([]String{name, arrow, name}, Literal(", ")).String(); got != `tools/call\n, → , tools/call\n` {
		t.Errorf("Join = %q", got)
	}
	if !Literal("").Empty() || arrow.Empty() {
		t.Error("Empty is wrong")
	}
}

func TestCut(t *testing.T) {
	tests := []struct {
		in   string
		w    int
		want string
	}{
		{"abcdef", 6, "abcdef"},
		{"abcdef", 5, "abcd…"},
		{"abcdef", 1, "…"},
		{"abcdef", 0, ""},
		{"abcdef", -3, ""},
		{"", 0, ""},
		{"日本語", 6, "日本語"},
		{"日本語", 5, "日本…"},
		{"日本語", 4, "日…"},
		{"日本語", 2, "…"},
		{"e\u0301a", 2, "e\u0301a"},
		{"xe\u0301a", 2, "x…"},
		{"👩‍👩‍👧x", 2, "…"},
		{"👩‍👩‍👧xy", 3, "👩‍👩‍👧…"},
	}
	for _, tt := range tests {
		if got := Line(tt.in).Cut(tt.w).String(); got != tt.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", tt.in, tt.w, got, tt.want)
		}
	}
	if got := Line("abcdef").CutTail(4, Literal("~")).String(); got != "abc~" {
		t.Errorf("CutTail = %q", got)
	}
}

func TestCutLeftAndSkip(t *testing.T) {
	tests := []struct {
		in            string
		w             int
		cutLeft, skip string
	}{
		{"abcdef", 4, "…def", "ef"},
		{"abcdef", 6, "abcdef", ""},
		{"abcdef", 1, "…", "bcdef"},
		{"abcdef", 0, "", "abcdef"},
		{"日本語", 5, "…本語", " "},
		{"日本語", 3, "…語", " 語"},
	}
	for _, tt := range tests {
		if got := Line(tt.in).CutLeft(tt.w).String(); got != tt.cutLeft {
			t.Errorf("CutLeft(%q, %d) = %q, want %q", tt.in, tt.w, got, tt.cutLeft)
		}
		if got := Line(tt.in).Skip(tt.w).String(); got != tt.skip {
			t.Errorf("Skip(%q, %d) = %q, want %q", tt.in, tt.w, got, tt.skip)
		}
	}
}

func TestCutHead(t *testing.T) {
	if got := Line("abcdef").CutHead(5, Literal("...")).String(); got != "...ef" {
		t.Errorf("got %q", got)
	}
}

func TestASCII(t *testing.T) {
	for in, want := range map[string]string{
		"plain":            "plain",
		"café … x":         `caf\u00e9 \u2026 x`,
		"e\u0301":          `e\u0301`,
		"日👩":               `\u65e5\U0001f469`,
		"a\x1b\xff\u202eé": `a\u001b\xff\u202e\u00e9`,
		"":                 "",
	} {
		if got := Line(in).ASCII(); got.String() != want || got.Width() != len(want) {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestPad(t *testing.T) {
	s := Line("日x")
	for _, tt := range []struct{ got, want string }{
		{s.Pad(5).String(), "日x  "},
		{s.Pad(2).String(), "日x"},
		{s.PadLeft(4).String(), " 日x"},
		{s.PadLeft(-1).String(), "日x"},
		{s.Fit(2).String(), "… "},
		{s.Fit(4).String(), "日x "},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

func TestWrap(t *testing.T) {
	tests := []struct {
		in   string
		w    int
		want []string
	}{
		{"", 5, []string{""}},
		{"one two three", 20, []string{"one two three"}},
		{"one two three", 7, []string{"one two", "three"}},
		{"one two three", 8, []string{"one two", "three"}},
		{"one  two", 4, []string{"one", "two"}},
		{"abcdefgh", 3, []string{"abc", "def", "gh"}},
		{"ab cdefgh", 4, []string{"ab", "cdef", "gh"}},
		{"  indented text", 10, []string{"  indented", "text"}},
		{"ends   ", 4, []string{"ends"}},
		{"日本語", 4, []string{"日本", "語"}},
		{"日本", 1, []string{"…", "…"}},
		{"ab", 0, []string{"a", "b"}},
	}
	for _, tt := range tests {
		if got := texts(Line(tt.in).Wrap(tt.w)); !slices.Equal(got, tt.want) {
			t.Errorf("Wrap(%q, %d) = %q, want %q", tt.in, tt.w, got, tt.want)
		}
	}
}

func TestLineMax(t *testing.T) {
	if got := LineMax("short", 10).String(); got != "short" {
		t.Errorf("got %q", got)
	}
	if got := LineMax("abcdef", 3).String(); got != "ab…" {
		t.Errorf("got %q", got)
	}
	if got := BytesMax([]byte("ab\x1bdef"), 9).String(); got != `ab\u001b…` {
		t.Errorf("got %q", got)
	}
	if !LineMax("abc", 0).Empty() || !BytesMax([]byte("abc"), -1).Empty() {
		t.Error("no cells hold no text")
	}
	for name, unit := range map[string]string{
		"ascii": "x", "wide": "日", "marks": "\u0301", "joined": "👩\u200d", "jamo": "\u1100", "medial jamo": "\u1161", "invalid": "\xff",
	} {
		long := strings.Repeat(unit, 1<<16)
		if got, want := LineMax(long, 80), Line(long).Cut(80); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	for _, in := range []string{strings.Repeat("plain ", 50), "日本語 naïve e\u0301 👍🏽"} {
		if n := testing.AllocsPerRun(100, func() { Line(in).Cut(400).Width() }); n != 0 {
			t.Errorf("%v allocations for %q, which is safe as it is", n, in[:8])
		}
	}
}

// check holds what every String promises.
func check(t *testing.T, s String) {
	t.Helper()
	if !utf8.ValidString(s.text) {
		t.Fatalf("%q is no UTF-8", s.text)
	}
	for _, r := range s.text {
		switch {
		case r < 0x20, 0x7f <= r && r <= 0x9f:
			t.Fatalf("%q holds the control %U", s.text, r)
		case unicode.Is(unicode.Bidi_Control, r), r == 0x2028, r == 0x2029, r == 0xfeff:
			t.Fatalf("%q holds %U", s.text, r)
		case 0xe0000 <= r && r <= 0xe0fff:
			t.Fatalf("%q holds the tag or selector %U", s.text, r)
		case unicode.Is(unicode.Noncharacter_Code_Point, r):
			t.Fatalf("%q holds the noncharacter %U", s.text, r)
		}
	}
}

func FuzzLine(f *testing.F) {
	for _, seed := range []string{
		"plain", "\x1b[31m", "\u009b", "\xff\xfe", "e\u0301", "👩\u200d👩", "\u202eabc", "日本語", "a\tb\nc", "\U000e0041",
		strings.Repeat("\u1100", 40), "क\u094dष", "a\u0e33", "\u0d4ea", "🇩🇪🇩", "က\u102c\u102c",
	} {
		f.Add(seed, 7)
	}
	f.Fuzz(func(t *testing.T, in string, w int) {
		w %= 200
		s := Line(in)
		check(t, s)
		if Line(s.text) != s {
			t.Fatalf("cleaning %q twice differs from once", in)
		}
		if got, want := s.Width(), ansi.StringWidth(s.text); got != want {
			t.Fatalf("width %d, want %d", got, want)
		}
		if got, want := ansi.StringWidth("│"+s.text+"│"), s.Width()+2; got != want {
			t.Fatalf("beside a divider %d wide, want %d", got, want)
		}
		if Bytes([]byte(in)) != s {
			t.Fatal("Bytes differs from Line")
		}
		if got, want := LineMax(in, w), s.Cut(w); got != want {
			t.Fatalf("LineMax %q, Cut %q", got, want)
		}
		for _, line := range Lines(in) {
			check(t, line)
		}
		checkLayout(t, s, w)
	})
}

func checkLayout(t *testing.T, s String, w int) {
	t.Helper()
	for _, cut := range []String{s.Cut(w), s.CutLeft(w)} {
		check(t, cut)
		if cut.Width() > max(w, 0) {
			t.Fatalf("%q is wider than %d", cut.text, w)
		}
	}
	if got := s.Fit(w).Width(); got != max(w, 0) {
		t.Fatalf("Fit(%d) is %d wide", w, got)
	}
	check(t, s.Skip(w))
	wide := false
	for _, row := range s.Wrap(w) {
		check(t, row)
		if row.Width() > max(w, 1) {
			t.Fatalf("row %q is wider than %d", row.text, w)
		}
		wide = wide || row.text == ellipsis
	}
	if !wide && strings.ReplaceAll(join(s.Wrap(w)), " ", "") != strings.ReplaceAll(s.text, " ", "") {
		t.Fatalf("Wrap(%d) lost something of %q", w, s.text)
	}
}

func join(rows []String) string { return strings.Join(texts(rows), "") }

func texts(rows []String) []string {
	var out []string
	for _, r := range rows {
		out = append(out, r.text)
	}
	return out
}

func BenchmarkLine(b *testing.B) {
	for _, bm := range []struct{ name, text string }{
		{"ascii", strings.Repeat("The quick brown fox. ", 50)},
		{"mixed", strings.Repeat("größe: naïve, 12 €. ", 50)},
		{"japanese", strings.Repeat("日本語の文章です。", 50)},
		{"emoji", strings.Repeat("👩‍👩‍👧👍🏽", 50)},
		{"escapes", strings.Repeat("\x1b[31m\u202e\xff", 50)},
	} {
		b.Run(bm.name, func(b *testing.B) {
			b.SetBytes(int64(len(bm.text)))
			b.ReportAllocs()
			for b.Loop() {
				Line(bm.text)
			}
		})
	}
}

func BenchmarkLineMax(b *testing.B) {
	for _, bm := range []struct{ name, unit string }{{"ascii", "x"}, {"japanese", "日"}, {"joined", "👩\u200d"}} {
		text := strings.Repeat(bm.unit, 60<<20/len(bm.unit))
		b.Run(bm.name+"60MB", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				LineMax(text, 200)
			}
		})
	}
}

func BenchmarkFit(b *testing.B) {
	s := Line(strings.Repeat("tools/call größe ", 20))
	b.ReportAllocs()
	for b.Loop() {
		s.Fit(80)
	}
}

func TestAround(t *testing.T) {
	for _, tt := range []struct {
		text, query, before, match, after string
		ok                                bool
	}{
		{"say Hello twice", "hello", "say ", "Hello", " twice", true},
		{"say Hello twice", "HELLO", "", "", "", false},
		{"hello", "hello", "", "hello", "", true},
		{"日本語", "本", "日", "本", "語", true},
		{"ÄRGER", "ärger", "", "ÄRGER", "", true},
		{"cafe\u0301 cafe", "cafe", "cafe\u0301 ", "cafe", "", true}, // not without its accent
		{"abc", "", "", "", "", false},
		{"a", "abc", "", "", "", false},
	} {
		before, match, after, ok := Line(tt.text).Around(Line(tt.query))
		if ok != tt.ok || before.String() != tt.before || match.String() != tt.match || after.String() != tt.after {
			t.Errorf("%q in %q: %q %q %q %v", tt.query, tt.text, before, match, after, ok)
		}
	}
}
