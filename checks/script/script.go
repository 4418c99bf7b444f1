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

// statement is one parsed line.
type statement struct {
	verb     string
	exchange string
	frame    string // id of the SSE frame
	words    []string
	headers  [][2]string
	body     string
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

func parse(line string) (statement, error) {
	var st statement
	for line != "" {
		line = strings.TrimLeft(line, " \t")
		if st.verb != "" && (strings.HasPrefix(line, "{") || isMessage(st.verb) && !strings.HasPrefix(line, "@") && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "[@")) {
			st.body = line
			return st, nil
		}
		if strings.HasPrefix(line, "[") {
			end := closing(line)
			if end < 0 {
				return st, fmt.Errorf("the bracket is not closed")
			}
			headers, err := parseHeaders(line[1:end])
			if err != nil {
				return st, err
			}
			st.headers = headers
			line = line[end+1:]
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		line = rest
		switch {
		case strings.HasPrefix(word, "@"):
			st.exchange = word[1:]
		case strings.HasPrefix(word, "#"):
			st.frame = word[1:]
		case st.verb == "" || st.verb == "s" && (word == "open" || word == "close" || word == "abort"):
			if st.verb == "s" {
				st.words = append(st.words, "server")
			}
			st.verb = word
			if word == "s" {
				if next := strings.Fields(rest); len(next) > 0 && (next[0] == "close" || next[0] == "abort" || next[0] == "open") {
					st.verb, st.words = next[0], []string{"server"}
					line = strings.TrimPrefix(strings.TrimLeft(rest, " "), next[0])
				}
			}
		default:
			st.words = append(st.words, word)
		}
	}
	return st, nil
}

func isMessage(verb string) bool {
	return verb == "c" || verb == "s" || verb == "C" || verb == "S"
}

// closing is the index of the bracket that ends a header list, outside quotes.
func closing(line string) int {
	quoted := false
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\' && quoted:
			i++
		case line[i] == '"':
			quoted = !quoted
		case line[i] == ']' && !quoted:
			return i
		}
	}
	return -1
}

func parseHeaders(text string) ([][2]string, error) {
	var headers [][2]string
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		name, rest, ok := strings.Cut(text, "=")
		if !ok {
			return nil, fmt.Errorf("%q is no NAME=VALUE", text)
		}
		value := rest
		if strings.HasPrefix(rest, `"`) {
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil {
				return nil, err
			}
			text = rest[len(quoted):]
			if value, err = strconv.Unquote(quoted); err != nil {
				return nil, err
			}
		} else {
			value, text, _ = strings.Cut(rest, " ")
		}
		headers = append(headers, [2]string{strings.ToLower(name), value})
	}
	return headers, nil
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

// complete adds the members that a conforming message has, and takes out what is to be omitted.
func (w *writer) complete(m object) object {
	fill(m, "jsonrpc", "2.0")
	method, _ := m["method"].(string)
	_, hasID := m["id"]
	if method != "" && hasID {
		w.methods[string(marshal(m["id"]))] = method
	}
	if w.revision == "2026-07-28" {
		w.completeModern(m, method, hasID)
	}
	strip(m)
	return m
}

func (w *writer) completeModern(m object, method string, hasID bool) {
	if method != "" && hasID && method != "initialize" {
		meta := inner(inner(m, "params"), "_meta")
		fill(meta, "io.modelcontextprotocol/protocolVersion", w.revision)
		fill(meta, "io.modelcontextprotocol/clientCapabilities", object{})
		fill(meta, "io.modelcontextprotocol/clientInfo", object{"name": "desk", "version": "2.1"})
	}
	result, ok := m["result"].(object)
	if !ok {
		return
	}
	fill(result, "resultType", "complete")
	fill(inner(result, "_meta"), "io.modelcontextprotocol/serverInfo", object{"name": "bank", "version": "5"})
	if result["resultType"] != "complete" {
		return
	}
	switch w.methods[string(marshal(m["id"]))] {
	case "server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read":
		fill(result, "ttlMs", json.Number("0"))
		fill(result, "cacheScope", "private")
	}
}

func fill(m object, name string, value any) {
	if _, there := m[name]; !there && m != nil {
		m[name] = value
	}
}

// inner gives the object at a member and makes it where it is missing; a member of another kind stays.
func inner(m object, name string) object {
	if m == nil {
		return nil
	}
	fill(m, name, object{})
	o, _ := m[name].(object)
	return o
}

func strip(m object) {
	for k, v := range m {
		switch v := v.(type) {
		case string:
			if v == omit {
				delete(m, k)
			}
		case object:
			strip(v)
		case []any:
			for _, e := range v {
				if o, ok := e.(object); ok {
					strip(o)
				}
			}
		}
	}
}

func (w *writer) post(st statement) error {
	m, err := decode(st.body)
	if err != nil {
		return err
	}
	m = w.complete(m)
	headers := [][2]string{
		{"host", "127.0.0.1:8080"}, {"content-type", "application/json"},
		{"accept", "application/json, text/event-stream"},
	}
	params, _ := m["params"].(object)
	if w.revision == "2026-07-28" {
		headers = append(headers, modernHeaders(m, params)...)
	} else {
		if w.session != "" {
			headers = append(headers, [2]string{"mcp-session-id", w.session})
		}
		if m["method"] != "initialize" {
			headers = append(headers, [2]string{"mcp-protocol-version", w.revision})
		}
	}
	w.head(st, "POST", override(headers, st.headers))
	w.send(st, client, m)
	return nil
}

func modernHeaders(m, params object) [][2]string {
	var headers [][2]string
	method, _ := m["method"].(string)
	if meta, ok := params["_meta"].(object); ok {
		if v, ok := meta["io.modelcontextprotocol/protocolVersion"].(string); ok {
			headers = append(headers, [2]string{"mcp-protocol-version", v})
		}
	}
	headers = append(headers, [2]string{"mcp-method", method})
	name := "name"
	if method == "resources/read" {
		name = "uri"
	}
	switch method {
	case "tools/call", "prompts/get", "resources/read":
		if v, ok := params[name].(string); ok {
			headers = append(headers, [2]string{"mcp-name", v})
		}
	}
	return headers
}

func override(headers, with [][2]string) [][2]string {
	for _, h := range with {
		replaced := false
		for i := range headers {
			if headers[i][0] == h[0] {
				headers[i][1], replaced = h[1], true
			}
		}
		if !replaced {
			headers = append(headers, h)
		}
	}
	return headers
}

func headerObject(headers [][2]string) object {
	o := object{}
	for _, h := range headers {
		if h[1] != omit {
			o[h[0]] = h[1]
		}
	}
	return o
}

func (w *writer) head(st statement, verb string, headers [][2]string) {
	w.event(st, client, object{"kind": "http", "method": verb, "headers": headerObject(headers)})
}

func (w *writer) status(st statement, code string, headers [][2]string) error {
	if _, err := strconv.Atoi(code); err != nil {
		return err
	}
	w.event(st, server, object{"kind": "http", "status": json.Number(code), "headers": headerObject(headers)})
	return nil
}

func (w *writer) answer(st statement, code string, headers [][2]string) error {
	if err := w.status(st, code, override(headers, st.headers)); err != nil {
		return err
	}
	if st.body == "" {
		return nil
	}
	m, err := decode(st.body)
	if err != nil {
		return err
	}
	w.send(st, server, w.complete(m))
	return nil
}

func (w *writer) handshake(st statement) error {
	spec, err := decode(st.body)
	if err != nil {
		return err
	}
	if w.revision == "2026-07-28" {
		w.revision = "2025-11-25"
	}
	version := any(w.revision)
	if v, ok := spec["version"]; ok {
		version = v
	}
	id := spec["id"]
	if id == nil {
		id = json.Number("0")
	}
	request := object{"id": id, "method": "initialize", "params": object{
		"protocolVersion": w.revision, "capabilities": or(spec["client"]), "clientInfo": object{"name": "desk", "version": "2.1"}}}
	result := object{"id": id, "result": object{
		"protocolVersion": version, "capabilities": or(spec["server"]), "serverInfo": object{"name": "bank", "version": "5"}}}
	initialized := object{"method": "notifications/initialized"}
	if w.transport == "stdio" {
		w.send(st, client, w.complete(request))
		w.send(st, server, w.complete(result))
		w.send(st, client, w.complete(initialized))
		return nil
	}
	return w.handshakeOverHTTP(st, spec, request, result, initialized)
}

func or(v any) any {
	if v == nil {
		return object{}
	}
	return v
}

func (w *writer) handshakeOverHTTP(st statement, spec, request, result, initialized object) error {
	w.session = ""
	first := st
	first.body, first.headers = string(marshal(request)), nil
	if err := w.post(first); err != nil {
		return err
	}
	headers := [][2]string{{"content-type", "application/json"}}
	if session, ok := spec["session"].(string); ok {
		headers = append(headers, [2]string{"mcp-session-id", session})
		w.session = session
	}
	first.body = string(marshal(result))
	if err := w.answer(first, "200", headers); err != nil {
		return err
	}
	second := st
	if st.exchange != "" {
		n, err := strconv.Atoi(st.exchange)
		if err != nil {
			return err
		}
		second.exchange = strconv.Itoa(n + 1)
	}
	second.body, second.headers = string(marshal(initialized)), nil
	if err := w.post(second); err != nil {
		return err
	}
	return w.status(second, "202", nil)
}
