package checks

import (
	"hash/maphash"
	"iter"
)

// remembered is how many entries of a kind a rule keeps (G17).
const remembered = 4096

// tableBound is how many entries of a kind a rule of a handshake revision keeps. C14 allows four times as
// many; with a dozen such tables this is what keeps a long recording's memory flat and small.
const tableBound = 16384

// recent is a map that forgets its oldest entries beyond the latest 4,096. What it forgot is doubt.
type recent[K comparable, V any] struct{ ring[K, V] }

// put enters or replaces a value; replacing keeps the entry's age.
func (m *recent[K, V]) put(k K, v V) { *m.enter(remembered, k) = v }

// full reports that the next new entry makes it forget one.
func (m *recent[K, V]) full() bool { return len(m.slots) == remembered && m.slots[m.next].alive }

// table is a map that drops its oldest entries beyond the latest 16,384. Once it dropped one, what is not
// in it is unknown, not absent.
type table[K comparable, V any] struct{ ring[K, V] }

// put enters or replaces a value; replacing keeps the entry's age.
func (t *table[K, V]) put(k K, v V) { *t.enter(tableBound, k) = v }

// entry gives the value of a key, a new one if the key is new. It is good until the next new entry.
func (t *table[K, V]) entry(k K) *V { return t.enter(tableBound, k) }

// ring is a map of bounded size that forgets its oldest entry for a new one: the slots in order of age, and
// an index into them, which finds out mostly without a look at the slots that a key is new.
type ring[K comparable, V any] struct {
	index   []cell // open addressing; its length is a power of two
	slots   []slot[K, V]
	next    int // the slot that is overwritten next, once all are in use
	alive   int
	dropped bool
}

// cell is where the index names a slot: by its number from 1, 0 where the cell is free.
type cell struct {
	hash uint32
	slot int32
}

type slot[K comparable, V any] struct {
	key   K
	value V
	hash  uint32
	alive bool
}

var ringSeed = maphash.MakeSeed()

func hashOf[K comparable](k K) uint32 { return uint32(maphash.Comparable(ringSeed, k)) }

// find gives the place of a key, or the free one where it belongs.
func (r *ring[K, V]) find(hash uint32, k K) int {
	mask := len(r.index) - 1
	for i := int(hash) & mask; ; i = (i + 1) & mask {
		if p := r.index[i]; p.slot == 0 || p.hash == hash && r.slots[p.slot-1].key == k {
			return i
		}
	}
}

// at is the value of a key, nil if it is not remembered. It is good until the next new entry.
func (r *ring[K, V]) at(k K) *V {
	if r.alive == 0 {
		return nil
	}
	if p := r.index[r.find(hashOf(k), k)]; p.slot > 0 {
		return &r.slots[p.slot-1].value
	}
	return nil
}

func (r *ring[K, V]) lookup(k K) (v V, known bool) {
	if at := r.at(k); at != nil {
		return *at, true
	}
	return v, false
}

// enter gives the value of a key, a new one if the key is new. It is good until the next new entry.
func (r *ring[K, V]) enter(bound int, k K) *V {
	if 4*r.alive >= 3*len(r.index) {
		r.grow()
	}
	hash := hashOf(k)
	i := r.find(hash, k)
	if p := r.index[i]; p.slot > 0 {
		return &r.slots[p.slot-1].value
	}
	at := len(r.slots)
	if at < bound {
		r.slots = append(r.slots, slot[K, V]{})
	} else {
		at = r.next
		r.next = (at + 1) % bound
		if r.slots[at].alive {
			r.dropped = true
			r.remove(at)
			i = r.find(hash, k)
		}
	}
	r.slots[at] = slot[K, V]{key: k, hash: hash, alive: true}
	r.index[i] = cell{hash, int32(at) + 1}
	r.alive++
	return &r.slots[at].value
}

func (r *ring[K, V]) grow() {
	r.index = make([]cell, max(16, 2*len(r.index)))
	for i := range r.slots {
		if s := &r.slots[i]; s.alive {
			r.index[r.find(s.hash, s.key)] = cell{s.hash, int32(i) + 1}
		}
	}
}

// remove empties a slot, and moves up in the index what stood behind its place for want of a better one.
func (r *ring[K, V]) remove(at int) {
	mask := len(r.index) - 1
	hole := r.find(r.slots[at].hash, r.slots[at].key)
	for i := (hole + 1) & mask; r.index[i].slot > 0; i = (i + 1) & mask {
		if home := int(r.index[i].hash) & mask; (i-home)&mask >= (i-hole)&mask {
			r.index[hole] = r.index[i]
			hole = i
		}
	}
	r.index[hole] = cell{}
	r.slots[at] = slot[K, V]{}
	r.alive--
}

// drop takes a key out.
func (r *ring[K, V]) drop(k K) {
	if r.alive == 0 {
		return
	}
	if p := r.index[r.find(hashOf(k), k)]; p.slot > 0 {
		r.remove(int(p.slot) - 1)
	}
}

func (r *ring[K, V]) empty() bool { return r.alive == 0 }

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
