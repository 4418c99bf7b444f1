package script

import "encoding/json"

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
