package checks

import (
	"math/rand/v2"
	"testing"

	"mcpx/model"
)

// A ring remembers what a map does, as far as its bound lets it, whatever is entered and dropped.
func TestRing(t *testing.T) {
	const bound = 50
	rnd := rand.New(rand.NewPCG(1, 2))
	var r ring[string, int]
	want := map[string]int{}
	var order []string // of the slots; "" for a dropped key
	next := 0
	for step := range 20_000 {
		k := string(rune('a' + rnd.IntN(120)))
		if rnd.IntN(4) == 0 {
			r.drop(k)
			for i, other := range order {
				if _, known := want[k]; known && other == k {
					order[i] = ""
				}
			}
			delete(want, k)
		} else {
			if _, known := want[k]; !known {
				if len(order) < bound {
					order = append(order, k)
				} else {
					delete(want, order[next])
					order[next] = k
					next = (next + 1) % bound
				}
			}
			want[k] = step
			*r.enter(bound, k) = step
		}
		if got, known := r.lookup(k); known != remembers(want, k) || got != want[k] {
			t.Fatalf("step %d: got %d, %v for %q, want %d", step, got, known, k, want[k])
		}
		if r.alive != len(want) {
			t.Fatalf("step %d: %d alive, want %d", step, r.alive, len(want))
		}
	}
	kept := 0
	for k, v := range r.entries() {
		kept++
		if want[k] != v {
			t.Errorf("got %d for %q, want %d", v, k, want[k])
		}
	}
	if kept != len(want) || !r.dropped {
		t.Errorf("%d entries, want %d; dropped %v", kept, len(want), r.dropped)
	}
}

func remembers(m map[string]int, k string) bool {
	_, known := m[k]
	return known
}

func BenchmarkRing(b *testing.B) {
	keys := make([]string, 1<<16)
	for i := range keys {
		keys[i] = "n" + say("%d", i)
	}
	var t table[issuedKey, int]
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		t.put(issuedKey{key: model.Key(keys[i%len(keys)])}, i)
	}
}
