package checks

import (
	"iter"
	"strings"

	"mcpx/checks/grammar"
	"mcpx/checks/schema"
	"mcpx/model"
)

// mirror is a header that a request POST owes, with the value of the body that it mirrors (M7).
type mirror struct {
	header     string // in lower case
	source     model.Value
	text       grammar.BodyValue
	got        string // the header's value
	present    bool
	comparison grammar.Comparison // where the header is present
}

func newMirror(headers model.Headers, header string, source model.Value) *mirror {
	m := &mirror{header: header, source: source, text: headerForm(source)}
	m.got, m.present = headers.Lookup(header)
	m.got = withoutBlanks(m.got, source)
	if m.present {
		m.comparison = grammar.Compare(m.got, m.text)
	}
	return m
}

// withoutBlanks gives a header value without the blanks around it, which HTTP does not count, unless the
// body holds it just so.
func withoutBlanks(value string, body model.Value) string {
	if bare := strings.Trim(value, " \t"); bare != value && !holdsString(body, value) {
		return bare
	}
	return value
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

// designated is the argument of a tool call at the path of a designation in force (M8).
type designated struct {
	schema.Annotation
	state argumentState
	value model.Value
}

// pointer is the place of the argument in the body.
func (d *designated) pointer() string { return "/params/arguments" + d.ArgumentPointer() }

// argument is a designated argument of a request POST and its header. The comparison only counts where
// the mirror is owed.
type argument struct {
	designated
	*mirror
}

// mirrors are the headers that the body of a request POST owes (M7).
type mirrors struct {
	post       *model.HTTPExchange
	method     *mirror
	name       *mirror           // nil if not owed
	definition *model.Definition // of the tool that is called, see calledTool
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
	p.method = newMirror(x.Head.Headers, "mcp-method", x.Body.Payload.Get("method"))
	p.method.comparison = grammar.Different
	if p.method.got == x.Body.Method { // exact text, never encoded
		p.method.comparison = grammar.Equal
	}
	if member := nameSource(x.Body.Method); member != "" {
		if source := x.Body.Params().Get(member); source.IsString() {
			p.name = newMirror(x.Head.Headers, "mcp-name", source)
		}
	}
	if x.Body.Method == "tools/call" {
		p.definition = w.calledTool(x.Body)
		for _, d := range designatedIn(x.Body, p.definition) {
			p.arguments = append(p.arguments, argument{d, newMirror(x.Head.Headers, d.HeaderName(), d.value)})
		}
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

// calledTool is the definition in force of the tool that a call names (M9), nil if it is unlisted. What was
// listed to a client of an older revision counts for nothing here, nor what may have been listed to another
// copy of the client.
func (w *Watch) calledTool(call *model.Message) *model.Definition {
	name := call.Params().Get("name")
	if !name.IsString() {
		return nil
	}
	return w.toolFor(call, name.Str())
}

func (w *Watch) toolFor(call *model.Message, name string) *model.Definition {
	d := w.Tracker.Definition("tools/list", name, call)
	if d == nil || d.Era != model.Judged || call.Transport == model.HTTP && w.judge.copies.mayBe(call) {
		return nil
	}
	return d
}

// designatedIn gives the arguments of a call that the definition designates, in the order of the walk.
func designatedIn(call *model.Message, d *model.Definition) []designated {
	if d == nil {
		return nil
	}
	var all []designated
	for _, a := range schema.AnnotationsOf(d.Part(model.InputSchemaPart)).InForce() {
		value, state := argumentAt(call.Params().Get("arguments"), a.Path)
		all = append(all, designated{a, state, value})
	}
	return all
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

// source is the owed mirror that a header is, nil if it mirrors nothing known.
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
		if a.state == formlessArgument || a.state != owedArgument && a.present {
			return true
		}
	}
	for name, value := range p.encodable() {
		if p.source(name) == nil || !grammar.HeaderSafe(value) {
			return true
		}
	}
	return false
}

// encodable yields the headers of the POST whose values may be encoded, mcp-name and mcp-param-*, each
// once in the order written.
func (p *mirrors) encodable() iter.Seq2[string, string] {
	headers := p.post.Head.Headers
	return func(yield func(string, string) bool) {
		for i, h := range headers {
			if h.Name != "mcp-name" && !strings.HasPrefix(h.Name, "mcp-param-") || headers[:i].Has(h.Name) {
				continue
			}
			if !yield(h.Name, headers.Value(h.Name)) {
				return
			}
		}
	}
}
