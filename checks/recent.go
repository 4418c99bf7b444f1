package checks

import "iter"

// remembered is how many entries of a kind a rule keeps (G17).
const remembered = 4096

// tableBound is how many entries of a kind a rule of a handshake revision keeps. C14 allows four times as
// many; with a dozen such tables this is what keeps a long recording's memory flat and small.
const tableBound = 16384

// recent is a map that forgets its oldest entries beyond the latest 4,096. What it forgot is doubt.
type recent[K comparable, V any] struct{ ring[K, V] }

// put enters or replaces a value; replacing keeps the entry's age.
func (m *recent[K, V]) put(k K, v V) { m.keep(remembered, k, v) }

// full reports that the next new entry makes it forget one.
func (m *recent[K, V]) full() bool { return len(m.slots) == remembered && m.slots[m.next].alive }

// table is a map that drops its oldest entries beyond the latest 16,384. Once it dropped one, what is not
// in it is unknown, not absent.
type table[K comparable, V any] struct{ ring[K, V] }

// put enters or replaces a value; replacing keeps the entry's age.
func (t *table[K, V]) put(k K, v V) { t.keep(tableBound, k, v) }

// ring is a map of bounded size: the slots in order of age, and where each key stands.
type ring[K comparable, V any] struct {
	index   map[K]int32
	slots   []slot[K, V]
	next    int // the slot that is overwritten next, once all are in use
	dropped bool
}

type slot[K comparable, V any] struct {
	key   K
	value V
	alive bool
}

func (r *ring[K, V]) lookup(k K) (v V, known bool) {
	i, known := r.index[k]
	if known {
		v = r.slots[i].value
	}
	return v, known
}

func (r *ring[K, V]) keep(bound int, k K, v V) {
	if i, known := r.index[k]; known {
		r.slots[i].value = v
		return
	}
	if r.index == nil {
		r.index = map[K]int32{}
	}
	i := len(r.slots)
	if i < bound {
		r.slots = append(r.slots, slot[K, V]{k, v, true})
	} else {
		i = r.next
		if old := &r.slots[i]; old.alive {
			delete(r.index, old.key)
			r.dropped = true
		}
		r.slots[i] = slot[K, V]{k, v, true}
		r.next = (i + 1) % bound
	}
	r.index[k] = int32(i)
}

// drop takes a key out.
func (r *ring[K, V]) drop(k K) {
	if i, known := r.index[k]; known {
		delete(r.index, k)
		r.slots[i] = slot[K, V]{}
	}
}

func (r *ring[K, V]) empty() bool { return len(r.index) == 0 }

// entries yields what is remembered, oldest first.
func (r *ring[K, V]) entries() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for i := range r.slots {
			if s := &r.slots[(r.next+i)%len(r.slots)]; s.alive && !yield(s.key, s.value) {
				return
			}
		}
	}
}

// oldest is the key that is forgotten next.
func (r *ring[K, V]) oldest() (k K) {
	for key := range r.entries() {
		return key
	}
	return k
}
