package figure

import (
	"testing"
	"time"
)

func TestSize(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 999: "999 B", 1000: "1.0 kB", 1149: "1.1 kB", 9949: "9.9 kB", 9951: "10 kB", 48_213: "48 kB", 999_499: "999 kB",
		999_501: "1.0 MB", 61_234_000: "61 MB", 1_000_000_000: "1.0 GB",
	} {
		if got := Size(n); got != want {
			t.Errorf("Size(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 99_999: "99,999", 100_000: "100 k", 1_234_567: "1.2 M"} {
		if got := Count(n); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 ms", 3 * time.Millisecond: "3 ms", 1500 * time.Microsecond: "1.5 ms", 618 * time.Millisecond: "618 ms",
		999600 * time.Microsecond: "1.0 s", 14200 * time.Millisecond: "14.2 s", 125 * time.Second: "2:05 min",
		3 * time.Hour: "3:00 h", -3 * time.Millisecond: "-3 ms",
	} {
		if got := Duration(d); got != want {
			t.Errorf("Duration(%v) = %q, want %q", d, got, want)
		}
	}
}
