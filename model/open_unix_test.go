//go:build unix

package model

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestOpenFIFO(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	go func() {
		if w, err := os.OpenFile(path, os.O_WRONLY, 0); err == nil {
			io.WriteString(w, "one\ntwo\n")
			w.Close()
		}
	}()
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if all, err := io.ReadAll(f.From(t.Context(), 0)); string(all) != "one\ntwo\n" || err != nil {
		t.Errorf("got %q, %v", all, err)
	}
	if n, err := f.ReadAt(make([]byte, 3), 4); n != 3 || err != nil {
		t.Errorf("read again: %d, %v", n, err)
	}
}
