// Package themes says how the roles of a screen look: what a broken rule, a
// member's name or the selected row is drawn with. A theme is a value that is
// built from a palette; nothing here is global and nothing changes.
//
// Colour never says anything alone. Outcomes and directions have signs (see
// [Signs]), the selected row is bold or reversed, a search hit is underlined.
package themes

import (
	"fmt"
	"image/color"
	"strings"
)

// Theme is a named set of styles.
type Theme struct {
	Name   string
	Styles Styles

	// Foreground and Background are the colours that the whole screen is
	// painted with; nil leaves the terminal's own.
	Foreground, Background color.Color
}

// Names lists the themes, the default first.
func Names() []string {
	return []string{"ansi", "dark", "light", "contrast", "none"}
}

// Named builds a theme; "" is the default, the terminal's own colours.
func Named(name string) (Theme, error) {
	if name == "" {
		name = Names()[0]
	}
	var p palette
	switch name {
	case "ansi":
		p = ansiPalette()
	case "dark":
		p = darkPalette()
	case "light":
		p = lightPalette()
	case "contrast":
		p = contrastPalette()
	case "none":
		p = palette{}
	default:
		return Theme{}, fmt.Errorf("there is no theme %q; choose one of %s", name, strings.Join(Names(), ", "))
	}
	return Theme{Name: name, Styles: p.styles(), Foreground: p.text, Background: p.back}, nil
}
