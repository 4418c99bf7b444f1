package main

import (
	"os/exec"
	"strings"
	"testing"
)

// The model and the judge know nothing of a terminal, and imports point down only.
func TestImports(t *testing.T) {
	for _, c := range []struct {
		packages []string
		never    []string
	}{
		{
			[]string{"mcpx/model", "mcpx/checks", "mcpx/checks/catalogue"},
			[]string{"charm.land/", "github.com/charmbracelet/", "mcpx/tui", "mcpx/themes", "mcpx/cmd", "github.com/spf13/"},
		},
		{[]string{"mcpx/model"}, []string{"mcpx/checks"}},
		{[]string{"mcpx/checks/report"}, []string{"charm.land/", "mcpx/themes", "mcpx/cmd", "github.com/spf13/"}},
	} {
		out, err := exec.Command("go", append([]string{"list", "-deps"}, c.packages...)...).Output()
		if err != nil {
			t.Fatal(err)
		}
		for dep := range strings.Lines(string(out)) {
			for _, never := range c.never {
				if strings.HasPrefix(dep, never) {
					t.Errorf("%s imports %s", strings.Join(c.packages, ", "), dep)
				}
			}
		}
	}
}
