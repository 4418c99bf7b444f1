package checks

import (
	"mcpx/model"
	"mcpx/model/decimal"
)

var cachingChecks = []*Check{
	{
		ID:       "caching.hints-on-cacheable-results",
		Title:    "A cacheable result says how long and for whom it may be cached",
		Convicts: "Every complete result to server/discover, tools/list, prompts/list, resources/list, resources/templates/list or resources/read is a subject. A missing ttlMs convicts, and so does a missing cacheScope.",
		Spares:   "Results with another resultType, or none; what the values are; a missing cacheScope beside ttlMs 0, since nobody shares what is stale at once; results to retries, which nobody may cache.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.Answers(func(r *model.Request, a *model.Message) {
				if !a.Result().Get("resultType").Is("complete") || !asksCacheable(r) {
					return
				}
				w.Subject(a.Event)
				for _, hint := range missingHints(a.Result()) {
					w.Convict(a.Event, model.Pointer("result", hint), say("%s result lacks %s", r.Method, hint), Rel("request", r.Event))
				}
			}, cacheableMethods...)
		},
	},
	{
		ID:       "caching.ttl-non-negative",
		Title:    "ttlMs is a non-negative integer",
		Convicts: "Every ttlMs in a result to one of the six cacheable methods is a subject. One that is no integer, or negative, convicts.",
		Spares:   "0, 1000.0, a ttlMs that is missing or null, and results to other methods.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.Answers(func(r *model.Request, a *model.Message) {
				ttl := a.Result().Get("ttlMs")
				if !ttl.Given() || !cacheable(r) {
					return
				}
				fault := ""
				if !ttl.IsInteger() || decimal.Compare(ttl.Num(), "0") < 0 {
					fault = say("got ttlMs %s, want an integer >= 0", ttl.Compact())
				}
				w.Judge(a.Event, "/result/ttlMs", fault, Rel("request", r.Event))
			}, cacheableMethods...)
		},
	},
	{
		ID:       "caching.page-scope-consistent",
		Title:    "The pages of a listing have one cacheScope",
		Convicts: "Every page that continues a listing by a cursor and has a cacheScope is a subject, if the first page of the listing has one. A different one convicts.",
		Spares:   "A missing cacheScope; different ttlMs; independent listings and those of other clients; cursors that two pages issued, that are presented again, or that were issued before the recording.",
		Party:    ByServer,
		At:       only2607,
		Run:      pageScopeConsistent,
	},
}

var cacheableMethods = []string{
	"server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read",
}

// pageScope is the cacheScope of the first page of a listing.
type pageScope struct {
	Related
	digest [32]byte
	shown  string
}

func pageScopeConsistent(w *Watch) {
	var firsts recent[*model.Chain, pageScope]
	w.Pages(func(p *model.Page) {
		scope := p.Result.Result().Get("cacheScope")
		if !p.Continued() {
			if scope.Given() && !p.Complete {
				firsts.put(p.Chain, pageScope{Rel("listing", p.Result.Event), scope.Digest(), scope.Compact()})
			}
			return
		}
		first, known := firsts.lookup(p.Chain)
		if p.Complete {
			firsts.drop(p.Chain)
		}
		if !known || p.Ambiguous || !scope.Given() {
			return
		}
		fault := ""
		if scope.Digest() != first.digest {
			fault = say("page %d has cacheScope %s, page 1 %s", p.Number, scope.Compact(), first.shown)
		}
		w.Judge(p.Result.Event, "/result/cacheScope", fault, first.Related)
	})
}

// missingHints are the hints that a result lacks. What is stale at once needs no scope: ttlMs 0 is a
// caching hint, and no sentence but the table of fields wants the other one beside it.
func missingHints(result model.Value) []string {
	var missing []string
	ttl := result.Get("ttlMs")
	if !ttl.Given() {
		missing = append(missing, "ttlMs")
	}
	if !result.Get("cacheScope").Given() && !(ttl.IsNumber() && decimal.Compare(ttl.Num(), "0") == 0) {
		missing = append(missing, "cacheScope")
	}
	return missing
}

// cacheable reports that an answer surely is that of a cacheable method, whichever of the requests that
// contest it it belongs to.
func cacheable(r *model.Request) bool {
	rivals := r.Rivals()
	for _, rival := range rivals {
		if !rival.Real() || !isCacheable(rival.Method) {
			return false
		}
	}
	return len(rivals) > 0
}

func isCacheable(method string) bool {
	for _, m := range cacheableMethods {
		if m == method {
			return true
		}
	}
	return false
}

// asksCacheable reports besides that none of the requests is a retry.
func asksCacheable(r *model.Request) bool {
	for _, rival := range r.Rivals() {
		if params := rival.Params(); params.Get("inputResponses").Given() || params.Get("requestState").Given() {
			return false
		}
	}
	return cacheable(r)
}
