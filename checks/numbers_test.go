package checks

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// A recorder's exchange numbers remove doubt: without them a recording must not show anything new.
func TestNumbersAddNoDoubt(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(ruleDir, string(r2607), "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		check := strings.TrimSuffix(filepath.Base(file), ".txtar")
		for _, f := range txtar.Parse(data).Files {
			c, err := parseCase(r2607, check, f)
			if err != nil {
				t.Fatal(err)
			}
			withoutNumbers(t, check+"/"+f.Name, c.choice, c.trace)
		}
	}
	captures, err := filepath.Glob("../testdata/traces/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range captures {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		withoutNumbers(t, file, Chosen, data)
	}
}

func withoutNumbers(t *testing.T, name string, choice Choice, trace []byte) {
	if !bytes.Contains(trace, []byte(`"exchange"`)) {
		return
	}
	known := map[string]bool{}
	for _, f := range judgeTrace(t, r2607, choice, trace).Findings {
		known[findingPlace(f)] = true
	}
	for _, f := range judgeTrace(t, r2607, choice, dropNumbers(t, trace)).Findings {
		if !known[findingPlace(f)] {
			t.Errorf("%s: only without numbers: %s %s", name, findingPlace(f), f.Detail)
		}
	}
}

func findingPlace(f Finding) string { return fmt.Sprintf("%s at %d %s", f.Check, f.Seq, f.Pointer) }

// dropNumbers takes the exchange member out of every line. A transport-close without one goes altogether:
// beside numbers it speaks of the whole transport, without them it would speak of a stream.
func dropNumbers(t *testing.T, trace []byte) []byte {
	var out bytes.Buffer
	for line := range bytes.Lines(trace) {
		var event map[string]json.RawMessage
		if err := json.Unmarshal(line, &event); err != nil {
			out.Write(line) // no event
			continue
		}
		if _, numbered := event["exchange"]; !numbered && bytes.Contains(event["event"], []byte("transport-close")) {
			continue
		}
		delete(event, "exchange")
		b, err := json.Marshal(event)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(b, '\n'))
	}
	return out.Bytes()
}
