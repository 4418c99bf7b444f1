package main

import (
	"fmt"
	"strings"

	mango "github.com/muesli/mango-cobra"
	"github.com/muesli/roff"
	"github.com/spf13/cobra"
)

const environment = `NO_COLOR, whatever its value, takes all colours away. PAGER, VISUAL and EDITOR name the programs that
the explorer shows messages in; no shell is involved. XDG_CONFIG_HOME is where settings are looked for.`

const files = `$XDG_CONFIG_HOME/mcpx/config.toml, usually ~/.config/mcpx/config.toml: settings of the explorer. "mcpx config"
prints those in force. Reports never depend on them.`

// flowing takes the line breaks out of paragraphs: the page has its own width.
func flowing(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		paragraphs[i] = strings.ReplaceAll(p, "\n", " ")
	}
	return strings.Join(paragraphs, "\n")
}

// manCommand prints the manual page, which is made from the commands themselves.
func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "man",
		Short:  "Print the manual page",
		Long:   "Prints the manual page in the format of man(7).",
		Args:   nothing,
		Hidden: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			page, err := mango.NewManPage(1, cmd.Root())
			if err != nil {
				return err
			}
			page = page.WithLongDescription(flowing(cmd.Root().Long)).WithSection("Filters", flowing(filtering)).
				WithSection("Files", flowing(files)).WithSection("Environment", flowing(environment))
			_, err = fmt.Fprint(a.out, page.Build(roff.NewDocument()))
			return err
		},
	}
}
