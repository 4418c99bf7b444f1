package themes

import (
	"image/color"

	"charm.land/lipgloss/v2"
)

// palette is the colours of a theme; nil is the terminal's own.
type palette struct {
	text, back color.Color
	raised     color.Color // behind the selected row; nil reverses that row
	dim        color.Color // quiet text; nil with faint set draws text faint
	rule       color.Color
	red        color.Color // broken rules, errors
	orange     color.Color // broken recommendations, warnings
	green      color.Color // passed, strings
	cyan       color.Color // the client, members' names
	violet     color.Color // the server, numbers and literals
	accent     color.Color // what has focus, keys to press
	faint      bool
}

// ansiPalette uses the terminal's own sixteen colours, and of them those that
// are readable on a light and on a dark background: no yellow, no blue, none
// of the bright ones, no background.
func ansiPalette() palette {
	return palette{
		red:    lipgloss.Red,
		orange: lipgloss.Magenta,
		green:  lipgloss.Green,
		cyan:   lipgloss.Cyan,
		violet: lipgloss.Magenta,
		accent: lipgloss.Cyan,
		faint:  true,
	}
}

func darkPalette() palette {
	return palette{
		text:   lipgloss.Color("#d8dbe2"),
		back:   lipgloss.Color("#15171c"),
		raised: lipgloss.Color("#2a2f3a"),
		dim:    lipgloss.Color("#8b909c"),
		rule:   lipgloss.Color("#666b78"),
		red:    lipgloss.Color("#ff8080"),
		orange: lipgloss.Color("#f2b35c"),
		green:  lipgloss.Color("#8fcf7f"),
		cyan:   lipgloss.Color("#6cc7d9"),
		violet: lipgloss.Color("#c3a5f5"),
		accent: lipgloss.Color("#7fb4ff"),
	}
}

func lightPalette() palette {
	return palette{
		text:   lipgloss.Color("#24272e"),
		back:   lipgloss.Color("#fcfbf8"),
		raised: lipgloss.Color("#e6e8ee"),
		dim:    lipgloss.Color("#666b76"),
		rule:   lipgloss.Color("#8b8f99"),
		red:    lipgloss.Color("#b3151f"),
		orange: lipgloss.Color("#8a4b00"),
		green:  lipgloss.Color("#1d6b2a"),
		cyan:   lipgloss.Color("#00606e"),
		violet: lipgloss.Color("#6a35b0"),
		accent: lipgloss.Color("#0b53b8"),
	}
}

func contrastPalette() palette {
	return palette{
		text:   lipgloss.Color("#ffffff"),
		back:   lipgloss.Color("#000000"),
		dim:    lipgloss.Color("#c8c8c8"),
		rule:   lipgloss.Color("#ffffff"),
		red:    lipgloss.Color("#ff9a9a"),
		orange: lipgloss.Color("#ffd34d"),
		green:  lipgloss.Color("#7dff7d"),
		cyan:   lipgloss.Color("#6ff2ff"),
		violet: lipgloss.Color("#e0b8ff"),
		accent: lipgloss.Color("#ffff66"),
	}
}
