package decimal

import (
	"math/big"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	valid := []string{"0", "-0", "0.0", "7", "-7", "10", "7.5", "7e0", "7E+2", "7e-2", "0e9", "1e999999999", "0.10"}
	for _, s := range valid {
		if _, ok := Parse(s); !ok {
			t.Errorf("Parse(%q) refused a JSON number", s)
		}
	}
	invalid := []string{"", "-", "+1", "01", "00", "1.", ".5", "1e", "1e+", "1e+-2", "1e1.5", " 1", "1 ", "0x1", "1_0", "NaN", "--1", "1e5x", "٣"}
	for _, s := range invalid {
		if _, ok := Parse(s); ok {
			t.Errorf("Parse(%q) accepted what is no JSON number", s)
		}
	}
}

func TestCompare(t *testing.T) {
	huge := strings.Repeat("9", 100)
	tests := []struct {
		a, b string
		want int
	}{
		{"1", "1.0", 0},
		{"1", "10e-1", 0},
		{"0", "-0", 0},
		{"0", "0e999999999999999999999", 0},
		{"0", "-0.000e5", 0},
		{"100", "1e2", 0},
		{"0.001", "1E-3", 0},
		{"9007199254740993", "9007199254740992", +1},
		{"9007199254740993", "9007199254740993.0", 0},
		{"-1", "1", -1},
		{"-1", "0", -1},
		{"0", "1", -1},
		{"-2", "-1", -1},
		{"12", "1.3e1", -1},
		{"0.1", "0.01", +1},
		{"123", "12.3", +1},
		{"1e999999999", "1e999999998", +1},
		{"1e999999999", "10e999999998", 0},
		{"-1e999999999", "1e-999999999", -1},
		{"1e-999999999", "0", +1},
		{"1e" + huge, "10e" + huge[:99] + "8", 0},
		{"1e" + huge, "0.1e1" + strings.Repeat("0", 100), 0},
		{"1e-" + huge, "0.1e-" + huge[:99] + "8", 0},
		{"100e-1" + strings.Repeat("0", 100), "10e-" + huge, 0},
		{"99e-1" + strings.Repeat("0", 100), "10e-" + huge, -1},
		{"1e" + huge, "1e-" + huge, +1},
		{"1e00000000000000000000000000005", "100000", 0},
		{"9.99", "10", -1},
		{"x", "1", -1},
		{"x", "y", -1},
		{"x", "x", 0},
	}
	for _, tt := range tests {
		if got := Compare(tt.a, tt.b); got != tt.want {
			t.Errorf("Compare(%.40q, %.40q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
		if got := Compare(tt.b, tt.a); got != -tt.want {
			t.Errorf("Compare(%.40q, %.40q) = %d, want %d", tt.b, tt.a, got, -tt.want)
		}
	}
}

func TestIsIntegral(t *testing.T) {
	tests := map[string]bool{
		"7": true, "7.0": true, "7e0": true, "70e-1": true, "0": true, "-0.0": true, "0e-5": true,
		"1e999999999": true, "1.5e1": true, "-12.50e1": true, "123456789012345678901234567890": true,
		"1e" + strings.Repeat("9", 50): true,
		"7.5":                          false, "1e-1": false, "1e-999999999": false, "1.25e1": false, "15e-1": false,
		"1e-" + strings.Repeat("9", 50): false,
		"":                              false, "x": false, "1.": false,
	}
	for token, want := range tests {
		if got := IsIntegral(token); got != want {
			t.Errorf("IsIntegral(%q) = %v, want %v", token, got, want)
		}
	}
}

func TestCanonical(t *testing.T) {
	tests := map[string]string{
		"0": "0", "-0": "0", "0.000": "0", "0e99": "0",
		"1": "1", "1.0": "1", "1e0": "1", "10e-1": "1", "0.1e1": "1",
		"100": "100", "1e2": "100", "-1E+2": "-100",
		"7.50": "7.5", "75e-1": "7.5", "-0.075e2": "-7.5",
		"0.001": "0.001", "1e-3": "0.001",
		"9007199254740993":        "9007199254740993",
		"9007199254740993.0":      "9007199254740993",
		"1e40":                    "1" + strings.Repeat("0", 40),
		"1e41":                    "1e41",
		"10e40":                   "1e41",
		"1.5e999999999":           "15e999999998",
		"1e-999999999":            "1e-999999999",
		"10e-999999999":           "1e-999999998",
		"1e-41":                   "0." + strings.Repeat("0", 40) + "1",
		"1e-42":                   "1e-42",
		"1e99999999999999999999":  "1e99999999999999999999",
		"10e99999999999999999999": "1e100000000000000000000",
		"no number":               "no number",
	}
	for token, want := range tests {
		if got := Canonical(token); got != want {
			t.Errorf("Canonical(%q) = %q, want %q", token, got, want)
		}
	}
}

func TestLongTokensAreLinear(t *testing.T) {
	// A quadratic reader would need hours for these.
	const size = 8 << 20
	exponent := "1e" + strings.Repeat("8", size)
	if Compare(exponent, "10e"+strings.Repeat("8", size-1)+"7") != 0 {
		t.Error("long exponents that say the same differ")
	}
	digits := strings.Repeat("3", size)
	if Compare(digits, digits+".0") != 0 {
		t.Error("long integers that say the same differ")
	}
}

func FuzzCompare(f *testing.F) {
	f.Add("1", "1.0")
	f.Add("-12.5e3", "1e-7")
	f.Add("1e999999999", "1e99999999999999999999")
	f.Fuzz(func(t *testing.T, a, b string) {
		got := Compare(a, b)
		if back := Compare(b, a); back != -got {
			t.Fatalf("Compare(%q, %q) = %d but the other way round %d", a, b, got, back)
		}
		x, okA := Parse(a)
		y, okB := Parse(b)
		if !okA || !okB {
			return
		}
		if same := x.String() == y.String(); same != (got == 0) {
			t.Fatalf("%q and %q: canonical forms %q, %q, comparison %d", a, b, x, y, got)
		}
		if again := Canonical(x.String()); again != x.String() {
			t.Fatalf("Canonical(%q) = %q is not stable: %q", a, x, again)
		}
		p, okP := rational(a)
		q, okQ := rational(b)
		if !okP || !okQ {
			return
		}
		if want := p.Cmp(q); want != got {
			t.Fatalf("Compare(%q, %q) = %d, math/big says %d", a, b, got, want)
		}
		if p.IsInt() != x.IsIntegral() {
			t.Fatalf("IsIntegral(%q) = %v, math/big says %v", a, x.IsIntegral(), p.IsInt())
		}
	})
}

// rational is the reference for tokens that math/big reads cheaply.
func rational(s string) (*big.Rat, bool) {
	t, ok := scan(s)
	if !ok || len(s) > 200 {
		return nil, false
	}
	if n, fits := parseExponent(t.power).small(); !fits || n > 500 || n < -500 {
		return nil, false
	}
	return new(big.Rat).SetString(s)
}
