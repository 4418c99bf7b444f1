package checks

import (
	"strings"

	"mcpx/checks/grammar"
	"mcpx/checks/schema"
	"mcpx/model"
	"mcpx/model/decimal"
)

var paramHeaderChecks = []*Check{
	{
		ID:       "transport.x-mcp-header-mirrored",
		Title:    "A designated argument of a tool call is repeated in its mcp-param header",
		Convicts: "Every argument of a tools/call POST is a subject that the tool's inputSchema designates with x-mcp-header and that is a string, a boolean or an integer. A missing header convicts.",
		Spares:   "Arguments that are null, absent, fractions, objects or arrays; tools that were not listed to this client before the call, were listed twice, differ between listings or have an invalid x-mcp-header; clients of which several copies may run: their ids do not count from 0 or 1, or one of them stood at another request; what the header says.",
		Party:    ByClient,
		At:       only2607,
		Run: judgeMirrored(func(a *argument) (subject bool, fault string) {
			if !a.present {
				fault = say("missing %s, argument %s is %s", a.header, a.ArgumentPointer(), a.source.Compact())
			}
			return a.state == owedArgument, fault
		}),
	},
	{
		ID:       "transport.x-mcp-header-value-mirrored",
		Title:    "An mcp-param header says what its argument says",
		Convicts: "Every mcp-param header of a tools/call POST is a subject that mirrors a string, a boolean or an integer of the arguments. Another value convicts.",
		Spares:   "A missing header; values that are encoded badly or not at all, which other rules judge; an integer in another spelling; lenient Base64.",
		Party:    ByClient,
		At:       only2607,
		Run: judgeMirrored(func(a *argument) (subject bool, fault string) {
			if a.comparison == grammar.Different {
				fault = say("got %s %s, argument %s is %s", a.header, model.Quote(a.got), a.ArgumentPointer(), a.source.Compact())
			}
			return a.state == owedArgument && a.present, fault
		}),
	},
	{
		ID:       "transport.x-mcp-header-null-omitted",
		Title:    "A null argument has no mcp-param header",
		Convicts: "Every designated argument of a tools/call POST that is null is a subject. It convicts if the header is there, even empty.",
		Spares:   "Absent arguments, and those inside a null, which are absent.",
		Party:    ByClient,
		At:       only2607,
		Run: judgeMirrored(func(a *argument) (subject bool, fault string) {
			if a.present {
				fault = say("%s is present, argument %s is null", a.header, a.ArgumentPointer())
			}
			return a.state == nullArgument, fault
		}),
	},
	{
		ID:       "transport.x-mcp-header-absent-omitted",
		Title:    "An absent argument has no mcp-param header",
		Convicts: "Every designated argument that a tools/call POST leaves out is a subject. It convicts if the header is there.",
		Spares:   "Arguments that are null; mcp-param headers that the tool does not designate. A default in the schema changes nothing.",
		Party:    ByClient,
		At:       only2607,
		Run: judgeMirrored(func(a *argument) (subject bool, fault string) {
			if a.present {
				fault = say("%s is present, arguments have no %s", a.header, a.ArgumentPointer())
			}
			return a.state == absentArgument, fault
		}),
	},
	{
		ID:       "tools.x-mcp-header-integer-range",
		Title:    "A designated integer lies in the range that every reader keeps exactly",
		Convicts: "Every integer at a designated argument of a tools/call over HTTP is a subject. It convicts below -9007199254740991 and above 9007199254740991.",
		Spares:   "Calls over stdio; arguments that are not designated; fractions; numbers in strings.",
		Party:    ByClient,
		At:       only2607,
		Run: func(w *Watch) {
			w.Requests(func(call *model.Message) {
				if call.Transport != model.HTTP || call.Sender() != model.Client {
					return
				}
				d := w.calledTool(call)
				if d == nil || !d.Settled(call.Line, model.InputSchemaPart) {
					return
				}
				for _, a := range designatedIn(call, d) {
					if a.value.IsInteger() {
						w.Judge(call.Event, a.pointer(), rangeFault(&a), RelAt("listing", d.Listing))
					}
				}
			}, "tools/call")
		},
	},
	{
		ID:       "transport.x-mcp-header-invalid-tool-not-called",
		Title:    "A tool with an invalid x-mcp-header is not called",
		Convicts: "Every tools/call over HTTP is a subject while some tool that was listed to this client has an invalid x-mcp-header. It convicts if the call names such a tool.",
		Spares:   "Calls over stdio; calls before the listing; tools that a later listing repaired or left out; integers out of range, which are a matter of values.",
		Party:    ByClient,
		At:       only2607,
		Run:      func(w *Watch) { (&invalidTools{Watch: w}).watch() },
	},
	{
		ID:       "transport.x-mcp-header-name-valid",
		Title:    "An x-mcp-header is a unique token at a property that fits into a header",
		Convicts: "Every x-mcp-header at a property of a listed tool's inputSchema is a subject. It convicts if it is no string, is empty or no token; if it equals, apart from case, another one of the same tool; or if the property's type is neither string, integer nor boolean.",
		Spares:   "A property without type or with several; an x-mcp-header that stands elsewhere in the schema, which is another rule's matter; equal names in different tools.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.annotations(func(tool, at string, a schema.Annotation, found *judgement) {
				if !a.Reachable {
					return
				}
				found.subjects++
				for _, f := range a.Faults {
					words := say("x-mcp-header %s of %s %s", a.Value.Compact(), tool, nameFaultWords(a, f))
					found.faults = append(found.faults, fault{at, words})
				}
			})
		},
	},
	{
		ID:       "transport.x-mcp-header-statically-reachable",
		Title:    "An x-mcp-header stands at a property that is reached through properties alone",
		Convicts: "Every x-mcp-header in a listed tool's inputSchema is a subject. It convicts at the root, and where anything but properties leads to it.",
		Spares:   "Properties that are named x-mcp-header; what stands in const, enum, default, examples or an unknown keyword, which is data; properties inside properties, however deep; a $ref beside it.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.annotations(func(_, at string, a schema.Annotation, found *judgement) {
				found.judge(at, reachFault(a))
			})
		},
	},
}

// judgeMirrored judges every designated argument of tools/call POSTs together with its header, where the
// client had to know the designation.
func judgeMirrored(judge func(*argument) (subject bool, fault string)) func(*Watch) {
	return func(w *Watch) {
		w.Posts(func(x *model.HTTPExchange) {
			p := w.mirrors(x)
			if len(p.arguments) == 0 || !p.settled() {
				return
			}
			for i := range p.arguments {
				a := &p.arguments[i]
				if subject, fault := judge(a); subject {
					w.Judge(x.Head, "header:"+a.header, fault, p.related(a.header)...)
				}
			}
		})
	}
}

// safeInteger is the largest integer that a float64 holds together with its neighbours.
const safeInteger = "9007199254740991"

func rangeFault(a *designated) string {
	if n := a.value.Num(); decimal.Compare(n, safeInteger) <= 0 && decimal.Compare(n, "-"+safeInteger) >= 0 {
		return ""
	}
	return say("argument %s %s is outside the safe range", a.ArgumentPointer(), a.value.Compact())
}

// annotations judges every x-mcp-header of listed tools, with the words for the tool and the pointer of the
// keyword.
func (w *Watch) annotations(judge func(tool, at string, a schema.Annotation, found *judgement)) {
	w.toolLists(func(tools model.Value, found *judgement) {
		for i, tool := range tools.Elems() {
			for _, a := range schema.AnnotationsOf(tool.Get("inputSchema")) {
				judge(toolWords(tool, i), model.Pointer("result", "tools", i, "inputSchema")+a.Pointer, a, found)
			}
		}
	})
}

func nameFaultWords(a schema.Annotation, f schema.NameFault) string {
	switch f.Kind {
	case schema.NotString:
		return "is no string"
	case schema.Empty:
		return "is empty"
	case schema.NoToken:
		return "is no token"
	case schema.Repeated:
		return say("equals the one at %s", strings.TrimSuffix(f.Other, "/x-mcp-header"))
	default:
		return say("stands at a property of type %s, want string, integer or boolean", a.Type.Compact())
	}
}

func reachFault(a schema.Annotation) string {
	at := strings.TrimSuffix(a.Pointer, "/x-mcp-header")
	switch {
	case a.Reachable:
		return ""
	case at == "":
		return "x-mcp-header stands at the root of inputSchema, want it at a property"
	default:
		return say("x-mcp-header at %s is reached through %s", at, a.Via)
	}
}

// invalidTools follows which tools were ever listed with an invalid x-mcp-header.
type invalidTools struct {
	*Watch
	names recent[string, bool]
}

func (c *invalidTools) watch() {
	var known recent[model.Fingerprint, []string] // the names of such tools, by list
	c.ResultsTo(func(_ *model.Request, a *model.Message) {
		tools, written := c.Watch.judge.listOf("tools/list", a)
		names, seen := known.lookup(written)
		if !seen {
			names = invalidNames(tools)
			known.put(written, names)
		}
		for _, name := range names {
			c.names.put(name, true)
		}
	}, "tools/list")
	c.Requests(func(call *model.Message) {
		if call.Transport == model.HTTP && call.Sender() == model.Client && !c.names.empty() {
			c.judge(call)
		}
	}, "tools/call")
}

func invalidNames(tools model.Value) []string {
	var names []string
	for _, tool := range tools.Elems() {
		if name := tool.Get("name"); name.IsString() && invalidAnnotation(tool) != nil {
			names = append(names, name.Str())
		}
	}
	return names
}

// invalidAnnotation is the first annotation of a tool that breaks a rule.
func invalidAnnotation(tool model.Value) *schema.Annotation {
	for _, a := range schema.AnnotationsOf(tool.Get("inputSchema")) {
		if !a.Reachable || len(a.Faults) > 0 {
			return &a
		}
	}
	return nil
}

func (c *invalidTools) judge(call *model.Message) {
	if name := call.Params().Get("name"); name.IsString() {
		if d, a := c.invalid(call, name.Str()); d != nil {
			c.Subject(call.Event)
			c.Convict(call.Event, "/params/name", say("call of tool %s, whose x-mcp-header %s is invalid", name.Compact(), a.Value.Compact()),
				RelAt("listing", d.Listing))
			return
		}
	}
	for name := range c.names.entries() {
		if d, _ := c.invalid(call, name); d != nil {
			c.Subject(call.Event)
			return
		}
	}
}

// invalid gives the definition in force of a tool that the client had to know as invalid.
func (c *invalidTools) invalid(call *model.Message, name string) (*model.Definition, *schema.Annotation) {
	if _, ever := c.names.lookup(name); !ever {
		return nil, nil
	}
	d := c.toolFor(call, name)
	if d == nil || !d.Settled(call.Line, model.InputSchemaPart) {
		return nil, nil
	}
	a := invalidAnnotation(d.Value)
	if a == nil {
		return nil, nil
	}
	return d, a
}
