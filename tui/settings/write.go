package settings

import (
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Write gives settings as a file that Read understands, with what can be chosen in comments.
func (k *Known) Write(s Settings) (string, error) {
	w := &writer{}
	theme := s.Theme
	if theme == "" && len(k.Themes) > 0 {
		theme = k.Themes[0]
	}
	w.comment("Colours: " + strings.Join(k.Themes, ", ") + ".")
	w.set("theme", theme, "")
	w.comment("No signs beyond ASCII.")
	w.set("ascii", s.ASCII, "")
	w.comment("Clicks and the wheel; without them the terminal selects text by dragging.")
	w.set("mouse", s.Mouse, "")
	w.comment("Times of events: " + strings.Join(k.Times, ", ") + ".")
	w.set("time", s.Time, "")
	w.comment("Columns of the timeline, of " + strings.Join(k.Columns, ", ") + ".")
	w.set("columns", s.Columns, "")
	w.b.WriteString("\n[keys]\n")
	for _, b := range k.Bindings {
		if !b.Fixed {
			w.set(b.Name, s.Keys[b.Name], b.About)
		}
	}
	return w.b.String(), w.err
}

// writer writes a file line by line. The first error stays.
type writer struct {
	b   strings.Builder
	err error
}

func (w *writer) comment(text string) {
	if w.b.Len() > 0 {
		w.b.WriteByte('\n')
	}
	w.b.WriteString("# " + text + "\n")
}

// set writes a setting, with what it is about behind it.
func (w *writer) set(name string, value any, about string) {
	line, err := toml.Marshal(map[string]any{name: value})
	if err != nil && w.err == nil {
		w.err = err
	}
	w.b.WriteString(strings.TrimSuffix(string(line), "\n"))
	if about != "" {
		w.b.WriteString(" # " + about)
	}
	w.b.WriteByte('\n')
}
