package themes

// Signs are the characters that carry meaning or draw lines. Each takes one
// cell.
type Signs struct {
	// Outcomes.
	Must          string // a MUST is broken
	Should        string // a SHOULD is broken
	Pass          string
	NotObserved   string
	NotApplicable string
	Excluded      string
	Observation   string

	// Traffic.
	ToServer  string // from client to server
	ToClient  string // from server to client
	Transport string // a transport event
	Partner   string // the other half of the selected pair
	Marked    string // a row the user marked

	// What belongs together over several rows.
	First  string
	Branch string // a row in the middle that belongs to it
	Inner  string
	Last   string

	// Lines and bars.
	Gutter     string // left of the selected row
	Vertical   string // between panes side by side
	Horizontal string // between panes one above the other
	Quote      string // left of a quoted sentence
	Same       string // between two values that are the same
	Different  string

	Folded   string
	Unfolded string
	Ellipsis string // for what was cut away
	Gap      string // before a time: long silence before it
	Span     string // as long as something took
	Dot      string // between facts on one line
	Pointer  string // above the place that is meant

	Ramp    [8]string // charts, from little to much
	Spinner [4]string // turns while work goes on
}

// Unicode are the signs for most terminals; they need no special font.
func Unicode() Signs {
	return Signs{
		Must: "✗", Should: "!", Pass: "✓", NotObserved: "·", NotApplicable: "–", Excluded: "⊘", Observation: "◇",
		ToServer: "→", ToClient: "←", Transport: "▣", Partner: "↔", Marked: "●",
		First: "┌", Branch: "├", Inner: "│", Last: "└",
		Gutter: "▌", Vertical: "│", Horizontal: "─", Quote: "┃", Same: "=", Different: "≠",
		Folded: "▸", Unfolded: "▾", Ellipsis: "…", Dot: "·", Pointer: "▾", Gap: "⋮", Span: "━",
		Ramp:    [8]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"},
		Spinner: spinner(),
	}
}

// ASCII are the signs for terminals that have no more.
func ASCII() Signs {
	return Signs{
		Must: "x", Should: "!", Pass: "+", NotObserved: ".", NotApplicable: "-", Excluded: "o", Observation: "*",
		ToServer: ">", ToClient: "<", Transport: "#", Partner: "=", Marked: "@",
		First: ",", Branch: "+", Inner: "|", Last: "`",
		Gutter: "|", Vertical: "|", Horizontal: "-", Quote: "|", Same: "=", Different: "/",
		Folded: "+", Unfolded: "-", Ellipsis: "~", Dot: "-", Pointer: "v", Gap: ":", Span: "=",
		Ramp:    [8]string{"_", ".", ":", "-", "=", "+", "*", "#"},
		Spinner: spinner(),
	}
}

// spinner is plain, so that a screen reader has little to say about it.
func spinner() [4]string { return [4]string{"-", `\`, "|", "/"} }

// Bar is the sign of the ramp for n of most; the lowest for nothing.
func (s Signs) Bar(n, most int) string {
	if n <= 0 || most <= 0 {
		return s.Ramp[0]
	}
	top := len(s.Ramp) - 1
	// Anything above nothing shows, so 1 of a million is above the lowest.
	return s.Ramp[min(top, max(1, int(int64(n)*int64(top)/int64(most))))]
}
