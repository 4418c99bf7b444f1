package script

import (
	"encoding/json"
	"strconv"
)

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
