package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"mcpx/tui"
	"mcpx/tui/settings"
)

// settingsFile is where the user's settings are: in the directory for configurations, if there is one.
func settingsFile() string {
	dir := os.Getenv("XDG_CONFIG_HOME")
	if dir == "" || !filepath.IsAbs(dir) {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		dir = filepath.Join(home, ".config")
	}
	return filepath.Join(dir, "mcpx", "config.toml")
}

// settings are the user's, with what the flags say put over them. Found reports a file.
func (a *app) settings() (s settings.Settings, found bool, err error) {
	known := tui.Choices()
	s = known.Default()
	path := settingsFile()
	data, err := os.ReadFile(path)
	switch {
	case path == "", errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return s, false, fmt.Errorf("cannot read the settings: %w", err)
	default:
		found = true
		if s, err = known.Read(path, data); err != nil {
			return s, true, err
		}
	}
	if a.look.theme != "" {
		s.Theme = a.look.theme
	}
	s.ASCII = s.ASCII || a.look.ascii
	s.Mouse = s.Mouse && !a.look.noMouse
	return s, found, nil
}

func (a *app) configCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "config",
		Short: "Print the settings of the explorer that are in force",
		Long: `Prints the settings that are in force, as a file that can be changed: the defaults, what
$XDG_CONFIG_HOME/mcpx/config.toml says (usually ~/.config/mcpx/config.toml), and the flags. Settings
concern the explorer only; reports never depend on them.`,
		Example: "  mcpx config > new.toml    # change it, then put it in place of the old one",
		Args:    nothing,
		RunE:    func(*cobra.Command, []string) error { return a.printConfig() },
	}
}

func (a *app) printConfig() error {
	s, found, err := a.settings()
	if err != nil {
		return err
	}
	text, err := tui.Choices().Write(s)
	if err != nil {
		return err
	}
	where := "# There is no " + settingsFile() + "; these are the defaults.\n\n"
	if found {
		where = "# As in " + settingsFile() + ".\n\n"
	}
	_, err = fmt.Fprint(a.out, where, text)
	return err
}
