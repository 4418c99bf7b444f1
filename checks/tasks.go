package checks

import "mcpx/model"

// Rules on which requests may become tasks.
var taskChecks = []*Check{
	{
		ID:       "tasks.capability-declared",
		Title:    "A party that has tasks declares tasks",
		Convicts: "Every result that creates a task, and every result of tasks/get, tasks/result, tasks/list and tasks/cancel, is a subject in a session whose handshake is recorded. It convicts if its sender declared no tasks.",
		Spares:   "Errors, and ordinary results of requests that asked for a task.",
		Party:    ByBoth, At: only2511,
		Run: func(w *Watch) {
			judge := func(a *model.Message, did, pointer string) {
				judgeUndeclared(w, a, a.Sender(), "tasks", did, pointer)
			}
			w.tasksCreated(func(_ *model.Request, n *model.Snapshot) { judge(n.Message, "task created", n.Pointer) })
			w.ResultsTo(func(r *model.Request, a *model.Message) { judge(a, r.Method+" answered", "/result") }, taskOperations...)
		},
	},
	{
		ID:       "tasks.request-type-declared",
		Title:    "A party creates tasks only for requests that it declared",
		Convicts: "Every result that creates a task is a subject in a session whose handshake is recorded. It convicts if its sender did not declare tasks for that type of request.",
		Spares:   "Errors, and ordinary results of requests that asked for a task.",
		Party:    ByBoth, At: only2511,
		Run: func(w *Watch) {
			w.tasksCreated(func(r *model.Request, n *model.Snapshot) {
				a := n.Message
				judgeUndeclared(w, a, a.Sender(), taskType(r.Method), "task created for "+r.Method, n.Pointer)
			})
		},
	},
	{
		ID:       "tasks.augmentation-declared",
		Title:    "A party asks for a task only where the other one declared it",
		Convicts: "Every tools/call of the client, and every sampling/createMessage and elicitation/create of the server, with an object as params.task is a subject in a session whose handshake is recorded. It convicts if the other party did not declare tasks for that type of request.",
		Spares:   "A task member of other requests, which means nothing, and sessions whose handshake is not recorded.",
		Party:    ByBoth, At: only2511,
		Run: func(w *Watch) {
			w.augmentedRequests(func(m *model.Message) {
				judgeUndeclared(w, m, m.Sender().Other(), taskType(m.Method), m.Method+" asks for a task", "/params/task")
			})
		},
	},
	{
		ID:       "tasks.none-without-capability",
		Title:    "A party asks for no task where the other one knows none",
		Convicts: "Every tools/call of the client, and every sampling/createMessage and elicitation/create of the server, with an object as params.task is a subject in a session whose handshake is recorded. It convicts if the other party declared no tasks at all.",
		Spares:   "Parties that declare tasks without this type of request, a task member of other requests, and sessions whose handshake is not recorded.",
		Party:    ByBoth, At: only2511,
		Run: func(w *Watch) {
			w.augmentedRequests(func(m *model.Message) {
				judgeUndeclared(w, m, m.Sender().Other(), "tasks", m.Method+" asks for a task", "/params/task")
			})
		},
	},
	{
		ID:       "tasks.tool-call-capability",
		Title:    "A client calls tools as tasks only where the server declared it",
		Convicts: "Every tools/call with an object as params.task is a subject in a session whose handshake is recorded. It convicts if the server did not declare tasks.requests.tools.call.",
		Spares:   "Sessions whose handshake is not recorded.",
		Party:    ByClient, At: only2511,
		Run: func(w *Watch) {
			w.augmentedRequests(func(m *model.Message) {
				if m.Method == "tools/call" {
					judgeUndeclared(w, m, model.Server, taskType(m.Method), "tools/call asks for a task", "/params/task")
				}
			})
		},
	},
	{
		ID:       "tasks.undeclared-processed-normally",
		Title:    "A party that declared no tasks for a request ignores that one is asked for",
		Convicts: "An answered request with an object as params.task is a subject if the other party did not declare tasks for its type, in a session whose handshake is recorded. A result that creates a task convicts.",
		Spares:   "Ordinary results, and errors, which may have any cause.",
		Party:    ByBoth, At: only2511,
		Run: func(w *Watch) {
			w.Answers(func(r *model.Request, a *model.Message) {
				n := r.Session
				if r.Contested || !r.Augmented() || n == nil || a.Session != n || standingOf(n, a.Sender(), taskType(r.Method)) != model.Withheld {
					return
				}
				fault, pointer := "", answerPlace(a)
				if a.CreatesTask() {
					fault, pointer = say("task created for %s, want an ordinary answer: the %s declared no %s", r.Method, a.Sender(), taskType(r.Method)), "/result/task"
				}
				w.Judge(a.Event, pointer, fault, Rel("request", r.Event), declarationOf(n, a.Sender()))
			}, augmentable...)
		},
	},
}

// augmentedRequests tells of every task-augmented request (T1).
func (w *Watch) augmentedRequests(fn func(m *model.Message)) {
	w.Requests(func(m *model.Message) {
		if m.Augmented() {
			fn(m)
		}
	}, augmentable...)
}

// judgeUndeclared convicts a message that rests on a capability which a party did not declare.
func judgeUndeclared(w *Watch, m *model.Message, owner model.Party, path, did, pointer string) {
	standing := standingOf(m.Session, owner, path)
	if standing == model.Unclear {
		return
	}
	fault := ""
	if standing == model.Withheld {
		fault = say("%s, the %s declared no %s", did, owner, path)
	}
	w.Judge(m.Event, pointer, fault, declarationOf(m.Session, owner))
}
