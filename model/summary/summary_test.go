package summary

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mcpx/model"
)

func summarise(t testing.TB, trace, revision string) *Summary {
	t.Helper()
	survey, events := model.NewSurvey(), []*model.Event{}
	var d model.Decoder
	offset := int64(0)
	for i, line := range bytes.Split([]byte(trace), []byte("\n")) {
		e := d.Decode(line)
		e.Line, e.Offset, e.Size = i+1, offset, len(line)
		offset += int64(len(line)) + 1
		events = append(events, e)
		survey.Feed(e)
	}
	tracker := model.NewTracker(model.ProfileOf(revision), survey.Facts())
	b := New(int64(len(trace)))
	for _, e := range events {
		b.Feed(tracker.Feed(e))
	}
	return b.Summary()
}

const handshake = `{"seq":0,"ts":"2026-11-01T10:00:00.000Z","direction":"client-to-server","transport":"stdio","kind":"message","payload":{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"desk","version":"2"}}}}
{"seq":1,"ts":"2026-11-01T10:00:00.040Z","direction":"server-to-client","transport":"stdio","kind":"message","payload":{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"bank","version":"5"}}}}
{"seq":2,"ts":"2026-11-01T10:00:01.000Z","direction":"client-to-server","transport":"stdio","kind":"message","payload":{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a"}}}
{"seq":3,"ts":"2026-11-01T10:00:01.010Z","direction":"client-to-server","transport":"stdio","kind":"message","payload":{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"a"}}}
{"seq":4,"ts":"2026-11-01T10:00:01.100Z","direction":"server-to-client","transport":"stdio","kind":"message","payload":{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"no"}}}
{"seq":5,"ts":"2026-11-01T10:00:02.000Z","direction":"server-to-client","transport":"stdio","kind":"message","payload":{"jsonrpc":"2.0","method":"notifications/message","params":{}}}`

func TestSummary(t *testing.T) {
	s := summarise(t, handshake, model.Revision20251125)
	if s.Events != 6 || s.Messages != [2]int{3, 3} || s.Last.Sub(s.First) != 2*time.Second {
		t.Errorf("got %d events, %v messages over %v", s.Events, s.Messages, s.Last.Sub(s.First))
	}
	call := s.Methods[0]
	if call.Name != "tools/call" || call.Requests != 2 || call.Errors != 1 || call.Open != 1 || call.Latency.Count != 1 {
		t.Errorf("got %+v", call)
	}
	if q := call.Latency.Quantile(0.95); q != 100*time.Millisecond {
		t.Errorf("p95 %v, want the only latency, 100 ms", q)
	}
	if len(s.Peers) != 2 || s.Peers[0].Name != "desk" || !slices.Equal(s.Peers[1].Declared[0].Capabilities, []string{"tools.listChanged"}) {
		t.Errorf("got peers %+v", s.Peers)
	}
	if len(s.Errors) != 1 || s.Errors[0] != (Number{Value: -32602, Count: 1, First: 4}) {
		t.Errorf("got errors %+v", s.Errors)
	}
	total := int32(0)
	for _, n := range call.Activity {
		total += n
	}
	if total != 2 {
		t.Errorf("activity counts %d calls", total)
	}
}

// request is a modern request with its own description of the client.
func request(seq int, name, capabilities string) string {
	return fmt.Sprintf(`{"seq":%d,"direction":"client-to-server","transport":"stdio","kind":"message","payload":{"jsonrpc":"2.0","id":%d,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":%q,"version":"1"},"io.modelcontextprotocol/clientCapabilities":%s}}}}`, seq, seq, name, capabilities)
}

// From 2026-07-28 on a client declares itself anew with each request.
func TestCapabilitiesChange(t *testing.T) {
	s := summarise(t, strings.Join([]string{
		request(0, "desk", `{"elicitation":{"form":{}}}`),
		request(1, "desk", `{"elicitation":{"form":{}}}`),
		request(2, "desk", `{ "elicitation" : {"form":{}} }`),
		request(3, "desk", `{"elicitation":{"form":{}},"sampling":{},"roots":{"listChanged":false}}`),
		request(4, "other", `{}`),
		request(5, "desk", `{"sampling":{},"roots":{}}`),
	}, "\n"), model.Revision20260728)
	if len(s.Peers) != 2 || s.Peers[1].Name != "other" {
		t.Fatalf("got %d peers", len(s.Peers))
	}
	var got []string
	for _, d := range s.Peers[0].Declared {
		got = append(got, fmt.Sprint(d.Seq, d.Capabilities, d.Added, d.Removed))
	}
	want := []string{
		"0 [elicitation.form] [] []",
		"3 [elicitation.form roots sampling] [roots sampling] []",
		"5 [roots sampling] [] [elicitation.form]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if !slices.Equal(s.Peers[0].Revisions, []string{"2026-07-28"}) {
		t.Errorf("revisions %q", s.Peers[0].Revisions)
	}
}

func TestDiscoveryTellsRevisions(t *testing.T) {
	s := summarise(t, `{"seq":0,"direction":"client-to-server","transport":"stdio","kind":"message","payload":{"jsonrpc":"2.0","id":1,"method":"server/discover"}}
{"seq":1,"direction":"server-to-client","transport":"stdio","kind":"message","payload":{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2025-11-25","2026-07-28"],"capabilities":{"tools":{}},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"bank","version":"5"}}}}}`, model.Revision20260728)
	if len(s.Peers) != 1 || !slices.Equal(s.Peers[0].Revisions, []string{"2025-11-25", "2026-07-28"}) || s.Peers[0].Name != "bank" {
		t.Errorf("got %+v", s.Peers)
	}
}

// What is kept is bounded, whatever a recording holds.
func TestBounds(t *testing.T) {
	var lines []string
	for i := range 1000 {
		line := request(i, fmt.Sprint("client", i), fmt.Sprintf(`{"x%d":{"a":{"b":{"c":{"d":{}}}}}}`, i))
		lines = append(lines, strings.Replace(line, `"ping"`, fmt.Sprintf(`"method%d"`, i), 1))
	}
	s := summarise(t, strings.Join(lines, "\n"), model.Revision20260728)
	if len(s.Peers) != mostPeers || len(s.Methods) != mostMethods+1 {
		t.Errorf("%d peers, %d methods", len(s.Peers), len(s.Methods))
	}
	if first := s.Methods[0]; first.Name != "" || first.Requests != 1000-mostMethods {
		t.Errorf("the rest is %q with %d requests", first.Name, first.Requests)
	}
}

func TestQuantile(t *testing.T) {
	var h Histogram
	for i := 1; i <= 1000; i++ {
		h.Add(time.Duration(i) * time.Millisecond)
	}
	for share, want := range map[float64]time.Duration{0.5: 500 * time.Millisecond, 0.95: 950 * time.Millisecond} {
		if got := h.Quantile(share); got < want || got > want*111/100 {
			t.Errorf("quantile %v is %v, want %v or at most 10 %% more", share, got, want)
		}
	}
	if h.Quantile(1) != time.Second || h.Max != time.Second {
		t.Errorf("maximum %v", h.Max)
	}
	counts, from := h.Shape()
	sum := int32(0)
	for _, n := range counts {
		sum += n
	}
	if sum != 1000 || from > 2*time.Millisecond || len(counts) != 11 {
		t.Errorf("%d in %d octaves from %v", sum, len(counts), from)
	}
}

func BenchmarkFeed(b *testing.B) {
	var d model.Decoder
	survey := model.NewSurvey()
	var steps []*model.Step
	tracker := model.NewTracker(model.ProfileOf(model.Revision20251125), survey.Facts())
	for i, line := range bytes.Split([]byte(handshake), []byte("\n")) {
		e := d.Decode(line)
		e.Line = i + 1
		step := *tracker.Feed(e)
		steps = append(steps, &step)
	}
	b.ReportAllocs()
	x := New(1 << 30)
	for i := 0; b.Loop(); i++ {
		x.Feed(steps[i%len(steps)])
	}
}
