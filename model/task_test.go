package model

import "testing"

func TestSameMoment(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{"2026-01-10T10:00:00Z", "2026-01-10T10:00:00Z", true},
		{"2026-01-10T10:00:00Z", "2026-01-10T11:00:00.000+01:00", true},
		{"2026-01-10T10:00:00Z", "2026-01-10T10:00:00.001Z", false},
		{"2026-01-10T10:00:00Z", "", true},
		{"", "", true},
		{"yesterday", "yesterday", true},
		{"yesterday", "today", false},
		{"20260110T100000Z", "2026-01-10T10:00:00Z", false}, // only what can surely be read is compared
	}
	for _, test := range tests {
		if got := SameMoment(test.a, test.b); got != test.want {
			t.Errorf("SameMoment(%q, %q) = %v, want %v", test.a, test.b, got, test.want)
		}
		if got := SameMoment(test.b, test.a); got != test.want {
			t.Errorf("SameMoment(%q, %q) = %v, want %v", test.b, test.a, got, test.want)
		}
	}
}

func TestBrief(t *testing.T) {
	long := make([]byte, 1000)
	if short := Brief("t-1"); short != "t-1" {
		t.Errorf("a short text became %q", short)
	}
	a, b := Brief(string(long)), Brief(string(append(long, 0)))
	if len(a) != 32 || a == b {
		t.Errorf("long texts became %q and %q, want two digests", a, b)
	}
}
