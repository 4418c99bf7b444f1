package document

// chunkLen is the number of elements in a piece of a long list.
const chunkLen = 4096

// chunks is a long list that grows without being copied.
type chunks[T any] struct {
	parts []*[chunkLen]T
	n     int
}

func (c *chunks[T]) add(v T) {
	if c.n%chunkLen == 0 {
		c.parts = append(c.parts, new([chunkLen]T))
	}
	c.parts[c.n/chunkLen][c.n%chunkLen] = v
	c.n++
}

func (c *chunks[T]) addAll(vs []T) {
	for _, v := range vs {
		c.add(v)
	}
}

// at is element i, which may be changed.
func (c *chunks[T]) at(i int) *T { return &c.parts[i/chunkLen][i%chunkLen] }

// from is a copy of the elements from i on.
func (c *chunks[T]) from(i int) []T {
	out := make([]T, 0, c.n-i)
	for ; i < c.n; i++ {
		out = append(out, *c.at(i))
	}
	return out
}
