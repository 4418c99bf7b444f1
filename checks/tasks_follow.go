package checks

import (
	"slices"
	"strings"

	"mcpx/model"
)

// Tasks at 2025-11-25. The tracker follows what becomes of them (T1–T8); here stands what the checks on
// them share.

var (
	taskLookups    = []string{"tasks/get", "tasks/result", "tasks/cancel"} // they name one task
	taskOperations = []string{"tasks/get", "tasks/result", "tasks/cancel", "tasks/list"}
	stateRequests  = []string{"tasks/get", "tasks/cancel", "tasks/list"} // their results hold the ids
	augmentable    = []string{"tools/call", "sampling/createMessage", "elicitation/create"}
)

// tasksNeeded is met where either party declares tasks.
func tasksNeeded() Need { return Need{Party: ByBoth, Path: "tasks"} }

// FinalResults tells of every uncontested result that requests with one of the methods had in the end: from
// 2026-07-28 on not of those that ask for input, at 2025-11-25 not of those that begin a task, but of each
// result that tasks/result gives for it (T8). r is the request that asked for the result; a.Request is the
// one that it answers.
func (w *Watch) FinalResults(fn func(r *model.Request, a *model.Message), methods ...string) {
	w.ResultsTo(func(r *model.Request, a *model.Message) {
		final := true
		switch w.Revision {
		case r2607:
			final = a.Complete()
		case r2511: // one with a task and the members of a result besides is neither (T2)
			final = !(r.Augmented() && a.Result().Get("task").IsObject())
		}
		if final {
			fn(r, a)
		}
	}, methods...)
	w.TaskResults(func(t *model.Task, q *model.Request, a *model.Message) {
		if r := t.Origin(q); r != nil && slices.Contains(methods, r.Method) {
			fn(r, a)
		}
	})
}

// tasksCreated tells of every CreateTaskResult (T2).
func (w *Watch) tasksCreated(fn func(r *model.Request, n *model.Snapshot)) {
	w.Snapshots(func(n *model.Snapshot) {
		if n.Creates {
			fn(n.Request, n)
		}
	})
}

// taskType is the capability that a receiver declares for the type of a task-augmented request (T6).
func taskType(method string) string {
	return "tasks.requests." + strings.ReplaceAll(method, "/", ".")
}

// standingOf is the standing of a capability path such as "tasks.list" by the session's handshake.
func standingOf(n *model.Session, p model.Party, path string) model.Standing {
	return n.Standing(p, strings.Split(path, ".")...)
}

// sayings remembers what the latest handshake that was asked about says: a rule asks for every message.
type sayings struct {
	handshake *model.Handshake
	says      bool
}

// of answers a question about the handshake of a session that has one.
func (h *sayings) of(n *model.Session, ask func() bool) bool {
	if h.handshake != n.Init {
		h.handshake, h.says = n.Init, ask()
	}
	return h.says
}

// declarationOf is the event that declares the capabilities of a party.
func declarationOf(n *model.Session, p model.Party) Related {
	if p == model.Client {
		return RelAt("request", n.Init.Request)
	}
	return RelAt("answer", n.Init.Answer)
}

// taskOf is the latest task that an answered request to its receiver names by params.taskId, if the
// recording shows any.
func (w *Watch) taskOf(r *model.Request) *model.Task {
	id := r.Params().Get("taskId")
	if !id.IsString() || r.Session == nil || r.Answer != nil && r.Answer.Session != r.Session {
		return nil
	}
	return w.Tracker.Task(r.Sender().Other(), r.Session, id.Str())
}

// relMark names a snapshot of which only a mark is kept.
func relMark(what string, m model.Mark) Related { return Related{Seq: m.Seq, Line: m.Line, What: what} }

// stub is an event without its content, to be blamed later.
func stub(e *model.Event) *model.Event {
	return &model.Event{Line: e.Line, Seq: e.Seq, Direction: e.Direction, Transport: e.Transport, Kind: e.Kind}
}
