package schema

import "mcpx/model"

// NotFlat finds what keeps a `requestedSchema` from being a flat object of
// primitive properties, as elicitation.schema-flat of 2025-06-18 has it: one
// problem of the whole, and one a property.
func NotFlat(requestedSchema model.Value) []FormProblem {
	var problems []FormProblem
	if p, ok := wholeNotFlat(requestedSchema); ok {
		problems = append(problems, p)
	}
	for name, property := range requestedSchema.Get("properties").Members() {
		if text := propertyNotFlat(property); text != "" {
			problems = append(problems, FormProblem{model.Pointer("properties", name), "property " + model.Quote(name) + " " + text})
		}
	}
	return problems
}

func wholeNotFlat(requestedSchema model.Value) (FormProblem, bool) {
	if !requestedSchema.IsObject() {
		return FormProblem{"", "requestedSchema is " + requestedSchema.Compact() + ", want an object"}, true
	}
	if t := requestedSchema.Get("type"); !t.Is("object") {
		return FormProblem{"/type", "type of requestedSchema is " + t.Compact() + `, want "object"`}, true
	}
	if properties := requestedSchema.Get("properties"); !properties.IsObject() {
		return FormProblem{"/properties", "properties of requestedSchema is " + properties.Compact() + ", want an object"}, true
	}
	for _, keyword := range []string{"oneOf", "anyOf", "allOf", "not", "$ref"} {
		if requestedSchema.Has(keyword) {
			return FormProblem{model.Pointer(keyword), "requestedSchema has " + keyword + ", want a flat object"}, true
		}
	}
	return FormProblem{}, false
}

func propertyNotFlat(property model.Value) string {
	if !property.IsObject() {
		return "is " + property.Compact() + ", want an object"
	}
	t := property.Get("type")
	if !t.Is("string") && !t.Is("number") && !t.Is("integer") && !t.Is("boolean") {
		return "has type " + t.Compact() + ", want a primitive type"
	}
	for _, keyword := range []string{"properties", "items", "oneOf", "anyOf", "allOf", "not", "$ref"} {
		if property.Has(keyword) {
			return "has " + keyword + ", want a flat property"
		}
	}
	return ""
}
