package schema

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"mcpx/checks/grammar"
	"mcpx/model"
	"mcpx/model/decimal"
)

// FormProblem is one thing wrong with a form or with what was filled in.
type FormProblem struct {
	Pointer string // into the content or the schema; "" is the whole
	Text    string
}

// FormProblems compares the content of an accepted elicitation with the
// `requestedSchema`, as elicitation.response-matches-schema has it: one problem
// for content that is no object, else at most one a property. What mcpx cannot
// read of a schema wants nothing.
func FormProblems(requestedSchema, content model.Value) []FormProblem {
	if !readableForm(requestedSchema) {
		return nil
	}
	required := requiredNames(requestedSchema)
	if !content.IsObject() {
		if content.Given() || len(required) > 0 {
			return []FormProblem{{Text: "content is " + content.Compact() + ", requestedSchema wants an object"}}
		}
		return nil
	}
	var problems []FormProblem
	report := func(name, text string) {
		if text != "" {
			problems = append(problems, FormProblem{model.Pointer(name), member(name) + " " + text})
		}
	}
	for name, property := range requestedSchema.Get("properties").Members() {
		if value := content.Get(name); value.Exists() {
			report(name, fieldProblem(property, value))
		}
	}
	reported := make(map[string]bool)
	for _, name := range required {
		if !content.Has(name) && !reported[name] {
			reported[name] = true
			report(name, "is missing, requestedSchema requires it")
		}
	}
	return problems
}

// member names a member of the content in a sentence.
func member(name string) string {
	for _, r := range name {
		if r >= utf8.RuneSelf || !isAlphanumeric(byte(r)) && r != '_' && r != '-' {
			return "content[" + model.Quote(name) + "]"
		}
	}
	if name == "" {
		return `content[""]`
	}
	return "content." + name
}

// readableForm reports a schema object whose keywords mean what they say here.
// Draft-04 knows no `const`.
func readableForm(requestedSchema model.Value) bool {
	d := DeclarationOf(requestedSchema)
	return requestedSchema.IsObject() && d.Dialect >= Draft06 && !requestedSchema.Has("$ref")
}

func requiredNames(requestedSchema model.Value) []string {
	var names []string
	for _, name := range requestedSchema.Get("required").Elems() {
		if name.IsString() {
			names = append(names, name.Str())
		}
	}
	return names
}

// fieldProblem compares a value with its property's schema and gives the first
// thing that is wrong.
func fieldProblem(property, value model.Value) string {
	if !property.IsObject() || property.Has("$ref") {
		return ""
	}
	fits, wanted, readable := primitiveType(property.Get("type"), value)
	switch {
	case !readable:
		return ""
	case !fits:
		return is(value) + wanted
	}
	for _, problem := range []func(property, value model.Value) string{
		choiceProblem, selectionProblem, sizeProblem, rangeProblem, formatProblem,
	} {
		if text := problem(property, value); text != "" {
			return text
		}
	}
	return ""
}

func is(value model.Value) string { return "is " + value.Compact() + ", requestedSchema wants " }

// primitiveType tests a value against the `type` of a form field. A type that
// is absent allows all; one that no form field has is not readable.
func primitiveType(declared, value model.Value) (fits bool, wanted string, readable bool) {
	if !declared.Exists() {
		return true, "", true
	}
	switch wanted = declared.Str(); wanted {
	case "string":
		return value.IsString(), wanted, true
	case "number":
		return value.IsNumber(), wanted, true
	case "integer":
		return value.IsInteger(), wanted, true
	case "boolean":
		return value.Kind() == model.Bool, wanted, true
	case "array":
		return value.IsArray(), wanted, true
	}
	return false, "", false
}

// choiceProblem holds a value to `enum` and to the constants of `oneOf`.
func choiceProblem(property, value model.Value) string {
	if enum := property.Get("enum"); enum.IsArray() && !listed(value, enum, wholeElement) {
		return is(value) + "one of " + enum.Compact()
	}
	if options := property.Get("oneOf"); constants(options) && !listed(value, options, constant) {
		return is(value) + "a const of " + options.Compact()
	}
	return ""
}

// selectionProblem holds the elements of an array to `items.enum` and to the
// constants of `items.anyOf`.
func selectionProblem(property, value model.Value) string {
	items := property.Get("items")
	enum, options := items.Get("enum"), items.Get("anyOf")
	for i, element := range value.Elems() {
		if enum.IsArray() && !listed(element, enum, wholeElement) {
			return fmt.Sprintf("has %s at %d, requestedSchema wants one of %s", element.Compact(), i, enum.Compact())
		}
		if constants(options) && !listed(element, options, constant) {
			return fmt.Sprintf("has %s at %d, requestedSchema wants a const of %s", element.Compact(), i, options.Compact())
		}
	}
	return ""
}

func wholeElement(v model.Value) model.Value { return v }

func constant(v model.Value) model.Value { return v.Get("const") }

// constants reports a list of alternatives that are constants and nothing else
// that could let a value in or keep it out.
func constants(options model.Value) bool {
	for _, option := range options.Elems() {
		if !option.Has("const") || option.Has("$ref") {
			return false
		}
	}
	return options.IsArray() && options.Len() > 0
}

func listed(value, list model.Value, read func(model.Value) model.Value) bool {
	for _, element := range list.Elems() {
		if value.Equal(read(element)) {
			return true
		}
	}
	return false
}

// sizeProblem holds strings and arrays to their lengths; strings are counted in
// Unicode scalar values (M2).
func sizeProblem(property, value model.Value) string {
	switch {
	case value.IsString():
		return bounds(property, "minLength", "maxLength", strconv.Itoa(utf8.RuneCountInString(value.Str())), "has length")
	case value.IsArray():
		return bounds(property, "minItems", "maxItems", strconv.Itoa(value.Len()), "has length")
	}
	return ""
}

func rangeProblem(property, value model.Value) string {
	if !value.IsNumber() {
		return ""
	}
	return bounds(property, "minimum", "maximum", value.Num(), "is")
}

// bounds compares a number with two keywords, each only if it is a number.
func bounds(property model.Value, low, high, number, verb string) string {
	least, most := property.Get(low), property.Get(high)
	switch {
	case least.IsNumber() && decimal.Compare(number, least.Num()) < 0:
		return fmt.Sprintf("%s %s, requestedSchema wants %s %s", verb, model.Clip(number), low, least.Compact())
	case most.IsNumber() && decimal.Compare(number, most.Num()) > 0:
		return fmt.Sprintf("%s %s, requestedSchema wants %s %s", verb, model.Clip(number), high, most.Compact())
	}
	return ""
}

func formatProblem(property, value model.Value) string {
	if !value.IsString() {
		return ""
	}
	s, format := value.Str(), property.Get("format").Str()
	fits := true
	switch format {
	case "email":
		fits = grammar.Email(s)
	case "uri":
		fits = grammar.URIScheme(s)
	case "date":
		fits = grammar.Date(s)
	case "date-time":
		fits = grammar.DateTime(s)
	}
	if fits {
		return ""
	}
	return is(value) + "format " + format
}
