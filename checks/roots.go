package checks

import (
	"strings"

	"mcpx/model"
)

const rootsMethod = "roots/list"

var rootChecks = []*Check{
	{
		ID:       "roots.client-declares-capability",
		Title:    "A client that lists roots declares roots",
		Convicts: "Every answer of the client with an array of roots is a subject. It convicts if the client does not declare roots: on the retry that carries the answer, at the handshake revisions in initialize.",
		Spares:   "Answers without roots; errors; other requests of the client; declarations that are no object; sessions whose initialize is not in the recording; retries that several differing results could have led to.",
		Party:    ByClient,
		At:       everywhere,
		Run:      clientDeclares(rootsMethod, "roots", "lists roots", listsRoots),
	},
	{
		ID:       "roots.uri-file-scheme",
		Title:    "The uri of a root begins with file://",
		Convicts: "Every root that a client lists is a subject. A uri that does not begin with file://, in any case, convicts; from 2025-11-25 on so does one that is missing or no string.",
		Spares:   "Paths, hosts and names, and whether anything is there; retries that several differing results could have led to.",
		Party:    ByClient,
		At:       everywhere,
		Run: func(w *Watch) {
			w.answersOf(rootsMethod, func(a *model.AnsweredAsk) {
				for i, root := range a.Answer.Get("roots").Elems() {
					uri := root.Get("uri")
					if w.Revision == r2506 && !uri.IsString() {
						continue
					}
					w.judgeAnswer(a, a.In("roots", i, "uri"), rootFault(i, uri))
				}
			})
		},
	},
	{
		ID:       "roots.capability-checked",
		Title:    "A server asks for roots only if the client declares them",
		Convicts: "Every roots/list that a server asks is a subject. It convicts if the client's declaration leaves roots out.",
		Spares:   "Declarations that are no object, and sessions whose initialize is not in the recording.",
		Party:    ByServer,
		At:       from2511,
		Run: func(w *Watch) {
			w.asksOf(rootsMethod, func(a *model.Ask) {
				standing := a.Standing("roots")
				if standing == model.Unclear {
					return
				}
				fault := ""
				if standing == model.Withheld {
					fault = say("roots/list asked, %s declares no roots", declarer(a))
				}
				w.judgeAsk(a, a.At("method"), fault)
			})
		},
	},
}

func listsRoots(answer model.Value) bool { return answer.Get("roots").IsArray() }

func rootFault(i int, uri model.Value) string {
	const scheme = "file://"
	switch s := uri.Str(); {
	case !uri.Exists():
		return say("roots[%d] lacks uri", i)
	case !uri.IsString():
		return say("root uri %s is no string", uri.Compact())
	case len(s) < len(scheme) || !strings.EqualFold(s[:len(scheme)], scheme):
		return say("root uri %s does not begin with file://", uri.Compact())
	}
	return ""
}
