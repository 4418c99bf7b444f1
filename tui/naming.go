package tui

import (
	"reflect"
	"strings"
	"unicode"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// namedKey is a binding and its name, as the command line and the configuration know it.
type namedKey struct {
	name string
	key  *key.Binding
}

// named are all bindings, in the order of KeyMap: the name of NextFinding is next-finding.
func (k *KeyMap) named() []namedKey {
	v := reflect.ValueOf(k).Elem()
	all := make([]namedKey, v.NumField())
	for i := range all {
		all[i] = namedKey{dashed(v.Type().Field(i).Name), v.Field(i).Addr().Interface().(*key.Binding)}
	}
	return all
}

func dashed(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// name is that of a binding. What a key does tells bindings apart, whatever their keys.
func (k *KeyMap) name(b key.Binding) string {
	for _, n := range k.named() {
		if n.key.Help().Desc == b.Help().Desc {
			return n.name
		}
	}
	return ""
}

// first is the key to name in a sentence.
func first(b key.Binding) string { return firstWord(b.Help().Key) }

// rebind gives a binding other keys. Without any, the command line is left to do it.
func (n namedKey) rebind(keys []string) {
	shown := make([]string, len(keys))
	for i, k := range keys {
		shown[i] = shownKey(k)
	}
	if len(keys) == 0 {
		shown = []string{":" + n.name}
	}
	n.key.SetKeys(keys...)
	n.key.SetHelp(strings.Join(shown, " "), n.key.Help().Desc)
}

// shownKey is how a key is written for people.
func shownKey(k string) string {
	switch k {
	case "up":
		return "↑"
	case "down":
		return "↓"
	case "left":
		return "←"
	case "right":
		return "→"
	case "pgdown":
		return "pgdn"
	}
	return k
}

// actions are all that keys do when the panes have focus.
func (m *Model) actions() []action {
	var all []action
	for _, group := range m.actionGroups() {
		all = append(all, group()...)
	}
	return all
}

// perform does what a binding does; ok is false if it does nothing when the panes have focus.
func (m *Model) perform(b key.Binding) (cmd tea.Cmd, ok bool) {
	for _, a := range m.actions() {
		if a.key.Help().Desc == b.Help().Desc {
			return a.do(), true
		}
	}
	return nil, false
}
