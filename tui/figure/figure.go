// Package figure writes sizes, durations and counts for people, short enough for a column.
package figure

import (
	"fmt"
	"strconv"
	"time"
)

// Size is a number of bytes in powers of 1000.
func Size(n int64) string {
	if n < 1000 {
		return strconv.FormatInt(n, 10) + " B"
	}
	return scaled(float64(n), [...]string{"kB", "MB", "GB", "TB"})
}

func scaled(v float64, units [4]string) string {
	for i, unit := range units {
		v /= 1000
		switch {
		case v < 9.95:
			return strconv.FormatFloat(v, 'f', 1, 64) + " " + unit
		case v < 999.5 || i == len(units)-1:
			return strconv.FormatFloat(v, 'f', 0, 64) + " " + unit
		}
	}
	return ""
}

// Count is a number of things, rounded from 100,000 on.
func Count(n int) string {
	switch {
	case n < 1000:
		return strconv.Itoa(n)
	case n < 100_000:
		return fmt.Sprintf("%d,%03d", n/1000, n%1000)
	case n < 999_500:
		return strconv.Itoa((n+500)/1000) + " k"
	default:
		return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) + " M"
	}
}

// Things is a count with its noun, whose plural takes an s.
func Things(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Count(n) + " " + noun + "s"
}

// Duration is a span of time with about three digits.
func Duration(d time.Duration) string {
	if d < 0 {
		return "-" + Duration(-d)
	}
	switch {
	case d < 10*time.Microsecond:
		return "0 ms"
	case d < 9950*time.Microsecond:
		ms := strconv.FormatFloat(float64(d)/float64(time.Millisecond), 'f', 1, 64)
		if len(ms) > 2 && ms[len(ms)-2:] == ".0" {
			ms = ms[:len(ms)-2]
		}
		return ms + " ms"
	case d < 999500*time.Microsecond:
		return strconv.FormatInt(d.Round(time.Millisecond).Milliseconds(), 10) + " ms"
	case d < 99950*time.Millisecond:
		return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
	case d < 100*time.Minute:
		return fmt.Sprintf("%d:%02d min", int(d.Minutes()), int(d.Seconds())%60)
	default:
		return fmt.Sprintf("%d:%02d h", int(d.Hours()), int(d.Minutes())%60)
	}
}
