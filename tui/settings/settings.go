// Package settings is what a user has decided about the explorer, as a TOML file says it. It knows no
// names itself: whoever reads a file says which themes, columns and keys there are.
package settings

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Settings are decisions. What a file leaves out is as Default has it.
type Settings struct {
	Theme   string   // "" is the default one
	ASCII   bool     // no signs beyond ASCII
	Mouse   bool     // the explorer takes clicks and the wheel
	Time    string   // how times are shown
	Columns []string // of the timeline
	// Keys are those of the bindings, by name.
	Keys map[string][]string
}

// Known is what there is to choose from.
type Known struct {
	Themes   []string
	Times    []string // the default first
	Columns  []string // all of them are the default
	Bindings []Binding
}

// Binding is something that keys are bound to.
type Binding struct {
	Name  string
	Keys  []string // the default
	About string
	// Scope is where the keys count: bindings of different scopes may share keys, unless one counts everywhere.
	Scope string
	// Everywhere is of bindings that count in every scope, before those of the scope.
	Everywhere bool
	// Fixed bindings keep their keys.
	Fixed bool
}

// Default is the settings without any file.
func (k *Known) Default() Settings {
	s := Settings{Mouse: true, Columns: slices.Clone(k.Columns), Keys: map[string][]string{}}
	if len(k.Times) > 0 {
		s.Time = k.Times[0]
	}
	for _, b := range k.Bindings {
		s.Keys[b.Name] = slices.Clone(b.Keys)
	}
	return s
}

// Error is something wrong with a file.
type Error struct {
	File         string
	Line, Column int // 0 if the file as a whole is meant
	Text         string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Text
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Text)
}

// file is the settings as they are written.
type file struct {
	Theme   *string        `toml:"theme"`
	ASCII   *bool          `toml:"ascii"`
	Mouse   *bool          `toml:"mouse"`
	Time    *string        `toml:"time"`
	Columns *[]string      `toml:"columns"`
	Keys    map[string]any `toml:"keys"`
}

// Read reads a file. The error joins an *Error for each thing that is wrong with it.
func (k *Known) Read(name string, data []byte) (Settings, error) {
	r := &reader{known: k, name: name, data: data, into: k.Default()}
	var f file
	if !r.decode(&f) {
		return Settings{}, errors.Join(r.wrong...)
	}
	r.places()
	r.choices(&f)
	r.keys(f.Keys)
	return r.into, errors.Join(r.wrong...)
}

// reader reads one file.
type reader struct {
	known *Known
	name  string
	data  []byte
	into  Settings
	at    map[string][2]int // line and column of each name, such as "theme" or "keys.filter"
	wrong []error
}

func (r *reader) complain(key, format string, args ...any) {
	at := r.at[key]
	r.wrong = append(r.wrong, &Error{r.name, at[0], at[1], fmt.Sprintf(format, args...)})
}

// decode reads the TOML and reports whether it fits.
func (r *reader) decode(f *file) bool {
	err := toml.NewDecoder(bytes.NewReader(r.data)).DisallowUnknownFields().Decode(f)
	var missing *toml.StrictMissingError
	var decode *toml.DecodeError
	switch {
	case err == nil:
		return true
	case errors.As(err, &missing):
		for i := range missing.Errors {
			e := &missing.Errors[i]
			line, column := e.Position()
			r.wrong = append(r.wrong, &Error{r.name, line, column, fmt.Sprintf("there is no setting %q%s", strings.Join(e.Key(), "."), nearest(strings.Join(e.Key(), "."), names()))})
		}
	case errors.As(err, &decode):
		line, column := decode.Position()
		text := strings.TrimPrefix(decode.Error(), "toml: ")
		if want := kinds()[strings.Join(decode.Key(), ".")]; want != "" {
			text = fmt.Sprintf("%s wants %s", strings.Join(decode.Key(), "."), want)
		}
		r.wrong = append(r.wrong, &Error{r.name, line, column, text})
	default:
		r.wrong = append(r.wrong, &Error{r.name, 0, 0, strings.TrimPrefix(err.Error(), "toml: ")})
	}
	return false
}

// kinds are what the settings take, in words.
func kinds() map[string]string {
	return map[string]string{
		"theme": "a word in quotes", "time": "a word in quotes", "columns": "a list of words in brackets",
		"ascii": "true or false", "mouse": "true or false", "keys": "a table, [keys]",
	}
}

func names() []string { return []string{"theme", "ascii", "mouse", "time", "columns", "keys"} }

// places finds out where each name stands: a file that may hold no name at all complains of each.
func (r *reader) places() {
	var nothing struct {
		Keys struct{} `toml:"keys"`
	}
	r.at = map[string][2]int{}
	err := toml.NewDecoder(bytes.NewReader(r.data)).DisallowUnknownFields().Decode(&nothing)
	var missing *toml.StrictMissingError
	if !errors.As(err, &missing) {
		return
	}
	for i := range missing.Errors {
		e := &missing.Errors[i]
		line, column := e.Position()
		r.at[strings.Join(e.Key(), ".")] = [2]int{line, column}
	}
}

// choices takes everything but the keys.
func (r *reader) choices(f *file) {
	s, k := &r.into, r.known
	if f.Theme != nil && r.among("theme", *f.Theme, k.Themes) {
		s.Theme = *f.Theme
	}
	if f.Time != nil && r.among("time", *f.Time, k.Times) {
		s.Time = *f.Time
	}
	if f.ASCII != nil {
		s.ASCII = *f.ASCII
	}
	if f.Mouse != nil {
		s.Mouse = *f.Mouse
	}
	if f.Columns == nil {
		return
	}
	s.Columns = []string{}
	for _, c := range *f.Columns {
		if r.among("columns", c, k.Columns) {
			s.Columns = append(s.Columns, c)
		}
	}
}

// among reports whether there is such a choice.
func (r *reader) among(key, value string, all []string) bool {
	if slices.Contains(all, value) {
		return true
	}
	r.complain(key, "%s is one of %s, not %q", key, strings.Join(all, ", "), value)
	return false
}

// nearest asks whether something known was meant.
func nearest(name string, all []string) string {
	best, least := "", 3
	for _, a := range all {
		if d := distance(name, a); d < least {
			best, least = a, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// distance is the number of letters to change, add or leave out.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := before
			if a[i] != b[j] {
				cost = 1 + min(before, row[j], row[j+1])
			}
			before, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
