package schema

import (
	"encoding/json"
	"strings"
	"unicode"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcpx/model"
)

const (
	maxNumberLength   = 200 // characters of a number token
	maxExponentLength = 3   // digits of its exponent

	maxSteps     = 4_000_000 // schemas applied to values, members and elements counted
	maxStepDepth = 500       // schemas applied inside each other
)

// plain turns a value into what the library reads. It reports false for numbers
// of a size that the library, which makes them fractions, cannot take.
func plain(v model.Value) (any, bool) {
	switch v.Kind() {
	case model.Null:
		return nil, true
	case model.Bool:
		return v.IsTrue(), true
	case model.String:
		return v.Str(), true
	case model.Number:
		return json.Number(v.Num()), ordinaryNumber(v.Num())
	case model.Array:
		return plainArray(v)
	case model.Object:
		return plainObject(v)
	}
	return nil, false
}

func plainArray(v model.Value) (any, bool) {
	elements := make([]any, 0, v.Len())
	for _, element := range v.Elems() {
		e, ok := plain(element)
		if !ok {
			return nil, false
		}
		elements = append(elements, e)
	}
	return elements, true
}

// plainObject refuses an object with a repeated name: which member counts is
// open.
func plainObject(v model.Value) (any, bool) {
	members := make(map[string]any)
	for name, member := range v.Members() {
		m, ok := plain(member)
		if _, repeated := members[name]; repeated || !ok {
			return nil, false
		}
		members[name] = m
	}
	return members, true
}

func ordinaryNumber(token string) bool {
	if len(token) > maxNumberLength {
		return false
	}
	i := strings.IndexAny(token, "eE")
	return i < 0 || len(strings.TrimLeft(token[i+1:], "+-")) <= maxExponentLength
}

// affordable follows every way that validation may take, and reports whether
// their number is within the bounds. Schemas can be written that take more steps
// than there are atoms, and the library does not count.
func affordable(s *jsonschema.Schema, value any) bool {
	w := weigher{left: maxSteps}
	return w.apply(s, value, 0)
}

// weigher counts the steps that are left.
type weigher struct {
	left int
}

// spend reports whether so many steps were left.
func (w *weigher) spend(steps int) bool {
	w.left -= steps
	return w.left >= 0
}

func (w *weigher) apply(s *jsonschema.Schema, value any, depth int) bool {
	if depth > maxStepDepth || !w.spend(1) {
		return false
	}
	if s.Bool != nil {
		return true
	}
	if s.Enum != nil && !w.spend(len(s.Enum.Values)) {
		return false
	}
	for _, sub := range inPlace(s) {
		if !w.apply(sub, value, depth+1) {
			return false
		}
	}
	switch value := value.(type) {
	case string:
		return s.Pattern == nil || w.spend(len(value))
	case []any:
		return w.array(s, value, depth)
	case map[string]any:
		return w.object(s, value, depth)
	}
	return true
}

func (w *weigher) array(s *jsonschema.Schema, elements []any, depth int) bool {
	if !w.spend(len(elements)) {
		return false
	}
	tuple, items := s.PrefixItems, []*jsonschema.Schema{s.Items2020, s.Contains, s.UnevaluatedItems}
	switch held := s.Items.(type) {
	case *jsonschema.Schema:
		items = append(items, held)
	case []*jsonschema.Schema:
		tuple = held
	}
	if additional, ok := s.AdditionalItems.(*jsonschema.Schema); ok {
		items = append(items, additional)
	}
	for i, element := range elements {
		if i < len(tuple) && !w.apply(tuple[i], element, depth+1) {
			return false
		}
		for _, sub := range items {
			if sub != nil && !w.apply(sub, element, depth+1) {
				return false
			}
		}
	}
	return true
}

func (w *weigher) object(s *jsonschema.Schema, members map[string]any, depth int) bool {
	if !w.spend(len(members) + len(s.Required)) {
		return false
	}
	others := []*jsonschema.Schema{s.UnevaluatedProperties}
	if additional, ok := s.AdditionalProperties.(*jsonschema.Schema); ok {
		others = append(others, additional)
	}
	for name, member := range members {
		if sub := s.Properties[name]; sub != nil && !w.apply(sub, member, depth+1) {
			return false
		}
		for pattern, sub := range s.PatternProperties {
			if !w.spend(len(name)) || pattern.MatchString(name) && !w.apply(sub, member, depth+1) {
				return false
			}
		}
		for _, sub := range others {
			if sub != nil && !w.apply(sub, member, depth+1) {
				return false
			}
		}
		if s.PropertyNames != nil && !w.apply(s.PropertyNames, name, depth+1) {
			return false
		}
	}
	return true
}

// plainText reports that all text in a value means the same to every regular
// expression dialect: no characters outside the basic plane, which some count
// twice, and no rare white space or line ends, on which \s and the dot differ.
func plainText(value any) bool {
	switch value := value.(type) {
	case string:
		return strings.IndexFunc(value, divisive) < 0
	case []any:
		for _, element := range value {
			if !plainText(element) {
				return false
			}
		}
	case map[string]any:
		for name, member := range value {
			if !plainText(name) || !plainText(member) {
				return false
			}
		}
	}
	return true
}

func divisive(r rune) bool {
	switch r {
	case ' ', '\t', '\n', '\f':
		return false
	case '\r', '\v', 0xFEFF:
		return true
	}
	return r > 0xFFFF || unicode.IsSpace(r) || unicode.In(r, unicode.Zs, unicode.Zl, unicode.Zp)
}
