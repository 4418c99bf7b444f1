package findings

import "sort"

// Point moves the cursor to what is at a line of the pane and reports whether there is something.
func (l *List) Point(line int) bool {
	row, ok := l.lines.At(line)
	if ok {
		l.moveTo(l.itemAt(row))
	}
	return ok
}

// itemAt is the item that a line is of.
func (l *List) itemAt(line int) int {
	return sort.Search(len(l.begins), func(i int) bool { return l.begins[i] > line }) - 1
}

// Scroll moves the cursor by about n lines.
func (l *List) Scroll(n int) {
	if n > 0 {
		l.Move(max(n/linesOfGroup, 1))
	} else {
		l.Move(min(n/linesOfGroup, -1))
	}
}
