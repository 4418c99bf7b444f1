package checks

import "mcpx/model"

var discoverChecks = []*Check{
	{
		ID:       "discover.implemented",
		Title:    "A server implements server/discover",
		Convicts: "Every answered server/discover is a subject. Error -32601 (method not found) convicts.",
		Spares: "Any other error; silence; servers that were never asked; servers of an older revision; refusals with an HTTP status such as 401 or 403. " +
			"Where another server/discover of the recording has a result the method exists, and the error is no subject.",
		Party: ByServer,
		At:    only2607,
		Whole: true,
		Run: func(w *Watch) {
			w.Answers(func(r *model.Request, a *model.Message) {
				if r.Contested || r.Sender() != model.Client || !ruledStatus(a.Status) {
					return
				}
				missing := a.IsError(-32601)
				if missing && w.Facts.ResultSeen("server/discover") {
					return
				}
				fault := ""
				if missing {
					fault = "server/discover answered with -32601, want it implemented"
				}
				w.Judge(a.Event, "/error/code", fault, Rel("request", r.Event))
			}, "server/discover")
		},
	},
	{
		ID:    "discover.dual-era-probe-first",
		Title: "A client that speaks both eras probes with server/discover first",
		Convicts: "On stdio, with nothing missing from the recording, a client is a subject, once, that sent an initialize and another request with the metadata of this revision to one server process. " +
			"It convicts if no server/discover is among its requests up to the first one of the era that came second.",
		Spares: "Streamable HTTP, where a client may simply try a modern request; clients of one era; notifications before the probe; a client that first trusts what it remembers and probes when that fails; what became of the probe.",
		Party:  ByClient,
		At:     only2607,
		Run:    func(w *Watch) { w.Steps((&probing{Watch: w}).follow) },
	},
	{
		ID:       "discover.server-info-included",
		Title:    "A discovery result tells who the server is",
		Convicts: "Every server/discover that a result object answers is a subject. It convicts if result._meta lacks io.modelcontextprotocol/serverInfo.",
		Spares:   "Errors; what stands in the field. A serverInfo beside _meta is no substitute.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				if !a.Result().IsObject() {
					return
				}
				fault := ""
				if !a.Meta().Has(model.MetaServerInfo) {
					fault = "discovery result lacks _meta " + model.MetaServerInfo
				}
				w.Judge(a.Event, metaPointer("result", model.MetaServerInfo), fault, Rel("request", r.Event))
			}, "server/discover")
		},
	},
}

// probing follows how a client on stdio finds out which era its server is of.
type probing struct {
	*Watch
	decided           bool
	open              bool           // there is a server process
	copies            bool           // a second one runs beside it
	first             *model.Message // of the client's requests to this process
	initialize        *model.Message // the first one
	modern, discovers bool           // a request with the modern key came; a server/discover came
}

func (p *probing) follow(s *model.Step) {
	if s.Transport != model.Stdio || p.decided {
		return
	}
	if s.Kind == model.LifecycleEvent {
		opens := s.Lifecycle == model.TransportOpen
		*p = probing{Watch: p.Watch, open: opens, copies: p.copies || opens && p.open}
		return
	}
	m := s.Message
	if m == nil {
		return
	}
	p.open = true
	if m.Sender() != model.Client || m.Class != model.RequestClass || p.copies || !p.Facts.Complete(model.Stdio, m.Line) || p.Facts.Gap(0, m.Line) {
		return
	}
	if p.first == nil {
		p.first = m
	}
	switch {
	case m.Method == "server/discover":
		p.discovers, p.modern = true, p.modern || m.HasModernKey()
	case m.Method == "initialize":
		if p.initialize == nil {
			p.initialize = m
		}
	case m.HasModernKey() && m.Era == model.Judged:
		p.modern = true
	}
	if p.initialize != nil && p.modern {
		p.decide()
	}
}

func (p *probing) decide() {
	p.decided = true
	fault := ""
	if !p.discovers {
		fault = say("client speaks both eras, first request is %s, want server/discover", plain(p.first.Method))
	}
	p.Judge(p.first.Event, "/method", fault, Rel("request", p.initialize.Event))
}
