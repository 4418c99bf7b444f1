package model

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unsafe"
)

// indexed gives the index of a trace, in which each event with an even place is the partner of the next.
func indexed(t *testing.T, f *File) *Trace {
	t.Helper()
	x := NewIndexer(f)
	_, err := x.Fill(t.Context(), f, ScanOptions{}, func(e *Event) error {
		entry := EntryOf(e)
		entry.Method = x.Intern(e.Payload.Get("method").Str())
		if i := x.Append(entry); i%2 == 1 {
			x.SetPartner(i-1, i)
		}
		return nil
	}, func(*Trace, Position) {})
	if err != nil {
		t.Fatal(err)
	}
	return x.Trace()
}

func open(t *testing.T, trace string) *File {
	t.Helper()
	f, err := Open(tempTrace(t, trace))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestIndexEntrySize(t *testing.T) {
	if size := unsafe.Sizeof(chunk{}) / chunkSize; size > 80 {
		t.Errorf("%d bytes an event", size)
	}
}

func TestIndexReadsEventsAgain(t *testing.T) {
	lines := []string{
		eventLine(0, `{"method":"ping"}`), "no JSON", eventLine(7, `"`+strings.Repeat("x", 300_000)+`"`), eventLine(3, "1"), eventLine(8, `{"a":1,"a":2}`),
		`{"seq":9,"ts":"2026-11-01T00:00:00.5+01:00","direction":"server-to-client","transport":"streamable-http","kind":"http","status":404}`, eventLine(10, `"tor`),
	}
	f := open(t, byteOrderMark+strings.Join(lines, "\r\n"))
	var want []*Event
	if _, err := Scan(t.Context(), f.From(t.Context(), 0), ScanOptions{}, func(e *Event) error { want = append(want, e); return nil }); err != nil {
		t.Fatal(err)
	}
	trace := indexed(t, f)
	if trace.Len() != len(lines) {
		t.Fatalf("%d events of %d lines", trace.Len(), len(lines))
	}
	for i, w := range want {
		e, err := trace.Event(i)
		if err != nil {
			t.Fatal(err)
		}
		if e.Line != w.Line || e.Offset != w.Offset || e.Size != w.Size || e.Kind != w.Kind || e.Seq != w.Seq ||
			fmt.Sprint(e.Problem) != fmt.Sprint(w.Problem) || !bytes.Equal(e.Payload.Raw(), w.Payload.Raw()) {
			t.Errorf("event %d: got %+v, want %+v", i, e, w)
		}
		if raw, err := trace.Raw(i, 5); err != nil || string(raw) != lines[i][:5] {
			t.Errorf("raw %d: %q, %v", i, raw, err)
		}
	}
	h := trace.Entry(5)
	if h.Status != 404 || h.Time != 1793487600_500000000 || h.Direction != ServerToClient || h.Transport != HTTP || h.Line != 6 {
		t.Errorf("got %+v", h)
	}
	if m := trace.Text(trace.Entry(0).Method); m != "ping" {
		t.Errorf("method %q", m)
	}
}

func TestIndexOfSeq(t *testing.T) {
	for name, seqs := range map[string]string{"rising": "0 x 4 5 x x 9 12", "repeated": "0 4 4 5 9 12", "falling": "9 12 x 0 4 5"} {
		var lines []string
		first := map[uint64]int{}
		for i, s := range strings.Fields(seqs) {
			seq, err := strconv.Atoi(s)
			if err != nil {
				lines = append(lines, s)
				continue
			}
			lines = append(lines, eventLine(seq, "1"))
			if _, twice := first[uint64(seq)]; !twice {
				first[uint64(seq)] = i
			}
		}
		trace := indexed(t, open(t, strings.Join(lines, "\n")))
		for seq := range uint64(14) {
			want, there := first[seq]
			if i, ok := trace.IndexOf(seq); ok != there || i != want {
				t.Errorf("%s: seq %d: got %d, %v; want %d, %v", name, seq, i, ok, want, there)
			}
		}
	}
}

func TestIndexOfChangedFile(t *testing.T) {
	path := tempTrace(t, eventLine(1, "1")+"\n"+eventLine(2, "2")+"\n")
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	trace := indexed(t, f)
	if err := os.WriteFile(path, []byte(eventLine(7, "1")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		if _, err := trace.Event(i); !errors.Is(err, ErrChanged) {
			t.Errorf("event %d: %v", i, err)
		}
	}
}

func TestEventOfRepeatedLine(t *testing.T) {
	trace := indexed(t, open(t, eventLine(1, "1")+"\n"+eventLine(2, "2")+"\n"+eventLine(1, "1")+"\n"))
	e, err := trace.Event(2)
	if err != nil || e.Kind != BadEvent || e.Line != 3 || e.Problem == nil || e.Problem.Text != "line 1 once more, with the same seq 1" {
		t.Errorf("got %+v, %v", e, err)
	}
	if i, ok := trace.IndexOf(1); !ok || i != 0 {
		t.Errorf("seq 1 is event %d, %v", i, ok)
	}
}

func TestEventOfInitializeLoggedTwice(t *testing.T) {
	hello := `{"jsonrpc":"2.0","id":0,"method":"initialize"}`
	trace := indexed(t, open(t, eventLine(1, hello)+"\n"+eventLine(2, hello)+"\n"+eventLine(3, hello)+"\n"+eventLine(4, "4")+"\n"+eventLine(5, hello)+"\n"))
	var got []string
	for i := range trace.Len() {
		e, err := trace.Event(i)
		if err != nil {
			t.Fatal(err)
		}
		text := "-"
		if e.Problem != nil {
			text = e.Problem.Text
		}
		got = append(got, text)
	}
	again := "the initialize of line 1 once more; hosts log it twice, so this one is not judged"
	if want := []string{"-", again, again, "-", "-"}; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// Traces are read while the indexer goes on; the race detector watches.
func TestIndexPublishes(t *testing.T) {
	x := NewIndexer(nil)
	const n = 3*chunkSize + 17
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for trace := x.Trace(); trace.Len() < n; trace = x.Trace() {
				for i := max(0, trace.Len()-100); i < trace.Len(); i++ {
					if e := trace.Entry(i); e.Seq != uint64(i) || trace.Text(e.ID) != strconv.Itoa(i) {
						t.Errorf("entry %d: %+v, id %q", i, e, trace.Text(e.ID))
					}
					if j, ok := trace.Partner(i); ok && j != i^1 {
						t.Errorf("partner of %d is %d", i, j)
					}
					trace.Mark(i, HasFinding)
				}
				runtime.Gosched()
			}
		})
	}
	for i := range n {
		x.Append(Entry{Seq: uint64(i), Kind: MessageEvent, ID: x.Intern(strconv.Itoa(i))})
		if i%2 == 1 {
			x.SetPartner(i, i-1)
		}
		if i%500 == 0 {
			x.Publish()
		}
	}
	trace := x.Publish()
	readers.Wait()
	if _, ok := trace.Partner(n - 1); ok || trace.Marks(n-1)&HasViolation != 0 {
		t.Error("the last entry has no partner")
	}
}

func TestIndexInterns(t *testing.T) {
	var x texts
	numbers := map[string]Text{"": 0}
	for i := range 100_000 {
		text := strconv.Itoa(i % 70_000)
		n := x.intern(text)
		if known, ok := numbers[text]; ok && known != n {
			t.Fatalf("%q is %d and %d", text, known, n)
		}
		numbers[text] = n
	}
	for text, n := range numbers {
		if got := string(textAt(x.chunks, n)); got != text {
			t.Fatalf("got %q, want %q", got, text)
		}
	}
	if got := string(textAt(x.chunks, x.intern(strings.Repeat("é", 40)))); got != strings.Repeat("é", 30)+"..." {
		t.Errorf("a long text is cut to %q", got)
	}
}

func TestIndexProblems(t *testing.T) {
	p := Problems{Limit: 2}
	for _, e := range scanAll(t, eventLine(3, "1")+"\nhello\n\n"+eventLine(2, "1")+"\n[]\n") {
		p.Note(e)
	}
	want := []string{"line 2, column 1: no JSON: invalid character 'h' at start of value", "line 4: seq does not rise: got seq 2 after seq 3, want a higher one"}
	if p.Total != 3 || p.Fatal != 2 || p.More() != 1 || len(p.First) != 2 || p.First[0].String() != want[0] || p.First[1].String() != want[1] {
		t.Errorf("got %+v", p)
	}
}

func BenchmarkIndex(b *testing.B) {
	for _, size := range []int{64 << 10, 1 << 20, 16 << 20, 64 << 20} {
		b.Run(fmt.Sprintf("%dKiB", size>>10), func(b *testing.B) {
			made := madeTrace(size)
			f, err := OpenStdin(bytes.NewReader(made))
			if err != nil {
				b.Fatal(err)
			}
			defer f.Close()
			b.SetBytes(int64(len(made)))
			var trace *Trace
			for b.Loop() {
				x := NewIndexer(f)
				_, err := x.Fill(b.Context(), f, ScanOptions{}, func(e *Event) error {
					entry := EntryOf(e)
					entry.Method = x.Intern(e.Payload.Get("method").Str())
					entry.ID = x.Intern(e.Payload.Get("id").Num())
					x.Append(entry)
					return nil
				}, func(*Trace, Position) {})
				if err != nil {
					b.Fatal(err)
				}
				trace = x.Trace()
			}
			reportEvents(b, trace.Len())
			kept := len(trace.chunks)*int(unsafe.Sizeof(chunk{})) + len(trace.texts)*textChunk
			b.ReportMetric(float64(kept)/float64(trace.Len()), "B/event")
		})
	}
}

func BenchmarkTraceEvent(b *testing.B) {
	made := madeTrace(4 << 20)
	x := NewIndexer(bytes.NewReader(made))
	if _, err := Scan(b.Context(), bytes.NewReader(made), ScanOptions{}, func(e *Event) error { x.Append(EntryOf(e)); return nil }); err != nil {
		b.Fatal(err)
	}
	trace := x.Publish()
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if _, err := trace.Event(i % trace.Len()); err != nil {
			b.Fatal(err)
		}
		i++
	}
}
