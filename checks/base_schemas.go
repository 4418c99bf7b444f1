package checks

import (
	"mcpx/checks/schema"
	"mcpx/model"
)

var baseSchemaChecks = []*Check{
	{
		ID:    "base.schemas-valid-for-dialect",
		Title: "A schema is valid in its dialect",
		Convicts: "Schemas are the inputSchema and outputSchema of listed tools, the requestedSchema of an elicitation and the schemas of the tools of a sampling request. " +
			"Each one whose dialect is known (2020-12 where none is declared) is a subject. It convicts if a keyword has a value that the meta-schema forbids, or if $schema is no string; the first fault is the finding.",
		Spares: "Unknown keywords, formats and dialects, patterns that do not compile, references, whatever stands inside const, enum, default and examples, a missing root type, " +
			"schemas deeper than 64 levels or of more than 10,000 subschemas, and a schema that is no object.",
		Party: ByBoth,
		At:    from2511,
		Run: func(w *Watch) {
			var known recent[model.Fingerprint, examined] // listings repeat
			judgedSchemas(w, func(s judgedSchema, found *judgement) {
				key := s.value.Fingerprint()
				e, seen := known.lookup(key)
				if !seen {
					e.fault, e.verdict = schema.Valid(s.value)
					known.put(key, e)
				}
				fault := e.fault
				switch e.verdict {
				case schema.NoSubject:
				case schema.Sound:
					found.judge("", "")
				default:
					kind := "schema"
					if d := schema.DeclarationOf(s.value).Dialect; d.Known() {
						kind = d.String() + " schema"
					}
					found.judge(s.place()+fault.Pointer, say("%s is no valid %s: %s", s.name(), kind, fault.Text))
				}
			})
		},
	},
	{
		ID:    "base.schemas-use-2020-12",
		Title: "Schemas use JSON Schema 2020-12",
		Convicts: "Schemas are the inputSchema and outputSchema of listed tools, the requestedSchema of an elicitation and the schemas of the tools of a sampling request; each is a subject. " +
			"It convicts if its root declares 2019-09 or an older draft.",
		Spares: "A schema without $schema, for 2020-12 is the default; 2020-12 written with http: or an empty fragment; dialects that mcpx does not know; $schema inside a subschema.",
		Party:  ByBoth,
		At:     from2511,
		Run: func(w *Watch) {
			judgedSchemas(w, func(s judgedSchema, found *judgement) {
				pointer, fault := "", ""
				if d := schema.DeclarationOf(s.value).Dialect; d != schema.UnknownDialect && d != schema.Draft202012 {
					pointer, fault = s.place()+"/$schema", say("%s declares %s, 2020-12 is recommended", s.name(), d)
				}
				found.judge(pointer, fault)
			})
		},
	},
}

// examined is what came out for a schema.
type examined struct {
	fault   schema.Fault
	verdict schema.Verdict
}

// judgedSchema is a schema that a recording carries (M16): the requestedSchema of an ask, or a schema of a
// tool in a list.
type judgedSchema struct {
	value  model.Value // an object
	ask    *model.Ask  // nil for a tool of tools/list
	tool   model.Value // Absent for a requestedSchema
	index  int         // of the tool
	member string      // of the tool
}

// place is the pointer of the schema in the payload.
func (s *judgedSchema) place() string {
	switch {
	case s.ask == nil:
		return model.Pointer("result", "tools", s.index, s.member)
	case s.tool.Exists():
		return s.ask.At("params", "tools", s.index, s.member)
	default:
		return s.ask.At("params", "requestedSchema")
	}
}

// name names the schema in a sentence.
func (s *judgedSchema) name() string {
	switch {
	case s.ask == nil:
		return s.member + " of " + toolWords(s.tool, s.index)
	case s.tool.Exists():
		return s.member + " of " + toolWords(s.tool, s.index) + " in " + s.ask.Name()
	default:
		return "requestedSchema of " + s.ask.Name()
	}
}

// judgedSchemas judges every schema at the places of M16.
func judgedSchemas(w *Watch, judge func(judgedSchema, *judgement)) {
	w.toolLists(func(tools model.Value, found *judgement) { toolSchemas(nil, tools, judge, found) })
	w.Asks(func(ask *model.Ask) {
		var found judgement
		switch ask.Method {
		case "elicitation/create":
			if s := ask.Params.Get("requestedSchema"); s.IsObject() {
				judge(judgedSchema{value: s, ask: ask}, &found)
			}
		case "sampling/createMessage":
			toolSchemas(ask, ask.Params.Get("tools"), judge, &found)
		}
		w.report(ask.Message.Event, &found)
	})
}

// toolSchemas judges the schemas of listed tools; the ask is nil for tools/list.
func toolSchemas(ask *model.Ask, tools model.Value, judge func(judgedSchema, *judgement), found *judgement) {
	for i, tool := range tools.Elems() {
		for _, member := range [...]string{"inputSchema", "outputSchema"} {
			if s := tool.Get(member); s.IsObject() {
				judge(judgedSchema{value: s, ask: ask, tool: tool, index: i, member: member}, found)
			}
		}
	}
}
