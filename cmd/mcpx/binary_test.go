package main

import (
	"bufio"
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"mcpx/checks/script"
)

// TestBinary runs the built program where only a process of its own will do.
func TestBinary(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	bin := filepath.Join(t.TempDir(), "mcpx")
	if runtime.GOOS == "windows" {
		bin += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Run("closed pipe", func(t *testing.T) { testClosedPipe(t, bin) })
	t.Run("unreadable", func(t *testing.T) { testUnreadable(t, bin) })
	t.Run("explorer", func(t *testing.T) { testExplorer(t, bin) })
	t.Run("statuses", func(t *testing.T) {
		for text, want := range map[string]status{conforming: clean, breaksMust: broken, oneSided: unusable, conforming + badLine: malformed} {
			if _, _, s := start(t, bin, "check", trace(t, text)); s != want {
				t.Errorf("status %d, want %d, for\n%s", s, want, text)
			}
		}
	})
	t.Run("standard input", func(t *testing.T) {
		data, err := script.Trace(breaksMust)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(bin, "check", "-")
		cmd.Stdin = bytes.NewReader(data)
		if out, err := cmd.Output(); exitStatus(t, err) != broken || !strings.Contains(string(out), "got id 2.5") {
			t.Errorf("%v, %q", err, out)
		}
	})
}

// start runs the program and waits for it.
func start(t *testing.T, bin string, args ...string) (out, errs string, s status) {
	t.Helper()
	var o, e bytes.Buffer
	cmd := exec.Command(bin, args...)
	cmd.Stdout, cmd.Stderr = &o, &e
	err := cmd.Run()
	return o.String(), e.String(), exitStatus(t, err)
}

func exitStatus(t *testing.T, err error) status {
	t.Helper()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if exit == nil {
		return clean
	}
	return status(exit.ExitCode())
}

// A reader that has seen enough ends the program, which says nothing about it.
func testClosedPipe(t *testing.T, bin string) {
	var errs bytes.Buffer
	cmd := exec.Command(bin, "clauses")
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReaderSize(out, 16).ReadString('\n'); err != nil {
		t.Errorf("first line %q: %v", line, err)
	}
	out.Close()
	_ = cmd.Wait() // by a signal or not: nobody looks
	if errs.Len() > 0 {
		t.Errorf("standard error %q", errs.String())
	}
}

func testUnreadable(t *testing.T, bin string) {
	locked := file(t, "{}")
	if err := os.Chmod(locked, 0); err != nil {
		t.Fatal(err)
	}
	cases := map[string]string{
		filepath.Join(t.TempDir(), "none.jsonl"): "cannot open",
		t.TempDir():                              "a directory",
		file(t, ""):                              "an empty file",
		file(t, "\x7fELF\x02\x01\x01\x00\x00"):   "a program",
		file(t, "\x00\x01\x02\x03\xff\xfe\n"):    "a binary file",
	}
	if os.Getuid() > 0 { // nothing is locked for root
		cases[locked] = "permission denied"
	}
	for name, want := range cases {
		out, errs, s := start(t, bin, "check", name)
		if s != unusable || out != "" || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, output %q, standard error %q, want %q", name, s, out, errs, want)
		}
	}
}
