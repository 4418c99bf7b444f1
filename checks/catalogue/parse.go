package catalogue

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
)

var (
	//go:embed data/2025-06-18.json
	json20250618 string
	//go:embed data/2025-11-25.json
	json20251125 string
	//go:embed data/2026-07-28.json
	json20260728 string
)

var (
	load20250618 = once(R20250618, json20250618)
	load20251125 = once(R20251125, json20251125)
	load20260728 = once(R20260728, json20260728)
)

// once parses a catalogue when it is first asked for.
func once(rev Revision, data string) func() (*Catalogue, error) {
	return sync.OnceValues(func() (*Catalogue, error) {
		c, err := parse(rev, data)
		if err != nil {
			return nil, fmt.Errorf("catalogue of %s: %w", rev, err)
		}
		return c, nil
	})
}

// parse reads a catalogue and refuses one that contradicts itself, so that
// whoever uses it need not look again.
func parse(rev Revision, data string) (*Catalogue, error) {
	in := json.NewDecoder(strings.NewReader(data))
	in.DisallowUnknownFields()
	var rows []*Clause
	if err := in.Decode(&rows); err != nil {
		return nil, err
	}
	c := &Catalogue{
		revision: rev,
		byID:     make(map[string]*Clause, len(rows)),
		byCheck:  make(map[string][]*Clause, len(rows)),
	}
	for i, row := range rows {
		complete(row, rev)
		if err := sound(row); err != nil {
			return nil, fmt.Errorf("clause %d %q: %w", i+1, row.ID, err)
		}
		if c.byID[row.ID] != nil {
			return nil, fmt.Errorf("clause %d %q: the id is taken", i+1, row.ID)
		}
		c.add(row)
	}
	return c, nil
}

// complete fills in what follows from the rest of a row.
func complete(row *Clause, rev Revision) {
	row.Revision = rev
	row.Transport = scope(row.Page)
	if row.Disposition != "" {
		return
	}
	row.Disposition = Judged
	if row.Exclusion != nil {
		row.Disposition = Excluded
	}
}

// sound says what is wrong with a row, if anything is.
func sound(row *Clause) error {
	switch {
	case row.ID == "" || row.Quote == "" || row.Page == "":
		return errors.New("no id, quote or page")
	case !row.Area.Known():
		return fmt.Errorf("unknown area %q", row.Area)
	case !row.Level.Known():
		return fmt.Errorf("unknown level %q", row.Level)
	case len(row.Binds) == 0:
		return errors.New("binds nobody")
	}
	return soundDisposition(row)
}

// soundDisposition checks that a row is either judged or observed, by checks,
// or excluded, for a reason.
func soundDisposition(row *Clause) error {
	switch row.Disposition {
	case Judged, Observed:
		if len(row.Checks) == 0 || row.Exclusion != nil {
			return fmt.Errorf("%s without a check, or in spite of an exclusion", row.Disposition)
		}
		if row.Disposition == Judged && !row.Level.Binding() {
			return fmt.Errorf("judged at level %s", row.Level)
		}
	case Excluded:
		if row.Exclusion == nil || len(row.Checks) > 0 {
			return errors.New("excluded without a reason, or in spite of a check")
		}
		if _, ok := row.Exclusion.Kind.find(); !ok || row.Exclusion.Reason == "" {
			return fmt.Errorf("no reason, or unknown kind %q", row.Exclusion.Kind)
		}
	default:
		return fmt.Errorf("unknown disposition %q", row.Disposition)
	}
	return nil
}
