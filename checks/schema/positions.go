package schema

import (
	"iter"

	"mcpx/model"
)

// Position is a place of a schema where a schema stands (M8).
type Position struct {
	Pointer string
	Value   model.Value
	Depth   int      // steps from the root
	Path    []string // names of the properties on the way, while all steps are `properties`
	Via     string   // the first keyword on the way that is not `properties`, else ""
}

// Reachable reports whether the way from the root consists of one or more
// `properties` steps only.
func (p Position) Reachable() bool { return p.Depth > 0 && p.Via == "" }

// Positions walks the schema positions of M8, parents before children and
// members in the order written. The list of keywords is the union of all
// dialects. What stands inside `const`, `enum`, `default`, `examples` and
// unknown keywords is data and not visited. The walk stops at depth 64.
func Positions(schema model.Value) iter.Seq[Position] {
	return func(yield func(Position) bool) {
		walk(Position{Value: schema}, yield)
	}
}

func walk(p Position, yield func(Position) bool) bool {
	if !yield(p) {
		return false
	}
	if p.Depth == maxDepth {
		return true
	}
	for keyword, value := range p.Value.Members() {
		for child := range children(p, keyword, value) {
			if !walk(child, yield) {
				return false
			}
		}
	}
	return true
}

// children yields the positions directly below one keyword.
func children(p Position, keyword string, value model.Value) iter.Seq[Position] {
	return func(yield func(Position) bool) {
		holds := holdingOf(keyword)
		if holds == oneSchema || holds == oneSchemaOrMany && !value.IsArray() {
			yield(p.below(keyword, "", model.Pointer(keyword), value))
			return
		}
		if holds == manySchemas || holds == oneSchemaOrMany {
			for i, element := range value.Elems() {
				if !yield(p.below(keyword, "", model.Pointer(keyword, i), element)) {
					return
				}
			}
		}
		if holds == namedSchemas {
			for name, member := range value.Members() {
				if !yield(p.below(keyword, name, model.Pointer(keyword, name), member)) {
					return
				}
			}
		}
	}
}

func (p Position) below(keyword, name, pointer string, value model.Value) Position {
	child := Position{Pointer: p.Pointer + pointer, Value: value, Depth: p.Depth + 1, Via: p.Via}
	switch {
	case child.Via != "":
	case keyword == "properties":
		child.Path = append(p.Path[:len(p.Path):len(p.Path)], name)
	default:
		child.Via = keyword
	}
	return child
}

// holding is how a keyword holds subschemas.
type holding int

const (
	noSchemas holding = iota
	oneSchema
	manySchemas
	oneSchemaOrMany
	namedSchemas
)

func holdingOf(keyword string) holding {
	switch keyword {
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
		return namedSchemas
	case "allOf", "anyOf", "oneOf", "prefixItems":
		return manySchemas
	case "items":
		return oneSchemaOrMany
	case "additionalItems", "contains", "additionalProperties", "propertyNames",
		"unevaluatedItems", "unevaluatedProperties", "if", "then", "else", "not", "contentSchema":
		return oneSchema
	}
	return noSchemas
}
