package timeline

import "slices"

// word is the clock in one word, as it is chosen.
func (c Clock) word() string { return [...]string{"start", "step", "absolute"}[c] }

// Clocks are the words for the clocks, the usual one first.
func Clocks() []string {
	all := make([]string, clocks)
	for c := range clocks {
		all[c] = c.word()
	}
	return all
}

// ClockNamed is the clock with a word.
func ClockNamed(word string) (Clock, bool) {
	i := slices.Index(Clocks(), word)
	return Clock(max(i, 0)), i >= 0
}

// Columns are the names of the columns that can be left out, in their order.
func Columns() []string { return []string{"time", "latency", "bars", "size"} }

// Keep shows these columns only, as far as there is room for them.
func (t *Timeline) Keep(columns []string) {
	t.without = map[string]bool{}
	for _, c := range Columns() {
		t.without[c] = !slices.Contains(columns, c)
	}
}

// leaveOut takes away the columns that are not wanted.
func (c *columns) leaveOut(without map[string]bool) {
	for name, width := range map[string]*int{"time": &c.clock, "latency": &c.latency, "bars": &c.bar, "size": &c.size} {
		if without[name] {
			*width = 0
		}
	}
	if c.latency == 0 {
		c.bar = 0 // it stands beside the figure
	}
}
