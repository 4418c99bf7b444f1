package model

import (
	"bytes"
	"slices"
	"strings"
)

// Direction tells who wrote an event.
type Direction uint8

// The two directions.
const (
	ClientToServer Direction = iota
	ServerToClient
)

func (d Direction) String() string {
	if d == ServerToClient {
		return "server-to-client"
	}
	return "client-to-server"
}

// Sender is the party that wrote an event of this direction.
func (d Direction) Sender() Party {
	if d == ServerToClient {
		return Server
	}
	return Client
}

// Party is a side of the conversation.
type Party uint8

// The parties.
const (
	Client Party = iota
	Server
)

func (p Party) String() string {
	if p == Server {
		return "server"
	}
	return "client"
}

// Other is the party on the other side.
func (p Party) Other() Party { return 1 - p }

// Transport is what carried an event.
type Transport uint8

// The two transports.
const (
	Stdio Transport = iota
	HTTP
)

func (t Transport) String() string {
	if t == HTTP {
		return "streamable-http"
	}
	return "stdio"
}

// EventKind is what an event records.
type EventKind uint8

// The kinds of events. A BadEvent is a line that could not be read; its Problem says why.
const (
	BadEvent EventKind = iota
	MessageEvent
	HTTPEvent
	LifecycleEvent
)

func (k EventKind) String() string {
	return [...]string{"bad line", "message", "http", "lifecycle"}[k]
}

// Lifecycle is what happened to a transport.
type Lifecycle uint8

// The lifecycle events.
const (
	NoLifecycle Lifecycle = iota
	TransportOpen
	TransportClose
	TransportAbort
)

func (l Lifecycle) String() string {
	return [...]string{"", "transport-open", "transport-close", "transport-abort"}[l]
}

// SSE is what a recorder kept of the frame that carried a message.
type SSE struct{ ID, Event string }

// Event is one line of a trace, decoded. What can be seen of it is not changed after decoding, and it may be
// kept.
type Event struct {
	Line   int   // number of the line in the file, from 1
	Offset int64 // position of the line in the file, in bytes
	Size   int   // length of the line, in bytes
	Seq    uint64
	Time   int64 // nanoseconds since 1970, 0 if none is recorded; shown, never judged by

	Direction  Direction
	Transport  Transport
	Kind       EventKind
	Lifecycle  Lifecycle
	Numbered   bool   // the recorder numbered the HTTP exchange
	HasHeaders bool   // an http event without headers proves nothing about them (G14)
	Aside      bool   // it is not of this recording: a line once more, or one behind the place where seq begins again
	alone      bool   // it shares its memory with no other event
	Exchange   uint64 // number of the HTTP exchange, if it is Numbered
	written    uint64 // a hash of the line, in a scan

	Payload Value    // of a message
	draft   *Message // until a tracker takes it
	SSE     *SSE     // of a message that came in an SSE frame

	Status  int    // of a server's http event; 0 if not recorded
	Verb    string // of a client's http event; "" if not recorded
	Headers Headers

	Problem *Problem // why the line could not be read, or what is doubtful about it
}

// Detach gives the event memory of its own. Events share slabs of memory with those around them, so that
// one that is kept for long keeps its neighbours, too. Only the goroutine that scans may call it.
func (e *Event) Detach() {
	if doc := e.Payload.doc; doc != nil && !e.alone {
		doc.raw, doc.nodes, e.alone = bytes.Clone(doc.raw), slices.Clone(doc.nodes), true
	}
}

// Sender is the party that wrote the event.
func (e *Event) Sender() Party { return e.Direction.Sender() }

// MediaType is the media type of the content-type header in lower case, "" if there is none.
func (e *Event) MediaType() string {
	t, _, _ := strings.Cut(e.Headers.Value("content-type"), ";")
	return strings.ToLower(strings.TrimSpace(t))
}

// Success reports a 2xx status.
func (e *Event) Success() bool { return e.Status >= 200 && e.Status < 300 }

// ProblemKind classifies what is wrong with a line.
type ProblemKind uint8

// The kinds of problems. From DuplicateName on the event can be read all the same, though a repeated line and
// an initialize that was logged twice are none of their own.
const (
	TornLine ProblemKind = iota
	NotJSON
	NotObject
	WrongMember
	TooDeep
	InvalidUTF8
	TooLong
	DuplicateName
	SeqNotRising
	RepeatedLine
	SeqBeginsAgain
	LoggedTwice
)

var problemNames = [...]string{"torn last line", "no JSON", "no object", "wrong or missing member",
	"too deep", "invalid UTF-8", "too long", "duplicate name", "seq does not rise", "repeated line", "another recording", "logged twice"}

func (k ProblemKind) String() string { return problemNames[k] }

// Fatal reports whether a line with this problem could not be read as an event.
func (k ProblemKind) Fatal() bool { return k < DuplicateName }

// Problem is what is wrong with a line and where.
type Problem struct {
	Kind   ProblemKind
	Column int    // byte in the line, from 1; 0 if the whole line is meant
	Text   string // one clause: what was found and what is wanted
}
