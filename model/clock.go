package model

import (
	"math"
	"time"
)

// clock reads the times of a trace. It remembers the latest second that it read: most lines share it with the
// line before.
type clock struct {
	second [len("2006-01-02T15:04:05")]byte // in UTC; zero bytes if there is none
	unix   int64
}

// unixNano reads an RFC 3339 time; 0 if it is none or out of range.
func (c *clock) unixNano(text []byte) int64 {
	if nano, ok := c.sameSecond(text); ok {
		return nano
	}
	if len(text) == 0 {
		return 0
	}
	var t time.Time
	if t.UnmarshalText(text) != nil {
		return 0
	}
	s := t.Unix()
	if s <= math.MinInt64/int64(time.Second) || s >= math.MaxInt64/int64(time.Second) {
		return 0
	}
	if text[len(text)-1] == 'Z' {
		copy(c.second[:], text)
		c.unix = s
	}
	return t.UnixNano()
}

// sameSecond reads a time in UTC that differs from the latest one in the fraction of its second only.
func (c *clock) sameSecond(text []byte) (nano int64, ok bool) {
	whole, last := len(c.second), len(text)-1
	if last < whole || text[last] != 'Z' || string(text[:whole]) != string(c.second[:]) {
		return 0, false
	}
	fraction := text[whole:last]
	if len(fraction) == 0 {
		return c.unix * int64(time.Second), true
	}
	if fraction[0] != '.' || len(fraction) < 2 || len(fraction) > 10 {
		return 0, false
	}
	unit := int64(time.Second)
	for _, digit := range fraction[1:] {
		if digit < '0' || digit > '9' {
			return 0, false
		}
		unit /= 10
		nano += int64(digit-'0') * unit
	}
	return c.unix*int64(time.Second) + nano, true
}
