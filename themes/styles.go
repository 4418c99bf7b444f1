package themes

import (
	"image/color"

	"charm.land/lipgloss/v2"
)

// Styles is how each role on the screen is drawn. None has a width, padding or
// border: text is cut and filled before it is styled.
type Styles struct {
	Base   lipgloss.Style // any text, and the blanks between
	Dim    lipgloss.Style // what is quiet: HTTP heads, lifecycle, remarks
	Strong lipgloss.Style

	// Outcomes.
	Must          lipgloss.Style // a MUST is broken
	Should        lipgloss.Style // a SHOULD is broken
	Pass          lipgloss.Style
	NotObserved   lipgloss.Style
	NotApplicable lipgloss.Style
	Excluded      lipgloss.Style
	Observation   lipgloss.Style

	// Traffic.
	Client    lipgloss.Style // what the client sends
	Server    lipgloss.Style // what the server sends
	Transport lipgloss.Style // transport events
	Partner   lipgloss.Style // the other half of the selected pair

	// Selection.
	Selected       lipgloss.Style // the selected row of the pane that has focus
	SelectedAway   lipgloss.Style // the selected row of another pane
	SelectedGutter lipgloss.Style // the bar left of a selected row

	// Frame.
	Title        lipgloss.Style // the name of a pane
	TitleFocused lipgloss.Style // the name of the pane that has focus
	Rule         lipgloss.Style // the lines between panes
	Header       lipgloss.Style
	HeaderAccent lipgloss.Style // the program's name, the revision
	Footer       lipgloss.Style
	FooterKey    lipgloss.Style // a key to press

	// JSON.
	Key   lipgloss.Style // a member's name
	Str   lipgloss.Style
	Num   lipgloss.Style
	Lit   lipgloss.Style // true, false, null
	Punct lipgloss.Style // brackets, colons, commas
	Note  lipgloss.Style // sizes and counts beside values
	Mark  lipgloss.Style // the member that a finding blames

	// Search.
	Match        lipgloss.Style // found text
	MatchCurrent lipgloss.Style // the found text that the cursor is on

	// Messages to the user.
	Error   lipgloss.Style
	Warning lipgloss.Style

	// Clauses.
	ClauseID lipgloss.Style
	Keyword  lipgloss.Style // the MUST within the sentence
	Code     lipgloss.Style // a code span within the sentence
	Quote    lipgloss.Style // the bar beside the quoted sentence

	// Text fields.
	Input        lipgloss.Style
	InputInvalid lipgloss.Style // what the filter does not understand
	Placeholder  lipgloss.Style

	// Charts.
	Spark lipgloss.Style
	Heat  [4]lipgloss.Style // from little to much
}

// styles assigns the palette to the roles.
func (p palette) styles() Styles {
	base := p.paint(p.text)
	dim := p.quiet(p.dim)
	match := base.Underline(true)
	return Styles{
		Base:   base,
		Dim:    dim,
		Strong: base.Bold(true),

		Must:          p.paint(p.red).Bold(true),
		Should:        p.paint(p.orange).Bold(true),
		Pass:          p.paint(p.green),
		NotObserved:   dim,
		NotApplicable: dim,
		Excluded:      dim,
		Observation:   p.paint(p.cyan),

		Client:    p.paint(p.cyan),
		Server:    p.paint(p.violet),
		Transport: dim,
		Partner:   base.Underline(true),

		Selected:       p.selected(base),
		SelectedAway:   p.selectedAway(base),
		SelectedGutter: p.paint(p.accent).Bold(true),

		Title:        dim.Bold(true),
		TitleFocused: p.paint(p.accent).Bold(true).Underline(true),
		Rule:         p.quiet(p.rule),
		Header:       base,
		HeaderAccent: p.paint(p.accent).Bold(true),
		Footer:       dim,
		FooterKey:    p.paint(p.accent).Bold(true),

		Key:   p.paint(p.cyan),
		Str:   p.paint(p.green),
		Num:   p.paint(p.violet),
		Lit:   p.paint(p.violet),
		Punct: dim,
		Note:  dim,
		Mark:  p.paint(p.red).Bold(true).Underline(true),

		Match:        match,
		MatchCurrent: match.Bold(true).Reverse(true),

		Error:   p.paint(p.red).Bold(true),
		Warning: p.paint(p.orange).Bold(true),

		ClauseID: p.paint(p.accent).Bold(true),
		Keyword:  base.Bold(true).Underline(true),
		Code:     p.paint(p.cyan),
		Quote:    p.paint(p.accent),

		Input:        base,
		InputInvalid: p.paint(p.red).Underline(true),
		Placeholder:  dim,

		Spark: dim,
		Heat:  [4]lipgloss.Style{dim, p.paint(p.cyan), p.paint(p.orange), p.paint(p.red).Bold(true)},
	}
}

// paint is the style of text in a colour on the theme's background.
func (p palette) paint(c color.Color) lipgloss.Style {
	style := lipgloss.NewStyle()
	if c != nil {
		style = style.Foreground(c)
	}
	if p.back != nil {
		style = style.Background(p.back)
	}
	return style
}

// quiet is paint for what steps back.
func (p palette) quiet(c color.Color) lipgloss.Style {
	style := p.paint(c)
	if p.faint {
		style = style.Faint(true)
	}
	return style
}

func (p palette) selected(base lipgloss.Style) lipgloss.Style {
	if p.raised == nil {
		return base.Bold(true).Reverse(true)
	}
	return base.Bold(true).Background(p.raised)
}

func (p palette) selectedAway(base lipgloss.Style) lipgloss.Style {
	if p.raised == nil {
		return base.Bold(true)
	}
	return base.Bold(true).Background(p.raised)
}

// OnSelected is a role as it is drawn within the selected row of the pane that
// has focus, so that one row can be drawn in several styles.
func (s Styles) OnSelected(role lipgloss.Style) lipgloss.Style {
	if s.Selected.GetReverse() {
		// A reversed colour would become a background; the row has one look.
		return s.Selected.Underline(role.GetUnderline())
	}
	return role.Background(s.Selected.GetBackground()).Bold(true)
}
