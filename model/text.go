package model

import (
	"hash/maphash"
	"unicode/utf8"
)

// Text is the number of a text kept by an Indexer. The zero Text is "".
type Text uint32

const (
	maxText       = 64 // bytes
	textChunkBits = 16 // of the place inside a chunk
	textChunk     = 1 << textChunkBits
	maxTextChunks = 1<<(32-textChunkBits) - 2
)

// texts keeps short texts once each, in chunks of bytes without pointers: a million ids as strings in a
// map would take more room than the rest of the index.
type texts struct {
	chunks [][]byte // of textChunk bytes: a length, then the text
	end    uint32   // where the next text goes
	count  int
	slots  []Text // open addressing; 0 is free
	seed   maphash.Seed
}

func textAt(chunks [][]byte, t Text) []byte {
	if t == 0 {
		return nil
	}
	at := chunks[t>>textChunkBits][t&(textChunk-1):]
	return at[1 : 1+at[0]]
}

func (x *texts) intern(text string) Text {
	if text == "" {
		return 0
	}
	if len(text) > maxText {
		text = cut(text)
	}
	if len(x.chunks) > maxTextChunks {
		return 0 // four gigabytes of texts: no recording, but no reason to fall over either
	}
	if x.count*4 >= len(x.slots)*3 {
		x.grow()
	}
	slot := x.slot([]byte(text))
	if *slot == 0 {
		*slot = x.add(text)
		x.count++
	}
	return *slot
}

// cut shortens a text to maxText bytes and marks the cut.
func cut(text string) string {
	end := maxText - len(cutMark)
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + cutMark
}

// slot gives the place of a text in the table: its own or a free one.
func (x *texts) slot(text []byte) *Text {
	mask := uint64(len(x.slots) - 1)
	for h := maphash.Bytes(x.seed, text) & mask; ; h = (h + 1) & mask {
		if t := x.slots[h]; t == 0 || string(textAt(x.chunks, t)) == string(text) {
			return &x.slots[h]
		}
	}
}

func (x *texts) grow() {
	old := x.slots
	if old == nil {
		x.seed = maphash.MakeSeed()
	}
	x.slots = make([]Text, max(256, 2*len(old)))
	for _, t := range old {
		if t != 0 {
			*x.slot(textAt(x.chunks, t)) = t
		}
	}
}

func (x *texts) add(text string) Text {
	if x.end == 0 {
		x.end = 1 // 0 is ""
	}
	if int(x.end%textChunk)+1+len(text) > textChunk {
		x.end = uint32(len(x.chunks)) << textChunkBits
	}
	if int(x.end>>textChunkBits) == len(x.chunks) {
		x.chunks = append(x.chunks, make([]byte, textChunk))
	}
	t := Text(x.end)
	at := x.chunks[t>>textChunkBits][t&(textChunk-1):]
	at[0] = byte(len(text))
	x.end += 1 + uint32(copy(at[1:], text))
	return t
}
