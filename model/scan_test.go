package model

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

const eventHead = `"direction":"client-to-server","transport":"stdio","kind":"message","payload":`

func eventLine(seq int, payload string) string {
	return fmt.Sprintf(`{"seq":%d,%s%s}`, seq, eventHead, payload)
}

func small() limits { return limits{block: 64, inFlight: 256, line: 1 << 20} }

// scanAll gives the events of a trace, read with buffers so small that most lines are longer.
func scanAll(t *testing.T, trace string) []*Event {
	t.Helper()
	var events []*Event
	at, err := scan(t.Context(), strings.NewReader(trace), ScanOptions{}, small(), func(e *Event) error {
		events = append(events, e)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if at.Offset != int64(len(trace)) || at.Events != len(events) {
		t.Errorf("ended at %+v after %d bytes and %d events", at, len(trace), len(events))
	}
	return events
}

func TestScanLines(t *testing.T) {
	one, two, three := eventLine(1, "1"), eventLine(2, `"`+strings.Repeat("x", 300)+`"`), eventLine(3, "{}")
	for _, tc := range []struct {
		name, trace string
		lines       []int
	}{
		{"nothing", "", nil},
		{"blank", "\n \t\r\n\r\n   ", nil},
		{"plain", one + "\n" + two + "\n" + three + "\n", []int{1, 2, 3}},
		{"no last line end", one + "\n" + two + "\n" + three, []int{1, 2, 3}},
		{"CRLF", one + "\r\n" + two + "\r\n" + three + "\r\n", []int{1, 2, 3}},
		{"BOM", byteOrderMark + one + "\n" + two + "\n", []int{1, 2}},
		{"BOM before a long line", byteOrderMark + two, []int{1}},
		{"only a BOM", byteOrderMark, nil},
		{"blank lines", "\n\n" + one + "\n \n\t\r\n" + two + "\n\n" + three + "\n\n", []int{3, 6, 8}},
		{"blank tail", one + "\n  ", []int{1}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			events := scanAll(t, tc.trace)
			if len(events) != len(tc.lines) {
				t.Fatalf("got %d events, want %d", len(events), len(tc.lines))
			}
			for i, e := range events {
				text := strings.TrimRight(strings.Split(strings.TrimPrefix(tc.trace, byteOrderMark), "\n")[tc.lines[i]-1], "\r")
				if got := tc.trace[e.Offset : e.Offset+int64(e.Size)]; got != text || e.Line != tc.lines[i] || e.Problem != nil {
					t.Errorf("event %d: line %d %q, problem %v; want line %d %q", i, e.Line, got, e.Problem, tc.lines[i], text)
				}
			}
		})
	}
}

func TestScanTail(t *testing.T) {
	whole := eventLine(1, `{"a":"é"}`)
	for cut := 1; cut < len(whole); cut++ {
		events := scanAll(t, eventLine(0, "0")+"\n"+whole[:cut])
		if p := events[1].Problem; len(events) != 2 || p == nil || p.Kind != TornLine {
			t.Fatalf("cut at %d: %v", cut, p)
		}
	}
	for tail, want := range map[string]ProblemKind{"hello": NotJSON, `{"seq":1}`: WrongMember, "[1]": NotObject} {
		if p := scanAll(t, tail)[0].Problem; p == nil || p.Kind != want {
			t.Errorf("%q: got %v, want %v", tail, p, want)
		}
	}
	if p := scanAll(t, whole[:20]+"\n")[0].Problem; p.Kind != NotJSON {
		t.Errorf("a line with its end is not torn: %v", p)
	}
}

func TestScanContinues(t *testing.T) {
	lines := []string{eventLine(1, "1"), "", eventLine(2, `"`+strings.Repeat("long", 100)+`"`), eventLine(2, "3"), eventLine(4, "4")}
	trace := strings.Join(lines, "\n") + "\n"
	var at Position
	var got []*Event
	for end := 1; end <= len(trace); end += 7 {
		if end+7 > len(trace) {
			end = len(trace)
		}
		var err error
		at, err = scan(t.Context(), io.NewSectionReader(strings.NewReader(trace), at.Offset, int64(end)-at.Offset),
			ScanOptions{From: at, Tail: LeaveTail}, small(), func(e *Event) error { got = append(got, e); return nil })
		if err != nil {
			t.Fatal(err)
		}
	}
	want := scanAll(t, trace)
	if len(got) != len(want) || at.Lines != 5 || at.Events != 4 {
		t.Fatalf("got %d events, want %d, at %+v", len(got), len(want), at)
	}
	for i := range want {
		g, w := got[i], want[i]
		if g.Line != w.Line || g.Offset != w.Offset || g.Size != w.Size || g.Seq != w.Seq || (g.Problem == nil) != (w.Problem == nil) {
			t.Errorf("event %d: got %+v, want %+v", i, g, w)
		}
	}
	if p := got[2].Problem; p == nil || p.Kind != SeqNotRising {
		t.Errorf("the seq is not compared over the seam: %v", p)
	}
}

func TestScanSeq(t *testing.T) {
	lines := []string{eventLine(0, "0"), eventLine(5, "5"), eventLine(4, `{"a":5}`), "x", eventLine(3, "3"), eventLine(6, "6"),
		eventLine(2, `{"a":1,"a":2}`), eventLine(18, "18")}
	var got []string
	for _, e := range scanAll(t, strings.Join(lines, "\n")) {
		text := "-"
		if e.Problem != nil {
			text = e.Problem.Kind.String()
		}
		got = append(got, text)
	}
	want := []string{"-", "-", "seq does not rise", "no JSON", "seq does not rise", "-", "duplicate name", "-"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Two recordings in one file, as cat leaves them: what comes behind the first is another one.
func TestScanAppendedRecordings(t *testing.T) {
	one := []string{eventLine(1, `{"a":1}`), eventLine(3, `{"a":3}`), eventLine(2, `{"a":2}`), eventLine(1000, `{"a":4}`)}
	for name, other := range map[string][]string{
		"a seq that was used": {eventLine(3, `{"a":33}`), "x", eventLine(2000, `{"a":5}`)},
		"far below":           {eventLine(7, `{"a":7}`), "x", eventLine(2000, `{"a":5}`)},
	} {
		var got []string
		for _, e := range scanAll(t, strings.Join(slices.Concat(one, other), "\n")) {
			text := "-"
			if e.Problem != nil {
				text = e.Problem.Kind.String()
			}
			if e.Aside {
				text += " appended"
			}
			got = append(got, text)
		}
		want := []string{"-", "-", "seq does not rise", "-", "another recording appended", "no JSON appended", "- appended"}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// A line of the same length with the same seq is another one, and nothing tells which of them to believe.
func TestScanSeqUsedTwice(t *testing.T) {
	events := scanAll(t, eventLine(1, `{"a":1}`)+"\n"+eventLine(2, `{"a":2}`)+"\n"+eventLine(2, `{"a":3}`))
	if p := events[2].Problem; p == nil || p.Kind != SeqBeginsAgain || !events[2].Aside {
		t.Errorf("got %+v, problem %v", events[2], p)
	}
}

// Log shippers deliver at least once.
func TestScanRepeatedLines(t *testing.T) {
	one, two, three := eventLine(1, `{"a":1}`), eventLine(2, `{"a":2}`), eventLine(3, `{"a":3}`)
	var got []string
	for _, e := range scanAll(t, strings.Join([]string{one, two, one, two, three, two}, "\n")) {
		switch {
		case e.Problem == nil:
			got = append(got, "-")
		case e.Kind == BadEvent && !e.Payload.Exists():
			got = append(got, e.Problem.Text)
		default:
			got = append(got, e.Problem.Kind.String())
		}
	}
	want := []string{"-", "-", "line 1 once more, with the same seq 1", "line 2 once more, with the same seq 2", "-", "line 2 once more, with the same seq 2"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestScanPassesOverEmptyEvents(t *testing.T) {
	empty := `{"seq":2,"direction":"server-to-client","transport":"streamable-http","kind":"message","payload":"","sse":{"id":"","event":""}}`
	events := scanAll(t, eventLine(1, "1")+"\n"+empty+"\n"+eventLine(3, `""`))
	if len(events) != 2 || events[1].Line != 3 || events[1].Seq != 3 {
		t.Errorf("got %+v", events)
	}
}

func TestScanKeepsOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	const n = 20_000
	for i := range n {
		size := random.IntN(60)
		if random.IntN(200) == 0 {
			size = random.IntN(5_000)
		}
		fmt.Fprintln(&b, eventLine(i, `"`+strings.Repeat("y", size)+`"`))
	}
	for _, l := range []limits{small(), {block: 1000, inFlight: 5000, line: 1 << 20}, usualLimits()} {
		next := 0
		_, err := scan(t.Context(), &b2{data: b.Bytes(), random: random}, ScanOptions{}, l, func(e *Event) error {
			if e.Seq != uint64(next) || e.Line != next+1 || e.Problem != nil {
				return fmt.Errorf("event %d: seq %d, line %d, problem %v", next, e.Seq, e.Line, e.Problem)
			}
			next++
			return nil
		})
		if err != nil || next != n {
			t.Fatalf("%+v: %d events, %v", l, next, err)
		}
	}
}

// b2 reads in pieces of random size.
type b2 struct {
	data   []byte
	random *rand.Rand
}

func (r *b2) Read(p []byte) (int, error) {
	if len(r.data) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), 1+r.random.IntN(3000))], r.data)
	r.data = r.data[n:]
	return n, nil
}

func TestScanRandomLines(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	const alphabet = "{}[]\",:0123456789truefalsn\\u \t\x00\xff\xc3é\r"
	var b strings.Builder
	lines := 0
	for range 10_000 {
		n := random.IntN(80)
		line := make([]byte, n)
		for i := range line {
			line[i] = alphabet[random.IntN(len(alphabet))]
		}
		if !isBlank(line) {
			lines++
		}
		b.Write(append(line, '\n'))
	}
	events := scanAll(t, b.String())
	if len(events) != lines {
		t.Errorf("got %d events of %d lines", len(events), lines)
	}
}

func TestScanHugeLine(t *testing.T) {
	if testing.Short() {
		t.Skip("60 MB")
	}
	huge := eventLine(2, `"`+strings.Repeat("A", 60_000_000)+`"`)
	trace := eventLine(1, "1") + "\n" + huge + "\n" + eventLine(3, "3") + "\n"
	for name, from := range map[string]io.Reader{"pipe": strings.NewReader(trace), "file": open(t, trace).From(t.Context(), 0)} {
		var events []*Event
		if _, err := Scan(t.Context(), from, ScanOptions{}, func(e *Event) error {
			events = append(events, e)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if len(events) != 3 || events[1].Size != len(huge) || events[1].Problem != nil || len(events[1].Payload.Raw()) != 60_000_002 || events[2].Line != 3 {
			t.Errorf("%s: got %d events", name, len(events))
		}
	}
}

func TestScanDeepLine(t *testing.T) {
	for _, deep := range []string{strings.Repeat("[", 100_000), strings.Repeat(`{"a":`, 100_000), strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)} {
		events := scanAll(t, eventLine(1, "1")+"\n"+eventLine(2, deep)+"\n"+eventLine(3, "3"))
		if len(events) != 3 || events[1].Problem == nil || events[1].Problem.Kind != TooDeep || events[2].Problem != nil {
			t.Fatalf("got %+v", events[1].Problem)
		}
	}
	deepest := strings.Repeat("[", 9_999) + strings.Repeat("]", 9_999)
	if p := scanAll(t, eventLine(1, deepest))[0].Problem; p != nil {
		t.Errorf("10,000 levels: %v", p)
	}
}

// Lines longer than a buffer are read from a file in another way than from a pipe.
func TestScanFile(t *testing.T) {
	var b strings.Builder
	for i := range 200 {
		fmt.Fprintln(&b, eventLine(i, `"`+strings.Repeat("z", i*i%997)+`"`))
	}
	b.WriteString(eventLine(200, `"`+strings.Repeat("tail", 100)+`"`))
	want := scanAll(t, b.String())
	n := 0
	_, err := scan(t.Context(), open(t, b.String()).From(t.Context(), 0), ScanOptions{}, small(), func(e *Event) error {
		if w := want[n]; e.Seq != w.Seq || e.Line != w.Line || e.Offset != w.Offset || e.Size != w.Size || e.Problem != nil {
			return fmt.Errorf("got %+v, want %+v", e, w)
		}
		n++
		return nil
	})
	if err != nil || n != len(want) {
		t.Errorf("%d of %d events: %v", n, len(want), err)
	}
}

// Whoever makes room for long lines hears of one before it is delivered, whether its length is known when it
// begins or shows as it is read.
func TestScanTellsOfLongLines(t *testing.T) {
	short, long := eventLine(1, "1")+"\n", eventLine(2, `"`+strings.Repeat("x", 10_000)+`"`)+"\n"
	trace := []byte(short + long + short + long)
	for name, from := range map[string]io.Reader{"pipe": bytes.NewReader(trace), "file": &measured{bytes.NewReader(trace), trace}} {
		t.Run(name, func(t *testing.T) {
			var told []int64
			o := ScanOptions{LongLine: func(size int64) { told = append(told, size) }}
			_, err := scan(t.Context(), from, o, small(), func(*Event) error { return nil })
			if err != nil {
				t.Fatal(err)
			}
			if len(told) == 0 || told[len(told)-1] < int64(len(long)) || told[len(told)-1] > 2*int64(len(long)) || !slices.IsSorted(told) {
				t.Errorf("told of %v, want up to about %d", told, len(long))
			}
		})
	}
}

// measured is a reader that knows where the line in which it stands ends.
type measured struct {
	*bytes.Reader
	all []byte
}

func (m *measured) restOfLine() int64 {
	return int64(bytes.IndexByte(m.all[len(m.all)-m.Len():], '\n') + 1)
}

func TestScanLeavesOutLongLines(t *testing.T) {
	l := limits{block: 64, inFlight: 256, line: 1000}
	long := eventLine(2, `"`+strings.Repeat("A", 5_000)+`"`)
	for _, end := range []string{"\n" + eventLine(3, "3") + "\n", "\n", ""} {
		var events []*Event
		trace := eventLine(1, "1") + "\n" + long + end
		_, err := scan(t.Context(), strings.NewReader(trace), ScanOptions{}, l, func(e *Event) error { events = append(events, e); return nil })
		if err != nil || len(events) < 2 || events[1].Problem == nil || events[1].Problem.Kind != TooLong || events[1].Offset != int64(len(eventLine(1, "1")))+1 {
			t.Fatalf("%q: %v, %+v", end, err, events)
		}
		if len(events) == 3 && (events[2].Problem != nil || events[2].Line != 3) {
			t.Errorf("the line behind: %+v", events[2])
		}
	}
}

func TestScanStops(t *testing.T) {
	trace := strings.Repeat(eventLine(1, "1")+"\n", 50_000)
	t.Run("receive", func(t *testing.T) {
		enough := errors.New("enough")
		n := 0
		_, err := Scan(t.Context(), strings.NewReader(trace), ScanOptions{}, func(*Event) error {
			if n++; n == 700 {
				return enough
			}
			return nil
		})
		if !errors.Is(err, enough) || n != 700 {
			t.Errorf("%d events, %v", n, err)
		}
	})
	t.Run("context", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		_, err := Scan(ctx, strings.NewReader(trace), ScanOptions{}, func(*Event) error {
			if n++; n == 700 {
				cancel()
			}
			return nil
		})
		if !errors.Is(err, context.Canceled) || n > 10_000 {
			t.Errorf("%d events, %v", n, err)
		}
	})
	t.Run("blocked reader", func(t *testing.T) {
		r, w := io.Pipe()
		defer w.Close()
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		if _, err := Scan(ctx, r, ScanOptions{}, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	})
	t.Run("reader", func(t *testing.T) {
		n := 0
		broken := io.MultiReader(strings.NewReader(trace), iotest.ErrReader(errors.New("disk on fire")))
		_, err := Scan(t.Context(), broken, ScanOptions{}, func(*Event) error { n++; return nil })
		if err == nil || !strings.Contains(err.Error(), "disk on fire") || n != 50_000 {
			t.Errorf("%d events, %v", n, err)
		}
	})
	t.Run("reader without progress", func(t *testing.T) {
		if _, err := Scan(t.Context(), idleReader{}, ScanOptions{}, nil); !errors.Is(err, io.ErrNoProgress) {
			t.Error(err)
		}
	})
}

type idleReader struct{}

func (idleReader) Read([]byte) (int, error) { return 0, nil }

// What has come over a slow pipe is delivered and told although the next lines are still to come.
func TestScanProgress(t *testing.T) {
	r, w := io.Pipe()
	told := make(chan Position)
	done := make(chan error)
	go func() {
		_, err := Scan(t.Context(), r, ScanOptions{Every: 10 * time.Millisecond, Progress: func(p Position) { told <- p }},
			func(*Event) error { return nil })
		close(told)
		done <- err
	}()
	for want := 1; want <= 3; want++ {
		fmt.Fprintln(w, eventLine(want, "1"))
		if p := <-told; p.Events != want {
			t.Fatalf("told %d events, want %d", p.Events, want)
		}
	}
	go func() {
		for i := range 1000 {
			fmt.Fprintln(w, eventLine(i+4, "1"))
		}
		w.Close()
	}()
	var last Position
	times := 0
	for p := range told {
		last = p
		times++
	}
	if err := <-done; err != nil || last.Events != 1003 || last.Lines != 1003 || times > 500 {
		t.Errorf("%d times, at last %+v, %v", times, last, err)
	}
}

func FuzzScan(f *testing.F) {
	f.Add([]byte(eventLine(1, "1")+"\n\n"+eventLine(2, `{"a":1,"a":2}`)+"\r\n{"), uint8(3))
	f.Add([]byte(byteOrderMark+"\n"+byteOrderMark), uint8(1))
	f.Add([]byte(strings.Repeat("[", 300)), uint8(200))
	f.Fuzz(func(t *testing.T, trace []byte, size uint8) {
		l := limits{block: 1 + int(size), inFlight: 64, line: 1 << 20}
		rest := bytes.TrimPrefix(trace, []byte(byteOrderMark))
		var lines [][]byte
		for line := range bytes.SplitSeq(rest, []byte("\n")) {
			if !isBlank(line) && !new(Decoder).Decode(line).Empty() {
				lines = append(lines, line)
			}
		}
		n := 0
		_, err := scan(t.Context(), bytes.NewReader(trace), ScanOptions{}, l, func(e *Event) error {
			if n >= len(lines) {
				return errors.New("more events than lines")
			}
			if got := trace[e.Offset : e.Offset+int64(e.Size)]; string(got) != strings.TrimSuffix(string(lines[n]), "\r") && string(got) != string(lines[n]) {
				return fmt.Errorf("event %d: got %q, want %q", n, got, lines[n])
			}
			n++
			return nil
		})
		if err != nil || n != len(lines) {
			t.Fatalf("%d of %d lines: %v", n, len(lines), err)
		}
	})
}
