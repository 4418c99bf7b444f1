package main

import (
	"os"
	"strings"
	"testing"
)

// The recordings in the README are such as it describes.
func TestRecordingsInREADME(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	samples := strings.Split(string(text), "```json\n")[1:]
	if len(samples) != 2 {
		t.Fatalf("%d samples", len(samples))
	}
	for _, sample := range samples {
		sample, _, _ = strings.Cut(sample, "```")
		out, errs, s := mcpx(t, "", "check", "--strict", file(t, sample))
		if s != clean || errs != "" || strings.Contains(out, " 0 pass") {
			t.Errorf("status %d, %q\n%s\n%s", s, errs, out, sample)
		}
	}
}
