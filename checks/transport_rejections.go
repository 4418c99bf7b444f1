package checks

import (
	"strings"

	"mcpx/checks/grammar"
	"mcpx/model"
)

var headerRejectionChecks = []*Check{
	{
		ID:       "transport.version-mismatch-rejected",
		Title:    "A server rejects a version header that differs from the body",
		Convicts: "Every answered POST of a request is a subject whose version header and body name different versions. A result convicts, and an error that neither -32020 nor another fault of the request explains.",
		Spares:   "Refusals without a JSON-RPC message, which an intermediary may have given; refusals with a status such as 401 or 429; the status of a -32020.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.postAnswers(func(p *mirrors, r *model.Request, a *model.Message) {
				header, body, ok := bothVersions(p.post)
				if !ok || header == body {
					return
				}
				subject, explained := w.rejection(r, a, -32020)
				if !subject {
					return
				}
				fault := ""
				if !explained {
					fault = say("header %s and body %s differ, got %s, want -32020", plain(header), plain(body), answerWords(a))
				}
				w.Judge(a.Event, answerPlace(a), fault, p.relatedToAnswer("")...)
			})
		},
	},
	{
		ID:    "transport.unsupported-version-error-http",
		Title: "Over HTTP a server rejects a version that it does not support with -32022 and lists those it does",
		Convicts: "Every error -32022 over HTTP that does not answer an initialize is a subject; it convicts if error.data.supported is no non-empty array of strings. " +
			"Where server/discover tells which versions are supported, every answered request with another version is a subject, too; it convicts if the answer is a result, or an error that neither this nor another fault of the request explains.",
		Spares: "Requests without a version; 2026-07-28, which a server that answers by it implements; a server that never described itself; the HTTP status; a header that differs from the body and is rejected as such.",
		Party:  ByServer,
		At:     only2607,
		Run:    func(w *Watch) { unsupportedVersions(w, model.HTTP) },
	},
	{
		ID:       "transport.invalid-param-header-rejected",
		Title:    "A server rejects an mcp-param header with characters that no header may hold",
		Convicts: "Every answered tools/call POST is a subject that has a designated mcp-param header which is neither encoded nor printable ASCII without blanks at its ends. A result convicts, and an error that neither -32020 nor a fault beside the headers explains.",
		Spares:   "Headers that the tool does not designate; tools whose definition may have changed; refusals with a status such as 401 or 429, or without a message.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.postAnswers(func(p *mirrors, r *model.Request, a *model.Message) {
				odd, ok := p.unsafeArgument()
				if !ok || !p.stable(a) || !ruledStatus(a.Status) {
					return
				}
				fault := ""
				if !a.IsError(-32020) && !a.IsError(w.openCodesBesideHeaders(r, a)...) {
					fault = say("%s holds %s, got %s, want error -32020", odd.header, oddity(odd.got), answerWords(a))
				}
				w.Judge(a.Event, answerPlace(a), fault, p.relatedToAnswer(odd.header)...)
			}, "tools/call")
		},
	},
	{
		ID:       "transport.header-body-match-validated",
		Title:    "A server does not serve a request whose headers contradict its body",
		Convicts: "Every mcp-method, mcp-name and designated mcp-param header of a POST that was answered by a result is a subject. It convicts if it says something else than the body, or if its encoding marker is not in lower case.",
		Spares:   "Errors of any code; missing headers; values that should have been encoded; headers for null or absent arguments; tools whose definition may have changed; the version header, which has a rule of its own.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.postAnswers(func(p *mirrors, r *model.Request, a *model.Message) {
				if a.Class != model.ResultClass || !ruledStatus(a.Status) {
					return
				}
				for _, m := range p.owed() {
					if !m.present || strings.HasPrefix(m.header, "mcp-param-") && !p.stable(a) {
						continue
					}
					fault := ""
					if m.comparison == grammar.Different || m.comparison == grammar.Miscased {
						fault = say("%s %s against body %s was answered by a result, want error -32020", m.header, model.Quote(m.got), m.source.Compact())
					}
					w.Judge(a.Event, "/result", fault, p.relatedToAnswer(m.header)...)
				}
			})
		},
	},
	{
		ID:       "transport.missing-param-header-rejected",
		Title:    "A server does not serve a tool call without an mcp-param header that it designates",
		Convicts: "Every mcp-param header that an answered tools/call POST owes and lacks is a subject. A result convicts.",
		Spares:   "Errors of any code; tools that were listed only after the call, or whose definition may have changed.",
		Party:    ByServer,
		At:       only2607,
		Run: func(w *Watch) {
			w.postAnswers(func(p *mirrors, r *model.Request, a *model.Message) {
				if !p.stable(a) || !ruledStatus(a.Status) {
					return
				}
				for _, arg := range p.arguments {
					if arg.state != owedArgument || arg.present {
						continue
					}
					fault := ""
					if a.Class == model.ResultClass {
						fault = say("%s is missing, got a result, want a rejection", arg.header)
					}
					w.Judge(a.Event, answerPlace(a), fault, p.relatedToAnswer(arg.header)...)
				}
			}, "tools/call")
		},
	},
	{
		ID:       "transport.null-param-header-not-expected",
		Title:    "A server does not expect an mcp-param header for a null argument",
		Convicts: "Every answered tools/call POST is a subject with a designated argument that is null and has no header. It convicts if the answer is -32020 and no header of the POST has a fault.",
		Spares:   "Any other answer; a fault of another header; a definition that a later listing shows changed or does not show again, for -32020 is how a server tells of a change.",
		Party:    ByServer,
		At:       only2607,
		Run:      func(w *Watch) { w.headerNotExpected(nullArgument, "null") },
	},
	{
		ID:       "transport.absent-param-header-not-expected",
		Title:    "A server does not expect an mcp-param header for an absent argument",
		Convicts: "Every answered tools/call POST is a subject that leaves out a designated argument and its header. It convicts if the answer is -32020 and no header of the POST has a fault.",
		Spares:   "Any other answer, such as a -32602 that asks for the argument; a fault of another header; a definition that a later listing shows changed or does not show again.",
		Party:    ByServer,
		At:       only2607,
		Run:      func(w *Watch) { w.headerNotExpected(absentArgument, "an absent argument") },
	},
}

// postAnswers gives every answered, uncontested request POST with its mirrors.
func (w *Watch) postAnswers(fn func(p *mirrors, r *model.Request, a *model.Message), methods ...string) {
	w.Answers(func(r *model.Request, a *model.Message) {
		if r.Contested || r.Era != model.Judged || r.Sender() != model.Client {
			return
		}
		if x := requestPost(r); x != nil {
			fn(w.mirrors(x), r, a)
		}
	}, methods...)
}

// headerNotExpected judges -32020 in answer to a call that rightly omits a header.
func (w *Watch) headerNotExpected(state argumentState, words string) {
	w.postAnswers(func(p *mirrors, r *model.Request, a *model.Message) {
		header, omitted := p.omitted(state)
		if !omitted || !p.stable(a) || !p.definition.ConfirmedAfter(a.Line) || !ruledStatus(a.Status) {
			return
		}
		fault := ""
		if a.IsError(-32020) && !w.headerFault(r) {
			fault = say("error -32020 although %s is rightly omitted for %s", header, words)
		}
		w.Judge(a.Event, answerPlace(a), fault, p.relatedToAnswer(header)...)
	}, "tools/call")
}

// omitted is the first header that the POST leaves out because its argument is null or absent.
func (p *mirrors) omitted(state argumentState) (header string, ok bool) {
	for _, a := range p.arguments {
		if a.state == state && !a.present {
			return a.header, true
		}
	}
	return "", false
}

// unsafeArgument is the first designated header that is neither encoded nor header-safe.
func (p *mirrors) unsafeArgument() (argument, bool) {
	for _, a := range p.arguments {
		if form, _ := grammar.Sentinel(a.got); a.present && form != grammar.ExactSentinel && !grammar.HeaderSafe(a.got) {
			return a, true
		}
	}
	return argument{}, false
}

// oddity says what keeps a value from standing in a header.
func oddity(value string) string {
	for _, r := range value {
		switch {
		case r > 0x7e:
			return "a non-ASCII character"
		case r < ' ' && r != '\t':
			return "a control character"
		}
	}
	return "a blank at its beginning or end"
}

// relatedToAnswer are the events on which a finding about an answer to a POST rests.
func (p *mirrors) relatedToAnswer(header string) []Related {
	related := []Related{Rel("request", p.post.Body.Event), Rel("http request", p.post.Head)}
	if strings.HasPrefix(header, "mcp-param-") && p.definition != nil {
		related = append(related, RelAt("listing", p.definition.Listing))
	}
	return related
}
