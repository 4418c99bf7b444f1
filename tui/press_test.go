package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// press presses keys by their names and lets what follows from them happen.
func press(m *Model, names ...string) {
	for _, name := range names {
		_, cmd := m.Update(keyNamed(name))
		run(m, cmd)
	}
}

// keyNamed is the key with a name as bindings have it.
func keyNamed(name string) tea.KeyPressMsg {
	special := map[string]rune{
		"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight, "enter": tea.KeyEnter,
		"esc": tea.KeyEscape, "tab": tea.KeyTab, "space": tea.KeySpace, "backspace": tea.KeyBackspace,
		"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "home": tea.KeyHome, "end": tea.KeyEnd,
	}
	var mod tea.KeyMod
	if rest, ok := strings.CutPrefix(name, "ctrl+"); ok {
		name, mod = rest, tea.ModCtrl
	} else if rest, ok := strings.CutPrefix(name, "shift+"); ok {
		name, mod = rest, tea.ModShift
	}
	if code, ok := special[name]; ok {
		return tea.KeyPressMsg{Code: code, Mod: mod}
	}
	k := tea.KeyPressMsg{Code: []rune(name)[0], Mod: mod}
	if mod == 0 {
		k.Text = name
	}
	return k
}
