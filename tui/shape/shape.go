// Package shape says in a few words what a JSON Schema allows: "string", "integer 1..10", "string[]". It is
// for reading, not for judging: what it does not know it leaves out.
package shape

import (
	"strings"

	"mcpx/model"
)

const (
	// deepest is how far into a schema is looked.
	deepest = 3
	// mostNames is how many names or alternatives are listed.
	mostNames = 4
	// longestValue is how many bytes of a constant are shown.
	longestValue = 24
)

// Of is the shape of a schema; "any" if it allows everything, as far as can be told. The text is as
// untrusted as the schema.
func Of(schema model.Value) string { return of(schema, deepest) }

func of(schema model.Value, depth int) string {
	switch {
	case schema.Kind() == model.Bool && !schema.IsTrue():
		return "nothing"
	case !schema.IsObject():
		return "any"
	case schema.Has("const"):
		return value(schema.Get("const"))
	case schema.Get("enum").IsArray():
		return options(schema.Get("enum"), value)
	case schema.Get("$ref").IsString():
		return "→ " + lastName(schema.Get("$ref").Str())
	}
	inner := func(v model.Value) string { return of(v, depth-1) }
	for _, word := range [...]string{"anyOf", "oneOf"} {
		if some := schema.Get(word); some.IsArray() && !schema.Has("type") {
			if depth == 0 {
				return "any"
			}
			return options(some, inner)
		}
	}
	if kinds := schema.Get("type"); kinds.IsArray() {
		return options(kinds, model.Value.Str)
	}
	return single(schema, depth)
}

// single is the shape of a schema with one type, or with none.
func single(schema model.Value, depth int) string {
	kind := schema.Get("type").Str()
	switch {
	case kind == "array" || kind == "" && schema.Has("items"):
		return list(schema, depth)
	case kind == "object" || kind == "" && schema.Has("properties"):
		return object(schema, depth)
	case kind == "":
		return "any"
	case kind == "string" && schema.Get("format").IsString():
		return "string " + schema.Get("format").Str()
	case kind == "string":
		return kind + span(schema, "minLength", "maxLength", " long")
	default:
		return kind + span(schema, "minimum", "maximum", "")
	}
}

func list(schema model.Value, depth int) string {
	items := schema.Get("items")
	if !items.IsObject() || depth == 0 {
		return "array" + span(schema, "minItems", "maxItems", " items")
	}
	of := of(items, depth-1)
	if strings.ContainsAny(of, " |") {
		of = "(" + of + ")"
	}
	return of + "[]" + span(schema, "minItems", "maxItems", " items")
}

func object(schema model.Value, depth int) string {
	if depth == 0 || schema.Get("properties").Len() == 0 {
		return "object"
	}
	var names []string
	for _, p := range Members(schema) {
		names = append(names, p.short())
	}
	return "{" + strings.Join(few(names), ", ") + "}"
}

// span is a range of numbers, as " 1..10" or " 1..".
func span(schema model.Value, least, most, unit string) string {
	low, high := schema.Get(least).Num(), schema.Get(most).Num()
	if low == "0" && high == "" || low == "" && high == "" {
		return ""
	}
	return " " + low + ".." + high + unit
}

// options joins alternatives.
func options(some model.Value, each func(model.Value) string) string {
	var names []string
	for i, v := range some.Elems() {
		if i > mostNames {
			break
		}
		names = append(names, each(v))
	}
	return strings.Join(few(names), " | ")
}

// few leaves out what is more than can be listed.
func few(names []string) []string {
	if len(names) > mostNames {
		return append(names[:mostNames:mostNames], "…")
	}
	return names
}

// value is a constant as written, or its beginning.
func value(v model.Value) string {
	raw := string(v.Raw())
	if len(raw) <= longestValue {
		return raw
	}
	return strings.ToValidUTF8(raw[:longestValue], "") + "…"
}

func lastName(ref string) string { return ref[strings.LastIndexByte(ref, '/')+1:] }

// Member is a property of an object.
type Member struct {
	Name     string
	Required bool
	Schema   model.Value
}

func (m *Member) short() string {
	if m.Required {
		return m.Name
	}
	return m.Name + "?"
}

// Brief is the member with its shape: "days? integer 1..10".
func (m *Member) Brief() string { return m.short() + " " + Of(m.Schema) }

// Says is the shape in full: whether the member is required, what it is without, and what it is for.
func (m *Member) Says() string { return Says(m.Schema, m.Required) }

// Says is the shape of a property, whether it is required, what it is without, and what it is for.
func Says(schema model.Value, required bool) string {
	text := Of(schema)
	if required {
		text += " (required)"
	}
	if d := schema.Get("default"); d.Exists() {
		text += " = " + value(d)
	}
	for _, word := range [...]string{"description", "title"} {
		if about := schema.Get(word); about.IsString() && about.Str() != "" {
			return text + "  " + strings.Join(strings.Fields(about.Str()), " ")
		}
	}
	return text
}

// mostMembers bounds the members that are looked at.
const mostMembers = 256

// Members are the properties of an object's schema, in the order written.
func Members(schema model.Value) []Member {
	required := map[string]bool{}
	for i, name := range schema.Get("required").Elems() {
		if i == mostMembers {
			break
		}
		required[name.Str()] = true
	}
	var all []Member
	for name, v := range schema.Get("properties").Members() {
		if len(all) == mostMembers {
			break
		}
		all = append(all, Member{name, required[name], v})
	}
	return all
}
