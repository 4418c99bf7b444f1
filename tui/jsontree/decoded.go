package jsontree

import (
	"bytes"
	"encoding/base64"
	"unicode"
	"unicode/utf8"

	"mcpx/tui/safetext"
)

// Blob is a string that holds bytes in base64.
type Blob struct {
	Label safetext.String // what it is, such as "image/png base64"
	Size  int             // about how many bytes it holds
	Data  []byte          // these, or the first of them
	Whole bool            // Data are all bytes
	Wrong bool            // what comes after Data is no base64
}

// Blob decodes about limit bytes of the base64 on a row; ok tells that the row has some.
func (t *Tree) Blob(row, limit int) (b Blob, ok bool) {
	if row < 0 || row >= len(t.lines) {
		return Blob{}, false
	}
	l := t.lines[row]
	if l.part != Value || t.nodes[l.node].kind != String {
		return Blob{}, false
	}
	found, ok := t.blob(l.node)
	if !ok {
		return Blob{}, false
	}
	b = Blob{Label: found.label, Size: found.bytes}
	b.Data, b.Whole = t.bytesOf(l.node, limit)
	b.Wrong = !b.Whole && len(b.Data) < limit
	return b, true
}

// bytesOf decodes base64 up to a limit or to where it ends being base64.
func (t *Tree) bytesOf(id int32, limit int) (data []byte, whole bool) {
	n := &t.nodes[id]
	text := t.raw[n.start+1 : n.end-1]
	if head, ok := dataURI(text); ok {
		text = text[len("data:;base64,")+t.headLength(text, head):]
	}
	most := (limit + 2) / 3 * 4
	cut := len(text) > 2*most // a slash may be written in two characters
	if cut {
		text = text[:2*most]
	}
	text = bytes.TrimRight(bytes.ReplaceAll(text, []byte(`\/`), []byte("/")), "=")
	if len(text) > most {
		text, cut = text[:most], true
	}
	alphabet := base64.RawStdEncoding
	if bytes.ContainsAny(text, "-_") {
		alphabet = base64.RawURLEncoding
	}
	data = make([]byte, alphabet.DecodedLen(len(text)))
	got, err := alphabet.Decode(data, text)
	return data[:got], err == nil && !cut
}

// headLength is how long the media type of a data: URI is as written.
func (t *Tree) headLength(text []byte, decoded string) int {
	escapes := bytes.Count(text[:bytes.Index(text, []byte(";base64,"))], []byte(`\/`))
	return len(decoded) + escapes
}

// previewBytes is how many bytes of base64 are decoded for a row.
const previewBytes = 60

// preview is the beginning of base64 that holds text, "" of what holds something else.
func (t *Tree) preview(id int32) safetext.String {
	data, whole := t.bytesOf(id, previewBytes)
	if len(data) == 0 || !Textual(data) {
		return safetext.String{}
	}
	text := safetext.Bytes(trimRune(data))
	if !whole {
		text = safetext.Concat(text, safetext.Literal("…"))
	}
	return text
}

// Textual reports bytes that are text, of which the end may be cut off within a character.
func Textual(data []byte) bool {
	data = trimRune(data)
	return utf8.Valid(data) && bytes.IndexFunc(data, func(r rune) bool {
		return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t'
	}) < 0
}

// trimRune leaves out a character that is cut off at the end.
func trimRune(data []byte) []byte {
	for i := 1; i < utf8.UTFMax && i <= len(data); i++ {
		if at := len(data) - i; utf8.RuneStart(data[at]) {
			if !utf8.FullRune(data[at:]) {
				return data[:at]
			}
			break
		}
	}
	return data
}
