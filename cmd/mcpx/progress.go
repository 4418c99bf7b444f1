package main

import (
	"fmt"
	"os"
	"time"

	"github.com/charmbracelet/x/ansi"

	"mcpx/tui/safetext"
)

// bar is a line on a terminal that says how far the judging of a long recording is. The zero bar says
// nothing.
type bar struct {
	out   *os.File
	name  safetext.String
	drawn bool
}

// longRecording is from how many bytes on a recording takes long enough for a bar.
const longRecording = 16 << 20

// bar makes a bar for a recording; it only shows on a terminal.
func (a *app) bar(name string, size int64) *bar {
	out, ok := terminal(a.errs)
	if !ok || size < longRecording && name != stdin {
		return &bar{}
	}
	return &bar{out: out, name: a.visible(name).CutHead(40, safetext.Literal("..."))}
}

func (b *bar) every() time.Duration { return 100 * time.Millisecond }

func (b *bar) draw(done, total int64) {
	if b.out == nil || total < longRecording {
		return
	}
	b.drawn = true
	fmt.Fprintf(b.out, "\r%s%s  %d %%  of %d MB", ansi.EraseEntireLine, b.name, done*100/max(total, 1), total>>21)
}

// clear removes the bar.
func (b *bar) clear() {
	if b.drawn {
		fmt.Fprint(b.out, "\r"+ansi.EraseEntireLine)
	}
}
