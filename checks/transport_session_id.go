package checks

import (
	"math/big"
	"strings"

	"mcpx/checks/grammar"
	"mcpx/model"
)

const sessionField = "mcp-session-id"

// Rules of the handshake revisions on the ids of sessions.
var sessionIDChecks = []*Check{
	{
		ID:       "transport.session-id-unpredictable",
		Title:    "Session ids cannot be guessed",
		Convicts: "Every session id that answers an initialize is a subject. It convicts if an earlier initialize got the same one, if it differs from an earlier one only in a number that is 1 to 9 higher or lower, if it has at most 4 characters, or if it is a number of at most 9 digits. A pass says that no sign of predictability was seen among the ids recorded.",
		Spares:   "A single opaque id of ordinary length; the same id for an initialize that was sent again because it had no answer, or that carried the id itself; ids that the recorder masked.",
		Party:    ByServer, At: handshake, Needs: Need{Transport: overHTTP},
		Run: func(w *Watch) { (&assignedIDs{w: w}).watch() },
	},
	{
		ID:       "transport.session-id-visible-ascii",
		Title:    "A session id holds visible ASCII characters only",
		Convicts: "Every mcp-session-id of a server is a subject. One that is empty or holds a character outside 0x21 to 0x7E convicts.",
		Spares:   "Values of a repeated header, if each is visible ASCII; white space around the value; ids that the recorder masked.",
		Party:    ByServer, At: only2511, Needs: Need{Transport: overHTTP},
		Run: func(w *Watch) {
			w.Statuses(func(x *model.HTTPExchange, e *model.Event) {
				id, present := e.Headers.Lookup(sessionField)
				if !present || masked(id) {
					return
				}
				w.Judge(e, "header:mcp-session-id", invisible(id))
			})
		},
	},
	{
		ID:       "transport.session-id-echoed",
		Title:    "A client sends the session id it was given with every request",
		Convicts: "Where one client alone is recorded, in sessions with an id that follow one another, the POST of notifications/initialized and every later request to the MCP endpoint is a subject. A missing mcp-session-id convicts.",
		Spares:   "initialize; requests of a later revision; a ping that names no version either, with which another client may begin; a GET that names no version of 2025-06-18 or later; another id than the one assigned; requests behind a DELETE of the session or a 404 in it, until the next initialize; recordings of several clients, or with sessions without an id.",
		Party:    ByClient, At: only2511, Needs: Need{Transport: overHTTP},
		Run: func(w *Watch) { (&echoes{w: w}).watch() },
	},
}

// masked reports a header value that a recorder seems to have replaced.
func masked(value string) bool {
	return strings.Contains(value, "***") || strings.Contains(value, "…") || strings.Contains(value, "...") ||
		strings.Contains(strings.ToLower(value), "redacted") ||
		len(value) > 1 && strings.Trim(value, "x") == "" || len(value) > 1 && strings.Trim(value, "X") == "" ||
		enclosed(value, '<', '>') || enclosed(value, '[', ']')
}

func enclosed(s string, open, end byte) bool {
	return len(s) > 1 && s[0] == open && s[len(s)-1] == end
}

func invisible(id string) string {
	id = strings.Trim(id, " \t")
	if id == "" {
		return "the session id is empty"
	}
	for part := range strings.SplitSeq(id, ", ") {
		for i := range len(part) {
			if part[i] < 0x21 || part[i] > 0x7e {
				return say("session id %s holds a character outside 0x21 to 0x7E", model.Quote(id))
			}
		}
	}
	return ""
}

// assignedIDs remembers the session ids that initialize exchanges got, whatever version they agreed on.
type assignedIDs struct {
	w *Watch
	// byValue holds the first assignment of each id, byRun one for each decimal run of an id: of the id
	// with that run masked, and the number that stands there.
	byValue table[string, assignment]
	byRun   table[[2]string, assignment]
}

type assignment struct {
	seq      uint64
	line     int
	request  *model.Request // while it is not answered; nil afterwards
	answered int            // the line of the answer, 0 if none has come yet
}

func (c *assignedIDs) watch() {
	c.w.Steps(func(s *model.Step) {
		x := s.HTTP
		if s.Kind != model.HTTPEvent || s.Direction != model.ServerToClient || x == nil || x.Forgotten || x.Body == nil || !initializes(x) {
			return
		}
		id, present := s.Headers.Lookup(sessionField)
		if !present || masked(id) {
			return
		}
		if s.Era == model.Judged {
			fault, earlier := c.fault(x, id)
			c.w.Judge(s.Event, "header:mcp-session-id", fault, earlier)
		}
		c.enter(x, s.Event, id)
	})
}

// longestCounted bounds the ids in which numbers are compared.
const longestCounted = 256

func (c *assignedIDs) fault(x *model.HTTPExchange, id string) (string, Related) {
	if a, known := c.byValue.lookup(id); known && x.Head != nil && x.Head.HasHeaders && !x.Head.Headers.Has(sessionField) && a.settledBefore(x.Body.Line) {
		return say("session id %s was assigned before", model.Quote(id)), a.related()
	}
	for masked, number := range decimalRuns(id) {
		for step := int64(-9); step <= 9; step++ {
			if step == 0 {
				continue
			}
			near := new(big.Int).Add(number, big.NewInt(step)).String()
			if a, known := c.byRun.lookup([2]string{masked, near}); known {
				return say("session id %s differs from an earlier one only by counting", model.Quote(id)), a.related()
			}
		}
	}
	switch {
	case id == "": // transport.session-id-visible-ascii
	case len(id) <= 4:
		return say("session id %s has %d characters", model.Quote(id), len(id)), Related{}
	case len(id) <= 9 && strings.Trim(id, "0123456789") == "":
		return say("session id %s is a number of %d digits", model.Quote(id), len(id)), Related{}
	}
	return "", Related{}
}

// settledBefore reports that the initialize that got the id was answered before a line: until then the
// client may have sent it again.
func (a assignment) settledBefore(line int) bool {
	answered := a.answered
	if a.request != nil && a.request.Answer != nil {
		answered = a.request.Answer.Line
	}
	return answered > 0 && answered < line
}

func (a assignment) related() Related { return Related{Seq: a.seq, Line: a.line, What: "earlier use"} }

func (c *assignedIDs) enter(x *model.HTTPExchange, e *model.Event, id string) {
	a := assignment{seq: e.Seq, line: e.Line}
	if r := x.Request; r != nil && r.Answer != nil {
		a.answered = r.Answer.Line
	} else {
		a.request = r
	}
	if _, known := c.byValue.lookup(id); !known {
		c.byValue.put(id, a)
	}
	for masked, number := range decimalRuns(id) {
		c.byRun.put([2]string{masked, number.String()}, a)
	}
}

// decimalRuns yields every decimal run of a text: the text with the run masked, and its number.
func decimalRuns(text string) func(yield func(string, *big.Int) bool) {
	return func(yield func(string, *big.Int) bool) {
		for i := 0; i < len(text) && len(text) <= longestCounted; i++ {
			end := i
			for end < len(text) && text[end] >= '0' && text[end] <= '9' {
				end++
			}
			if end == i {
				continue
			}
			number, _ := new(big.Int).SetString(text[i:end], 10)
			if !yield(text[:i]+"\x00"+text[end:], number) {
				return
			}
			i = end
		}
	}
}

// echoes follows the sessions of a recording as long as they are those of one client, one after another.
type echoes struct {
	w           *Watch
	current     *model.Session
	mixed       bool // several clients, or sessions without an id: nothing is judged any more
	clientInfo  [32]byte
	initialized int  // the line of the head that carried notifications/initialized; 0 before
	suspended   bool // the session was given up, or may have ended
}

func (c *echoes) watch() {
	c.w.Steps(func(s *model.Step) {
		if c.mixed || s.Kind != model.BadEvent && s.Transport != model.HTTP {
			return
		}
		if s.Kind == model.BadEvent || c.w.Facts.Gap(0, s.Line) {
			c.mixed = true // another client, or the end of the session, may be missing
			return
		}
		if s.SessionBegins {
			c.begin(s)
		}
		c.follow(s)
	})
	c.w.mcpHeadsOfAnyEra(c.judge)
}

// begin enters the next session. A client message outside every session before the first one shows
// another client.
func (c *echoes) begin(s *model.Step) {
	n := s.Session
	if n == nil || !n.Named || s.Message == nil || c.current == nil && c.w.Tracker.SeenOutside() {
		c.mixed = true
		return
	}
	info := s.Message.Params().Get("clientInfo").Digest()
	c.mixed = c.current != nil && info != c.clientInfo
	c.current, c.clientInfo, c.initialized, c.suspended = n, info, 0, false
}

func (c *echoes) follow(s *model.Step) {
	n := s.Session
	if c.current == nil || n == nil || s.Kind != model.HTTPEvent {
		return
	}
	head := s.Direction == model.ClientToServer
	switch {
	case head && n != c.current:
		c.mixed = true // a head of a session after the next began
	case head && s.Verb == "DELETE", s.Status == 404 && n == c.current:
		c.suspended = true
	}
}

func (c *echoes) judge(x *model.HTTPExchange, era model.Era) {
	n := c.current
	if c.mixed || n == nil || n.Init == nil || !c.w.Tracker.Speaks(n) || x.Session != nil && x.Session != n {
		return
	}
	if initializes(x) || era == model.OtherRevision {
		return
	}
	if c.initialized == 0 {
		if x.Body == nil || x.Body.Class != model.NotificationClass || x.Body.Method != "notifications/initialized" {
			return
		}
		c.initialized = x.Head.Line
	}
	h := x.Head.Headers
	if x.Head.Line < c.initialized || c.suspended && x.Verb() != "DELETE" || x.Verb() == "GET" && !currentVersion(h.Value(versionField)) {
		return
	}
	if x.Body != nil && x.Body.Method == "ping" && !h.Has(sessionField) && !h.Has(versionField) {
		return // another client may ping before it initializes
	}
	fault := ""
	if !h.Has(sessionField) {
		fault = say("missing mcp-session-id, want the session's %s", model.Quote(n.Name))
	}
	c.w.Judge(x.Head, "header:mcp-session-id", fault, RelAt("status", n.Init.Status))
}

// currentVersion reports a version of Streamable HTTP with the version header.
func currentVersion(v string) bool { return grammar.RevisionDate(v) && v >= string(r2506) }
