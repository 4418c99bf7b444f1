package document

import (
	"bytes"

	"mcpx/model"
)

// Words are what the rows say, for a filter. They do not change while the document grows.
type Words struct {
	trace *model.Trace
	words []words
	links []Link
}

// Words are what the rows say now.
func (d *Document) Words() Words {
	links := d.links
	if r := d.Ruling(); r != nil {
		links = r.links
	}
	return Words{d.trace, d.words, links}
}

// Root is the request whose conversation a row belongs to, or None. While the recording is being read
// it may be asked by the document's own goroutine only.
func (w *Words) Root(row int) int { return int(w.links[row].Root) }

// Hold reports whether a row says all the terms, which are in lower case.
func (w *Words) Hold(row int, terms []string) bool {
	text := w.words[row]
	e := w.trace.Entry(row)
	for _, term := range terms {
		t := []byte(term)
		if !w.has(text.label, t) && !w.has(text.about, t) && !w.has(e.ID, t) && !w.has(e.Method, t) {
			return false
		}
	}
	return true
}

func (w *Words) has(text model.Text, term []byte) bool {
	return bytes.Contains(bytes.ToLower([]byte(w.trace.Text(text))), term)
}
