package checks

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"

	"mcpx/model"
)

// Cursors are judged at the handshake revisions only: without sessions they may outlive a recording.
var paginationChecks = []*Check{
	{
		ID:       "pagination.cursor-opacity",
		Title:    "A client presents cursors as it got them",
		Convicts: "Every list request of the client with a cursor is a subject. A cursor that is no string convicts; so does one that no earlier result of the method carried as nextCursor, in a session of which nothing can be missing and in which every earlier request of the method was answered.",
		Spares:   "Null and empty cursors, which are read as a first page, a cursor presented twice, and recordings with a hole or without the beginning.",
		Party:    ByClient, At: handshake,
		Run: func(w *Watch) { newCursors(w, pagedMethods...).judgeOpacity() },
	},
	{
		ID:       "pagination.issued-cursor-accepted",
		Title:    "A server takes the cursors that it issued",
		Convicts: "An answered list request is a subject if it is the first to present a cursor that the server issued for the method and asks for nothing else. An error -32602 convicts: only the cursor can be invalid, and the server itself had issued it.",
		Spares:   "Other errors, a cursor presented again, and a list that was announced to have changed in between.",
		Party:    ByServer, At: handshake,
		Whole: true,
		Run:   func(w *Watch) { newCursors(w, pagedMethods...).judgeAcceptance() },
	},
	{
		ID:       "pagination.invalid-cursor-rejected",
		Title:    "A server refuses an invalid cursor",
		Convicts: "An answered list request is a subject if its cursor is certainly invalid: no string, or a string that no result issued, in a session of which nothing can be missing. A result for a cursor that is no string convicts, and a list that equals the first page, element for element: the server ignored the cursor.",
		Spares:   "Strings that were never issued and are answered otherwise, strings that may name the first position, expired cursors, empty and null ones, and empty lists.",
		Party:    ByServer, At: only2511,
		Run: func(w *Watch) { newCursors(w, pagedMethods...).judgeRejection() },
	},
}

var pagedMethods = []string{"tools/list", "prompts/list", "resources/list", "resources/templates/list"}

// cursorScope is where cursors live: a session, or the stdio transport. The asker is the server where it
// lists something of the client's.
type cursorScope struct {
	session *model.Session
	asker   model.Party
	method  string
}

type cursorKey struct {
	cursorScope
	cursor string
}

type issuedCursor struct {
	line      int
	presented bool
}

// cursors follows which cursors the server issued, and which list requests wait for their answer.
type cursors struct {
	w       *Watch
	methods []string
	issued  table[cursorKey, *issuedCursor]
	waiting table[cursorScope, int] // list requests that were not answered so far
	changed map[cursorScope]int     // line of the latest list_changed
	lists   recent[model.Fingerprint, [sha256.Size]byte]
}

func newCursors(w *Watch, methods ...string) *cursors {
	return &cursors{w: w, methods: methods, changed: map[cursorScope]int{}}
}

func (c *cursors) scope(m *model.Message, method string) cursorScope {
	k := cursorScope{m.Session, model.Client, method}
	if m.Class == model.RequestClass {
		k.asker = m.Sender()
	}
	if m.Transport == model.Stdio {
		k.session = nil
	}
	return k
}

// follow keeps the tables; rules register their own hooks before it, so that they see what came earlier.
func (c *cursors) follow() {
	c.w.Requests(func(m *model.Message) {
		k := c.scope(m, m.Method)
		n, _ := c.waiting.lookup(k)
		c.waiting.put(k, n+1)
		if cursor := m.Params().Get("cursor"); cursor.IsString() {
			if t, known := c.issued.lookup(cursorKey{k, cursor.Str()}); known {
				t.presented = true
			}
		}
	}, c.methods...)
	c.w.Answers(func(r *model.Request, a *model.Message) {
		k := c.scope(r.Message, r.Method)
		n, _ := c.waiting.lookup(k)
		c.waiting.put(k, n-1)
		if next := a.Result().Get("nextCursor"); next.IsString() {
			c.issued.put(cursorKey{k, next.Str()}, &issuedCursor{line: a.Line})
		}
	}, c.methods...)
	c.w.Notifications(func(m *model.Message) {
		if what, ok := strings.CutSuffix(strings.TrimPrefix(m.Method, "notifications/"), "/list_changed"); ok && len(c.changed) < tableBound {
			c.changed[c.scope(m, what+"/list")] = m.Line
			if what == "resources" {
				c.changed[c.scope(m, "resources/templates/list")] = m.Line
			}
		}
	})
}

func (c *cursors) complete(m *model.Message) bool {
	return !c.issued.dropped && c.w.Tracker.CompleteAs(model.Client, m.Session, m.Line) && c.w.Tracker.CompleteAs(model.Server, m.Session, m.Line)
}

func (c *cursors) judgeOpacity() {
	c.w.Requests(func(m *model.Message) {
		cursor := m.Params().Get("cursor")
		if m.Sender() != model.Client || !cursor.Given() || cursor.Is("") {
			return
		}
		if !cursor.IsString() {
			c.w.Judge(m.Event, "/params/cursor", say("got cursor %s, want a string that a result issued", cursor.Compact()))
			return
		}
		k := c.scope(m, m.Method)
		if _, known := c.issued.lookup(cursorKey{k, cursor.Str()}); known {
			c.w.Subject(m.Event)
			return
		}
		if n, _ := c.waiting.lookup(k); n == 0 && c.complete(m) {
			c.w.Judge(m.Event, "/params/cursor", say("cursor %s was never issued for %s", cursor.Compact(), m.Method))
		}
	}, c.methods...)
	c.follow()
}

func (c *cursors) judgeAcceptance() {
	first := map[*model.Message]int{} // by request: the line that issued its cursor
	c.w.Requests(func(m *model.Message) {
		cursor := m.Params().Get("cursor")
		if m.Sender() != model.Client || !cursor.IsString() || !plainList(m) || len(first) == tableBound {
			return
		}
		if t, known := c.issued.lookup(cursorKey{c.scope(m, m.Method), cursor.Str()}); known && !t.presented {
			first[m] = t.line
		}
	}, pagedMethods...)
	c.w.Answers(func(r *model.Request, a *model.Message) {
		issued, ok := first[r.Message]
		delete(first, r.Message)
		if !ok || r.Contested || c.changed[c.scope(r.Message, r.Method)] > issued {
			return
		}
		fault := ""
		if a.IsError(-32602) {
			fault = say("cursor %s refused with -32602, though a result issued it", r.Params().Get("cursor").Compact())
		}
		c.w.Judge(a.Event, "/error/code", fault, Rel("request", r.Event))
	}, pagedMethods...)
	c.follow()
}

// plainList reports a list request that holds nothing but a cursor and well-formed metadata.
func plainList(m *model.Message) bool {
	if !faultless(m) {
		return false
	}
	for name, v := range m.Params().Members() {
		if name != "cursor" && !(name == "_meta" && v.IsObject()) {
			return false
		}
	}
	token := m.ProgressToken()
	return !token.Exists() || token.IsString() || token.IsInteger()
}

// page is what is remembered of a list result with elements.
type page struct {
	listing Related
	list    [sha256.Size]byte
}

// unissuedAnswer is a list result in answer to a cursor that no result issued.
type unissuedAnswer struct {
	page
	event   *model.Event
	request Related
	cursor  string // as it is shown
}

func (c *cursors) judgeRejection() {
	pages := map[cursorScope]page{}          // the latest answer to a request without cursor
	held := map[cursorScope]unissuedAnswer{} // what waits for the next first page
	c.w.Answers(func(r *model.Request, a *model.Message) {
		if r.Sender() != model.Client || r.Contested || r.Session == nil {
			return
		}
		k := c.scope(r.Message, r.Method)
		cursor := r.Params().Get("cursor")
		switch {
		case !cursor.Given():
			if first, ok := c.pageOf(r, a); ok && len(pages) < tableBound {
				pages[k] = first
				if h, waits := held[k]; waits {
					delete(held, k)
					c.judgeServed(h, first, k)
				}
			}
		case !cursor.IsString():
			c.judgeNoString(r, a)
		case cursor.Is("") || positional(cursor.Str()):
		default:
			c.unissued(r, a, k, pages, held)
		}
	}, pagedMethods...)
	c.follow()
}

func (c *cursors) pageOf(r *model.Request, a *model.Message) (p page, ok bool) {
	if a.Class != model.ResultClass {
		return page{}, false
	}
	list, written := c.w.judge.listOf(r.Method, a)
	if !list.Elem(0).Exists() {
		return page{}, false
	}
	digest, known := c.lists.lookup(written)
	if !known {
		digest = list.Digest()
		c.lists.put(written, digest)
	}
	return page{Rel("listing", a.Event), digest}, true
}

func (c *cursors) judgeNoString(r *model.Request, a *model.Message) {
	fault, pointer := "", "/error/code"
	switch {
	case a.Class == model.ResultClass:
		fault, pointer = say("cursor %s got a result, want error -32602", r.Params().Get("cursor").Compact()), "/result"
	case !codeNamesFault(r, a),
		a.IsError(-32601) && r.Session.Standing(model.Server, capabilityOf(r.Method)) != model.Declared:
		return
	case !a.IsError(-32602):
		fault = say("cursor %s got error %s, want -32602", r.Params().Get("cursor").Compact(), a.Error().Get("code").Compact())
	}
	c.w.Judge(a.Event, pointer, fault, Rel("request", r.Event))
}

func capabilityOf(method string) string {
	capability, _, _ := strings.Cut(method, "/")
	return capability
}

func (c *cursors) unissued(r *model.Request, a *model.Message, k cursorScope, pages map[cursorScope]page, held map[cursorScope]unissuedAnswer) {
	if _, known := c.issued.lookup(cursorKey{k, r.Params().Get("cursor").Str()}); known || !c.complete(r.Message) {
		return
	}
	got, ok := c.pageOf(r, a)
	if !ok {
		return
	}
	mine := unissuedAnswer{got, brief(a.Event), Rel("request", r.Event), r.Params().Get("cursor").Compact()}
	if first, known := pages[k]; known {
		c.judgeServed(mine, first, k)
	} else if len(held) < tableBound {
		held[k] = mine
	}
}

// judgeServed compares the answer to an unissued cursor with a first page, unless the list changed in
// between.
func (c *cursors) judgeServed(mine unissuedAnswer, first page, k cursorScope) {
	if c.changed[k] > min(mine.listing.Line, first.listing.Line) {
		return
	}
	fault := ""
	if mine.list == first.list {
		fault = say("cursor %s, which no result issued, got the first page, want error -32602", mine.cursor)
	}
	c.w.Judge(mine.event, "/result", fault, mine.request, first.listing)
}

// positional reports a cursor that may name the first position: its text has no letter or has a digit.
func positional(cursor string) bool {
	text := cursor
	for _, decode := range []func(string) ([]byte, error){
		base64.StdEncoding.DecodeString, base64.RawStdEncoding.DecodeString,
		base64.URLEncoding.DecodeString, base64.RawURLEncoding.DecodeString, hex.DecodeString,
	} {
		if b, err := decode(cursor); err == nil && printable(b) {
			text = string(b)
			break
		}
	}
	letter := strings.ContainsFunc(text, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' })
	return !letter || strings.ContainsAny(text, "0123456789")
}

func printable(b []byte) bool {
	for _, c := range b {
		if c < 0x20 || c > 0x7e {
			return false
		}
	}
	return len(b) > 0
}
