package shape

import (
	"strings"
	"testing"

	"mcpx/model"
)

func schema(t *testing.T, text string) model.Value {
	t.Helper()
	v, err := model.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestOf(t *testing.T) {
	for text, want := range map[string]string{
		`true`:                                   "any",
		`false`:                                  "nothing",
		`{}`:                                     "any",
		`7`:                                      "any",
		`{"type":"string"}`:                      "string",
		`{"type":"string","format":"date-time"}`: "string date-time",
		`{"type":"string","minLength":1,"maxLength":50}`:                "string 1..50 long",
		`{"type":"integer","minimum":1,"maximum":10}`:                   "integer 1..10",
		`{"type":"number","minimum":0.5}`:                               "number 0.5..",
		`{"type":"number","minimum":0}`:                                 "number",
		`{"type":["string","null"]}`:                                    "string | null",
		`{"enum":["a","b",3]}`:                                          `"a" | "b" | 3`,
		`{"enum":[1,2,3,4,5,6]}`:                                        "1 | 2 | 3 | 4 | …",
		`{"const":"x"}`:                                                 `"x"`,
		`{"const":"` + strings.Repeat("é", 40) + `"}`:                   `"` + strings.Repeat("é", 11) + "…",
		`{"type":"array"}`:                                              "array",
		`{"type":"array","items":{"type":"string"},"minItems":1}`:       "string[] 1.. items",
		`{"items":{"enum":["a","b"]}}`:                                  `("a" | "b")[]`,
		`{"type":"object"}`:                                             "object",
		`{"properties":{"a":{},"b":{}},"required":["b"]}`:               "{a?, b}",
		`{"$ref":"#/$defs/Point"}`:                                      "→ Point",
		`{"anyOf":[{"type":"string"},{"type":"array","items":true}]}`:   "string | array",
		`{"items":{"items":{"items":{"items":{"items":{}}}}}}`:          "array[][][]",
		`{"type":"array","items":{"anyOf":[{"anyOf":[{"anyOf":[]}]}]}}`: "any[]",
	} {
		if got := Of(schema(t, text)); got != want {
			t.Errorf("%s is %q, want %q", text, got, want)
		}
	}
}

func TestMembers(t *testing.T) {
	all := Members(schema(t, `{"required":["city"],"properties":{
		"city":{"type":"string","description":"Where\n to look"},
		"days":{"type":"integer","default":3,"title":"Days"}}}`))
	if len(all) != 2 {
		t.Fatalf("%d members", len(all))
	}
	for i, want := range []struct{ brief, says string }{
		{"city string", "string (required)  Where to look"},
		{"days? integer", "integer = 3  Days"},
	} {
		if got := all[i].Brief(); got != want.brief {
			t.Errorf("brief %q, want %q", got, want.brief)
		}
		if got := all[i].Says(); got != want.says {
			t.Errorf("says %q, want %q", got, want.says)
		}
	}
}
