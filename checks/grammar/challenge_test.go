package grammar

import (
	"reflect"
	"testing"
)

func TestChallenges(t *testing.T) {
	bearer := func(params ...Param) Challenge { return Challenge{Scheme: "bearer", Params: params} }
	tests := []struct {
		field string
		want  []Challenge
	}{
		{"", nil},
		{" , ,", nil},
		{"Bearer", []Challenge{bearer()}},
		{"BEARER ", []Challenge{bearer()}},
		{`Bearer error="invalid_token"`, []Challenge{bearer(Param{"error", "invalid_token"})}},
		{`bearer ERROR=invalid_token`, []Challenge{bearer(Param{"error", "invalid_token"})}},
		{`Bearer realm="a, b", scope = "x y" ,error="e"`, []Challenge{bearer(
			Param{"realm", "a, b"}, Param{"scope", "x y"}, Param{"error", "e"})}},
		{`Bearer realm="a \"b\" \\c"`, []Challenge{bearer(Param{"realm", `a "b" \c`})}},
		{`Bearer scope=""`, []Challenge{bearer(Param{"scope", ""})}},
		{`Basic abc123==, Bearer scope=x`, []Challenge{{Scheme: "basic", Token68: "abc123=="}, bearer(Param{"scope", "x"})}},
		{`Negotiate, Bearer scope=x`, []Challenge{{Scheme: "negotiate"}, bearer(Param{"scope", "x"})}},
		{`Basic realm=a, charset=UTF-8, Bearer scope=x, error=e, DPoP algs="ES256"`, []Challenge{
			{Scheme: "basic", Params: []Param{{"realm", "a"}, {"charset", "UTF-8"}}},
			bearer(Param{"scope", "x"}, Param{"error", "e"}),
			{Scheme: "dpop", Params: []Param{{"algs", "ES256"}}}}},
		{`Bearer scope=x,,, error=e,`, []Challenge{bearer(Param{"scope", "x"}, Param{"error", "e"})}},
		{`Newauth realm="apps", type=1, title="Login to \"apps\"", Basic realm="simple"`, []Challenge{
			{Scheme: "newauth", Params: []Param{{"realm", "apps"}, {"type", "1"}, {"title", `Login to "apps"`}}},
			{Scheme: "basic", Params: []Param{{"realm", "simple"}}}}},
		{`Bearer scope=`, []Challenge{{Scheme: "bearer", Token68: "scope="}}},
		{`Bearer error`, []Challenge{{Scheme: "bearer", Token68: "error"}}},
		{"Bearer \t scope=x", []Challenge{bearer(Param{"scope", "x"})}},
	}
	for _, tt := range tests {
		got, ok := Challenges(tt.field)
		if !ok || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("Challenges(%q) = %v, %v, want %v", tt.field, got, ok, tt.want)
		}
	}
}

func TestChallengesRefused(t *testing.T) {
	for _, field := range []string{
		`Bearer scope="x`,
		`Bearer scope="x\`,
		`Bearer scope="x" error="e"`,
		`Bearer resource_metadata=https://x.example/y`,
		`Bearer scope=x y`,
		`Bearer ,, scope=x`, // the comma ends the challenge, and `scope=x` begins none
		`Bearer scope=, error=e`,
		`Bearer =x`,
		`"Bearer" scope=x`,
		`Bearer/x`,
		`Bearer scope=x, scope=y`,
		`Bearer Scope=x, sCOPE=x`,
		`Bearer scope="x"y`,
		`Bearer é=1`,
	} {
		if got, ok := Challenges(field); ok {
			t.Errorf("Challenges(%q) = %v, want refusal", field, got)
		}
		if got := Bearers(field); got != nil {
			t.Errorf("Bearers(%q) = %v, want none", field, got)
		}
	}
}

func TestBearers(t *testing.T) {
	got := Bearers(`Basic realm="x", Bearer, Bearer realm="own", bearer error="e", scope="a  b c"`)
	if len(got) != 1 {
		t.Fatalf("got %v, want the last challenge only", got)
	}
	if scopes := got[0].Scopes(); !reflect.DeepEqual(scopes, []string{"a", "b", "c"}) {
		t.Errorf("scopes %q", scopes)
	}
	if value, ok := got[0].Param("error"); value != "e" || !ok {
		t.Errorf("error %q %v", value, ok)
	}
	if _, ok := got[0].Param("resource_metadata"); ok {
		t.Error("found a parameter that is not there")
	}
	if scopes := (Challenge{}).Scopes(); len(scopes) != 0 {
		t.Errorf("scopes of nothing: %q", scopes)
	}
}

func FuzzChallenges(f *testing.F) {
	f.Add(`Basic abc==, Bearer error="x\"", scope=y`)
	f.Add(`Bearer ,a=b`)
	f.Fuzz(func(t *testing.T, field string) {
		challenges, ok := Challenges(field)
		if !ok && challenges != nil {
			t.Fatalf("refused with %v", challenges)
		}
		for _, c := range challenges {
			if c.Scheme == "" || c.Token68 != "" && c.Params != nil {
				t.Fatalf("%q gave %+v", field, c)
			}
		}
	})
}
