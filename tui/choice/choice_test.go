package choice

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"mcpx/themes"
	"mcpx/tui/paint"
)

func sample() Menu {
	return New("COPY", "A capital letter writes a file instead.", []Item{
		{Key: "v", Name: "value", Why: "nothing is selected"},
		{Key: "m", Name: "message", About: "41 B"},
		{Key: "p", Name: "pointer", About: "/params/\x1b[2Jname"},
	})
}

func look(t testing.TB) *paint.Look {
	theme, err := themes.Named("none")
	if err != nil {
		t.Fatal(err)
	}
	return paint.New(theme, themes.Unicode())
}

func TestMenu(t *testing.T) {
	m := sample()
	if m.Cursor() != 1 {
		t.Errorf("begins at %d", m.Cursor())
	}
	m.Move(5)
	if m.Cursor() != 2 || m.Taken("m") != 1 || m.Taken("x") != -1 {
		t.Errorf("cursor %d, m takes %d", m.Cursor(), m.Taken("m"))
	}
}

func TestScreens(t *testing.T) {
	for _, size := range [][2]int{{80, 8}, {120, 8}, {40, 2}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			m := sample()
			golden.RequireEqual(t, strings.Join(m.Render(look(t), size[0], size[1]), "\n"))
		})
	}
}

func TestFits(t *testing.T) {
	m, k := sample(), look(t)
	for w := 1; w < 100; w += 7 {
		for h := range 9 {
			rows := m.Render(k, w, h)
			if len(rows) != h {
				t.Fatalf("%d rows at %dx%d", len(rows), w, h)
			}
			for _, row := range rows {
				if ansi.StringWidth(row) != w {
					t.Fatalf("%q at %dx%d", row, w, h)
				}
			}
		}
	}
}
