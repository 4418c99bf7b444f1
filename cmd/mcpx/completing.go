package main

import (
	"strings"

	"github.com/spf13/cobra"

	"mcpx/checks"
	"mcpx/checks/catalogue"
	"mcpx/checks/filter"
	"mcpx/themes"
)

// completeFlags tells shells what the flags of a command and of those below it can be.
func completeFlags(cmd *cobra.Command) {
	values := map[string]cobra.CompletionFunc{
		"theme":    cobra.FixedCompletions(themes.Names(), cobra.ShellCompDirectiveNoFileComp),
		"revision": cobra.FixedCompletions(checks.Published(), cobra.ShellCompDirectiveNoFileComp),
		"filter":   completeFilter,
	}
	for name, complete := range values {
		if cmd.LocalFlags().Lookup(name) != nil {
			_ = cmd.RegisterFlagCompletionFunc(name, complete) // fails only for flags that are not there
		}
	}
	if f := cmd.LocalFlags().Lookup("format"); f != nil {
		_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(strings.Split(f.Value.Type(), "|"), cobra.ShellCompDirectiveNoFileComp))
	}
	for _, sub := range cmd.Commands() {
		completeFlags(sub)
	}
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
