// Package copying makes texts to take away: an event, a value, a fault as a bug report. It says how they
// can reach the user and makes no promise that it cannot keep: a terminal never says whether it has
// obeyed.
package copying

import (
	"bytes"
	"fmt"
	"strings"

	"mcpx/checks/catalogue"
	"mcpx/checks/report"
	"mcpx/model"
	"mcpx/tui/document"
	"mcpx/tui/environ"
	"mcpx/tui/figure"
)

// Fault is a fault of a recording and what a report of it needs.
type Fault struct {
	Name    string // of the recording
	Version string // of mcpx
	Trace   *model.Trace
	Ruling  *document.Ruling
	Defect  int
	Partner int // row of the other half of the blamed event's pair, or document.None
}

// mostExhibits bounds how many events a report shows.
const mostExhibits = 4

// Report writes the fault up for whoever can mend it. It reads events, so it is for the background.
func (f *Fault) Report() ([]byte, error) {
	d := &f.Ruling.Defects[f.Defect]
	x := report.Issue{
		Trace: f.Name, Version: f.Version, Ruling: &f.Ruling.Ruling, Defect: &d.Defect, Check: f.Ruling.Check[d.Check],
	}
	shown := map[int]bool{document.None: true}
	add := func(row int, what string) error {
		if shown[row] || len(x.Evidence) == mostExhibits {
			return nil
		}
		shown[row] = true
		e, err := f.exhibit(row, what)
		x.Evidence = append(x.Evidence, e)
		return err
	}
	if err := add(d.Row, "the blamed "+noun(f.Trace, d.Row)); err != nil {
		return nil, err
	}
	if err := add(f.Partner, half(f.Trace, f.Partner)); err != nil {
		return nil, err
	}
	for _, r := range d.Findings[0].Related {
		if r.What == "" {
			continue
		}
		row := document.None
		if i, ok := f.Trace.IndexOf(r.Seq); ok {
			row = i
		}
		if err := add(row, r.What); err != nil {
			return nil, err
		}
	}
	var out bytes.Buffer
	err := x.Markdown(&out)
	return out.Bytes(), err
}

func (f *Fault) exhibit(row int, what string) (report.Exhibit, error) {
	e := f.Trace.Entry(row)
	way := "client to server"
	if e.Direction == model.ServerToClient {
		way = "server to client"
	}
	text, err := Event(f.Trace, row)
	return report.Exhibit{Title: fmt.Sprintf("seq %d, %s, %s", e.Seq, way, what), Text: text}, err
}

func noun(t *model.Trace, row int) string {
	switch t.Entry(row).Kind {
	case model.HTTPEvent:
		return "http event"
	case model.LifecycleEvent:
		return "event"
	}
	return "message"
}

// half says which half of a pair an event is.
func half(t *model.Trace, row int) string {
	if row == document.None {
		return ""
	}
	if t.Entry(row).Class == model.RequestClass {
		return "the request"
	}
	return "the answer"
}

// Event is the text of an event: the payload of a message as it was written, the whole line of any other.
func Event(t *model.Trace, row int) ([]byte, error) {
	if t.Entry(row).Kind == model.MessageEvent {
		e, err := t.Event(row)
		if err != nil {
			return nil, err
		}
		return e.Payload.Raw(), nil
	}
	return t.Raw(row, int(t.Entry(row).Size))
}

// Clause is a clause for pasting into a sentence.
func Clause(c *catalogue.Clause) string {
	return fmt.Sprintf("%s %s: %s\n%s\n", c.ID, c.Level, c.Quote, c.URL())
}

// Limit is how many bytes are sent to a terminal's clipboard: beyond it some drop all of it, silently.
const Limit = 4 << 10

// Refusal says why a text cannot go to the terminal's clipboard, "" if it can be tried.
func Refusal(size int, env []string) string {
	is := func(name, begin string) bool {
		v := environ.Value(env, name)
		return v != "" && strings.HasPrefix(v, begin)
	}
	switch {
	case size > Limit:
		return "it is longer than " + figure.Size(Limit) + ", which terminals may drop"
	case is("TERM", "linux"), is("TERM", "vt"), is("TERM_PROGRAM", "Apple_Terminal"):
		return "this terminal cannot set the clipboard"
	case is("STY", "") && !is("TMUX", ""):
		return "screen does not pass it on"
	}
	return ""
}

// Sent is what to say of a text that was sent to the terminal's clipboard.
func Sent(what string, size int, env []string) string {
	text := fmt.Sprintf("%s sent to the terminal's clipboard (OSC 52, %s)", what, figure.Size(int64(size)))
	if environ.Value(env, "TMUX") != "" {
		text += `; tmux keeps it unless "set-clipboard on"`
	}
	return text
}
