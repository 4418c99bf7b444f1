package main

import (
	"github.com/spf13/cobra"

	"mcpx/testdata"
)

func (a *app) demoCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "demo",
		Short: "Open a recording that is built into the program",
		Long:  "Opens a recording of a session between a reading app and the server of an invented bookshop. Both\nbreak a few rules.",
		Args:  nothing,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.explore(cmd.Context(), "demo.jsonl", text(testdata.Demo()), "")
		},
	}
}
