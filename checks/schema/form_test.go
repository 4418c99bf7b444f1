package schema

import (
	"slices"
	"testing"

	"mcpx/model"
)

func form(properties, rest string) string {
	return `{"type":"object","properties":{` + properties + `}` + rest + `}`
}

func TestFormProblems(t *testing.T) {
	tests := []struct {
		name, schema, content string
		want                  []string
	}{
		{"fine", form(`"size":{"type":"string","enum":["S","M"]}`, `,"required":["size"]`), `{"size":"M"}`, nil},
		{"extra properties", form(``, `,"additionalProperties":false`), `{"x":1}`, nil},

		{"no object", form(``, ``), `"x"`, []string{` content is "x", requestedSchema wants an object`}},
		{"an array", form(``, ``), `[]`, []string{` content is [], requestedSchema wants an object`}},
		{"null, nothing required", form(`"a":{"type":"string"}`, ``), `null`, nil},
		{"null, something required", form(``, `,"required":["a"]`), `null`, []string{` content is null, requestedSchema wants an object`}},
		{"missing required", form(`"a":{},"b":{}`, `,"required":["b","a","b"]`), `{}`,
			[]string{"/b content.b is missing, requestedSchema requires it", "/a content.a is missing, requestedSchema requires it"}},
		{"required without schema", form(``, `,"required":["a/b"]`), `{}`, []string{`/a~1b content["a/b"] is missing, requestedSchema requires it`}},
		{"required is no array", form(`"a":{}`, `,"required":true`), `{}`, nil},

		{"integer", form(`"age":{"type":"integer"}`, ``), `{"age":"12"}`, []string{`/age content.age is "12", requestedSchema wants integer`}},
		{"fraction", form(`"age":{"type":"integer"}`, ``), `{"age":7.5}`, []string{`/age content.age is 7.5, requestedSchema wants integer`}},
		{"integral spelling", form(`"age":{"type":"integer"}`, ``), `{"age":70e-1}`, nil},
		{"number", form(`"n":{"type":"number"}`, ``), `{"n":true}`, []string{`/n content.n is true, requestedSchema wants number`}},
		{"boolean", form(`"b":{"type":"boolean"}`, ``), `{"b":"true"}`, []string{`/b content.b is "true", requestedSchema wants boolean`}},
		{"null is no string", form(`"s":{"type":"string"}`, ``), `{"s":null}`, []string{`/s content.s is null, requestedSchema wants string`}},
		{"one finding a property", form(`"s":{"type":"string","minLength":5,"enum":["a"]}`, `,"required":["s"]`), `{"s":1}`, []string{`/s content.s is 1, requestedSchema wants string`}},
		{"two properties", form(`"a":{"type":"string"},"b":{"type":"string"}`, ``), `{"b":1,"a":1}`,
			[]string{`/a content.a is 1, requestedSchema wants string`, `/b content.b is 1, requestedSchema wants string`}},
		{"array", form(`"l":{"type":"array"}`, ``), `{"l":"x"}`, []string{`/l content.l is "x", requestedSchema wants array`}},

		{"enum", form(`"size":{"type":"string","enum":["S","M"]}`, ``), `{"size":"XL"}`, []string{`/size content.size is "XL", requestedSchema wants one of ["S","M"]`}},
		{"enum without type", form(`"size":{"enum":["S",1]}`, ``), `{"size":1.0}`, nil},
		{"enum is no array", form(`"size":{"type":"string","enum":"S"}`, ``), `{"size":"XL"}`, nil},
		{"oneOf", form(`"c":{"type":"string","oneOf":[{"const":"r","title":"Red"},{"const":"g"}]}`, ``), `{"c":"b"}`,
			[]string{`/c content.c is "b", requestedSchema wants a const of [{"const":"r","title":"Red"},{"const":"g"}]`}},
		{"oneOf fits", form(`"c":{"type":"string","oneOf":[{"const":"r"},{"const":"g"}]}`, ``), `{"c":"g"}`, nil},
		{"oneOf of something else", form(`"c":{"type":"string","oneOf":[{"const":"r"},{"pattern":"b"}]}`, ``), `{"c":"b"}`, nil},
		{"oneOf empty", form(`"c":{"type":"string","oneOf":[]}`, ``), `{"c":"b"}`, nil},
		{"selection", form(`"l":{"type":"array","items":{"type":"string","enum":["a","b"]}}`, ``), `{"l":["a","c"]}`,
			[]string{`/l content.l has "c" at 1, requestedSchema wants one of ["a","b"]`}},
		{"titled selection", form(`"l":{"type":"array","items":{"anyOf":[{"const":"a"},{"const":"b"}]}}`, ``), `{"l":["z"]}`,
			[]string{`/l content.l has "z" at 0, requestedSchema wants a const of [{"const":"a"},{"const":"b"}]`}},
		{"selection fits", form(`"l":{"type":"array","items":{"enum":["a","b"]},"minItems":0}`, ``), `{"l":["b","a"]}`, nil},
		{"selection of something else", form(`"l":{"type":"array","items":{"anyOf":[{"type":"string"}]}}`, ``), `{"l":[1]}`, nil},

		{"minLength", form(`"s":{"minLength":3}`, ``), `{"s":"ab"}`, []string{`/s content.s has length 2, requestedSchema wants minLength 3`}},
		{"maxLength counts characters", form(`"s":{"maxLength":2}`, ``), `{"s":"é😀"}`, nil},
		{"maxLength", form(`"s":{"maxLength":1}`, ``), `{"s":"é😀"}`, []string{`/s content.s has length 2, requestedSchema wants maxLength 1`}},
		{"length of a number", form(`"s":{"maxLength":1}`, ``), `{"s":12345}`, nil},
		{"minItems", form(`"l":{"type":"array","minItems":1}`, ``), `{"l":[]}`, []string{`/l content.l has length 0, requestedSchema wants minItems 1`}},
		{"maxItems", form(`"l":{"type":"array","maxItems":1}`, ``), `{"l":[1,2]}`, []string{`/l content.l has length 2, requestedSchema wants maxItems 1`}},
		{"minimum", form(`"n":{"type":"integer","minimum":18}`, ``), `{"n":17}`, []string{`/n content.n is 17, requestedSchema wants minimum 18`}},
		{"maximum exactly", form(`"n":{"maximum":9007199254740992}`, ``), `{"n":9007199254740993}`, []string{`/n content.n is 9007199254740993, requestedSchema wants maximum 9007199254740992`}},
		{"huge", form(`"n":{"maximum":1}`, ``), `{"n":1e999999999}`, []string{`/n content.n is 1e999999999, requestedSchema wants maximum 1`}},
		{"limit that is no number", form(`"n":{"maximum":"1"}`, ``), `{"n":2}`, nil},

		{"email", form(`"m":{"type":"string","format":"email"}`, ``), `{"m":"nobody"}`, []string{`/m content.m is "nobody", requestedSchema wants format email`}},
		{"uri", form(`"u":{"type":"string","format":"uri"}`, ``), `{"u":"x/y"}`, []string{`/u content.u is "x/y", requestedSchema wants format uri`}},
		{"date", form(`"d":{"type":"string","format":"date"}`, ``), `{"d":"2026-02-30"}`, []string{`/d content.d is "2026-02-30", requestedSchema wants format date`}},
		{"date-time", form(`"d":{"type":"string","format":"date-time"}`, ``), `{"d":"2026-02-20"}`, []string{`/d content.d is "2026-02-20", requestedSchema wants format date-time`}},
		{"date-time with a space", form(`"d":{"type":"string","format":"date-time"}`, ``), `{"d":"2026-02-20 10:00:00Z"}`, nil},
		{"unknown format", form(`"d":{"type":"string","format":"zip"}`, ``), `{"d":"?"}`, nil},
		{"pattern", form(`"d":{"type":"string","pattern":"^a"}`, ``), `{"d":"b"}`, nil},

		{"unreadable type", form(`"a":{"type":"object","enum":[1]},"b":{"type":["string","null"],"enum":[1]},"c":{"type":7}`, ``), `{"a":1,"b":2,"c":3}`, nil},
		{"unreadable property", form(`"a":true,"b":{"$ref":"#/x","type":"string"},"c":false`, ``), `{"a":1,"b":2,"c":3}`, nil},
		{"unreadable type, yet required", form(`"a":{"type":"object"}`, `,"required":["a"]`), `{}`, []string{"/a content.a is missing, requestedSchema requires it"}},
		{"unknown dialect", form(``, `,"required":["a"],"$schema":"https://acme.example/x"`), `{}`, nil},
		{"draft-07", form(``, `,"required":["a"],"$schema":"http://json-schema.org/draft-07/schema#"`), `{}`, []string{"/a content.a is missing, requestedSchema requires it"}},
		{"reference at the root", form(``, `,"required":["a"],"$ref":"#/x"`), `{}`, nil},
		{"schema is no object", `true`, `"x"`, nil},
		{"properties is no object", `{"properties":[]}`, `{"a":1}`, nil},
		{"empty name", form(`"":{"type":"string"}`, ``), `{"":1}`, []string{`/ content[""] is 1, requestedSchema wants string`}},
	}
	for _, tt := range tests {
		got := lines(FormProblems(read(t, tt.schema), read(t, tt.content)))
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	required := read(t, form(``, `,"required":["a"]`))
	if got := lines(FormProblems(required, model.Value{})); !slices.Equal(got, []string{" content is nothing, requestedSchema wants an object"}) {
		t.Errorf("absent content: %q", got)
	}
	if got := FormProblems(read(t, form(`"a":{}`, ``)), model.Value{}); got != nil {
		t.Errorf("absent content, nothing required: %v", got)
	}
}

func lines(problems []FormProblem) []string {
	var lines []string
	for _, p := range problems {
		lines = append(lines, p.Pointer+" "+p.Text)
	}
	return lines
}

func TestNotFlat(t *testing.T) {
	tests := []struct {
		schema string
		want   []string
	}{
		{form(`"a":{"type":"string","enum":["x"],"title":"A","default":"x","format":"email"},"n":{"type":"number"},"i":{"type":"integer"},"b":{"type":"boolean"}`,
			`,"$schema":"x","additionalProperties":false,"required":7`), nil},
		{`null`, []string{` requestedSchema is null, want an object`}},
		{`{"properties":{}}`, []string{`/type type of requestedSchema is nothing, want "object"`}},
		{`{"type":"array","properties":{}}`, []string{`/type type of requestedSchema is "array", want "object"`}},
		{`{"type":"object"}`, []string{`/properties properties of requestedSchema is nothing, want an object`}},
		{`{"type":"object","properties":[]}`, []string{`/properties properties of requestedSchema is [], want an object`}},
		{form(``, `,"anyOf":[]`), []string{`/anyOf requestedSchema has anyOf, want a flat object`}},
		{form(``, `,"$ref":"#"`), []string{`/$ref requestedSchema has $ref, want a flat object`}},
		{form(`"a":7,"b/c":{},"d":{"type":"object"},"e":{"type":"string","oneOf":[]},"f":{"type":["string"]},"ok":{"type":"string"}`, `,"not":{}`), []string{
			`/not requestedSchema has not, want a flat object`,
			`/properties/a property "a" is 7, want an object`,
			`/properties/b~1c property "b/c" has type nothing, want a primitive type`,
			`/properties/d property "d" has type "object", want a primitive type`,
			`/properties/e property "e" has oneOf, want a flat property`,
			`/properties/f property "f" has type ["string"], want a primitive type`,
		}},
	}
	for _, tt := range tests {
		if got := lines(NotFlat(read(t, tt.schema))); !slices.Equal(got, tt.want) {
			t.Errorf("NotFlat(%s): got %q, want %q", tt.schema, got, tt.want)
		}
	}
	if got := lines(NotFlat(model.Value{})); !slices.Equal(got, []string{" requestedSchema is nothing, want an object"}) {
		t.Errorf("absent: %q", got)
	}
}

func FuzzFormProblems(f *testing.F) {
	f.Add(form(`"a":{"type":"array","items":{"enum":[1]},"minItems":1}`, `,"required":["a"]`), `{"a":[2]}`)
	f.Add(form(`"a":{"oneOf":[{"const":1}],"maximum":1e9}`, ``), `{"a":1e99}`)
	f.Fuzz(func(t *testing.T, schemaText, contentText string) {
		schema, err := model.Parse([]byte(schemaText))
		if err != nil {
			return
		}
		content, err := model.Parse([]byte(contentText))
		if err != nil {
			return
		}
		problems := FormProblems(schema, content)
		for i, p := range problems {
			if i > 0 && p.Pointer == problems[i-1].Pointer {
				t.Fatalf("two problems at %q", p.Pointer)
			}
		}
		NotFlat(schema)
		// Whatever breaks a form breaks the schema it was read from, except for
		// formats, which are annotations there.
		var validator Validator
		if len(problems) > 0 && content.IsObject() && !formatsAlone(problems) &&
			validator.Conforms(schema, content, Default202012).Outcome == Conforms {
			t.Fatalf("%v, and yet it conforms", problems)
		}
	})
}

func formatsAlone(problems []FormProblem) bool {
	return !slices.ContainsFunc(problems, func(p FormProblem) bool {
		return !slices.ContainsFunc([]string{"email", "uri", "date", "date-time"}, func(f string) bool {
			want := "requestedSchema wants format " + f
			return len(p.Text) >= len(want) && p.Text[len(p.Text)-len(want):] == want
		})
	})
}
