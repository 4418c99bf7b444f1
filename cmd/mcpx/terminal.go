package main

import (
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/pflag"

	"mcpx/checks/report"
	"mcpx/themes"
	"mcpx/tui/safetext"
)

// lookFlags say how text looks, whatever the terminal.
type lookFlags struct {
	ascii   bool
	theme   string // of the explorer
	noMouse bool
}

func (f *lookFlags) add(flags *pflag.FlagSet) {
	flags.BoolVar(&f.ascii, "ascii", false, "use no signs beyond ASCII")
	flags.StringVar(&f.theme, "theme", "", "colours of the explorer: "+strings.Join(themes.Names(), ", "))
	flags.BoolVar(&f.noMouse, "no-mouse", false, "leave clicks and dragging to the terminal")
}

// terminal gives the file behind w if it is a terminal.
func terminal(w io.Writer) (*os.File, bool) {
	f, ok := w.(*os.File)
	return f, ok && term.IsTerminal(f.Fd())
}

// signs is what a text may use.
func (a *app) signs() report.Signs {
	if a.look.ascii {
		return report.ASCII
	}
	return report.Unicode
}

// visible is text that may hold some of a recording or a file's name, as a terminal shows it.
func (a *app) visible(s string) safetext.String {
	text := safetext.Line(s)
	if a.look.ascii {
		return text.ASCII()
	}
	return text
}

// textLook is how text on standard output looks.
func (a *app) textLook() report.Look {
	look := report.Look{Signs: a.signs()}
	f, ok := terminal(a.out)
	if !ok {
		return look
	}
	if width, _, err := term.GetSize(f.Fd()); err == nil {
		look.Width = width
	}
	if os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" {
		look.Colour = report.Coloured
	}
	return look
}
