package tui

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"mcpx/checks/script"
	"mcpx/model"
	"mcpx/tui/settings"
	"mcpx/tui/tty"
)

// explore names the recording that the test program explores instead of testing.
const explore = "MCPX_TEST_EXPLORE"

func TestMain(m *testing.M) {
	path := os.Getenv(explore)
	if path == "" {
		os.Exit(m.Run())
	}
	file, err := model.Open(path)
	if err == nil {
		err = Run(context.Background(), Options{Name: path, Source: file, Env: os.Environ(), Output: os.Stdout})
	}
	if err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
		os.Exit(1)
	}
}

// window is the explorer in a pseudo-terminal.
type window struct{ *tty.Window }

// start explores a recording in a terminal of 100 by 30 cells.
func start(t *testing.T, env ...string) window {
	t.Helper()
	trace, err := script.Trace(session)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "session.jsonl")
	if err := os.WriteFile(path, trace, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append([]string{explore + "=" + path, "TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8", "HOME=" + t.TempDir()}, env...)
	return window{tty.Open(t, cmd, 100, 30)}
}

func TestInATerminal(t *testing.T) {
	p := start(t)
	p.Wait(" defects")
	p.Wait("TIMELINE  35")
	p.Type("/ping\r")
	p.Wait("25 of 35")
	p.Type("3")
	p.Wait("is missing here")
	p.Resize(140, 40)
	p.Wait("TIMELINE", "FINDINGS", "MESSAGE")
	p.Type("?")
	p.Wait("previous finding")
	p.Type("\x1b")
	p.Wait("TIMELINE")
	p.Type("/adding\r")
	p.Wait(`"adding" 1/1`)
	p.Type("q")
	p.End(0)
}

func TestTerminalIsRestored(t *testing.T) {
	for name, leave := range map[string]func(window){
		"ctrl+c":  func(p window) { p.Type("\x03") },
		"SIGTERM": func(p window) { p.Signal(syscall.SIGTERM) },
		"in a text field": func(p window) {
			p.Type("/q")
			p.Wait("search q")
			p.Type("\x03")
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := start(t)
			p.Wait(" defects")
			leave(p)
			p.End(0)
		})
	}
}

// NO_COLOR counts whatever its value.
func TestNoColour(t *testing.T) {
	p := start(t, "NO_COLOR=yes")
	p.Wait(" defects")
	p.Type("q")
	p.End(0)
	for _, styling := range ours.FindAllString(p.Sent(), -1) {
		for _, n := range strings.Split(strings.Trim(styling, "\x1b[m"), ";") {
			if len(n) > 1 && strings.ContainsAny(n[:1], "349") {
				t.Fatalf("colour %q", styling)
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, o := range []Options{{Settings: &settings.Settings{Theme: "purple"}}, {Env: []string{"TERM=dumb"}}} {
		if err := Run(t.Context(), o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
}
