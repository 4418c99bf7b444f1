package grammar

import (
	"strings"
	"testing"
	"time"
)

func TestURIScheme(t *testing.T) {
	holds(t, "URIScheme", URIScheme,
		[]string{"shelf:2nd", "a:", "file:///x", "x-y+z.1:", "HTTP://x", "c:\\x", "a:b c"},
		[]string{"", ":", "notes/today", "2nd:shelf", "-a:b", "a b:c", "é:x", "a_b:c", "/a:b", "noscheme"})
}

func TestAbsoluteURL(t *testing.T) {
	tests := map[string]string{
		"https://id.example/in?n=1":     "",
		"http://localhost:3000":         "",
		"HTTPS://ID.example":            "",
		"https://127.0.0.1/%zz":         "",
		"https://[::1]:80/":             "",
		"https://münchen.example/":      "",
		"https://user:pw@host/":         "",
		"https://user:p@w@host/":        "",
		"myapp:go":                      "",
		"mailto:a@b":                    "",
		"urn:":                          "",
		"id.example/in":                 "has no scheme",
		"//id.example/in":               "has no scheme",
		"":                              "has no scheme",
		"https:///in":                   "has no host",
		"https://":                      "has no host",
		"https://?x":                    "has no host",
		"https://:443/":                 "has no host",
		"https://user@/x":               "has no host",
		"https://user@:1":               "has no host",
		"https:id.example":              "has no // after its scheme",
		"Http:/id.example":              "has no // after its scheme",
		"https://id.example/a b":        "holds white space",
		"https://id.example/\n":         "holds white space",
		"myapp:a\u3000b":                "holds white space",
		"https://id.example/\x01":       "holds a control character",
		" https://id.example":           "has no scheme",
		"https://id.example/\u009fpath": "holds a control character",
	}
	for s, want := range tests {
		if got := AbsoluteURL(s); got != want {
			t.Errorf("AbsoluteURL(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestRevisionDate(t *testing.T) {
	holds(t, "RevisionDate", RevisionDate,
		[]string{"2026-07-28", "2024-11-05", "0000-01-01", "2026-02-31", "9999-12-31"},
		[]string{"", "2026-7-28", "2026-13-01", "2026-00-01", "2026-01-00", "2026-01-32", "2026/07/28",
			"2026-07-28 ", "x2026-07-28", "202６-07-28", "2026-1a-01", "DRAFT-2026", "20260-7-28"})
	holds(t, "ContainsRevisionDate", ContainsRevisionDate,
		[]string{"2026-07-28", "speak 2026-07-28!", "é2026-07-28", "2025-99-2025-06-18"},
		[]string{"", "2026-07", "2026-13-28", "20260728"})
}

func TestDate(t *testing.T) {
	holds(t, "Date", Date,
		[]string{"2026-07-28", "2024-02-29", "2000-02-29", "0000-01-01"},
		[]string{"", "2026-02-29", "1900-02-29", "2026-02-30", "2026-04-31", "2026-13-01", "26-01-01",
			"2026-1-1", "2026-01-01T", " 2026-01-01", "20260101", "12026-01-01", "2026-01-01Z"})
}

func TestDateTime(t *testing.T) {
	holds(t, "DateTime", DateTime,
		[]string{"2026-07-28T12:00:00Z", "2026-07-28t12:00:00z", "2026-07-28 12:00:00+02:00",
			"2026-07-28T12:00:00.123456789-05:30", "2026-07-28T12:00", "2026-07-28T12:00:00",
			"2016-12-31T23:59:60Z", "2026-07-28T12:00Z", "2026-07-28T12:00:00+0200", "2026-07-28T12:00:00+02"},
		[]string{"", "2026-07-28", "2026-07-28T", "2026-02-30T12:00:00Z", "2026-07-28X12:00:00Z",
			"2026-07-28T24:00:00Z", "2026-07-28T12:60:00Z", "2026-07-28T12:00:61Z", "2026-07-28T12",
			"2026-07-28T12:00:00.Z", "2026-07-28T12:00.5Z", "2026-07-28T1:00:00Z", "2026-07-28T12:00:00+2:00",
			"2026-07-28T12:00:00+25:00", "2026-07-28T12:00:00Zx", "2026-07-28T12:00:00+02-00", "2026-07-28T12:00:00Z01",
			"2026-07-28T12:00:00 Z", "yesterday"})
}

func TestEmail(t *testing.T) {
	holds(t, "Email", Email,
		[]string{"a@b", "a.b+c@d.example", "é@münchen.example", `"a b@c"@d`, `"`},
		[]string{"", "a", "@", "a@", "@b", "a@b@c", "a b@c", "a@b c", "a@b\n"})
}

func FuzzDates(f *testing.F) {
	f.Add("2026-07-28T12:00:00Z")
	f.Add("2024-02-29")
	f.Fuzz(func(t *testing.T, s string) {
		// What RFC 3339 allows is never refused.
		if _, err := time.Parse(time.RFC3339, s); err == nil && len(s) >= len("2006-01-02T15:04:05Z") && s[13] == ':' &&
			!strings.Contains(s, ",") && !DateTime(s) {
			t.Fatalf("%q is a date-time", s)
		}
		if Date(s) && !RevisionDate(s) {
			t.Fatalf("%q is a date but has not its form", s)
		}
		if AbsoluteURL(s) == "" && !URIScheme(s) {
			t.Fatalf("%q is a URL without scheme", s)
		}
		Email(s)
	})
}
