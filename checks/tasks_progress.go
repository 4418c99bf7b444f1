package checks

import "mcpx/model"

// Rules on what else belongs to a task: its progress, and how it is cancelled.
var taskProgressChecks = []*Check{
	{
		ID:       "cancellation.tasks-use-cancel-request",
		Title:    "A task is cancelled by tasks/cancel",
		Convicts: "Every notifications/cancelled that names a request of its sender which asked for a task is a subject, and so is every tasks/cancel. A notification convicts if the request was answered with a task before, and its sender had read that answer: it had named the task in a request; over HTTP only of a client that never had two POSTs open at once.",
		Spares:   "Requests that are not answered yet, or whose answer may cross the notification; ids that more than one request of the sender carried; and the cancellation of a tasks/get, tasks/result or tasks/list.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Whole: true,
		Run:   func(w *Watch) { (&taskCancellations{holes: newHoles(w)}).watch() },
	},
	{
		ID:       "progress.task-token-kept",
		Title:    "Progress of a task carries the token of the request that became it",
		Convicts: "A notifications/progress is a subject if its _meta names a task that its sender created in the session for a request with a progressToken. Another token convicts.",
		Spares:   "The token of another request that is not answered yet, over HTTP of any other request; progress of the party that asked for the task; tasks whose creation the recording does not hold, or may not be alone with their id; recordings with a hole since.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Whole: true,
		Run:   func(w *Watch) { (&keptTokens{holes: newHoles(w), tokens: newTaskTokens(w)}).watch() },
	},
	{
		ID:       "progress.stops-at-task-end",
		Title:    "Progress of a task stops when the task has ended",
		Convicts: "A notifications/progress is a subject if the latest request with its token became a task. It convicts if its sender had shown the task completed, failed or cancelled before: on stdio earlier, over HTTP earlier on the same exchange of a recording that shows the order of events.",
		Spares:   "Progress on another stream, which the final state may have overtaken; repeated streams; tokens that a newer request took up.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) { (&endedProgress{holes: newHoles(w), tokens: newTaskTokens(w)}).watch() },
	},
}

// taskTokens knows what became of the requests that carried a progress token.
type taskTokens struct {
	w    *Watch
	uses table[tokenKey, *taskToken]
}

type taskToken struct {
	requests   int         // that carried it
	unanswered int         // of them
	latest     int         // the line of the last of them
	task       *model.Task // that this one became
}

func newTaskTokens(w *Watch) *taskTokens {
	t := &taskTokens{w: w}
	w.Steps(func(s *model.Step) {
		if r := s.Answered; r != nil {
			if use := t.of(r.Message); use != nil {
				use.unanswered--
			}
		}
		if m := s.Message; m != nil && m.Class == model.RequestClass {
			t.carried(m)
		}
		for _, n := range s.Snapshots {
			if use := t.created(n); use != nil {
				use.task = n.Task
			}
		}
	})
	return t
}

func (t *taskTokens) of(request *model.Message) *taskToken {
	k, ok := requestToken(request)
	if !ok {
		return nil
	}
	use, _ := t.uses.lookup(k)
	return use
}

func (t *taskTokens) carried(m *model.Message) {
	k, ok := requestToken(m)
	if !ok {
		return
	}
	use, known := t.uses.lookup(k)
	if !known {
		use = &taskToken{}
		t.uses.put(k, use)
	}
	use.requests++
	use.unanswered++
	use.latest, use.task = m.Line, nil
}

// created is the token of a task that begins, if no newer request carries it.
func (t *taskTokens) created(n *model.Snapshot) *taskToken {
	if !n.Creates {
		return nil
	}
	use := t.of(n.Request.Message)
	if use == nil || use.latest != n.Request.Line {
		return nil
	}
	return use
}

// progressTask is the task that the latest request with the token of a progress notification became.
func (t *taskTokens) progressTask(m *model.Message) (use *taskToken, task *model.Task) {
	k, ok := progressOf(m)
	if !ok || m.Session == nil {
		return nil, nil
	}
	if use, _ = t.uses.lookup(k); use == nil {
		return nil, nil
	}
	return use, use.task
}

// namedThere is a task that a message on a numbered HTTP exchange names.
type namedThere struct {
	session  *model.Session
	exchange uint64
	id       string
}

// taskProgress judges that progress which surely follows the creation of its task names it.
type taskProgress struct {
	*holes
	tokens *taskTokens
	named  table[namedThere, struct{}]
}

func (c *taskProgress) watch() {
	c.Messages(func(m *model.Message) {
		if id := m.NamedTask().Get("taskId"); id.IsString() && m.HTTP != nil && m.Numbered && m.Sender() == model.Server {
			c.named.put(namedThere{m.Session, m.Exchange, model.Brief(id.Str())}, struct{}{})
		}
	})
	c.Notifications(func(m *model.Message) {
		use, task := c.tokens.progressTask(m)
		if task == nil || task.Request == nil || use.requests != 1 || c.tokens.uses.dropped || c.between(use.latest, m) {
			return
		}
		id := task.Request.Answer.Result().At("task", "taskId")
		if c.follows(m, task, id) {
			c.Judge(m.Event, relatedTaskPlace(m), relatedTaskFault(m, id), Rel("request", task.Request.Event), relMark("answer", *task.Created))
		}
	}, "notifications/progress")
}

// follows reports that progress was surely sent after its task was created.
func (c *taskProgress) follows(m *model.Message, task *model.Task, id model.Value) bool {
	created := task.Created.Line
	if m.Transport == model.Stdio {
		return true
	}
	x := m.HTTP
	if m.Sender() == model.Client || x == nil || m.Replay {
		return false
	}
	if _, named := c.named.lookup(namedThere{m.Session, m.Exchange, model.Brief(id.Str())}); named {
		return true
	}
	if x.Body != nil {
		return c.Tracker.SurelyAfter(x.Body, created)
	}
	return x.Head != nil && x.Head.Line > created && c.Tracker.LiveBefore(x.Head.Line)
}

// keptTokens judges that progress which names a task carries the token of its request.
type keptTokens struct {
	*holes
	tokens *taskTokens
}

func (c *keptTokens) watch() {
	c.Notifications(func(m *model.Message) {
		id, token := m.NamedTask().Get("taskId"), m.Params().Get("progressToken")
		k, usable := progressOf(m)
		if !id.IsString() || !usable || m.Session == nil {
			return
		}
		task := c.Tracker.Task(m.Sender(), m.Session, id.Str())
		if task == nil || task.Token == "" || task.Previous != nil {
			return
		}
		fault := ""
		if k.token != task.Token {
			if c.mayBeOther(m, task, k) {
				return
			}
			fault = say("got progressToken %s, want that of the request that became the task", token.Compact())
		}
		related := []Related{relMark("answer", *task.Created)}
		if task.Request != nil {
			related = append(related, Rel("request", task.Request.Event))
		}
		c.Judge(m.Event, "/params/progressToken", fault, related...)
	}, "notifications/progress")
}

// mayBeOther reports that a token may be that of another request, which may ask for progress of its own.
func (c *keptTokens) mayBeOther(m *model.Message, task *model.Task, k tokenKey) bool {
	if c.tokens.uses.dropped || c.between(task.Created.Line, m) {
		return true
	}
	use, known := c.tokens.uses.lookup(k)
	if m.Transport == model.HTTP {
		return known || !c.Tracker.CompleteAs(k.owner, m.Session, m.Line)
	}
	return known && use.unanswered > 0
}

// endedProgress judges that progress stops with its task.
type endedProgress struct {
	*holes
	tokens *taskTokens
	ended  table[endedThere, model.Mark]
}

// endedThere is a task that a message on a numbered HTTP exchange showed to have ended.
type endedThere struct {
	exchange uint64
	task     *model.Task
}

func (c *endedProgress) watch() {
	c.Snapshots(func(n *model.Snapshot) {
		m := n.Message
		if n.Task == nil || !model.TaskEnded(n.Value.Get("status").Str()) || m.HTTP == nil || !m.Numbered || m.Replay || !sameTask(n.Task, n.CreatedAt()) {
			return
		}
		c.ended.put(endedThere{m.Exchange, n.Task}, n.Mark())
	})
	c.Notifications(func(m *model.Message) {
		use, task := c.tokens.progressTask(m)
		if task == nil || m.Replay || c.tokens.uses.dropped || c.between(use.latest, m) {
			return
		}
		fault, related := "", []Related{relMark("answer", *task.Created)}
		if end, ended := c.end(task, m); ended {
			fault = say("progress of a task that was %s at seq %d", end.Status, end.Seq)
			related = append(related, relMark("earlier use", end))
		}
		c.Judge(m.Event, "/method", fault, related...)
	}, "notifications/progress")
}

// sameTask reports that a snapshot of the id of a task shows this very task (T3).
func sameTask(t *model.Task, createdAt string) bool {
	return t.Created == nil || model.SameMoment(t.Created.CreatedAt, createdAt)
}

// end is the state by which the sender of a notification had shown the task to have ended.
func (c *endedProgress) end(task *model.Task, m *model.Message) (end model.Mark, ended bool) {
	if m.Transport == model.HTTP {
		if m.HTTP == nil || !m.Numbered || !c.Tracker.LiveBefore(m.Line) {
			return end, false
		}
		return c.ended.lookup(endedThere{m.Exchange, task})
	}
	for _, e := range task.Ends {
		if sameTask(task, e.CreatedAt) {
			return e, true
		}
	}
	return end, false
}

// taskCancellations judges that a party which knows that its request became a task uses tasks/cancel.
type taskCancellations struct {
	*holes
	requests  table[requestName, namedByID]
	mentioned table[mention, int]         // the line at which the receiver first named a task
	read      table[*model.Task, Related] // how its requestor showed that it knows of the task

	tasks sayings // that a party declares tasks, or may
}

// requestName is a request as its sender names it.
type requestName struct {
	session *model.Session
	sender  model.Party
	id      model.Key
}

type namedByID struct {
	count   int // requests with the id
	request Related
	asks    bool        // for a task
	task    *model.Task // that it became
}

type mention struct {
	session *model.Session
	sender  model.Party
	id      string
}

func (c *taskCancellations) watch() {
	c.Messages(c.mention)
	c.Requests(c.requested)
	c.Requests(c.names, taskLookups...)
	c.Requests(func(m *model.Message) { c.Subject(m.Event) }, "tasks/cancel")
	c.Snapshots(func(n *model.Snapshot) {
		if !n.Creates || n.Task == nil {
			return
		}
		if r := c.requests.at(requestName{n.Message.Session, n.Request.Sender(), n.Request.Key}); r != nil {
			r.task = n.Task
		}
	})
	c.Notifications(c.judge, "notifications/cancelled")
}

// mention notes where a task is named by _meta.
func (c *taskCancellations) mention(m *model.Message) {
	id := m.NamedTask().Get("taskId")
	if !id.IsString() {
		return
	}
	k := mention{m.Session, m.Sender(), model.Brief(id.Str())}
	if _, known := c.mentioned.lookup(k); !known {
		c.mentioned.put(k, m.Line)
	}
}

func (c *taskCancellations) requested(m *model.Message) {
	if m.Session == nil || !m.Usable || !c.mayBecomeTask(m.Session) {
		return
	}
	r := c.requests.entry(requestName{m.Session, m.Sender(), m.Key})
	if r.count++; r.count == 1 {
		r.request, r.asks = Rel("request", m.Event), m.Augmented()
	}
}

// mayBecomeTask reports that requests of a session may become tasks: where both parties withhold them, their
// ids need not be remembered.
func (c *taskCancellations) mayBecomeTask(n *model.Session) bool {
	return n.Init == nil || c.tasks.of(n, func() bool {
		return n.Standing(model.Client, "tasks") != model.Withheld || n.Standing(model.Server, "tasks") != model.Withheld
	})
}

// names takes a request about a task as the proof that its sender has read how it was created, if nothing
// else could have told it the id (C12).
func (c *taskCancellations) names(m *model.Message) {
	r := c.Tracker.RequestOf(m)
	if r == nil {
		return
	}
	task, id := c.taskOf(r), m.Params().Get("taskId")
	if task == nil || task.Created == nil || task.Previous != nil || c.mentioned.dropped || m.Replay {
		return
	}
	if line, told := c.mentioned.lookup(mention{m.Session, task.Receiver, model.Brief(id.Str())}); told && line < task.Created.Line {
		return
	}
	if task.Request == nil || task.Request.Params().At("task", "taskId").Exists() {
		return
	}
	if _, known := c.read.lookup(task); !known {
		c.read.put(task, Rel("proof", m.Event))
	}
}

func (c *taskCancellations) judge(m *model.Message) {
	id := m.Params().Get("requestId")
	key, usable := id.Key()
	r := c.requests.at(requestName{m.Session, m.Sender(), key})
	if !usable || r == nil || !r.asks || r.count > 1 || m.Session.Headless || c.between(r.request.Line, m) {
		return
	}
	fault, related := "", []Related{r.request}
	if proof, read := c.read.lookup(r.task); r.task != nil && read && c.inOrder(m) {
		fault = say("request %s had become a task at seq %d, want tasks/cancel", id.Compact(), r.task.Created.Seq)
		related = append(related, relMark("answer", *r.task.Created), proof)
	}
	c.Judge(m.Event, "/params/requestId", fault, related...)
}

// inOrder reports that a message was sent after what its sender had sent before (C12).
func (c *taskCancellations) inOrder(m *model.Message) bool {
	return m.Transport == model.Stdio || m.Sender() == model.Client && m.Session.Serial
}
