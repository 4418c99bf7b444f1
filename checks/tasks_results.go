package checks

import (
	"crypto/sha256"
	"slices"

	"mcpx/model"
)

// Rules on what tasks/result gives.
var taskResultChecks = []*Check{
	{
		ID:       "tasks.result-shape",
		Title:    "tasks/result gives the result of the request that became the task",
		Convicts: "Every result of tasks/result is a subject if the recording shows how the session created the task. It convicts if it lacks what a result of that request has: an array as content for tools/call, role and content for sampling/createMessage, a string as action for elicitation/create.",
		Spares:   "What stands inside those members, tasks that were created before the recording, and errors.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) {
			w.TaskResults(func(t *model.Task, q *model.Request, a *model.Message) {
				if t.Created == nil || t.Created.Line > q.Line {
					return
				}
				w.Subject(a.Event)
				for _, f := range resultFaults(t.Method, a.Result()) {
					w.Convict(a.Event, model.Pointer("result", f.member), f.fault+" in the result of "+t.Method, Rel("request", q.Event), relMark("earlier use", *t.Created))
				}
			})
		},
	},
	{
		ID:       "tasks.result-stable",
		Title:    "tasks/result gives the same result each time",
		Convicts: "A result of tasks/result is a subject if an earlier tasks/result of the session already gave one for the task. It convicts if the two differ in anything but _meta: at most one can be the final result.",
		Spares:   "An error beside a result, differences in _meta, and ids that a new task was given in between.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: runTaskResultStable,
	},
	{
		ID:       "tasks.result-blocks",
		Title:    "tasks/result waits until the task has ended",
		Convicts: "A result of tasks/result is a subject if the task was not seen to have ended before it, and a request that surely arrived after it was answered with a state of the task. It convicts if the first such state is working or input_required.",
		Spares:   "Errors of tasks/result, and states that may be older than they look.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Whole: true,
		Run:   func(w *Watch) { (&earlyResults{w: w}).watch() },
	},
	{
		ID:       "tasks.failed-returns-error",
		Title:    "tasks/result gives an error for a tool task that failed",
		Convicts: "Every answer to a tasks/result that surely arrived after its task was shown failed is a subject, if a tools/call of the session created the task. A result whose isError is not true convicts.",
		Spares:   "Errors, since which one the call gave is not recorded; tasks that were shown with another final status, too; tasks of sampling and elicitation.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Whole: true,
		Run:   runFailedReturnsError,
	},
	{
		ID:       "tasks.input-required-result-called",
		Title:    "A party that sees input_required calls tasks/result",
		Convicts: "A task is a subject if tasks/get showed it input_required, was sent again after that, and showed it input_required again, in a session whose end is recorded and of which nothing can be missing. It convicts if from the first of these answers to the end neither tasks/result nor tasks/cancel was sent for the task, and no tasks/result was open.",
		Spares:   "A party that stops asking at once, a tasks/result however late, and recordings without the end.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) { (&inputWaits{holes: newHoles(w)}).watch() },
	},
}

type lackingMember struct{ member, fault string }

// resultFaults are the members that a result of a method lacks.
func resultFaults(method string, result model.Value) []lackingMember {
	var faults []lackingMember
	want := func(member, kind string, ok bool) {
		if !ok {
			faults = append(faults, lackingMember{member, gotOrMissing(member, result.Get(member), kind)})
		}
	}
	switch method {
	case "tools/call":
		want("content", "an array", result.Get("content").IsArray())
	case "sampling/createMessage":
		want("role", "a role", result.Has("role"))
		want("content", "content", result.Has("content"))
	case "elicitation/create":
		want("action", "a string", result.Get("action").IsString())
	}
	return faults
}

// givenResult is a result that tasks/result gave.
type givenResult struct {
	digest [sha256.Size]byte
	event  Related
}

func runTaskResultStable(w *Watch) {
	var given table[*model.Task, givenResult]
	w.TaskResults(func(t *model.Task, q *model.Request, a *model.Message) {
		if a.Replay || t.Created != nil && q.Line < t.Created.Line {
			return
		}
		result := a.Result()
		now := givenResult{result.Digest(), Rel("earlier use", a.Event)}
		if result.IsObject() {
			now.digest = result.DigestWithout("_meta")
		}
		before, known := given.lookup(t)
		given.put(t, now)
		if !known || w.Facts.Gap(before.event.Line, a.Line) {
			return
		}
		fault := ""
		if before.digest != now.digest {
			fault = say("the result differs from the one at seq %d", before.event.Seq)
		}
		w.Judge(a.Event, "/result", fault, Rel("request", q.Event), before.event)
	})
}

// earlyResults finds results that tasks/result gave before the task had ended.
type earlyResults struct {
	w     *Watch
	given table[*model.Task, []*model.Event] // results before the task was seen to end, without content
}

// earlyKept bounds the results that wait for one task.
const earlyKept = 16

func (c *earlyResults) watch() {
	c.w.TaskResults(func(t *model.Task, q *model.Request, a *model.Message) {
		before, _ := c.given.lookup(t)
		if a.Replay || len(t.Ends) > 0 || len(before) == earlyKept || t.Created != nil && q.Line < t.Created.Line {
			return
		}
		c.given.put(t, append(before, stub(a.Event)))
	})
	c.w.Snapshots(func(n *model.Snapshot) {
		given, known := c.given.lookup(n.Task)
		if !known || n.Request == nil || n.Message.Replay || n.Task.Created != nil && !model.SameMoment(n.Task.Created.CreatedAt, n.CreatedAt()) {
			return
		}
		var waiting []*model.Event
		for _, a := range given {
			if c.w.Tracker.SurelyAfter(n.Request.Message, a.Line) {
				c.judge(a, n)
			} else {
				waiting = append(waiting, a)
			}
		}
		c.given.put(n.Task, waiting)
	})
}

func (c *earlyResults) judge(a *model.Event, n *model.Snapshot) {
	if c.w.Facts.Gap(a.Line, n.Message.Line) {
		return
	}
	status, fault := n.Value.Get("status"), ""
	if status.Is("working") || status.Is("input_required") {
		fault = say("result given before the task ended, it was %s at seq %d", status.Str(), n.Message.Seq)
	}
	c.w.Judge(a, "/result", fault, Rel("proof", n.Message.Event))
}

func runFailedReturnsError(w *Watch) {
	w.Answers(func(q *model.Request, a *model.Message) {
		t := w.taskOf(q)
		if q.Contested || t == nil || t.Method != "tools/call" || t.Created.Line > q.Line || !ruledStatus(a.Status) {
			return
		}
		ends := w.Tracker.EndedBefore(t, q, t.Created.CreatedAt)
		if len(ends) == 0 || slices.ContainsFunc(t.Ends, func(e model.Mark) bool { return e.Status != "failed" }) {
			return
		}
		fault, pointer := "", answerPlace(a)
		if isError := a.Result().Get("isError"); a.Class == model.ResultClass && !isError.IsTrue() {
			fault = say("got isError %s, want true or an error: the task had failed by seq %d", isError.Compact(), ends[0].Seq)
			pointer = "/result/isError"
		}
		w.Judge(a.Event, pointer, fault, Rel("request", q.Event), relMark("earlier use", ends[0]))
	}, "tasks/result")
}

// taskName is a task as its requestor names it.
type taskName struct {
	session   *model.Session
	requestor model.Party
	id        string
}

func nameOfTask(q *model.Message) taskName {
	return taskName{q.Session, q.Sender(), model.Brief(q.Params().Get("taskId").Str())}
}

// inputWaits finds parties that poll a task which waits for them.
type inputWaits struct {
	*holes
	waits table[*model.Task, *inputWait]
	again []*inputWait         // that were shown a second time, in that order
	open  table[taskName, int] // tasks/result requests without answer
}

// inputWait is a task that tasks/get showed to wait for input.
type inputWait struct {
	first  model.Mark
	second *model.Event // the tasks/get that was answered so again; nil before
	asker  taskName
	taken  bool // tasks/result or tasks/cancel was sent, or a tasks/result was open
}

func (c *inputWaits) watch() {
	c.Requests(func(m *model.Message) {
		if wait := c.of(c.Tracker.RequestOf(m)); wait != nil {
			wait.taken = true
		}
		if m.Method == "tasks/result" {
			c.count(m, 1)
		}
	}, "tasks/result", "tasks/cancel")
	c.Answers(func(q *model.Request, _ *model.Message) { c.count(q.Message, -1) }, "tasks/result")
	c.Snapshots(func(n *model.Snapshot) {
		if n.Task != nil && n.Request != nil && n.Request.Method == "tasks/get" && n.Value.Get("status").Is("input_required") {
			c.waiting(n)
		}
	})
	c.End(c.judge)
}

func (c *inputWaits) of(q *model.Request) *inputWait {
	if q == nil {
		return nil
	}
	wait, _ := c.waits.lookup(c.taskOf(q))
	return wait
}

func (c *inputWaits) count(q *model.Message, by int) {
	n, _ := c.open.lookup(nameOfTask(q))
	c.open.put(nameOfTask(q), n+by)
}

func (c *inputWaits) waiting(n *model.Snapshot) {
	wait, known := c.waits.lookup(n.Task)
	switch {
	case !known || !model.SameMoment(wait.first.CreatedAt, n.CreatedAt()):
		asker := nameOfTask(n.Request.Message)
		open, _ := c.open.lookup(asker)
		c.waits.put(n.Task, &inputWait{first: n.Mark(), asker: asker, taken: open > 0})
	case wait.second == nil && c.Tracker.SurelyAfter(n.Request.Message, wait.first.Line) && len(c.again) < tableBound:
		wait.second = stub(n.Request.Event)
		c.again = append(c.again, wait)
	}
}

func (c *inputWaits) judge() {
	for _, wait := range c.again {
		session, asker, at := wait.asker.session, wait.asker.requestor, wait.second.Transport
		loss := c.Facts.Transports[at].LossFrom
		if !session.EndRecorded || !c.Tracker.CompleteAs(asker, session, c.Facts.LastLine) || loss > 0 || c.unread[at] > wait.first.Line || c.open.dropped {
			continue
		}
		fault := ""
		if !wait.taken {
			fault = say("tasks/get sent again for a task that was input_required at seq %d, and tasks/result never", wait.first.Seq)
		}
		c.Judge(wait.second, "/method", fault, relMark("earlier use", wait.first))
	}
}
