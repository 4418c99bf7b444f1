// Package paint draws rows of styled text. A row is built from left to right out of safe text and the
// program's own signs, cut at its width and filled up to it; nothing else puts styling on the screen.
package paint

import (
	"strings"

	"charm.land/lipgloss/v2"

	"mcpx/themes"
	"mcpx/tui/safetext"
)

// Role is what a piece of text means; the look says how it is drawn.
type Role uint8

// The roles, as in themes.Styles.
const (
	Base Role = iota
	Dim
	Strong
	Must
	Should
	Pass
	NotObserved
	NotApplicable
	Excluded
	Observation
	Client
	Server
	Transport
	Partner
	Gutter
	Title
	TitleFocused
	Rule
	Header
	HeaderAccent
	Footer
	FooterKey
	Key
	Str
	Num
	Lit
	Punct
	Note
	Mark
	Match
	MatchCurrent
	Error
	Warning
	ClauseID
	Keyword
	Code
	Quote
	Input
	InputInvalid
	Placeholder
	Spark
	roles
)

// State is whether a row is the selected one of its pane.
type State uint8

// A row is Selected in the pane that has focus, and SelectedAway in another one.
const (
	Plain State = iota
	Selected
	SelectedAway
	states
)

// pen is the escape sequences around text of a style.
type pen struct{ on, off string }

// Look is a theme and a set of signs, ready for drawing. It is not changed after New.
type Look struct {
	Theme themes.Theme
	Signs themes.Signs
	pens  [roles][states]pen

	ellipsis safetext.String
}

// New makes a look.
func New(theme themes.Theme, signs themes.Signs) *Look {
	k := &Look{Theme: theme, Signs: signs, ellipsis: safetext.Line(signs.Ellipsis)}
	s := theme.Styles
	for role, style := range stylesOf(s) {
		k.pens[role][Plain] = penOf(style)
		k.pens[role][Selected] = penOf(s.OnSelected(style))
		k.pens[role][SelectedAway] = penOf(onAway(s, style))
	}
	return k
}

// onAway is a role within the selected row of a pane without focus.
func onAway(s themes.Styles, style lipgloss.Style) lipgloss.Style {
	if _, none := s.SelectedAway.GetBackground().(lipgloss.NoColor); !none {
		style = style.Background(s.SelectedAway.GetBackground())
	}
	return style.Bold(true).Faint(false)
}

// penOf finds what a style writes around a letter.
func penOf(style lipgloss.Style) pen {
	on, off, _ := strings.Cut(style.Render("x"), "x")
	return pen{on, off}
}

func stylesOf(s themes.Styles) [roles]lipgloss.Style {
	return [roles]lipgloss.Style{
		Base: s.Base, Dim: s.Dim, Strong: s.Strong,
		Must: s.Must, Should: s.Should, Pass: s.Pass, NotObserved: s.NotObserved,
		NotApplicable: s.NotApplicable, Excluded: s.Excluded, Observation: s.Observation,
		Client: s.Client, Server: s.Server, Transport: s.Transport, Partner: s.Partner,
		Gutter: s.SelectedGutter, Title: s.Title, TitleFocused: s.TitleFocused, Rule: s.Rule,
		Header: s.Header, HeaderAccent: s.HeaderAccent, Footer: s.Footer, FooterKey: s.FooterKey,
		Key: s.Key, Str: s.Str, Num: s.Num, Lit: s.Lit, Punct: s.Punct, Note: s.Note, Mark: s.Mark,
		Match: s.Match, MatchCurrent: s.MatchCurrent, Error: s.Error, Warning: s.Warning,
		ClauseID: s.ClauseID, Keyword: s.Keyword, Code: s.Code, Quote: s.Quote,
		Input: s.Input, InputInvalid: s.InputInvalid, Placeholder: s.Placeholder, Spark: s.Spark,
	}
}

// Ellipsis stands for what was cut away.
func (k *Look) Ellipsis() safetext.String { return k.ellipsis }
