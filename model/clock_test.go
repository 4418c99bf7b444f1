package model

import (
	"testing"
	"time"
)

// TestClock holds that what the clock remembers never changes what a text means.
func TestClock(t *testing.T) {
	texts := []string{
		"2026-01-02T03:04:05.123456Z", "2026-01-02T03:04:05.000000001Z", "2026-01-02T03:04:05Z",
		"2026-01-02T03:04:05.Z", "2026-01-02T03:04:05.1234567891Z", "2026-01-02T03:04:05.12x4Z", "2026-01-02T03:04:05,5Z",
		"2026-01-02T03:04:05.5+01:00", "2026-01-02T03:04:05.5Z", "2026-01-02T03:04:06.5Z", "2026-01-02T03:04:05.5",
		"1969-12-31T23:59:59.25Z", "1969-12-31T23:59:59.75Z", "9999-12-31T23:59:59.75Z", "9999-12-31T23:59:59.5Z", "0000-01-01T00:00:00Z", "",
		"Z", "2026-02-30T03:04:05Z", "2026-01-02T03:04:05.5Z", "2026-01-02T24:04:05.5Z",
	}
	var c clock
	for _, text := range texts {
		var want int64
		var parsed time.Time
		if parsed.UnmarshalText([]byte(text)) == nil && parsed.Year() > 1900 && parsed.Year() < 2200 {
			want = parsed.UnixNano()
		}
		for range 2 {
			if got := c.unixNano([]byte(text)); got != want {
				t.Errorf("got %d for %q, want %d", got, text, want)
			}
		}
	}
}
