// Package schema reads the JSON Schemas of a recording: which dialect they
// declare, whether they are valid in it, what they say about headers and forms,
// and whether a value conforms to them (M8, M16).
//
// Nothing is ever fetched (G1). Work is bounded by depth, size and counted
// steps, never by the clock, and what lies beyond a bound is not judged.
package schema

import (
	"strings"

	"mcpx/model"
)

const (
	maxDepth      = 64     // steps from the root to a subschema (M8, M16)
	maxSubschemas = 10_000 // below the root (M16)
)

// Dialect is a version of JSON Schema. Later dialects compare greater.
type Dialect int

// The dialects that have a name here. Draft03 is recognised, never judged.
const (
	UnknownDialect Dialect = iota
	Draft03
	Draft04
	Draft06
	Draft07
	Draft201909
	Draft202012
)

// String is the name of the dialect as people write it.
func (d Dialect) String() string {
	switch d {
	case Draft03:
		return "draft-03"
	case Draft04:
		return "draft-04"
	case Draft06:
		return "draft-06"
	case Draft07:
		return "draft-07"
	case Draft201909:
		return "2019-09"
	case Draft202012:
		return "2020-12"
	}
	return "unknown dialect"
}

// Known reports whether schemas of the dialect are judged (M16).
func (d Dialect) Known() bool { return d >= Draft04 }

// DeclarationForm says what stands at `$schema`.
type DeclarationForm int

// The forms of a declaration.
const (
	Undeclared DeclarationForm = iota // no `$schema`
	Declared                          // a string
	Malformed                         // something else
)

// Declaration is what a schema says about its dialect.
type Declaration struct {
	Form    DeclarationForm
	Dialect Dialect // 2020-12 where undeclared, unknown where malformed
}

// DeclarationOf reads `$schema` at the root of a schema. The scheme may be http
// or https, and an empty fragment is ignored.
func DeclarationOf(schema model.Value) Declaration {
	declared := schema.Get("$schema")
	switch {
	case !declared.Exists():
		return Declaration{Form: Undeclared, Dialect: Draft202012}
	case !declared.IsString():
		return Declaration{Form: Malformed}
	}
	return Declaration{Form: Declared, Dialect: dialectAt(declared.Str())}
}

// dialectAt names the dialect of an address.
func dialectAt(address string) Dialect {
	path, secure := strings.CutPrefix(address, "https://")
	if !secure {
		var plain bool
		if path, plain = strings.CutPrefix(address, "http://"); !plain {
			return UnknownDialect
		}
	}
	switch strings.TrimSuffix(path, "#") {
	case "json-schema.org/draft/2020-12/schema":
		return Draft202012
	case "json-schema.org/draft/2019-09/schema":
		return Draft201909
	case "json-schema.org/draft-07/schema":
		return Draft07
	case "json-schema.org/draft-06/schema":
		return Draft06
	case "json-schema.org/draft-04/schema":
		return Draft04
	case "json-schema.org/draft-03/schema":
		return Draft03
	}
	return UnknownDialect
}
