package jsontree

import (
	"bytes"
	"strings"

	"mcpx/tui/safetext"
)

// blob is a string that holds bytes in base64.
type blob struct {
	label safetext.String // such as "image/png base64"
	bytes int             // about how many it decodes to
}

const (
	// longBlob is from how many characters on a string is taken for base64
	// by its alphabet alone.
	longBlob = 512
	// namedBlob is from how many on if its name and a mimeType beside it say
	// so, too.
	namedBlob = 64
	// nearby is how many members beside it are asked for a mimeType.
	nearby = 32
)

// blob recognises base64: the data or blob of a content block with a mimeType,
// a data: URI, or a long string of that alphabet.
func (t *Tree) blob(id int32) (blob, bool) {
	n := &t.nodes[id]
	text := t.raw[n.start+1 : n.end-1]
	if len(text) < namedBlob {
		return blob{}, false
	}
	if head, ok := dataURI(text); ok {
		return newBlob(head, len(text)-len(head)-len("data:;base64,")), true
	}
	look := text[:min(len(text), longBlob)]
	if !base64Alphabet(look) {
		return blob{}, false
	}
	if mime, ok := t.mimeType(id); ok {
		return newBlob(mime, len(text)), true
	}
	if len(text) < longBlob || !mixed(look) {
		return blob{}, false
	}
	return newBlob(magic(look), len(text)), true
}

func newBlob(mime string, chars int) blob {
	label := safetext.Literal("base64")
	if mime != "" {
		label = safetext.Concat(safetext.LineMax(mime, 40), safetext.Literal(" base64"))
	}
	return blob{label, chars / 4 * 3}
}

// dataURI is the media type of a data: URI in base64.
func dataURI(text []byte) (mime string, ok bool) {
	const longestHead = 128
	head, _, found := strings.Cut(string(text[:min(len(text), longestHead)]), ";base64,")
	mime, ok = strings.CutPrefix(head, "data:")
	return strings.ReplaceAll(mime, `\/`, "/"), ok && found
}

// mimeType is what a mimeType beside a member named data or blob says.
func (t *Tree) mimeType(id int32) (string, bool) {
	n := &t.nodes[id]
	if n.keyEnd == 0 || !t.named(id, "data") && !t.named(id, "blob") {
		return "", false
	}
	sibling := t.nodes[n.parent].first
	for range nearby {
		if sibling == 0 {
			break
		}
		s := &t.nodes[sibling]
		if s.kind == String && t.named(sibling, "mimeType") {
			return Decode(t.raw[s.start:s.end]), true
		}
		sibling = s.next
	}
	return "", false
}

// base64Alphabet reports whether text has only characters of base64, in the
// standard or the URL alphabet; a slash may be escaped.
func base64Alphabet(text []byte) bool {
	for i, c := range text {
		switch {
		case 'A' <= c && c <= 'Z', 'a' <= c && c <= 'z', '0' <= c && c <= '9':
		case c == '+', c == '/', c == '-', c == '_', c == '=':
		case c == '\\' && (i+1 == len(text) || text[i+1] == '/'):
		default:
			return false
		}
	}
	return true
}

// mixed reports whether text has capitals, small letters and digits, which
// long base64 has and a long run of one letter or a hexadecimal dump has not.
func mixed(text []byte) bool {
	var upper, lower, digit bool
	for _, c := range text {
		upper = upper || 'A' <= c && c <= 'Z'
		lower = lower || 'a' <= c && c <= 'z'
		digit = digit || '0' <= c && c <= '9'
	}
	return upper && lower && digit
}

// magic tells frequent file formats by how their base64 begins.
func magic(text []byte) string {
	for _, format := range []struct{ start, mime string }{
		{"iVBORw0KGgo", "image/png"},
		{"/9j/", "image/jpeg"},
		{"R0lGOD", "image/gif"},
		{"UklGR", "RIFF"},
		{"JVBERi0", "application/pdf"},
		{"UEsDB", "application/zip"},
		{"H4sI", "application/gzip"},
		{"T2dnUw", "audio/ogg"},
		{"SUQz", "audio/mpeg"},
	} {
		if bytes.HasPrefix(text, []byte(format.start)) {
			return format.mime
		}
	}
	return ""
}
