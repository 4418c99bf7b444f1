package checks

import (
	"strings"

	"mcpx/model"
)

// Rules on the errors of task operations.
var taskErrorChecks = []*Check{
	{
		ID:       "tasks.terminal-cancel-rejected",
		Title:    "tasks/cancel for a task that has ended gets error -32602",
		Convicts: "An answered tasks/cancel is a subject if it surely arrived after the task was shown completed, failed or cancelled. A result convicts, and so does error -32700, -32600 or -32601, which cannot name what was wrong.",
		Spares:   "Error -32603 and others, which may report a failure that came first; -32601 of a party that did not declare tasks.cancel; requests with another fault; over HTTP an answer with a status other than 2xx, 400, 404 and 500.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) {
			w.Answers(func(q *model.Request, a *model.Message) {
				if q.Contested {
					return
				}
				created := model.Brief(a.Result().Get("createdAt").Str())
				if ends := w.Tracker.EndedBefore(w.taskOf(q), q, created); len(ends) > 0 {
					judgeInvalidParams(w, q, a, "tasks.cancel", say("the task was %s at seq %d", ends[0].Status, ends[0].Seq), relMark("earlier use", ends[0]))
				}
			}, "tasks/cancel")
		},
	},
	{
		ID:       "tasks.invalid-id-error",
		Title:    "A taskId that is no string gets error -32602",
		Convicts: "An answered tasks/get, tasks/result or tasks/cancel whose taskId is neither a string nor null is a subject if the other party declared tasks, for tasks/cancel tasks.cancel. A result convicts, and so does error -32700, -32600 or -32601, which cannot name what was wrong.",
		Spares:   "Strings, since only the other party knows which exist; a missing taskId; error -32603 and others; requests with another fault.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) {
			w.Answers(func(q *model.Request, a *model.Message) {
				needs := "tasks"
				if q.Method == "tasks/cancel" {
					needs = "tasks.cancel"
				}
				id := q.Params().Get("taskId")
				if id.Given() && !id.IsString() && declaredFor(q, a, needs) {
					judgeInvalidParams(w, q, a, needs, "taskId is "+id.Compact())
				}
			}, taskLookups...)
		},
	},
	{
		ID:       "tasks.invalid-cursor-error",
		Title:    "A cursor that is no string gets error -32602 from tasks/list",
		Convicts: "An answered tasks/list whose cursor is neither a string nor null is a subject if the other party declared tasks.list. A result convicts, and so does error -32700, -32600 or -32601, which cannot name what was wrong.",
		Spares:   "Strings, since one of an earlier session may be valid; error -32603 and others; requests with another fault.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) {
			w.Answers(func(q *model.Request, a *model.Message) {
				cursor := q.Params().Get("cursor")
				if cursor.Given() && !cursor.IsString() && declaredFor(q, a, "tasks.list") {
					judgeInvalidParams(w, q, a, "tasks.list", "cursor is "+cursor.Compact())
				}
			}, "tasks/list")
		},
	},
	{
		ID:       "tasks.error-message-present",
		Title:    "An error about a task says something",
		Convicts: "Every error that answers tasks/get, tasks/result, tasks/list or tasks/cancel with a string as message is a subject. A message that is empty or white space convicts.",
		Spares:   "Any other text, and a message that is missing or no string.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) {
			w.Answers(func(q *model.Request, a *model.Message) {
				text := a.Error().Get("message")
				if q.Contested || a.Class != model.ErrorClass || !text.IsString() {
					return
				}
				fault := ""
				if strings.TrimSpace(text.Str()) == "" {
					fault = say("got message %s, want one that tells the cause", text.Compact())
				}
				w.Judge(a.Event, "/error/message", fault, Rel("request", q.Event))
			}, taskOperations...)
		},
	},
}

// declaredFor reports an answered request of a capability that the answering party declared.
func declaredFor(q *model.Request, a *model.Message, path string) bool {
	return !q.Contested && q.Session == a.Session && standingOf(q.Session, a.Sender(), path) == model.Declared
}

// judgeInvalidParams judges the answer to a request with invalid params. Of errors only those count whose
// code can name nothing else (C13).
func judgeInvalidParams(w *Watch, q *model.Request, a *model.Message, needs, why string, related ...Related) {
	fault := ""
	switch {
	case a.Class == model.ResultClass:
		fault = say("got a result, want error -32602: %s", why)
	case !codeNamesFault(q, a), a.IsError(-32601) && standingOf(q.Session, a.Sender(), needs) != model.Declared:
		return
	case !a.IsError(-32602):
		fault = say("got %s, want -32602: %s", answerWords(a), why)
	}
	w.Judge(a.Event, answerPlace(a), fault, append(related, Rel("request", q.Event))...)
}
