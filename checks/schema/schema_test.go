package schema

import (
	"slices"
	"strings"
	"testing"

	"mcpx/model"
)

// read parses a value of a test.
func read(t testing.TB, text string) model.Value {
	t.Helper()
	v, err := model.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestDeclarationOf(t *testing.T) {
	tests := []struct {
		schema  string
		form    DeclarationForm
		dialect Dialect
	}{
		{`{}`, Undeclared, Draft202012},
		{`true`, Undeclared, Draft202012},
		{`{"properties":{"$schema":{"const":1}}}`, Undeclared, Draft202012},
		{`{"$schema":"https://json-schema.org/draft/2020-12/schema"}`, Declared, Draft202012},
		{`{"$schema":"http://json-schema.org/draft/2020-12/schema#"}`, Declared, Draft202012},
		{`{"$schema":"https://json-schema.org/draft/2019-09/schema"}`, Declared, Draft201909},
		{`{"$schema":"http://json-schema.org/draft-07/schema#"}`, Declared, Draft07},
		{`{"$schema":"https://json-schema.org/draft-07/schema"}`, Declared, Draft07},
		{`{"$schema":"http://json-schema.org/draft-06/schema#"}`, Declared, Draft06},
		{`{"$schema":"http://json-schema.org/draft-04/schema#"}`, Declared, Draft04},
		{`{"$schema":"http://json-schema.org/draft-03/schema#"}`, Declared, Draft03},
		{`{"$schema":"http://json-schema.org/schema#"}`, Declared, UnknownDialect},
		{`{"$schema":"http://json-schema.org/draft-07/schema##"}`, Declared, UnknownDialect},
		{`{"$schema":"json-schema.org/draft-07/schema"}`, Declared, UnknownDialect},
		{`{"$schema":"https://acme.example/schema"}`, Declared, UnknownDialect},
		{`{"$schema":""}`, Declared, UnknownDialect},
		{`{"$schema":7}`, Malformed, UnknownDialect},
		{`{"$schema":null}`, Malformed, UnknownDialect},
	}
	for _, tt := range tests {
		got := DeclarationOf(read(t, tt.schema))
		if got.Form != tt.form || got.Dialect != tt.dialect {
			t.Errorf("DeclarationOf(%s) = %v, want %v %v", tt.schema, got, tt.form, tt.dialect)
		}
	}
	if Draft03.Known() || UnknownDialect.Known() || !Draft04.Known() || !Draft202012.Known() {
		t.Error("the wrong dialects are known")
	}
}

func TestPositions(t *testing.T) {
	schema := read(t, `{
		"properties":{"a":{"properties":{"b/c":{}}},"const":{"default":{"properties":{"no":{}}}}},
		"items":[{},{"not":{}}],"additionalItems":true,
		"dependencies":{"x":["y"],"z":{"if":{}}},
		"anyOf":[{"properties":{"d":{}}}],
		"enum":[{"properties":{"no":{}}}],"examples":[{"not":{}}],"x-unknown":{"not":{}},
		"$defs":{"e":{"contentSchema":{}}},
		"allOf":{"no":{}},"properties2":{"no":{}}
	}`)
	var got []string
	for p := range Positions(schema) {
		line := p.Pointer
		if p.Reachable() {
			line += " (" + strings.Join(p.Path, ",") + ")"
		}
		if p.Via != "" {
			line += " via " + p.Via
		}
		got = append(got, line)
	}
	want := []string{
		"",
		"/properties/a (a)", "/properties/a/properties/b~1c (a,b/c)", "/properties/const (const)",
		"/items/0 via items", "/items/1 via items", "/items/1/not via items",
		"/additionalItems via additionalItems",
		"/dependencies/x via dependencies", "/dependencies/z via dependencies", "/dependencies/z/if via dependencies",
		"/anyOf/0 via anyOf", "/anyOf/0/properties/d via anyOf",
		"/$defs/e via $defs", "/$defs/e/contentSchema via $defs",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestPositionsStopAtDepth64(t *testing.T) {
	schema := strings.Repeat(`{"not":`, 100) + "{}" + strings.Repeat("}", 100)
	deepest := 0
	for p := range Positions(read(t, schema)) {
		deepest = max(deepest, p.Depth)
	}
	if deepest != 64 {
		t.Errorf("deepest position %d, want 64", deepest)
	}
	for range Positions(read(t, schema)) {
		break // stopping early must not panic
	}
}

func TestSiblingPathsAreIndependent(t *testing.T) {
	var paths [][]string
	for p := range Positions(read(t, `{"properties":{"a":{"properties":{"b":{"properties":{"c":{},"d":{}}}}}}}`)) {
		paths = append(paths, p.Path)
	}
	if got := strings.Join(paths[3], "/") + " " + strings.Join(paths[4], "/"); got != "a/b/c a/b/d" {
		t.Errorf("got %s", got)
	}
}

func TestAnnotationsOf(t *testing.T) {
	tests := []struct {
		name, schema string
		want         []string // pointer, reachability and faults of each
		valid        bool
	}{
		{"none", `{"properties":{"x-mcp-header":{"type":"string"}},"default":{"x-mcp-header":1},"enum":[{"x-mcp-header":1}]}`, nil, true},
		{"plain", `{"properties":{"zone":{"type":"string","x-mcp-header":"Zone"},"n":{"type":"integer","x-mcp-header":"N"},"b":{"type":"boolean","x-mcp-header":"b!"}}}`,
			[]string{"/properties/zone/x-mcp-header ok mcp-param-zone /zone", "/properties/n/x-mcp-header ok mcp-param-n /n", "/properties/b/x-mcp-header ok mcp-param-b! /b"}, true},
		{"nested", `{"properties":{"a/b":{"properties":{"c":{"x-mcp-header":"C","$ref":"#/x"}}}}}`,
			[]string{"/properties/a~1b/properties/c/x-mcp-header ok mcp-param-c /a~1b/c"}, true},
		{"no type, list of types", `{"properties":{"a":{"x-mcp-header":"A"},"b":{"type":["string","null"],"x-mcp-header":"B"}}}`,
			[]string{"/properties/a/x-mcp-header ok mcp-param-a /a", "/properties/b/x-mcp-header ok mcp-param-b /b"}, true},
		{"root", `{"x-mcp-header":"A"}`, []string{"/x-mcp-header unreachable"}, false},
		{"through items", `{"properties":{"rows":{"items":{"properties":{"id":{"type":"number","x-mcp-header":"bad name"}}}}}}`,
			[]string{"/properties/rows/items/properties/id/x-mcp-header unreachable via items"}, false},
		{"through anyOf", `{"anyOf":[{"properties":{"t":{"type":"string","x-mcp-header":"T"}}}]}`,
			[]string{"/anyOf/0/properties/t/x-mcp-header unreachable via anyOf"}, false},
		{"no string", `{"properties":{"a":{"x-mcp-header":true}}}`, []string{"/properties/a/x-mcp-header notstring"}, false},
		{"null", `{"properties":{"a":{"x-mcp-header":null}}}`, []string{"/properties/a/x-mcp-header notstring"}, false},
		{"empty", `{"properties":{"a":{"x-mcp-header":""}}}`, []string{"/properties/a/x-mcp-header empty"}, false},
		{"no token", `{"properties":{"a":{"x-mcp-header":"Cost Center"}}}`, []string{"/properties/a/x-mcp-header notoken"}, false},
		{"number", `{"properties":{"cc":{"type":"number","x-mcp-header":"Cost"}}}`, []string{"/properties/cc/x-mcp-header wrongtype"}, false},
		{"two faults", `{"properties":{"cc":{"type":"object","x-mcp-header":"a:b"}}}`, []string{"/properties/cc/x-mcp-header notoken wrongtype"}, false},
		{"repeated", `{"properties":{"a":{"x-mcp-header":"Zone"},"b":{"x-mcp-header":"zONE"}}}`,
			[]string{"/properties/a/x-mcp-header repeated=/properties/b/x-mcp-header", "/properties/b/x-mcp-header repeated=/properties/a/x-mcp-header"}, false},
		{"repeated by an unreachable one", `{"properties":{"a":{"x-mcp-header":"Z"}},"not":{"x-mcp-header":"z"}}`,
			[]string{"/properties/a/x-mcp-header repeated=/not/x-mcp-header", "/not/x-mcp-header unreachable via not"}, false},
		{"no object", `true`, nil, true},
	}
	kinds := map[NameFaultKind]string{NotString: "notstring", Empty: "empty", NoToken: "notoken", Repeated: "repeated=", WrongType: "wrongtype"}
	for _, tt := range tests {
		as := AnnotationsOf(read(t, tt.schema))
		var got []string
		for _, a := range as {
			words := []string{a.Pointer}
			switch {
			case !a.Reachable && a.Via == "":
				words = append(words, "unreachable")
			case !a.Reachable:
				words = append(words, "unreachable via "+a.Via)
			case len(a.Faults) == 0:
				words = append(words, "ok", a.HeaderName(), a.ArgumentPointer())
			}
			for _, f := range a.Faults {
				words = append(words, kinds[f.Kind]+f.Other)
			}
			got = append(got, strings.Join(words, " "))
		}
		if !slices.Equal(got, tt.want) || as.Valid() != tt.valid {
			t.Errorf("%s: got %q, valid %v, want %q, %v", tt.name, got, as.Valid(), tt.want, tt.valid)
		}
		if in := as.InForce(); tt.valid && len(in) != len(as) || !tt.valid && in != nil {
			t.Errorf("%s: %d designations in force of %d", tt.name, len(in), len(as))
		}
	}
}
