package main

import (
	"context"

	"mcpx/checks"
	"mcpx/checks/report"
)

// open opens a recording for a person.
func (a *app) open(ctx context.Context, name, revision string) error {
	file, err := a.openTrace(ctx, name)
	if err != nil {
		return err
	}
	defer file.Close()
	return a.explore(ctx, shown(name), file, revision)
}

// explore shows a recording: in the explorer if standard output is a terminal, else as a text report.
func (a *app) explore(ctx context.Context, name string, from checks.Source, revision string) error {
	found, err := a.assess(ctx, name, from, revision)
	if err != nil {
		return err
	}
	return report.Text(a.out, name, found, report.Brief, a.textLook())
}
