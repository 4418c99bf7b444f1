package schema

import (
	"bytes"
	"strings"

	"mcpx/checks/grammar"
	"mcpx/model"
)

// headerKeyword is the keyword of an annotation, headerPrefix what the names of
// the mirrored headers begin with.
const (
	headerKeyword = "x-mcp-header"
	headerPrefix  = "mcp-param-"
)

// Annotation is an `x-mcp-header` keyword in a schema position of a tool's
// `inputSchema` (M8).
type Annotation struct {
	Pointer   string      // of the keyword, from the inputSchema
	Value     model.Value // of the keyword
	Type      model.Value // the `type` beside it, perhaps absent
	Reachable bool
	Path      []string // of the argument, if reachable
	Via       string   // if unreachable, the first keyword on its way that is not `properties`; "" at the root
	Faults    []NameFault
}

// NameFaultKind is a way to break `transport.x-mcp-header-name-valid`.
type NameFaultKind int

// The ways, each a finding of its own.
const (
	NotString NameFaultKind = iota // the value is no string
	Empty                          // the value is the empty string
	NoToken                        // the value is no token
	Repeated                       // another annotation equals it without case
	WrongType                      // the property's type is a string that has no header form
)

// NameFault is one fault of a designation's name or property.
type NameFault struct {
	Kind  NameFaultKind
	Other string // of Repeated: pointer of the first equal annotation
}

// HeaderName is the name of the mirrored header in lower case.
func (a Annotation) HeaderName() string { return headerPrefix + lowerASCII(a.Value.Str()) }

// ArgumentPointer is the pointer of the mirrored argument inside `arguments`.
func (a Annotation) ArgumentPointer() string {
	var b strings.Builder
	for _, name := range a.Path {
		b.WriteString(model.Pointer(name))
	}
	return b.String()
}

// Annotations are all annotations of one `inputSchema`, in the order of the walk.
type Annotations []Annotation

// Valid reports whether no annotation breaks a rule: all are reachable and
// without fault. A tool without annotations is valid.
func (as Annotations) Valid() bool {
	for _, a := range as {
		if !a.Reachable || len(a.Faults) > 0 {
			return false
		}
	}
	return true
}

// InForce gives the designations of the tool. An invalid tool has none.
func (as Annotations) InForce() []Annotation {
	if !as.Valid() {
		return nil
	}
	return as
}

// AnnotationsOf reads the annotations of an `inputSchema` and judges the names
// of those that are reachable.
func AnnotationsOf(inputSchema model.Value) Annotations {
	if !mayAnnotate(inputSchema.Raw()) {
		return nil
	}
	var all Annotations
	for p := range Positions(inputSchema) {
		value := p.Value.Get(headerKeyword)
		if !value.Exists() {
			continue
		}
		a := Annotation{
			Pointer: p.Pointer + model.Pointer(headerKeyword), Value: value, Type: p.Value.Get("type"),
			Reachable: p.Reachable(), Via: p.Via,
		}
		if a.Reachable {
			a.Path = p.Path
		}
		all = append(all, a)
	}
	twins := twinsOf(all)
	for i := range all {
		if all[i].Reachable {
			all[i].Faults = nameFaults(all[i], twins)
		}
	}
	return all
}

// mayAnnotate spares most schemas the walk: the keyword stands in the text as it is, or with an escape.
func mayAnnotate(text []byte) bool {
	return bytes.Contains(text, []byte(headerKeyword)) || bytes.Contains(text, []byte(`\u`))
}

// twinsOf lists the pointers of the annotations that share a name without case.
func twinsOf(all Annotations) map[string][]string {
	twins := make(map[string][]string, len(all))
	for _, a := range all {
		if a.Value.IsString() {
			name := a.HeaderName()
			twins[name] = append(twins[name], a.Pointer)
		}
	}
	return twins
}

func nameFaults(a Annotation, twins map[string][]string) []NameFault {
	var faults []NameFault
	switch {
	case !a.Value.IsString():
		faults = append(faults, NameFault{Kind: NotString})
	case a.Value.Is(""):
		faults = append(faults, NameFault{Kind: Empty})
	case !grammar.Token(a.Value.Str()):
		faults = append(faults, NameFault{Kind: NoToken})
	}
	if a.Value.IsString() {
		for _, other := range twins[a.HeaderName()] {
			if other != a.Pointer {
				faults = append(faults, NameFault{Kind: Repeated, Other: other})
				break
			}
		}
	}
	if a.Type.IsString() && !a.Type.Is("string") && !a.Type.Is("integer") && !a.Type.Is("boolean") {
		faults = append(faults, NameFault{Kind: WrongType})
	}
	return faults
}

// lowerASCII folds the case of header names, which are ASCII.
func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}
