package checks

import (
	"bytes"
	"slices"

	"mcpx/model"
)

// Rules of 2025-11-25 on the lines of the stdio transport.
var lineChecks = []*Check{
	{
		ID:       "transport.stdio-no-embedded-newline",
		Title:    "A message is one line",
		Convicts: "Every run of lines of one party that are no JSON is a subject. It convicts if a part of it that begins with a brace is, joined by line feeds, one JSON-RPC message: the message was written with newlines in it.",
		Spares:   "Lines that join to nothing or to other JSON, which are noise; runs of more than 256 lines or 1 MiB; a last line that is not finished; a message that only the other party sends, which may be printed for debugging.",
		Party:    ByBoth, At: only2511, Needs: Need{Transport: overStdio},
		Run: func(w *Watch) {
			for _, party := range []model.Party{model.Client, model.Server} {
				(&brokenLines{w: w, party: party}).watch()
			}
		},
	},
}

// The longest run of lines that is looked at, and how much is read in search of messages in it.
const (
	longestRun      = 256
	longestRunBytes = 1 << 20
	longestSearch   = 8 << 20
)

// brokenLines collects the lines of a party that are no JSON, as long as nothing else of it comes.
type brokenLines struct {
	w     *Watch
	party model.Party
	lines []*model.Event
	size  int
	noise bool // the run is too long
	read  int  // bytes, in search of messages in the run
}

func (c *brokenLines) watch() {
	c.w.Steps(func(s *model.Step) {
		m := s.Message
		switch {
		case s.Kind == model.BadEvent || s.Transport == model.Stdio && s.Kind == model.LifecycleEvent:
			c.end()
		case s.Transport != model.Stdio || s.Sender() != c.party:
		case m == nil || m.Era != model.Judged || !m.Payload.IsString():
			c.end()
		default:
			c.add(s.Event)
		}
	})
	c.w.End(c.end)
}

func (c *brokenLines) add(e *model.Event) {
	if n := len(c.lines); n > 0 && c.w.Facts.Gap(c.lines[n-1].Line, e.Line) {
		c.end()
	}
	c.size += e.Size
	if c.noise || len(c.lines) == longestRun || c.size > longestRunBytes {
		c.lines, c.noise = nil, true
		return
	}
	c.lines = append(c.lines, e)
}

// end judges the run that is over.
func (c *brokenLines) end() {
	run := c.lines
	c.lines, c.size, c.noise = nil, 0, false
	if len(run) == 0 {
		return
	}
	c.w.Subject(run[0])
	texts := make([][]byte, len(run))
	for i, e := range run {
		texts[i] = []byte(e.Payload.Str())
	}
	c.read = 0
	for i := 0; i < len(run) && c.read < longestSearch; {
		n := c.message(texts[i:])
		if n == 0 {
			i++
			continue
		}
		related := make([]Related, 0, n-1)
		for _, e := range run[i+1 : i+n] {
			related = append(related, Rel("body", e))
		}
		c.w.Convict(run[i], "", say("%d lines are one message with newlines in it, want one line", n), related...)
		i += n
	}
}

// message gives how many of the lines are together one message of the party; 0 if they are none.
func (c *brokenLines) message(lines [][]byte) int {
	if !bytes.HasPrefix(lines[0], []byte("{")) {
		return 0
	}
	n := c.closedAt(lines)
	if n < 2 {
		return 0
	}
	v, err := model.Parse(bytes.Join(lines[:n], []byte("\n")))
	if err != nil || !v.IsObject() || !v.Get("jsonrpc").Is("2.0") {
		return 0
	}
	method := v.Get("method").Str()
	methods := requestMethods(c.w.Revision)
	if slices.Contains(methods[c.party.Other()], method) && !slices.Contains(methods[c.party], method) {
		return 0
	}
	return n
}

// closedAt gives the number of lines at whose end the brace is closed that the first one opens; 0 if it
// is never closed there.
func (c *brokenLines) closedAt(lines [][]byte) int {
	depth, quoted := 0, false
	for i, line := range lines {
		c.read += len(line)
		for at := 0; at < len(line); at++ {
			switch b := line[at]; {
			case quoted && b == '\\':
				at++
			case b == '"':
				quoted = !quoted
			case quoted:
			case b == '{' || b == '[':
				depth++
			case b == '}' || b == ']':
				depth--
			}
			if depth == 0 && at < len(bytes.TrimRight(line, " \t\r"))-1 {
				return 0
			}
		}
		switch {
		case quoted: // no string goes over the end of a line
			return 0
		case depth <= 0:
			return i + 1
		}
	}
	return 0
}
