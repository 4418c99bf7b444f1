package model

import (
	"bytes"
	"os"
	"testing"
)

func BenchmarkDecode(b *testing.B) {
	data, err := os.ReadFile("/tmp/b100.jsonl")
	if err != nil {
		b.Skip(err)
	}
	data = data[:20e6]
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		var d Decoder
		rest := data
		n := 0
		for len(rest) > 0 {
			line, r, _ := bytes.Cut(rest, []byte("\n"))
			rest = r
			if d.Decode(line).Kind != BadEvent {
				n++
			}
		}
		b.ReportMetric(float64(n), "events")
	}
}
