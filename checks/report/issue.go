package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"mcpx/checks"
	"mcpx/tui/safetext"
)

// Issue is a fault written up for whoever can mend it.
type Issue struct {
	Trace   string
	Version string // of mcpx
	Ruling  *checks.Ruling
	Defect  *checks.Defect
	Check   *checks.Check
	// Evidence is the blamed event and those that help to understand it.
	Evidence []Exhibit
}

// Exhibit is an event that is shown with a fault.
type Exhibit struct {
	Title string // such as "seq 54, client to server: the request"
	Text  []byte // JSON, or the line as it was recorded
}

// exhibitBytes bounds how much of an event is shown.
const exhibitBytes = 16 << 10

// Markdown writes the fault: what was seen, the clause in its own words with a link, why it convicts, and
// the messages.
func (x *Issue) Markdown(w io.Writer) error {
	p := newPrinter(w, Look{})
	d := x.Defect
	p.line("### ", p.prose(fmt.Sprintf("%s: %s", d.Party, d.Findings[0].Detail)))
	p.line()
	p.faultBody(d, x.Check)
	for _, e := range x.Evidence {
		p.line()
		p.line(p.prose(capital(e.Title)), ":")
		p.line()
		p.block(e.Text)
	}
	p.line()
	p.line("Found by mcpx ", p.prose(x.Version), " in ", p.code(x.Trace), ", judged by MCP ", string(x.Ruling.Catalogue.Revision()),
		" (", x.Ruling.Basis.Phrase(), ").")
	return p.flush()
}

// block writes text as a block of code.
func (p *printer) block(text []byte) {
	lines, language, cut := Readable(text, exhibitBytes)
	fence := "```"
	for _, line := range lines {
		fence = strings.Repeat("`", max(len(fence), longestRun(line.String())+1))
	}
	p.line(fence, language)
	for _, line := range lines {
		p.line(line.String())
	}
	p.line(fence)
	if cut > 0 {
		p.line()
		p.line(count(cut, "byte"), " more.")
	}
}

// Readable sets out an event for reading: JSON indented, with what must not reach a terminal escaped, and
// no more than limit bytes of it. Cut is the number of bytes left out.
func Readable(text []byte, limit int) (lines []safetext.String, language string, cut int) {
	var out bytes.Buffer
	if err := json.Indent(&out, text, "", "  "); err == nil {
		text, language = out.Bytes(), "json"
	}
	if limit > 0 && len(text) > limit {
		keep := limit
		for keep > 0 && !utf8.RuneStart(text[keep]) {
			keep--
		}
		text, cut = text[:keep], len(text)-keep
	}
	return safetext.Lines(strings.TrimRight(string(text), "\n")), language, cut
}
