package catalogue

import "time"

// Revision is a published revision of the specification that has a catalogue.
// Its value is the date the protocol itself uses as version.
type Revision string

// The revisions with a catalogue.
const (
	R20250618 Revision = "2025-06-18"
	R20251125 Revision = "2025-11-25"
	R20260728 Revision = "2026-07-28"
)

// Revisions lists the revisions with a catalogue, oldest first.
func Revisions() []Revision {
	return []Revision{R20250618, R20251125, R20260728}
}

// Newest is the latest revision with a catalogue.
func Newest() Revision { return R20260728 }

// Known reports whether version names a revision with a catalogue.
func Known(version string) bool {
	_, exact := For(version)
	return exact
}

// For finds the revision that judges a session of the given protocol version.
// A version without a catalogue is judged by the nearest later one, and by the
// newest if it is later than all of them or is no date; exact is false then.
func For(version string) (rev Revision, exact bool) {
	if _, err := time.Parse(time.DateOnly, version); err != nil {
		return Newest(), false
	}
	for _, rev := range Revisions() {
		if version <= string(rev) {
			return rev, version == string(rev)
		}
	}
	return Newest(), false
}
