package checks

import "mcpx/model"

// Rules on tasks/list, and on how tasks/get is answered over HTTP.
var taskListChecks = []*Check{
	{
		ID:       "tasks.list-complete",
		Title:    "tasks/list shows every task that tasks/get does",
		Convicts: "A result of tasks/list in one page is a subject once for every task of its sender that is shown to exist throughout: tasks/get gave it before the list was surely asked for, and again for a request that surely came after the list. It convicts if the list lacks that task.",
		Spares:   "Tasks created or deleted meanwhile, lists in several pages or for further params, and over HTTP requests that differ in their authorization header.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) { (&listedTasks{w: w}).watch() },
	},
	{
		ID:       "tasks.cursor-opacity",
		Title:    "A party presents cursors of tasks/list as it got them",
		Convicts: "A tasks/list request with a cursor that is neither null nor empty is a subject. A cursor that is no string convicts; so does one of a client that no earlier tasks/list result carried as nextCursor, in a session of which nothing can be missing and in which every earlier tasks/list was answered.",
		Spares:   "Strings that a server presents, which it may keep beyond a session; a cursor presented twice; recordings with a hole or without the beginning.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) {
			w.Requests(func(m *model.Message) {
				if cursor := m.Params().Get("cursor"); m.Sender() == model.Server && cursor.Given() && !cursor.IsString() {
					w.Judge(m.Event, "/params/cursor", say("got cursor %s, want a string that a result issued", cursor.Compact()))
				}
			}, "tasks/list")
			newCursors(w, "tasks/list").judgeOpacity()
		},
	},
	{
		ID:       "tasks.get-not-streamed",
		Title:    "A server answers tasks/get without an event stream",
		Convicts: "A tasks/get over HTTP is a subject if its POST got a 2xx status with a content-type while no other request of the client was unanswered, and then its result or error. An event stream convicts on which this answer is the only message.",
		Spares:   "Streams that bring other messages, too, and polls beside other requests. The last poll of a session, if the recording may have stopped before the stream. The rule says \"where possible\": a server that streams every answer is warned.",
		Party:    ByServer, At: only2511, Needs: Need{Transport: overHTTP, Party: ByServer, Path: "tasks"},
		Whole: true,
		Run:   func(w *Watch) { (&streamedPolls{w: w}).watch() },
	},
}

// listedTasks compares lists of tasks with what tasks/get shows before and after.
type listedTasks struct {
	w     *Watch
	gets  table[*model.Task, gotTask] // the first result of tasks/get
	pages []*taskPage                 // the latest ones, oldest first
}

// gotTask is a result of tasks/get.
type gotTask struct {
	model.Mark
	authorization string
}

// taskPage is a list of tasks in one page.
type taskPage struct {
	session       *model.Session
	sender        model.Party
	asked         int // the line of the request
	event         *model.Event
	authorization string
	ids           map[string]bool
	judged        map[*model.Task]bool
}

// pagesKept is how many lists wait for the next tasks/get.
const pagesKept = 16

func (c *listedTasks) watch() {
	c.w.ResultsTo(c.page, "tasks/list")
	c.w.Snapshots(func(n *model.Snapshot) {
		if n.Task != nil && n.Request != nil && n.Request.Method == "tasks/get" && !n.Message.Replay {
			c.got(n)
		}
	})
}

// authorizationOf is the authorization header of a request's POST, "" on stdio and where there is none.
func authorizationOf(m *model.Message) string {
	if m.HTTP == nil || m.HTTP.Head == nil || m.Sender() == model.Server {
		return ""
	}
	value, sent := m.HTTP.Head.Headers.Lookup("authorization")
	if sent && value == "" {
		return "empty"
	}
	return value
}

func (c *listedTasks) page(r *model.Request, a *model.Message) {
	tasks := a.Result().Get("tasks")
	if r.Session == nil || a.Session != r.Session || a.Replay || !tasks.IsArray() || r.Params().Get("cursor").Given() ||
		a.Result().Get("nextCursor").Given() || !plainList(r.Message) {
		return
	}
	if !c.w.Tracker.SurelyAfter(r.Message, 0) {
		return // the recording does not tell what stood before the request was made
	}
	p := &taskPage{
		session: r.Session, sender: a.Sender(), asked: r.Line, event: stub(a.Event),
		authorization: authorizationOf(r.Message), ids: map[string]bool{}, judged: map[*model.Task]bool{},
	}
	for _, task := range tasks.Elems() {
		p.ids[model.Brief(task.Get("taskId").Str())] = true
	}
	if len(c.pages) == pagesKept {
		c.pages = append(c.pages[:0], c.pages[1:]...)
	}
	c.pages = append(c.pages, p)
}

func (c *listedTasks) got(n *model.Snapshot) {
	auth := authorizationOf(n.Request.Message)
	first, known := c.gets.lookup(n.Task)
	if !known || !model.SameMoment(first.CreatedAt, n.CreatedAt()) || first.authorization != auth || c.w.Facts.Gap(first.Line, n.Message.Line) {
		c.gets.put(n.Task, gotTask{n.Mark(), auth})
		return
	}
	for _, p := range c.pages {
		if p.session != n.Message.Session || p.sender != n.Message.Sender() || p.asked < first.Line || p.authorization != auth ||
			p.judged[n.Task] || !c.w.Tracker.SurelyAfter(n.Request.Message, p.event.Line) {
			continue
		}
		p.judged[n.Task] = true
		fault := ""
		if !p.ids[n.ID()] {
			fault = say("task %s is missing from the list, tasks/get gave it at seq %d and seq %d", n.Value.Get("taskId").Compact(), first.Seq, n.Message.Seq)
		}
		c.w.Judge(p.event, "/result/tasks", fault, relMark("answer", first.Mark), Rel("proof", n.Message.Event))
	}
}

// streamedPolls finds event streams that bring nothing but the answer to a tasks/get.
type streamedPolls struct {
	w          *Watch
	unanswered table[*model.Session, int] // requests of clients over HTTP
	latest     table[*model.Session, int] // the line of the last of them
	polls      map[*model.Session]*poll   // the tasks/get that waits alone for its answer
	answered   []*poll                    // on numbered streams that may bring more, oldest first
	unnumbered *poll                      // answered, until the next status
	messages   int                        // of the server since the latest unnumbered status
}

// poll is a tasks/get whose POST was accepted.
type poll struct {
	exchange *model.HTTPExchange
	request  *model.Request
}

// pollsKept is how many answered polls are watched for what else their streams bring.
const pollsKept = 256

func (c *streamedPolls) watch() {
	c.polls = map[*model.Session]*poll{}
	c.w.Steps(c.follow)
	c.w.Statuses(func(x *model.HTTPExchange, status *model.Event) {
		n, _ := c.unanswered.lookup(sessionOf(x))
		if n == 1 && len(c.polls) < tableBound && polled(x, status) {
			c.polls[x.Session] = &poll{x, x.Request}
		}
	})
	c.w.Answers(func(q *model.Request, _ *model.Message) {
		p := c.polls[q.Session]
		if p == nil || p.request != q || q.Contested {
			return
		}
		delete(c.polls, q.Session)
		switch {
		case !p.exchange.EventStream():
			c.w.Subject(p.exchange.Status)
		case p.exchange.Numbered:
			if len(c.answered) == pollsKept {
				c.judgeNumbered(c.answered[0])
				c.answered = append(c.answered[:0], c.answered[1:]...)
			}
			c.answered = append(c.answered, p)
		default:
			c.unnumbered = p
		}
	}, "tasks/get")
	c.w.End(func() {
		for _, p := range c.answered {
			c.judgeNumbered(p)
		}
	})
}

func sessionOf(x *model.HTTPExchange) *model.Session {
	if x == nil {
		return nil
	}
	return x.Session
}

// polled reports the accepting status of a tasks/get that has no answer yet.
func polled(x *model.HTTPExchange, status *model.Event) bool {
	return x != nil && x.Session != nil && !x.Session.Headless && x.Request != nil && x.Request.Real() && x.Request.Method == "tasks/get" &&
		x.Request.Sender() == model.Client && x.Request.Answer == nil && x.Verb() == "POST" && x.Body == x.Request.Message &&
		status.Success() && status.Headers.Has("content-type")
}

func (c *streamedPolls) follow(s *model.Step) {
	if s.Transport != model.HTTP {
		return
	}
	if s.Kind == model.HTTPEvent && s.Direction == model.ServerToClient && !s.Numbered {
		c.settle()
	}
	m := s.Message
	if m == nil {
		return
	}
	if m.Sender() == model.Server {
		c.messages++
	}
	if m.Sender() == model.Client && m.Class == model.RequestClass {
		c.count(m.Session, 1)
		c.latest.put(m.Session, m.Line)
		delete(c.polls, m.Session)
	}
	if r := s.Answered; r != nil && r.Real() && r.Sender() == model.Client {
		c.count(r.Session, -1)
	}
}

func (c *streamedPolls) count(n *model.Session, by int) {
	was, _ := c.unanswered.lookup(n)
	c.unanswered.put(n, was+by)
}

// settle judges the unnumbered poll when the next status comes.
func (c *streamedPolls) settle() {
	if p := c.unnumbered; p != nil {
		c.judge(p, c.messages == 1)
	}
	c.unnumbered, c.messages = nil, 0
}

// judgeNumbered judges a poll once the session has gone on: where the recording stops with its answer, more
// may have come on the stream.
func (c *streamedPolls) judgeNumbered(p *poll) {
	if line, _ := c.latest.lookup(p.exchange.Session); line > p.request.Answer.Line {
		c.judge(p, p.exchange.Streamed == 1)
	}
}

func (c *streamedPolls) judge(p *poll, alone bool) {
	fault := ""
	if alone {
		fault = "tasks/get answered on an event stream that brings nothing else"
	}
	c.w.Judge(p.exchange.Status, "header:content-type", fault, Rel("request", p.request.Event))
}
