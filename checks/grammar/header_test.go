package grammar

import (
	"encoding/base64"
	"strings"
	"testing"
)

// holds runs a predicate over what it accepts and what it refuses.
func holds(t *testing.T, name string, predicate func(string) bool, yes, no []string) {
	t.Helper()
	for _, s := range yes {
		if !predicate(s) {
			t.Errorf("%s(%q) = false, want true", name, s)
		}
	}
	for _, s := range no {
		if predicate(s) {
			t.Errorf("%s(%q) = true, want false", name, s)
		}
	}
}

func TestBase64(t *testing.T) {
	holds(t, "Base64", Base64,
		[]string{"", "iVBO", "3q2+7w==", "UklG", "QQ==", "QUE=", "QR==", "////", "++++"},
		[]string{"3q2-7w==", "3q2+7w", "iVBO*", "iV O", "iVBO\n", "iVBO\r\n", "Q===", "====", "=", "==", "QQ=Q", "Q=Q=", "QUE==", "é===", "iVB"})
}

func TestDecodeLenient(t *testing.T) {
	tests := []struct {
		payload, want string
		ok            bool
	}{
		{"S8O2bG4=", "Köln", true},
		{"S8O2bG4", "Köln", true},
		{"S8O2bG4==", "Köln", true},
		{"", "", true},
		{"Pz8_Pj4-", "???>>>", true},
		{"Pz8/Pj4+", "???>>>", true},
		{"QQ", "A", true},
		{"QQ=", "A", true},
		{"QR==", "A", true},
		{"Q", "", false},
		{"Q===", "", false},
		{"QQ\n==", "", false},
		{"Q\r\nQ==", "", false},
		{"*", "", false},
		{"//8=", "", false}, // FF FF is no UTF-8
		{"Köln", "", false},
	}
	for _, tt := range tests {
		if got, ok := decodeLenient(tt.payload); got != tt.want || ok != tt.ok {
			t.Errorf("decodeLenient(%q) = %q, %v, want %q, %v", tt.payload, got, ok, tt.want, tt.ok)
		}
	}
}

func TestSentinel(t *testing.T) {
	tests := []struct {
		in      string
		form    SentinelForm
		payload string
	}{
		{"=?base64?S8O2bG4=?=", ExactSentinel, "S8O2bG4="},
		{"=?base64??=", ExactSentinel, ""},
		{"=?base64?x?=?=", ExactSentinel, "x?="},
		{"=?BASE64?x?=", MiscasedSentinel, "x"},
		{"=?Base64??=", MiscasedSentinel, ""},
		{"=?base64?=", NoSentinel, ""}, // ten characters: the markers would overlap
		{"=?base64?", NoSentinel, ""},
		{"=?base64?x", NoSentinel, ""},
		{"=?base64?x?= ", NoSentinel, ""},
		{" =?base64?x?=", NoSentinel, ""},
		{"=?utf-8?x?=?=", NoSentinel, ""},
		{"=?ba\u017fe64x?=", NoSentinel, ""},
		{"", NoSentinel, ""},
	}
	for _, tt := range tests {
		if form, payload := Sentinel(tt.in); form != tt.form || payload != tt.payload {
			t.Errorf("Sentinel(%q) = %v, %q, want %v, %q", tt.in, form, payload, tt.form, tt.payload)
		}
	}
	if got := EncodeSentinel("Ångström"); got != "=?base64?w4VuZ3N0csO2bQ==?=" {
		t.Errorf("EncodeSentinel gave %q", got)
	}
}

func TestCompare(t *testing.T) {
	text := func(s string) BodyValue { return BodyValue{Text: s, Kind: String} }
	integer := func(s string) BodyValue { return BodyValue{Text: s, Kind: Integer} }
	truth := BodyValue{Text: "true", Kind: Bool}
	tests := []struct {
		header string
		body   BodyValue
		want   Comparison
	}{
		{"eu-3", text("eu-3"), Equal},
		{"eu-1", text("eu-3"), Different},
		{"", text(""), Equal},
		{"", text("x"), Different},
		{"=?base64?x?=", text("=?base64?x?="), BareSentinel},
		{"=?base64?PT9iYXNlNjQ/eD89?=", text("=?base64?x?="), Equal},
		{"=?BASE64?x?=", text("=?BASE64?x?="), Equal}, // a look-alike is plain text
		{"=?BASE64?x?=", text("=?base64?x?="), Miscased},
		{"=?base64?S8O2bG4=?=", text("Köln"), Equal},
		{"=?base64?S8O2bG4?=", text("Köln"), Equal},
		{"=?base64?S8O2bG4=?=", text("Bonn"), Different},
		{"=?base64?*?=", text("Köln"), Different},
		{"=?Base64?S8O2bG4=?=", text("Köln"), Miscased},
		{"=?base64?ZXUtMw==?=", text("eu-3"), Equal},
		{"Koeln", text("Köln"), Unencoded},
		{"Köln", text("Köln"), Equal}, // equal comes first; that it is unsafe is another finding
		{" x", text(" x"), Equal},
		{"x", text(" x"), Unencoded},
		{"x", text("x\n"), Unencoded},
		{"=?base64??=", text(""), Equal},

		{"true", truth, Equal},
		{"True", truth, Different},
		{"1", truth, Different},
		{"=?base64?dHJ1ZQ==?=", truth, Equal},

		{"42", integer("42"), Equal},
		{"42", integer("42.0"), Equal},
		{"42.0", integer("42"), Equal},
		{"4.2e1", integer("42"), Equal},
		{"42", integer("4.2e1"), Equal},
		{"+42", integer("42"), Equal},
		{"0042", integer("42"), Equal},
		{"-0", integer("0"), Equal},
		{"-042", integer("-42"), Equal},
		{"00", integer("0"), Equal},
		{"42.5", integer("42"), Different},
		{"", integer("42"), Different},
		{"forty-two", integer("42"), Different},
		{"0x2A", integer("42"), Different},
		{"+-42", integer("-42"), Different},
		{"9007199254740992", integer("9007199254740993"), Different},
		{"9007199254740993", integer("9007199254740993"), Equal},
		{"1e999999999", integer("10e999999998"), Equal},
		{"=?base64?NDIuMA==?=", integer("42"), Equal},
		{"=?base64?NDM=?=", integer("42"), Different},
		{"42", text("42.0"), Different},
	}
	for _, tt := range tests {
		if got := Compare(tt.header, tt.body); got != tt.want {
			t.Errorf("Compare(%q, %v) = %v, want %v", tt.header, tt.body, got, tt.want)
		}
	}
}

func TestHeaderSafe(t *testing.T) {
	holds(t, "HeaderSafe", HeaderSafe,
		[]string{"", "a", "a b", "a\tb", "~", "!", `"x"`},
		[]string{" ", "\t", " a", "a ", "\ta", "a\t", "Köln", "a\nb", "a\x00", "\x7f", "a\x80b"})
}

func TestToken(t *testing.T) {
	holds(t, "Token", Token,
		[]string{"a", "X-Y_Z", "!#$%&'*+-.^_|~`", "09azAZ"},
		[]string{"", "Cost Center", "a:b", "é", `"a"`, "a/b", "a,b", "(x)", "a\x00"})
}

func TestMediaType(t *testing.T) {
	tests := map[string]string{
		"application/json":                 "application/json",
		"Application/JSON ; charset=utf-8": "application/json",
		" text/event-stream":               "text/event-stream",
		"application/json-seq":             "application/json-seq",
		"":                                 "",
		";q=1":                             "",
	}
	for value, want := range tests {
		if got := MediaType(value); got != want {
			t.Errorf("MediaType(%q) = %q, want %q", value, got, want)
		}
	}
}

func TestMIMEType(t *testing.T) {
	holds(t, "MIMEType", MIMEType,
		[]string{"image/png", "text/plain;charset=utf-8", "a/b", "text/plain; x=a/b", " image/png ; q"},
		[]string{"", "png", "/png", "image/", "image/png/x", "/", ";image/png", "a/;b"})
}

func TestLists(t *testing.T) {
	const both = "application/json, text/event-stream"
	tests := []struct {
		accept, mediaType string
		want              bool
	}{
		{both, "application/json", true},
		{both, "text/event-stream", true},
		{both, "Text/Event-Stream", true},
		{"APPLICATION/JSON", "application/json", true},
		{"application/json;q=0.1,text/event-stream", "application/json", true},
		{"application/json;q=0", "application/json", false},
		{"application/json; q=0.000", "application/json", false},
		{"application/json;Q=0.", "application/json", false},
		{"application/json;q=0.001", "application/json", true},
		{"application/json;q=0, application/json", "application/json", true},
		{"application/json;v=\"q=0\"", "application/json", true},
		{"*/*", "application/json", false},
		{"application/*, text/*", "application/json", false},
		{"application/json-seq", "application/json", false},
		{`text/plain;x="a, application/json"`, "application/json", false},
		{`text/plain;x="a\", application/json"`, "application/json", false},
		{`text/plain;x="a", application/json`, "application/json", true},
		{`text/plain;x="a;q=0", application/json;x=";q=0"`, "application/json", true},
		{"", "application/json", false},
		{",,application/json,", "application/json", true},
	}
	for _, tt := range tests {
		if got := Lists(tt.accept, tt.mediaType); got != tt.want {
			t.Errorf("Lists(%q, %q) = %v, want %v", tt.accept, tt.mediaType, got, tt.want)
		}
	}
}

func FuzzCompare(f *testing.F) {
	f.Add("=?base64?S8O2bG4=?=", "Köln")
	f.Add("4.2e1", "42")
	f.Fuzz(func(t *testing.T, header, body string) {
		v := BodyValue{Text: body, Kind: String}
		if strings.ToValidUTF8(body, "") == body && Compare(EncodeSentinel(body), v) != Equal {
			t.Fatalf("%q encoded does not equal itself", body)
		}
		if form, _ := Sentinel(body); form != ExactSentinel && Compare(body, v) != Equal {
			t.Fatalf("%q does not equal itself", body)
		}
		Compare(header, BodyValue{Text: body, Kind: Integer})
		if _, err := base64.StdEncoding.Strict().DecodeString(header); err == nil && !strings.ContainsAny(header, "\r\n") && !Base64(header) {
			t.Fatalf("%q decodes but is refused", header)
		}
		Lists(header, body)
		MIMEType(body)
	})
}
