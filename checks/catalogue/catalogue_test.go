package catalogue

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func load(t *testing.T, rev Revision) *Catalogue {
	t.Helper()
	c, err := Load(rev)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCounts(t *testing.T) {
	tests := []struct {
		rev                                        Revision
		judged, observed, excluded, checks, probes int
		differ, partial, unsectioned               int
	}{
		{R20250618, 84, 17, 32, 92, 17, 48, 19, 0},
		{R20251125, 188, 0, 278, 177, 0, 0, 57, 3},
		{R20260728, 181, 0, 320, 144, 0, 0, 0, 27},
	}
	for _, want := range tests {
		c := load(t, want.rev)
		got := want
		got.judged, got.observed, got.excluded = c.Count(Judged), c.Count(Observed), c.Count(Excluded)
		got.checks, got.probes = 0, 0
		for _, check := range c.Checks() {
			if strings.HasPrefix(check, "observe.") {
				got.probes++
			} else {
				got.checks++
			}
		}
		got.differ, got.partial, got.unsectioned = 0, 0, 0
		for _, clause := range c.Clauses() {
			got.differ += count(clause.Differs != nil)
			got.partial += count(clause.Partial != "")
			got.unsectioned += count(clause.Section == "")
		}
		if got != want {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
		if sum := want.judged + want.observed + want.excluded; c.Len() != sum {
			t.Errorf("%s: %d clauses, want %d", want.rev, c.Len(), sum)
		}
	}
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func TestClausesAreSound(t *testing.T) {
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		for _, clause := range c.Clauses() {
			if c.Clause(clause.ID) != clause {
				t.Errorf("%s %s: not found by its id", c.Revision(), clause.ID)
			}
			if clause.Revision != c.Revision() {
				t.Errorf("%s: revision %s in the catalogue of %s", clause.ID, clause.Revision, c.Revision())
			}
			for _, party := range clause.Binds {
				if !slices.Contains([]Party{Client, Server, Host, AuthorizationServer}, party) {
					t.Errorf("%s: unknown party %q", clause.ID, party)
				}
			}
			for _, check := range clause.Checks {
				if !slices.Contains(c.ByCheck(check), clause) {
					t.Errorf("%s: not found by its check %s", clause.ID, check)
				}
				if probe := strings.HasPrefix(check, "observe."); probe != (clause.Disposition == Observed) {
					t.Errorf("%s: %s by %s", clause.ID, clause.Disposition, check)
				}
			}
			if d := clause.Differs; d != nil && (d.CatalogueSays == "" || d.SpecSays == "" || d.Where == "" || d.Recommendation == "") {
				t.Errorf("%s: incomplete difference %+v", clause.ID, *d)
			}
		}
	}
}

func TestUsersOrder(t *testing.T) {
	c := load(t, R20250618)
	for i, clause := range c.Clauses() {
		if clause.Category == "" || clause.Subcategory == "" || clause.Requirement == "" || clause.Reference == "" {
			t.Errorf("%s: no category, subcategory, requirement or reference", clause.ID)
		}
		if !strings.HasPrefix(clause.ID, clause.Reference+".") {
			t.Errorf("%s: reference %s", clause.ID, clause.Reference)
		}
		if i > 0 && slices.Compare(numbers(t, c.Clauses()[i-1].ID), numbers(t, clause.ID)) >= 0 {
			t.Errorf("%s stands after %s", clause.ID, c.Clauses()[i-1].ID)
		}
	}
}

func numbers(t *testing.T, id string) []int {
	t.Helper()
	var parts []int
	for part := range strings.SplitSeq(id, ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, n)
	}
	return parts
}

func TestExclusionKinds(t *testing.T) {
	kinds, err := ExclusionKinds()
	if err != nil {
		t.Fatal(err)
	}
	if len(kinds) != 13 || kinds[0].Kind != "internal" || kinds[12].Kind != "deployment-config" {
		t.Errorf("got %d kinds, %v", len(kinds), kinds)
	}
	for _, kind := range kinds {
		if kind.Kind.Label() != kind.Label || kind.Kind.About() != kind.About {
			t.Errorf("%s is not found by its name", kind.Kind)
		}
	}
	if unknown := Kind("whim"); unknown.Label() != "whim" || unknown.About() != "" {
		t.Errorf("unknown kind is called %q: %q", unknown.Label(), unknown.About())
	}
}

func TestAreas(t *testing.T) {
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	used := map[Area]bool{}
	for _, c := range all {
		for _, area := range c.Areas() {
			used[area] = true
		}
	}
	seen := map[string]bool{}
	for _, area := range Areas() {
		if !used[area] || !area.Known() {
			t.Errorf("no revision has area %s", area)
		}
		if title := area.Title(); title == string(area) || seen[title] {
			t.Errorf("%s has no title of its own: %q", area, title)
		}
		seen[area.Title()] = true
	}
	if Area("XXX").Known() || Area("XXX").Title() != "XXX" {
		t.Error("an unknown area is taken for a known one")
	}
	if got := len(load(t, R20260728).Areas()); got != 19 {
		t.Errorf("2026-07-28 has %d areas, want 19", got)
	}
}

func TestTransportScope(t *testing.T) {
	c := load(t, R20260728)
	for id, want := range map[string]Transport{
		"TRAN-060": StreamableHTTP, "TRAN-066": StreamableHTTP, "TRAN-080": StreamableHTTP,
		"TRAN-119": Stdio, "TRAN-120": Stdio, "TOOL-033": AnyTransport,
	} {
		if got := c.Clause(id).Transport; got != want {
			t.Errorf("%s is confined to %q, want %q", id, got, want)
		}
	}
	for _, rev := range []Revision{R20250618, R20251125} {
		for _, clause := range load(t, rev).Clauses() {
			if clause.Transport != AnyTransport {
				t.Errorf("%s %s is confined to %q", rev, clause.ID, clause.Transport)
			}
		}
	}
}

func TestURL(t *testing.T) {
	const site = "https://modelcontextprotocol.io/specification/"
	for place, want := range map[string]string{
		"basic/index#meta":          "2026-07-28/basic#meta",
		"basic/index":               "2026-07-28/basic",
		"index#key-principles":      "2026-07-28#key-principles",
		"schema#tool":               "2026-07-28/schema#tool",
		"server/tools":              "2026-07-28/server/tools",
		"basic/authorization/index": "2026-07-28/basic/authorization",
	} {
		if got := R20260728.URL(place); got != site+want {
			t.Errorf("%s: got %s, want %s", place, got, site+want)
		}
	}
	clause := load(t, R20250618).Clause("1.1.1.5")
	if got := clause.URL(); got != site+"2025-06-18/basic/transports#sending-messages-to-the-server" {
		t.Errorf("got %s", got)
	}
	if got := clause.DifferenceURL(); got != site+"2025-06-18/changelog#major-changes" {
		t.Errorf("got %s", got)
	}
	if got := load(t, R20250618).Clause("1.1.1.1").DifferenceURL(); got != "" {
		t.Errorf("got %s for a clause that does not differ", got)
	}
}

func TestFor(t *testing.T) {
	tests := []struct {
		version string
		rev     Revision
		exact   bool
	}{
		{"2024-11-05", R20250618, false},
		{"2025-03-26", R20250618, false},
		{"2025-06-18", R20250618, true},
		{"2025-06-19", R20251125, false},
		{"2025-11-25", R20251125, true},
		{"2026-07-28", R20260728, true},
		{"2027-01-01", R20260728, false},
		{"", R20260728, false},
		{"DRAFT-2026-v1", R20260728, false},
		{"1.0.0", R20260728, false},
	}
	for _, tt := range tests {
		rev, exact := For(tt.version)
		if rev != tt.rev || exact != tt.exact || Known(tt.version) != tt.exact {
			t.Errorf("For(%q) = %s, %v; want %s, %v", tt.version, rev, exact, tt.rev, tt.exact)
		}
	}
	if revs := Revisions(); !slices.IsSorted(revs) || revs[len(revs)-1] != Newest() {
		t.Errorf("revisions %v, newest %s", revs, Newest())
	}
	if _, err := Load("2024-11-05"); err == nil {
		t.Error("a revision without a catalogue was loaded")
	}
}

func TestLevels(t *testing.T) {
	for i, level := range Levels() {
		if level.Fails() != (i < 2) || level.Warns() != (i == 2 || i == 3) || level.Binding() != (i < 4) || !level.Known() {
			t.Errorf("%s: fails %v, warns %v, binding %v", level, level.Fails(), level.Warns(), level.Binding())
		}
	}
	if Level("must").Known() {
		t.Error(`"must" is taken for a level`)
	}
}

func TestParseRefuses(t *testing.T) {
	const head = `"id":"X-1","area":"BASE","quote":"q","page":"p","section":null,"binds":["client"]`
	for name, row := range map[string]string{
		"an unknown level":       `{` + head + `,"level":"must","checks":["c"]}`,
		"an unknown member":      `{` + head + `,"level":"MUST","checks":["c"],"colour":"red"}`,
		"neither check nor kind": `{` + head + `,"level":"MUST"}`,
		"an unknown kind":        `{` + head + `,"level":"MUST","excluded":{"kind":"whim","reason":"r"}}`,
		"an empty reason":        `{` + head + `,"level":"MUST","excluded":{"kind":"ui","reason":""}}`,
		"check and exclusion":    `{` + head + `,"level":"MUST","checks":["c"],"excluded":{"kind":"ui","reason":"r"}}`,
		"a judged permission":    `{` + head + `,"level":"MAY","checks":["c"]}`,
		"a repeated id":          `{` + head + `,"level":"MUST","checks":["c"]},{` + head + `,"level":"MUST","checks":["c"]}`,
	} {
		if _, err := parse(R20260728, `[`+row+`]`); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
	if _, err := parse(R20260728, `[{`+head+`,"level":"MUST","checks":["c"]}]`); err != nil {
		t.Error(err)
	}
}

func TestClauseSurvivesJSON(t *testing.T) {
	clause := load(t, R20250618).Clause("1.2.1.1")
	text, err := json.Marshal(clause)
	if err != nil {
		t.Fatal(err)
	}
	again, err := parse(R20250618, `[`+string(text)+`]`)
	if err != nil {
		t.Fatal(err)
	}
	if got := again.Clause("1.2.1.1"); *got.Exclusion != *clause.Exclusion || *got.Differs != *clause.Differs || got.Quote != clause.Quote {
		t.Errorf("got %+v, want %+v", got, clause)
	}
}

func BenchmarkParse(b *testing.B) {
	b.SetBytes(int64(len(json20260728)))
	for b.Loop() {
		if _, err := parse(R20260728, json20260728); err != nil {
			b.Fatal(err)
		}
	}
}
