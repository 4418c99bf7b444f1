package checks

import (
	"mcpx/checks/grammar"
	"mcpx/model"
)

var resourceChecks = []*Check{
	{
		ID:       "resources.uri-scheme-rfc3986",
		Title:    "A resource URI begins with a scheme",
		Convicts: "Every string uri of the resources that resources/list returns and of the contents that resources/read returns is a subject. One that does not begin with a URI scheme and a colon (a letter, then letters, digits, +, - and .) convicts.",
		Spares:   "What follows the scheme; URI templates; URIs in requests, notifications and tool results; members uri that are no strings.",
		Party:    ByServer,
		At:       from2511,
		Run: func(w *Watch) {
			w.resultURIs("resources/list", "resources")
			w.resultURIs("resources/read", "contents")
		},
	},
	{
		ID:       "resources.read-contents-non-empty",
		Title:    "Reading a resource that does not exist is no success without contents",
		Convicts: "A resources/read result with an array of contents is a subject if the same client was told before that this URI is not found, and nothing was under way since that could have created the resource. Empty contents convict.",
		Spares:   "Empty contents of any other URI, since a resource may be empty; a resource that another call in between, an update or a changed list may explain; one that is gone later.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			n := &notFound{w: w}
			w.Steps(n.step)
			w.Answers(n.answer, "resources/read")
		},
	},
	{
		ID:       "resources.blob-base64",
		Title:    "Binary resource contents are Base64",
		Convicts: "Every element of contents with a blob in a resources/read result is a subject. A blob that is no string, or no Base64 with the standard alphabet and padding, convicts.",
		Spares:   "The empty string; what the bytes are; contents with both text and blob; embedded resources elsewhere.",
		Party:    ByServer,
		At:       from2511,
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				for i, e := range a.Result().Get("contents").Elems() {
					if blob := e.Get("blob"); blob.Exists() {
						w.Judge(a.Event, model.Pointer("result", "contents", i, "blob"), base64Fault("blob", blob), Rel("request", r.Event))
					}
				}
			}, "resources/read")
		},
	},
}

// resultURIs judges the uri members of the elements of one array in results to a method.
func (w *Watch) resultURIs(method, array string) {
	w.ResultsTo(func(_ *model.Request, a *model.Message) {
		for i, e := range a.Result().Get(array).Elems() {
			uri := e.Get("uri")
			if !uri.IsString() {
				continue
			}
			w.Subject(a.Event)
			if !grammar.URIScheme(uri.Str()) {
				w.Convict(a.Event, model.Pointer("result", array, i, "uri"), say("uri %s has no scheme", uri.Compact()))
			}
		}
	}, method)
}

// notFound remembers reads that were answered as not found, until something may have created the
// resource since.
type notFound struct {
	w         *Watch
	reads     recent[readKey, missedRead]
	disturbed int // line of the latest event by which a resource may have come into being
}

type readKey struct{ sender, uri string }

type missedRead struct {
	line   int // of the read
	answer Related
}

// quietMethod reports requests that create no resource.
func quietMethod(m *model.Message) bool {
	if m.Class != model.RequestClass {
		return false
	}
	switch m.Method {
	case "resources/read", "resources/list", "resources/templates/list":
		return true
	}
	return false
}

// step notes other client messages, their answers and ends (until then they were in flight), and the
// server's word that something changed. Messages of any era count: they excuse (G15).
func (n *notFound) step(s *model.Step) {
	if s.Kind == model.BadEvent {
		n.disturbed = s.Line
		return
	}
	for _, r := range s.EndedRequests {
		if r.Sender() == model.Client && !quietMethod(r.Message) {
			n.disturbed = s.Line
		}
	}
	m := s.Message
	if m == nil {
		return
	}
	switch {
	case m.Sender() == model.Client:
		if !quietMethod(m) {
			n.disturbed = s.Line
		}
	case s.Answered != nil && !quietMethod(s.Answered.Message),
		m.Method == "notifications/resources/updated", m.Method == "notifications/resources/list_changed":
		n.disturbed = s.Line
	}
}

func (n *notFound) answer(r *model.Request, a *model.Message) {
	uri := r.Params().Get("uri")
	if r.Contested || !uri.IsString() {
		return
	}
	key := readKey{r.SenderName(), uri.Str()}
	if a.Class == model.ErrorClass {
		if a.IsError(-32002) || a.IsError(-32602) && !isRetry(r.Message) && n.w.clean(r) {
			n.reads.put(key, missedRead{r.Line, Rel("answer", a.Event)})
		}
		return
	}
	missed, known := n.reads.lookup(key)
	contents := a.Result().Get("contents")
	if !known || a.ResultType() != "complete" || !contents.IsArray() || !n.quietSince(missed.line, a) {
		return
	}
	fault := ""
	if contents.Len() == 0 {
		fault = say("empty contents for %s, answered as not found at seq %d", uri.Compact(), missed.answer.Seq)
	} else {
		n.reads.drop(key) // it exists now
	}
	n.w.Judge(a.Event, "/result/contents", fault, Rel("request", r.Event), missed.answer)
}

// quietSince reports that nothing but reads and lists of resources was under way from a line on, as far
// as the recording is whole.
func (n *notFound) quietSince(line int, a *model.Message) bool {
	if n.disturbed >= line || !n.w.Facts.Complete(a.Transport, line) || n.w.Facts.Gap(line, a.Line) {
		return false
	}
	for r := range n.w.Tracker.InFlight(model.Client) {
		if !quietMethod(r.Message) {
			return false
		}
	}
	return true
}
