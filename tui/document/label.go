package document

import (
	"fmt"
	"strconv"
	"strings"

	"mcpx/model"
)

// label names an event and says what it is about, each in a few words.
func label(s *model.Step) (name, about string) {
	e := s.Event
	switch e.Kind {
	case model.BadEvent:
		return e.Problem.Kind.String(), e.Problem.Text
	case model.LifecycleEvent:
		return e.Lifecycle.String(), ""
	case model.HTTPEvent:
		return httpLabel(e)
	default:
		return messageLabel(s.Message)
	}
}

func httpLabel(e *model.Event) (name, about string) {
	if e.Direction == model.ClientToServer {
		about = e.Headers.Value("mcp-method")
		if target := e.Headers.Value("mcp-name"); target != "" {
			about += " " + target
		}
		if e.Verb == "" {
			return "http request", about
		}
		return e.Verb, about
	}
	if e.Status == 0 {
		return "http answer", e.MediaType()
	}
	return strconv.Itoa(e.Status), e.MediaType()
}

func messageLabel(m *model.Message) (name, about string) {
	switch m.Class {
	case model.RequestClass, model.NotificationClass:
		return strings.TrimPrefix(m.Method, "notifications/"), aboutCall(m)
	case model.ResultClass:
		return resultLabel(m)
	case model.ErrorClass:
		return "error", aboutError(m)
	case model.Foreign:
		return "body", m.Payload.Compact()
	default:
		return invalidLabel(m.Payload)
	}
}

func invalidLabel(v model.Value) (name, about string) {
	if v.IsString() {
		return "no JSON", v.Str()
	}
	if v.IsArray() {
		return "batch", things(v.Len(), "message")
	}
	return "no JSON-RPC", v.Compact()
}

// aboutCall says what a request or notification aims at.
func aboutCall(m *model.Message) string {
	p := m.Params()
	switch m.Method {
	case "tools/call", "prompts/get":
		return p.Get("name").Str()
	case "resources/read", "resources/subscribe", "resources/unsubscribe", "notifications/resources/updated":
		return p.Get("uri").Str()
	case "completion/complete":
		return join(p.At("argument", "name").Str(), first(p.At("ref", "name"), p.At("ref", "uri")))
	case "logging/setLevel":
		return p.Get("level").Str()
	case "initialize":
		return join(p.At("clientInfo", "name").Str(), p.Get("protocolVersion").Str())
	case "notifications/message":
		return join(p.Get("level").Str(), first(p.Get("data"), p.At("data", "message")))
	case "notifications/progress":
		return aboutProgress(p)
	case "notifications/cancelled":
		return join("id "+p.Get("requestId").Compact(), p.Get("reason").Str())
	case "elicitation/create", "tasks/get", "tasks/cancel", "tasks/result":
		return first(p.Get("message"), p.Get("taskId"))
	case "subscriptions/listen":
		return aboutListen(p.Get("notifications"))
	}
	if cursor := p.Get("cursor"); cursor.IsString() {
		return "next page"
	}
	return ""
}

func aboutProgress(p model.Value) string {
	done := p.Get("progress").Num()
	if total := p.Get("total").Num(); total != "" {
		done += "/" + total
	}
	return join(done, p.Get("message").Str())
}

func aboutListen(filter model.Value) string {
	var names []string
	for name, v := range filter.Members() {
		if v.IsTrue() || v.Len() > 0 {
			names = append(names, strings.TrimSuffix(name, "ListChanged"))
		}
	}
	return strings.Join(names, ", ")
}

func aboutError(m *model.Message) string {
	e := m.Error()
	return join(e.Get("code").Num(), e.Get("message").Str())
}

func resultLabel(m *model.Message) (name, about string) {
	r := m.Result()
	if m.InputRequired() {
		var asks []string
		for _, ask := range r.Get("inputRequests").Members() {
			asks = append(asks, ask.Get("method").Str())
		}
		if len(asks) == 0 {
			return "input_required", ""
		}
		return "input_required", "asks " + strings.Join(asks, ", ")
	}
	about = aboutResult(r)
	if r.Get("isError").IsTrue() {
		about = join("isError", about)
	}
	return "result", about
}

// counted are the members of results that are lists, with what they list.
var counted = [...]struct{ member, noun string }{
	{"tools", "tool"}, {"resources", "resource"}, {"resourceTemplates", "template"}, {"prompts", "prompt"},
	{"contents", "content"}, {"messages", "message"}, {"roots", "root"}, {"tasks", "task"},
}

func aboutResult(r model.Value) string {
	if content := r.Get("content"); content.IsArray() {
		return aboutContent(content)
	}
	for _, c := range counted {
		if list := r.Get(c.member); list.IsArray() {
			about := things(list.Len(), c.noun)
			if r.Get("nextCursor").Given() {
				about += ", more to come"
			}
			return about
		}
	}
	if values := r.At("completion", "values"); values.IsArray() {
		return things(values.Len(), "value")
	}
	server := first(r.At("serverInfo", "name"), r.At("_meta", model.MetaServerInfo, "name"))
	switch {
	case r.Has("protocolVersion"):
		return join(server, r.Get("protocolVersion").Str())
	case r.Has("supportedVersions"):
		return join(server, "speaks "+things(r.Get("supportedVersions").Len(), "revision"))
	case r.Get("action").IsString():
		return r.Get("action").Str()
	case r.Get("model").IsString():
		return r.Get("model").Str()
	}
	return ""
}

func aboutContent(content model.Value) string {
	if content.Len() != 1 {
		return things(content.Len(), "block")
	}
	block := content.Elem(0)
	kind := block.Get("type").Str()
	if kind == "text" {
		return strconv.Quote(clip(block.Get("text").Str(), longestText-4))
	}
	return join(kind, first(block.Get("mimeType"), block.Get("uri")))
}

// first is the text of the first value that is a string.
func first(values ...model.Value) string {
	for _, v := range values {
		if v.IsString() {
			return clip(v.Str(), longestText)
		}
	}
	return ""
}

func join(parts ...string) string {
	full := parts[:0]
	for _, p := range parts {
		if p != "" {
			full = append(full, p)
		}
	}
	return strings.Join(full, "  ")
}

func things(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// longestText is the number of bytes that are kept of a text.
const longestText = 64

// clip cuts s to at most n bytes between two characters and shows that something is missing.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	n -= len("…")
	for n > 0 && s[n]&0xc0 == 0x80 {
		n--
	}
	return s[:n] + "…"
}
