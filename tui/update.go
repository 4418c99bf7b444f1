package tui

import (
	tea "charm.land/bubbletea/v2"

	"mcpx/tui/document"
)

// Update enters a message. It does no work of its own.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.route(msg)
	m.fit()
	return m, cmd
}

func (m *Model) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
	case updateMsg:
		return m.updated(msg)
	case openedMsg:
		return m.opened(msg)
	case hitsMsg:
		m.showHits(msg)
	case newsMsg[document.Found]:
		return m.foundMore(msg)
	case newsMsg[document.Sifted]:
		return m.sifted(msg)
	case knownMsg:
		m.learnt(msg)
	case tookMsg:
		return m.took(msg)
	case wroteMsg:
		m.wrote(msg)
	case readyMsg:
		return m.ready(msg)
	case returnedMsg:
		m.returned(msg)
	case tea.KeyPressMsg:
		m.notice = notice{}
		return m.press(msg)
	case tea.PasteMsg:
		return m.paste(msg)
	case tea.MouseWheelMsg:
		return m.wheel(msg)
	case tea.MouseClickMsg:
		return m.click(msg)
	}
	return nil
}

// paste gives pasted text to what has focus, if that takes text.
func (m *Model) paste(text tea.PasteMsg) tea.Cmd {
	switch m.mode {
	case fieldMode:
		return m.editField(text)
	case paletteMode:
		m.editPalette(text)
	}
	return nil
}

// press gives a key to the mode, unless it does the same everywhere.
func (m *Model) press(k tea.KeyPressMsg) tea.Cmd {
	for _, a := range m.always() {
		if matches(k, a.key) && !m.types(k) {
			return a.do()
		}
	}
	switch m.mode {
	case fieldMode:
		return m.pressField(k)
	case overlayMode:
		return m.pressOverlay(k)
	case menuMode:
		return m.pressMenu(k)
	case choiceMode:
		return m.pressChoice(k)
	case paletteMode:
		return m.pressPalette(k)
	case summaryMode:
		return m.pressSummary(k)
	default:
		return m.pressNormal(k)
	}
}

// types reports whether a key types a character into a text field. It does nothing else then.
func (m *Model) types(k tea.KeyPressMsg) bool {
	return k.Text != "" && (m.mode == fieldMode || m.mode == paletteMode)
}
