package main

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"mcpx/tui/tty"
)

// testExplorer does with the built program, in a pseudo-terminal, what a reader does.
func testExplorer(t *testing.T, bin string) {
	for name, scenario := range map[string]func(*testing.T, string){
		"a finding": aFinding, "filter, pair, search": narrowing, "sizes": sizes, "standard input": piped,
		"demo": demo, "bad files": badFiles, "NO_COLOR": noColour, "leaving": leaving, "small": small,
		"ASCII": asciiOnly,
	} {
		t.Run(name, func(t *testing.T) { scenario(t, bin) })
	}
}

// explorer runs the program in a window of 120 by 40 cells.
func explorer(t *testing.T, bin string, args ...string) *tty.Window {
	t.Helper()
	return inWindow(t, exec.Command(bin, args...), 120, 40)
}

func inWindow(t *testing.T, cmd *exec.Cmd, w, h int, env ...string) *tty.Window {
	t.Helper()
	home := t.TempDir()
	cmd.Env = append([]string{"TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8", "PATH=/usr/bin:/bin", "HOME=" + home, "XDG_CONFIG_HOME=" + home}, env...)
	return tty.Open(t, cmd, w, h)
}

// e leads to the finding: its event, the member in the message, and the clause with the rule.
func aFinding(t *testing.T, bin string) {
	p := explorer(t, bin, trace(t, breaksMust))
	p.Wait("TIMELINE", "FINDINGS", "defect")
	p.Type("e")
	p.Wait(`✗     "id": 2.5,`, "got id 2.5", "binds client", "judged", "4 of 5")
	p.Type("K")
	p.Wait("CLAUSE", "specification/2026-07-28/")
	p.Type("\x1b")
	p.Wait("TIMELINE")
	p.Type("q")
	p.End(0)
}

func narrowing(t *testing.T, bin string) {
	p := explorer(t, bin, trace(t, breaksMust+"c {\"id\":3,\"method\":\"prompts/list\"}\ns {\"id\":3,\"result\":{\"prompts\":[]}}\n"))
	p.Wait("1 of 7")
	p.Type("M")
	p.Wait("level:must", "1 of 1", "1 of 7")
	p.Type("F")
	p.Wait("of 7", "prompts/list")
	p.Type("]")
	p.Wait("PAIR", "REQUEST #5", "ANSWER #6")
	p.Type("[[")
	p.Wait("REQUEST #1", "ANSWER #2")
	p.Type("/PROMPTS\x7f\x7f\x7f\x7f\x7f\x7f\x7fprompts/l\r")
	p.Wait(`"prompts/l" 1/1`, "6 of 7", "prompts/list id 3")
	p.Type("?")
	p.Wait("KEYS AND SIGNS", "next finding")
	p.Type("\x03")
	p.End(0)
}

// However the window changes, the screen fits it.
func sizes(t *testing.T, bin string) {
	p := explorer(t, bin, "demo")
	p.Wait("defects")
	for _, size := range [][2]int{{80, 24}, {39, 9}, {200, 60}, {1, 1}, {40, 10}, {300, 20}, {20, 90}, {110, 30}} {
		p.Resize(size[0], size[1])
		p.Type("e")
	}
	p.Wait("TIMELINE", "FINDINGS", "MESSAGE", "defects")
	p.Resize(80, 24)
	p.Type("3")
	p.Wait("MESSAGE", "1 timeline  2 findings  3 message")
	p.Resize(30, 8)
	p.Wait("mcpx needs 40 columns")
	p.Type("q")
	p.End(0)
}

// A recording can come from a pipe while keys come from the terminal.
func piped(t *testing.T, bin string) {
	cmd := exec.Command("sh", "-c", `cat "$1" | "$0" -`, bin, trace(t, breaksMust))
	p := inWindow(t, cmd, 100, 30)
	p.Wait("standard input", "defect")
	p.Type("e")
	p.Wait("got id 2.5")
	p.Type("q")
	p.End(0)
}

func demo(t *testing.T, bin string) {
	p := explorer(t, bin, "demo")
	p.Wait("demo.jsonl", "defects")
	p.Type("2>")
	p.Wait("CLAUSES", "Base protocol")
	p.Type("s")
	p.Wait("SUMMARY")
	p.Type("\x1b")
	p.Wait("TIMELINE")
	p.Type("q")
	p.End(0)
}

// What is no recording gets a sentence; the explorer does not begin.
func badFiles(t *testing.T, bin string) {
	for name, want := range map[string]string{
		filepath.Join(t.TempDir(), "none.jsonl"): "no such file or directory",
		t.TempDir():                              "this is a directory",
		file(t, "{\n \"a\": 1\n}\n"):             "one JSON document",
	} {
		p := explorer(t, bin, name)
		p.End(int(unusable))
		if text := strings.Join(strings.Fields(p.Text()), " "); !strings.Contains(text, want) {
			t.Errorf("%s: %q", name, text)
		}
		if strings.Contains(p.Sent(), "\x1b[?1049h") {
			t.Errorf("%s: the explorer has begun", name)
		}
	}
}

// colour is a sequence that sets one.
var colour = regexp.MustCompile(`\x1b\[(?:[0-9;:]*[;:])?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:[;:][0-9;:]*)?m`)

func noColour(t *testing.T, bin string) {
	p := inWindow(t, exec.Command(bin, "demo"), 120, 40, "NO_COLOR=0")
	p.Wait("defects")
	p.Type("eq")
	p.End(0)
	if c := colour.FindString(p.Sent()); c != "" {
		t.Errorf("colour %q", c)
	}
}

// However the program is left, the terminal is as it was.
func leaving(t *testing.T, bin string) {
	for name, leave := range map[string]func(*tty.Window){
		"q":      func(p *tty.Window) { p.Type("q") },
		"ctrl+c": func(p *tty.Window) { p.Type("\x03") },
		"ctrl+c in a field": func(p *tty.Window) {
			p.Type("/q")
			p.Wait("search q")
			p.Type("\x03")
		},
		"SIGTERM": func(p *tty.Window) { p.Signal(syscall.SIGTERM) },
	} {
		t.Run(name, func(t *testing.T) {
			p := explorer(t, bin, "demo")
			p.Wait("defects")
			leave(p)
			p.End(0)
			if !strings.Contains(p.Sent(), "\x1b[?1049l") {
				t.Error("the explorer has not begun")
			}
		})
	}
}

// On 80 by 24 the panes are pages.
func small(t *testing.T, bin string) {
	p := inWindow(t, exec.Command(bin, trace(t, breaksMust)), 80, 24)
	p.Wait("TIMELINE", "1 timeline  2 findings  3 message")
	p.Type("2")
	p.Wait("FINDINGS 1", "FINDING ", "got id 2.5")
	p.Type("\r")
	p.Wait("MESSAGE", `✗     "id": 2.5,`)
	p.Type("\x1b")
	p.Wait("FINDINGS 1")
	p.Type("\x1b")
	p.Wait("TIMELINE")
	p.Type("q")
	p.End(0)
}

func asciiOnly(t *testing.T, bin string) {
	p := explorer(t, bin, "--ascii", trace(t, breaksMust))
	p.Wait("defect")
	p.Type("e")
	p.Wait("got id 2.5")
	for _, r := range p.Text() {
		if r > '~' {
			t.Fatalf("%q on the screen:\n%s", r, p.Text())
		}
	}
	p.Type("q")
	p.End(0)
}
