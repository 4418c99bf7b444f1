package checks

import (
	"fmt"

	"mcpx/checks/catalogue"
	"mcpx/model"
)

// Watch is one check at work on one recording at one revision: what it is told of, and where it reports.
//
// Hooks are only told of what the judged revision speaks about (M6, C0): messages and exchanges of
// another era or session, foreign bodies and doubtful lines do not reach them. Steps tells of everything.
// A message hook comes before the hooks on what the message did (Answers, Pages, Asks …).
type Watch struct {
	Revision catalogue.Revision
	Facts    *model.Facts   // of the whole recording
	Tracker  *model.Tracker // as far as the walk has come

	check  *Check
	hooks  hooks
	judge  *Judge
	counts [2]int // subjects by transport
	found  []Finding
	more   int   // findings beyond those kept
	uses   []Use // of an observation, the first ones
	used   int
}

type messageHook struct {
	methods []string
	fn      func(*model.Message)
}

type answerHook struct {
	methods []string
	fn      func(*model.Request, *model.Message)
}

type hooks struct {
	steps        []func(*model.Step)
	messages     []func(*model.Message)
	classes      [6][]messageHook
	answers      []answerHook
	posts        []func(*model.HTTPExchange)
	heads        []func(*model.HTTPExchange, *model.Event)
	statuses     []func(*model.HTTPExchange, *model.Event)
	lifecycles   []func(*model.HTTPExchange, *model.Event)
	pages        []func(*model.Page)
	rounds       []func(*model.Round)
	retries      []func(*model.Retry)
	asks         []func(*model.Ask)
	answeredAsks []func(*model.AnsweredAsk)
	subscribed   []func(*model.Subscription, *model.Message)
	sessions     []func(*model.Session)
	snapshots    []func(*model.Snapshot)
	taskResults  []func(*model.Task, *model.Request, *model.Message)
	ends         []func()
}

// Steps tells of every event of the recording and what it did, whatever its era. A step is good until the
// next event.
func (w *Watch) Steps(fn func(*model.Step)) { w.hooks.steps = append(w.hooks.steps, fn) }

// Messages tells of every message.
func (w *Watch) Messages(fn func(*model.Message)) { w.hooks.messages = append(w.hooks.messages, fn) }

// Requests tells of every message of class request, of either party, or of those with one of the methods.
func (w *Watch) Requests(fn func(*model.Message), methods ...string) {
	w.class(model.RequestClass, fn, methods)
}

// Notifications tells of notifications, of either party, or of those with one of the methods.
func (w *Watch) Notifications(fn func(*model.Message), methods ...string) {
	w.class(model.NotificationClass, fn, methods)
}

// Results tells of every message of class result, paired or not.
func (w *Watch) Results(fn func(*model.Message)) { w.class(model.ResultClass, fn, nil) }

// Errors tells of every message of class error, paired or not.
func (w *Watch) Errors(fn func(*model.Message)) { w.class(model.ErrorClass, fn, nil) }

func (w *Watch) class(c model.Class, fn func(*model.Message), methods []string) {
	w.hooks.classes[c] = append(w.hooks.classes[c], messageHook{methods, fn})
}

// Answers tells of every request that is answered, together with its answer, a result or an error: all,
// or those with one of the methods. The answer is of the judged era; the request may be contested.
func (w *Watch) Answers(fn func(r *model.Request, a *model.Message), methods ...string) {
	w.hooks.answers = append(w.hooks.answers, answerHook{methods, fn})
}

// ResultsTo tells of every result that surely answers a request with one of the methods: never of one to
// a contested request, which may belong to a request of another method.
func (w *Watch) ResultsTo(fn func(r *model.Request, a *model.Message), methods ...string) {
	w.Answers(func(r *model.Request, a *model.Message) {
		if a.Class == model.ResultClass && !r.Contested {
			fn(r, a)
		}
	}, methods...)
}

// Posts tells of every certain request POST (M5) when its body has come: Head, its headers and Body are
// there.
func (w *Watch) Posts(fn func(*model.HTTPExchange)) { w.hooks.posts = append(w.hooks.posts, fn) }

// Heads tells of every client http event; the body has not come yet.
func (w *Watch) Heads(fn func(x *model.HTTPExchange, head *model.Event)) {
	w.hooks.heads = append(w.hooks.heads, fn)
}

// Statuses tells of every server http event; the exchange is nil if it is unknown.
func (w *Watch) Statuses(fn func(x *model.HTTPExchange, status *model.Event)) {
	w.hooks.statuses = append(w.hooks.statuses, fn)
}

// Lifecycles tells of every lifecycle event; the exchange is nil if it has none.
func (w *Watch) Lifecycles(fn func(x *model.HTTPExchange, e *model.Event)) {
	w.hooks.lifecycles = append(w.hooks.lifecycles, fn)
}

// Pages tells of every answered list request that belongs to a chain (M9).
func (w *Watch) Pages(fn func(*model.Page)) { w.hooks.pages = append(w.hooks.pages, fn) }

// Rounds tells of every round (M12).
func (w *Watch) Rounds(fn func(*model.Round)) { w.hooks.rounds = append(w.hooks.rounds, fn) }

// Retries tells of every retry, ambiguous and unseen ones included (M12).
func (w *Watch) Retries(fn func(*model.Retry)) { w.hooks.retries = append(w.hooks.retries, fn) }

// Asks tells of every request to the client for input: input requests of rounds, or server requests at a
// handshake revision.
func (w *Watch) Asks(fn func(*model.Ask)) { w.hooks.asks = append(w.hooks.asks, fn) }

// AnsweredAsks tells of every ask together with the client's answer.
func (w *Watch) AnsweredAsks(fn func(*model.AnsweredAsk)) {
	w.hooks.answeredAsks = append(w.hooks.answeredAsks, fn)
}

// Subscribed tells of every message of the server that belongs to a subscription or answers it (M14).
func (w *Watch) Subscribed(fn func(*model.Subscription, *model.Message)) {
	w.hooks.subscribed = append(w.hooks.subscribed, fn)
}

// Sessions tells of every session that begins and speaks the judged revision.
func (w *Watch) Sessions(fn func(*model.Session)) { w.hooks.sessions = append(w.hooks.sessions, fn) }

// Snapshots tells of every snapshot of a task, at 2025-11-25 (T3).
func (w *Watch) Snapshots(fn func(*model.Snapshot)) {
	w.hooks.snapshots = append(w.hooks.snapshots, fn)
}

// TaskResults tells of every uncontested result of tasks/result in a session, with its task and the
// request that asked for it.
func (w *Watch) TaskResults(fn func(t *model.Task, q *model.Request, a *model.Message)) {
	w.hooks.taskResults = append(w.hooks.taskResults, fn)
}

// End is called when the recording is over.
func (w *Watch) End(fn func()) { w.hooks.ends = append(w.hooks.ends, fn) }

// Handshake reports that a handshake revision is judged.
func (w *Watch) Handshake() bool { return w.Revision != r2607 }

// Subject counts a subject at an event: something to which the rule applies and whose content decides
// (G5).
func (w *Watch) Subject(e *model.Event) { w.SubjectOn(e.Transport) }

// SubjectOn counts a subject whose event is not kept.
func (w *Watch) SubjectOn(t model.Transport) { w.counts[t]++ }

// Subjects counts several subjects at an event.
func (w *Watch) Subjects(e *model.Event, n int) { w.counts[e.Transport] += n }

// Use is an event at which something optional was used, with what there is to say about it.
type Use struct {
	Seq  uint64
	Line int
	Note string
}

// usesKept bounds the events that are named for an observed clause.
const usesKept = 16

// Use notes a use at an event, for the clauses that are observed and not judged. The occasion for it is
// counted as a subject apart; an observed clause with subjects and no use is not used.
func (w *Watch) Use(e *model.Event, note string) {
	w.used++
	if len(w.uses) < usesKept {
		w.uses = append(w.uses, Use{Seq: e.Seq, Line: e.Line, Note: note})
	}
}

// findingsKept bounds the findings of one check that are kept whole; further ones are counted.
const findingsKept = 10000

// Convict reports a finding against the sender of an event. The pointer is a JSON Pointer into the
// payload, "header:NAME", "status" or "verb" (G11); the detail one line of what was got and what is
// wanted (G13). The subject it belongs to is counted apart.
func (w *Watch) Convict(e *model.Event, pointer, detail string, related ...Related) {
	if w.acrossHole(e, related) {
		return
	}
	if len(w.found) >= findingsKept {
		w.more++
		return
	}
	if n := len(w.found); n > 0 { // most faults repeat the one before, and thousands are kept
		pointer, detail = sharedText(pointer, w.found[n-1].Pointer), sharedText(detail, w.found[n-1].Detail)
	}
	f := Finding{Check: w.check.ID, Line: e.Line, Seq: e.Seq, Party: e.Sender(), Transport: e.Transport, Pointer: pointer, Detail: detail}
	for _, r := range related { // copied, so that a call that convicts nobody costs no memory
		if r.What != "" {
			f.Related = append(f.Related, r)
		}
	}
	w.found = append(w.found, f)
}

// acrossHole reports that something is missing between an event and the events that a finding on it rests
// on, or anywhere if the rule rests on all.
func (w *Watch) acrossHole(e *model.Event, related []Related) bool {
	from, to := e.Line, e.Line
	for _, r := range related {
		if r.Line > 0 {
			from, to = min(from, r.Line), max(to, r.Line)
		}
	}
	if w.check.Whole && w.Facts.Hole() {
		return true
	}
	return from < to && w.Facts.Gap(from, to)
}

// sharedText is a text, in the memory of another one if that reads the same.
func sharedText(text, other string) string {
	if text == other {
		return other
	}
	return text
}

// Judge counts a subject at the event and convicts it if the fault is not "".
func (w *Watch) Judge(e *model.Event, pointer, fault string, related ...Related) {
	if fault != "" && w.acrossHole(e, related) {
		return
	}
	w.Subject(e)
	if fault != "" {
		w.Convict(e, pointer, fault, related...)
	}
}

// Related is another event that a finding rests on, with its role (G12).
type Related struct {
	Seq  uint64
	Line int
	What string
}

// Rel names an event that a finding rests on: "request", "answer", "body", "http request", "status",
// "round", "listing", "discovery", "earlier use", "cancellation", "proof" or "subscription".
func Rel(what string, e *model.Event) Related {
	return RelAt(what, e.Place())
}

// RelAt is Rel for an event that is not kept.
func RelAt(what string, at model.Place) Related {
	if at.Line == 0 {
		return Related{}
	}
	return Related{Seq: at.Seq, Line: at.Line, What: what}
}

// RelSeq is Rel for an event of which only the seq is remembered.
func RelSeq(what string, seq uint64) Related { return Related{Seq: seq, What: what} }

// Finding is one broken rule at one event.
type Finding struct {
	Check     string
	Line      int
	Seq       uint64
	Party     model.Party
	Transport model.Transport
	Pointer   string
	Detail    string
	Related   []Related
}

func say(format string, args ...any) string { return fmt.Sprintf(format, args...) }
