package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"
)

const about = `mcpx opens recordings of Model Context Protocol sessions: it shows what happened, judges it clause by
clause, and says what a recording cannot show.`

const statuses = `Exit status of check: 0 nothing at MUST level (with --strict: nothing at all), 1 findings, 2 wrong usage,
unreadable or nothing to judge, 3 lines that could not be read in full (unless --lenient) or a second
recording in the file. Of several traces the highest counts. Without a terminal "mcpx TRACE" prints the
same report, with status 0 whatever it finds.`

const aboutRevision = "judge by this revision alone; sessions that declare another are left out"

const filtering = `--filter narrows what is listed, never the verdict and the exit status: those are on the whole recording.
Its terms stand between blanks and must all hold, "!" negates: level:must area:TRAN clause:BASE-03*
check:meta.* outcome:warn party:server finding:"some text" look at findings and clauses; dir:c2s
kind:request method:tools/* id:7 status:>=400 code:-32601 seq:>=100 size:>10k latency:>200ms session:1
text:word look at the event that is blamed. "*" and "?" stand for any characters.`

// root makes the tree of commands.
func (a *app) root() *cobra.Command {
	var revision revisionFlag
	root := &cobra.Command{
		Use:           "mcpx TRACE",
		Short:         "Open, explore and judge recordings of MCP sessions",
		Long:          about + "\n\n" + statuses,
		Example:       "  mcpx demo\n  mcpx session.jsonl\n  mcpx check --format json session.jsonl\n  mcpx clauses --revision 2025-06-18",
		Version:       build().version,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          a.oneTrace,

		ValidArgsFunction: completeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			err := a.open(cmd.Context(), args[0], revision.name)
			if near := cmd.SuggestionsFor(args[0]); len(near) > 0 && errors.Is(err, fs.ErrNotExist) {
				return noCommand(args[0], near)
			}
			return err
		},
	}
	root.SuggestionsMinimumDistance = 2
	root.SetVersionTemplate("mcpx {{.Version}}\n")
	root.Flags().Var(&revision, "revision", aboutRevision)
	a.look.add(root.PersistentFlags())
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w; %q lists the flags", err, cmd.CommandPath()+" --help")
	})
	root.AddCommand(a.demoCommand(), a.checkCommand(), a.clausesCommand(), a.checksCommand(), a.configCommand(), a.manCommand(), a.versionCommand())
	completeFlags(root)
	return root
}

// oneTrace wants the name of a trace and no more.
func (a *app) oneTrace(cmd *cobra.Command, args []string) error {
	switch len(args) {
	case 0:
		return errors.New(`name a recording to open, as in "mcpx session.jsonl"; "mcpx demo" opens one that is built in, "mcpx --help" lists the commands`)
	case 1:
		return nil
	}
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		return noCommand(args[0], near)
	}
	return errors.New(`name one recording to open; "mcpx check" takes several`)
}

func noCommand(name string, near []string) error {
	return fmt.Errorf("there is no command and no file %q, did you mean %q", name, "mcpx "+near[0])
}

// nothing wants no argument.
func nothing(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return fmt.Errorf("%q takes no argument, got %q", cmd.CommandPath(), args[0])
}
