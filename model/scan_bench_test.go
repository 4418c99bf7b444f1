package model

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// madeTrace is a trace of about size bytes with the usual mixture of messages: many small ones, tool
// listings of some kilobytes and now and then a picture.
func madeTrace(size int) []byte {
	meta := `"_meta":{"io.modelcontextprotocol/clientCapabilities":{"sampling":{},"roots":{"listChanged":true}},` +
		`"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1.0"},"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`
	tool := `{"name":"get_forecast","description":"Forecast for a place","inputSchema":{"type":"object","properties":` +
		`{"place":{"type":"string"},"days":{"type":"integer","minimum":1,"maximum":14}},"required":["place"]}}`
	listing := `{"resultType":"complete","tools":[` + strings.Repeat(tool+",", 12) + tool + `]}`
	picture := `{"resultType":"complete","content":[{"type":"image","mimeType":"image/png","data":"` + strings.Repeat("iVBORw0KGgo", 3000) + `"}]}`
	var b bytes.Buffer
	b.Grow(size + 64<<10)
	for id := 0; b.Len() < size; id++ {
		method, result := "tools/call", `{"resultType":"complete","content":[{"type":"text","text":"Sunny, \"warm\"\nand dry"}],"isError":false}`
		switch {
		case id%40 == 0:
			method, result = "tools/list", listing
		case id%400 == 7:
			result = picture
		}
		fmt.Fprintf(&b, `{"seq":%d,"ts":"2026-11-01T00:00:00.%03dZ","direction":"client-to-server","transport":"stdio","kind":"message","payload":`+
			`{"jsonrpc":"2.0","id":%d,"method":%q,"params":{"name":"get_forecast","arguments":{"place":"Oslo","days":3},%s}}}`+"\n", 2*id, id%1000, id, method, meta)
		fmt.Fprintf(&b, `{"seq":%d,"ts":"2026-11-01T00:00:00.%03dZ","direction":"server-to-client","transport":"stdio","kind":"message","payload":`+
			`{"jsonrpc":"2.0","id":%d,"result":%s}}`+"\n", 2*id+1, id%1000, id, result)
	}
	return b.Bytes()
}

func BenchmarkDecode(b *testing.B) {
	trace := madeTrace(4 << 20)
	events := bytes.Count(trace, []byte("\n"))
	b.SetBytes(int64(len(trace)))
	b.ReportAllocs()
	var d Decoder
	for b.Loop() {
		for line := range bytes.SplitSeq(trace, []byte("\n")) {
			d.Decode(line)
		}
	}
	reportEvents(b, events)
}

func BenchmarkScan(b *testing.B) {
	for _, size := range []int{64 << 10, 1 << 20, 16 << 20, 64 << 20} {
		b.Run(fmt.Sprintf("%dKiB", size>>10), func(b *testing.B) {
			trace := madeTrace(size)
			b.SetBytes(int64(len(trace)))
			b.ReportAllocs()
			events := 0
			for b.Loop() {
				at, err := Scan(b.Context(), bytes.NewReader(trace), ScanOptions{}, func(*Event) error { return nil })
				if err != nil {
					b.Fatal(err)
				}
				events = at.Events
			}
			reportEvents(b, events)
		})
	}
}

func reportEvents(b *testing.B, each int) {
	b.ReportMetric(float64(each)*float64(b.N)/b.Elapsed().Seconds(), "events/s")
}
