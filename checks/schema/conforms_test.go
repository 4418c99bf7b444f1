package schema

import (
	"fmt"
	"strings"
	"testing"

	"mcpx/model"
)

func TestConforms(t *testing.T) {
	const person = `{"type":"object","properties":{"age":{"type":"integer","minimum":0},"size":{"enum":["S","M"]},"when":{"format":"date","type":"string"}},"required":["age"],"additionalProperties":false}`
	tests := []struct {
		name, schema, instance string
		outcome                Outcome
		pointer, text          string
	}{
		{"fine", person, `{"age":3,"size":"S"}`, Conforms, "", ""},
		{"integral spelling", person, `{"age":3.0}`, Conforms, "", ""},
		{"exact integers", `{"const":9007199254740993}`, `9007199254740992`, Violates, "", "got 9007199254740992, want const 9007199254740993"},
		{"type", person, `{"age":"12"}`, Violates, "/age", `got "12", want type "integer"`},
		{"minimum", person, `{"age":-1}`, Violates, "/age", "got -1, want minimum 0"},
		{"enum", person, `{"age":1,"size":"XL"}`, Violates, "/size", `got "XL", want enum ["S","M"]`},
		{"missing", person, `{"size":"S"}`, Violates, "", `missing "age"`},
		{"additional", person, `{"age":1,"z":1,"b":2}`, Violates, "", `got "b", "z", want no additional properties`},
		{"format is an annotation", person, `{"age":1,"when":"yesterday"}`, Conforms, "", ""},
		{"format in draft-07, too", in07 + `"format":"date-time","pattern":"x"}`, `"x"`, Conforms, "", ""},
		{"format regex in draft-07, too", in07 + `"format":"regex"}`, `"("`, Conforms, "", ""},
		{"format under a negation", in07 + `"not":{"format":"email"}}`, `"x"`, Violates, "", `got "x", want not {"format":"email"}`},
		{"first in pointer order", `{"properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"}}}`, `{"c":1,"a":1,"b":1}`, Violates, "/a", `got 1, want type "string"`},
		{"alternatives are one failure", `{"properties":{"a":{"anyOf":[{"type":"string"},{"properties":{"b":{"type":"string"}},"type":"object"}]}}}`, `{"a":{"b":1}}`, Violates, "/a", `got {"b":1}, want anyOf [{"type":"string"},{"properties":{"b":{"type":"string"}},"type":"object"}]`},
		{"oneOf twice", `{"oneOf":[{},{}]}`, `1`, Violates, "", `got 1, want oneOf [{},{}]`},
		{"false schema", `{"properties":{"a":false}}`, `{"a":1}`, Violates, "/a", "got 1, want nothing here"},
		{"escaped pointer", `{"properties":{"a/b~c":{"items":{"type":"null"}}}}`, `{"a/b~c":[null,1]}`, Violates, "/a~1b~0c/1", `got 1, want type "null"`},
		{"local reference", `{"$ref":"#/$defs/a b","$defs":{"a b":{"type":"string"}}}`, `1`, Violates, "", `got 1, want type "string"`},
		{"recursive reference", `{"properties":{"next":{"$ref":"#"}},"required":["v"]}`, `{"v":1,"next":{"v":1,"next":{}}}`, Violates, "/next/next", `missing "v"`},
		{"reference by id", `{"$id":"https://acme.example/s","$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}}`, `1`, Violates, "", `got 1, want type "string"`},
		{"reference to an unknown place", `{"$ref":"#/x/y","x":{"y":{"type":"string"}}}`, `1`, Violates, "", `got 1, want type "string"`},
		{"draft-04 sharpened limit", in04 + `"minimum":1,"exclusiveMinimum":true}`, `1`, Violates, "", "got 1, want exclusiveMinimum true"},
		{"draft-07 tuple", in07 + `"items":[{"type":"string"}]}`, `[1]`, Violates, "/0", `got 1, want type "string"`},
		{"draft-07 reference stands alone", in07 + `"properties":{"a":{"$ref":"#/definitions/d","type":"null"}},"definitions":{"d":{"type":"string"}}}`, `{"a":"x"}`, Conforms, "", ""},
		{"2019-09 dependent", in19 + `"dependentRequired":{"a":["b"]}}`, `{"a":1}`, Violates, "", `missing "b" beside "a"`},
		{"draft-07 dependency", in07 + `"dependencies":{"a":["b"]}}`, `{"a":1}`, Violates, "", `missing "b" beside "a"`},
		{"unevaluated", `{"allOf":[{"properties":{"a":{}}}],"unevaluatedProperties":false}`, `{"a":1,"b":1}`, Violates, "/b", "got 1, want nothing here"},
		{"length in characters", `{"maxLength":1}`, `"é"`, Conforms, "", ""},
		{"length beyond the plane", `{"maxLength":1}`, `"😀"`, Conforms, "", ""},
		{"pattern", `{"properties":{"a":{"pattern":"^[a-z]+$"}}}`, `{"a":"A"}`, Violates, "/a", `got "A", want pattern "^[a-z]+$"`},
		{"pattern property", `{"patternProperties":{"^x-":{"type":"string"}}}`, `{"x-a":1}`, Violates, "/x-a", `got 1, want type "string"`},
		{"property names", `{"propertyNames":{"maxLength":1}}`, `{"ab":1}`, Violates, "", `got {"ab":1}, want propertyNames`},

		{"does not compile", `{"type":"int"}`, `1`, Unjudged, "", ""},
		{"look-ahead", `{"pattern":"^(?=a)"}`, `"b"`, Unjudged, "", ""},
		{"pattern that dialects read differently", `{"pattern":"\\pL"}`, `"1"`, Unjudged, "", ""},
		{"text that dialects read differently", `{"properties":{"a":{"pattern":"^.$"}}}`, `{"a":"😀"}`, Unjudged, "", ""},
		{"unknown dialect", `{"$schema":"https://acme.example/s","type":"string"}`, `1`, Unjudged, "", ""},
		{"draft-03", `{"$schema":"http://json-schema.org/draft-03/schema#","type":"string"}`, `1`, Unjudged, "", ""},
		{"malformed dialect", `{"$schema":1,"type":"string"}`, `1`, Unjudged, "", ""},
		{"remote reference", `{"$ref":"https://acme.example/s","type":"string"}`, `1`, Unjudged, "", ""},
		{"file reference", `{"$ref":"file:///etc/passwd"}`, `1`, Unjudged, "", ""},
		{"reference to a meta-schema", `{"properties":{"a":{"$ref":"https://json-schema.org/draft/2020-12/schema"}}}`, `{"a":{"type":"int"}}`, Unjudged, "", ""},
		{"dangling reference", `{"$ref":"#/$defs/none"}`, `1`, Unjudged, "", ""},
		{"reference in a circle", `{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`, `1`, Unjudged, "", ""},
		{"dynamic reference", `{"$dynamicRef":"#x","$defs":{"x":{"$dynamicAnchor":"x","type":"string"}}}`, `1`, Unjudged, "", ""},
		{"another dialect inside", `{"properties":{"a":{"$schema":"http://json-schema.org/draft-04/schema#","type":"string"}}}`, `{"a":1}`, Unjudged, "", ""},
		{"dependencies of old", in20 + `"dependencies":{"a":["b"]}}`, `{"a":1}`, Unjudged, "", ""},
		{"huge size", `{"maxLength":18446744073709551616}`, `"x"`, Unjudged, "", ""},
		{"huge limit", `{"minimum":1e999999999}`, `1`, Unjudged, "", ""},
		{"huge number", `{"maximum":1}`, `1e999999999`, Unjudged, "", ""},
		{"huge number in an array", `{"uniqueItems":true}`, `[` + strings.Repeat("1,", 30) + `1e9999999]`, Unjudged, "", ""},
		{"repeated name", `{"type":"string"}`, `{"a":1,"a":2}`, Unjudged, "", ""},
		{"duplicate anchors", `{"$defs":{"a":{"$anchor":"x"},"b":{"$anchor":"x"}},"type":"string"}`, `1`, Unjudged, "", ""},
	}
	var validator Validator
	for _, tt := range tests {
		for range 2 { // compiled, then remembered
			got := validator.Conforms(read(t, tt.schema), read(t, tt.instance), Default202012)
			if want := (Conformance{tt.outcome, tt.pointer, tt.text}); got != want {
				t.Errorf("%s: got %+v, want %+v", tt.name, got, want)
			}
		}
	}
}

func TestConformsWithoutDialect(t *testing.T) {
	tests := []struct {
		name, schema, instance string
		closed, open           Outcome
	}{
		{"both refuse", `{"type":"string"}`, `1`, Violates, Violates},
		{"both accept", `{"type":"string"}`, `"x"`, Conforms, Conforms},
		{"only 2020-12 refuses", `{"prefixItems":[{"type":"string"}]}`, `[1]`, Violates, Conforms},
		{"only draft-07 refuses", `{"items":{"$ref":"#/d","type":"null"},"d":{"type":"string"},"dependencies":{}}`, `["x"]`, Unjudged, Conforms},
		{"siblings of a reference", `{"properties":{"a":{"$ref":"#/d","type":"null"}},"d":{"type":"string"}}`, `{"a":"x"}`, Violates, Conforms},
		{"no 2020-12 schema", `{"items":[{"type":"string"}]}`, `[1]`, Unjudged, Unjudged},
		{"no 2020-12 schema, draft-07 accepts", `{"items":[{"type":"string"}]}`, `["x"]`, Unjudged, Conforms},
		{"no schema at all", `{"type":"int"}`, `1`, Unjudged, Unjudged},
	}
	var validator Validator
	for _, tt := range tests {
		schema, instance := read(t, tt.schema), read(t, tt.instance)
		if got := validator.Conforms(schema, instance, Default202012); got.Outcome != tt.closed {
			t.Errorf("%s: 2020-12 by default: %+v, want %v", tt.name, got, tt.closed)
		}
		got := validator.Conforms(schema, instance, DefaultOpen)
		if got.Outcome != tt.open {
			t.Errorf("%s: no default: %+v, want %v", tt.name, got, tt.open)
		}
		if got.Outcome != Violates && got.Text != "" {
			t.Errorf("%s: no violation, and yet %q", tt.name, got.Text)
		}
	}
	// A declared dialect leaves no choice.
	declared := read(t, in20+`"prefixItems":[{"type":"string"}]}`)
	if got := validator.Conforms(declared, read(t, `[1]`), DefaultOpen); got.Outcome != Violates {
		t.Errorf("declared: %+v", got)
	}
}

// TestConformsIsBounded gives the validator work that would take longer than
// the tests may run, were it done.
func TestConformsIsBounded(t *testing.T) {
	chain := func(keyword string) string {
		var b strings.Builder
		b.WriteString(`{"$ref":"#/$defs/d0","$defs":{`)
		for i := range 40 {
			fmt.Fprintf(&b, `"d%d":{"%s":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]},`, i, keyword, i+1, i+1)
		}
		b.WriteString(`"d40":{"type":"string"}}}`)
		return b.String()
	}
	var wide strings.Builder
	wide.WriteString(`{"properties":{`)
	for i := range 9_000 {
		fmt.Fprintf(&wide, `"p%d":{"$ref":"#/x/%d"},`, i, i)
	}
	wide.WriteString(`"z":{}},"x":[` + strings.Repeat("{},", 9_000) + `{}]}`)
	deep := strings.Repeat("[", 5_000) + strings.Repeat("]", 5_000)

	var validator Validator
	for name, work := range map[string][2]string{
		"allOf":          {chain("allOf"), `1`},
		"anyOf":          {chain("anyOf"), `1`},
		"negated":        {strings.Replace(chain("anyOf"), `"$ref":"#/$defs/d0"`, `"not":{"$ref":"#/$defs/d0"}`, 1), `1`},
		"references":     {wide.String(), `{"p1":1}`},
		"deep instance":  {`{"items":{"$ref":"#"}}`, deep},
		"wide enum":      {`{"items":{"enum":[` + strings.Repeat("1,", 4_000) + `2]}}`, `[` + strings.Repeat("3,", 4_000) + `3]`},
		"repeated group": {`{"pattern":"(a{30}){30}` + strings.Repeat("(b{9}){9}", 90) + `"}`, `"a"`},
	} {
		got := validator.Conforms(read(t, work[0]), read(t, work[1]), Default202012)
		if got.Outcome != Unjudged {
			t.Errorf("%s: %+v, want unjudged", name, got)
		}
	}
}

func TestConformsAtSize(t *testing.T) {
	// Ordinary data of some size is judged.
	schema := read(t, `{"type":"object","properties":{"rows":{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"},"name":{"type":"string","pattern":"^n"}},"required":["id"]}}}}`)
	rows := strings.TrimSuffix(strings.Repeat(`{"id":1,"name":"nnn"},`, 50_000), ",")
	var validator Validator
	if got := validator.Conforms(schema, read(t, `{"rows":[`+rows+`]}`), Default202012); got.Outcome != Conforms {
		t.Errorf("%+v", got)
	}
	if got := validator.Conforms(schema, read(t, `{"rows":[`+rows+`,{}]}`), Default202012); got.Pointer != "/rows/50000" {
		t.Errorf("%+v", got)
	}
}

func TestValidatorForgets(t *testing.T) {
	var validator Validator
	for i := range 3 * maxCompiled {
		schema := read(t, fmt.Sprintf(`{"const":%d}`, i))
		if got := validator.Conforms(schema, schema.Get("const"), Default202012); got.Outcome != Conforms {
			t.Fatalf("%d: %+v", i, got)
		}
		if len(validator.compiled) > maxCompiled {
			t.Fatalf("%d schemas remembered", len(validator.compiled))
		}
	}
}

func TestConformsIsDeterministic(t *testing.T) {
	schema := read(t, `{"patternProperties":{"a":{"type":"string"},"b":{"type":"null"},"c":{"maximum":0}},"minProperties":9,"required":["x","y"],"dependentRequired":{"abc":["q"],"cab":["r"]}}`)
	instance := read(t, `{"cab":1,"abc":2,"bca":3}`)
	var first Conformance
	for i := range 200 {
		var validator Validator
		got := validator.Conforms(schema, instance, Default202012)
		if i == 0 {
			first = got
		}
		if got != first {
			t.Fatalf("got %+v, then %+v", first, got)
		}
	}
}

func TestPortable(t *testing.T) {
	for _, pattern := range []string{
		"", "^a$", `^[a-z0-9_-]+$`, `\d{3}-\w+\s?`, `^(?:a|b)*c+?$`, `(?<year>\d{4})`, `[^\]\\]`, `\.\/\-\$`, `\x41`,
		`[a-z[]`, `a{2,3}`, `[^"]`, `\bword\B`, `[\d.]`,
	} {
		if _, err := portableRegexp(pattern); err != nil {
			t.Errorf("%q is refused: %v", pattern, err)
		}
	}
	for _, pattern := range []string{
		`(`, `[`, `\`, `\A`, `\z`, `\a`, `\Q.\E`, `\pL`, `\p{L}`, `\x{41}`, `\x4`, `\1`, `\012`, `\0`, `(?i)a`, `(?i:a)`,
		`(?P<n>a)`, `(?=a)`, `(?!a)`, `(?<=a)b`, `[]a]`, `[^]a]`, `[[:alpha:]]`, `[a[:alpha:]]`, `a{,3}`, `\C`, `\é`, `a{1001}`,
		strings.Repeat("a", 1001), strings.Repeat("(a{30}){30}", 20),
	} {
		if _, err := portableRegexp(pattern); err == nil {
			t.Errorf("%q is accepted", pattern)
		}
	}
}

func FuzzConforms(f *testing.F) {
	f.Add(`{"type":"object","required":["a"],"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"enum":[1]}}}`, `{"a":2}`)
	f.Add(`{"$id":"a","allOf":[{"$id":"b"},{"$ref":"b"}],"unevaluatedItems":false}`, `[1,2]`)
	f.Add(in04+`"multipleOf":0.01,"uniqueItems":true,"dependencies":{"a":{"id":"#x"}}}`, `[1.1,1.10]`)
	f.Fuzz(func(t *testing.T, schemaText, instanceText string) {
		schema, err := model.Parse([]byte(schemaText))
		if err != nil {
			return
		}
		instance, err := model.Parse([]byte(instanceText))
		if err != nil {
			return
		}
		for _, policy := range []Policy{Default202012, DefaultOpen} {
			var validator Validator
			got := validator.Conforms(schema, instance, policy)
			if again := validator.Conforms(schema, instance, policy); again != got {
				t.Fatalf("got %+v, then %+v", got, again)
			}
			if _, exact := instance.Find(got.Pointer); got.Outcome == Violates && !exact {
				t.Fatalf("violation at %q, which is not there", got.Pointer)
			}
		}
	})
}
