package timeline

import (
	"fmt"
	"time"

	"mcpx/tui/document"
)

// Clock is how the times of events are shown.
type Clock uint8

// The clocks: time since the first event, since the event before, and as recorded.
const (
	SinceStart Clock = iota
	Step
	Absolute
	clocks
)

func (c Clock) String() string {
	return [...]string{"since the start", "since the event before", "as recorded, UTC"}[c]
}

// Next is the clock after c.
func (c Clock) Next() Clock { return (c + 1) % clocks }

// width is the cells that times of a recording of this length take.
func (c Clock) width(span time.Duration) int {
	switch {
	case c == Absolute:
		return len("15:04:05.000")
	case span >= time.Hour:
		return len("+0:00:00.000")
	case span >= 100*time.Second:
		return len("+00:00.000")
	default:
		return len("+00.000")
	}
}

// tell is the time of a row; before is the row above it.
func (c Clock) tell(d *document.Document, row *document.Row, start time.Time, before int) string {
	at, ok := row.Recorded()
	if !ok {
		return ""
	}
	switch c {
	case Absolute:
		return at.Format("15:04:05.000")
	case Step:
		span, ok := d.Between(before, row.Index)
		if !ok {
			return ""
		}
		return elapsed(span)
	default:
		return elapsed(at.Sub(start))
	}
}

func elapsed(d time.Duration) string {
	sign := "+"
	if d < 0 {
		sign, d = "-", -d
	}
	ms := d.Milliseconds()
	switch {
	case d >= time.Hour:
		return fmt.Sprintf("%s%d:%02d:%02d.%03d", sign, ms/3_600_000, ms/60_000%60, ms/1000%60, ms%1000)
	case d >= 100*time.Second:
		return fmt.Sprintf("%s%d:%02d.%03d", sign, ms/60_000, ms/1000%60, ms%1000)
	default:
		return fmt.Sprintf("%s%d.%03d", sign, ms/1000, ms%1000)
	}
}
