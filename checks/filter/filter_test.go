package filter

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func parse(t *testing.T, source string) *Filter {
	t.Helper()
	f, err := Parse(source)
	if err != nil {
		t.Fatalf("%q: %v", source, err)
	}
	return f
}

func TestEvent(t *testing.T) {
	call := &Event{Seq: 12, Direction: "c2s", Kinds: []string{"message", "request"}, Method: "tools/call", ID: "7", Size: 2048, Latency: 250 * time.Millisecond, Session: 1, Text: func() string { return `{"name":"Two Words"}` }}
	head := &Event{Seq: 13, Direction: "s2c", Kinds: []string{"http"}, Status: 404, Latency: -1}
	must := Finding{Level: "MUST NOT", Area: "TRAN", Clause: "TRAN-070", Check: "transport.x", Outcome: "fail", Party: "client", Detail: "got x"}
	should := Finding{Level: "SHOULD", Area: "BASE", Clause: "BASE-033", Check: "meta.y", Outcome: "warn", Party: "server", Detail: "missing y"}
	for _, c := range []struct {
		source   string
		event    *Event
		findings []Finding
		want     bool
	}{
		{"", call, nil, true},
		{"method:tools/*", call, nil, true},
		{"method:tools", call, nil, false},
		{"METHOD:TOOLS/*", call, nil, true},
		{"method:*", head, nil, false},
		{"!method:*", head, nil, true},
		{"dir:c2s id:7 kind:request", call, nil, true},
		{"dir:s2c", call, nil, false},
		{"status:>=400", head, nil, true},
		{"status:200", head, nil, false},
		{"status:<500", call, nil, false},
		{"size:>2k", call, nil, true},
		{"size:>=3k", call, nil, false},
		{"latency:>200ms", call, nil, true},
		{"latency:>200", call, nil, true},
		{"latency:<1s", head, nil, false},
		{"seq:<=12", call, nil, true},
		{"session:1", call, nil, true},
		{`"two words"`, call, nil, true},
		{`text:"two words"`, call, nil, true},
		{`!"two words"`, call, nil, false},
		{"words", head, nil, false},
		{"level:must", call, []Finding{must}, true},
		{`level:"must not"`, call, []Finding{must}, true},
		{"level:must", call, []Finding{should}, false},
		{"level:must party:server", call, []Finding{must, should}, false},
		{"level:should party:server", call, []Finding{must, should}, true},
		{"!level:must", call, []Finding{must, should}, false},
		{"!level:must", call, []Finding{should}, true},
		{"!level:must", call, nil, true},
		{"finding:any", call, nil, false},
		{"finding:any", call, []Finding{should}, true},
		{"finding:missing area:base", call, []Finding{should}, true},
		{"clause:TRAN-* method:tools/call", call, []Finding{must}, true},
		{"outcome:warn", call, []Finding{must}, false},
		{"check:transport.?", call, []Finding{must}, true},
	} {
		if got := parse(t, c.source).Event(c.event, c.findings); got != c.want {
			t.Errorf("%q on seq %d with %d findings: got %v", c.source, c.event.Seq, len(c.findings), got)
		}
	}
	if !parse(t, "level:must seq:12").Finding(&must, call) || parse(t, "seq:13").Finding(&must, call) {
		t.Error("Finding looks at the finding and its event")
	}
}

func TestErrors(t *testing.T) {
	for source, want := range map[string]Error{
		"level:must colour:red": {Start: 11, End: 18},
		"status:abc":            {Start: 7, End: 10},
		`dir:c2s "open`:         {Start: 8, End: 13},
		"level:":                {Start: 0, End: 6},
		"level:strong":          {Start: 6, End: 12},
		"size:>x":               {Start: 5, End: 7},
		"latency:soon":          {Start: 8, End: 12},
		"!!":                    {Start: 0, End: 2},
	} {
		_, err := Parse(source)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%q: got %v, want an *Error", source, err)
			continue
		}
		if e.Start != want.Start || e.End != want.End || e.Text == "" {
			t.Errorf("%q: got %d-%d %s, want %d-%d", source, e.Start, e.End, e.Text, want.Start, want.End)
		}
	}
}

func TestComplete(t *testing.T) {
	known := map[string][]string{"method": {"tools/call", "tools/list", "ping"}}
	for source, want := range map[string]string{
		"le":                "level:",
		"dir:c2s m":         "method:",
		"method:tools":      "tools/call tools/list",
		"!party:s":          "server",
		"outcome:not":       `"not observed" "not applicable" "not used"`,
		"colour:":           "",
		"dir:c2s session:":  "",
		"level:must  area:": "",
	} {
		var got []string
		for _, c := range Complete(source, known) {
			got = append(got, c.Text)
			if completed := source[:c.Start] + c.Text; !strings.HasPrefix(completed, source[:c.Start]) {
				t.Errorf("%q: %q", source, completed)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: got %q, want %q", source, got, want)
		}
	}
}

func TestWith(t *testing.T) {
	for _, c := range [][3]string{
		{"", "level:must", "level:must"},
		{"level:must", "level:must", ""},
		{"level:should dir:c2s", "level:must", "dir:c2s level:must"},
	} {
		if got := With(c[0], c[1]); got != c[2] {
			t.Errorf("With(%q, %q) = %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"level:must !dir:c2s", `"a b" text:"\""`, "size:>1k", "::", "!", `x:"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		Complete(source, nil)
		filter, err := Parse(source)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Start < 0 || e.End < e.Start || e.End > max(len(source), e.Start+1) {
				t.Fatalf("%q: %v", source, err)
			}
			return
		}
		filter.Event(&Event{Text: func() string { return source }, Method: source, ID: source}, []Finding{{Detail: source}})
	})
}
