package checks

import (
	"mcpx/checks/grammar"
	"mcpx/checks/schema"
	"mcpx/model"
)

const elicitationMethod = "elicitation/create"

var elicitationChecks = []*Check{
	{
		ID:       "elicitation.client-declares-capability",
		Title:    "A client that answers elicitations declares elicitation",
		Convicts: "Every elicitation that a client accepts is a subject. It convicts if the client does not declare elicitation: on the retry that carries the answer, at the handshake revisions in initialize.",
		Spares:   "Declined and cancelled elicitations; errors; other requests of the client; declarations that are no object; sessions whose initialize is not in the recording; retries that several differing results could have led to.",
		Party:    ByClient,
		At:       everywhere,
		Run:      clientDeclares(elicitationMethod, "elicitation", "answers an elicitation", accepts),
	},
	{
		ID:       "elicitation.mode-supported",
		Title:    "A server asks in a mode that the client supports",
		Convicts: "Every elicitation in form or url mode is a subject, if the client declares elicitation clearly. A mode it does not declare convicts; declaring none means form.",
		Spares:   "Clients that do not declare elicitation at all; declarations whose form or url is no object; other values of mode. An elicitation without mode is in form mode.",
		Party:    ByServer,
		At:       from2511,
		Run: func(w *Watch) {
			w.asksOf(elicitationMethod, func(a *model.Ask) {
				mode := elicitationMode(a)
				form, url, clear := supportedModes(a)
				if !clear || mode != "form" && mode != "url" {
					return
				}
				fault := ""
				switch {
				case mode == "form" && !form:
					fault = say("form mode asked, %s declares only url", declarer(a))
				case mode == "url" && !url:
					fault = say("url mode asked, %s declares only form", declarer(a))
				}
				w.judgeAsk(a, a.At("params", "mode"), fault)
			})
		},
	},
	{
		ID:       "elicitation.request-parameters",
		Title:    "An elicitation says why it asks, in form or url mode",
		Convicts: "Every elicitation is a subject. Params that are missing or no object convict; so does a message that is missing or no string, and a mode other than form and url.",
		Spares:   "A missing mode, an empty message, and what each mode needs besides.",
		Party:    ByServer,
		At:       from2511,
		Run: func(w *Watch) {
			w.asksOf(elicitationMethod, func(a *model.Ask) {
				if !a.Params.IsObject() {
					w.judgeAsk(a, a.At("params"), partFault(a.Name(), "params", a.Params, model.Object))
					return
				}
				w.judgeAsk(a, a.At("params", "message"), partFault(a.Name(), "message", a.Params.Get("message"), model.String))
				if mode := a.Params.Get("mode"); mode.Given() && !mode.Is("form") && !mode.Is("url") {
					w.convictAsk(a, a.At("params", "mode"), say("%s has mode %s, want form or url", a.Name(), mode.Compact()))
				}
			})
		},
	},
	{
		ID:       "elicitation.form-schema-present",
		Title:    "A form elicitation has a requestedSchema",
		Convicts: "Every elicitation with mode form, or without mode, is a subject. A requestedSchema that is missing or no object convicts.",
		Spares:   "What the schema says, and params that are no object. A request with a url but without mode is in form mode.",
		Party:    ByServer,
		At:       from2511,
		Run: func(w *Watch) {
			w.asksOf(elicitationMethod, func(a *model.Ask) {
				if a.Params.IsObject() && elicitationMode(a) == "form" {
					w.judgeAsk(a, a.At("params", "requestedSchema"),
						partFault(kindWords("form elicitation", a), "requestedSchema", a.Params.Get("requestedSchema"), model.Object))
				}
			})
		},
	},
	{
		ID:       "elicitation.url-parameters",
		Title:    "A url elicitation has a url and a message",
		Convicts: "Every elicitation with mode url is a subject. A url that is missing or no string convicts, and so does such a message and, at 2025-11-25, such an elicitationId.",
		Spares:   "The form of the URL, and requests without mode.",
		Party:    ByServer,
		At:       from2511,
		Run: func(w *Watch) {
			members := []string{"url", "message"}
			if w.Handshake() {
				members = append(members, "elicitationId")
			}
			w.asksOf(elicitationMethod, func(a *model.Ask) {
				if elicitationMode(a) != "url" {
					return
				}
				w.Subject(a.Message.Event)
				for _, name := range members {
					w.convictAsk(a, a.At("params", name), partFault(kindWords("url elicitation", a), name, a.Params.Get(name), model.String))
				}
			})
		},
	},
	{
		ID:       "elicitation.url-valid",
		Title:    "The url of an elicitation is an absolute URL",
		Convicts: "Every string url of an elicitation with mode url is a subject. It convicts without a scheme, with white space or a control character in it, and as http or https without a host.",
		Spares:   "http, loopback and internal hosts, custom schemes, hosts in other scripts, percent-encoding, and what the URL contains or leads to.",
		Party:    ByServer,
		At:       from2511,
		Run: func(w *Watch) {
			w.asksOf(elicitationMethod, func(a *model.Ask) {
				url := a.Params.Get("url")
				if elicitationMode(a) != "url" || !url.IsString() {
					return
				}
				fault := ""
				if problem := grammar.AbsoluteURL(url.Str()); problem != "" {
					fault = say("url %s %s", url.Compact(), problem)
				}
				w.judgeAsk(a, a.At("params", "url"), fault)
			})
		},
	},
	{
		ID:       "elicitation.response-matches-schema",
		Title:    "What a user filled in matches the requestedSchema",
		Convicts: "Every accepted form elicitation with an object requestedSchema is a subject. Content that is no object convicts unless it is missing and nothing is required; else each property does that is required and missing, or has the wrong type, a value that is not offered, a wrong length, size or number, or not the form of an e-mail address, a URI, a date or a date-time.",
		Spares:   "Further properties; pattern and other keywords; formats and property schemas that mcpx cannot read; declined and cancelled elicitations; url mode; retries that several differing results could have led to.",
		Party:    ByClient,
		At:       from2511,
		Run: func(w *Watch) {
			w.answersOf(elicitationMethod, func(a *model.AnsweredAsk) {
				wanted := a.Params.Get("requestedSchema")
				if !accepts(a.Answer) || elicitationMode(a.Ask) != "form" || !wanted.IsObject() {
					return
				}
				w.Subject(a.Carrier.Event)
				for _, p := range schema.FormProblems(wanted, a.Answer.Get("content")) {
					w.convictAnswer(a, a.In("content")+p.Pointer, p.Text)
				}
			})
		},
	},
}

func accepts(answer model.Value) bool { return answer.Get("action").Is("accept") }

// elicitationMode is the mode of an elicitation, form where none is given and "" for no mode at all.
func elicitationMode(a *model.Ask) string {
	mode := a.Params.Get("mode")
	if !mode.Given() {
		return "form"
	}
	return mode.Str()
}

// supportedModes are the modes that the client declares; not clear where it declares no elicitation, or
// something that is no declaration.
func supportedModes(a *model.Ask) (form, url, clear bool) {
	declared := a.Capabilities.Get("elicitation")
	if a.Unknown || !declared.IsObject() {
		return false, false, false
	}
	for _, mode := range []string{"form", "url"} {
		if m := declared.Get(mode); m.Exists() && !m.IsObject() {
			return false, false, false
		}
	}
	form, url = declared.Has("form"), declared.Has("url")
	return form || !url, url, true
}

// partFault says what is wrong with a member of something that has to be of a kind.
func partFault(of, name string, v model.Value, want model.Kind) string {
	switch {
	case !v.Exists():
		return say("%s lacks %s", of, name)
	case v.Kind() != want:
		return say("%s has %s %s, want %s", of, name, v.Compact(), want)
	}
	return ""
}
