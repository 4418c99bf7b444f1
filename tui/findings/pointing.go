package findings

// Point moves the cursor to what is at a line of the pane and reports whether there is something.
func (l *List) Point(line int) bool {
	first, end := l.lines.Window()
	line += first
	if line < first || line >= end {
		return false
	}
	for i := len(l.begins) - 1; i >= 0; i-- {
		if l.begins[i] <= line {
			l.moveTo(i)
			return true
		}
	}
	return false
}

// Scroll moves the cursor by about n lines.
func (l *List) Scroll(n int) {
	if n > 0 {
		l.Move(max(n/linesOfGroup, 1))
	} else {
		l.Move(min(n/linesOfGroup, -1))
	}
}
