package checks

import (
	"mcpx/checks/grammar"
	"mcpx/model"
)

// Rules on the state of a task, wherever a message shows it.
var taskStateChecks = []*Check{
	{
		ID:       "tasks.status-valid",
		Title:    "A task has one of the five statuses",
		Convicts: "Every place that shows the state of a task is a subject: a result that creates one, the results of tasks/get and tasks/cancel, each element of a tasks/list result, and notifications/tasks/status. A status that is missing or none of working, input_required, completed, failed and cancelled convicts.",
		Spares:   "Which of the five it is, and changes that steps nobody recorded can explain.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) {
			w.Snapshots(func(n *model.Snapshot) {
				status, fault := n.Value.Get("status"), ""
				if !model.TaskStatus(status.Str()) {
					fault = gotOrMissing("status", status, "working, input_required, completed, failed or cancelled")
				}
				w.Judge(n.Message.Event, n.At("status"), fault)
			})
		},
	},
	{
		ID:       "tasks.terminal-status-final",
		Title:    "A task that has ended keeps its status",
		Convicts: "The state of a task in the answer to a request is a subject if the request surely arrived after the task was shown completed, failed or cancelled. Another of the five statuses convicts.",
		Spares:   "States that may be older than they look, such as those in notifications or in answers to requests that were under way; tasks that differ in createdAt or were created anew; errors, since an ended task may be deleted.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) { judgeFinalStatus(w, model.TaskEnded) },
	},
	{
		ID:       "tasks.cancelled-status-kept",
		Title:    "A cancelled task stays cancelled",
		Convicts: "The state of a task in the answer to a request is a subject if the request surely arrived after the task was shown cancelled. Another of the five statuses convicts.",
		Spares:   "States that may be older than they look, such as those in notifications or in answers to requests that were under way; tasks that differ in createdAt or were created anew; errors, since a cancelled task may be deleted.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) {
			judgeFinalStatus(w, func(status string) bool { return status == "cancelled" })
		},
	},
	{
		ID:       "tasks.created-at",
		Title:    "A task in a result tells when it was created",
		Convicts: "The state of a task in any result is a subject. A createdAt that is missing, no string, or no ISO 8601 date with a time of day convicts.",
		Spares:   "Which moment it is, missing seconds, fraction or offset, and status notifications.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) { judgeTaskTime(w, "createdAt") },
	},
	{
		ID:       "tasks.last-updated-at",
		Title:    "A task in a result tells when it was last updated",
		Convicts: "The state of a task in any result is a subject. A lastUpdatedAt that is missing, no string, or no ISO 8601 date with a time of day convicts.",
		Spares:   "Which moment it is, even before createdAt; missing seconds, fraction or offset; and status notifications.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) { judgeTaskTime(w, "lastUpdatedAt") },
	},
	{
		ID:       "tasks.get-ttl",
		Title:    "tasks/get tells how long the task is kept",
		Convicts: "Every result of tasks/get is a subject. A ttl that is missing, or neither a number nor null, convicts.",
		Spares:   "Its value, and whether it is the ttl that was asked for.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				ttl, fault := a.Result().Get("ttl"), ""
				if !ttl.IsNumber() && !ttl.IsNull() {
					fault = gotOrMissing("ttl", ttl, "a number or null")
				}
				w.Judge(a.Event, "/result/ttl", fault, Rel("request", r.Event))
			}, "tasks/get")
		},
	},
	{
		ID:       "tasks.answer-names-task",
		Title:    "tasks/get and tasks/cancel answer about the task asked for",
		Convicts: "Every result of tasks/get and tasks/cancel whose request names a task by a string is a subject. A taskId other than that convicts, and so does a missing one.",
		Spares:   "Errors.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				asked, got := r.Params().Get("taskId"), a.Result().Get("taskId")
				if !asked.IsString() {
					return
				}
				fault := ""
				if !got.Is(asked.Str()) {
					fault = gotOrMissing("taskId", got, asked.Compact())
				}
				w.Judge(a.Event, "/result/taskId", fault, Rel("request", r.Event))
			}, "tasks/get", "tasks/cancel")
		},
	},
	{
		ID:       "tasks.cancel-result-cancelled",
		Title:    "tasks/cancel answers with a cancelled task",
		Convicts: "Every result of tasks/cancel is a subject. A status that is a string other than cancelled convicts: a task that ended before is answered with an error.",
		Spares:   "Errors, a missing status, and whether the work has stopped.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				status, fault := a.Result().Get("status"), ""
				if status.IsString() && !status.Is("cancelled") {
					fault = say(`got status %s, want "cancelled" or an error`, status.Compact())
				}
				w.Judge(a.Event, "/result/status", fault, Rel("request", r.Event))
			}, "tasks/cancel")
		},
	},
	{
		ID:       "tasks.failed-status-message",
		Title:    "A failed task comes with a message",
		Convicts: "Every result of tasks/get with the status failed is a subject. A statusMessage that is missing, no string or empty convicts.",
		Spares:   "What the message says, other statuses, and status notifications.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				if !a.Result().Get("status").Is("failed") {
					return
				}
				text, fault := a.Result().Get("statusMessage"), ""
				if text.Str() == "" {
					fault = gotOrMissing("statusMessage", text, "a text that tells why the task failed")
				}
				w.Judge(a.Event, "/result/statusMessage", fault, Rel("request", r.Event))
			}, "tasks/get")
		},
	},
}

// judgeFinalStatus judges snapshots that are later (T4) than one with a final status.
func judgeFinalStatus(w *Watch, final func(status string) bool) {
	w.Snapshots(func(n *model.Snapshot) {
		status := n.Value.Get("status")
		subject, fault := false, ""
		var end Related
		for _, e := range w.Tracker.EndedBefore(n.Task, n.Request, n.CreatedAt()) {
			if !final(e.Status) {
				continue
			}
			if !subject {
				subject, end = true, relMark("earlier use", e)
			}
			if model.TaskStatus(status.Str()) && e.Status != status.Str() && fault == "" {
				fault = say("got status %s, the task was %s at seq %d", status.Compact(), e.Status, e.Seq)
				end = relMark("earlier use", e)
			}
		}
		if subject {
			w.Judge(n.Message.Event, n.At("status"), fault, end, Rel("request", n.Request.Event))
		}
	})
}

// judgeTaskTime judges a timestamp of every snapshot in a result.
func judgeTaskTime(w *Watch, member string) {
	w.Snapshots(func(n *model.Snapshot) {
		if n.Request == nil {
			return
		}
		v := n.Value.Get(member)
		fault := wantString(v, member)
		if fault == "" && !grammar.Timestamp(v.Str()) {
			fault = say("got %s %s, want an ISO 8601 date and time", member, v.Compact())
		}
		w.Judge(n.Message.Event, n.At(member), fault)
	})
}
