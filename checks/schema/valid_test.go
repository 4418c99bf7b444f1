package schema

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcpx/model"
)

const (
	in04 = `{"$schema":"http://json-schema.org/draft-04/schema#",`
	in06 = `{"$schema":"http://json-schema.org/draft-06/schema#",`
	in07 = `{"$schema":"http://json-schema.org/draft-07/schema#",`
	in19 = `{"$schema":"https://json-schema.org/draft/2019-09/schema",`
	in20 = `{"$schema":"https://json-schema.org/draft/2020-12/schema",`
)

func TestValidFinds(t *testing.T) {
	tests := []struct{ schema, pointer, text string }{
		{`{"type":"int"}`, "/type", `type "int"`},
		{`{"type":["string","int"]}`, "/type", `type ["string","int"]`},
		{`{"type":["string","string"]}`, "/type", `type ["string","string"]`},
		{`{"type":[]}`, "/type", `type []`},
		{`{"type":null}`, "/type", `type null`},
		{`{"type":"object","required":true}`, "/required", `required true, want an array of different strings`},
		{`{"required":["a",1]}`, "/required", `required ["a",1], want an array of different strings`},
		{`{"required":["a","a"]}`, "/required", `required ["a","a"], want an array of different strings`},
		{`{"required":"a"}`, "/required", `required "a", want an array of different strings`},
		{in04 + `"required":[]}`, "/required", `required [], want an array of at least one string, all different`},
		{`{"properties":[]}`, "/properties", `properties [], want an object of schemas`},
		{`{"properties":{"a":5}}`, "/properties/a", `subschema 5, want an object or a boolean`},
		{`{"properties":{"a":{"properties":{"b":"string"}}}}`, "/properties/a/properties/b", `subschema "string", want an object or a boolean`},
		{in04 + `"properties":{"a":true}}`, "/properties/a", `subschema true, want an object`},
		{`{"items":[{}]}`, "/items", `subschema [{}], want an object or a boolean`},
		{in07 + `"items":[]}`, "/items", `items [], want a schema or an array of at least one`},
		{in07 + `"items":[{},3]}`, "/items/1", `subschema 3, want an object or a boolean`},
		{in19 + `"items":7}`, "/items", `subschema 7, want an object or a boolean`},
		{`{"exclusiveMinimum":true}`, "/exclusiveMinimum", `exclusiveMinimum true, want a number`},
		{in06 + `"exclusiveMinimum":true,"minimum":1}`, "/exclusiveMinimum", `exclusiveMinimum true, want a number`},
		{in04 + `"exclusiveMinimum":1,"minimum":1}`, "/exclusiveMinimum", `exclusiveMinimum 1, want a boolean`},
		{in04 + `"exclusiveMaximum":true}`, "/exclusiveMaximum", `exclusiveMaximum without maximum`},
		{`{"minLength":-1}`, "/minLength", `minLength -1, want a non-negative integer`},
		{`{"maxItems":1.5}`, "/maxItems", `maxItems 1.5, want a non-negative integer`},
		{`{"maxItems":"1"}`, "/maxItems", `maxItems "1", want a non-negative integer`},
		{`{"multipleOf":0}`, "/multipleOf", `multipleOf 0, want a number above zero`},
		{`{"multipleOf":-1e-999999999}`, "/multipleOf", `multipleOf -1e-999999999, want a number above zero`},
		{`{"minimum":"0"}`, "/minimum", `minimum "0", want a number`},
		{`{"allOf":[]}`, "/allOf", `allOf [], want an array of at least one schema`},
		{`{"anyOf":{}}`, "/anyOf", `anyOf {}, want an array of at least one schema`},
		{`{"oneOf":[{},null]}`, "/oneOf/1", `subschema null, want an object or a boolean`},
		{`{"prefixItems":[]}`, "/prefixItems", `prefixItems [], want an array of at least one schema`},
		{`{"enum":"a"}`, "/enum", `enum "a", want an array`},
		{in04 + `"enum":[]}`, "/enum", `enum [], want an array with an element`},
		{`{"title":5}`, "/title", `title 5, want a string`},
		{`{"description":null}`, "/description", `description null, want a string`},
		{`{"examples":{}}`, "/examples", `examples {}, want an array`},
		{`{"pattern":{}}`, "/pattern", `pattern {}, want a string`},
		{`{"uniqueItems":"true"}`, "/uniqueItems", `uniqueItems "true", want a boolean`},
		{`{"$defs":{"a":{"type":"any"}}}`, "/$defs/a/type", `type "any"`},
		{`{"definitions":{"a":{"type":"any"}}}`, "/definitions/a/type", `type "any"`},
		{`{"dependentRequired":{"a":"b"}}`, "/dependentRequired", `dependentRequired {"a":"b"}, want an object of arrays of different strings`},
		{in07 + `"dependencies":{"a":["b","b"]}}`, "/dependencies/a", `dependencies ["b","b"], want an array of different strings`},
		{in04 + `"dependencies":{"a":[]}}`, "/dependencies/a", `dependencies [], want an array of at least one string, all different`},
		{in07 + `"dependencies":{"a":"b"}}`, "/dependencies/a", `subschema "b", want an object or a boolean`},
		{`{"$id":"https://x/#frag"}`, "/$id", `$id "https://x/#frag", want a string without fragment`},
		{`{"$anchor":"a:b"}`, "/$anchor", `$anchor "a:b", want a plain name`},
		{in19 + `"$anchor":"_a"}`, "/$anchor", `$anchor "_a", want a plain name`},
		{`{"$vocabulary":{"x":1}}`, "/$vocabulary", `$vocabulary {"x":1}, want an object of booleans`},
		{`{"$ref":5}`, "/$ref", `$ref 5, want a string`},
		{`{"$ref":"#/x","type":"int"}`, "/type", `type "int"`},
		{in19 + `"$ref":"#","type":"int"}`, "/type", `type "int"`},
		{in07 + `"$ref":"#/definitions/a","definitions":{"a":{"type":"int"}}}`, "/definitions/a/type", `type "int"`},
		{`{"$schema":7}`, "/$schema", `$schema 7, want a string`},
		{`{"$schema":null,"type":"int"}`, "/$schema", `$schema null, want a string`},
		{`{"not":{"$schema":1}}`, "/not/$schema", `$schema 1, want a string`},
		{`{"if":{"type":"x"},"else":{"type":"y"}}`, "/else/type", `type "y"`},
		{`{"type":"z","properties":{"b":{"type":"x"},"a":{"type":"y"}}}`, "/properties/a/type", `type "y"`},
		{`{"additionalProperties":"no"}`, "/additionalProperties", `subschema "no", want an object or a boolean`},
		{in04 + `"additionalProperties":"no"}`, "/additionalProperties", `subschema "no", want an object`},
		{`{"unevaluatedProperties":{"type":"x"}}`, "/unevaluatedProperties/type", `type "x"`},
		{`{"patternProperties":{"a~/b":{"type":"x"}}}`, "/patternProperties/a~0~1b/type", `type "x"`},
	}
	for _, tt := range tests {
		fault, verdict := Valid(read(t, tt.schema))
		if verdict != Faulty || fault.Pointer != tt.pointer || fault.Text != tt.text {
			t.Errorf("Valid(%s) = %v, %+v, want %s %s", tt.schema, verdict, fault, tt.pointer, tt.text)
		}
	}
}

func TestValidSpares(t *testing.T) {
	for _, schema := range []string{
		`{}`, `{"type":"object"}`, `{"type":["string","null"]}`, `{"properties":{"a":true}}`,
		`{"x-anything":5,"nullable":true,"required":[]}`, // unknown keywords
		`{"format":"no such format"}`,                    // unknown formats
		`{"pattern":"(","patternProperties":{"[":{}}}`,   // expressions that do not compile
		`{"$ref":"#/nowhere"}`, `{"$ref":"https://remote.example/x"}`, `{"$ref":"::"}`,
		`{"const":{"type":"int"},"default":{"type":"int"},"enum":[{"type":"int"},{"type":"int"}],"examples":[{"required":true}]}`,
		`{"enum":[]}`, in06 + `"enum":[]}`, in07 + `"enum":[1,1]}`, in04 + `"enum":[1,1]}`,
		`{"properties":{"type":{"type":"string"},"required":{"type":"boolean"}}}`,
		`{"minLength":2.0,"maxLength":1e2,"maxItems":1e999999999}`,
		`{"multipleOf":1e-999999999}`,
		`{"additionalItems":5}`, // no keyword of 2020-12
		in07 + `"$defs":5,"unevaluatedItems":5,"prefixItems":5,"dependentRequired":5,"$anchor":5,"deprecated":5}`,
		in06 + `"if":5,"then":5,"$comment":5,"readOnly":5}`,
		in04 + `"const":1,"contains":5,"propertyNames":5,"examples":5,"$id":5,"$ref":5}`,
		in04 + `"exclusiveMinimum":true,"minimum":0,"additionalProperties":false,"additionalItems":true}`,
		in07 + `"items":[{},true],"additionalItems":false}`,
		in07 + `"$ref":"#/definitions/a","type":"int","definitions":{"a":{}}}`, // siblings are ignored
		in07 + `"properties":{"$ref":{"type":"string"}}}`,
		in07 + `"$id":"#plain"}`,
		in19 + `"$recursiveAnchor":true,"$recursiveRef":"#","items":[{}]}`,
		`{"$anchor":"_a.b-1","$dynamicAnchor":"x","$dynamicRef":"#x","$id":"https://x/y#"}`,
		`{"not":{"$schema":"http://json-schema.org/draft-04/schema#","exclusiveMinimum":true}}`, // another dialect
		`{"not":{"$schema":"https://acme.example/x","type":"int"}}`,
		`{"dependencies":{"a":["b"],"c":{}}}`,
		`{"$schema":"http://json-schema.org/draft/2020-12/schema#","type":"string"}`,
	} {
		if fault, verdict := Valid(read(t, schema)); verdict != Sound {
			t.Errorf("Valid(%s) = %v, %+v, want sound", schema, verdict, fault)
		}
	}
}

func TestValidNoSubject(t *testing.T) {
	deep := func(n int) string {
		return strings.Repeat(`{"not":`, n) + `{"type":"int"}` + strings.Repeat("}", n)
	}
	wide := func(n int) string {
		return `{"type":"int","allOf":[` + strings.TrimSuffix(strings.Repeat("{},", n), ",") + `]}`
	}
	for name, schema := range map[string]string{
		"no object":       `true`,
		"a string":        `"x"`,
		"draft-03":        `{"$schema":"http://json-schema.org/draft-03/schema#","type":"any"}`,
		"unknown dialect": `{"$schema":"https://acme.example/x","type":"int"}`,
		"too deep":        deep(65),
		"too wide":        wide(10_001),
		"repeated names":  `{"type":"int","type":"string"}`,
	} {
		if fault, verdict := Valid(read(t, schema)); verdict != NoSubject {
			t.Errorf("%s: %v, %+v, want no subject", name, verdict, fault)
		}
	}
	for name, schema := range map[string]string{"deep": deep(64), "wide": wide(10_000)} {
		if _, verdict := Valid(read(t, schema)); verdict != Faulty {
			t.Errorf("%s at the bound: %v, want faulty", name, verdict)
		}
	}
}

// metaSchema is an independent reading of a dialect's meta-schema, with all
// formats and regular expressions accepted.
func metaSchema(t testing.TB, d Dialect) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.UseRegexpEngine(func(string) (jsonschema.Regexp, error) { return anyText{}, nil })
	for _, name := range []string{"uri", "uriref", "uri-reference"} {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(any) error { return nil }})
	}
	s, err := c.Compile(draftOf(d).String())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

type anyText struct{}

func (anyText) MatchString(string) bool { return true }
func (anyText) String() string          { return "" }

// TestValidAgreesWithMetaSchemas compares the tables here with the published
// meta-schemas on schemas put together at random. Left out is what they part
// with on purpose: $ref and its siblings, nested $schema, repeated elements of
// enum, and the patterns of names.
func TestValidAgreesWithMetaSchemas(t *testing.T) {
	for _, d := range []Dialect{Draft04, Draft06, Draft07, Draft201909, Draft202012} {
		meta := metaSchema(t, d)
		random := rand.New(rand.NewPCG(7, uint64(d)))
		verdicts := map[Verdict]int{}
		for range 20_000 {
			schema := randomSchema(random, 3)
			v := read(t, schema)
			doc, _ := plain(v)
			fault, verdict := validIn(d, v)
			verdicts[verdict]++
			if want := meta.Validate(doc); (want == nil) != (verdict == Sound) {
				t.Fatalf("%v: %s: %v %+v, the meta-schema says %v", d, schema, verdict, fault, want)
			}
		}
		if verdicts[Sound] < 1000 || verdicts[Faulty] < 1000 {
			t.Errorf("%v: one-sided test: %v", d, verdicts)
		}
	}
}

var randomKeywords = strings.Fields(`type enum const multipleOf maximum minimum exclusiveMaximum exclusiveMinimum
	maxLength minLength maxItems minItems maxProperties minProperties uniqueItems required maxContains minContains
	dependentRequired title description default examples deprecated readOnly format contentEncoding contentMediaType
	$comment $id id $recursiveRef $dynamicRef $vocabulary pattern x-unknown
	allOf anyOf oneOf not if then else items prefixItems additionalItems contains properties patternProperties
	additionalProperties propertyNames dependentSchemas dependencies unevaluatedItems unevaluatedProperties
	contentSchema $defs definitions`)

func randomSchema(r *rand.Rand, depth int) string {
	if r.IntN(12) == 0 {
		return []string{"true", "false", "5", `"x"`, "null", "[]"}[r.IntN(6)]
	}
	var members []string
	used := map[string]bool{}
	for range r.IntN(4) {
		k := randomKeywords[r.IntN(len(randomKeywords))]
		if used[k] {
			continue
		}
		used[k] = true
		members = append(members, fmt.Sprintf("%q:%s", k, randomValue(r, k, depth)))
	}
	return "{" + strings.Join(members, ",") + "}"
}

func randomValue(r *rand.Rand, keyword string, depth int) string {
	if keyword == "enum" {
		return []string{`["a"]`, `["a",{"type":"int"}]`, `5`, `"a"`, `{}`}[r.IntN(5)]
	}
	sub := func() string {
		if depth == 0 {
			return "{}"
		}
		return randomSchema(r, depth-1)
	}
	if holdingOf(keyword) != noSchemas && r.IntN(5) > 0 {
		switch r.IntN(4) {
		case 0:
			return "[" + sub() + "," + sub() + "]"
		case 1:
			return `{"a":` + sub() + `,"b":` + sub() + `}`
		default:
			return sub()
		}
	}
	values := []string{"1", "0", "-1", "1.5", "2.0", "true", "false", `"string"`, `"x"`, "null", "[]", "{}",
		`["string"]`, `["a","b"]`, `["a","a"]`, `["string","null"]`, `{"a":["b"]}`, `{"a":[]}`, `{"a":true}`, `[{}]`, `[1]`}
	return values[r.IntN(len(values))]
}

func FuzzValid(f *testing.F) {
	f.Add(`{"properties":{"a":{"type":"int"}}}`)
	f.Add(in04 + `"exclusiveMaximum":true,"dependencies":{"a":[]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		v, err := model.Parse([]byte(text))
		if err != nil {
			return
		}
		fault, verdict := Valid(v)
		if verdict != Faulty {
			return
		}
		// A fault stands where its pointer says.
		if _, exact := v.Find(fault.Pointer); !exact {
			t.Fatalf("%s: fault at %q, which is not there", text, fault.Pointer)
		}
		AnnotationsOf(v)
	})
}
