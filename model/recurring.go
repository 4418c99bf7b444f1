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
