package model

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func tempTrace(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOpenFile(t *testing.T) {
	path := tempTrace(t, "one\ntwo\n")
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := io.ReadAll(f.From(t.Context(), 4))
	if string(all) != "two\n" || err != nil || f.Size() != 8 || f.Name() != path || f.Arriving() {
		t.Errorf("got %q, %v, size %d", all, err, f.Size())
	}
	if err := os.Truncate(path, 2); err != nil {
		t.Fatal(err)
	}
	if n, err := f.ReadAt(make([]byte, 4), 4); n != 0 || err != io.EOF {
		t.Errorf("after shrinking: %d, %v", n, err)
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	var not *NotTraceError
	if _, err := Open(dir); !errors.As(err, &not) || not.What != "a directory" {
		t.Errorf("directory: %v", err)
	}
	missing := filepath.Join(dir, "missing")
	if _, err := Open(missing); !errors.Is(err, fs.ErrNotExist) || err.Error() != "cannot open "+missing+": no such file or directory" {
		t.Errorf("missing: %v", err)
	}
	if os.Getuid() == 0 {
		t.Skip("root may read everything")
	}
	secret := tempTrace(t, "x")
	if err := os.Chmod(secret, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(secret); !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "permission denied") {
		t.Errorf("no permission: %v", err)
	}
}

func TestOpenStdinPipe(t *testing.T) {
	r, w := io.Pipe()
	f, err := OpenStdin(r)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	events := make(chan uint64)
	result := make(chan error)
	go func() {
		_, err := Scan(t.Context(), f.From(t.Context(), 0), ScanOptions{}, func(e *Event) error { events <- e.Seq; return nil })
		result <- err
	}()
	for i := range uint64(3) {
		fmt.Fprintln(w, eventLine(int(i), "1"))
		if got := <-events; got != i {
			t.Fatalf("got event %d, want %d", got, i)
		}
		if !f.Arriving() {
			t.Error("more may come")
		}
	}
	w.Close()
	if err := <-result; err != nil || f.Arriving() || f.Size() != int64(3*len(eventLine(0, "1"))+3) {
		t.Errorf("%v, size %d", err, f.Size())
	}
}

func TestOpenStdinBroken(t *testing.T) {
	r, w := io.Pipe()
	f, err := OpenStdin(r)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := f.From(ctx, 0).Read(make([]byte, 1)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a silent pipe: %v", err)
	}
	broken := errors.New("broken")
	w.CloseWithError(broken)
	if _, err := io.ReadAll(f.From(t.Context(), 0)); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

func TestOpenStdinFile(t *testing.T) {
	file, err := os.Open(tempTrace(t, "one\ntwo\n"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, tc := range []struct {
		skip int64
		want string
	}{{0, "one\ntwo\n"}, {4, "two\n"}} {
		if _, err := file.Seek(tc.skip, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		f, err := OpenStdin(file)
		if err != nil {
			t.Fatal(err)
		}
		if all, err := io.ReadAll(f.From(t.Context(), 0)); string(all) != tc.want || err != nil {
			t.Errorf("got %q, %v", all, err)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}
