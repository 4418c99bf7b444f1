package message

import (
	"bytes"
	"sort"
	"strings"

	"mcpx/model"
	"mcpx/tui/jsontree"
	"mcpx/tui/vlist"
)

// facing is two trees side by side, with the members of the same name on the same rows: what was asked for
// and what came back.
type facing struct {
	trees    [2]*jsontree.Tree
	versions [2]int
	rows     []facingRow
	at       [2][]int32 // the facing row of each row of a tree
	list     vlist.List // over rows; its cursor is that of the active side
	shown    bool       // the pane shows them now
}

// facingRow is a row of each tree, -1 where one has none.
type facingRow struct {
	rows  [2]int32
	match bool // they hold the same member
}

// mostFacing is how many rows a tree may have for its members to be brought in line.
const mostFacing = 4000

// face brings two trees in line, unless they are as they were; ok is false if they are too large.
func (f *facing) face(a, b *jsontree.Tree) (ok bool) {
	if a == nil || b == nil || a.List.Len() > mostFacing || b.List.Len() > mostFacing {
		return false
	}
	trees, versions := [2]*jsontree.Tree{a, b}, [2]int{a.Version(), b.Version()}
	if f.trees == trees && f.versions == versions {
		return true
	}
	f.trees, f.versions = trees, versions
	f.align(matches(a, b))
	return true
}

// align lists the rows of both trees; the rows of a match stand beside each other.
func (f *facing) align(matches [][2]int32) {
	f.rows = f.rows[:0]
	lens := [2]int32{int32(f.trees[0].List.Len()), int32(f.trees[1].List.Len())}
	for i := range f.at {
		f.at[i] = make([]int32, lens[i])
	}
	var next [2]int32
	for _, m := range append(matches, lens) {
		for next[0] < m[0] || next[1] < m[1] {
			row := facingRow{rows: [2]int32{-1, -1}}
			for i := range next {
				if next[i] < m[i] {
					row.rows[i] = next[i]
					next[i]++
				}
			}
			f.add(row)
		}
		if m != lens {
			f.add(facingRow{m, true})
			next = [2]int32{m[0] + 1, m[1] + 1}
		}
	}
	f.list.SetLen(len(f.rows))
}

func (f *facing) add(row facingRow) {
	for i, r := range row.rows {
		if r >= 0 {
			f.at[i][r] = int32(len(f.rows))
		}
	}
	f.rows = append(f.rows, row)
}

// matches are the rows with the same member in both trees, rising in both.
func matches(a, b *jsontree.Tree) [][2]int32 {
	rows := map[string]int32{}
	for i := range b.List.Len() {
		if b.Opens(i) {
			rows[counterpart(b.Pointer(i))] = int32(i)
		}
	}
	var pairs [][2]int32
	for i := range a.List.Len() {
		if !a.Opens(i) {
			continue
		}
		if j, ok := rows[counterpart(a.Pointer(i))]; ok {
			pairs = append(pairs, [2]int32{int32(i), j})
		}
	}
	return rising(pairs)
}

// counterpart is a pointer with the same beginning for what is asked and for what comes back.
func counterpart(pointer string) string {
	for _, name := range [...]string{"/params", "/result", "/error"} {
		if rest, ok := strings.CutPrefix(pointer, name); ok && (rest == "" || rest[0] == '/') {
			return "//" + rest
		}
	}
	return pointer
}

// rising is the longest part of pairs, which rise on the left, that rises on the right, too.
func rising(pairs [][2]int32) [][2]int32 {
	var ends []int // of the best sequences of each length: their last pair
	before := make([]int, len(pairs))
	for i, p := range pairs {
		n := sort.Search(len(ends), func(k int) bool { return pairs[ends[k]][1] >= p[1] })
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	out := make([][2]int32, len(ends))
	if len(ends) == 0 {
		return out
	}
	for n, i := len(ends)-1, ends[len(ends)-1]; n >= 0; n, i = n-1, before[i] {
		out[n] = pairs[i]
	}
	return out
}

// kinship is how the values of the two members on a row stand to each other.
type kinship uint8

const (
	unrelated kinship = iota
	same
	different
)

// kinship compares the scalars of a row.
func (f *facing) kinship(r facingRow) kinship {
	if !r.match {
		return unrelated
	}
	a, b := f.trees[0].Value(int(r.rows[0])), f.trees[1].Value(int(r.rows[1]))
	if jsontree.Composite(a) || jsontree.Composite(b) {
		return unrelated
	}
	if bytes.Equal(a, b) || equalNumbers(a, b) {
		return same
	}
	return different
}

// equalNumbers reports two spellings of one number.
func equalNumbers(a, b []byte) bool {
	if a[0] == '"' || b[0] == '"' {
		return false
	}
	x, err := model.Parse(a)
	if err != nil {
		return false
	}
	y, err := model.Parse(b)
	return err == nil && x.Equal(y)
}
