package summary

import (
	"math"
	"time"
)

// Histogram counts durations in stretches that grow by an eighth of a power of two, so that a quantile
// is right to within 10 %.
type Histogram struct {
	Count  int
	Max    time.Duration
	counts [steps]int32
}

const (
	perOctave = 8
	octaves   = 40 // from a microsecond on: over ten days
	steps     = perOctave * octaves
)

// Add counts a duration.
func (h *Histogram) Add(d time.Duration) {
	h.Count++
	h.Max = max(h.Max, d)
	h.counts[step(d)]++
}

func step(d time.Duration) int {
	us := float64(d) / float64(time.Microsecond)
	if us <= 1 {
		return 0
	}
	return min(steps-1, int(math.Log2(us)*perOctave))
}

// Quantile is the duration below which a share of the durations lie; 0 for an empty histogram.
func (h *Histogram) Quantile(share float64) time.Duration {
	if h.Count == 0 {
		return 0
	}
	rank := max(1, int(math.Ceil(share*float64(h.Count))))
	seen := 0
	for i, n := range h.counts {
		if seen += int(n); seen >= rank {
			upper := time.Duration(math.Exp2(float64(i+1)/perOctave) * float64(time.Microsecond))
			return min(upper, h.Max)
		}
	}
	return h.Max
}

// Shape gives the histogram's counts over the octaves from the first to the last that hold any, and the
// upper end of the first: how latencies are spread, for a sparkline.
func (h *Histogram) Shape() (counts []int32, from time.Duration) {
	first, last := -1, 0
	var all [octaves]int32
	for o := range octaves {
		for _, n := range h.counts[o*perOctave : (o+1)*perOctave] {
			all[o] += n
		}
		if all[o] > 0 {
			last = o
			if first < 0 {
				first = o
			}
		}
	}
	if first < 0 {
		return nil, 0
	}
	return all[first : last+1], time.Duration(math.Exp2(float64(first+1)) * float64(time.Microsecond))
}
