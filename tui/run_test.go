package tui

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"

	"mcpx/checks/script"
	"mcpx/model"
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

// terminal is a program in a pseudo-terminal.
type terminal struct {
	t   *testing.T
	cmd *exec.Cmd
	tty *os.File

	mu     sync.Mutex
	screen *vt.Emulator
	bytes  bytes.Buffer
	ended  chan error
}

// start explores a recording in a terminal of 100 by 30 cells.
func start(t *testing.T, env ...string) *terminal {
	t.Helper()
	trace, err := script.Trace(session)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "session.jsonl")
	if err := os.WriteFile(path, trace, 0o600); err != nil {
		t.Fatal(err)
	}
	p := &terminal{t: t, screen: vt.NewEmulator(100, 30), ended: make(chan error, 1)}
	p.cmd = exec.Command(os.Args[0])
	p.cmd.Env = append([]string{explore + "=" + path, "TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8", "HOME=" + t.TempDir()}, env...)
	p.tty, err = pty.StartWithSize(p.cmd, &pty.Winsize{Cols: 100, Rows: 30})
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	go io.Copy(p.tty, p.screen) // answers to what the program asks the terminal
	go p.read()
	t.Cleanup(func() {
		p.cmd.Process.Kill()
		p.tty.Close()
	})
	return p
}

func (p *terminal) read() {
	buf := make([]byte, 4096)
	for {
		n, err := p.tty.Read(buf)
		p.mu.Lock()
		p.bytes.Write(buf[:n])
		p.screen.Write(buf[:n])
		p.mu.Unlock()
		if err != nil {
			p.ended <- p.cmd.Wait()
			return
		}
	}
}

func (p *terminal) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.screen.String()
}

const patience = 20 * time.Second

// wait wants a text on the screen.
func (p *terminal) wait(text string) {
	p.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if strings.Contains(p.text(), text) {
			return
		}
	}
	p.t.Fatalf("%q does not come on the screen:\n%s", text, p.text())
}

func (p *terminal) send(keys string) {
	p.t.Helper()
	if _, err := io.WriteString(p.tty, keys); err != nil {
		p.t.Fatal(err)
	}
}

// end wants the program to end well and the terminal to be as it was.
func (p *terminal) end() {
	p.t.Helper()
	select {
	case err := <-p.ended:
		var status *exec.ExitError
		if errors.As(err, &status) {
			p.t.Errorf("exit status %v:\n%s", status, p.text())
		}
	case <-time.After(patience):
		p.t.Fatalf("the program does not end:\n%s", p.text())
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	out := p.bytes.String()
	for _, mode := range []struct{ on, off, name string }{
		{"\x1b[?1049h", "\x1b[?1049l", "alternate screen"}, {"\x1b[?25l", "\x1b[?25h", "hidden cursor"},
		{"\x1b[?2004h", "\x1b[?2004l", "bracketed paste"}, {"\x1b[?1002h", "\x1b[?1002l", "mouse"},
	} {
		if strings.LastIndex(out, mode.on) > strings.LastIndex(out, mode.off) {
			p.t.Errorf("the terminal is left with: %s", mode.name)
		}
	}
}

func TestInATerminal(t *testing.T) {
	p := start(t)
	p.wait(" defects")
	p.wait("timeline 35")
	p.send("/ping\r")
	p.wait("25 of 35")
	p.send("3")
	p.wait("is missing here")
	if err := pty.Setsize(p.tty, &pty.Winsize{Cols: 140, Rows: 40}); err != nil {
		t.Fatal(err)
	}
	p.mu.Lock()
	p.screen.Resize(140, 40)
	p.mu.Unlock()
	p.wait("TIMELINE")
	p.send("?")
	p.wait("previous finding")
	p.send("\x1b")
	p.wait("TIMELINE")
	p.send("/adding\r")
	p.wait(`"adding" 1/1`)
	p.send("q")
	p.end()
}

func TestTerminalIsRestored(t *testing.T) {
	for name, leave := range map[string]func(*terminal){
		"ctrl+c":  func(p *terminal) { p.send("\x03") },
		"SIGTERM": func(p *terminal) { p.cmd.Process.Signal(syscall.SIGTERM) },
		"in a text field": func(p *terminal) {
			p.send("/q")
			p.wait("search q")
			p.send("\x03")
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := start(t)
			p.wait(" defects")
			leave(p)
			p.end()
		})
	}
}

// NO_COLOR counts whatever its value.
func TestNoColour(t *testing.T) {
	p := start(t, "NO_COLOR=yes")
	p.wait(" defects")
	p.send("q")
	p.end()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, styling := range ours.FindAllString(p.bytes.String(), -1) {
		for _, n := range strings.Split(strings.Trim(styling, "\x1b[m"), ";") {
			if len(n) > 1 && strings.ContainsAny(n[:1], "349") {
				t.Fatalf("colour %q", styling)
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, o := range []Options{{Theme: "purple"}, {Env: []string{"TERM=dumb"}}} {
		if err := Run(t.Context(), o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
}
