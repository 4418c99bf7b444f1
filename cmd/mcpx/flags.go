package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"mcpx/checks"
	"mcpx/checks/catalogue"
	"mcpx/checks/filter"
)

// revisionFlag is the name of a published revision.
type revisionFlag struct{ name string }

func (f *revisionFlag) String() string { return f.name }
func (f *revisionFlag) Type() string   { return "revision" }

func (f *revisionFlag) Set(s string) error {
	if !slices.Contains(checks.Published(), s) {
		return fmt.Errorf("want one of %s", strings.Join(checks.Published(), ", "))
	}
	f.name = s
	return nil
}

// catalogueFlag is the name of a revision that has a catalogue.
type catalogueFlag struct{ revision catalogue.Revision }

func (f *catalogueFlag) String() string { return string(f.revision) }
func (f *catalogueFlag) Type() string   { return "revision" }

func (f *catalogueFlag) Set(s string) error {
	if !catalogue.Known(s) {
		return fmt.Errorf("want one of %s", strings.Join(f.known(), ", "))
	}
	f.revision = catalogue.Revision(s)
	return nil
}

func (f *catalogueFlag) known() []string {
	var known []string
	for _, rev := range catalogue.Revisions() {
		known = append(known, string(rev))
	}
	return known
}

// filterFlag is a filter in the language of the explorer.
type filterFlag struct{ parsed *filter.Filter }

func (f *filterFlag) String() string {
	if f.parsed == nil {
		return ""
	}
	return f.parsed.Source()
}

func (f *filterFlag) Type() string { return "filter" }

func (f *filterFlag) Set(s string) error {
	parsed, err := filter.Parse(s)
	f.parsed = parsed
	return err
}

// formatFlag is one of the formats that a command can write.
type formatFlag struct {
	name  string
	known []string
}

// formats makes a flag whose default is the first format.
func formats(known ...string) *formatFlag { return &formatFlag{name: known[0], known: known} }

func (f *formatFlag) String() string { return f.name }
func (f *formatFlag) Type() string   { return strings.Join(f.known, "|") }

func (f *formatFlag) Set(s string) error {
	if !slices.Contains(f.known, s) {
		return fmt.Errorf("want %s", strings.Join(f.known, " or "))
	}
	f.name = s
	return nil
}

// addFormat adds --format to a command's flags.
func addFormat(flags *pflag.FlagSet, f *formatFlag) {
	flags.Var(f, "format", "what to write")
}
