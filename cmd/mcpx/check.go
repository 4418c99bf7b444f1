package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"mcpx/checks"
	"mcpx/checks/narrow"
	"mcpx/checks/report"
	"mcpx/model"
)

// checking is one run of the check command.
type checking struct {
	*app
	format   *formatFlag
	revision revisionFlag
	bar      threshold
	lines    tolerance
	detail   report.Detail
	filter   filterFlag
}

// threshold is from which level on a finding is a failure.
type threshold uint8

const (
	mustLevel threshold = iota
	anyLevel
)

// tolerance is what becomes of lines that cannot be read in full.
type tolerance uint8

const (
	strictLines tolerance = iota
	lenientLines
)

func (a *app) checkCommand() *cobra.Command {
	c := &checking{app: a, format: formats("text", "json", "markdown")}
	var strict, lenient, all bool
	cmd := &cobra.Command{
		Use:   "check TRACE...",
		Short: "Judge recordings and say what went wrong",
		Long:  "Judges recordings by the revisions that they declare. \"-\" stands for standard input.\n\n" + filtering + "\n\n" + statuses,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New(`name a recording to judge, as in "mcpx check session.jsonl"`)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if strict {
				c.bar = anyLevel
			}
			if lenient {
				c.lines = lenientLines
			}
			if all {
				c.detail = report.Full
			}
			return c.run(cmd.Context(), args)
		},
	}
	flags := cmd.Flags()
	addFormat(flags, c.format)
	flags.Var(&c.revision, "revision", aboutRevision)
	flags.BoolVar(&strict, "strict", false, "findings at SHOULD level are failures, too")
	flags.BoolVar(&lenient, "lenient", false, "lines that cannot be read in full are no failure")
	flags.BoolVar(&all, "all", false, "list every clause with its outcome, every repeat and every observation (JSON always does)")
	flags.Var(&c.filter, "filter", "list only what this filter lets through, such as \"level:must area:TRAN\"")
	return cmd
}

// run judges recordings one after another. One that cannot be judged does not keep the others from it.
func (c *checking) run(ctx context.Context, names []string) error {
	out := c.output()
	for _, name := range names {
		found, err := c.judge(ctx, name)
		if errors.Is(err, context.Canceled) {
			return err
		}
		if err != nil {
			c.complain(err)
			c.worsen(unusable)
			out.unusable(name, err)
			continue
		}
		c.weigh(name, found)
		if err := out.trace(name, found); err != nil {
			return err
		}
	}
	return out.close()
}

func (c *checking) judge(ctx context.Context, name string) (*checks.Assessment, error) {
	file, err := c.openTrace(ctx, name, "mcpx check -")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	found, err := c.assess(ctx, name, file, c.revision.name)
	if err != nil {
		return nil, err
	}
	if err := narrow.Apply(ctx, found, file, c.filter.parsed); err != nil {
		return nil, fmt.Errorf("cannot filter %s: %w", name, err)
	}
	return found, nil
}

// weigh turns an assessment into an exit status and tells of lines that could not be read.
func (c *checking) weigh(name string, found *checks.Assessment) {
	worst := found.Worst()
	switch {
	case worst == checks.Fail, worst == checks.Warn && c.bar == anyLevel:
		c.worsen(broken)
	case found.Empty() != "":
		c.say("%s: nothing was judged: %s", shown(name), found.Empty())
		c.worsen(unusable)
	}
	c.tellProblems(name, found)
	if found.Facts.Problems > 0 && c.lines == strictLines || found.Facts.AppendedFrom > 0 {
		c.worsen(malformed)
	}
}

// problemsShown bounds how many lines of a trace are complained of.
const problemsShown = 20

func (c *checking) tellProblems(name string, found *checks.Assessment) {
	for i, p := range found.Problems {
		if i == problemsShown {
			break
		}
		c.say("%s", problemWords(name, p))
	}
	if n := found.Facts.Problems - problemsShown; n > 0 {
		c.say("%s: and %d more lines with problems", shown(name), n)
	}
	switch {
	case found.Facts.AppendedFrom > 0: // nobody is to take the verdict on a part for one on the whole
	case found.Facts.Problems > 0 && c.lines == strictLines:
		c.say("%s: the rest was judged all the same; --lenient takes the verdict on it as the exit status", shown(name))
	}
}

func problemWords(name string, p checks.LineProblem) string {
	at := fmt.Sprintf("%s:%d", shown(name), p.Line)
	if p.Column > 0 {
		at += fmt.Sprintf(":%d", p.Column)
	}
	if p.Kind == model.WrongMember || p.Kind == model.SeqNotRising {
		return at + ": " + p.Text
	}
	return fmt.Sprintf("%s: %s: %s", at, p.Kind, p.Text)
}

// shown is a recording's name for people.
func shown(name string) string {
	if name == stdin {
		return "standard input"
	}
	return name
}

// output writes assessments in the chosen format.
type output struct {
	trace    func(name string, found *checks.Assessment) error
	unusable func(name string, why error) // a recording of which there is no assessment
	close    func() error
}

func (c *checking) output() output {
	if c.format.name == "json" {
		j := report.NewJSON(c.out, tool, build().version)
		return output{
			trace:    func(name string, found *checks.Assessment) error { return j.Trace(shown(name), found) },
			unusable: func(name string, why error) { j.Unusable(shown(name), why.Error()) },
			close:    j.Close,
		}
	}
	write := func(name string, found *checks.Assessment) error {
		return report.Text(c.out, shown(name), found, c.detail, c.textLook())
	}
	if c.format.name == "markdown" {
		write = func(name string, found *checks.Assessment) error {
			return report.Markdown(c.out, shown(name), found, c.detail, c.signs())
		}
	}
	n := 0
	return output{
		trace: func(name string, found *checks.Assessment) error {
			if n++; n > 1 {
				if _, err := fmt.Fprintln(c.out); err != nil {
					return err
				}
			}
			return write(name, found)
		},
		unusable: func(string, error) {}, // standard error tells
		close:    func() error { return nil },
	}
}
