package checks

import (
	"mcpx/checks/grammar"
	"mcpx/model"
)

var headerChecks = []*Check{
	{
		ID:       "transport.request-metadata-headers",
		Title:    "A request repeats its method and its target in mcp-method and mcp-name",
		Convicts: "Each of the two headers that a POST of a request owes is a subject: mcp-method always, mcp-name for tools/call, prompts/get and resources/read. A missing header convicts, and one that says something else than the body.",
		Spares:   "mcp-name where the body has no string to mirror; values that are encoded badly or not at all, which other rules judge; mcp-param-* and the version header.",
		Party:    ByClient,
		At:       only2607,
		Run: func(w *Watch) {
			w.Posts(func(x *model.HTTPExchange) {
				p := w.mirrors(x)
				for _, m := range []*mirror{p.method, p.name} {
					if m == nil {
						continue
					}
					fault := ""
					switch {
					case !m.present:
						fault = say("missing %s, want %s", m.header, m.source.Compact())
					case m.comparison == grammar.Different:
						fault = say("got %s %s, body has %s", m.header, model.Quote(m.got), m.source.Compact())
					}
					w.Judge(x.Head, "header:"+m.header, fault, Rel("body", x.Body.Event))
				}
			})
		},
	},
	{
		ID:       "transport.protocol-version-header-present",
		Title:    "A request names its protocol version in a header",
		Convicts: "Every POST of a request is a subject. It convicts if there is no mcp-protocol-version.",
		Spares:   "POSTs of notifications; older traffic, where the absence is regular; what the header says.",
		Party:    ByClient,
		At:       only2607,
		Run: func(w *Watch) {
			w.Posts(func(x *model.HTTPExchange) {
				fault := ""
				if !x.Head.Headers.Has("mcp-protocol-version") {
					fault = say("missing mcp-protocol-version, want %s", model.Quote(string(w.Revision)))
				}
				w.Judge(x.Head, "header:mcp-protocol-version", fault, Rel("body", x.Body.Event))
			})
		},
	},
	{
		ID:       "transport.protocol-version-header-matches-body",
		Title:    "The version header says what the body says",
		Convicts: "Every POST of a request is a subject that has both an mcp-protocol-version and a version in its _meta. It convicts if the two differ.",
		Spares:   "POSTs where one of them is missing; versions that nobody supports.",
		Party:    ByClient,
		At:       only2607,
		Run: func(w *Watch) {
			w.Posts(func(x *model.HTTPExchange) {
				header, body, ok := bothVersions(x)
				if !ok {
					return
				}
				fault := ""
				if header != body {
					fault = say("header says %s, body says %s", model.Quote(header), model.Quote(body))
				}
				w.Judge(x.Head, "header:mcp-protocol-version", fault, Rel("body", x.Body.Event))
			})
		},
	},
	{
		ID:       "transport.header-value-encoding",
		Title:    "A value that does not fit into a header is Base64-encoded",
		Convicts: "Every mcp-name and mcp-param-* of a POST of a request is a subject. It convicts if it holds anything but printable ASCII, or begins or ends with a blank that the body holds, too; or if it is plain although the value of the body would not fit.",
		Spares:   "Values that fit and are wrong, which other rules judge; values that are encoded without need; markers in another case; other headers.",
		Party:    ByClient,
		At:       only2607,
		Run: func(w *Watch) {
			w.Posts(func(x *model.HTTPExchange) {
				p := w.mirrors(x)
				for name, value := range p.encodable() {
					value = withoutBlanks(value, x.Body.Params())
					if form, _ := grammar.Sentinel(value); form != grammar.MiscasedSentinel {
						w.Judge(x.Head, "header:"+name, encodingFault(p.settledSource(name), name, value), p.related(name)...)
					}
				}
			})
		},
	},
	{
		ID:       "transport.sentinel-marker-case",
		Title:    "The marker of an encoded header value is in lower case",
		Convicts: "Every mcp-name and mcp-param-* of a POST of a request is a subject. It convicts if it has the form =?base64?...?= in another case and the body does not hold it as it is.",
		Spares:   "A body value that reads like this; exact markers around a wrong payload; values too short for both markers.",
		Party:    ByClient,
		At:       only2607,
		Run: func(w *Watch) {
			w.Posts(func(x *model.HTTPExchange) {
				p := w.mirrors(x)
				for name, value := range p.encodable() {
					fault := ""
					if form, _ := grammar.Sentinel(value); form == grammar.MiscasedSentinel && !p.plainText(name, value) {
						fault = say("got %s, want the marker in lower case", model.Quote(value))
					}
					w.Judge(x.Head, "header:"+name, fault, p.related(name)...)
				}
			})
		},
	},
	{
		ID:       "transport.sentinel-pattern-encoded",
		Title:    "A value that looks encoded is itself encoded",
		Convicts: "A mirrored mcp-name or mcp-param-* is a subject if the string in the body has the form =?base64?...?=. It convicts if the header repeats it as it is.",
		Spares:   "The value encoded once more; another value; look-alikes in another case, which are plain text.",
		Party:    ByClient,
		At:       only2607,
		Run: func(w *Watch) {
			w.Posts(func(x *model.HTTPExchange) {
				p := w.mirrors(x)
				for name := range p.encodable() {
					m := p.settledSource(name)
					if m == nil || !looksEncoded(m.source) {
						continue
					}
					fault := ""
					if m.comparison == grammar.BareSentinel {
						fault = m.source.Compact() + " must itself be Base64-encoded"
					}
					w.Judge(x.Head, "header:"+name, fault, p.related(name)...)
				}
			})
		},
	},
}

// bothVersions are the version header and the version in the body of a POST that has both.
func bothVersions(x *model.HTTPExchange) (header, body string, ok bool) {
	header, present := x.Head.Headers.Lookup("mcp-protocol-version")
	v := x.Body.ModernVersion()
	if v.Is(header) {
		return header, header, present
	}
	return header, v.Str(), present && v.IsString()
}

// settledSource is the owed mirror that a header is, nil if the client need not have known that.
func (p *mirrors) settledSource(header string) *mirror {
	if header != "mcp-name" && !p.settled() {
		return nil
	}
	return p.source(header)
}

// related are the events on which a finding about a header rests.
func (p *mirrors) related(header string) []Related {
	related := []Related{Rel("body", p.post.Body.Event)}
	if header != "mcp-name" && header != "mcp-method" && p.definition != nil {
		related = append(related, RelAt("listing", p.definition.Listing))
	}
	return related
}

func encodingFault(m *mirror, name, value string) string {
	switch {
	case !grammar.HeaderSafe(value):
		text := value
		if m != nil {
			text = m.text.HeaderText()
		}
		return say("%s %s is not header-safe, want %s", name, model.Quote(value), model.Clip(grammar.EncodeSentinel(text)))
	case m != nil && m.comparison == grammar.Unencoded:
		return say("got %s %s for %s, want %s", name, model.Quote(value), m.source.Compact(), model.Clip(grammar.EncodeSentinel(m.text.HeaderText())))
	}
	return ""
}

// plainText reports a header value that the body holds as it is: at its source, or anywhere in params
// where the source is unknown.
func (p *mirrors) plainText(header, value string) bool {
	if m := p.settledSource(header); m != nil {
		return m.comparison != grammar.Miscased
	}
	return holdsString(p.post.Body.Params(), value)
}

func holdsString(v model.Value, s string) bool {
	if v.Is(s) {
		return true
	}
	for _, member := range v.Members() {
		if holdsString(member, s) {
			return true
		}
	}
	for _, element := range v.Elems() {
		if holdsString(element, s) {
			return true
		}
	}
	return false
}

func looksEncoded(v model.Value) bool {
	form, _ := grammar.Sentinel(v.Str())
	return v.IsString() && form == grammar.ExactSentinel
}
