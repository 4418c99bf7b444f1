package tui

import (
	"encoding/hex"
	"fmt"
	"strings"

	"mcpx/tui/figure"
	"mcpx/tui/jsontree"
	"mcpx/tui/paint"
	"mcpx/tui/prose"
	"mcpx/tui/safetext"
)

const (
	// decodedBytes is how much of a string is decoded for reading.
	decodedBytes = 1 << 20
	// dumpedBytes is how much of what is no text is shown.
	dumpedBytes = 4 << 10
)

// openDecoded shows in full what the cursor is on: a string as the text that it is, or as the bytes that it
// holds, and an item of a table.
func (m *Model) openDecoded() {
	if name, explain, ok := m.message.Item(); ok {
		m.cover("ITEM  "+name, explain)
		return
	}
	t := m.message.Tree()
	if t == nil {
		m.say(first(m.keys.Decoded) + " shows a string of the tree; " + first(m.keys.Raw) + " leads back to the tree")
		return
	}
	at := t.List.Cursor()
	if b, ok := t.Blob(at, decodedBytes); ok {
		m.cover("BASE64  "+t.Pointer(at), func(p *prose.Page) { setBlob(p, &b) })
		return
	}
	text, whole, ok := t.Text(at, decodedBytes)
	if !ok {
		m.say(first(m.keys.Decoded) + " shows strings; the cursor of the message is on something else")
		return
	}
	m.cover("STRING  "+t.Pointer(at), func(p *prose.Page) {
		setText(p, text)
		if !whole {
			p.Blank()
			p.Role(paint.Warning, "the first "+figure.Size(int64(len(text)))+" of the string")
		}
	})
}

// setText sets text with its own line breaks.
func setText(p *prose.Page, text string) {
	for _, line := range safetext.Lines(text) {
		for _, row := range line.Wrap(max(p.Width()-2, 1)) {
			p.Row(p.Line().Space(1).Put(paint.Base, row))
		}
	}
}

// setBlob sets what base64 holds: text as text, anything else as bytes.
func setBlob(p *prose.Page, b *jsontree.Blob) {
	size := figure.Size(int64(b.Size))
	if b.Whole {
		size = figure.Size(int64(len(b.Data)))
	}
	p.Row(p.Line().Space(1).Put(paint.Strong, b.Label).Space(2).Say(paint.Base, size))
	if b.Wrong {
		p.Role(paint.Warning, fmt.Sprintf("What comes after %s is no base64.", figure.Size(int64(len(b.Data)))))
	}
	p.Blank()
	if jsontree.Textual(b.Data) {
		setText(p, string(b.Data))
	} else {
		setBytes(p, b.Data[:min(len(b.Data), dumpedBytes)])
	}
	if shown := len(b.Data); !b.Whole && !b.Wrong || shown > dumpedBytes && !jsontree.Textual(b.Data) {
		p.Blank()
		p.Role(paint.Dim, "and more")
	}
}

// setBytes sets bytes as numbers beside the ASCII characters among them.
func setBytes(p *prose.Page, data []byte) {
	per := 16
	if p.Width() < 10+3*per+per {
		per = 8
	}
	for at := 0; at < len(data); at += per {
		part := data[at:min(at+per, len(data))]
		var b strings.Builder
		for i, c := range part {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(hex.EncodeToString([]byte{c}))
		}
		l := p.Line().Space(1).Say(paint.Dim, fmt.Sprintf("%06x", at)).Space(2).Say(paint.Base, b.String())
		p.Row(l.To(10+3*per).Say(paint.Str, printable(part)))
	}
}

// printable is bytes as ASCII, with a dot for what has no character.
func printable(data []byte) string {
	text := make([]byte, len(data))
	for i, c := range data {
		if c < ' ' || c > '~' {
			c = '.'
		}
		text[i] = c
	}
	return string(text)
}
