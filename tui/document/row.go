package document

import (
	"strconv"
	"time"

	"mcpx/model"
	"mcpx/tui/safetext"
)

// None is the row of something that is not there.
const None = -1

// Link is how an event stands in the conversation. Rows are None where there is no such event.
type Link struct {
	Partner int32 // the request of an answer, the answer of a request
	Root    int32 // the request that began the conversation the event belongs to
	Head    int32 // the http event that carried the request
	Status  int32 // the http event that carried the answer
	Session int32 // ordinal of the session, None if it belongs to none
	Class   model.Class
	Stream  Stream
	Retry   bool // the request goes on with a round
	// Cancelled says that the request was taken back by a notification.
	Cancelled bool
	Begins    bool // a session begins here
}

func noLink() Link { return Link{Partner: None, Root: None, Head: None, Status: None, Session: None} }

// Stream is the place of a message among those that came for one request.
type Stream uint8

// The places; a request with a single answer has no stream.
const (
	NoStream Stream = iota
	FirstInStream
	InStream
	LastInStream
)

// words are what a row says, beside its id.
type words struct {
	label model.Text // the method, or what the event is
	about model.Text // what it is about
}

// Row is an event of the recording. Texts are safe to show.
type Row struct {
	model.Entry
	Link
	Index int
	Class model.Class

	Label safetext.String // the method, or what the event is
	About safetext.String // what the event is about
	ID    safetext.String // the id as written, "" if there is none
}

// Bad reports a line that could not be read.
func (r *Row) Bad() bool { return r.Kind == model.BadEvent }

// Message reports a message event.
func (r *Row) Message() bool { return r.Kind == model.MessageEvent }

// Response reports a result or an error.
func (r *Row) Response() bool {
	return r.Message() && (r.Class == model.ResultClass || r.Class == model.ErrorClass)
}

// Request reports a message of class request.
func (r *Row) Request() bool { return r.Message() && r.Class == model.RequestClass }

// Recorded is the time of the event; ok is false if the recording names none.
func (r *Row) Recorded() (at time.Time, ok bool) {
	return time.Unix(0, r.Time).UTC(), r.Time != 0
}

// Row is event i.
func (d *Document) Row(i int) Row {
	if i < 0 || i >= d.Len() {
		return Row{Index: None, Link: noLink()}
	}
	e, l, w := d.trace.Entry(i), d.Link(i), d.words.at(i)
	return Row{
		Entry: e, Link: l, Index: i, Class: l.Class,
		Label: d.text(w.label), About: d.text(w.about), ID: d.text(e.ID),
	}
}

func (d *Document) text(t model.Text) safetext.String { return safetext.Line(d.trace.Text(t)) }

// Link is how event i stands in the conversation.
func (d *Document) Link(i int) Link {
	if i < 0 || i >= d.Len() {
		return noLink()
	}
	return *d.conversation().at(i)
}

// conversation is how all events stand, as far as it is known.
func (d *Document) conversation() *chunks[Link] {
	if r := d.Ruling(); r != nil {
		return &r.links
	}
	return &d.links
}

// Partner is the answer of a request or the request of an answer, or None.
func (d *Document) Partner(i int) int { return int(d.Link(i).Partner) }

// NextOfTalk is the next or previous event of a row's conversation that is accepted, or None.
func (d *Document) NextOfTalk(row, step int, accept func(int) bool) int {
	links := d.conversation()
	root := links.at(row).Root
	if root == None {
		return None
	}
	// There may be a million rows and no further one: the loop keeps to one piece of the list at a time.
	var part *[chunkLen]Link
	for i, n := row+step, d.Len(); i >= 0 && i < n; i += step {
		if k := i % chunkLen; part == nil || k == 0 || k == chunkLen-1 {
			part = links.parts[i/chunkLen]
		}
		if part[i%chunkLen].Root == root && accept(i) {
			return i
		}
	}
	return None
}

// Between is the time from event a to event b; ok is false if one has none.
func (d *Document) Between(a, b int) (span time.Duration, ok bool) {
	if a < 0 || b < 0 || a >= d.Len() || b >= d.Len() {
		return 0, false
	}
	from, to := d.trace.Entry(a).Time, d.trace.Entry(b).Time
	return time.Duration(to - from), from != 0 && to != 0
}

func timeBetween(a, b *model.Entry) time.Duration {
	return max(time.Duration(a.Time-b.Time), time.Duration(b.Time-a.Time))
}

// Latency is the time from the request of a pair, of which i is one event, to its answer.
func (d *Document) Latency(i int) (span time.Duration, ok bool) {
	partner := d.Partner(i)
	if partner == None {
		return 0, false
	}
	return d.Between(min(i, partner), max(i, partner))
}

// EventName is how people call event i.
func (d *Document) EventName(i int) string {
	if i < 0 || i >= d.Len() {
		return ""
	}
	e := d.trace.Entry(i)
	if e.Kind == model.BadEvent {
		return "line " + strconv.Itoa(int(e.Line))
	}
	return "#" + strconv.FormatUint(e.Seq, 10)
}
