package jsontree

import "mcpx/model"

const (
	// deepestSchema is how many containers around a property are asked whether they are a schema.
	deepestSchema = 64
	// longestSchema is how many bytes of a schema are read for a remark.
	longestSchema = 1 << 15
	// longestRequired is how many names a list of required members is searched.
	longestRequired = 512
)

// Schema is a JSON Schema within a message.
type Schema struct {
	model.Value
	Property bool // it is that of a property
	Required bool // which is required
}

// Schema is the JSON Schema on a row: that of a tool or of an elicitation, or of a property of one.
func (t *Tree) Schema(row int) (s Schema, ok bool) {
	if row < 0 || row >= len(t.lines) || t.lines[row].part != Value {
		return Schema{}, false
	}
	id := t.lines[row].node
	n := &t.nodes[id]
	s.Property = t.property(id)
	if n.kind != Object || n.end-n.start > longestSchema || !s.Property && !t.schema(id) {
		return Schema{}, false
	}
	v, err := model.Parse(t.raw[n.start:n.end])
	if err != nil {
		return Schema{}, false
	}
	s.Value, s.Required = v, s.Property && t.required(id)
	return s, true
}

// schema reports the members that hold a JSON Schema.
func (t *Tree) schema(id int32) bool {
	switch t.written(id) {
	case `"inputSchema"`, `"outputSchema"`, `"requestedSchema"`:
		return true
	}
	return false
}

// written is the name of a member as it stands in the message, with its quotes.
func (t *Tree) written(id int32) string {
	n := &t.nodes[id]
	return string(t.raw[n.key:n.keyEnd])
}

// property reports a member of the properties of a schema.
func (t *Tree) property(id int32) bool {
	n := &t.nodes[id]
	if id == 0 || n.keyEnd == 0 || t.written(n.parent) != `"properties"` {
		return false
	}
	at := t.nodes[n.parent].parent
	for range deepestSchema {
		if at == 0 || t.schema(at) {
			break
		}
		at = t.nodes[at].parent
	}
	return at != 0 && t.schema(at)
}

// required reports whether the schema around a property requires it.
func (t *Tree) required(id int32) bool {
	name, around := t.written(id), t.nodes[t.nodes[id].parent].parent
	for list := t.nodes[around].first; list != 0; list = t.nodes[list].next {
		if t.written(list) != `"required"` {
			continue
		}
		entry := t.nodes[list].first
		for n := 0; entry != 0 && n < longestRequired; n++ {
			if e := &t.nodes[entry]; string(t.raw[e.start:e.end]) == name {
				return true
			}
			entry = t.nodes[entry].next
		}
	}
	return false
}
