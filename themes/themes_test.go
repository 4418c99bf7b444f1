package themes

import (
	"fmt"
	"image/color"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// roles are the styles of a theme by name.
func roles(s Styles) map[string]lipgloss.Style {
	all := map[string]lipgloss.Style{}
	v := reflect.ValueOf(s)
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		switch f := v.Field(i).Interface().(type) {
		case lipgloss.Style:
			all[name] = f
		case [4]lipgloss.Style:
			for j, style := range f {
				all[fmt.Sprint(name, j)] = style
			}
		}
	}
	return all
}

func named(t *testing.T, name string) Theme {
	t.Helper()
	theme, err := Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return theme
}

func TestNamed(t *testing.T) {
	for _, name := range Names() {
		if got := named(t, name); got.Name != name {
			t.Errorf("Named(%q) is %q", name, got.Name)
		}
	}
	if got := named(t, ""); got.Name != "ansi" {
		t.Errorf("the default is %q", got.Name)
	}
	if _, err := Named("sepia"); err == nil || !strings.Contains(err.Error(), "ansi, dark, light, contrast, none") {
		t.Errorf("error %v does not say what there is", err)
	}
}

// plainRoles look like any other text in the theme that leaves the terminal's
// colours alone.
func plainRoles() []string { return []string{"Base", "Header", "Input"} }

func TestEveryRoleIsDefined(t *testing.T) {
	for _, name := range Names() {
		for role, style := range roles(named(t, name).Styles) {
			if got := style.Render("text"); ansi.Strip(got) != "text" {
				t.Errorf("%s %s changes the text: %q", name, role, got)
			}
			if name == "none" || name == "ansi" && slices.Contains(plainRoles(), role) {
				continue
			}
			if style.Render("text") == "text" {
				t.Errorf("%s has no %s", name, role)
			}
		}
	}
}

// Without colours, what the eye must find is still told apart.
func TestAttributesAlone(t *testing.T) {
	for _, name := range Names() {
		for role, style := range roles(named(t, name).Styles) {
			marked := style.GetBold() || style.GetReverse() || style.GetUnderline()
			switch role {
			case "Must", "Should", "Mark", "Match", "MatchCurrent", "Partner", "Selected", "SelectedAway", "SelectedGutter",
				"TitleFocused", "Error", "Warning", "Keyword", "ClauseID", "FooterKey", "InputInvalid":
				if !marked {
					t.Errorf("%s tells %s by colour alone", name, role)
				}
			}
		}
	}
}

func TestNoneHasNoColour(t *testing.T) {
	allowed := regexp.MustCompile(`\x1b\[(|0|1|4|7|[147](;[147])*)m`)
	for role, style := range roles(named(t, "none").Styles) {
		if rest := allowed.ReplaceAllString(style.Render("text"), ""); rest != "text" {
			t.Errorf("%s emits %q", role, rest)
		}
	}
	theme := named(t, "none")
	if theme.Foreground != nil || theme.Background != nil {
		t.Error("none paints the screen")
	}
}

// The default must be readable on any background, so it sets none and uses
// only those of the sixteen colours that stand out on both.
func TestAnsiUsesSafeColours(t *testing.T) {
	theme := named(t, "ansi")
	if theme.Background != nil || theme.Foreground != nil {
		t.Error("ansi paints the screen")
	}
	safe := []color.Color{lipgloss.NoColor{}, lipgloss.Red, lipgloss.Green, lipgloss.Magenta, lipgloss.Cyan}
	for role, style := range roles(theme.Styles) {
		if !slices.Contains(safe, style.GetForeground()) {
			t.Errorf("%s uses %v", role, style.GetForeground())
		}
		if style.GetBackground() != (lipgloss.NoColor{}) {
			t.Errorf("%s has a background", role)
		}
	}
}

func TestContrast(t *testing.T) {
	quiet := []string{"Dim", "NotObserved", "NotApplicable", "Excluded", "Transport", "Title", "Rule", "Footer", "Punct", "Note", "Placeholder", "Spark", "Heat0"}
	for _, tt := range []struct {
		theme     string
		text, dim float64
	}{
		{"dark", 4.5, 3},
		{"light", 4.5, 3},
		{"contrast", 7, 7},
	} {
		styles := named(t, tt.theme).Styles
		for role, style := range roles(styles) {
			want := tt.text
			if slices.Contains(quiet, role) {
				want = tt.dim
			}
			selected := styles.OnSelected(style)
			if got := ratio(style); got < want {
				t.Errorf("%s %s has contrast %.1f, want %.1f", tt.theme, role, got, want)
			}
			if got := ratio(selected); got < min(want, 4.5) && role != "Rule" {
				t.Errorf("%s %s on the selected row has contrast %.1f", tt.theme, role, got)
			}
		}
	}
}

// ratio is the contrast of a style's colours as WCAG 2 defines it.
func ratio(s lipgloss.Style) float64 {
	a, b := luminance(s.GetForeground()), luminance(s.GetBackground())
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	linear := func(v uint32) float64 {
		x := float64(v) / 0xffff
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func TestSigns(t *testing.T) {
	for name, signs := range map[string]Signs{"unicode": Unicode(), "ascii": ASCII()} {
		all := map[string]string{}
		v := reflect.ValueOf(signs)
		for i := range v.NumField() {
			field := v.Type().Field(i).Name
			switch f := v.Field(i); f.Kind() {
			case reflect.String:
				all[field] = f.String()
			case reflect.Array:
				for j := range f.Len() {
					all[fmt.Sprint(field, j)] = f.Index(j).String()
				}
			}
		}
		for field, sign := range all {
			if ansi.StringWidth(sign) != 1 {
				t.Errorf("%s: %s is %q, which does not take one cell", name, field, sign)
			}
			if name == "ascii" && (len(sign) != 1 || sign[0] <= ' ' || sign[0] > '~') {
				t.Errorf("ascii: %s is %q", field, sign)
			}
		}
		seen := map[string]string{}
		for _, field := range []string{"Must", "Should", "Pass", "NotObserved", "NotApplicable", "Excluded", "Observation", "ToServer", "ToClient", "Transport"} {
			if other, twice := seen[all[field]]; twice {
				t.Errorf("%s: %s and %s look the same", name, field, other)
			}
			seen[all[field]] = field
		}
	}
}

func TestBar(t *testing.T) {
	s := Unicode()
	for _, tt := range []struct {
		n, most int
		want    string
	}{{0, 10, "▁"}, {-1, 10, "▁"}, {5, 0, "▁"}, {1, 1_000_000, "▂"}, {5, 10, "▄"}, {10, 10, "█"}, {20, 10, "█"}} {
		if got := s.Bar(tt.n, tt.most); got != tt.want {
			t.Errorf("Bar(%d, %d) = %s, want %s", tt.n, tt.most, got, tt.want)
		}
	}
}

func BenchmarkNamed(b *testing.B) {
	for b.Loop() {
		if _, err := Named("dark"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRender(b *testing.B) {
	for _, name := range Names() {
		theme, err := Named(name)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				theme.Styles.Must.Render("tools/call test_elicitation")
			}
		})
	}
}
