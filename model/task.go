package model

import (
	"crypto/sha256"
	"time"
)

// Task is what the recording shows of a task at 2025-11-25: it begins with the CreateTaskResult, or with
// the first message that tells of it where the recording does not hold that (T2, T3). It is known by its
// session, its receiver and its id.
type Task struct {
	Receiver Party
	Session  *Session
	// Created is the snapshot in the CreateTaskResult, Method and Token are those of the request that was
	// answered by it; all are empty where the recording does not hold it.
	Created *Mark
	Method  string
	Token   Key
	// Request is that request, as long as the task is one of the latest 4,096 and they are not too large.
	Request *Request
	// Previous is what was known of the id before the CreateTaskResult.
	Previous *Task
	// Ends are the first snapshots with each terminal status, a few for each createdAt.
	Ends []Mark
}

// Origin is the request whose result a tasks/result request asks for; nil if the recording does not show
// it, or not any more. The task may be nil.
func (t *Task) Origin(q *Request) *Request {
	if t == nil || t.Request == nil || t.Created.Line > q.Line {
		return nil
	}
	return t.Request
}

// Mark is what is remembered of a snapshot.
type Mark struct {
	Line      int
	Seq       uint64
	Status    string
	CreatedAt string // "" if it is missing or no string
}

// Snapshot is what carries the state of a task (T3).
type Snapshot struct {
	Message *Message
	Request *Request // that the message answers; nil for a status notification
	Value   Value    // the task
	Pointer string   // of Value in the payload
	// Creates marks the one in a CreateTaskResult.
	Creates bool
	// Task is nil where no taskId or no session tells which it is.
	Task *Task
}

// At is the pointer of a member of the snapshot.
func (s *Snapshot) At(member string) string { return s.Pointer + Pointer(member) }

// ID is the taskId, a long one as its digest, and "" if it is missing or no string.
func (s *Snapshot) ID() string { return Brief(s.Value.Get("taskId").Str()) }

// CreatedAt is the createdAt of the snapshot, "" if it is missing or no string.
func (s *Snapshot) CreatedAt() string { return Brief(s.Value.Get("createdAt").Str()) }

// Mark is what to remember of the snapshot.
func (s *Snapshot) Mark() Mark {
	m := Mark{Line: s.Message.Line, Seq: s.Message.Seq, CreatedAt: s.CreatedAt()}
	if status := s.Value.Get("status").Str(); TaskStatus(status) {
		m.Status = status
	}
	return m
}

// TaskStatus reports one of the five statuses.
func TaskStatus(status string) bool {
	return status == "working" || status == "input_required" || TaskEnded(status)
}

// TaskEnded reports a terminal status (T3).
func TaskEnded(status string) bool {
	return status == "completed" || status == "failed" || status == "cancelled"
}

// Augmented reports a task-augmented request (T1).
func (m *Message) Augmented() bool {
	return m.Class == RequestClass && ordinaryMember(m) != "" && m.Params().Get("task").IsObject()
}

// ordinaryMember is a member that every ordinary result of a method that can be augmented has; "" for
// other methods.
func ordinaryMember(m *Message) string {
	switch {
	case m.Sender() == Client && m.Method == "tools/call":
		return "content"
	case m.Sender() == Server && m.Method == "sampling/createMessage":
		return "role"
	case m.Sender() == Server && m.Method == "elicitation/create":
		return "action"
	}
	return ""
}

// CreatesTask reports a CreateTaskResult. One with the members of an ordinary result besides is none (T2).
func (m *Message) CreatesTask() bool {
	r := m.Request
	return m.Class == ResultClass && r != nil && r.Real() && r.Augmented() &&
		m.Result().Get("task").IsObject() && !m.Result().Has(ordinaryMember(r.Message))
}

// NamedTask is the related-task value of a message's _meta (T5).
func (m *Message) NamedTask() Value { return m.Meta().Get(MetaRelatedTask) }

// Names reports that a message names a task (T5).
func (m *Message) Names(id string) bool { return m.NamedTask().Get("taskId").Is(id) }

// SameMoment reports that two createdAt values do not differ: one is missing, or they name one moment.
func SameMoment(a, b string) bool {
	if a == b || a == "" || b == "" {
		return true
	}
	s, err := time.Parse(time.RFC3339, a)
	if err != nil {
		return false
	}
	t, err := time.Parse(time.RFC3339, b)
	return err == nil && s.Equal(t)
}

// Brief keeps a short text as it is and a long one as its digest.
func Brief(s string) string {
	if len(s) <= 2*sha256.Size {
		return s
	}
	sum := sha256.Sum256([]byte(s))
	return string(sum[:])
}

type taskKey struct {
	session  *Session
	receiver Party
	id       string
}

// tasks follows the tasks of a recording.
type tasks struct {
	t       *Tracker
	byKey   map[taskKey]*Task
	order   []taskKey
	created []*Task // whose Request is kept
	bytes   int     // of those requests and their answers
}

func (x *tasks) start(t *Tracker) { *x = tasks{t: t, byKey: map[taskKey]*Task{}} }

// tasksKept is how many tasks are followed (C14).
const tasksKept = 16 * remembered

// Task is the latest task of a receiver with an id, or nil if none is known.
func (t *Tracker) Task(receiver Party, n *Session, id string) *Task {
	return t.tasks.byKey[taskKey{n, receiver, Brief(id)}]
}

func (x *tasks) message(s *Step) {
	m := s.Message
	if x.t.surveying || x.t.Profile.Revision != Revision20251125 || m.Era != Judged {
		return
	}
	r := s.Answered
	switch {
	case m.Class == NotificationClass && m.Method == "notifications/tasks/status":
		x.snapshot(s, &Snapshot{Message: m, Value: m.Params(), Pointer: "/params"})
	case m.Class != ResultClass || r == nil || !r.Real():
	case r.Contested:
		x.doubtful(s)
	case m.CreatesTask():
		x.create(s, r)
	case r.Method == "tasks/get", r.Method == "tasks/cancel":
		x.snapshot(s, &Snapshot{Message: m, Request: r, Value: m.Result(), Pointer: "/result"})
	case r.Method == "tasks/list":
		for i, v := range m.Result().Get("tasks").Elems() {
			x.snapshot(s, &Snapshot{Message: m, Request: r, Value: v, Pointer: Pointer("result", "tasks", i)})
		}
	case r.Method == "tasks/result":
		s.Task = x.known(m, r, r.Params().Get("taskId"))
	}
}

// doubtful forgets the task that a message may have created.
func (x *tasks) doubtful(s *Step) {
	m := s.Message
	if id := m.Result().At("task", "taskId"); id.IsString() {
		key := taskKey{m.Session, m.Sender(), Brief(id.Str())}
		if x.byKey[key] != nil {
			x.byKey[key] = &Task{Receiver: m.Sender(), Session: m.Session}
		}
	}
}

// known is the task that a message of its receiver tells of, new if nothing did before.
func (x *tasks) known(m *Message, r *Request, id Value) *Task {
	if !id.IsString() || m.Session == nil || r != nil && r.Session != m.Session {
		return nil
	}
	key := taskKey{m.Session, m.Sender(), Brief(id.Str())}
	if task := x.byKey[key]; task != nil {
		return task
	}
	task := &Task{Receiver: m.Sender(), Session: m.Session}
	x.enter(key, task)
	return task
}

func (x *tasks) enter(key taskKey, task *Task) {
	if x.byKey[key] == nil {
		x.order = append(x.order, key)
	}
	x.byKey[key] = task
	if len(x.order) > tasksKept {
		delete(x.byKey, x.order[0])
		x.order = x.order[1:]
	}
}

func (x *tasks) create(s *Step, r *Request) {
	m := s.Message
	n := &Snapshot{Message: m, Request: r, Value: m.Result().Get("task"), Pointer: "/result/task", Creates: true}
	id := n.Value.Get("taskId")
	if !id.IsString() || m.Session == nil || r.Session != m.Session {
		s.Snapshots = append(s.Snapshots, n)
		return
	}
	key := taskKey{m.Session, m.Sender(), Brief(id.Str())}
	mark := n.Mark()
	task := &Task{Receiver: m.Sender(), Session: m.Session, Created: &mark, Method: r.Method, Request: r, Previous: x.byKey[key]}
	task.Token, _ = r.Token()
	if task.Previous != nil {
		task.Previous.Previous = nil
	}
	x.enter(key, task)
	x.keepRequest(task)
	x.snapshot(s, n)
}

// taskBytes bounds the requests that became tasks and are kept for their results.
const taskBytes = 8 << 20

// keepRequest keeps the request of a new task at the cost of the oldest ones.
func (x *tasks) keepRequest(task *Task) {
	x.created = append(x.created, task)
	x.bytes += task.Request.weight()
	for len(x.created) > remembered || x.bytes > taskBytes && len(x.created) > 1 {
		x.bytes -= x.created[0].Request.weight()
		x.created[0].Request = nil
		x.created = x.created[1:]
	}
}

// weight is how many bytes of the recording an answered request keeps in memory.
func (r *Request) weight() int { return r.Size + r.Answer.Size }

func (x *tasks) snapshot(s *Step, n *Snapshot) {
	n.Task = x.known(n.Message, n.Request, n.Value.Get("taskId"))
	s.Snapshots = append(s.Snapshots, n)
	if mark := n.Mark(); n.Task != nil && TaskEnded(mark.Status) {
		n.Task.ended(mark, x.t.Facts)
	}
}

// endsKept bounds Task.Ends: three statuses for a few different createdAt.
const endsKept = 9

// ended notes a terminal snapshot unless one like it is known. Behind a gap of the recording the new one
// stands: what came before may have been another task with the id.
func (t *Task) ended(mark Mark, facts *Facts) {
	for i, known := range t.Ends {
		if known.Status != mark.Status || known.CreatedAt != mark.CreatedAt {
			continue
		}
		if facts.Gap(known.Line, mark.Line) {
			t.Ends[i] = mark
		}
		return
	}
	if len(t.Ends) < endsKept {
		t.Ends = append(t.Ends, mark)
	}
}

// EndedBefore gives the terminal snapshots of a task after which an answered request of its requestor
// surely arrived (C11), so that the answer is later (T4). A snapshot with another createdAt than the one
// given is of another task, "" differs from none (T3).
func (t *Tracker) EndedBefore(task *Task, r *Request, createdAt string) []Mark {
	if task == nil || r == nil || r.Answer == nil || r.Answer.Replay {
		return nil
	}
	var ends []Mark
	for _, e := range task.Ends {
		if t.SurelyAfter(r.Message, e.Line) && SameMoment(e.CreatedAt, createdAt) && !t.Facts.Gap(e.Line, r.Answer.Line) {
			ends = append(ends, e)
		}
	}
	return ends
}

// SurelyAfter reports that a message surely arrived after the other party had sent what stands at a line
// (C11).
func (t *Tracker) SurelyAfter(m *Message, line int) bool {
	return m.Line > line && !m.Replay && (m.Transport == Stdio || t.LiveBefore(m.Line))
}

// LiveBefore reports that the recording shows before a line that its recorder writes events as they pass
// (C11).
func (t *Tracker) LiveBefore(line int) bool {
	return t.sessions.live && t.sessions.liveFrom < line
}
