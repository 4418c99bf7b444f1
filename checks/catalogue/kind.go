package catalogue

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
)

// Kind names the sort of reason for which clauses are excluded.
type Kind string

// ExclusionKind describes a Kind.
type ExclusionKind struct {
	Kind  Kind   `json:"kind"`
	Label string `json:"label"`
	About string `json:"about"`
}

// ExclusionKinds lists the kinds of exclusion, in the order of the catalogue.
func ExclusionKinds() ([]ExclusionKind, error) { return kinds() }

// Label is the kind's name for people, or the kind itself if it is unknown.
func (k Kind) Label() string {
	if kind, ok := k.find(); ok {
		return kind.Label
	}
	return string(k)
}

// About says in one sentence what clauses of the kind have in common.
func (k Kind) About() string {
	kind, _ := k.find()
	return kind.About
}

func (k Kind) find() (ExclusionKind, bool) {
	all, _ := kinds()
	for _, kind := range all {
		if kind.Kind == k {
			return kind, true
		}
	}
	return ExclusionKind{}, false
}

//go:embed data/exclusion-kinds.json
var kindsJSON string

var kinds = sync.OnceValues(func() ([]ExclusionKind, error) {
	kinds, err := parseKinds(kindsJSON)
	if err != nil {
		return nil, fmt.Errorf("catalogue: exclusion kinds: %w", err)
	}
	return kinds, nil
})

// parseKinds reads the object of kinds member by member, to keep its order.
func parseKinds(data string) ([]ExclusionKind, error) {
	in := json.NewDecoder(strings.NewReader(data))
	in.DisallowUnknownFields()
	if open, err := in.Token(); err != nil || open != json.Delim('{') {
		return nil, errors.Join(errors.New("want an object"), err)
	}
	var kinds []ExclusionKind
	for in.More() {
		name, err := in.Token()
		if err != nil {
			return nil, err
		}
		var kind ExclusionKind
		if err := in.Decode(&kind); err != nil {
			return nil, fmt.Errorf("%v: %w", name, err)
		}
		kind.Kind = Kind(name.(string))
		if kind.Label == "" || kind.About == "" {
			return nil, fmt.Errorf("%v: no label or no description", name)
		}
		kinds = append(kinds, kind)
	}
	return kinds, nil
}
