package tui

import (
	"os"
	"strings"
	"testing"
)

// From opening a recording to a bug report in the clipboard: three keys.
func TestBugReportInATerminal(t *testing.T) {
	p := start(t)
	p.Wait(" defects")
	p.Type("eyf")
	p.Wait("finding sent to the terminal's clipboard")
	if !strings.Contains(p.Sent(), "\x1b]52;c;") {
		t.Error("nothing is sent to the clipboard")
	}
	p.Type("q")
	p.End(0)
}

// The pager has the terminal for itself, and the explorer has it again afterwards.
func TestPagerInATerminal(t *testing.T) {
	p := start(t, "PATH="+os.Getenv("PATH"), "PAGER=grep -n seq")
	p.Wait(" defects")
	p.Type("ev")
	p.Until("what the pager shows", func() bool { return strings.Contains(p.Sent(), `:  "seq": 11`) })
	p.Type("?")
	p.Wait("KEYS AND SIGNS")
	p.Type("\x03")
	p.End(0)
}

// The filter is narrowed while it is typed, and esc takes it back.
func TestFilterInATerminal(t *testing.T) {
	p := start(t)
	p.Wait(" defects")
	p.Type("fmethod:pi")
	p.Wait("tab takes")
	p.Type("\t")
	p.Wait("2 of 35")
	p.Type("\x1b")
	p.Wait("1 of 35")
	p.Type("q")
	p.End(0)
}
