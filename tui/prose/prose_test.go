package prose

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"mcpx/themes"
	"mcpx/tui/paint"
)

func page(t *testing.T, w int) *Page {
	t.Helper()
	theme, err := themes.Named("none")
	if err != nil {
		t.Fatal(err)
	}
	return New(paint.New(theme, themes.Unicode()), w)
}

func text(p *Page) string {
	var rows []string
	for _, row := range p.Rows() {
		rows = append(rows, strings.TrimRight(ansi.Strip(row), " "))
	}
	return strings.Join(rows, "\n")
}

// What follows a code span without a blank stays with it.
func TestWrapKeepsTogether(t *testing.T) {
	p := page(t, 28)
	p.Quote("", "Servers fill fields of `_meta`; others are MUST.")
	if want := " ┃ Servers fill fields of\n ┃ _meta; others are MUST."; text(p) != want {
		t.Errorf("got\n%s\nwant\n%s", text(p), want)
	}
}

func TestEveryWidth(t *testing.T) {
	for w := range 60 {
		p := page(t, w)
		p.Quote("", "`a long span of code`, and `another`; it MUST NOT be broken-`off`(`here`).")
		p.Quote("list", "`a`b`c`d`e`f`g`h`i`j`")
		p.Labelled("label", paint.Base, "a-word-that-is-longer-than-some-of-the-rows and 日本語 more")
		for _, row := range p.Rows() {
			if got := ansi.StringWidth(row); got != max(w, 1) {
				t.Fatalf("%d cells in a page of %d: %q", got, w, row)
			}
		}
	}
}
