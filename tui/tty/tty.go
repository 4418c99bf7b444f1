// Package tty runs programs in a pseudo-terminal, for tests: it types keys, looks at the screen, and
// sees whether the terminal is left as it was found. It waits for what is to come, with a deadline, and
// never just for some time.
package tty

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// Patience is how long is waited for anything.
const Patience = 60 * time.Second

// Window is a terminal in which a program runs.
type Window struct {
	t   testing.TB
	cmd *exec.Cmd
	tty *os.File

	mu     sync.Mutex // of what follows; the emulator has no lock of its own that can be trusted
	screen *vt.Emulator
	sent   bytes.Buffer
	ended  chan struct{}
	err    error // of the program, once ended is closed
}

// Open runs a program in a window of w by h cells. The test is skipped where there are no pseudo-terminals.
func Open(t testing.TB, cmd *exec.Cmd, w, h int) *Window {
	t.Helper()
	p := &Window{t: t, cmd: cmd, screen: vt.NewEmulator(w, h), ended: make(chan struct{})}
	var err error
	if p.tty, err = pty.StartWithSize(cmd, size(w, h)); err != nil {
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

func size(w, h int) *pty.Winsize { return &pty.Winsize{Cols: uint16(w), Rows: uint16(h)} }

func (p *Window) read() {
	buf := make([]byte, 4096)
	for {
		n, err := p.tty.Read(buf)
		p.mu.Lock()
		p.sent.Write(buf[:n])
		p.screen.Write(buf[:n])
		p.mu.Unlock()
		if err != nil {
			p.err = p.cmd.Wait()
			close(p.ended)
			return
		}
	}
}

// Text is what is on the screen.
func (p *Window) Text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.screen.String()
}

// Sent is all that the program has sent to the terminal.
func (p *Window) Sent() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sent.String()
}

// Until waits for a condition; what says in words what is waited for.
func (p *Window) Until(what string, holds func() bool) {
	p.t.Helper()
	for end := time.Now().Add(Patience); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatalf("waited in vain: %s\n%s", what, p.Text())
		}
	}
}

// Wait wants texts on the screen, all at once.
func (p *Window) Wait(texts ...string) {
	p.t.Helper()
	p.Until(strings.Join(texts, ", "), func() bool {
		screen := p.Text()
		for _, text := range texts {
			if !strings.Contains(screen, text) {
				return false
			}
		}
		return true
	})
}

// Type types keys.
func (p *Window) Type(keys string) {
	p.t.Helper()
	if _, err := io.WriteString(p.tty, keys); err != nil {
		p.t.Fatal(err)
	}
}

// Resize changes the size of the window.
func (p *Window) Resize(w, h int) {
	p.t.Helper()
	p.mu.Lock()
	p.screen.Resize(w, h)
	p.mu.Unlock()
	if err := pty.Setsize(p.tty, size(w, h)); err != nil {
		p.t.Fatal(err)
	}
}

// Signal sends a signal to the program.
func (p *Window) Signal(s syscall.Signal) { p.cmd.Process.Signal(s) }

// End wants the program to end with a status and to leave the terminal as it was.
func (p *Window) End(status int) {
	p.t.Helper()
	select {
	case <-p.ended:
	case <-time.After(Patience):
		p.t.Fatalf("the program does not end:\n%s", p.Text())
	}
	var exit *exec.ExitError
	got := 0
	switch {
	case errors.As(p.err, &exit):
		got = exit.ExitCode()
	case p.err != nil:
		p.t.Errorf("the program: %v", p.err)
	}
	if got != status {
		p.t.Errorf("exit status %d, want %d:\n%s", got, status, p.Text())
	}
	p.restored()
}

// restored wants what the program has turned on to be off again.
func (p *Window) restored() {
	p.t.Helper()
	out := p.Sent()
	for _, mode := range [...]struct{ on, off, name string }{
		{"\x1b[?1049h", "\x1b[?1049l", "the alternate screen"},
		{"\x1b[?25l", "\x1b[?25h", "a hidden cursor"},
		{"\x1b[?2004h", "\x1b[?2004l", "bracketed paste"},
		{"\x1b[?1000h", "\x1b[?1000l", "the mouse"},
		{"\x1b[?1002h", "\x1b[?1002l", "the mouse"},
		{"\x1b[?1003h", "\x1b[?1003l", "the mouse"},
		{"\x1b[?1006h", "\x1b[?1006l", "the mouse"},
		{"\x1b[?1004h", "\x1b[?1004l", "focus reports"},
	} {
		if strings.LastIndex(out, mode.on) > strings.LastIndex(out, mode.off) {
			p.t.Errorf("the terminal is left with %s", mode.name)
		}
	}
}
