package checks

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"mcpx/checks/catalogue"
	"mcpx/model"
)

// longTrace repeats the events of a shipped trace with fresh seqs, ids and exchanges.
func longTrace(b *testing.B, name string, size int) []byte {
	b.Helper()
	data, err := os.ReadFile("../testdata/traces/" + name)
	if err != nil {
		b.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
	var out bytes.Buffer
	seq := 0
	for round := 0; out.Len() < size; round++ {
		for _, line := range lines {
			if round > 0 && bytes.Contains(line, []byte(`"kind":"lifecycle"`)) {
				continue
			}
			line = renumber(line, `"seq":`, func(int) int { return seq })
			line = renumber(line, `"exchange":`, func(n int) int { return n + round*1000 })
			line = renumber(line, `"id":`, func(n int) int { return n + round*1000 })
			out.Write(line)
			out.WriteByte('\n')
			seq++
		}
	}
	return out.Bytes()
}

// renumber replaces the first number behind a name, if there is one.
func renumber(line []byte, name string, to func(int) int) []byte {
	at := bytes.Index(line, []byte(name))
	if at < 0 {
		return line
	}
	at += len(name)
	end := at
	n := 0
	for end < len(line) && line[end] >= '0' && line[end] <= '9' {
		n = n*10 + int(line[end]-'0')
		end++
	}
	if end == at {
		return line
	}
	return fmt.Appendf(nil, "%s%d%s", line[:at], to(n), line[end:])
}

// BenchmarkCheck shows what each check costs beside the tracker, so that a slow one is seen.
func BenchmarkCheck(b *testing.B) {
	for rev, name := range map[catalogue.Revision]string{r2506: "stdio-2025-06-18.jsonl", r2511: "http-2025-11-25.jsonl", r2607: "demo.jsonl"} {
		es := events(longTrace(b, name, 1<<20))
		survey := model.NewSurvey()
		for _, e := range es {
			survey.Feed(e)
		}
		cat, err := catalogue.Load(rev)
		if err != nil {
			b.Fatal(err)
		}
		for _, with := range [][]*Check{nil, All()} {
			b.Run(fmt.Sprintf("%s/%d checks", rev, len(with)), func(b *testing.B) { judgeOnly(b, cat, survey.Facts(), es, with) })
		}
		for _, c := range All() {
			if c.Serves(rev) {
				b.Run(string(rev)+"/"+c.ID, func(b *testing.B) { judgeOnly(b, cat, survey.Facts(), es, []*Check{c}) })
			}
		}
	}
}

func judgeOnly(b *testing.B, cat *catalogue.Catalogue, facts *model.Facts, es []*model.Event, with []*Check) {
	for b.Loop() {
		j := NewJudge(cat, facts, Chosen, with)
		for _, e := range es {
			j.Feed(e)
		}
		j.Verdict()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(es)), "ns/event")
}
