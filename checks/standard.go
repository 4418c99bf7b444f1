package checks

import (
	"fmt"
	"slices"
	"strings"

	"mcpx/checks/catalogue"
	"mcpx/model"
)

// Basis tells why a recording is judged by a revision.
type Basis uint8

// The bases. A revision is Assumed when neither the caller nor the recording names one.
const (
	Assumed Basis = iota
	ByInitialize
	ByMeta
	ByHeader
	ByCaller
)

var basisWords = [...]string{"assumed", "initialize result", "request _meta", "version header", "--revision"}

// String is the basis in a word or two, the same in every version of the program.
func (b Basis) String() string { return basisWords[b] }

// Phrase is the basis for people.
func (b Basis) Phrase() string {
	return [...]string{
		"assumed: nothing declares one",
		"declared by the initialize result",
		"declared by _meta of requests",
		"declared by the version header",
		"chosen by --revision",
	}[b]
}

// basisOf is the basis of a declaration in a recording.
func basisOf(source string) Basis {
	switch Basis(slices.Index(basisWords[:], source)) {
	case ByInitialize:
		return ByInitialize
	case ByHeader:
		return ByHeader
	}
	return ByMeta
}

// Standard is a revision that a recording is judged by, and why.
type Standard struct {
	Catalogue *catalogue.Catalogue
	Basis     Basis
	Versions  []string // the versions it stands for, as chosen or declared; none if it is assumed
	Line      int      // of the event that declares the first of them; 0 if none does
	// Notices are what a reader of the verdict has to know about the choice, a clause each.
	Notices []string
}

// Exact reports whether every version the standard stands for has this very catalogue.
func (s *Standard) Exact() bool {
	for _, v := range s.Versions {
		if v != string(s.Catalogue.Revision()) {
			return false
		}
	}
	return true
}

// Published lists the revisions of the protocol that have been published, oldest first. The first ones
// have no catalogue.
func Published() []string {
	all := []string{"2024-11-05", "2025-03-26"}
	for _, rev := range catalogue.Revisions() {
		all = append(all, string(rev))
	}
	return all
}

// Standards decides by which revisions a surveyed recording is judged: by the one that was chosen, else
// by every published one that it declares, in the order of declaration, else by the newest (M6).
func Standards(facts *model.Facts, chosen string) ([]Standard, error) {
	standards, err := decide(facts, chosen)
	if facts.AppendedFrom > 0 {
		for i := range standards {
			standards[i].Notices = append(standards[i].Notices,
				fmt.Sprintf("seq begins again at line %d: what follows is another recording, and is not judged", facts.AppendedFrom))
		}
	}
	return standards, err
}

func decide(facts *model.Facts, chosen string) ([]Standard, error) {
	if chosen != "" {
		return choose(facts, chosen)
	}
	var standards []Standard
	var unknown []string
	for _, d := range declarations(facts) {
		if !slices.Contains(Published(), d.Revision) {
			unknown = append(unknown, d.Revision)
			continue
		}
		var err error
		if standards, err = declare(standards, d); err != nil {
			return nil, err
		}
	}
	for i := range standards {
		standards[i].noteInexact()
	}
	if len(standards) > 0 {
		return standards, nil
	}
	return assume(unknown)
}

// declarations are the revisions that a recording declares, each once, in the order of declaration: those
// of answers and requests, and those of sessions whose beginning is not recorded.
func declarations(facts *model.Facts) []model.Declaration {
	all := slices.Clone(facts.Declared)
	for _, s := range facts.Sessions {
		same := func(d model.Declaration) bool { return d.Revision == s.Version }
		if s.Headless && s.Version != "" && !slices.ContainsFunc(all, same) {
			all = append(all, model.Declaration{Revision: s.Version, Source: ByHeader.String(), Line: s.Line})
		}
	}
	slices.SortStableFunc(all, func(a, b model.Declaration) int { return a.Line - b.Line })
	return all
}

func declare(standards []Standard, d model.Declaration) ([]Standard, error) {
	rev, _ := catalogue.For(d.Revision)
	for i := range standards {
		if s := &standards[i]; s.Catalogue.Revision() == rev {
			s.Versions = append(s.Versions, d.Revision)
			return standards, nil
		}
	}
	cat, err := catalogue.Load(rev)
	if err != nil {
		return nil, err
	}
	return append(standards, Standard{Catalogue: cat, Basis: basisOf(d.Source), Versions: []string{d.Revision}, Line: d.Line}), nil
}

func choose(facts *model.Facts, chosen string) ([]Standard, error) {
	rev, _ := catalogue.For(chosen)
	cat, err := catalogue.Load(rev)
	if err != nil {
		return nil, err
	}
	s := Standard{Catalogue: cat, Basis: ByCaller, Versions: []string{chosen}}
	s.noteInexact()
	if others := otherVersions(facts, chosen); len(others) > 0 {
		s.Notices = append(s.Notices, "the recording itself declares "+strings.Join(others, ", "))
	}
	if rev != catalogue.Newest() && !facts.InitializeAccepted {
		s.Notices = append(s.Notices, "the negotiation of a revision is not in the recording")
	}
	return []Standard{s}, nil
}

// otherVersions are those that a recording declares beside the chosen one.
func otherVersions(facts *model.Facts, chosen string) []string {
	var others []string
	for _, d := range declarations(facts) {
		if d.Revision != chosen {
			others = append(others, d.Revision)
		}
	}
	return others
}

func assume(unknown []string) ([]Standard, error) {
	cat, err := catalogue.Load(catalogue.Newest())
	if err != nil {
		return nil, err
	}
	s := Standard{Catalogue: cat}
	notice := "nothing in the recording declares a revision, so it is judged by the newest"
	if len(unknown) > 0 {
		notice = fmt.Sprintf("the recording declares %s, which was never published, so it is judged by the newest revision", strings.Join(unknown, ", "))
	}
	s.Notices = []string{notice + "; --revision chooses another"}
	return []Standard{s}, nil
}

// noteInexact says for which versions the catalogue is that of another revision.
func (s *Standard) noteInexact() {
	var others []string
	for _, v := range s.Versions {
		if v != string(s.Catalogue.Revision()) {
			others = append(others, v)
		}
	}
	if len(others) > 0 {
		s.Notices = append(s.Notices, fmt.Sprintf("%s is judged by the rules of %s, the nearest later revision that mcpx has",
			strings.Join(others, ", "), s.Catalogue.Revision()))
	}
}
