package model

import (
	"crypto/sha256"
	"sort"
)

// Facts are what holds for a recording as a whole. A survey gathers them in a first pass, so that the
// judging pass can decide at once what depends on the rest of the recording ("before or after", "if the
// recording holds"). They are of bounded size.
type Facts struct {
	Transports [2]TransportFacts // by Transport

	// BodiesUnknownBefore and StatusesUnknownBefore are the lines before which bodies and statuses that
	// were attributed by inference are unknown (M5).
	BodiesUnknownBefore   int
	StatusesUnknownBefore int

	Discoveries []Discovery // distinct results of server/discover, in order

	ShownModern        bool // the server showed that it speaks 2026-07-28 or later (M6)
	InitializeAccepted bool // an initialize was answered by a result
	DiscoversOlder     bool // a discovery result lists revisions, all before 2026-07-28
	LegacyInitialize   bool // an initialize without the modern key stands in the recording
	ForeignHost        bool // a recorded host header names another host than a loopback one
	NumberedHTTP       bool // events on streamable-http carry exchange numbers
	HTTPEvents         bool // there are http events
	HTTPWithSSE        bool // HTTP carries the HTTP+SSE transport of 2024-11-05, which has other rules
	ClientRequests     int  // messages of class request from the client
	ModernRequests     int  // of them with the modern key
	Messages           [2]int

	Declared []Declaration // what the session itself declares, in order of first appearance

	Sessions []SessionFacts // by ordinal, at handshake revisions

	Events            int
	Problems          int
	FirstSeq, LastSeq uint64
	SeqGaps           []int     // lines before which seq jumps, at most 4,096
	LastLine          int       // that is judged
	AppendedFrom      int       // the line where seq begins again, with another recording; 0 if it does not
	LastLifecycle     Lifecycle // of the last event, if it is one without exchange
	LastTransport     Transport // of the last event

	holeBefore  int // the first line before which seq jumps ahead; 0 if none
	headersSeen map[string]bool
	results     map[string]bool
	served      map[string]int // first lines of results to requests with the modern key
	decided     map[int]bool   // lines of initializes that were accepted or refused (M6)
	defaulted   bool

	discovered      map[discoveryKey]bool
	discoveredBy    map[string][]int // indices of Discoveries by sender
	discoveriesLost bool             // there were more than are kept

	definitions definitionHistory
	listChanged map[string]*changeLog
	refused     map[int]bool // lines of client messages and heads outside sessions whose exchange was refused
}

// TransportFacts are what holds for one transport of a recording.
type TransportFacts struct {
	Seen            bool
	OpenedFirst     bool // its first event is a transport-open
	InitializeFirst bool // its first event is an initialize request
	Complete        bool // from its beginning (G8)
	CompleteFrom    int  // stdio: complete from this line on, where it is not from the beginning; 0 if never
	LossFrom        int  // the line of the first loss; 0 if none
	MixedThroughout bool // older traffic shows that is not an initialize, or the transport is not complete
	MixedFrom       int  // the line of the first initialize without the modern key that was not refused; 0 if none

	olderHeads  int   // client http events of an older conversation that showed no modern body
	initializes []int // lines of the initializes without the modern key that were not refused
}

// Discovery is a distinct result of an uncontested server/discover exchange.
type Discovery struct {
	Line         int
	Seq          uint64
	Sender       string // the client it answered, see Message.SenderName
	Supported    []string
	HasSupported bool // a non-empty list of strings
	Capabilities Value
	Unreadable   bool // no object, or with a repeated name: it may declare anything
}

// discoveryKey identifies a distinct discovery result.
type discoveryKey struct {
	sender string
	digest [sha256.Size]byte
}

// discover enters a discovery result unless the same one is known.
func (f *Facts) discover(d Discovery, result Value) {
	key := discoveryKey{d.Sender, result.DigestWithout("_meta", "ttlMs", "cacheScope", "instructions")}
	if f.discovered[key] {
		return
	}
	if len(f.Discoveries) == remembered {
		f.discoveriesLost = true
		return
	}
	if f.discovered == nil {
		f.discovered, f.discoveredBy = map[discoveryKey]bool{}, map[string][]int{}
	}
	f.discovered[key] = true
	f.discoveredBy[d.Sender] = append(f.discoveredBy[d.Sender], len(f.Discoveries))
	f.Discoveries = append(f.Discoveries, d)
}

// Declaration is a revision that a recording itself declares (M6).
type Declaration struct {
	Revision string
	Source   string // "initialize result", "request _meta" or "version header"
	Line     int
}

// Complete reports whether a transport lacks nothing at a line of the recording (G8).
func (f *Facts) Complete(t Transport, line int) bool {
	tf := &f.Transports[t]
	if tf.LossFrom > 0 && line >= tf.LossFrom {
		return false
	}
	return tf.Complete || tf.CompleteFrom > 0 && line >= tf.CompleteFrom
}

// Opened reports whether the recording of a transport begins with its transport-open.
func (f *Facts) Opened(t Transport) bool { return f.Transports[t].OpenedFirst }

// Mixed reports whether a transport carries older traffic anywhere in the recording, or may before a line
// (M6).
func (f *Facts) Mixed(t Transport, line int) bool {
	tf := &f.Transports[t]
	return tf.throughout() || tf.MixedFrom > 0 || f.hides(t, line)
}

func (tf *TransportFacts) throughout() bool { return tf.MixedThroughout || tf.olderHeads > 0 }

// MixedAt reports whether an untied server message at a line may belong to older traffic.
func (f *Facts) MixedAt(t Transport, line int) bool {
	tf := &f.Transports[t]
	return tf.throughout() || tf.MixedFrom > 0 && line > tf.MixedFrom || f.hides(t, line)
}

// Hole reports that seq jumps ahead somewhere: something is missing.
func (f *Facts) Hole() bool { return f.holeBefore > 0 }

// hides reports that something is missing before a line of a transport: it may be an initialize.
func (f *Facts) hides(t Transport, line int) bool {
	loss := f.Transports[t].LossFrom
	return loss > 0 && line > loss || f.holeBefore > 0 && line >= f.holeBefore
}

// ResultSeen reports whether the recording holds a result for a method.
func (f *Facts) ResultSeen(method string) bool { return f.results[method] }

// ServedBefore reports whether a request of this revision's era with the method was answered by a result
// before a line.
func (f *Facts) ServedBefore(method string, line int) bool {
	served, ok := f.served[method]
	return ok && served < line
}

// HeaderRecorded reports whether some http event of the recording carries a header of this lower-case
// name, so that the recorder is known to keep it.
func (f *Facts) HeaderRecorded(name string) bool { return f.headersSeen[name] }

// Gap reports whether seq jumps somewhere behind line from, up to and including line to.
func (f *Facts) Gap(from, to int) bool {
	i := sort.SearchInts(f.SeqGaps, from+1)
	if i == len(f.SeqGaps) {
		return i == remembered && f.SeqGaps[i-1] < to // there were more than are kept
	}
	return f.SeqGaps[i] <= to
}

// AllDiscoveriesModern reports that there are discovery results and each lists only revisions from
// 2026-07-28 on.
func (f *Facts) AllDiscoveriesModern() bool {
	for _, d := range f.Discoveries {
		if !d.HasSupported {
			return false
		}
		for _, v := range d.Supported {
			if v < Revision20260728 {
				return false
			}
		}
	}
	return len(f.Discoveries) > 0 && !f.discoveriesLost
}

// Supports tells whether a version stands in every discovery result (all), and whether it stands in at
// least one (some).
func (f *Facts) Supports(version string) (all, some bool) {
	all = len(f.Discoveries) > 0 && !f.discoveriesLost
	for _, d := range f.Discoveries {
		listed := false
		for _, v := range d.Supported {
			listed = listed || v == version
		}
		all, some = all && listed, some || listed
	}
	return all, some
}

// Standing is what a declaration says about a capability (M11, C6).
type Standing uint8

// The standings. Unclear is no subject of any check.
const (
	Unclear Standing = iota
	Withheld
	Declared
)

// CapabilityStanding follows a path such as "sampling", "tools" through a capabilities object: declared
// if every step is an object (or the last one true), withheld if a step is missing from an object or
// the whole field is missing, unclear otherwise.
func CapabilityStanding(capabilities Value, path ...string) Standing {
	if !capabilities.Exists() {
		return Withheld
	}
	v := capabilities
	for i, step := range path {
		if !v.IsObject() {
			return Unclear
		}
		if v = v.Get(step); !v.Exists() {
			return Withheld
		}
		if v.IsTrue() && i == len(path)-1 {
			return Declared
		}
	}
	if v.IsObject() {
		return Declared
	}
	return Unclear
}

// ServerCapability is the standing of a server capability by all discovery results of one sender, or of
// all senders for "" (M11), with the seq of the first of them.
func (f *Facts) ServerCapability(sender string, path ...string) (standing Standing, seq uint64) {
	if sender != "" {
		for i, at := range f.discoveredBy[sender] {
			standing, seq = f.Discoveries[at].agree(i == 0, standing, seq, path)
		}
	} else {
		for i := range f.Discoveries {
			standing, seq = f.Discoveries[i].agree(i == 0, standing, seq, path)
		}
	}
	if f.discoveriesLost || standing == Withheld && f.holeBefore > 0 { // a missing one may declare it
		standing = Unclear
	}
	return standing, seq
}

// agree combines the standing by the discoveries before with that by this one.
func (d *Discovery) agree(first bool, before Standing, seq uint64, path []string) (Standing, uint64) {
	s := CapabilityStanding(d.Capabilities, path...)
	if d.Unreadable {
		s = Unclear
	}
	if first {
		return s, d.Seq
	}
	if s != before {
		s = Unclear
	}
	return s, seq
}

// the next ones are no-ops in the judging pass: the facts then already hold what the survey found.

func (f *Facts) httpWithSSE()           { f.HTTPWithSSE = true }
func (f *Facts) bodiesUnknown(line int) { f.BodiesUnknownBefore = max(f.BodiesUnknownBefore, line) }
func (f *Facts) statusesUnknown(line int) {
	f.StatusesUnknownBefore = max(f.StatusesUnknownBefore, line)
}
