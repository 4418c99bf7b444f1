package settings

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// keys takes the keys: every name must be known, every key must be one, and no key may do two things.
func (r *reader) keys(set map[string]any) {
	names := make([]string, 0, len(set))
	for name := range set {
		names = append(names, name)
	}
	// In the order of the file, so that complaints are, too.
	sort.Slice(names, func(i, j int) bool {
		a, b := r.at["keys."+names[i]], r.at["keys."+names[j]]
		return a[0] < b[0] || a[0] == b[0] && a[1] < b[1]
	})
	for _, name := range names {
		r.binding(name, set[name])
	}
	r.clashes(names)
}

func (r *reader) binding(name string, value any) {
	i := slices.IndexFunc(r.known.Bindings, func(b Binding) bool { return b.Name == name })
	if i < 0 {
		r.complain("keys."+name, "there is no key binding %q%s", name, nearest(name, r.bindingNames()))
		return
	}
	if r.known.Bindings[i].Fixed {
		r.complain("keys."+name, "%s keeps its key", name)
		return
	}
	keys, ok := list(value)
	if !ok {
		r.complain("keys."+name, `%s wants a key such as "f" or a list such as ["f", "ctrl+f"]`, name)
		return
	}
	for _, k := range keys {
		if why := wrongKey(k); why != "" {
			r.complain("keys."+name, "%q is no key: %s", k, why)
			return
		}
	}
	r.into.Keys[name] = keys
}

func (r *reader) bindingNames() []string {
	all := make([]string, len(r.known.Bindings))
	for i, b := range r.known.Bindings {
		all[i] = b.Name
	}
	return all
}

// list is one string or a list of them.
func list(value any) (keys []string, ok bool) {
	switch v := value.(type) {
	case string:
		return []string{v}, true
	case []any:
		keys = []string{}
		for _, e := range v {
			s, ok := e.(string)
			if !ok {
				return nil, false
			}
			keys = append(keys, s)
		}
		return keys, true
	}
	return nil, false
}

// clashes complains of keys that do two things, where the file made them do so.
func (r *reader) clashes(changed []string) {
	for _, name := range changed {
		i := slices.IndexFunc(r.known.Bindings, func(b Binding) bool { return b.Name == name })
		if i < 0 {
			continue
		}
		for j := range r.known.Bindings {
			other := &r.known.Bindings[j]
			if j == i || !meet(&r.known.Bindings[i], other) {
				continue
			}
			// Of two that the file has changed, the later one is complained of.
			if slices.Contains(changed, other.Name) && slices.Index(changed, other.Name) > slices.Index(changed, name) {
				continue
			}
			for _, k := range r.into.Keys[name] {
				if slices.Contains(r.into.Keys[other.Name], k) {
					r.complain("keys."+name, "%q is already %s (%s); give that another key, too", k, other.Name, other.About)
				}
			}
		}
	}
}

// meet reports whether two bindings count in one place.
func meet(a, b *Binding) bool { return a.Scope == b.Scope || a.Everywhere || b.Everywhere }

// named are the keys that have names.
func named() []string {
	return []string{"up", "down", "left", "right", "home", "end", "pgup", "pgdown", "enter", "esc", "tab", "space",
		"backspace", "delete", "insert", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12"}
}

// wrongKey says why a text is the name of no key, "" if it is.
func wrongKey(key string) string {
	rest := key
	for _, mod := range []string{"ctrl+", "alt+", "shift+"} {
		if after, ok := strings.CutPrefix(rest, mod); ok && after != "" {
			rest = after
		}
	}
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case rest == "":
		return "it is empty"
	case rest == " ":
		return `say "space"`
	case size == len(rest) && unicode.IsPrint(r):
		return wrongCharacter(strings.TrimSuffix(key, rest), rest)
	case slices.Contains(named(), rest):
		return ""
	}
	return "keys are characters, or " + strings.Join(named()[:15], ", ") + ", f1 to f12, after ctrl+, alt+ or shift+" + nearest(rest, named())
}

// wrongCharacter says why a character behind ctrl+, alt+ or shift+ never arrives, "" if it does.
func wrongCharacter(mods, char string) string {
	held, shift := strings.CutSuffix(mods, "shift+")
	switch {
	case held == "" && shift:
		return "say the letter that shift gives, such as \"F\""
	case held != "" && char >= "A" && char <= "Z":
		small := strings.ToLower(char)
		return fmt.Sprintf("a capital never arrives with %s; say %q, or %q", held, held+small, held+"shift+"+small)
	}
	return ""
}
