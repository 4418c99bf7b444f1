package summary

import (
	"bytes"
	"testing"
	"time"

	"mcpx/model"
)

const trace = `{"seq":0,"ts":"2026-11-01T10:00:00.000Z","direction":"client-to-server","transport":"stdio","kind":"message","payload":{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"desk","version":"2"}}}}
{"seq":1,"ts":"2026-11-01T10:00:00.040Z","direction":"server-to-client","transport":"stdio","kind":"message","payload":{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"bank","version":"5"}}}}
{"seq":2,"ts":"2026-11-01T10:00:01.000Z","direction":"client-to-server","transport":"stdio","kind":"message","payload":{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a"}}}
{"seq":3,"ts":"2026-11-01T10:00:01.010Z","direction":"client-to-server","transport":"stdio","kind":"message","payload":{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"a"}}}
{"seq":4,"ts":"2026-11-01T10:00:01.100Z","direction":"server-to-client","transport":"stdio","kind":"message","payload":{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"no"}}}
{"seq":5,"ts":"2026-11-01T10:00:02.000Z","direction":"server-to-client","transport":"stdio","kind":"message","payload":{"jsonrpc":"2.0","method":"notifications/message","params":{}}}`

func TestSummary(t *testing.T) {
	survey, events := model.NewSurvey(), []*model.Event{}
	var d model.Decoder
	for i, line := range bytes.Split([]byte(trace), []byte("\n")) {
		e := d.Decode(line)
		e.Line = i + 1
		events = append(events, e)
		survey.Feed(e)
	}
	tracker := model.NewTracker(model.ProfileOf(model.Revision20251125), survey.Facts())
	b := New(int64(len(trace)))
	for _, e := range events {
		b.Feed(tracker.Feed(e))
	}
	s := b.Summary()
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
	if len(s.Peers) != 2 || s.Peers[0].Name != "desk" || s.Peers[1].Capabilities[0].Text != `{"tools":{}}` {
		t.Errorf("got peers %+v", s.Peers)
	}
	if len(s.Errors) != 1 || s.Errors[0] != (ErrorCode{Code: -32602, Count: 1, First: 4}) {
		t.Errorf("got errors %+v", s.Errors)
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
}
