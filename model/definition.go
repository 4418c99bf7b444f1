package model

import "sort"

// A definition of a tool or prompt has parts; a rule depends on one of them (M9).
type DefinitionPart uint8

// The parts.
const (
	WholeDefinition  DefinitionPart = iota
	InputSchemaPart                 // of a tool
	OutputSchemaPart                // of a tool
	ArgumentsPart                   // of a prompt
	ExecutionPart                   // of a tool: execution.taskSupport
	partCount
)

func (p DefinitionPart) of(def Value) Value {
	switch p {
	case InputSchemaPart:
		return def.Get("inputSchema")
	case OutputSchemaPart:
		return def.Get("outputSchema")
	case ArgumentsPart:
		return def.Get("arguments")
	case ExecutionPart:
		return def.Get("execution")
	default:
		return def
	}
}

type definitionKey struct {
	scope  int // session ordinal at a handshake revision, else 0
	method string
	name   string
}

// definitionState is one stretch of list results that named a definition with the same parts.
type definitionState struct {
	first, last int // lines of the first and last list result of the stretch
	parts       [partCount][8]byte
}

// Definition is the definition of a tool or prompt that is in force for a request (M9).
type Definition struct {
	Name    string
	Method  string // of the list, such as "tools/list"
	Value   Value  // the element of the list result
	Listing *Message
	Pointer string // of the element in the listing
	facts   *Facts
	key     definitionKey
}

// Part is the part of the definition that a rule depends on.
func (d *Definition) Part(p DefinitionPart) Value { return p.of(d.Value) }

// StableUntil reports that no later list result, up to and including the first one behind the line that
// names it, shows another definition in the part, and that no list_changed lies between the listing and
// the line.
func (d *Definition) StableUntil(line int, part DefinitionPart) bool {
	changed := d.facts.listChanged[d.Method]
	if i := sort.SearchInts(changed, d.Listing.Line+1); i < len(changed) && changed[i] < line {
		return false
	}
	mine := digestPart(d.Value, part)
	for _, s := range d.facts.definitions[d.key] {
		if s.last <= d.Listing.Line {
			continue
		}
		if s.parts[part] != mine {
			return false
		}
		if s.last > line {
			return true
		}
	}
	return true
}

// ConfirmedAfter reports that a list result behind the line names the definition.
func (d *Definition) ConfirmedAfter(line int) bool {
	states := d.facts.definitions[d.key]
	return len(states) > 0 && states[len(states)-1].last > line
}

// Settled reports that all list results up to the line that name it show the same in the part: a client
// may still act on an older one.
func (d *Definition) Settled(line int, part DefinitionPart) bool {
	mine := digestPart(d.Value, part)
	for _, s := range d.facts.definitions[d.key] {
		if s.first <= line && s.parts[part] != mine {
			return false
		}
	}
	return true
}

func digestPart(def Value, part DefinitionPart) (d [8]byte) {
	sum := part.of(def).Digest()
	copy(d[:], sum[:])
	return d
}

// listed enters one element of a list result into the history that the survey keeps.
func (f *Facts) listed(key definitionKey, line int, def Value) {
	if f.definitions == nil {
		f.definitions = map[definitionKey][]definitionState{}
	}
	var s definitionState
	s.first, s.last = line, line
	for p := range partCount {
		s.parts[p] = digestPart(def, p)
	}
	states := f.definitions[key]
	if n := len(states); n > 0 && states[n-1].parts == s.parts {
		states[n-1].last = line
		return
	}
	if len(states) < remembered && len(f.definitions) < 16*remembered {
		f.definitions[key] = append(states, s)
	}
}

// ListKey names the array of a list result and the member that identifies an element.
func ListKey(method string) (array, key string, ok bool) {
	switch method {
	case "tools/list":
		return "tools", "name", true
	case "prompts/list":
		return "prompts", "name", true
	case "resources/list":
		return "resources", "uri", true
	case "resources/templates/list":
		return "resourceTemplates", "uriTemplate", true
	case "roots/list":
		return "roots", "uri", true
	}
	return "", "", false
}
