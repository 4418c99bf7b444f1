package checks

import "mcpx/model"

// Rules on the _meta key io.modelcontextprotocol/related-task.
var taskMetaChecks = []*Check{
	{
		ID:       "tasks.related-task-shape",
		Title:    "A message names its task by an object with a taskId",
		Convicts: "Every message with the related-task key in the _meta of its params or result is a subject. A value that is no object with a string as taskId convicts.",
		Spares:   "Tasks that the session has not seen, since they may be older than it.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) {
			w.Messages(func(m *model.Message) {
				v := m.NamedTask()
				if !v.Exists() {
					return
				}
				pointer, fault := relatedTaskPlace(m), wantObject(v, model.MetaRelatedTask)
				if fault == "" {
					pointer, fault = pointer+"/taskId", wantString(v.Get("taskId"), model.MetaRelatedTask+" taskId")
				}
				w.Judge(m.Event, pointer, fault)
			})
		},
	},
	{
		ID:       "tasks.related-task-key",
		Title:    "A message that belongs to a task names it",
		Convicts: "A subject is every result of tasks/result; every result of another request whose _meta names a task; and every notifications/progress with the token of one request only, which asked for a task, if the progress was surely sent after the task was created: later on stdio, over HTTP on an exchange that began after it or on which the task was named before. It convicts if its _meta does not name that task.",
		Spares:   "Errors, results that create a task, results of tasks/get, tasks/list and tasks/cancel, status notifications, progress that may be older than the task, and messages whose relation to a task nothing shows.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				if id, ok := taskOfResult(r, a); ok {
					w.Judge(a.Event, relatedTaskPlace(a), relatedTaskFault(a, id), Rel("request", r.Event))
				}
			})
			(&taskProgress{holes: newHoles(w), tokens: newTaskTokens(w)}).watch()
		},
	},
	{
		ID:       "tasks.result-related-task",
		Title:    "The result of tasks/result names the task",
		Convicts: "Every result of tasks/result whose request has a string as taskId is a subject. It convicts if its _meta does not name that task.",
		Spares:   "Errors.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				if id := r.Params().Get("taskId"); id.IsString() {
					w.Judge(a.Event, relatedTaskPlace(a), relatedTaskFault(a, id), Rel("request", r.Event))
				}
			}, "tasks/result")
		},
	},
	{
		ID:       "tasks.request-metadata-ignored",
		Title:    "The taskId of a request outweighs its _meta",
		Convicts: "An answered tasks/get, tasks/result or tasks/cancel is a subject if its _meta names another task than its taskId. A result about the task in _meta convicts.",
		Spares:   "Errors, and results about a third task.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) {
			w.Answers(func(r *model.Request, a *model.Message) {
				asked, named := r.Params().Get("taskId"), r.NamedTask().Get("taskId")
				if r.Contested || !asked.IsString() || !named.IsString() || asked.Equal(named) {
					return
				}
				got, pointer := a.Result().Get("taskId"), "/result/taskId"
				if r.Method == "tasks/result" {
					got, pointer = a.NamedTask().Get("taskId"), metaPointer("result", model.MetaRelatedTask)
				}
				fault := ""
				if a.Class == model.ResultClass && got.Equal(named) {
					fault = say("got task %s, named by _meta of the request, want %s", got.Compact(), asked.Compact())
				}
				if a.Class == model.ErrorClass {
					pointer = answerPlace(a)
				}
				w.Judge(a.Event, pointer, fault, Rel("request", r.Event))
			}, taskLookups...)
		},
	},
	{
		ID:       "tasks.request-without-related-task",
		Title:    "A request for a task does not name it in _meta, too",
		Convicts: "Every tasks/get, tasks/result and tasks/cancel request is a subject. The related-task key in its _meta convicts.",
		Spares:   "Other keys, and a task member of params.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) {
			w.Requests(func(m *model.Message) { judgeNoRelatedTask(w, m) }, taskLookups...)
		},
	},
	{
		ID:       "tasks.answer-without-related-task",
		Title:    "The state of a task does not name it in _meta, too",
		Convicts: "Every result of tasks/get, tasks/list and tasks/cancel is a subject. The related-task key in its _meta convicts.",
		Spares:   "An empty _meta, and results of tasks/result.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) {
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				judgeNoRelatedTask(w, a, Rel("request", r.Event))
			}, stateRequests...)
		},
	},
	{
		ID:       "tasks.messages-without-related-task",
		Title:    "tasks/get, tasks/list and tasks/cancel do without related-task",
		Convicts: "Every tasks/get, tasks/list and tasks/cancel request and every result of one is a subject. The related-task key in its _meta convicts.",
		Spares:   "tasks/result, on either side.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) {
			w.Requests(func(m *model.Message) { judgeNoRelatedTask(w, m) }, stateRequests...)
			w.ResultsTo(func(r *model.Request, a *model.Message) {
				judgeNoRelatedTask(w, a, Rel("request", r.Event))
			}, stateRequests...)
		},
	},
	{
		ID:       "tasks.status-without-related-task",
		Title:    "A status notification does not name its task in _meta, too",
		Convicts: "Every notifications/tasks/status is a subject. The related-task key in its _meta convicts.",
		Spares:   "Other metadata.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) {
			w.Notifications(func(m *model.Message) { judgeNoRelatedTask(w, m) }, "notifications/tasks/status")
		},
	},
}

// relatedTaskPlace is where a message names its task.
func relatedTaskPlace(m *model.Message) string {
	if m.Class == model.ResultClass {
		return metaPointer("result", model.MetaRelatedTask)
	}
	return metaPointer("params", model.MetaRelatedTask)
}

func judgeNoRelatedTask(w *Watch, m *model.Message, related ...Related) {
	fault := ""
	if m.NamedTask().Exists() {
		fault = say("got %s in _meta, want none: the message holds the taskId itself", model.MetaRelatedTask)
	}
	w.Judge(m.Event, relatedTaskPlace(m), fault, related...)
}

// relatedTaskFault is the fault of a message that does not name a task it belongs to.
func relatedTaskFault(m *model.Message, id model.Value) string {
	v := m.NamedTask()
	if v.Get("taskId").Equal(id) {
		return ""
	}
	return gotOrMissing(model.MetaRelatedTask, v, "taskId "+id.Compact())
}

// taskOfResult is the task that a result belongs to by its request.
func taskOfResult(r *model.Request, a *model.Message) (id model.Value, ok bool) {
	switch {
	case r.Method == "tasks/result":
		id = r.Params().Get("taskId")
	case r.Method == "tasks/get", r.Method == "tasks/list", r.Method == "tasks/cancel":
		return model.Value{}, false
	case r.Augmented() && a.Result().Get("task").IsObject():
		return model.Value{}, false
	default:
		id = r.NamedTask().Get("taskId")
	}
	return id, id.IsString()
}
