package main

import (
	"context"
	"os"
	"runtime/debug"
	"strings"

	"mcpx/checks/report"
	"mcpx/model"
	"mcpx/tui"
	"mcpx/tui/document"
)

// exploringGCPercent trades time for memory: an explorer stays open, and keeps an index. That of a long
// recording is most of the memory and holds no pointers, so that to collect often costs little.
func exploringGCPercent(from document.Source) int {
	if from.Size() > largeRecording {
		return 25
	}
	return 50
}

const largeRecording = 256 << 20 // bytes

// open opens a recording for a person.
func (a *app) open(ctx context.Context, name, revision string) error {
	file, err := a.openTrace(ctx, name, model.Reader)
	if err != nil {
		return err
	}
	defer file.Close()
	return a.explore(ctx, shown(name), file, revision)
}

// explore shows a recording: in the explorer if standard output is a terminal, else as a text report.
func (a *app) explore(ctx context.Context, name string, from document.Source, revision string) error {
	if _, ok := terminal(a.out); ok {
		debug.SetGCPercent(exploringGCPercent(from))
		s, _, err := a.settings()
		if err != nil {
			return err
		}
		return tui.Run(ctx, tui.Options{
			Name: name, Version: build().version, Source: from, Revision: revision, Settings: &s,
			Env: os.Environ(), Output: a.out,
		})
	}
	found, err := a.assess(ctx, name, from, revision)
	if err != nil {
		return err
	}
	return report.Text(a.out, name, found, report.Brief, a.textLook())
}

// ReadAt reads at any place.
func (t text) ReadAt(p []byte, offset int64) (int, error) {
	return strings.NewReader(string(t)).ReadAt(p, offset)
}
