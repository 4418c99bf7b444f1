package checks

import (
	"mcpx/checks/grammar"
	"mcpx/model"
)

// negotiation is one answered initialize exchange.
type negotiation struct {
	request *model.Request
	answer  *model.Message
	scope   int    // which stdio transport, 0 for HTTP
	server  string // name and version of its serverInfo
	judged  bool   // the session of its request or of its answer is judged, and they surely belong together
}

// witness is where a server's own words name a version: the first and last line that do.
type witness struct{ first, last int }

type witnessKey struct {
	scope   int
	server  string // "" for the list of an error, which names no server
	version string
}

// negotiations remembers the initialize exchanges of a recording and which versions they witness.
type negotiations struct {
	all       []negotiation
	witnesses map[witnessKey]witness
	counts    map[witnessKey]int
	seqs      map[int]uint64 // of witnessing lines
	scope     int
}

func watchNegotiations(w *Watch) *negotiations {
	n := &negotiations{witnesses: map[witnessKey]witness{}, counts: map[witnessKey]int{}, seqs: map[int]uint64{}}
	w.Steps(func(s *model.Step) {
		if s.Transport == model.Stdio && s.Kind == model.LifecycleEvent && s.Lifecycle == model.TransportOpen {
			n.scope++
		}
		r := s.Answered
		if r == nil || r.Method != "initialize" || !r.Real() || r.Sender() != model.Client || len(n.all) == tableBound {
			return
		}
		n.enter(r, s.Message)
	})
	return n
}

func (n *negotiations) enter(r *model.Request, a *model.Message) {
	g := negotiation{request: r, answer: a, judged: !r.Contested && (a.Era == model.Judged || r.Era == model.Judged)}
	if r.Transport == model.Stdio {
		g.scope = n.scope + 1
	}
	if a.Class == model.ResultClass {
		info := a.Result().Get("serverInfo")
		g.server = info.Get("name").Str() + "\x00" + info.Get("version").Str()
		n.witness(witnessKey{g.scope, g.server, a.Result().Get("protocolVersion").Str()}, a)
	} else {
		for _, v := range a.Error().At("data", "supported").Elems() {
			n.witness(witnessKey{g.scope, "", v.Str()}, a)
		}
	}
	n.all = append(n.all, g)
}

func (n *negotiations) witness(k witnessKey, a *model.Message) {
	t, known := n.witnesses[k]
	if !known {
		t.first = a.Line
	}
	t.last = a.Line
	n.witnesses[k] = t
	n.counts[k]++
	n.seqs[a.Line] = a.Seq
}

// witnessed gives a line in which the server's own words show, elsewhere than in the exchange itself,
// that it supports a version: on the same stdio transport, or over HTTP before and after.
func (n *negotiations) witnessed(g negotiation, version string) (line int, ok bool) {
	own := g.answer.Line
	before, after := 0, 0
	for _, server := range []string{g.server, ""} {
		t, known := n.witnesses[witnessKey{g.scope, server, version}]
		if !known || g.server == "" && server == "" && g.answer.Class == model.ResultClass {
			continue
		}
		if t.first < own {
			before = t.first
		}
		if t.last > own {
			after = t.last
		}
	}
	if g.scope == 0 {
		return before, before > 0 && after > 0
	}
	return max(before, after), before > 0 || after > 0
}

func handshakeVersion(v string) bool {
	switch v {
	case "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25":
		return true
	}
	return false
}

func runVersionEcho(w *Watch) {
	n := watchNegotiations(w)
	w.End(func() {
		for _, g := range n.all {
			asked := g.request.Params().Get("protocolVersion").Str()
			if g.judged && handshakeVersion(asked) {
				judgeEcho(w, n, g, asked)
			}
		}
	})
}

func judgeEcho(w *Watch, n *negotiations, g negotiation, asked string) {
	a, request := g.answer, Rel("request", g.request.Event)
	if a.Class == model.ErrorClass {
		data := a.Error().Get("data")
		if !data.Get("requested").Is(asked) {
			return
		}
		fault := ""
		for _, v := range data.Get("supported").Elems() {
			if v.Is(asked) {
				fault = say("version %s refused, but listed as supported", asked)
			}
		}
		w.Judge(a.Event, "/error/data/supported", fault, request)
		return
	}
	got := a.Result().Get("protocolVersion")
	if got.Is(asked) {
		w.Subject(a.Event)
		return
	}
	if !got.IsString() {
		return
	}
	if line, ok := n.witnessed(g, asked); ok {
		w.Judge(a.Event, "/result/protocolVersion", say("got %s, want the requested %s, which the server supports", got.Compact(), model.Quote(asked)),
			request, Related{Seq: n.seqs[line], Line: line, What: "proof"})
	}
}

func runCounterOffer(w *Watch) {
	n := watchNegotiations(w)
	w.End(func() {
		for _, g := range n.all {
			offered := g.answer.Result().Get("protocolVersion").Str()
			if g.judged && grammar.RevisionDate(offered) && offered != g.request.Params().Get("protocolVersion").Str() {
				judgeOffer(w, n, g, offered)
			}
		}
	})
}

func judgeOffer(w *Watch, n *negotiations, g negotiation, offered string) {
	seen, latest, at := false, "", 0
	for k := range n.witnesses {
		if k.scope != g.scope || k.server != g.server && k.server != "" || !grammar.RevisionDate(k.version) {
			continue
		}
		line, ok := n.witnessed(g, k.version)
		if !ok {
			continue
		}
		seen = true
		if k.version <= string(r2511) && k.version > latest {
			latest, at = k.version, line
		}
	}
	if !seen {
		return
	}
	fault := ""
	var proof Related
	if latest > offered {
		fault = say("offered %s, the server supports the later %s", model.Quote(offered), model.Quote(latest))
		proof = Related{Seq: n.seqs[at], Line: at, What: "proof"}
	}
	w.Judge(g.answer.Event, "/result/protocolVersion", fault, Rel("request", g.request.Event), proof)
}
