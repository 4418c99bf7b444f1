package checks

import (
	"net/url"
	"slices"
	"strings"

	"mcpx/checks/grammar"
	"mcpx/model"
)

// Rules of single handshake revisions on authorization.
var authHandshakeChecks = []*Check{
	{
		ID:       "auth.unauthorized-challenge",
		Title:    "A 401 challenges, and says where the metadata of the resource is",
		Convicts: "Every 401 that answers a request to the MCP endpoint is a subject. It convicts if www-authenticate is missing in a recording that keeps this header elsewhere, if its Bearer challenges lack the resource_metadata that another challenge of this server has, or if a resource_metadata is no absolute http or https URL.",
		Spares:   "Bearer challenges of a server that never names metadata, and challenges of other schemes, since parties may agree on authorization of their own; 401s that may answer something else than the MCP endpoint; 400 and 403; whether the metadata exists.",
		Party:    ByServer, At: only2506, Needs: Need{Transport: overHTTP},
		Run: func(w *Watch) { (&unauthorized{w: w, naming: map[string]Related{}}).watch() },
	},
	{
		ID:       "auth.authorization-on-every-request",
		Title:    "A client that has a token sends it with every request",
		Convicts: "Where the recording states for requests whether they carry authorization, every request to the MCP endpoint in a session with an id is a subject that stands between an accepted one and a later one that carry it, if the client sends its POSTs one after another. It convicts if it carries none.",
		Spares:   "Requests before the first and behind the last one with authorization, everything behind a 401 or 403 until the next one with it, sessions without an id, and requests to other endpoints.",
		Party:    ByClient, At: only2511, Needs: Need{Transport: overHTTP},
		Run: func(w *Watch) { (&authorizations{w: w}).watch() },
	},
}

// unauthorized judges 401s; whether a server names resource metadata shows anywhere in the recording.
type unauthorized struct {
	w      *Watch
	naming map[string]Related // the first challenge with resource_metadata, by host
	held   []unnamed
}

// unnamed is a 401 with Bearer challenges that name no resource metadata.
type unnamed struct {
	status *model.Event
	host   string
	head   Related
}

func (c *unauthorized) watch() {
	c.w.Statuses(func(x *model.HTTPExchange, e *model.Event) {
		if !mcpExchange(x) {
			return
		}
		field, present := e.Headers.Lookup("www-authenticate")
		challenges, readable := grammar.Challenges(field)
		if present && readable && namesParam(challenges, "resource_metadata") && len(c.naming) < remembered {
			if host := x.Head.Headers.Value("host"); c.naming[host].What == "" {
				c.naming[host] = Rel("proof", e)
			}
		}
		switch {
		case e.Status != 401 || !e.HasHeaders || present && !readable:
		case present:
			c.challenged(x, e, challenges)
		case c.w.Facts.HeaderRecorded("www-authenticate"):
			c.w.Judge(e, challengeHeader, "401 without www-authenticate", Rel("http request", x.Head))
		}
	})
	c.w.End(c.judge)
}

// bearers gives the Bearer challenges of a field.
func bearers(challenges []grammar.Challenge) []grammar.Challenge {
	return slices.DeleteFunc(slices.Clone(challenges), func(c grammar.Challenge) bool { return c.Scheme != "bearer" })
}

func namesParam(challenges []grammar.Challenge, parameter string) bool {
	return slices.ContainsFunc(bearers(challenges), func(c grammar.Challenge) bool {
		_, named := c.Param(parameter)
		return named
	})
}

func (c *unauthorized) challenged(x *model.HTTPExchange, e *model.Event, challenges []grammar.Challenge) {
	head := Rel("http request", x.Head)
	if len(bearers(challenges)) > 0 && !namesParam(challenges, "resource_metadata") {
		if len(c.held) < tableBound {
			c.held = append(c.held, unnamed{brief(e), x.Head.Headers.Value("host"), head})
		}
		return
	}
	fault := ""
	for _, b := range bearers(challenges) {
		if address, named := b.Param("resource_metadata"); named && fault == "" {
			fault = metadataFault(address)
		}
	}
	c.w.Judge(e, challengeHeader, fault, head)
}

// metadataFault quotes no more of an address than where it points to.
func metadataFault(address string) string {
	lower := strings.ToLower(address)
	if grammar.AbsoluteURL(address) == "" && (strings.HasPrefix(lower, "http:") || strings.HasPrefix(lower, "https:")) {
		return ""
	}
	origin := "a value that is no URL"
	if u, err := url.Parse(address); err == nil && u.Scheme != "" {
		origin = model.Quote(u.Scheme + "://" + u.Host)
	}
	return say("resource_metadata is %s, want an absolute http or https URL", origin)
}

func (c *unauthorized) judge() {
	for _, h := range c.held {
		fault, proof := "", c.naming[h.host]
		if proof.What != "" {
			fault = "Bearer challenge without resource_metadata, which this server names elsewhere"
		}
		c.w.Judge(h.status, challengeHeader, fault, h.head, proof)
	}
}

// authorizations follows which requests of a session carry authorization.
type authorizations struct {
	w         *Watch
	bySession table[int, *authorized] // by ordinal
}

// authorized is a session in which a request with authorization was accepted.
type authorized struct {
	first   *model.Event   // the head of that request
	since   int            // line of its status
	between []*model.Event // later heads, of which the next one with authorization decides
	off     bool           // the client sends several POSTs at once
}

// headsKept bounds the heads that wait for the next one with authorization.
const headsKept = 1024

func (c *authorizations) watch() {
	c.w.mcpHeads(c.head)
	c.w.Statuses(func(x *model.HTTPExchange, e *model.Event) {
		if e.Status == 401 || e.Status == 403 {
			c.bySession = table[int, *authorized]{}
			return
		}
		if !mcpExchange(x) || !inNamedSession(x) || !e.Success() || !x.Head.Headers.Has("authorization") {
			return
		}
		if _, known := c.bySession.lookup(x.Session.Ordinal); !known {
			c.bySession.put(x.Session.Ordinal, &authorized{first: x.Head, since: e.Line})
		}
	})
}

func (c *authorizations) head(x *model.HTTPExchange) {
	if !inNamedSession(x) {
		return
	}
	a, known := c.bySession.lookup(x.Session.Ordinal)
	if !known || x.Head.Line < a.since || a.off {
		return
	}
	if !x.Session.Serial {
		a.off, a.between = true, nil
		return
	}
	if x.Head.Headers.Has("authorization") {
		for _, b := range a.between {
			fault := ""
			if !b.Headers.Has("authorization") {
				fault = "missing authorization, which the requests before and after carry"
			}
			c.w.Judge(b, "header:authorization", fault, Rel("earlier use", a.first), Rel("proof", x.Head))
		}
		a.between = a.between[:0]
	}
	if len(a.between) < headsKept {
		a.between = append(a.between, x.Head)
	}
}
