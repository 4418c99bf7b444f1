// Package testdata holds recordings made for this project, one of which is part of the program.
package testdata

import _ "embed"

//go:embed traces/demo.jsonl
var demo string

// Demo is the recording that "mcpx demo" opens.
func Demo() string { return demo }
