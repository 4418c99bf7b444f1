package schema

import (
	"strings"

	"mcpx/model"
	"mcpx/model/decimal"
)

// Verdict is the outcome of judging a schema.
type Verdict int

// The outcomes of [Valid].
const (
	NoSubject Verdict = iota // no object, no known dialect, or beyond the bounds of M16
	Sound                    // follows the meta-schema of its dialect
	Faulty                   // breaks it
)

// Fault is a place where a schema breaks its meta-schema.
type Fault struct {
	Pointer string // from the schema's root
	Text    string // such as: required true, want an array of different strings
}

// Valid judges a schema by the meta-schema of the dialect that it declares, as
// base.schemas-valid-for-dialect has it, and gives its first fault in pointer
// order.
func Valid(schema model.Value) (Fault, Verdict) {
	if !schema.IsObject() {
		return Fault{}, NoSubject
	}
	d := DeclarationOf(schema)
	if d.Form == Malformed {
		return Fault{"/$schema", "$schema " + schema.Get("$schema").Compact() + ", want a string"}, Faulty
	}
	return validIn(d.Dialect, schema)
}

// validIn judges a schema by the meta-schema of a dialect.
func validIn(d Dialect, schema model.Value) (Fault, Verdict) {
	if _, repeated := schema.DuplicateName(); repeated || !d.Known() {
		return Fault{}, NoSubject
	}
	e := examiner{dialect: d}
	e.subschema(place{value: schema})
	switch {
	case e.beyond:
		return Fault{}, NoSubject
	case e.faulty:
		return e.first, Faulty
	}
	return Fault{}, Sound
}

// place is a value inside the schema and how to get there.
type place struct {
	value   model.Value
	pointer string
	depth   int // of the schema around it
}

func (p place) member(name string, v model.Value) place {
	return place{v, p.pointer + model.Pointer(name), p.depth}
}

func (p place) element(i int, v model.Value) place {
	return place{v, p.pointer + model.Pointer(i), p.depth}
}

// examiner walks a schema by the keywords of its dialect.
type examiner struct {
	dialect Dialect
	entered int
	beyond  bool // the bounds of M16 were met; nothing else matters then
	faulty  bool
	first   Fault
}

// report keeps the first fault in pointer order, the order of a report (G17).
func (e *examiner) report(pointer, text string) {
	f := Fault{Pointer: pointer, Text: text}
	if !e.faulty || f.Pointer < e.first.Pointer || f.Pointer == e.first.Pointer && f.Text < e.first.Text {
		e.first = f
	}
	e.faulty = true
}

// subschema enters a schema; p.depth is its own depth.
func (e *examiner) subschema(p place) {
	if p.depth > 0 {
		e.entered++
	}
	if p.depth > maxDepth || e.entered > maxSubschemas {
		e.beyond = true
	}
	if e.beyond {
		return
	}
	switch {
	case p.value.Kind() == model.Bool && e.dialect >= Draft06:
		return
	case !p.value.IsObject() && e.dialect >= Draft06:
		e.report(p.pointer, "subschema "+p.value.Compact()+", want an object or a boolean")
		return
	case !p.value.IsObject():
		e.report(p.pointer, "subschema "+p.value.Compact()+", want an object")
		return
	}
	if declared := DeclarationOf(p.value); declared.Form == Declared && declared.Dialect != e.dialect {
		return // M16: another dialect is not entered
	}
	e.keywords(p)
}

func (e *examiner) keywords(p place) {
	lone := e.dialect <= Draft07 && p.value.Get("$ref").IsString()
	for keyword, value := range p.value.Members() {
		// Up to draft-07 a reference stands alone: what is beside it must be
		// ignored, so its faults harm nobody. Definitions may be referred to.
		if lone && keyword != "definitions" {
			continue
		}
		s := shapeOf(e.dialect, keyword)
		at := p.member(keyword, value)
		if !e.hasShape(s, at) {
			fault := keyword + " " + value.Compact()
			if s != typeNames {
				fault += ", want " + s.wants()
			}
			e.report(at.pointer, fault)
		}
	}
	if !lone && e.dialect == Draft04 {
		e.limitPresent(p, "exclusiveMaximum", "maximum")
		e.limitPresent(p, "exclusiveMinimum", "minimum")
	}
}

// limitPresent holds draft-04 to the limit that its boolean keyword sharpens.
func (e *examiner) limitPresent(p place, keyword, limit string) {
	if p.value.Has(keyword) && !p.value.Has(limit) {
		e.report(p.pointer+"/"+keyword, keyword+" without "+limit)
	}
}

// hasShape judges a keyword's value and enters the subschemas it holds, which
// report for themselves.
func (e *examiner) hasShape(s shape, at place) bool {
	v := at.value
	switch s {
	case subschema:
		e.below(at, v)
		return true
	case subschemaOrBool:
		if v.Kind() != model.Bool {
			e.below(at, v)
		}
		return true
	case subschemaOrMany:
		if !v.IsArray() {
			e.below(at, v)
			return true
		}
		return e.each(at)
	case subschemas:
		return e.each(at)
	case subschemasByName:
		return e.eachMember(at)
	case dependencyByName:
		return e.eachDependency(at)
	}
	return scalarShape(s, v) && arrayShape(s, v)
}

// below enters a subschema directly below a keyword.
func (e *examiner) below(at place, v model.Value) {
	e.subschema(place{v, at.pointer, at.depth + 1})
}

func (e *examiner) each(at place) bool {
	for i, element := range at.value.Elems() {
		e.below(at.element(i, element), element)
	}
	return at.value.IsArray() && at.value.Len() > 0
}

func (e *examiner) eachMember(at place) bool {
	for name, member := range at.value.Members() {
		e.below(at.member(name, member), member)
	}
	return at.value.IsObject()
}

// eachDependency enters the members that are schemas; the others are names.
func (e *examiner) eachDependency(at place) bool {
	wanted := from(e.dialect, Draft06, names, filledNames)
	for name, member := range at.value.Members() {
		m := at.member(name, member)
		switch {
		case !member.IsArray():
			e.below(m, member)
		case !arrayShape(wanted, member):
			e.report(m.pointer, "dependencies "+member.Compact()+", want "+wanted.wants())
		}
	}
	return at.value.IsObject()
}

func scalarShape(s shape, v model.Value) bool {
	switch s {
	case text:
		return v.IsString()
	case boolean:
		return v.Kind() == model.Bool
	case number:
		return v.IsNumber()
	case positiveNumber:
		return v.IsNumber() && decimal.Compare(v.Num(), "0") > 0
	case count:
		return v.IsInteger() && decimal.Compare(v.Num(), "0") >= 0
	case plainID:
		_, fragment, _ := strings.Cut(v.Str(), "#")
		return v.IsString() && fragment == ""
	case anchor2019:
		return v.IsString() && plainName(v.Str(), "", "-_:.")
	case anchor2020:
		return v.IsString() && plainName(v.Str(), "_", "-_.")
	}
	return true
}

// plainName reports ASCII letters and digits with a letter first; further
// characters may stand first, or later.
func plainName(s, first, later string) bool {
	for i, r := range s {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
		switch {
		case letter:
		case i == 0 && !strings.ContainsRune(first, r):
			return false
		case i > 0 && !('0' <= r && r <= '9') && !strings.ContainsRune(later, r):
			return false
		}
	}
	return s != ""
}

func arrayShape(s shape, v model.Value) bool {
	switch s {
	case array:
		return v.IsArray()
	case filledArray:
		return v.IsArray() && v.Len() > 0
	case names:
		return v.IsArray() && different(v, anyName)
	case filledNames:
		return v.IsArray() && v.Len() > 0 && different(v, anyName)
	case typeNames:
		return v.IsString() && typeName(v.Str()) || v.IsArray() && v.Len() > 0 && different(v, typeName)
	case namesByName:
		for _, member := range v.Members() {
			if !arrayShape(names, member) {
				return false
			}
		}
		return v.IsObject()
	case vocabularies:
		for _, member := range v.Members() {
			if member.Kind() != model.Bool {
				return false
			}
		}
		return v.IsObject()
	}
	return true
}

// different reports an array of strings without repetition that all are allowed.
func different(v model.Value, allowed func(string) bool) bool {
	seen := make(map[string]bool, v.Len())
	for _, element := range v.Elems() {
		s := element.Str()
		if !element.IsString() || seen[s] || !allowed(s) {
			return false
		}
		seen[s] = true
	}
	return true
}

func anyName(string) bool { return true }

func typeName(s string) bool {
	switch s {
	case "array", "boolean", "integer", "null", "number", "object", "string":
		return true
	}
	return false
}
