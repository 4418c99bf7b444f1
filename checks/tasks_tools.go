package checks

import (
	"cmp"

	"mcpx/model"
)

// Rules on the taskSupport of tools.
var taskToolChecks = []*Check{
	{
		ID:       "tasks.forbidden-tool-not-augmented",
		Title:    "A client does not call a tool as a task that does not allow it",
		Convicts: "An answered tools/call with an object as params.task is a subject if the server declared tasks.requests.tools.call and listed the tool, always with the same execution. It convicts if the tool has no execution.taskSupport or the value \"forbidden\".",
		Spares:   "Tools that were not listed, or whose definition may have changed, and other values of taskSupport.",
		Party:    ByClient, At: only2511, Needs: Need{Party: ByServer, Path: "tasks"},
		Run: judgeCalls(augmentedCalls, (*taskCall).forbidden),
	},
	{
		ID:       "tasks.forbidden-tool-rejected",
		Title:    "A server refuses to run a tool as a task that does not allow it",
		Convicts: "An answered tools/call with an object as params.task is a subject if the tool, as it was listed, allows no tasks and the server declared tasks.requests.tools.call. A result convicts, whether it creates a task or not.",
		Spares:   "Errors of any code: another fault of the call may have been found first.",
		Party:    ByServer, At: only2511, Needs: Need{Party: ByServer, Path: "tasks"},
		Run: judgeRefusals(augmentedCalls, (*taskCall).forbidden),
	},
	{
		ID:       "tasks.required-tool-augmented",
		Title:    "A client calls a tool as a task that requires it",
		Convicts: "An answered tools/call is a subject if the server declared tasks.requests.tools.call and listed the tool, always with the same execution, with the taskSupport \"required\". It convicts if params.task is no object.",
		Spares:   "Tools that were not listed, or whose definition may have changed, and other values of taskSupport.",
		Party:    ByClient, At: only2511, Needs: Need{Party: ByServer, Path: "tasks"},
		Run: judgeCalls(callsOfTaskTools, (*taskCall).plain),
	},
	{
		ID:       "tasks.required-tool-rejected",
		Title:    "A server refuses a plain call of a tool that requires a task",
		Convicts: "An answered tools/call without an object as params.task is a subject if the tool, as it was listed, requires a task and the server declared tasks.requests.tools.call. A result convicts.",
		Spares:   "Errors of any code.",
		Party:    ByServer, At: only2511, Needs: Need{Party: ByServer, Path: "tasks"},
		Run: judgeRefusals(callsOfTaskTools, (*taskCall).plain),
	},
	{
		ID:       "tasks.create-task-result",
		Title:    "A party that takes a request as a task answers with the task",
		Convicts: "Every result of a request with an object as params.task is a subject if its sender declared tasks for that type of request; of a tools/call only if the tool, as it was listed, allows or requires tasks. It convicts if it has no object as task.",
		Spares:   "Errors, tools that forbid tasks or were not listed or may have changed, and a task beside other members.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: runCreateTaskResult,
	},
}

// taskCall is an answered tools/call for a tool whose taskSupport is in force (T7).
type taskCall struct {
	request *model.Message
	answer  *model.Message
	tool    *model.Definition
	support model.Value
}

// forbidden is the fault of calling the tool as a task.
func (c *taskCall) forbidden() string {
	name := model.Quote(c.tool.Name)
	switch {
	case !c.support.Exists():
		return say("tool %s called as a task, it has no execution.taskSupport", name)
	case c.support.Is("forbidden"):
		return say(`tool %s called as a task, its taskSupport is "forbidden"`, name)
	}
	return ""
}

// plain is the fault of calling a tool without a task that requires one.
func (c *taskCall) plain() string {
	if c.request.Augmented() {
		return ""
	}
	return say(`tool %s called without a task, its taskSupport is "required"`, model.Quote(c.tool.Name))
}

// judgeCalls judges that the client makes no calls of a kind with a fault.
func judgeCalls(kind callKind, faultOf func(*taskCall) string) func(*Watch) {
	return func(w *Watch) {
		w.taskCalls(kind, func(c *taskCall) {
			w.Judge(c.request.Event, "/params/task", faultOf(c), RelAt("listing", c.tool.Listing))
		})
	}
}

// judgeRefusals judges that the server refuses the calls of a kind with a fault.
func judgeRefusals(kind callKind, faultOf func(*taskCall) string) func(*Watch) {
	return func(w *Watch) {
		w.taskCalls(kind, func(c *taskCall) {
			if faultOf(c) == "" || !ruledStatus(c.answer.Status) {
				return
			}
			fault := ""
			if c.answer.Class == model.ResultClass {
				fault = say("got a result, want error -32601: taskSupport of tool %s is %s", model.Quote(c.tool.Name), cmp.Or(c.support.Str(), "missing"))
			}
			w.Judge(c.answer.Event, answerPlace(c.answer), fault, Rel("request", c.request.Event), RelAt("listing", c.tool.Listing))
		})
	}
}

// callKind tells which tools/call requests a rule is about.
type callKind uint8

// The kinds: calls that ask for a task, and calls of tools whose taskSupport is "required".
const (
	augmentedCalls callKind = iota
	callsOfTaskTools
)

// taskCalls tells of every answered tools/call of a kind to a server that declares
// tasks.requests.tools.call, for a tool with a taskSupport in force. That can only be said when the answer
// has come (T7).
func (w *Watch) taskCalls(kind callKind, fn func(*taskCall)) {
	waiting := map[*model.Request]*taskCall{}
	var declared sayings
	w.Requests(func(m *model.Message) {
		n := m.Session
		if n == nil || n.Init == nil || !declared.of(n, func() bool {
			return standingOf(n, model.Server, taskType(m.Method)) == model.Declared
		}) {
			return
		}
		c := w.taskCall(m, kind)
		if c == nil || len(waiting) == tableBound {
			return
		}
		if r := w.Tracker.RequestOf(m); r != nil {
			waiting[r] = c
		}
	}, "tools/call")
	w.Answers(func(r *model.Request, a *model.Message) {
		c := waiting[r]
		delete(waiting, r)
		if c != nil && !r.Contested && c.tool.StableUntil(a.Line, model.ExecutionPart) {
			c.answer = a
			fn(c)
		}
	}, "tools/call")
}

// taskCall is the call of a kind that a message makes, nil if no taskSupport is in force for it (T7).
func (w *Watch) taskCall(m *model.Message, kind callKind) *taskCall {
	name := m.Params().Get("name")
	if m.Sender() != model.Client || !name.IsString() || kind == augmentedCalls && !m.Augmented() {
		return nil
	}
	tool := w.Tracker.Definition("tools/list", name.Str(), m)
	if tool == nil {
		return nil
	}
	execution := tool.Part(model.ExecutionPart)
	support := execution.Get("taskSupport")
	if execution.Exists() && !execution.IsObject() || kind == callsOfTaskTools && !support.Is("required") {
		return nil
	}
	if !tool.Settled(m.Line, model.ExecutionPart) {
		return nil
	}
	return &taskCall{request: m, tool: tool, support: support}
}

func runCreateTaskResult(w *Watch) {
	judge := func(r, a *model.Message, related ...Related) {
		if !r.Augmented() || a.Class != model.ResultClass {
			return
		}
		task, fault := a.Result().Get("task"), ""
		if !task.IsObject() {
			fault = wantObject(task, "task") + say(", though the %s declared %s and took the request", a.Sender(), taskType(r.Method))
		}
		w.Judge(a.Event, "/result/task", fault, append(related, Rel("request", r.Event))...)
	}
	w.taskCalls(augmentedCalls, func(c *taskCall) {
		if c.support.Is("optional") || c.support.Is("required") {
			judge(c.request, c.answer, RelAt("listing", c.tool.Listing))
		}
	})
	w.ResultsTo(func(r *model.Request, a *model.Message) {
		if a.Session == r.Session && standingOf(r.Session, a.Sender(), taskType(r.Method)) == model.Declared {
			judge(r.Message, a)
		}
	}, "sampling/createMessage", "elicitation/create")
}
