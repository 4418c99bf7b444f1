package external

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	for line, want := range map[string][]string{
		"less":                         {"less"},
		"  less  -R -S ":               {"less", "-R", "-S"},
		`"/opt/my editor/ed" --wait`:   {"/opt/my editor/ed", "--wait"},
		`code --goto 'a b' c\ d`:       {"code", "--goto", "a b", "c d"},
		`vi ; rm -rf $HOME`:            {"vi", ";", "rm", "-rf", "$HOME"},
		`vi -c "set ft=json" ''`:       {"vi", "-c", "set ft=json", ""},
		`ed 'back\slash' "say \"hi\""`: {"ed", `back\slash`, `say "hi"`},
	} {
		if got, err := Words(line); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q gives %q (%v)", line, got, err)
		}
	}
	for _, line := range []string{"", "  ", `"open`, "''"} {
		if got, err := Words(line); err == nil {
			t.Errorf("%q gives %q", line, got)
		}
	}
}

func TestCommand(t *testing.T) {
	cmd, err := Command(Editor, "/tmp/a b.json", []string{"EDITOR=sh -x", "VISUAL=", "HOME=/"})
	if err != nil || !slices.Equal(cmd.Args, []string{"sh", "-x", "/tmp/a b.json"}) || len(cmd.Env) != 3 {
		t.Errorf("%v (%v)", cmd, err)
	}
	if cmd, err := Command(Editor, "f", []string{"EDITOR=cat", "VISUAL=sh"}); err != nil || cmd.Args[0] != "sh" {
		t.Errorf("%v (%v)", cmd, err)
	}
	for _, env := range [][]string{{"PAGER=no-such-program -x"}, {`PAGER="less`}} {
		if _, err := Command(Pager, "f", env); err == nil || !strings.HasPrefix(err.Error(), "$PAGER") {
			t.Errorf("%v: %v", env, err)
		}
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Command(Pager, "f", nil); err == nil || !strings.Contains(err.Error(), "$PAGER") {
		t.Errorf("got %v", err)
	}
}

func TestFile(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	path, err := File("mcpx-*.json", []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}
