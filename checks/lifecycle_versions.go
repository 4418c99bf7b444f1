package checks

import (
	"mcpx/checks/grammar"
	"mcpx/model"
)

// negotiation is what is kept of one answered initialize exchange.
type negotiation struct {
	request Related
	asked   string // "" if it is no string
	answer  model.Place
	scope   int    // which stdio transport, 0 for HTTP
	server  string // name and version of its serverInfo
	judged  bool   // the session of its request or of its answer is judged, and they surely belong together

	refused bool
	repeats bool // the refusal names the version that was asked for
	lists   bool // it lists that as supported
	offered string
	offers  bool   // the result offers a string
	unlike  string // how that is written, if it is not the one that was asked for
}

func (g *negotiation) answerEvent() *model.Event {
	t := model.Stdio
	if g.scope == 0 {
		t = model.HTTP
	}
	return g.answer.MessageBy(model.Server, t)
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
	scopes    map[int][]witnessKey // the keys of the witnesses, by scope
	seqs      map[int]uint64       // of witnessing lines
	latest    string               // the server of the latest result
	scope     int
}

// watchNegotiations gives the negotiations that the checks of a judge have in common.
func watchNegotiations(w *Watch) *negotiations {
	if n := w.judge.negotiations; n != nil {
		return n
	}
	n := &negotiations{witnesses: map[witnessKey]witness{}, scopes: map[int][]witnessKey{}, seqs: map[int]uint64{}}
	w.judge.negotiations = n
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
	g := negotiation{
		request: Rel("request", r.Event), asked: r.Params().Get("protocolVersion").Str(), answer: a.Place(),
		judged: !r.Contested && (a.Era == model.Judged || r.Era == model.Judged),
	}
	if r.Transport == model.Stdio {
		g.scope = n.scope + 1
	}
	if a.Class == model.ResultClass {
		info := a.Result().Get("serverInfo")
		g.server = info.Get("name").Str() + "\x00" + info.Get("version").Str()
		if n.latest == g.server {
			g.server = n.latest // one text for all of them
		}
		n.latest = g.server
		offered := a.Result().Get("protocolVersion")
		g.offered, g.offers = offered.Str(), offered.IsString()
		if g.offered != g.asked {
			g.unlike = offered.Compact()
		}
		n.witness(witnessKey{g.scope, g.server, g.offered}, a)
	} else {
		data := a.Error().Get("data")
		g.refused, g.repeats = true, data.Get("requested").Is(g.asked)
		for _, v := range data.Get("supported").Elems() {
			g.lists = g.lists || v.Is(g.asked)
			n.witness(witnessKey{g.scope, "", v.Str()}, a)
		}
	}
	n.all = append(n.all, g)
}

func (n *negotiations) witness(k witnessKey, a *model.Message) {
	t, known := n.witnesses[k]
	if !known {
		t.first = a.Line
		n.scopes[k.scope] = append(n.scopes[k.scope], k)
	}
	t.last = a.Line
	n.witnesses[k] = t
	n.seqs[a.Line] = a.Seq
}

// witnessed gives a line in which the server's own words show, elsewhere than in the exchange itself,
// that it supports a version: on the same stdio transport, or over HTTP before and after.
func (n *negotiations) witnessed(g negotiation, version string) (line int, ok bool) {
	own := g.answer.Line
	before, after := 0, 0
	for _, server := range []string{g.server, ""} {
		t, known := n.witnesses[witnessKey{g.scope, server, version}]
		if !known || g.server == "" && server == "" && !g.refused {
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
			if g.judged && handshakeVersion(g.asked) {
				judgeEcho(w, n, g)
			}
		}
	})
}

func judgeEcho(w *Watch, n *negotiations, g negotiation) {
	switch {
	case g.refused:
		if !g.repeats {
			return
		}
		fault := ""
		if g.lists {
			fault = say("version %s refused, but listed as supported", g.asked)
		}
		w.Judge(g.answerEvent(), "/error/data/supported", fault, g.request)
	case !g.offers:
	case g.offered == g.asked:
		w.Subject(g.answerEvent())
	default:
		if line, ok := n.witnessed(g, g.asked); ok {
			w.Judge(g.answerEvent(), "/result/protocolVersion", say("got %s, want the requested %s, which the server supports", g.unlike, model.Quote(g.asked)),
				g.request, Related{Seq: n.seqs[line], Line: line, What: "proof"})
		}
	}
}

func runCounterOffer(w *Watch) {
	n := watchNegotiations(w)
	w.End(func() {
		for _, g := range n.all {
			if g.judged && grammar.RevisionDate(g.offered) && g.offered != g.asked {
				judgeOffer(w, n, g)
			}
		}
	})
}

func judgeOffer(w *Watch, n *negotiations, g negotiation) {
	seen, latest, at := false, "", 0
	for _, k := range n.scopes[g.scope] {
		if k.server != g.server && k.server != "" || !grammar.RevisionDate(k.version) {
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
	if latest > g.offered {
		fault = say("offered %s, the server supports the later %s", model.Quote(g.offered), model.Quote(latest))
		proof = Related{Seq: n.seqs[at], Line: at, What: "proof"}
	}
	w.Judge(g.answerEvent(), "/result/protocolVersion", fault, g.request, proof)
}
