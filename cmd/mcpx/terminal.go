package main

import (
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/pflag"

	"mcpx/checks/report"
	"mcpx/themes"
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

// textLook is how text on standard output looks.
func (a *app) textLook() report.Look {
	look := report.Look{}
	if a.look.ascii {
		look.Signs = report.ASCII
	}
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
