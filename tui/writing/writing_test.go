package writing

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcpx/checks"
	"mcpx/tui/document"
)

type source struct{ *bytes.Reader }

func (s source) From(_ context.Context, offset int64) io.Reader {
	return io.NewSectionReader(s, offset, s.Size()-offset)
}

const trace = "{ \"seq\":1, \"direction\":\"client-to-server\",\"transport\":\"stdio\",\"kind\":\"message\",\"payload\":{\"jsonrpc\":\"2.0\",\"id\":1.0,\"method\":\"ping\",\"x\":\"\\u00e9\u0085\"}}\n" +
	"this is no JSON \xff\n" +
	"{\"seq\":3,\"direction\":\"server-to-client\",\"transport\":\"stdio\",\"kind\":\"message\",\"payload\":{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}}"

func TestLines(t *testing.T) {
	d := document.New(source{bytes.NewReader([]byte(trace))}, document.Options{})
	for u := range d.Load(t.Context()) {
		d.Apply(u)
	}
	lines := strings.Split(trace, "\n")
	for _, c := range []struct {
		rows []int32
		want string
	}{{nil, trace + "\n"}, {[]int32{}, ""}, {[]int32{1}, lines[1] + "\n"}, {[]int32{0, 2}, lines[0] + "\n" + lines[2] + "\n"}} {
		var out bytes.Buffer
		if err := Lines(t.Context(), &out, d.Trace(), c.rows); err != nil || out.String() != c.want {
			t.Errorf("%v gives %q (%v)", c.rows, out.String(), err)
		}
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Lines(done, io.Discard, d.Trace(), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestInto(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	text := func(s string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
	}
	if n, err := Into(path, New, text("one")); n != 3 || err != nil {
		t.Fatal(n, err)
	}
	if _, err := Into(path, New, text("two")); !errors.Is(err, ErrThere) {
		t.Errorf("got %v", err)
	}
	if n, err := Into(path, Over, text("three")); n != 5 || err != nil {
		t.Error(n, err)
	}
	if got, _ := os.ReadFile(path); string(got) != "three" {
		t.Errorf("the file holds %q", got)
	}
	broken := errors.New("broken")
	if _, err := Into(path+"2", New, func(io.Writer) error { return broken }); err != broken {
		t.Errorf("got %v", err)
	}
	if _, err := Into(path, Over, func(io.Writer) error { return broken }); err != broken {
		t.Errorf("got %v", err)
	}
	if got, _ := os.ReadFile(path); string(got) != "three" || !Same(path, path) || Same(path, path+"2") {
		t.Errorf("the file holds %q", got)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
	if _, err := os.Stat(path + "2"); err == nil {
		t.Error("a part of a file is left")
	}
	if _, err := Into(filepath.Dir(path), Over, text("")); err == nil || !strings.Contains(err.Error(), "no ordinary file") {
		t.Errorf("a directory is overwritten: %v", err)
	}
	// A file that is overwritten can be read by whoever could read it before.
	if err := os.Chmod(path, 0o604); err != nil {
		t.Fatal(err)
	}
	if _, err := Into(path, Over, text("four")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o604 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if _, err := Into(filepath.Join(path, "x"), New, text("")); err == nil {
		t.Error("a file is no directory")
	}
}

// TestIntoLink holds that a link stays one.
func TestIntoLink(t *testing.T) {
	target := filepath.Join(t.TempDir(), "a.jsonl")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.WriteFile(target, []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	if _, err := Into(link, Over, func(w io.Writer) error { _, err := io.WriteString(w, "two"); return err }); err != nil {
		t.Fatal(err)
	}
	if at, err := os.Readlink(link); at != target || err != nil {
		t.Errorf("the link leads to %q (%v)", at, err)
	}
	if got, err := os.ReadFile(target); string(got) != "two" || err != nil {
		t.Errorf("got %q (%v)", got, err)
	}
}

func TestFindings(t *testing.T) {
	a, err := checks.Assess(t.Context(), source{bytes.NewReader([]byte(trace))}, checks.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for form, begin := range map[Form]string{Text: "s.jsonl   2026-07-28", JSON: `{"tool":"mcpx","version":"v1"`, Markdown: "# s.jsonl\n"} {
		var out bytes.Buffer
		if err := Findings(&out, form, "s.jsonl", "v1", a); err != nil || !strings.HasPrefix(out.String(), begin) {
			t.Errorf("%s: %.60q (%v)", form, out.String(), err)
		}
	}
}

func TestProposal(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		recording string
		form      Form
		want      string
	}{
		{"/tmp/session.jsonl", Events, "session.part.jsonl"}, {"session.jsonl", Markdown, "session.md"},
		{"standard input", JSON, "recording.json"}, {"", Text, "recording.txt"},
	} {
		if got := Proposal(c.recording, c.form); got != c.want {
			t.Errorf("%q as %s: %q", c.recording, c.form, got)
		}
	}
	if err := os.WriteFile("session.md", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := Proposal("session.jsonl", Markdown); got != "session-2.md" {
		t.Errorf("got %q", got)
	}
	if got := Path("~/x.md", []string{"HOME=/home/me"}); got != "/home/me/x.md" {
		t.Errorf("got %q", got)
	}
	for _, f := range Forms() {
		if got, ok := Named(f.String()); !ok || got != f {
			t.Errorf("%s is not found", f)
		}
	}
}
