package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// tool is the name that reports carry.
const tool = "mcpx"

// buildInfo is what the binary knows about itself.
type buildInfo struct {
	version string // of the module, or "(devel)"
	commit  string // as far as known, with a mark if the work tree was changed
}

func build() buildInfo {
	b := buildInfo{version: "(devel)"}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if info.Main.Version != "" {
		b.version = info.Main.Version
	}
	changed := ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			b.commit = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = ", changed"
		}
	}
	if b.commit != "" {
		b.commit += changed
	}
	return b
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Say which version this is",
		Args:  nothing,
		RunE: func(*cobra.Command, []string) error {
			b := build()
			commit := ""
			if b.commit != "" {
				commit = " (" + b.commit + ")"
			}
			_, err := fmt.Fprintf(a.out, "%s %s%s %s %s/%s\n", tool, b.version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}
