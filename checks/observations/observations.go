// Package observations finds what a reader of a recording wants to know though no clause speaks of it:
// silence, disconnects, answers that nearly fit. An observation has no verdict and accuses nobody.
package observations

import (
	"cmp"
	"fmt"
	"slices"

	"mcpx/model"
)

// Kind is what an observation is about.
type Kind uint8

// The kinds of observations.
const (
	Unanswered Kind = iota
	OtherIDType
	AnsweredNotification
	Disconnect
	ServerFirst
	NeverCalled
	Repeated
	Gap
	HostLimit
	kinds
)

// kindWords are what is said about a kind: a name for programs, a heading, and why it is worth knowing.
var kindWords = [kinds]struct{ id, heading, about string }{
	Unanswered: {"unanswered", "request without an answer",
		"Nothing in the recording answers the request. Requests that were taken back or refused with an HTTP status are left out, and so are streams that were open at the end."},
	OtherIDType: {"other-id-type", "answer with an id of another type",
		"The answer reads like that of an open request but for the type of its id: 1 and \"1\" are two ids. A party that compares them as they are never finds its answer."},
	AnsweredNotification: {"answered-notification", "answer without id behind a notification",
		"A notification is not answered. An answer without id right behind one may be meant for it; the recording cannot prove that it is."},
	Disconnect: {"disconnect", "disconnect",
		"A connection broke off, or the server closed it while somebody waited. What came last before it is often the reason, but need not be."},
	ServerFirst: {"server-first", "the server speaks first",
		"The first message behind the opening of the transport is the server's."},
	NeverCalled: {"never-called", "tools listed and never called",
		"The recording lists the tools and holds no call of them."},
	Repeated: {"repeated-list", "the same list asked for again",
		"The same list was asked for three times or more with the same parameters, and nothing in between said that it had changed."},
	Gap: {"gap", "gap in the recording",
		"Lines are missing or cannot be read. What they held is not judged, and what depends on it is left open."},
	HostLimit: {"host-limit", "names that some hosts refuse",
		"The protocol allows the names. Hosts that hand them on to a model as names of functions take only up to 64 letters, digits, _ and -."},
}

// String is the kind as a heading.
func (k Kind) String() string { return kindWords[k].heading }

// ID is the name of the kind for programs.
func (k Kind) ID() string { return kindWords[k].id }

// About says why observations of the kind are worth knowing, and what they do not say.
func (k Kind) About() string { return kindWords[k].about }

// Kinds lists all kinds.
func Kinds() []Kind {
	var all []Kind
	for k := range kinds {
		all = append(all, k)
	}
	return all
}

// Event is an event that an observation rests on, and what it is in it.
type Event struct {
	Line    int
	Seq     uint64 // 0 for a line that could not be read
	Pointer string // of the member that matters, "" for the whole event
	What    string

	unread bool
}

// Observation is something worth knowing, with the events it rests on; the first is the one to look at.
type Observation struct {
	Kind   Kind
	Detail string
	Events []Event
}

// Report is the observations on a recording.
type Report struct {
	All    []Observation // in the order of the recording
	counts [kinds]int
}

// kept bounds the observations of a kind that are kept whole; further ones are counted.
const kept = 1000

// Count is how many observations of a kind there are, kept or not.
func (r *Report) Count(k Kind) int { return r.counts[k] }

// Kept is how many observations of a kind are in All.
func (r *Report) Kept(k Kind) int { return min(r.counts[k], kept) }

// Len is how many observations there are, kept or not.
func (r *Report) Len() int {
	n := 0
	for _, count := range r.counts {
		n += count
	}
	return n
}

func (r *Report) add(k Kind, detail string, events ...Event) {
	if r.counts[k]++; r.counts[k] <= kept {
		r.All = append(r.All, Observation{Kind: k, Detail: detail, Events: events})
	}
}

func (r *Report) sort() {
	slices.SortFunc(r.All, func(a, b Observation) int {
		return cmp.Or(cmp.Compare(a.Events[0].Line, b.Events[0].Line), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Detail, b.Detail))
	})
}

// Place is how people call the event: by its seq, or by its line if that could not be read.
func (e *Event) Place() string {
	if e.unread {
		return fmt.Sprintf("line %d", e.Line)
	}
	return fmt.Sprintf("seq %d", e.Seq)
}

func at(what string, e *model.Event) Event {
	return Event{Line: e.Line, Seq: e.Seq, What: what, unread: e.Kind == model.BadEvent}
}
