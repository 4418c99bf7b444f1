package tui

import (
	"context"
	"errors"
	"fmt"
	"io"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"mcpx/themes"
	"mcpx/tui/document"
	"mcpx/tui/environ"
	"mcpx/tui/paint"
	"mcpx/tui/settings"
)

// Options are the particulars of an exploration.
type Options struct {
	Name     string             // of the recording, as it is shown
	Version  string             // of the program
	Source   document.Source    // the opened recording
	Revision string             // judge by this one; "" judges by what the recording declares
	Settings *settings.Settings // nil for the defaults

	Env    []string  // as os.Environ gives it
	Input  io.Reader // keys; nil is the terminal
	Output io.Writer // a terminal
}

// framesPerSecond bounds how often the screen is looked after: each look costs a little while nothing
// happens.
const framesPerSecond = 30

// Run explores a recording until the user quits. It starts nothing if the options are wrong; whatever
// ends it, the terminal is as it was before.
func Run(ctx context.Context, o Options) error {
	if o.Settings == nil {
		usual := Choices().Default()
		o.Settings = &usual
	}
	look, err := lookOf(&o)
	if err != nil {
		return err
	}
	if environ.Value(o.Env, "TERM") == "dumb" {
		return errors.New(`the terminal says that it can show lines only (TERM is dumb); "mcpx check" prints a report instead`)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	m := newModel(ctx, o.Name, document.New(o.Source, document.Options{Revision: o.Revision}), look)
	m.version, m.env = o.Version, o.Env
	m.configure(o.Settings)
	options := []tea.ProgramOption{tea.WithContext(ctx), tea.WithEnvironment(o.Env), tea.WithOutput(o.Output), tea.WithFPS(framesPerSecond)}
	if o.Input != nil {
		options = append(options, tea.WithInput(o.Input))
	}
	if colourless(o.Env) {
		options = append(options, tea.WithColorProfile(colorprofile.Ascii))
	}
	_, err = tea.NewProgram(m, options...).Run()
	switch {
	case err == nil, errors.Is(err, tea.ErrInterrupted), errors.Is(err, context.Canceled):
		return nil
	case errors.Is(err, tea.ErrProgramPanic):
		return fmt.Errorf("the explorer broke down (%w); please report this with the trace above", err)
	default:
		return err
	}
}

// lookOf chooses theme and signs. NO_COLOR counts whatever its value.
func lookOf(o *Options) (*paint.Look, error) {
	name := o.Settings.Theme
	if name == "" && colourless(o.Env) {
		name = "none"
	}
	theme, err := themes.Named(name)
	if err != nil {
		return nil, err
	}
	signs := themes.Unicode()
	if o.Settings.ASCII {
		signs = themes.ASCII()
	}
	return paint.New(theme, signs), nil
}

func colourless(env []string) bool { return environ.Value(env, "NO_COLOR") != "" }
