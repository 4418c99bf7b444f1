package checks

// remembered is how many entries of a kind a rule keeps (G17).
const remembered = 4096

// recent is a map that forgets its oldest keys beyond the latest 4,096. What it forgot is doubt.
type recent[K comparable, V any] struct {
	values map[K]V
	order  []K
}

func (m *recent[K, V]) lookup(k K) (v V, known bool) {
	v, known = m.values[k]
	return v, known
}

// put enters or replaces a value; replacing keeps the key's place in the order.
func (m *recent[K, V]) put(k K, v V) {
	if m.values == nil {
		m.values = map[K]V{}
	}
	if _, known := m.values[k]; !known {
		m.order = append(m.order, k)
	}
	m.values[k] = v
	if len(m.order) > remembered {
		delete(m.values, m.order[0])
		m.order = m.order[1:]
	}
}

// drop takes a key out.
func (m *recent[K, V]) drop(k K) {
	if _, known := m.values[k]; !known {
		return
	}
	delete(m.values, k)
	for i, other := range m.order {
		if other == k {
			m.order = append(m.order[:i:i], m.order[i+1:]...)
			return
		}
	}
}

func (m *recent[K, V]) empty() bool { return len(m.values) == 0 }
