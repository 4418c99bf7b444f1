package model

import (
	"bytes"
	"sort"
)

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

// partDigest is enough of a digest to tell the definitions of one name apart.
type partDigest [8]byte

func digestPart(def Value, part DefinitionPart) (d partDigest) {
	sum := part.of(def).Digest()
	copy(d[:], sum[:])
	return d
}

// Definition is the definition of a tool or prompt that is in force for a request (M9).
type Definition struct {
	*element
	*shown
}

// element is a definition as a list result holds it. List results that are written the same have it in
// common.
type element struct {
	Name   string
	Method string // of the list, such as "tools/list"
	Value  Value  // absent if the list result names it more than once
	Index  int    // in the list result

	digests [partCount]*partDigest
}

// shown is a list result that shows definitions.
type shown struct {
	Listing Place
	Era     Era

	sender string // who got it
	scope  int    // see definitionKey
	facts  *Facts
}

// Part is the part of the definition that a rule depends on.
func (e *element) Part(p DefinitionPart) Value { return p.of(e.Value) }

// Pointer is the place of the definition in the listing.
func (e *element) Pointer() string {
	array, _, _ := ListKey(e.Method)
	return Pointer("result", array, e.Index)
}

func (e *element) digest(part DefinitionPart) partDigest {
	if e.digests[part] == nil {
		digest := digestPart(e.Value, part)
		e.digests[part] = &digest
	}
	return *e.digests[part]
}

// inherit takes over what is known of an earlier definition that is written the same.
func (e *element) inherit(older *element) {
	if e != older && bytes.Equal(e.Value.Raw(), older.Value.Raw()) {
		e.digests = older.digests
	}
}

func (d *Definition) key() definitionKey { return definitionKey{d.scope, d.Method, d.Name} }

// StableUntil reports that no later list result, up to and including the first one behind the line that
// names it, shows another definition in the part, and that no list_changed lies between the listing and
// the line. Where the recording has a gap behind the listing, or the history was too long to be kept, it
// cannot tell.
func (d *Definition) StableUntil(line int, part DefinitionPart) bool {
	f := d.facts
	if f.listChanged[d.Method].between(d.Listing.Line, line) || f.Gap(d.Listing.Line, f.LastLine) {
		return false
	}
	known := false
	for _, s := range f.definitions.of(d.key()) {
		if s.last < d.Listing.Line {
			continue
		}
		known = true
		if s.parts[part] != d.digest(part) {
			return false
		}
		if s.last > line {
			return f.definitions.whole(s.last)
		}
	}
	return known && f.definitions.lost == 0
}

// ConfirmedAfter reports that a list result behind the line names the definition.
func (d *Definition) ConfirmedAfter(line int) bool {
	states := d.facts.definitions.of(d.key())
	return len(states) > 0 && states[len(states)-1].last > line
}

// Settled reports that all list results up to the line that name it show the same in the part, and that none
// can be missing: a client may still act on an older one.
func (d *Definition) Settled(line int, part DefinitionPart) bool {
	known := false
	for _, s := range d.facts.definitions.of(d.key()) {
		if s.first > line {
			break
		}
		known = true
		if s.parts[part] != d.digest(part) {
			return false
		}
	}
	return known && d.facts.definitions.whole(line) && !d.facts.Gap(0, line)
}

// definitionKey names a definition. The scope is the line at which its session began, or 0 for the
// recording as a whole.
type definitionKey struct {
	scope  int
	method string
	name   string
}

// definitionState is a stretch of list results that show a definition with the same parts.
type definitionState struct {
	first, last int // lines of the first and last list result of the stretch
	parts       partDigests
}

type partDigests [partCount]partDigest

// definitionHistory is what the survey keeps of all list results, whoever got them.
type definitionHistory struct {
	byKey map[definitionKey]*definitionStates
	count int
	lost  int // line of the first list result that was not kept whole; 0 if none

	parts map[Fingerprint]partDigests // of definitions by how they are written
	lists map[listKey][]latestState
	names int // in all lists that are remembered
}

// definitionStates are the stretches of one definition, in order.
type definitionStates struct{ all []definitionState }

// listKey names a list result by how it is written.
type listKey struct {
	scope  int
	method string
	list   Fingerprint
}

// latestState is the stretch to which an element of a list result belongs, as long as it is the latest.
type latestState struct {
	*definitionStates
	at int
}

// historyBound is how many stretches are kept (C14).
const historyBound = 8 * remembered

// whole reports that nothing up to the line was lost.
func (h *definitionHistory) whole(line int) bool { return h.lost == 0 || line < h.lost }

func (h *definitionHistory) of(key definitionKey) []definitionState {
	if s := h.byKey[key]; s != nil {
		return s.all
	}
	return nil
}

// enter enters the elements of a list result. One that is written like an earlier one goes on with the
// stretches of that, unless others have begun since.
func (h *definitionHistory) enter(key listKey, items Value, line int) {
	if h.goOn(h.lists[key], line) {
		return
	}
	_, id, _ := ListKey(key.method)
	var latest []latestState
	whole := true
	for _, e := range items.Elems() {
		name := e.Get(id)
		if !name.IsString() {
			continue
		}
		s := h.add(definitionKey{key.scope, key.method, name.Str()}, line, e)
		if s == nil {
			whole = false
			continue
		}
		latest = append(latest, latestState{s, len(s.all) - 1})
	}
	if !whole {
		return
	}
	if h.names += len(latest); h.lists == nil || h.names > historyBound {
		h.lists, h.names = map[listKey][]latestState{}, len(latest)
	}
	h.lists[key] = latest
}

func (h *definitionHistory) goOn(list []latestState, line int) bool {
	for _, s := range list {
		if s.at != len(s.all)-1 {
			return false
		}
	}
	for _, s := range list {
		s.all[s.at].last = line
	}
	return len(list) > 0
}

// add enters an element of a list result; nil if there is no room for it.
func (h *definitionHistory) add(key definitionKey, line int, def Value) *definitionStates {
	parts := h.partsOf(def)
	s := h.byKey[key]
	if s != nil && s.all[len(s.all)-1].parts == parts {
		s.all[len(s.all)-1].last = line
		return s
	}
	if h.count == historyBound {
		if h.lost == 0 {
			h.lost = line
		}
		return nil
	}
	if s == nil {
		if h.byKey == nil {
			h.byKey = map[definitionKey]*definitionStates{}
		}
		s = &definitionStates{}
		h.byKey[key] = s
	}
	h.count++
	s.all = append(s.all, definitionState{line, line, parts})
	return s
}

// partsOf digests a definition. One that is written like an earlier one is recognised by its bytes, which
// costs far less than to bring it into canonical form.
func (h *definitionHistory) partsOf(def Value) partDigests {
	written := def.Fingerprint()
	parts, known := h.parts[written]
	if known {
		return parts
	}
	for p := range partCount {
		parts[p] = digestPart(def, p)
	}
	if h.parts == nil || len(h.parts) == remembered {
		h.parts = map[Fingerprint]partDigests{}
	}
	h.parts[written] = parts
	return parts
}

// changeLog holds the lines at which a list was said to have changed.
type changeLog struct {
	lines []int
	lost  int // line of the first change that was not kept; 0 if none
}

func (c *changeLog) add(line int) {
	if len(c.lines) < historyBound {
		c.lines = append(c.lines, line)
	} else if c.lost == 0 {
		c.lost = line
	}
}

// between reports that a change stands, or may stand, between two lines.
func (c *changeLog) between(from, to int) bool {
	if c == nil {
		return false
	}
	if c.lost > 0 && c.lost < to {
		return true
	}
	i := sort.SearchInts(c.lines, from+1)
	return i < len(c.lines) && c.lines[i] < to
}

// changed notes that a list changed, or may have.
func (f *Facts) changed(list string, line int) {
	if f.listChanged == nil {
		f.listChanged = map[string]*changeLog{}
	}
	if f.listChanged[list] == nil {
		f.listChanged[list] = &changeLog{}
	}
	f.listChanged[list].add(line)
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

// defines reports a list whose elements are definitions.
func defines(method string) bool { return method == "tools/list" || method == "prompts/list" }
