// Package script writes small traces from a shorthand, so that a test says only what matters to it.
//
// Each line is one statement:
//
//	# comment
//	transport http                      the transport of what follows; stdio at the beginning
//	revision 2025-11-25                 how messages are completed; 2026-07-28 at the beginning
//	open | close | abort                a lifecycle event of the client; "s close" one of the server
//	c {"id":1,"method":"tools/list"}    a client message, completed
//	s {"id":1,"result":{"tools":[]}}    a server message, completed
//	C … | S …                           a message exactly as written, any JSON value
//	post {"id":1,"method":"ping"}       a POST head with all headers it owes, and the message
//	head GET [accept=text/event-stream] a client http event with just these headers
//	status 200 [content-type=…]         a server http event with just these headers
//	ok {…} | sse {…}                    status 200 with JSON or an event stream, and the server message
//	refuse 400 {…}                      that status with JSON, and the server message
//	init {"client":{},"server":{}}      a handshake: initialize, its result, notifications/initialized;
//	                                    "session" names the session, "version" the version agreed on
//	seq 90                              the next event has this seq
//	line {"seq":…}                      a line of the trace as it is
//
// "@3" before or behind the verb numbers the exchange; a handshake over HTTP takes its number and the
// next. "#e1" behind the verb is the id of the SSE frame that carried the message. In brackets stand headers, NAME=VALUE with a Go-quoted value where it holds spaces; for post they
// change the owed ones. A message is completed with jsonrpc and, at 2026-07-28, with the required _meta
// of requests, resultType, serverInfo and, on cacheable results, ttlMs and cacheScope, each only where
// the message has no member of that name. A member or header whose value is OMIT is left out.
package script

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Trace gives the trace that a script describes.
func Trace(text string) ([]byte, error) {
	w := &writer{transport: "stdio", revision: "2026-07-28", methods: map[string]string{}}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := w.statement(line); err != nil {
			return nil, fmt.Errorf("script line %d: %s: %w", i+1, line, err)
		}
	}
	return w.out.Bytes(), nil
}

type object = map[string]any

const omit = "OMIT"

type writer struct {
	out       bytes.Buffer
	seq       uint64
	transport string
	revision  string
	session   string            // mcp-session-id of the handshake, for posts
	methods   map[string]string // by request id
}

func (w *writer) statement(line string) error {
	st, err := parse(line)
	if err != nil {
		return err
	}
	switch st.verb {
	case "transport":
		w.transport = "streamable-http"
		if st.words[0] == "stdio" {
			w.transport = "stdio"
		}
	case "revision":
		w.revision = st.words[0]
	case "seq":
		w.seq, err = strconv.ParseUint(st.words[0], 10, 64)
	case "line":
		w.out.WriteString(st.body + "\n")
	case "open", "close", "abort":
		w.event(st, client, object{"kind": "lifecycle", "event": "transport-" + st.verb})
	case "c", "s", "C", "S":
		err = w.messageLine(st)
	case "post":
		err = w.post(st)
	case "head":
		w.head(st, st.words[0], st.headers)
	case "status":
		err = w.status(st, st.words[0], st.headers)
	case "ok":
		err = w.answer(st, "200", [][2]string{{"content-type", "application/json"}})
	case "sse":
		err = w.answer(st, "200", [][2]string{{"content-type", "text/event-stream"}, {"x-accel-buffering", "no"}})
	case "refuse":
		err = w.answer(st, st.words[0], [][2]string{{"content-type", "application/json"}})
	case "init":
		err = w.handshake(st)
	default:
		err = fmt.Errorf("unknown verb %q", st.verb)
	}
	return err
}

const (
	client = "client-to-server"
	server = "server-to-client"
)

func (w *writer) event(st statement, direction string, members object) {
	e := object{"seq": w.seq, "direction": direction, "transport": w.transport}
	w.seq++
	if len(st.words) > 0 && st.words[0] == "server" {
		e["direction"] = server
	}
	if st.exchange != "" {
		e["exchange"] = json.Number(st.exchange)
	}
	if st.frame != "" && members["kind"] == "message" {
		e["sse"] = object{"id": st.frame}
	}
	for k, v := range members {
		e[k] = v
	}
	w.out.Write(marshal(e))
	w.out.WriteByte('\n')
}

func marshal(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) // only values that were decoded from JSON come here
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

func decode(body string) (object, error) {
	dec := json.NewDecoder(strings.NewReader(body))
	dec.UseNumber()
	var m object
	err := dec.Decode(&m)
	return m, err
}

func (w *writer) messageLine(st statement) error {
	direction := client
	if st.verb == "s" || st.verb == "S" {
		direction = server
	}
	if st.verb == "C" || st.verb == "S" {
		if !json.Valid([]byte(st.body)) {
			return fmt.Errorf("the payload is no JSON")
		}
		w.event(st, direction, object{"kind": "message", "payload": json.RawMessage(st.body)})
		return nil
	}
	m, err := decode(st.body)
	if err != nil {
		return err
	}
	w.send(st, direction, w.complete(m))
	return nil
}

func (w *writer) send(st statement, direction string, m object) {
	w.event(st, direction, object{"kind": "message", "payload": m})
}
