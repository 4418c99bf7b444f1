package checks

import (
	"strings"

	"mcpx/checks/grammar"
	"mcpx/model"
)

const versionField = "mcp-protocol-version"

// Rules of the handshake revisions on the header that names the negotiated version.
var versionHeaderChecks = []*Check{
	{
		ID:       "transport.protocol-version-header",
		Title:    "A client names the negotiated version in every HTTP request",
		Convicts: "In a session that negotiated 2025-06-18 or later, every request to the MCP endpoint that carries the session id is a subject, and in one without an id the POST of notifications/initialized: both show that the client has read the answer. A missing mcp-protocol-version convicts.",
		Spares:   "initialize; requests of a later revision; in sessions without an id whatever another client may have sent; OAuth and other requests; sessions of 2025-03-26 and older; the value.",
		Party:    ByClient, At: handshake, Needs: Need{Transport: overHTTP},
		Run: func(w *Watch) {
			w.mcpHeads(func(x *model.HTTPExchange) {
				if version := knownVersion(x); version == "" || !grammar.RevisionDate(version) || version < string(r2506) {
					return
				}
				fault := ""
				if !x.Head.Headers.Has(versionField) {
					fault = "missing mcp-protocol-version"
				}
				w.Judge(x.Head, "header:mcp-protocol-version", fault, RelAt("answer", x.Session.Init.Answer))
			})
		},
	},
	{
		ID:       "transport.protocol-version-negotiated",
		Title:    "The version that a client names is the negotiated one",
		Convicts: "Every request to the MCP endpoint with mcp-protocol-version is a subject that carries the id of a session after its handshake; in a session without an id the POST of notifications/initialized is. A value that is not the negotiated version convicts.",
		Spares:   "initialize, a missing header, a header that is repeated, requests of a later revision, and in sessions without an id whatever another client may have sent.",
		Party:    ByClient, At: only2511, Needs: Need{Transport: overHTTP},
		Run: func(w *Watch) {
			w.mcpHeads(func(x *model.HTTPExchange) {
				got, present := x.Head.Headers.Lookup(versionField)
				version := knownVersion(x)
				if !present || version == "" || strings.Contains(got, ",") {
					return
				}
				fault := ""
				if got != version {
					fault = say("got %s, want the negotiated %s", model.Quote(got), model.Quote(version))
				}
				w.Judge(x.Head, "header:mcp-protocol-version", fault, RelAt("answer", x.Session.Init.Answer))
			})
		},
	},
	{
		ID:       "transport.invalid-version-header-rejected",
		Title:    "A server refuses a version it does not support",
		Convicts: "Every answered request to the MCP endpoint is a subject whose mcp-protocol-version is surely invalid or unsupported: it is neither a date nor a draft and no answer to initialize names it, or it is a date up to 2025-11-25 that the server leaves out where it lists what it supports. A 2xx status convicts.",
		Spares:   "Any 4xx or 5xx; dates that no server lists; later dates; missing and repeated headers; initialize, which negotiates in its body; requests of a later revision.",
		Party:    ByServer, At: only2511, Needs: Need{Transport: overHTTP},
		Whole: true,
		Run: func(w *Watch) {
			(&namedVersions{w: w, negotiated: map[string]bool{}, listed: map[string]bool{}, held: map[bool][]namedVersion{}}).watch()
		},
	},
}

// knownVersion is the version that the client of an exchange surely knows to be negotiated, and "" if it
// need not know of any: in an unnamed session another client may have sent the exchange, unless it carries
// notifications/initialized.
func knownVersion(x *model.HTTPExchange) string {
	n := x.Session
	if n == nil || n.Init == nil || initializes(x) || x.Head.Line < n.Init.Answer.Line {
		return ""
	}
	switch {
	case n.Named && x.Head.Headers.Has("mcp-session-id"):
	case n.Named || x.Body == nil || x.Body.Class != model.NotificationClass || x.Body.Method != "notifications/initialized":
		return ""
	}
	return n.Init.Version
}

// namedVersions judges versions in headers against what the recording shows of versions elsewhere, before
// or after.
type namedVersions struct {
	w          *Watch
	negotiated map[string]bool // by an initialize result
	listed     map[string]bool // as supported in an initialize error
	lists      bool
	held       map[bool][]namedVersion // by whether the version is a date
	lost       bool                    // more versions were named than are kept
}

type namedVersion struct {
	version string
	head    Related
	status  *model.Event
}

func (c *namedVersions) watch() {
	c.w.Steps(func(s *model.Step) {
		if r := s.Answered; r != nil && r.Method == "initialize" && r.Sender() == model.Client {
			c.handshake(s.Message)
		}
	})
	c.w.Statuses(func(x *model.HTTPExchange, e *model.Event) {
		if !mcpExchange(x) || initializes(x) || x.Body != nil && x.Body.HasModernKey() || e.Status < 200 {
			return
		}
		version := x.Head.Headers.Value(versionField)
		date := grammar.RevisionDate(version)
		if version == "" || strings.Contains(version, ",") || c.negotiated[version] || date && version > string(r2511) || draft(version) {
			return
		}
		if len(c.held[date]) < remembered {
			c.held[date] = append(c.held[date], namedVersion{version, Rel("http request", x.Head), brief(e)})
		}
	})
	c.w.End(c.judge)
}

func draft(version string) bool { return len(version) >= 5 && strings.EqualFold(version[:5], "draft") }

func (c *namedVersions) handshake(m *model.Message) {
	if len(c.negotiated) > remembered || len(c.listed) > remembered {
		c.lost = true
		return
	}
	if m.Class == model.ResultClass {
		c.negotiated[m.Result().Get("protocolVersion").Str()] = true
		return
	}
	supported := m.Error().At("data", "supported")
	for _, v := range supported.Elems() {
		c.listed[v.Str()] = true
		c.lists = c.lists || grammar.RevisionDate(v.Str())
	}
}

func (c *namedVersions) judge() {
	if c.lost {
		return
	}
	for _, v := range append(c.held[false], c.held[true]...) {
		unsupported := !grammar.RevisionDate(v.version) || c.lists && !c.listed[v.version]
		if c.negotiated[v.version] || !unsupported {
			continue
		}
		fault := ""
		if v.status.Success() {
			fault = say("mcp-protocol-version %s accepted with status %d, want 400", model.Quote(v.version), v.status.Status)
		}
		c.w.Judge(v.status, "status", fault, v.head)
	}
}
