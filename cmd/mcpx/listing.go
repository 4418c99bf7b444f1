package main

import (
	"github.com/spf13/cobra"

	"mcpx/checks"
	"mcpx/checks/catalogue"
	"mcpx/checks/report"
)

func (a *app) clausesCommand() *cobra.Command {
	revision := catalogueFlag{catalogue.Newest()}
	format := formats("text", "json", "markdown")
	cmd := &cobra.Command{
		Use:   "clauses",
		Short: "List the clauses of a revision and what becomes of each",
		Args:  nothing,
		RunE: func(*cobra.Command, []string) error {
			return a.listClauses(revision.revision, format.name)
		},
	}
	cmd.Flags().Var(&revision, "revision", "list the clauses of this revision")
	addFormat(cmd.Flags(), format)
	return cmd
}

func (a *app) listClauses(revision catalogue.Revision, format string) error {
	cat, err := catalogue.Load(revision)
	if err != nil {
		return err
	}
	listing := report.Listing{Catalogue: cat, Checks: checks.All()}
	switch format {
	case "json":
		return listing.JSON(a.out, tool, build().version)
	case "markdown":
		return listing.Markdown(a.out, a.signs())
	}
	return listing.Text(a.out, a.textLook())
}

func (a *app) checksCommand() *cobra.Command {
	format := formats("text", "json")
	cmd := &cobra.Command{
		Use:   "checks",
		Short: "List the checks: what convicts and what never does",
		Args:  nothing,
		RunE:  func(*cobra.Command, []string) error { return a.listChecks(format.name) },
	}
	addFormat(cmd.Flags(), format)
	return cmd
}

func (a *app) listChecks(format string) error {
	catalogues, err := catalogue.All()
	if err != nil {
		return err
	}
	if format == "json" {
		return report.ChecksJSON(a.out, checks.All(), catalogues)
	}
	return report.ChecksText(a.out, checks.All(), catalogues, a.textLook())
}
