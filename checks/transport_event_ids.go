package checks

import "mcpx/model"

// Rules of 2025-11-25 on the ids of events and the streams they resume.
var eventIDChecks = []*Check{
	{
		ID:       "transport.event-id-unique",
		Title:    "The id of an event is used once in a session",
		Convicts: "Every server message with the id of its event is a subject in a session with an id. It convicts if an earlier event of the session had the same id and other content.",
		Spares:   "A message that is delivered again under its old id; events without an id, and those behind one that had the id on the same stream, since some recorders let an id stand until the next one comes; sessions without an id.",
		Party:    ByServer, At: only2511, Needs: Need{Transport: overHTTP},
		Run: func(w *Watch) {
			f := &frames{w: w}
			f.watch(f.unique)
		},
	},
	{
		ID:       "transport.replay-same-stream",
		Title:    "A resumed stream replays its own messages only",
		Convicts: "Every message on a GET with last-event-id is a subject in a session with an id, if its event was seen before and so was the event that the GET resumes behind. It convicts if the two belong to different streams.",
		Spares:   "GETs whose last-event-id was not recorded, messages that come for the first time or came only on resumed streams before, and events seen on several streams.",
		Party:    ByServer, At: only2511, Needs: Need{Transport: overHTTP},
		Run: func(w *Watch) {
			if f := (&frames{w: w}); w.Facts.HeaderRecorded("last-event-id") {
				f.watch(f.replayed)
			}
		},
	},
}

// frames remembers the events of a session by their ids.
type frames struct {
	w      *Watch
	byID   table[frameKey, *frame]
	latest table[uint64, string] // id of the latest event on each exchange
}

type frameKey struct {
	session int // its ordinal
	id      string
}

// frame is the first message that came with an event id.
type frame struct {
	use     Related
	digest  [32]byte
	stream  uint64 // exchange of the stream it belongs to; meaningless if it is not known
	known   bool   // whether stream is known
	resumed bool   // the message came on a GET that resumes the stream, where the server may have misplaced it
	several bool   // messages of several streams have the id
}

// watch tells of every message with an event id on a numbered exchange of a named session: of what was
// first recorded with the id, nil if nothing was, and of the digest of the message.
func (f *frames) watch(judge func(m *model.Message, first *frame, digest [32]byte)) {
	f.w.Messages(func(m *model.Message) {
		x := m.HTTP
		if m.Sender() != model.Server || !m.Numbered || m.SSE == nil || m.SSE.ID == "" || x == nil || x.Forgotten || x.Head == nil || !inNamedSession(x) {
			return
		}
		k := frameKey{x.Session.Ordinal, m.SSE.ID}
		digest := m.Payload.Digest()
		first, _ := f.byID.lookup(k)
		if first != nil || !f.byID.dropped {
			judge(m, first, digest)
		}
		f.enter(k, m, first, digest)
		f.latest.put(x.Number, m.SSE.ID)
	})
}

func (f *frames) enter(k frameKey, m *model.Message, first *frame, digest [32]byte) {
	stream, known := f.stream(m.HTTP)
	if first == nil {
		f.byID.put(k, &frame{use: Rel("earlier use", m.Event), digest: digest, stream: stream, known: known, resumed: m.HTTP.Resuming()})
		return
	}
	if !m.HTTP.Resuming() && (!known || stream != first.stream) {
		first.several = true
	}
}

// stream is the exchange that began the stream of an exchange: its own, or for a GET that resumes one,
// that on which the event it resumes behind was recorded.
func (f *frames) stream(x *model.HTTPExchange) (number uint64, known bool) {
	if !x.Resuming() {
		return x.Number, true
	}
	last, _ := f.byID.lookup(frameKey{x.Session.Ordinal, x.Head.Headers.Value("last-event-id")})
	if last == nil || last.several {
		return 0, false
	}
	return last.stream, last.known
}

func (f *frames) unique(m *model.Message, first *frame, digest [32]byte) {
	if latest, seen := f.latest.lookup(m.HTTP.Number); seen && latest == m.SSE.ID || m.HTTP.Head.Headers.Value("last-event-id") == m.SSE.ID {
		return
	}
	fault, earlier := "", Related{}
	if first != nil && first.digest != digest {
		fault = say("event id %s was used for another message", model.Quote(m.SSE.ID))
		earlier = first.use
	}
	f.w.Judge(m.Event, "", fault, earlier)
}

func (f *frames) replayed(m *model.Message, first *frame, digest [32]byte) {
	if !m.HTTP.Resuming() || first == nil || first.resumed || first.several || first.digest != digest {
		return
	}
	resumed, known := f.stream(m.HTTP)
	if !known {
		return
	}
	fault := ""
	if first.stream != resumed {
		fault = say("event %s belongs to exchange %d, want only those of exchange %d on the stream that resumes it", model.Quote(m.SSE.ID), first.stream, resumed)
	}
	f.w.Judge(m.Event, "", fault, first.use, Rel("http request", m.HTTP.Head))
}
