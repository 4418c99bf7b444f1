package checks

import (
	"slices"
	"strings"

	"mcpx/checks/grammar"
	"mcpx/model"
)

var authChecks = []*Check{
	{
		ID:       "auth.challenge-scope",
		Title:    "A 401 challenge names the scopes to ask for",
		Convicts: "Every response with status 401 and a recorded Bearer challenge of the protocol is a subject. It convicts if no Bearer challenge has a scope.",
		Spares:   "Other statuses; which scopes are named; a missing resource_metadata; Bearer challenges without any of error, scope and resource_metadata, which may belong to a scheme of the server's own; responses without a recorded www-authenticate.",
		Party:    ByServer,
		At:       from2511,
		Run: func(w *Watch) {
			w.challenges(func(c challenged) {
				if c.status.Status != 401 {
					return
				}
				fault := "401 challenge without scope"
				if slices.ContainsFunc(c.bearers, namesScopes) {
					fault = ""
				}
				w.Judge(c.status, challengeHeader, fault, c.body()...)
			})
		},
	},
	{
		ID:       "auth.invalid-token-401",
		Title:    "An invalid token is refused with status 401",
		Convicts: "Every recorded Bearer challenge with error invalid_token is a subject. Any status but 401 convicts.",
		Spares:   "Challenges with another error or none; requests whose token nobody recorded.",
		Party:    ByServer,
		At:       from2511,
		Run: func(w *Watch) {
			w.bearerErrors(func(c challenged, b grammar.Challenge, code string) {
				if code == "invalid_token" {
					w.Judge(c.status, "status", statusFault(code, c.status.Status, 401), c.body()...)
				}
			})
		},
	},
	{
		ID:       "auth.no-offline-access-challenge",
		Title:    "A challenge does not ask for offline_access",
		Convicts: "Every recorded Bearer challenge with a scope is a subject, whatever the status. A scope list that holds offline_access convicts.",
		Spares:   "Longer names such as offline_access_x; metadata documents, which no recording holds.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.challenges(func(c challenged) {
				for _, b := range c.bearers {
					if _, ok := b.Param("scope"); !ok {
						continue
					}
					fault := ""
					if slices.Contains(b.Scopes(), "offline_access") {
						fault = "challenge asks for offline_access"
					}
					w.Judge(c.status, challengeHeader, fault, c.body()...)
				}
			})
		},
	},
	{
		ID:       "auth.error-status",
		Title:    "The status fits the error of a challenge",
		Convicts: "Every recorded Bearer challenge with error invalid_token, insufficient_scope or invalid_request is a subject. A status other than 401, 403 or 400, in this order, convicts.",
		Spares:   "Challenges without error, and errors of other names.",
		Party:    ByServer,
		At:       from2511,
		Run: func(w *Watch) {
			w.bearerErrors(func(c challenged, b grammar.Challenge, code string) {
				want := map[string]int{"invalid_token": 401, "insufficient_scope": 403, "invalid_request": 400}[code]
				if want != 0 {
					w.Judge(c.status, "status", statusFault(code, c.status.Status, want), c.body()...)
				}
			})
		},
	},
	{
		ID:       "auth.insufficient-scope-response",
		Title:    "A challenge for more scope has status 403, scopes and resource_metadata",
		Convicts: "Every recorded Bearer challenge with error insufficient_scope is a subject. A status other than 403, a missing or empty scope, and a missing resource_metadata convict, each apart.",
		Spares:   "A 403 without such a challenge, and a missing error_description.",
		Party:    ByServer,
		At:       from2511,
		Run:      completeScopeChallenges,
	},
	{
		ID:       "auth.insufficient-scope-names-scopes",
		Title:    "A challenge for more scope names the scopes",
		Convicts: "Every recorded Bearer challenge with error insufficient_scope is a subject. A missing or empty scope convicts.",
		Spares:   "Whether the scopes suffice, or repeat what was granted.",
		Party:    ByServer,
		At:       from2511,
		Run: func(w *Watch) {
			w.bearerErrors(func(c challenged, b grammar.Challenge, code string) {
				if code != "insufficient_scope" {
					return
				}
				fault := ""
				if !namesScopes(b) {
					fault = "insufficient_scope challenge names no scope"
				}
				w.Judge(c.status, challengeHeader, fault, c.body()...)
			})
		},
	},
	{
		ID:       "auth.single-challenge",
		Title:    "All scopes that an operation needs are asked for in one challenge",
		Convicts: "A challenge for more scope that answers a request is a subject if an earlier one answered the same message of the same client (id, method and params) and this one repeats all scopes named so far. A scope that no earlier one named convicts.",
		Spares:   "The same scopes, fewer, or others instead, since a server need not name what the token has; other ids or arguments; challenges with status 401; requests that succeeded in between; responses that may belong to another request.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			s := &stepUp{w: w}
			w.Statuses(s.status)
		},
	},
}

const challengeHeader = "header:www-authenticate"

// challenged is a server http event with Bearer challenges that follow the protocol.
type challenged struct {
	exchange *model.HTTPExchange // nil if unknown
	status   *model.Event
	bearers  []grammar.Challenge
}

// body is the client message that was challenged, as a related event, if it is known.
func (c challenged) body() []Related {
	if c.exchange == nil || c.exchange.Body == nil {
		return nil
	}
	return []Related{Rel("body", c.exchange.Body.Event)}
}

func (w *Watch) challenges(fn func(challenged)) {
	w.Statuses(func(x *model.HTTPExchange, status *model.Event) {
		field, ok := status.Headers.Lookup("www-authenticate")
		if !ok || status.Status == 0 {
			return
		}
		if bearers := grammar.Bearers(field); len(bearers) > 0 {
			fn(challenged{x, status, bearers})
		}
	})
}

// bearerErrors gives the challenges that name an error.
func (w *Watch) bearerErrors(fn func(c challenged, b grammar.Challenge, code string)) {
	w.challenges(func(c challenged) {
		for _, b := range c.bearers {
			if code, ok := b.Param("error"); ok {
				fn(c, b, code)
			}
		}
	})
}

func namesScopes(b grammar.Challenge) bool { return len(b.Scopes()) > 0 }

func statusFault(code string, got, want int) string {
	if got == want {
		return ""
	}
	return say("%s with status %d, want %d", code, got, want)
}

func completeScopeChallenges(w *Watch) {
	w.bearerErrors(func(c challenged, b grammar.Challenge, code string) {
		if code != "insufficient_scope" {
			return
		}
		w.Subject(c.status)
		if fault := statusFault(code, c.status.Status, 403); fault != "" {
			w.Convict(c.status, "status", fault, c.body()...)
		}
		if !namesScopes(b) {
			w.Convict(c.status, challengeHeader, "insufficient_scope challenge lacks scope", c.body()...)
		}
		if _, ok := b.Param("resource_metadata"); !ok {
			w.Convict(c.status, challengeHeader, "insufficient_scope challenge lacks resource_metadata", c.body()...)
		}
	})
}

// mostScopes bounds the scope lists that are compared.
const mostScopes = 256

// stepUp remembers the scopes asked for message by message.
type stepUp struct {
	w     *Watch
	asked recent[challengedMessage, askedScopes]
}

// challengedMessage identifies a message that is sent again after a challenge.
type challengedMessage struct {
	sender, method string
	id             model.Key
	params         [32]byte
}

type askedScopes struct {
	scopes []string
	latest Related
}

func (s *stepUp) status(x *model.HTTPExchange, status *model.Event) {
	if x == nil || x.Body == nil || x.Body.Class != model.RequestClass || !x.Body.Usable {
		return
	}
	if status.Success() && s.asked.empty() {
		return
	}
	m := x.Body
	message := challengedMessage{m.SenderName(), m.Method, m.Key, m.Params().DigestWithout("_meta")}
	if status.Success() {
		s.asked.drop(message)
		return
	}
	scopes := askedFor(status)
	switch {
	case len(scopes) == 0 || status.Status == 401:
	case len(scopes) > mostScopes:
		s.asked.drop(message)
	default:
		s.challenge(message, status, scopes, Rel("body", m.Event))
	}
}

// askedFor are the scopes of the challenges for more scope.
func askedFor(status *model.Event) []string {
	var scopes []string
	for _, b := range grammar.Bearers(status.Headers.Value("www-authenticate")) {
		if code, _ := b.Param("error"); code == "insufficient_scope" {
			scopes = append(scopes, b.Scopes()...)
		}
	}
	return scopes
}

func (s *stepUp) challenge(message challengedMessage, status *model.Event, scopes []string, body Related) {
	before, again := s.asked.lookup(message)
	added := missingFrom(before.scopes, scopes)
	if again && len(missingFrom(scopes, before.scopes)) == 0 {
		fault := ""
		if len(added) > 0 {
			fault = say("challenge adds scope %s for the same %s, not named at seq %d",
				model.Quote(strings.Join(added, " ")), message.method, before.latest.Seq)
		}
		s.w.Judge(status, challengeHeader, fault, before.latest, body)
	}
	s.asked.put(message, askedScopes{append(slices.Clone(before.scopes), added...), Rel("earlier use", status)})
}

// missingFrom gives the elements that are not among those known.
func missingFrom(known, elements []string) []string {
	var missing []string
	for _, e := range elements {
		if !slices.Contains(known, e) && !slices.Contains(missing, e) {
			missing = append(missing, e)
		}
	}
	return missing
}
