package checks

import (
	"slices"

	"mcpx/checks/grammar"
	"mcpx/model"
)

var metaChecks = []*Check{
	{
		ID:       "meta.required-request-fields",
		Title:    "A request carries the protocol version and the client's capabilities",
		Convicts: "Every request of the client is a subject. Each of io.modelcontextprotocol/protocolVersion and io.modelcontextprotocol/clientCapabilities that its params._meta lacks convicts.",
		Spares:   "What stands in the fields; notifications; an initialize of an older revision. Any other request without them, a ping included, owes them.",
		Party:    ByClient,
		At:       only2607,
		Run: func(w *Watch) {
			w.Requests(func(m *model.Message) {
				if m.Sender() != model.Client {
					return
				}
				w.Subject(m.Event)
				for _, key := range missingFields(m) {
					w.Convict(m.Event, metaPointer("params", key), say("%s lacks _meta %s", plain(m.Method), key))
				}
			})
		},
	},
	{
		ID:       "meta.client-info-on-requests",
		Title:    "A request tells who the client is",
		Convicts: "Every request of the client but initialize is a subject. It convicts if params._meta lacks io.modelcontextprotocol/clientInfo.",
		Spares:   "What stands in the field; notifications. A client that was configured to withhold it looks the same, which is why this is no more than a warning.",
		Party:    ByClient,
		At:       only2607,
		Run: func(w *Watch) {
			w.Requests(func(m *model.Message) {
				if m.Sender() != model.Client || m.Method == "initialize" {
					return
				}
				w.Subject(m.Event)
				if !m.ClientInfo().Exists() {
					w.Convict(m.Event, metaPointer("params", model.MetaClientInfo), say("%s lacks _meta %s", plain(m.Method), model.MetaClientInfo))
				}
			})
		},
	},
	{
		ID:       "meta.server-info-on-results",
		Title:    "A result tells who the server is",
		Convicts: "Every result of the server that is an object is a subject, interim and closing ones included. It convicts if result._meta lacks io.modelcontextprotocol/serverInfo.",
		Spares:   "Errors and notifications; what stands in the field. A serverInfo elsewhere in the result is no substitute.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.Results(func(m *model.Message) {
				if m.Sender() != model.Server || !m.Result().IsObject() || w.requestLost(m) {
					return
				}
				w.Subject(m.Event)
				if !m.Meta().Has(model.MetaServerInfo) {
					w.Convict(m.Event, metaPointer("result", model.MetaServerInfo), "result lacks _meta "+model.MetaServerInfo, relRequest(m)...)
				}
			})
		},
	},
	{
		ID:    "meta.subscription-id-present",
		Title: "A notification of a subscription names it",
		Convicts: "Subjects are the notifications of the server on the numbered exchange of a subscriptions/listen, and elsewhere, once a subscriptions/listen was sent, the types that exist only there: " +
			"list_changed of tools, prompts and resources, resources/updated and subscriptions/acknowledged. One whose params._meta lacks io.modelcontextprotocol/subscriptionId convicts.",
		Spares: "The notifications/cancelled with which a server tears a subscription down; other types where no exchange number ties them to the stream; which subscription the id names; recordings without an earlier subscription that was not refused.",
		Party:  ByServer,
		At:     only2607,
		Run:    func(w *Watch) { (&subscriptionTags{Watch: w}).watch() },
	},
	{
		ID:       "meta.trace-context-format",
		Title:    "traceparent, tracestate and baggage follow their W3C formats",
		Convicts: "Each of the three that stands in params._meta or result._meta is a subject. A value that is no string or breaks the grammar convicts.",
		Spares:   "Further fields of a later traceparent version; flags; an empty tracestate or baggage; repeated keys of tracestate; the size limits of baggage.",
		Party:    ByBoth,
		At:       only2607,
		Run:      traceContext,
	},
}

// missingFields are the required _meta fields that a request lacks.
func missingFields(m *model.Message) []string {
	var missing []string
	if !m.ModernVersion().Exists() {
		missing = append(missing, model.MetaVersion)
	}
	if !m.ClientCapabilities().Exists() {
		missing = append(missing, model.MetaCapabilities)
	}
	return missing
}

// metaPointer points at a key of the _meta in params or result.
func metaPointer(of, key string) string { return model.Pointer(of, "_meta", key) }

// relRequest is the request that a message answers, as far as it is known.
func relRequest(m *model.Message) []Related {
	if m.Request == nil {
		return nil
	}
	return []Related{Rel("request", m.Request.Event)}
}

// metaPlace is where the _meta of a message stands.
func metaPlace(m *model.Message) string {
	if m.Class == model.ResultClass {
		return "result"
	}
	return "params"
}

func traceContext(w *Watch) {
	grammars := []struct {
		key     string
		problem func(string) string
	}{
		{"traceparent", grammar.Traceparent}, {"tracestate", grammar.Tracestate}, {"baggage", grammar.Baggage},
	}
	w.Messages(func(m *model.Message) {
		meta := m.Meta()
		if !meta.IsObject() {
			return
		}
		for _, g := range grammars {
			v := meta.Get(g.key)
			if !v.Exists() {
				continue
			}
			fault := ""
			if !v.IsString() {
				fault = say("got %s %s, want a string", g.key, v.Compact())
			} else if problem := g.problem(v.Str()); problem != "" {
				fault = say("%s %s: %s", g.key, v.Compact(), problem)
			}
			w.Judge(m.Event, metaPointer(metaPlace(m), g.key), fault)
		}
	})
}

// subscriptionTags finds notifications of subscriptions that do not say of which.
type subscriptionTags struct {
	*Watch
	listens []listening // those not known to be refused, oldest first
}

// listening is what is kept of a request that subscribes.
type listening struct {
	Related
	transport model.Transport
	id        model.Key
	usable    bool
}

func (c *subscriptionTags) watch() {
	c.Requests(func(m *model.Message) {
		if m.Sender() != model.Client {
			return
		}
		if len(c.listens) == remembered {
			c.listens = c.listens[1:]
		}
		c.listens = append(c.listens, listeningOf(m))
	}, "subscriptions/listen")
	c.Answers(func(r *model.Request, a *model.Message) {
		if a.Class == model.ErrorClass {
			c.forget(r)
		}
	}, "subscriptions/listen")
	c.Notifications(c.judge)
}

func listeningOf(m *model.Message) listening {
	return listening{Rel("subscription", m.Event), m.Transport, m.Key, m.Usable}
}

// forget takes back a subscription that was refused: nothing is delivered by it.
func (c *subscriptionTags) forget(r *model.Request) {
	for i := len(c.listens) - 1; i >= 0; i-- {
		if c.listens[i].Line == r.Line {
			c.listens = slices.Delete(c.listens, i, i+1)
			return
		}
	}
}

func (c *subscriptionTags) judge(m *model.Message) {
	if m.Sender() != model.Server || c.teardown(m) {
		return
	}
	listen, known := c.deliveredBy(m)
	if !known {
		return
	}
	c.Subject(m.Event)
	if !m.SubscriptionID().Given() {
		c.Convict(m.Event, metaPointer("params", model.MetaSubscription), say("%s lacks _meta %s", plain(m.Method), model.MetaSubscription),
			listen.Related)
	}
}

// deliveredBy is a subscription that can have delivered a notification; it is not known if none needs to have.
func (c *subscriptionTags) deliveredBy(m *model.Message) (listen listening, known bool) {
	if m.Numbered && m.Transport == model.HTTP {
		if x := m.HTTP; x != nil && x.Body != nil && x.Body.Class == model.RequestClass && x.Body.Method == "subscriptions/listen" {
			return listeningOf(x.Body), true
		}
		return listening{}, false
	}
	if !subscriptionOnly(m.Method) {
		return listening{}, false
	}
	for _, l := range slices.Backward(c.listens) {
		if l.transport == m.Transport {
			return l, true
		}
	}
	return listening{}, false
}

// subscriptionOnly reports a notification that only subscriptions deliver.
func subscriptionOnly(method string) bool {
	switch method {
	case "notifications/tools/list_changed", "notifications/prompts/list_changed",
		"notifications/resources/list_changed", "notifications/resources/updated",
		"notifications/subscriptions/acknowledged":
		return true
	}
	return false
}

// teardown reports a cancellation by the server that names a subscription (M14).
func (c *subscriptionTags) teardown(m *model.Message) bool {
	if m.Method != "notifications/cancelled" {
		return false
	}
	id, usable := m.Params().Get("requestId").Key()
	if !usable {
		return false
	}
	if x := m.HTTP; x != nil && x.Body != nil && x.Body.Usable && x.Body.Key == id {
		return true
	}
	for _, l := range c.listens {
		if l.usable && l.id == id {
			return true
		}
	}
	return false
}
