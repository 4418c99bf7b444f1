package checks

import (
	"strings"

	"mcpx/checks/grammar"
	"mcpx/checks/schema"
	"mcpx/model"
)

// mirror is a header that a request POST owes, with the value of the body that it mirrors (M7).
type mirror struct {
	header     string // in lower case
	pointer    string // of the source in the body
	source     model.Value
	text       grammar.BodyValue
	value      string // of the header
	present    bool
	comparison grammar.Comparison // where the header is present
}

func newMirror(headers model.Headers, header, pointer string, source model.Value) *mirror {
	m := &mirror{header: header, pointer: pointer, source: source, text: headerForm(source)}
	m.value, m.present = headers.Lookup(header)
	if m.present {
		m.comparison = grammar.Compare(m.value, m.text)
	}
	return m
}

func headerForm(v model.Value) grammar.BodyValue {
	switch v.Kind() {
	case model.Bool:
		return grammar.BodyValue{Text: string(v.Raw()), Kind: grammar.Bool}
	case model.Number:
		return grammar.BodyValue{Text: v.Num(), Kind: grammar.Integer}
	default:
		return grammar.BodyValue{Text: v.Str(), Kind: grammar.String}
	}
}

// argumentState is what stands at the path of a designation.
type argumentState uint8

const (
	absentArgument   argumentState = iota // missing, or its parent is missing or no object
	nullArgument                          // null
	formlessArgument                      // a fraction, an object or an array: no header form, no subject
	owedArgument                          // a string, a boolean or an integer: its mirror is owed
)

// argument is the argument of a tool call at the path of a designation in force.
type argument struct {
	schema.Annotation
	state  argumentState
	mirror *mirror // header and value; the comparison only counts where it is owed
}

// mirrors are the headers that the body of a request POST owes (M7).
type mirrors struct {
	post       *model.HTTPExchange
	method     *mirror
	name       *mirror           // nil if not owed
	definition *model.Definition // in force of the tool that is called; nil if it is unlisted (M9)
	arguments  []argument        // by the designations in force, none for an invalid tool (M8)
}

// mirrorsMemory keeps the latest mirrors, since many checks ask for those of one POST.
type mirrorsMemory struct{ latest *mirrors }

// mirrors gives the mirrored headers of a request POST. The definition in force is looked up at the time
// of the call.
func (w *Watch) mirrors(x *model.HTTPExchange) *mirrors {
	if p := w.judge.mirrored.latest; p != nil && p.post == x {
		return p
	}
	p := &mirrors{post: x}
	p.method = newMirror(x.Head.Headers, "mcp-method", "/method", x.Body.Payload.Get("method"))
	p.method.comparison = grammar.Different
	if p.method.value == x.Body.Method { // exact text, never encoded
		p.method.comparison = grammar.Equal
	}
	if member := nameSource(x.Body.Method); member != "" {
		if source := x.Body.Params().Get(member); source.IsString() {
			p.name = newMirror(x.Head.Headers, "mcp-name", "/params/"+member, source)
		}
	}
	if x.Body.Method == "tools/call" {
		w.designate(p)
	}
	w.judge.mirrored.latest = p
	return p
}

// nameSource is the member of params that mcp-name mirrors, "" where the method owes none.
func nameSource(method string) string {
	switch method {
	case "tools/call", "prompts/get":
		return "name"
	case "resources/read":
		return "uri"
	}
	return ""
}

// designate looks up what the definition in force designates in the arguments of a call.
func (w *Watch) designate(p *mirrors) {
	call := p.post.Body
	name := call.Params().Get("name")
	if !name.IsString() {
		return
	}
	p.definition = w.Tracker.Definition("tools/list", name.Str(), call)
	if p.definition == nil {
		return
	}
	for _, a := range schema.AnnotationsOf(p.definition.Part(model.InputSchemaPart)).InForce() {
		value, state := argumentAt(call.Params().Get("arguments"), a.Path)
		p.arguments = append(p.arguments, argument{
			Annotation: a, state: state,
			mirror: newMirror(p.post.Head.Headers, a.HeaderName(), "/params/arguments"+a.ArgumentPointer(), value),
		})
	}
}

func argumentAt(arguments model.Value, path []string) (model.Value, argumentState) {
	value := arguments.At(path...)
	switch value.Kind() {
	case model.Absent:
		return value, absentArgument
	case model.Null:
		return value, nullArgument
	case model.String, model.Bool:
		return value, owedArgument
	case model.Number:
		if value.IsInteger() {
			return value, owedArgument
		}
	}
	return value, formlessArgument
}

// settled reports that all listings so far agree on what the tool designates, so that the client is bound
// by it (M8).
func (p *mirrors) settled() bool {
	return p.definition != nil && p.definition.Settled(p.post.Body.Line, model.InputSchemaPart)
}

// stable reports that nothing shows another definition until the answer (M9).
func (p *mirrors) stable(a *model.Message) bool {
	return p.definition != nil && p.definition.StableUntil(a.Line, model.InputSchemaPart)
}

// listing is the list result that defines the tool that is called, for a finding; nil if there is none.
func (p *mirrors) listing() *model.Event {
	if p.definition == nil {
		return nil
	}
	return p.definition.Listing.Event
}

// owed are all mirrors that are owed, in the order method, name, arguments.
func (p *mirrors) owed() []*mirror {
	all := []*mirror{p.method}
	if p.name != nil {
		all = append(all, p.name)
	}
	for _, a := range p.arguments {
		if a.state == owedArgument {
			all = append(all, a.mirror)
		}
	}
	return all
}

// source is the mirror that a header belongs to, nil if the header mirrors nothing known.
func (p *mirrors) source(header string) *mirror {
	for _, m := range p.owed() {
		if m.header == header {
			return m
		}
	}
	return nil
}

// faulty reports a fault among mcp-method, mcp-name and mcp-param-* that a server may reject (M10).
func (p *mirrors) faulty() bool {
	for _, m := range p.owed() {
		if !m.present || m.comparison != grammar.Equal {
			return true
		}
	}
	for _, a := range p.arguments {
		if a.state == formlessArgument || a.state != owedArgument && a.mirror.present {
			return true
		}
	}
	for _, h := range p.post.Head.Headers {
		if strings.HasPrefix(h.Name, "mcp-param-") && p.source(h.Name) == nil ||
			mirroredHeader(h.Name) && !grammar.HeaderSafe(h.Value) ||
			h.Name == "mcp-name" && p.name == nil {
			return true
		}
	}
	return false
}

// mirroredHeader reports the name of a header that may be encoded: mcp-name or mcp-param-*.
func mirroredHeader(name string) bool {
	return name == "mcp-name" || strings.HasPrefix(name, "mcp-param-")
}
