package report

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"mcpx/checks"
	"mcpx/checks/catalogue"
)

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}

// What the program and the specification say is spelt without signs beyond ASCII, not escaped.
func TestOwnWordsInASCII(t *testing.T) {
	catalogues, err := catalogue.All()
	if err != nil {
		t.Fatal(err)
	}
	writers := map[string]func(io.Writer) error{
		"checks": func(w io.Writer) error { return ChecksText(w, checks.All(), catalogues, Look{Signs: ASCII}) },
	}
	for _, cat := range catalogues {
		l := &Listing{Catalogue: cat, Checks: checks.All()}
		writers[string(cat.Revision())+" text"] = func(w io.Writer) error { return l.Text(w, Look{Signs: ASCII}) }
		writers[string(cat.Revision())+" markdown"] = func(w io.Writer) error { return l.Markdown(w, ASCII) }
	}
	for name, write := range writers {
		out := written(t, write)
		if !isASCII(out) {
			t.Errorf("%s is not ASCII", name)
		}
		if i := strings.Index(out, `\u20`); i >= 0 {
			t.Errorf("%s: an escape at %q", name, out[max(i-40, 0):i+20])
		}
	}
}

// Text of a recording is escaped and never spelt otherwise: a dash that was sent is no hyphen.
func TestRecordedTextInASCII(t *testing.T) {
	const name, sent = "sitzung–é.jsonl", "got “caf\u00e9 …” — 日"
	const wantName, want = `sitzung\u2013\u00e9.jsonl`, `got \u201ccaf\u00e9 \u2026\u201d \u2014 \u65e5`
	for _, detail := range []Detail{Brief, Full} {
		a := modern(t)
		findings := a.Rulings[0].Verdict.Findings
		for i := range findings {
			findings[i].Detail = sent
		}
		var md bytes.Buffer
		if err := Markdown(&md, name, a, detail, ASCII); err != nil {
			t.Fatal(err)
		}
		var txt bytes.Buffer
		if err := Text(&txt, name, a, detail, Look{Signs: ASCII, Width: 160}); err != nil {
			t.Fatal(err)
		}
		for format, out := range map[string]string{"text": txt.String(), "markdown": strings.ReplaceAll(md.String(), `\\`, `\`)} {
			if !isASCII(out) {
				t.Errorf("%s is not ASCII:\n%s", format, out)
			}
			if !strings.Contains(out, wantName) || !strings.Contains(out, want) {
				t.Errorf("%s: %q or %q is missing in\n%s", format, wantName, want, out)
			}
		}
	}
}

// A line of escapes fits like every other.
func TestASCIIFits(t *testing.T) {
	a := modern(t)
	for i := range a.Rulings[0].Verdict.Findings {
		a.Rulings[0].Verdict.Findings[i].Detail = strings.Repeat("日本 ", 40)
	}
	for line := range strings.Lines(text(t, a, Full, Look{Signs: ASCII, Width: 60})) {
		if len(line) > 61 {
			t.Errorf("%d cells: %q", len(line)-1, line)
		}
	}
}
