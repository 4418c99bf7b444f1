package checks

import (
	"crypto/sha256"

	"mcpx/checks/grammar"
	"mcpx/model"
)

var versioningChecks = []*Check{
	{
		ID:    "transport.unsupported-version-error",
		Title: "A server rejects a version that it does not support with -32022 and lists those it does",
		Convicts: "Every error -32022 that does not answer an initialize is a subject; it convicts if error.data.supported is no non-empty array of strings. " +
			"Where server/discover tells which versions are supported, every answered request with another version is a subject, too; it convicts if the answer is a result, or an error that neither this nor another fault of the request explains.",
		Spares: "Requests without a version; 2026-07-28, which a server that answers by it implements; a server that never described itself; the HTTP status; data.requested; a list that names the version just refused.",
		Party:  ByServer,
		At:     only2607,
		Run:    func(w *Watch) { unsupportedVersions(w, model.Stdio, model.HTTP) },
	},
	{
		ID:    "versioning.retry-uses-supported-version",
		Title: "A retry after -32022 uses a version that the server offered",
		Convicts: "A request is a subject that repeats method and params of one of the same client that was refused with -32022 and a list of versions. " +
			"It convicts if its version is not in the latest such list.",
		Spares: "Other requests, which may have been under way; over HTTP the same version again, which another copy of the client may send; requests without a version; an initialize that falls back to an older era; errors without a usable list.",
		Party:  ByClient,
		At:     only2607,
		Run:    func(w *Watch) { w.Steps((&versionRetries{Watch: w}).follow) },
	},
	{
		ID:    "versioning.extension-identifier-format",
		Title: "An extension identifier is a _meta key with a prefix",
		Convicts: "Every key of an object extensions is a subject, in the clientCapabilities of the client's messages and in the capabilities of discovery results. " +
			"A key without a prefix, or one that breaks the grammar of _meta keys, convicts.",
		Spares: "The settings of an extension; extensions that is no object; a prefix that is no reverse DNS name; identifiers that mcpx does not know.",
		Party:  ByBoth,
		At:     only2607,
		Run:    extensionIdentifiers,
	},
	{
		ID:    "versioning.initialize-error-names-versions",
		Title: "A server that refuses initialize says which versions it speaks",
		Convicts: "A refused initialize of an older revision is a subject if the server speaks modern versions only: the code is -32601 or -32022, or -32020 for a POST without the headers of this revision, " +
			"or discovery lists versions from 2026-07-28 on and no other. It convicts if no string in the error holds a date of the form YYYY-MM-DD.",
		Spares: "Handshakes that were accepted or refused for other reasons; servers that may speak both eras; which versions are named, and where.",
		Party:  ByServer,
		At:     only2607,
		Whole:  true,
		Run:    func(w *Watch) { w.Steps(func(s *model.Step) { initializeRefused(w, s) }) },
	},
}

// unsupportedVersions judges -32022 and what should have been answered with it, on some transports. The
// requests may be of another revision, to which nothing but this applies (M6).
func unsupportedVersions(w *Watch, transports ...model.Transport) {
	on := [2]bool{}
	for _, t := range transports {
		on[t] = true
	}
	w.Errors(func(m *model.Message) {
		if !on[m.Transport] || m.Sender() != model.Server || !m.IsError(-32022) {
			return
		}
		if r := m.Request; r != nil && (r.Contested || r.Method == "initialize") {
			return
		}
		fault := ""
		if supported := m.Error().At("data", "supported"); !stringList(supported) {
			fault = say("got supported %s, want the supported versions", supported.Compact())
		}
		w.Judge(m.Event, "/error/data/supported", fault, relRequest(m)...)
	})
	w.Steps(func(s *model.Step) {
		r, a := s.Answered, s.Message
		if r == nil || !on[r.Transport] || !spoken(r.Message) || !spoken(a) || !r.Real() || r.Method == "initialize" {
			return
		}
		version := r.ModernVersion()
		lists, listed := w.discovery(version.Str())
		if !version.IsString() || version.Is(string(r2607)) || lists == nil || listed {
			return
		}
		subject, explained := w.rejection(r, a, -32022)
		if !subject {
			return
		}
		fault := ""
		if !explained {
			fault = say("version %s is not supported, got %s, want error -32022", plain(version.Str()), answerWords(a))
		}
		w.Judge(a.Event, answerPlace(a), fault, Rel("request", r.Event), RelSeq("discovery", lists.Seq))
	})
}

// spoken reports a message of this revision, or of another one that a request names in its place.
func spoken(m *model.Message) bool { return m.Era == model.Judged || m.Era == model.OtherRevision }

// discovery is the first discovery result with a usable list of versions, and whether one of them lists a
// version.
func (w *Watch) discovery(version string) (first *model.Discovery, listed bool) {
	for i := range w.Facts.Discoveries {
		d := &w.Facts.Discoveries[i]
		if first == nil && d.HasSupported {
			first = d
		}
	}
	_, listed = w.Facts.Supports(version)
	return first, listed
}

// stringList reports a non-empty array of strings.
func stringList(v model.Value) bool {
	for _, e := range v.Elems() {
		if !e.IsString() {
			return false
		}
	}
	return v.IsArray() && v.Len() > 0
}

// versionRetries follows requests that were refused for their version, and their repetitions.
type versionRetries struct {
	*Watch
	refused recent[[sha256.Size]byte, *versionRefusal]
}

// versionRefusal is the latest -32022 for a request.
type versionRefusal struct {
	answer    *model.Message
	version   model.Value
	supported model.Value
}

func (c *versionRetries) follow(s *model.Step) {
	m := s.Message
	if m == nil || !spoken(m) {
		return
	}
	if m.Sender() == model.Client && m.Class == model.RequestClass {
		c.judge(m)
		return
	}
	r := s.Answered
	if r == nil || !r.Real() || r.Contested || r.Sender() != model.Client || !spoken(r.Message) || !m.IsError(-32022) {
		return
	}
	if supported := m.Error().At("data", "supported"); stringList(supported) {
		c.refused.put(repeatable(r.Message), &versionRefusal{m, r.ModernVersion(), supported})
	}
}

func (c *versionRetries) judge(m *model.Message) {
	version := m.ModernVersion()
	if c.refused.empty() || m.Method == "initialize" || !version.IsString() {
		return
	}
	refusal, known := c.refused.lookup(repeatable(m))
	if !known || m.Transport != refusal.answer.Transport || m.Transport == model.HTTP && version.Equal(refusal.version) {
		return
	}
	fault := say("got version %s, the server offered %s at seq %d", plain(version.Str()), refusal.supported.Compact(), refusal.answer.Seq)
	for _, offered := range refusal.supported.Elems() {
		if offered.Equal(version) {
			fault = ""
		}
	}
	c.Judge(m.Event, metaPointer("params", model.MetaVersion), fault, Rel("answer", refusal.answer.Event))
}

// repeatable identifies a request by its sender, method and params apart from _meta.
func repeatable(m *model.Message) [sha256.Size]byte {
	params := m.Params().DigestWithout("_meta")
	return sha256.Sum256([]byte(m.Method + "\x00" + m.SenderName() + "\x00" + string(params[:])))
}

func extensionIdentifiers(w *Watch) {
	judge := func(m *model.Message, capabilities model.Value, pointer string) {
		for key := range capabilities.Get("extensions").Members() {
			w.Subject(m.Event)
			if problem := grammar.ExtensionIdentifier(key); problem != "" {
				w.Convict(m.Event, pointer+model.Pointer("extensions", key), say("extension %s %s", model.Quote(key), problem))
			}
		}
	}
	ofClient := metaPointer("params", model.MetaCapabilities)
	declared := func(m *model.Message) {
		if m.Sender() == model.Client {
			judge(m, m.ClientCapabilities(), ofClient)
		}
	}
	w.Requests(declared)
	w.Notifications(declared)
	w.ResultsTo(func(_ *model.Request, a *model.Message) {
		judge(a, a.Result().Get("capabilities"), "/result/capabilities")
	}, "server/discover")
}

// initializeRefused judges how a server refuses the handshake of an older revision. Both messages are of
// the older conversation.
func initializeRefused(w *Watch, s *model.Step) {
	r, a := s.Answered, s.Message
	if r == nil || r.Method != "initialize" || !r.Real() || r.Sender() != model.Client || r.HasModernKey() || r.Contested {
		return
	}
	if a.Class != model.ErrorClass || a.Era == model.SetAside || !ruledStatus(a.Status) || w.Facts.InitializeAccepted || !modernOnly(w, r, a) {
		return
	}
	fault := ""
	if !namesVersion(a.Error()) {
		fault = "error to initialize names no protocol version"
	}
	w.Judge(a.Event, "/error", fault, Rel("request", r.Event))
}

// modernOnly reports a refusal that shows a server without an older revision.
func modernOnly(w *Watch, r *model.Request, a *model.Message) bool {
	if a.IsError(-32601, -32022) || w.Facts.AllDiscoveriesModern() {
		return true
	}
	x := requestPost(r)
	return a.IsError(-32020) && x != nil && !x.Head.Headers.Has("mcp-method") && !x.Head.Headers.Has("mcp-protocol-version")
}

// namesVersion reports a string anywhere in a value that holds a revision date.
func namesVersion(v model.Value) bool {
	if v.IsString() {
		return grammar.ContainsRevisionDate(v.Str())
	}
	for name, member := range v.Members() {
		if grammar.ContainsRevisionDate(name) || namesVersion(member) {
			return true
		}
	}
	for _, e := range v.Elems() {
		if namesVersion(e) {
			return true
		}
	}
	return false
}
