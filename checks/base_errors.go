package checks

import "mcpx/model"

var baseErrorChecks = []*Check{
	{
		ID:       "base.error-shape",
		Title:    "An error has a code and a message",
		Convicts: "Every error is a subject. It convicts if error is no object, if code or message is missing, or if message is no string; each fault is a finding.",
		Spares:   "The type of code, which has a check of its own; data of any kind; an empty message; bodies of HTTP refusals that are no JSON-RPC, such as OAuth errors.",
		Party:    ByBoth,
		At:       everywhere,
		Run:      errorShape,
	},
	{
		ID:       "base.error-code-integer",
		Title:    "An error code is an integer",
		Convicts: "Every error with a code is a subject. A code that is no number, or a number with a fraction, convicts.",
		Spares:   "A missing code, which base.error-shape finds; other spellings of an integer, such as -32602.0.",
		Party:    ByBoth,
		At:       everywhere,
		Run: func(w *Watch) {
			w.Errors(func(m *model.Message) {
				code := m.Error().Get("code")
				if !code.Exists() {
					return
				}
				fault := ""
				if !code.IsInteger() {
					fault = say("got code %s, want an integer", code.Compact())
				}
				w.Judge(m.Event, "/error/code", fault)
			})
		},
	},
	{
		ID:       "base.error-code-legacy-subrange",
		Title:    "Codes from -32019 to -32000 are not used any more",
		Convicts: "Every error with an integer code is a subject. A code from -32019 to -32000 convicts.",
		Spares:   "All other codes. That -32002 is withdrawn besides is another rule.",
		Party:    ByBoth,
		At:       only2607,
		Run: errorCodes(func(code int) string {
			if -32019 <= code && code <= -32000 {
				return say("got code %d, want a code outside -32019 to -32000", code)
			}
			return ""
		}),
	},
	{
		ID:       "base.error-code-reserved-subrange",
		Title:    "Codes from -32099 to -32020 are the specification's",
		Convicts: "Every error with an integer code is a subject. A code from -32099 to -32020 convicts, -32020, -32021 and -32022 apart, which the revision defines.",
		Spares:   "A defined code in the wrong place: what was meant is not on the wire.",
		Party:    ByBoth,
		At:       only2607,
		Run: errorCodes(func(code int) string {
			if -32099 <= code && code < -32022 {
				return say("got code %d, which this revision does not define", code)
			}
			return ""
		}),
	},
	{
		ID:       "base.error-code-withdrawn",
		Title:    "The codes -32002 and -32042 of earlier revisions are not sent",
		Convicts: "Every error with an integer code is a subject. The codes -32002 and -32042 convict.",
		Spares:   "Answers to requests of an earlier revision, where these codes are in use.",
		Party:    ByBoth,
		At:       only2607,
		Run: errorCodes(func(code int) string {
			switch code {
			case -32002:
				return "got withdrawn code -32002, want -32602"
			case -32042:
				return "got withdrawn code -32042, want no error of this kind"
			}
			return ""
		}),
	},
	{
		ID:       "base.error-code-application-range",
		Title:    "Codes of an application's own lie outside the range that JSON-RPC reserves",
		Convicts: "Every error with an integer code is a subject. A code from -32768 to -32100 convicts if JSON-RPC does not define it (-32700, -32600 to -32603).",
		Spares:   "Codes from -32099 to -32000, which have checks of their own, and everything outside the reserved range.",
		Party:    ByBoth,
		At:       only2607,
		Run: errorCodes(func(code int) string {
			standard := code == -32700 || -32603 <= code && code <= -32600
			if -32768 <= code && code <= -32100 && !standard {
				return say("got code %d inside the reserved range, want one outside -32768 to -32000", code)
			}
			return ""
		}),
	},
}

func errorShape(w *Watch) {
	w.Errors(func(m *model.Message) {
		w.Subject(m.Event)
		e := m.Error()
		if !e.IsObject() {
			w.Convict(m.Event, "/error", say("got error %s, want an object", e.Compact()))
			return
		}
		if !e.Has("code") {
			w.Convict(m.Event, "/error/code", "missing error.code")
		}
		switch text := e.Get("message"); {
		case !text.Exists():
			w.Convict(m.Event, "/error/message", "missing error.message")
		case !text.IsString():
			w.Convict(m.Event, "/error/message", say("got error.message %s, want a string", text.Compact()))
		}
	})
}

// errorCodes judges the code of every error, if it is an integer; one too large for an int is in no range
// that a rule names.
func errorCodes(fault func(code int) string) func(*Watch) {
	return func(w *Watch) {
		w.Errors(func(m *model.Message) {
			if !m.Error().Get("code").IsInteger() {
				return
			}
			found := ""
			if code, ok := m.Code(); ok {
				found = fault(code)
			}
			w.Judge(m.Event, "/error/code", found)
		})
	}
}
