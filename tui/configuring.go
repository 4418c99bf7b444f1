package tui

import (
	"slices"

	"mcpx/themes"
	"mcpx/tui/settings"
	"mcpx/tui/timeline"
)

// Choices are what settings can choose from.
func Choices() *settings.Known {
	keys := DefaultKeys()
	k := &settings.Known{Themes: themes.Names(), Times: timeline.Clocks(), Columns: timeline.Columns()}
	inField := []string{"complete", "complete-back", "earlier", "later"}
	everywhere := []string{"open", "back", "interrupt", "suspend", "redraw"}
	for _, n := range keys.named() {
		b := settings.Binding{Name: n.name, Keys: n.key.Keys(), About: n.key.Help().Desc, Everywhere: slices.Contains(everywhere, n.name), Fixed: n.name == "interrupt"}
		if slices.Contains(inField, n.name) {
			b.Scope = "text fields"
		}
		k.Bindings = append(k.Bindings, b)
	}
	return k
}

// configure does as the user has decided.
func (m *Model) configure(s *settings.Settings) {
	m.mouse = s.Mouse
	m.timeline.Keep(s.Columns)
	if c, ok := timeline.ClockNamed(s.Time); ok {
		m.timeline.Clock = c
	}
	for _, n := range m.keys.named() {
		if keys, ok := s.Keys[n.name]; ok && !slices.Equal(keys, n.key.Keys()) {
			n.rebind(keys)
		}
	}
}
