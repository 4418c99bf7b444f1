// Package writing writes what is on the screen into files: events as a trace, byte for byte, and what is
// wrong with them as text, JSON or Markdown. It never overwrites a file unless it is told to.
package writing

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mcpx/checks"
	"mcpx/checks/report"
	"mcpx/model"
	"mcpx/tui/environ"
)

// Form is what is written.
type Form uint8

// The forms.
const (
	Events Form = iota // as a trace
	Text               // findings for people
	JSON               // findings for programs
	Markdown
	forms
)

// Forms are all forms.
func Forms() []Form {
	all := make([]Form, forms)
	for i := range all {
		all[i] = Form(i)
	}
	return all
}

func (f Form) String() string { return [...]string{"events", "text", "json", "markdown"}[f] }

// Ending is the usual ending of a file's name.
func (f Form) Ending() string { return [...]string{".jsonl", ".txt", ".json", ".md"}[f] }

// Named is the form with a name.
func Named(name string) (Form, bool) {
	for _, f := range Forms() {
		if f.String() == name {
			return f, true
		}
	}
	return 0, false
}

// Mode tells what becomes of a file that is there already.
type Mode uint8

// The modes.
const (
	New  Mode = iota // must not be there
	Over             // is overwritten
)

// ErrThere is the error of a file that is there already.
var ErrThere = errors.New("there is a file of that name")

// Into writes a file and gives the bytes that were written. One that cannot be finished leaves nothing
// behind, and what was there before it as it was. A link stays one: what it leads to is written.
func Into(path string, mode Mode, write func(w io.Writer) error) (size int64, err error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	f, err := create(path, mode)
	if err != nil {
		return 0, err
	}
	out := &counter{to: bufio.NewWriterSize(f, 1<<16)}
	if err = write(out); err == nil {
		err = out.to.Flush()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil && mode == Over {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return 0, err
	}
	return out.size, nil
}

// create opens the file to write to: in mode Over, where there is one, another beside it, which takes its
// place in the end.
func create(path string, mode Mode) (*os.File, error) {
	if before, err := os.Stat(path); mode == Over && err == nil {
		return beside(path, before.Mode())
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, ErrThere
	}
	return f, err
}

// beside opens a file in the directory of another one, for whoever may read that.
func beside(path string, mode fs.FileMode) (*os.File, error) {
	if !mode.IsRegular() {
		return nil, fmt.Errorf("%s is no ordinary file", path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".mcpx-*")
	if err != nil {
		return nil, err
	}
	if err = f.Chmod(mode.Perm()); err != nil {
		f.Close()
		os.Remove(f.Name())
		return nil, err
	}
	return f, nil
}

// Same reports whether two paths lead to one file.
func Same(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// counter counts what is written.
type counter struct {
	to   *bufio.Writer
	size int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.size += int64(n)
	return n, err
}

// Lines writes the lines of events as they were recorded; nil rows are all events.
func Lines(ctx context.Context, w io.Writer, t *model.Trace, rows []int32) error {
	lines, n := t.Lines(), len(rows)
	if rows == nil {
		n = t.Len()
	}
	for i := range n {
		if i&0xff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		row := i
		if rows != nil {
			row = int(rows[i])
		}
		raw, err := lines.Raw(row)
		if err == nil {
			_, err = w.Write(raw)
		}
		if err == nil {
			_, err = w.Write([]byte{'\n'})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Findings writes what is wrong with a recording.
func Findings(w io.Writer, form Form, name, version string, a *checks.Assessment) error {
	switch form {
	case JSON:
		j := report.NewJSON(w, "mcpx", version)
		if err := j.Trace(name, a); err != nil {
			return err
		}
		return j.Close()
	case Markdown:
		return report.Markdown(w, name, a, report.Full, report.Unicode)
	default:
		return report.Text(w, name, a, report.Brief, report.Look{})
	}
}

// Proposal is a name for a file that is not there yet: after the recording, in the current directory.
func Proposal(recording string, form Form) string {
	base := filepath.Base(recording)
	base = strings.TrimSuffix(base, filepath.Ext(base))
	if base == "" || base == "." || strings.ContainsAny(base, "/\\ ") {
		base = "recording"
	}
	if form == Events {
		base += ".part"
	}
	for n := 1; n < 100; n++ {
		name := base + form.Ending()
		if n > 1 {
			name = fmt.Sprintf("%s-%d%s", base, n, form.Ending())
		}
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name
		}
	}
	return base + form.Ending()
}

// Path is a path that a user has entered: "~/" stands for the home directory.
func Path(entered string, env []string) string {
	rest, ok := strings.CutPrefix(entered, "~/")
	if !ok {
		return entered
	}
	home := environ.Value(env, "HOME")
	if home == "" {
		return entered
	}
	return filepath.Join(home, rest)
}
