package schema

import (
	"net/url"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"mcpx/model"
)

// Policy says which dialect a schema without `$schema` is in.
type Policy int

// The policies of the revisions.
const (
	Default202012 Policy = iota // 2025-11-25 and later name a default
	DefaultOpen                 // 2025-06-18 does not: what 2020-12 or draft-07 accepts, conforms
)

// Outcome says whether a value conforms to a schema.
type Outcome int

// The outcomes of [Validator.Conforms].
const (
	Unjudged Outcome = iota // the schema or the value cannot be judged for certain
	Conforms
	Violates
)

// Conformance is an outcome and, for a violation, where it is.
type Conformance struct {
	Outcome Outcome
	Pointer string // into the instance
	Text    string // such as: got "12", want type "integer"
}

// Validator judges values by schemas and remembers the schemas it has compiled,
// since a server sends results of one tool again and again. The zero value is
// ready. It is for one goroutine.
type Validator struct {
	compiled map[cacheKey]*compiled
}

// cacheKey is the content of a schema and the dialect it was read in.
type cacheKey struct {
	digest  [32]byte
	dialect Dialect
}

// maxCompiled bounds what a Validator remembers. It forgets all at once, which
// costs time and nothing else.
const maxCompiled = 256

// Conforms judges an instance as tools.structured-content-conforms has it.
// `format` is an annotation. A schema that is not valid in its dialect, that
// refers outside of itself, or that reads differently to different validators
// leaves the instance unjudged.
func (val *Validator) Conforms(schema, instance model.Value, policy Policy) Conformance {
	d := DeclarationOf(schema)
	if !d.Dialect.Known() {
		return Conformance{Outcome: Unjudged}
	}
	first := val.conformsIn(d.Dialect, schema, instance)
	if d.Form == Declared || policy == Default202012 || first.Outcome == Conforms {
		return first
	}
	second := val.conformsIn(Draft07, schema, instance)
	switch {
	case second.Outcome == Conforms:
		return second
	case first.Outcome == Violates && second.Outcome == Violates:
		return first
	}
	return Conformance{Outcome: Unjudged}
}

func (val *Validator) conformsIn(d Dialect, schema, instance model.Value) Conformance {
	key := cacheKey{schema.Digest(), d}
	c, found := val.compiled[key]
	if !found {
		c = compile(d, schema)
		if val.compiled == nil || len(val.compiled) >= maxCompiled {
			val.compiled = make(map[cacheKey]*compiled)
		}
		val.compiled[key] = c
	}
	return c.judge(instance)
}

// judge validates an instance within the bounds.
func (c *compiled) judge(instance model.Value) Conformance {
	if c.root == nil {
		return Conformance{Outcome: Unjudged}
	}
	value, ok := plain(instance)
	if !ok || c.patterns && !plainText(value) || !affordable(c.root, value) {
		return Conformance{Outcome: Unjudged}
	}
	err := c.root.Validate(value)
	if err == nil {
		return Conformance{Outcome: Conforms}
	}
	failure, ok := err.(*jsonschema.ValidationError)
	if !ok {
		return Conformance{Outcome: Unjudged}
	}
	leaves := leavesOf(failure, nil)
	if len(leaves) == 0 || slices.ContainsFunc(leaves, uncertain) {
		return Conformance{Outcome: Unjudged}
	}
	return c.firstOf(leaves, instance)
}

// leavesOf gathers the failures that say what is wrong, not which way led there.
// Alternatives are one failure: none of their branches is the culprit.
func leavesOf(e *jsonschema.ValidationError, leaves []*jsonschema.ValidationError) []*jsonschema.ValidationError {
	switch e.ErrorKind.(type) {
	case *kind.Schema, *kind.Group, *kind.Reference, *kind.AllOf:
		for _, cause := range e.Causes {
			leaves = leavesOf(cause, leaves)
		}
		return leaves
	}
	return append(leaves, e)
}

// uncertain reports a failure of the schema or the library, not of the instance.
func uncertain(e *jsonschema.ValidationError) bool {
	switch e.ErrorKind.(type) {
	case nil, *kind.RefCycle, *kind.InvalidJsonValue:
		return true
	}
	return slices.ContainsFunc(e.Causes, func(cause *jsonschema.ValidationError) bool {
		// Causes below a negation carry no kind; they are no evidence of doubt.
		return cause.ErrorKind != nil && uncertain(cause)
	})
}

// firstOf chooses the violation that is first in pointer order, so that the
// order in which the library visits members does not matter.
func (c *compiled) firstOf(leaves []*jsonschema.ValidationError, instance model.Value) Conformance {
	var first Conformance
	for i, leaf := range leaves {
		pointer := pointerOf(leaf.InstanceLocation)
		at, _ := instance.Find(pointer)
		next := Conformance{Violates, pointer, c.describe(leaf, at)}
		if i == 0 || next.Pointer < first.Pointer || next.Pointer == first.Pointer && next.Text < first.Text {
			first = next
		}
	}
	return first
}

func pointerOf(tokens []string) string {
	var b strings.Builder
	for _, token := range tokens {
		b.WriteString(model.Pointer(token))
	}
	return b.String()
}

// describe says what was got and which keyword of the schema wanted something else.
func (c *compiled) describe(e *jsonschema.ValidationError, at model.Value) string {
	got := "got " + at.Compact() + ", want "
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		return "missing " + quotedList(k.Missing)
	case *kind.Dependency:
		return "missing " + quotedList(k.Missing) + " beside " + model.Quote(k.Prop)
	case *kind.DependentRequired:
		return "missing " + quotedList(k.Missing) + " beside " + model.Quote(k.Prop)
	case *kind.AdditionalProperties:
		return "got " + quotedList(k.Properties) + ", want no additional properties"
	case *kind.FalseSchema:
		return got + "nothing here"
	case *kind.Not:
		return got + c.wanted(e, "not")
	}
	if path := e.ErrorKind.KeywordPath(); len(path) > 0 {
		return got + c.wanted(e, path[0])
	}
	return got + "another value"
}

// wanted quotes the keyword of the schema that failed.
func (c *compiled) wanted(e *jsonschema.ValidationError, keyword string) string {
	if value, ok := c.keywordAt(e.SchemaURL, keyword); ok {
		return keyword + " " + value.Compact()
	}
	return keyword
}

// keywordAt finds a keyword of the schema by the library's address of it.
func (c *compiled) keywordAt(address, keyword string) (model.Value, bool) {
	_, fragment, _ := strings.Cut(address, "#")
	pointer, err := url.PathUnescape(fragment)
	if err != nil {
		return model.Value{}, false
	}
	return c.source.Find(pointer + model.Pointer(keyword))
}

// quotedList lists names in an order of its own.
func quotedList(names []string) string {
	names = slices.Sorted(slices.Values(names))
	for i, name := range names {
		names[i] = model.Quote(name)
	}
	return model.Clip(strings.Join(names, ", "))
}
