package model

import "strings"

// recurring keeps one copy of the texts that recur in a recording, such as the names of methods, by how they
// are written. It is for one goroutine.
type recurring map[string]string

// recurringKept is how many texts are kept; a recording with more is none where they recur.
const recurringKept = 1024

// text is the text of a string.
func (n *recurring) text(v Value) string {
	raw := v.text()
	if known, ok := (*n)[string(raw)]; ok {
		return known
	}
	text := string(raw)
	n.keep(text, text)
	return text
}

// lower is the text of a string in lower case.
func (n *recurring) lower(v Value) string {
	raw := v.text()
	if known, ok := (*n)[string(raw)]; ok {
		return known
	}
	text := string(raw)
	lower := strings.ToLower(text)
	n.keep(text, lower)
	return lower
}

func (n *recurring) keep(text, as string) {
	if len(*n) >= recurringKept || len(text) > maxText {
		return
	}
	if *n == nil {
		*n = recurring{}
	}
	(*n)[text] = as
}

// recurringBytes is how much is remembered of the values that a recurrence keeps, unless a single one is
// larger.
const recurringBytes = 4 << 20

// recurrence remembers what was made of values that recur. When it is full it begins anew.
type recurrence[K comparable, V any] struct {
	known map[K]V
	bytes int
}

func (r *recurrence[K, V]) keep(key K, v V, size int) {
	if r.bytes += size; r.known == nil || len(r.known) == remembered || r.bytes > recurringBytes {
		r.known, r.bytes = map[K]V{}, size
	}
	r.known[key] = v
}

// recurringValues keeps one copy of values that recur, apart from the lines in which they stand.
type recurringValues struct {
	recurrence[Fingerprint, Value]
}

// shared gives the copy of a value.
func (r *recurringValues) shared(v Value) Value {
	if !v.Exists() {
		return v
	}
	written := v.Fingerprint()
	known, ok := r.known[written]
	if !ok {
		known = v.clone()
		r.keep(written, known, len(known.doc.raw))
	}
	return known
}

// list is what a list result holds, apart from the line in which it stands.
type list struct {
	names    []string // what identifies its elements, in order
	broken   bool     // it is no array, or an element lacks what identifies it: names are not all
	elements []element
}

// recurringLists keeps one copy of the lists that recur: most clients are shown the same.
type recurringLists struct {
	names *recurring
	recurrence[listKey, *list]
}

// list gives the list that a result of a method holds.
func (r *recurringLists) list(method string, result Value) *list {
	array, id, _ := ListKey(method)
	items := result.Get(array)
	key := listKey{method: method, list: items.Fingerprint()}
	if known := r.known[key]; known != nil {
		return known
	}
	l := &list{broken: !items.IsArray()}
	l.name(items, id, r.names)
	if defines(method) {
		items = items.clone()
		l.define(method, items, id)
	}
	r.keep(key, l, len(items.Raw()))
	return l
}

func (l *list) name(items Value, id string, names *recurring) {
	l.names = make([]string, 0, min(items.Len(), mostNames))
	for _, e := range items.Elems() {
		name := e.Get(id)
		if !name.IsString() {
			l.broken = true
		} else if len(l.names) < mostNames {
			l.names = append(l.names, names.text(name))
		}
	}
}

func (l *list) define(method string, items Value, id string) {
	here := map[string]*element{}
	l.elements = make([]element, 0, items.Len())
	for i, e := range items.Elems() {
		if !e.Get(id).IsString() {
			continue
		}
		name := e.Get(id).Str()
		if twice := here[name]; twice != nil {
			twice.Value = Value{} // named more than once: unlisted, yet it hides older definitions
			continue
		}
		l.elements = append(l.elements, element{Name: name, Method: method, Value: e, Index: i})
		here[name] = &l.elements[len(l.elements)-1]
	}
}
