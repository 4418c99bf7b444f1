package checks

import "mcpx/model"

var baseChecks = []*Check{
	{
		ID:       "base.request-id-type",
		Title:    "A request id is a string or an integer",
		Convicts: "Every request is a subject. An id that is null, a boolean, an array, an object or a number with a fraction convicts.",
		Spares:   "Integers of any size and spelling (18446744073709551616, 3.0), the empty string, and notifications that carry an id.",
		Party:    ByBoth,
		At:       everywhere,
		Run: func(w *Watch) {
			w.Requests(func(m *model.Message) {
				fault := ""
				if !m.ID.IsString() && !m.ID.IsInteger() {
					fault = say("got id %s, want a string or an integer", m.ID.Compact())
				}
				w.Judge(m.Event, "/id", fault)
			})
		},
	},
}
