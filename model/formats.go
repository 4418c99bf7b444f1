package model

import (
	"bytes"
	"regexp"
	"slices"
)

// format is a kind of file that is no trace. Without a name it is a trace with something wrong about it.
type format struct{ what, advice string }

// Reader is the command in an advice that reads a trace from a pipe.
const Reader = "mcpx -"

const (
	wanted  = "mcpx reads one event a line, a JSON object with seq, direction, transport and kind"
	wrapIt  = `put each message into an event of its own, {"seq":1,"direction":"client-to-server","transport":"stdio","kind":"message","payload":MESSAGE}`
	noWire  = "a log says what a program wrote down, not what went over the wire; " + wanted
	reads   = " | " + Reader
	unpacks = " FILE" + reads

	otherLines = "JSON Lines of another kind"
)

func emptyFile() *format  { return &format{"an empty file", "nothing has been recorded in it"} }
func binaryFile() *format { return &format{"a binary file", wanted} }
func textFile() *format   { return &format{"a text file", wanted} }

// inTar reports an archive whose members may be traces.
func (s *sample) inTar() bool {
	return len(s.head) > 257 && bytes.HasPrefix(s.head[257:], []byte("ustar"))
}

// byMagic recognises files by their first bytes.
func (s *sample) byMagic() *format {
	for _, m := range []struct{ magic, what, advice string }{
		{"\x1f\x8b", "a gzip file", "gunzip -c" + unpacks},
		{"\x28\xb5\x2f\xfd", "a zstd file", "zstd -dc" + unpacks},
		{"\xfd7zXZ\x00", "an xz file", "xz -dc" + unpacks},
		{"BZh", "a bzip2 file", "bunzip2 -c" + unpacks},
		{"PK\x03\x04", "a zip archive", "unzip -p" + unpacks},
		{"\xff\xfe\x00\x00", "UTF-32 text", "iconv -f UTF-32 -t UTF-8" + unpacks},
		{"\xff\xfe", "UTF-16 text (little-endian)", "iconv -f UTF-16 -t UTF-8" + unpacks},
		{"\xfe\xff", "UTF-16 text (big-endian)", "iconv -f UTF-16 -t UTF-8" + unpacks},
		{"{\x00", "UTF-16 text (little-endian)", "iconv -f UTF-16LE -t UTF-8" + unpacks},
		{"\x00{", "UTF-16 text (big-endian)", "iconv -f UTF-16BE -t UTF-8" + unpacks},
		{"SQLite format 3\x00", "an SQLite database", wanted},
		{"\xd4\xc3\xb2\xa1", "a packet capture", wanted},
		{"\x0a\x0d\x0d\x0a", "a packet capture", wanted},
		{"\x7fELF", "a program", "mcpx opens recordings and runs nothing"},
	} {
		if bytes.HasPrefix(s.head, []byte(m.magic)) {
			return &format{m.what, m.advice}
		}
	}
	switch {
	case regexp.MustCompile(`^\d+:\d+:[a-z_]+;`).Match(s.head):
		return &format{"a mitmproxy flow file", wanted}
	case regexp.MustCompile(`(?i)^Content-Length: *\d+\r?\n`).Match(s.head):
		return &format{"a stream of messages framed by Content-Length", "MCP has one message a line; " + wrapIt}
	case bytes.IndexByte(s.head, 0) >= 0:
		return binaryFile()
	}
	return nil
}

// logFormat recognises a line of a log.
type logFormat struct {
	line *regexp.Regexp
	format
}

func logFormats() []logFormat {
	const (
		utc    = `^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z `
		editor = `^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \[\w+\] `
	)
	log := func(line, what string) logFormat {
		return logFormat{regexp.MustCompile(line), format{what, noWire}}
	}
	return []logFormat{
		log(utc+`\[DEBUG\] `, "a Claude Code debug log"),
		log(utc+`\[[^\]]*\] \[[^\]]*\] `, "a Claude Desktop log"),
		log(editor+`(\[(editor -> server|server -> editor|Client Says|Server Says|server stderr)\]|Connection state|Starting server|Discovered )`, "a VS Code MCP log"),
		log(editor+`[IWEF]\d{4} `, "a Windsurf log"),
		log(editor+`\S+: `, "a Cursor MCP log"),
		log(`^(read|write)( error)?: `, "a log of the Go SDK's LoggingTransport"),
		log(`JSONRPC(Request|Response|Notification|Error|Message)\(`, "a debug log of the Python SDK"),
		log(`^\[supergateway\] `, "a supergateway log"),
		log(`^\[\d{4}-\d\d-\d\dT[^\]]*\] (Received request|Sending response|Guard proxy|Proxy|Mock)`, "an mcptools log"),
		{regexp.MustCompile(`^(\d+ +)?(\d\d:\d\d:\d\d\S* )?(\w+\(\d+, |<\.\.\. \w+ resumed>)`), format{"the output of strace", wanted}},
		{regexp.MustCompile(`^(data|event|id): ?`), format{"the body of an SSE stream", wrapIt}},
	}
}

// formatOfLine recognises a line of another kind of file; nil if nothing speaks for any.
func formatOfLine(line []byte, logs []logFormat) *format {
	if line[0] == '{' || line[0] == '[' {
		if o := outlineOf(line); o.state != invalidOutline && o.names != nil {
			return o.line()
		}
	}
	for _, f := range logs {
		if f.line.Match(line) {
			return &f.format
		}
	}
	return nil
}

func (o *outline) has(names ...string) bool {
	for _, name := range names {
		if !slices.Contains(o.names, name) {
			return false
		}
	}
	return true
}

func (o *outline) rawMessage() bool {
	return o.has("jsonrpc") || o.has("id") && (o.has("method") || o.has("result") || o.has("error")) && len(o.names) <= 4
}

// event tells a trace's event with something wrong about it: most of its members are there, or the
// sample ends before they could be seen.
func (o *outline) event() bool {
	n := 0
	for _, name := range []string{"seq", "direction", "transport", "kind", "payload"} {
		if o.has(name) {
			n++
		}
	}
	return !o.has("session_id") && (n >= 3 || o.state == cutOutline && n > 0)
}

// line gives the format of a line that is JSON.
func (o *outline) line() *format {
	switch {
	case o.event():
		return &format{}
	case o.rawMessage():
		return &format{"JSON-RPC without a record of who sent what", wrapIt}
	case o.has("session_id", "seq", "direction"):
		return &format{"an mcpsnoop session", wanted}
	case o.has("timestamp", "sessionId", "cwd"):
		return &format{"a Claude Code log", noWire}
	case o.har():
		return harFile()
	case o.has("msg", "level"):
		return &format{"a structured log", noWire}
	default:
		return &format{otherLines, wanted}
	}
}

func harFile() *format {
	return &format{"an HTTP archive (HAR)", "mcpx needs the events one a line, an http event for each request and response and a message event for each body"}
}

func (o *outline) har() bool { return o.has("log") && bytes.Contains(o.text, []byte(`"entries"`)) }

// document gives the format of a file that is one JSON value or values over several lines.
func (o *outline) document() *format {
	switch {
	case o.event() && o.array:
		return &format{"a JSON array of events", "put one event on a line: jq -c '.[]'" + unpacks}
	case o.event() && bytes.IndexByte(o.text, '\n') >= 0:
		return &format{"a trace whose events go over several lines", "put one event on a line: jq -c ." + unpacks}
	case o.event():
		return nil
	case o.has("resourceSpans"):
		return &format{"an OpenTelemetry export", "it holds timings and no messages; " + wanted}
	case o.array && o.has("origin", "message", "direction"):
		return &format{"a protocol export of the MCP Inspector", wanted}
	case o.array && o.has("requestHeaders", "category"):
		return &format{"a network export of the MCP Inspector", wanted}
	}
	f := o.line()
	switch {
	case f.what != otherLines:
		return f
	case o.array:
		return &format{"one JSON array", wanted}
	default:
		return &format{"one JSON document", wanted}
	}
}
