package model

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestSniffTraces(t *testing.T) {
	event := eventLine(1, `{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for name, trace := range map[string]string{
		"one event":                   event,
		"BOM, CRLF":                   byteOrderMark + event + "\r\n",
		"banner before":               "Starting\n\n" + event + "\n",
		"event among much rubbish":    strings.Repeat("rubbish\n", 49) + event + "\n",
		"brackets around events":      "[\n" + event + "\n" + event + "\n]\n",
		"NUL bytes behind":            event + "\n\x00\x00\x00",
		"huge first line":             eventLine(1, `"`+strings.Repeat("A", 100<<10)+`"`),
		"huge first line, seq behind": `{"payload":"` + strings.Repeat("A", 100<<10) + `"}`,
		"too deep first line":         eventLine(1, deep(100_000)) + "\n" + event + "\n",
		"too deep, payload first":     `{"payload":` + deep(100_000) + `,"seq":1}` + "\n" + event + "\n",
		"too deep, sample is longer":  eventLine(1, deep(11_000)) + "\nnoise\n",
		"too deep only line":          eventLine(1, deep(11_000)),
		"no transport anywhere":       strings.Repeat(`{"seq":1,"direction":"client-to-server","kind":"http"}`+"\n", 3),
		"c2s everywhere":              `{"seq":1,"direction":"c2s","transport":"stdio","kind":"message","payload":1}`,
	} {
		if err := Sniff(strings.NewReader(trace)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSniffOthers(t *testing.T) {
	event := eventLine(1, `{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	rpc := `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	for _, tc := range []struct{ name, text, what, advice string }{
		{"empty", "", "an empty file", "nothing"},
		{"blank", "\n \r\n", "an empty file", "nothing"},
		{"text", "hello\nworld\n", "a text file", "one event a line"},
		{"binary", "abc\x00def", "a binary file", ""},
		{"no UTF-8", "abc\xff\xfedef", "a binary file", ""},
		{"gzip", "\x1f\x8b\x08\x00", "a gzip file", "gunzip -c FILE | mcpx -"},
		{"tar", "a.jsonl" + strings.Repeat("\x00", 250) + "ustar  \x00" + strings.Repeat("\x00", 247) + event + "\n" + event + "\n", "a tar archive", "tar -xOf FILE | mcpx -"},
		{"zstd", "\x28\xb5\x2f\xfd\x00", "a zstd file", "zstd -dc FILE | mcpx -"},
		{"zip", "PK\x03\x04...", "a zip archive", "unzip -p FILE"},
		{"UTF-16LE with BOM", "\xff\xfe{\x00", "UTF-16 text (little-endian)", "iconv -f UTF-16 "},
		{"UTF-16BE with BOM", "\xfe\xff\x00{", "UTF-16 text (big-endian)", "iconv -f UTF-16 "},
		{"UTF-16LE", "{\x00\"\x00", "UTF-16 text (little-endian)", "iconv -f UTF-16LE"},
		{"UTF-16BE", "\x00{\x00\"", "UTF-16 text (big-endian)", "iconv -f UTF-16BE"},
		{"array of events", "[\n" + event + ",\n" + event + "\n]", "a JSON array of events", "jq -c '.[]' FILE"},
		{"array of events in one line", "[" + event + "," + event + "]", "a JSON array of events", "jq -c '.[]' FILE"},
		{"pretty events", strings.NewReplacer("{", "{\n ", ",", ",\n ").Replace(event), "a trace whose events go over several lines", "jq -c . FILE"},
		{"document", "{\n \"a\": 1\n}\n", "one JSON document", ""},
		{"too deep document", `{"a":` + strings.Repeat("[", 11_000), "one JSON document", ""},
		{"too deep document over several lines", "{\n\"a\":1,\n\"b\":" + strings.Repeat("[", 11_000) + "\n1", "one JSON document", ""},
		{"document in one line", `{"a":1}`, "one JSON document", ""},
		{"array", "[1,\n2]", "one JSON array", ""},
		{"scalar", "17", "a text file", ""},
		{"HAR", `{"log":{"version":"1.2","entries":[{"request":{}}]}}`, "an HTTP archive (HAR)", ""},
		{"pretty HAR", "{\n\"log\": {\n\"version\":\"1.2\",\n\"entries\":[", "an HTTP archive (HAR)", ""},
		{"OpenTelemetry", "{\n \"resourceSpans\": []\n}", "an OpenTelemetry export", "no messages"},
		{"Inspector", "[\n {\"id\":\"1\",\"direction\":\"request\",\"origin\":\"client\",\"message\":{}}]", "a protocol export of the MCP Inspector", ""},
		{"Inspector network", "[\n {\"requestHeaders\":{},\"category\":\"x\"}]", "a network export of the MCP Inspector", ""},
		{"JSON-RPC", rpc + "\n" + rpc + "\n", "JSON-RPC without a record of who sent what", `"payload":MESSAGE`},
		{"one JSON-RPC message", rpc, "JSON-RPC without a record of who sent what", ""},
		{"JSON-RPC batch", "[" + rpc + "]\n" + rpc, "JSON-RPC without a record of who sent what", ""},
		{"polluted JSON-RPC", "listening\nready\n" + rpc + "\nbye\n", "JSON-RPC without a record of who sent what", ""},
		{"huge JSON-RPC", `{"jsonrpc":"2.0","id":1,"result":"` + strings.Repeat("A", 100<<10), "JSON-RPC without a record of who sent what", ""},
		{"mcpsnoop", `{"session_id":"s","seq":1,"direction":"c2s","transport":"stdio","raw":` + rpc + "}\n", "an mcpsnoop session", ""},
		{"envelope", strings.Repeat(`{"t":1,"dir":"in","raw":`+rpc+"}\n", 2), "JSON Lines of another kind", ""},
		{"slog", strings.Repeat(`{"time":"t","level":"DEBUG","msg":"x"}`+"\n", 2), "a structured log", ""},
		{"Claude Code", strings.Repeat(`{"debug":"x","timestamp":"t","sessionId":"s","cwd":"/"}`+"\n", 2), "a Claude Code log", ""},
		{"Claude Desktop", "2026-09-14T09:30:00.000Z [weather] [info] Message from client: " + rpc + "\n", "a Claude Desktop log", "not what went over the wire"},
		{"VS Code", "2026-09-14 09:30:00.000 [debug] [editor -> server] " + rpc + "\n", "a VS Code MCP log", ""},
		{"Cursor", "2026-09-14 09:30:00.000 [info] user-weat: Handling CreateClient action\n", "a Cursor MCP log", ""},
		{"Windsurf", "2026-09-14 09:30:00.000 [info] I0914 09:30:00.012345 4242 manager.go:101] starting\n", "a Windsurf log", ""},
		{"Go SDK", "2026/09/14 09:30:00 starting\nwrite: " + rpc + "\n", "a log of the Go SDK's LoggingTransport", ""},
		{"Python SDK", "2026-09-14 09:30:00,000 - DEBUG - root=JSONRPCRequest(method='ping', id=0)\n", "a debug log of the Python SDK", ""},
		{"mcptools", "[2026-09-14T09:30:00Z] Received request: {\n  \"method\": \"ping\"\n}\n", "an mcptools log", ""},
		{"strace", "21519 14:48:56.586335 read(17, \"\\1\", 1024) = 8\n", "the output of strace", ""},
		{"SSE", "event: message\ndata: " + rpc + "\n\n", "the body of an SSE stream", ""},
		{"Content-Length", "Content-Length: 40\r\n\r\n" + rpc, "a stream of messages framed by Content-Length", ""},
		{"mitmproxy", "4520:4:type;4:http;", "a mitmproxy flow file", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := Sniff(iotest.OneByteReader(strings.NewReader(tc.text)))
			var not *NotTraceError
			if !errors.As(err, &not) {
				t.Fatalf("got %v", err)
			}
			if not.What != tc.what || !strings.Contains(not.Advice, tc.advice) || not.Empty() != (tc.what == "an empty file") {
				t.Errorf("got %q, %q", not.What, not.Advice)
			}
		})
	}
}

// A pipe that has brought one event is a trace, whatever will follow and whenever.
func TestSniffDoesNotWait(t *testing.T) {
	r, w := io.Pipe()
	go io.WriteString(w, eventLine(1, "1")+"\n")
	if err := Sniff(r); err != nil {
		t.Error(err)
	}
}

func TestSniffReaderError(t *testing.T) {
	broken := errors.New("broken")
	if err := Sniff(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}
