package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// configured writes settings where they are looked for.
func configured(t *testing.T, text string) (path string) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	path = filepath.Join(dir, "mcpx", "config.toml")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestConfig(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	out, errs, s := mcpx(t, "", "config")
	if s != clean || errs != "" || !strings.HasPrefix(out, "# There is no ") || !strings.Contains(out, "\nnext-finding = ['e'] # next finding\n") {
		t.Errorf("status %d, %q\n%s", s, errs, out)
	}
	// What is printed can be the file.
	path := configured(t, out)
	again, errs, s := mcpx(t, "", "config")
	if _, settings, _ := strings.Cut(out, "\n\n"); s != clean || again != "# As in "+path+".\n\n"+settings {
		t.Errorf("status %d, %q\n%s", s, errs, again)
	}
	configured(t, "theme = \"light\"\n[keys]\nfilter = \"ctrl+g\"\n")
	out, _, _ = mcpx(t, "", "config", "--no-mouse", "--ascii")
	for _, want := range []string{"theme = 'light'", "ascii = true", "mouse = false", "filter = ['ctrl+g']"} {
		if !strings.Contains(out, want) {
			t.Errorf("%s is missing in\n%s", want, out)
		}
	}
	if out, _, _ = mcpx(t, "", "config", "--theme", "dark"); !strings.Contains(out, "theme = 'dark'") {
		t.Errorf("the flag does not count:\n%s", out)
	}
}

// Each thing that is wrong is told in a line, with its place. Reports do not care.
func TestWrongConfig(t *testing.T) {
	path := configured(t, "theme = \"dork\"\n[keys]\nnxt-finding = \"n\"\nfilter = \"e\"\n")
	_, errs, s := mcpx(t, "", "config")
	want := []string{
		"mcpx: " + path + `:1:1: theme is one of ansi, dark, light, contrast, none, not "dork"`,
		"mcpx: " + path + `:3:1: there is no key binding "nxt-finding"; did you mean "next-finding"?`,
		"mcpx: " + path + `:4:1: "e" is already next-finding (next finding); give that another key, too`,
	}
	if s != unusable || strings.TrimSpace(errs) != strings.Join(want, "\n") {
		t.Errorf("status %d, got\n%s", s, errs)
	}
	if _, errs, s := mcpx(t, "", "check", trace(t, conforming)); s != clean || errs != "" {
		t.Errorf("check: status %d, %q", s, errs)
	}
}

func TestManual(t *testing.T) {
	out, errs, s := mcpx(t, "", "man")
	for _, want := range []string{".TH MCPX 1", "level:must area:TRAN", "mcpx config", "NO_COLOR", "no-mouse"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing (status %d, %q)", want, s, errs)
		}
	}
	if out, _, _ := mcpx(t, "", "--help"); strings.Contains(out, "manual page") {
		t.Error("man is not hidden")
	}
}

func TestCompletions(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"check", "--filter", "level:must ar"}, "level:must area:\t"},
		{[]string{"check", "--filter", "area:tr"}, "area:TRAN"},
		{[]string{"check", "--format", ""}, "markdown\n"},
		{[]string{"--theme", ""}, "contrast\n"},
		{[]string{"clauses", "--revision", ""}, "2025-06-18\n"},
	} {
		if out, _, _ := mcpx(t, "", append([]string{"__complete"}, c.args...)...); !strings.Contains(out, c.want) {
			t.Errorf("%v offers %q, want %q", c.args, out, c.want)
		}
	}
	if out, _, s := mcpx(t, "", "completion", "bash"); s != clean || len(out) < 1000 {
		t.Errorf("status %d, %d bytes", s, len(out))
	}
}
