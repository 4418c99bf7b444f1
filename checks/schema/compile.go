package schema

import (
	"errors"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcpx/model"
	"mcpx/model/decimal"
)

// compiled is a schema ready to validate with, or the memory that it is not.
type compiled struct {
	root     *jsonschema.Schema // nil if the schema is not judged by
	source   model.Value
	patterns bool // regular expressions are involved
}

const (
	// rootAddress is where the library thinks the schema lives.
	rootAddress = "mcpx:///schema"

	maxSchemaSize = 256 << 10 // bytes

	// maxReferenceWork bounds references × subschemas: the library copies its
	// index for each reference into a place that is no schema position.
	maxReferenceWork = 4_000_000

	maxSize = "2147483647" // of keywords that the library keeps in an int
)

// refusing is the loader: no schema is ever fetched (G1).
type refusing struct{}

var errRefused = errors.New("schemas are not fetched")

// Load refuses.
func (refusing) Load(string) (any, error) { return nil, errRefused }

// compile prepares a schema in a dialect. The root stays nil if the schema does
// not compile or cannot be judged by for certain.
func compile(d Dialect, schema model.Value) *compiled {
	c := &compiled{source: schema}
	draft := draftOf(d)
	if draft == nil || len(schema.Raw()) > maxSchemaSize {
		return c
	}
	if _, verdict := validIn(d, schema); verdict != Sound || !selfContained(d, schema) || !ordinarySizes(schema) {
		return c
	}
	doc, ok := plain(schema)
	if !ok {
		return c
	}
	root, err := compileDocument(draft, doc)
	if err != nil {
		return c
	}
	in := inspection{version: versionOf(d), seen: make(map[*jsonschema.Schema]bool)}
	if !in.clear(root) {
		return c
	}
	c.root, c.patterns = root, in.patterns
	return c
}

// compileDocument runs the library, which panics on some schemas that it cannot
// index. Such a schema does not compile.
func compileDocument(draft *jsonschema.Draft, doc any) (root *jsonschema.Schema, err error) {
	defer func() {
		if recover() != nil {
			root, err = nil, errUnindexed
		}
	}()
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(draft)
	compiler.UseLoader(refusing{})
	compiler.UseRegexpEngine(portableRegexp)
	if err := compiler.AddResource(rootAddress, doc); err != nil {
		return nil, err
	}
	return compiler.Compile(rootAddress)
}

var errUnindexed = errors.New("the schema cannot be indexed")

func draftOf(d Dialect) *jsonschema.Draft {
	switch d {
	case Draft04:
		return jsonschema.Draft4
	case Draft06:
		return jsonschema.Draft6
	case Draft07:
		return jsonschema.Draft7
	case Draft201909:
		return jsonschema.Draft2019
	case Draft202012:
		return jsonschema.Draft2020
	}
	return nil
}

// versionOf is the library's number of a dialect.
func versionOf(d Dialect) int {
	switch d {
	case Draft04:
		return 4
	case Draft06:
		return 6
	case Draft07:
		return 7
	case Draft201909:
		return 2019
	}
	return 2020
}

// selfContained reports a schema in one dialect with a bearable number of
// references. A subschema with a `$schema` of its own reads differently to
// different validators.
func selfContained(d Dialect, schema model.Value) bool {
	positions := 0
	references := make(map[string]bool)
	for p := range Positions(schema) {
		positions++
		if p.Depth > 0 && p.Value.Has("$schema") {
			declared := DeclarationOf(p.Value)
			if declared.Form != Declared || declared.Dialect != d {
				return false
			}
		}
		if ref := p.Value.Get("$ref"); ref.IsString() {
			references[ref.Str()] = true
		}
	}
	return positions*len(references) <= maxReferenceWork
}

// ordinarySizes reports that no size keyword, wherever it stands, is too large
// for the int that the library keeps it in.
func ordinarySizes(v model.Value) bool {
	for name, member := range v.Members() {
		switch name {
		case "minLength", "maxLength", "minItems", "maxItems",
			"minProperties", "maxProperties", "minContains", "maxContains":
			if member.IsNumber() && decimal.Compare(member.Num(), maxSize) > 0 {
				return false
			}
		}
		if !ordinarySizes(member) {
			return false
		}
	}
	for _, element := range v.Elems() {
		if !ordinarySizes(element) {
			return false
		}
	}
	return true
}

// inspection looks at what was compiled.
type inspection struct {
	version  int
	patterns bool
	seen     map[*jsonschema.Schema]bool
}

// clear reports that everything reachable from s may be judged by, and makes
// `format` the annotation that it is. Dynamic references are left alone, since
// the bound on work could not follow them; so is the `dependencies` of 2019-09
// and later, where it is no keyword any more and validators differ.
func (in *inspection) clear(s *jsonschema.Schema) bool {
	if s == nil || in.seen[s] {
		return true
	}
	in.seen[s] = true
	switch {
	case s.DraftVersion != in.version,
		!strings.HasPrefix(s.Location, rootAddress+"#"), // a meta-schema that the library brings along
		s.RecursiveRef != nil, s.DynamicRef != nil,
		s.DraftVersion >= 2019 && s.Dependencies != nil:
		return false
	}
	s.Format = nil
	in.patterns = in.patterns || s.Pattern != nil || s.PatternProperties != nil
	return !slices.ContainsFunc(slices.Concat(inPlace(s), belowObject(s), belowArray(s)), func(sub *jsonschema.Schema) bool {
		return !in.clear(sub)
	})
}

// inPlace gives the subschemas that see the same value.
func inPlace(s *jsonschema.Schema) []*jsonschema.Schema {
	subs := []*jsonschema.Schema{s.Ref, s.Not, s.If, s.Then, s.Else}
	subs = append(subs, s.AllOf...)
	subs = append(subs, s.AnyOf...)
	subs = append(subs, s.OneOf...)
	for _, sub := range s.DependentSchemas {
		subs = append(subs, sub)
	}
	for _, dependency := range s.Dependencies {
		if sub, ok := dependency.(*jsonschema.Schema); ok {
			subs = append(subs, sub)
		}
	}
	return slices.DeleteFunc(subs, func(sub *jsonschema.Schema) bool { return sub == nil })
}

// belowObject gives the subschemas that see members or names of an object.
func belowObject(s *jsonschema.Schema) []*jsonschema.Schema {
	subs := []*jsonschema.Schema{s.PropertyNames, s.UnevaluatedProperties}
	for _, sub := range s.Properties {
		subs = append(subs, sub)
	}
	for _, sub := range s.PatternProperties {
		subs = append(subs, sub)
	}
	if sub, ok := s.AdditionalProperties.(*jsonschema.Schema); ok {
		subs = append(subs, sub)
	}
	return slices.DeleteFunc(subs, func(sub *jsonschema.Schema) bool { return sub == nil })
}

// belowArray gives the subschemas that see elements of an array.
func belowArray(s *jsonschema.Schema) []*jsonschema.Schema {
	subs := []*jsonschema.Schema{s.Items2020, s.Contains, s.UnevaluatedItems}
	subs = append(subs, s.PrefixItems...)
	for _, held := range []any{s.Items, s.AdditionalItems} {
		switch held := held.(type) {
		case *jsonschema.Schema:
			subs = append(subs, held)
		case []*jsonschema.Schema:
			subs = append(subs, held...)
		}
	}
	return slices.DeleteFunc(subs, func(sub *jsonschema.Schema) bool { return sub == nil })
}
