package grammar

import (
	"strings"
	"testing"
)

func problems(t *testing.T, name string, check func(string) string, tests map[string]string) {
	t.Helper()
	for s, want := range tests {
		if got := check(s); got != want {
			t.Errorf("%s(%q) = %q, want %q", name, s, got, want)
		}
	}
}

func TestTraceparent(t *testing.T) {
	const (
		trace  = "11223344556677889900aabbccddeeff"
		parent = "0102030405060708"
		shape  = "want four fields of 2, 32, 16 and 2 hex digits"
	)
	problems(t, "Traceparent", Traceparent, map[string]string{
		"00-" + trace + "-" + parent + "-01":                   "",
		"00-" + trace + "-" + parent + "-ff":                   "",
		"cc-" + trace + "-" + parent + "-01":                   "",
		"01-" + trace + "-" + parent + "-01-what-the-future":   "",
		"01-" + trace + "-" + parent + "-01-":                  "",
		"00-" + trace + "-" + parent + "-01-more":              "version 00 has more than four fields",
		"00-" + trace + "-" + parent + "-01-":                  "version 00 has more than four fields",
		"01-" + trace + "-" + parent + "-01.more":              shape,
		"ff-" + trace + "-" + parent + "-01":                   "version ff is forbidden",
		"00-" + strings.ToUpper(trace) + "-" + parent + "-01":  "upper-case hex, want lower case",
		"00-" + strings.Repeat("0", 32) + "-" + parent + "-01": "the trace id is all zero",
		"00-" + trace + "-" + strings.Repeat("0", 16) + "-01":  "the parent id is all zero",
		"00-" + trace[:31] + "g-" + parent + "-01":             `"g" is no hex digit`,
		"00-" + trace[:30] + "é-" + parent + "-01":             `"é" is no hex digit`,
		"00-0-0-01":                           shape,
		"":                                    shape,
		"00-" + trace + parent + "--01":       shape,
		"0-" + trace + "-" + parent + "-001":  shape,
		" 00-" + trace + "-" + parent + "-01": shape,
		"00-" + trace + "-" + parent + "-01 ": shape,
	})
}

func TestTracestate(t *testing.T) {
	const keyShape = "want lower-case letters, digits and _-*/@, no sign first"
	const valueShape = "want 1 to 256 printable ASCII characters without comma and ="
	members := func(n int) string { return strings.TrimSuffix(strings.Repeat("a=1,", n), ",") }
	problems(t, "Tracestate", Tracestate, map[string]string{
		"":                              "",
		"a=1":                           "",
		"a=1,b=2":                       "",
		"  a=1\t, b=2 ":                 "",
		",,a=1,,":                       "",
		" ":                             "",
		"1x=2":                          "",
		"a@b=c":                         "",
		"a_-*/9=!~ x":                   "",
		"a=1,a=1":                       "",
		"a= x":                          "",
		members(32):                     "",
		members(32) + ",":               "",
		members(33):                     "more than 32 members",
		"a":                             `member "a" has no =`,
		"A=1":                           `key "A", ` + keyShape,
		"=1":                            `key "", ` + keyShape,
		"@a=1":                          `key "@a", ` + keyShape,
		"a b=1":                         `key "a b", ` + keyShape,
		"a =1":                          `key "a ", ` + keyShape,
		"a=":                            `value "" of key "a", ` + valueShape,
		"a=b=c":                         `value "b=c" of key "a", ` + valueShape,
		"a=é":                           `value "é" of key "a", ` + valueShape,
		"a=b\x01":                       `value "b\u0001" of key "a", ` + valueShape,
		"a=" + strings.Repeat("x", 256): "",
	})
	if Tracestate("a="+strings.Repeat("x", 257)) == "" {
		t.Error("a value of 257 characters is fine")
	}
}

func TestBaggage(t *testing.T) {
	problems(t, "Baggage", Baggage, map[string]string{
		"":                       "",
		"  ":                     "",
		"a=1":                    "",
		"a=":                     "",
		"a = 1 ; p ; q = 2 ,b=2": "",
		"a=1;p=é":                "",
		"a==":                    "",
		"a=%C3%A9":               "",
		"a=1,":                   "empty member",
		"a=1,,b=2":               "empty member",
		";p":                     "empty member",
		"a":                      `member "a" has no =`,
		"=1":                     `key "" is no token`,
		"a b=1":                  `key "a b" is no token`,
		"é=1":                    `key "é" is no token`,
		"a=b c":                  `value of key "a" holds " "`,
		`a="b"`:                  `value of key "a" holds "\""`,
		`a=b\c`:                  `value of key "a" holds "\\"`,
		"a=é":                    `value of key "a" holds "é"`,
		"a=\x7f":                 "value of key \"a\" holds \"\x7f\"",
	})
}

func FuzzTraceContext(f *testing.F) {
	f.Add("00-11223344556677889900aabbccddeeff-0102030405060708-01")
	f.Add("a=1,b=2;p")
	f.Fuzz(func(t *testing.T, s string) {
		if Traceparent(s) == "" && (len(s) < 55 || strings.ToLower(s[:55]) != s[:55]) {
			t.Fatalf("%q is accepted", s)
		}
		if state := Tracestate(s); state == "" && Tracestate(" "+s+" ,") != "" {
			t.Fatalf("blanks around %q matter", s)
		}
		Baggage(s)
	})
}
