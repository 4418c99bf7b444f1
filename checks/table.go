package checks

// table is what a rule of a handshake revision remembers of a kind: at most the latest 65,536 entries.
// Once an entry was dropped, what is not in the table is unknown, not absent (C14).
type table[K comparable, V any] struct {
	values  map[K]V
	order   []K
	head    int // of order; what stands before it was dropped
	dropped bool
}

func (t *table[K, V]) lookup(k K) (v V, known bool) {
	v, known = t.values[k]
	return v, known
}

// put enters or replaces a value; replacing keeps the key's place in the order.
func (t *table[K, V]) put(k K, v V) {
	if t.values == nil {
		t.values = map[K]V{}
	}
	if _, known := t.values[k]; !known {
		t.order = append(t.order, k)
	}
	t.values[k] = v
	if len(t.values) <= tableBound {
		return
	}
	delete(t.values, t.order[t.head])
	t.head++
	t.dropped = true
	if t.head > tableBound {
		t.order = append(t.order[:0:0], t.order[t.head:]...)
		t.head = 0
	}
}
