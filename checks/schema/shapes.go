package schema

// shape is what a meta-schema wants of a keyword's value.
type shape int

const (
	anything         shape = iota // no keyword of the dialect, or one that takes any value
	text                          // a string
	boolean                       // true or false
	number                        // a number
	positiveNumber                // a number above zero
	count                         // a non-negative integer
	array                         // an array of anything
	filledArray                   // the same with at least one element
	typeNames                     // a type name, or different ones in an array
	names                         // an array of different strings
	filledNames                   // the same with at least one string
	namesByName                   // an object of arrays of different strings
	plainID                       // a string with no fragment but the empty one
	anchor2019                    // a plain name as of 2019-09
	anchor2020                    // a plain name as of 2020-12
	vocabularies                  // an object of booleans
	subschema                     // a schema
	subschemaOrBool               // a schema or, though no schema of draft-04, a boolean
	subschemas                    // an array of at least one schema
	subschemaOrMany               // either of the two
	subschemasByName              // an object of schemas
	dependencyByName              // an object of schemas or arrays of different strings
)

// wants completes a fault's sentence.
func (s shape) wants() string {
	switch s {
	case text:
		return "a string"
	case boolean:
		return "a boolean"
	case number:
		return "a number"
	case positiveNumber:
		return "a number above zero"
	case count:
		return "a non-negative integer"
	case array:
		return "an array"
	case filledArray:
		return "an array with an element"
	case typeNames:
		return "a type name or an array of different ones"
	case names:
		return "an array of different strings"
	case filledNames:
		return "an array of at least one string, all different"
	case namesByName:
		return "an object of arrays of different strings"
	case plainID:
		return "a string without fragment"
	case anchor2019, anchor2020:
		return "a plain name"
	case vocabularies:
		return "an object of booleans"
	case subschema:
		return "a schema"
	case subschemaOrBool:
		return "a schema or a boolean"
	case subschemas:
		return "an array of at least one schema"
	case subschemaOrMany:
		return "a schema or an array of at least one"
	case subschemasByName:
		return "an object of schemas"
	case dependencyByName:
		return "an object of schemas or arrays of different strings"
	}
	return "anything"
}

// shapeOf is the meta-schema of a dialect, keyword by keyword. The keywords
// here are those of every dialect; the others came or changed later.
func shapeOf(d Dialect, keyword string) shape {
	switch keyword {
	case "$schema", "title", "description", "pattern", "format":
		return text
	case "maximum", "minimum":
		return number
	case "multipleOf":
		return positiveNumber
	case "maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties":
		return count
	case "uniqueItems":
		return boolean
	case "type":
		return typeNames
	case "allOf", "anyOf", "oneOf":
		return subschemas
	case "not":
		return subschema
	case "properties", "patternProperties", "definitions":
		return subschemasByName
	case "dependencies":
		return dependencyByName
	}
	if s := changedShape(d, keyword); s != anything {
		return s
	}
	return addedShape(d, keyword)
}

// changedShape knows the keywords whose values the dialects read differently.
func changedShape(d Dialect, keyword string) shape {
	switch keyword {
	case "exclusiveMaximum", "exclusiveMinimum":
		return from(d, Draft06, number, boolean)
	case "required":
		return from(d, Draft06, names, filledNames)
	case "enum":
		// Draft-06 and later only recommend an element, whatever copies of
		// their meta-schemas say.
		return from(d, Draft06, array, filledArray)
	case "additionalProperties":
		return from(d, Draft06, subschema, subschemaOrBool)
	case "additionalItems":
		return from(d, Draft202012, anything, from(d, Draft06, subschema, subschemaOrBool))
	case "items":
		return from(d, Draft202012, subschema, subschemaOrMany)
	case "$id":
		return from(d, Draft201909, plainID, from(d, Draft06, text, anything))
	case "id":
		return from(d, Draft06, anything, text)
	case "$anchor":
		return from(d, Draft202012, anchor2020, from(d, Draft201909, anchor2019, anything))
	case "$recursiveAnchor":
		return from(d, Draft202012, anchor2020, from(d, Draft201909, boolean, anything))
	}
	return anything
}

// addedShape knows the keywords that came after draft-04 and stayed.
func addedShape(d Dialect, keyword string) shape {
	switch keyword {
	case "$ref":
		return from(d, Draft06, text, anything)
	case "contains", "propertyNames":
		return from(d, Draft06, subschema, anything)
	case "examples":
		// Copies of the draft-06 meta-schema differ; draft-07's agree.
		return from(d, Draft07, array, anything)
	case "$comment", "contentMediaType", "contentEncoding":
		return from(d, Draft07, text, anything)
	case "readOnly", "writeOnly":
		return from(d, Draft07, boolean, anything)
	case "if", "then", "else":
		return from(d, Draft07, subschema, anything)
	case "$defs", "dependentSchemas":
		return from(d, Draft201909, subschemasByName, anything)
	case "dependentRequired":
		return from(d, Draft201909, namesByName, anything)
	case "maxContains", "minContains":
		return from(d, Draft201909, count, anything)
	case "unevaluatedItems", "unevaluatedProperties", "contentSchema":
		return from(d, Draft201909, subschema, anything)
	case "deprecated":
		return from(d, Draft201909, boolean, anything)
	case "$vocabulary":
		return from(d, Draft201909, vocabularies, anything)
	case "$recursiveRef":
		return from(d, Draft201909, text, anything)
	case "$dynamicRef":
		return from(d, Draft202012, text, anything)
	case "$dynamicAnchor":
		return from(d, Draft202012, anchor2020, anything)
	case "prefixItems":
		return from(d, Draft202012, subschemas, anything)
	}
	return anything
}

// from chooses a shape by dialect: since has it from one dialect on.
func from(d, first Dialect, since, before shape) shape {
	if d >= first {
		return since
	}
	return before
}
