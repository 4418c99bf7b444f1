package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mcpx/checks"
	"mcpx/checks/catalogue"
	"mcpx/checks/filter"
	"mcpx/themes"
)

// completeFlags tells shells what the flags of a command and of those below it can be.
func completeFlags(cmd *cobra.Command) {
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if complete := completionOf(f); complete != nil {
			_ = cmd.RegisterFlagCompletionFunc(f.Name, complete) // fails only for flags that are not there
		}
	})
	for _, sub := range cmd.Commands() {
		completeFlags(sub)
	}
}

func completionOf(f *pflag.Flag) cobra.CompletionFunc {
	var values []string
	switch v := f.Value.(type) {
	case *filterFlag:
		return completeFilter
	case *revisionFlag:
		values = checks.Published()
	case *catalogueFlag:
		values = v.known()
	case *formatFlag:
		values = v.known
	default:
		if f.Name != "theme" {
			return nil
		}
		values = themes.Names()
	}
	return cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
}

// completeFiles leaves the names of recordings to the shell.
func completeFiles(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

// completeFilter completes the last word of a filter.
func completeFilter(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	known := map[string][]string{}
	if cat, err := catalogue.Load(catalogue.Newest()); err == nil {
		for _, area := range cat.Areas() {
			known["area"] = append(known["area"], string(area))
		}
	}
	for _, c := range checks.All() {
		known["check"] = append(known["check"], c.ID)
	}
	var all []cobra.Completion
	for _, c := range filter.Complete(typed, known) {
		all = append(all, cobra.CompletionWithDesc(typed[:c.Start]+c.Text, c.About))
	}
	return all, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
