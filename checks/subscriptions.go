package checks

import (
	"strings"

	"mcpx/model"
)

var subscriptionChecks = []*Check{
	{
		ID:       "subscriptions.only-requested-notifications",
		Title:    "A subscription delivers only what its client asked for",
		Convicts: "Every notification that belongs to a subscription is a subject if its type is one that a filter can ask for, or notifications/message, notifications/progress or notifications/cancelled, which none can. A list_changed whose field in the filter is not true convicts, and so does resources/updated where no resource was asked for, and any of the other three.",
		Spares:   "Which resource was updated, once any was asked for; the acknowledgment; progress for a token of the subscription's own request; cancellations that end a subscription, or name an id the recording does not know; types of extensions; notifications that nothing ties to a subscription.",
		Party:    ByServer,
		At:       only2607,
		Whole:    true,
		Run:      onlyRequestedNotifications,
	},
	{
		ID:       "subscriptions.acknowledgment-first",
		Title:    "A subscription begins with its acknowledgment",
		Convicts: "For each subscription, the first message of the server that carries its id, or is a notification on its numbered HTTP exchange, is a subject. Any but notifications/subscriptions/acknowledged convicts.",
		Spares:   "Subscriptions without such a message; messages of other subscriptions in between; refusals; a closing result without the id; cancellations; subscriptions that share their id with another one that may be open.",
		Party:    ByServer,
		At:       only2607,
		Whole:    true,
		Run:      acknowledgmentFirst,
	},
	{
		ID:       "subscriptions.graceful-close-result-shape",
		Title:    "The result that closes a subscription is empty",
		Convicts: "Every object result to subscriptions/listen is a subject. A member other than resultType and _meta convicts, once for each result.",
		Spares:   "Streams that end without a result; errors; the value of resultType; an id of the subscription that is missing in _meta or differs.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				if !a.Result().IsObject() {
					return
				}
				w.Subject(a.Event)
				for name := range a.Result().Members() {
					if name != "resultType" && name != "_meta" {
						w.Convict(a.Event, model.Pointer("result", name), say("closing result carries %s, want no further members", model.Quote(name)), Rel("subscription", r.Event))
						return
					}
				}
			}, "subscriptions/listen")
		},
	},
}

func acknowledgmentFirst(w *Watch) {
	w.Subscribed(func(c *model.Subscription, m *model.Message) {
		if c.First != m || w.lossBefore(m) || w.Facts.Gap(c.Request.Line, m.Line) {
			return
		}
		fault, pointer := "", "/method"
		switch {
		case m.Class == model.ResultClass:
			fault, pointer = say("first message of subscription %s is its result", c.Request.ID.Compact()), "/result"
		case m.Method != "notifications/subscriptions/acknowledged":
			fault = say("first message of subscription %s is %s", c.Request.ID.Compact(), plain(m.Method))
		}
		w.Judge(m.Event, pointer, fault, Rel("subscription", c.Request.Event))
	})
}

// lossBefore reports that the recorder lost something before a message: what it lost may excuse anything
// that depends on order.
func (w *Watch) lossBefore(m *model.Message) bool {
	loss := w.Facts.Transports[m.Transport].LossFrom
	return loss > 0 && loss < m.Line
}

func onlyRequestedNotifications(w *Watch) {
	requests := newRequestIDs(w)
	w.Subscribed(func(c *model.Subscription, m *model.Message) {
		if m.Class != model.NotificationClass || !c.Filter.IsObject() {
			return
		}
		wanted, decided := delivers(c, m)
		if m.Method == "notifications/cancelled" {
			wanted, decided = false, requests.strays(m)
		}
		if !decided {
			return
		}
		fault := ""
		if !wanted {
			fault = say("%s on subscription %s, which asked %s", plain(m.Method), c.Request.ID.Compact(), askedWords(c.Filter))
		}
		w.Judge(m.Event, "/method", fault, Rel("subscription", c.Request.Event))
	})
}

// delivers tells whether a subscription's filter asks for a notification; it is undecided for types that
// no filter speaks about, and where the filter is malformed.
func delivers(c *model.Subscription, m *model.Message) (wanted, decided bool) {
	switch m.Method {
	case "notifications/tools/list_changed":
		return listAsked(c.Filter.Get("toolsListChanged"))
	case "notifications/prompts/list_changed":
		return listAsked(c.Filter.Get("promptsListChanged"))
	case "notifications/resources/list_changed":
		return listAsked(c.Filter.Get("resourcesListChanged"))
	case "notifications/resources/updated":
		asked := c.Filter.Get("resourceSubscriptions")
		return asked.Len() > 0, !asked.Given() || asked.IsArray()
	case "notifications/message":
		return false, true
	case "notifications/progress":
		own, given := c.Request.Token()
		token, usable := m.Params().Get("progressToken").Key()
		return false, !given || !usable || own != token
	}
	return false, false
}

func listAsked(field model.Value) (wanted, decided bool) {
	return field.IsTrue(), !field.Given() || field.Kind() == model.Bool
}

// askedWords lists what a filter asks for.
func askedWords(filter model.Value) string {
	var asked []string
	for name, v := range filter.Members() {
		if v.IsTrue() || v.IsArray() && v.Len() > 0 {
			asked = append(asked, plain(name))
		}
	}
	if len(asked) == 0 {
		return "nothing"
	}
	return model.Clip("only " + strings.Join(asked, ", "))
}
