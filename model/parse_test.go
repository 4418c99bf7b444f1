package model

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// FuzzReadParse holds the tape against the tokens of jsontext: the same texts are accepted, the values have
// the same kinds, places and extents, and names count as repeated in the same texts.
func FuzzReadParse(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,-2.5e+3,true,false,null,"x"],"b":{},"c":[]}`, ` "a\"b\\" `, `"` + strings.Repeat("long ", 20) + `\" end"`,
		`{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `{"ab":{"ab":1},"ba":2,"ab":3}`, `[[[[]]]]`, `{"a":-0.0e-1,"b":tru}`, `"\u00zz"`, "\"\x01\"", `-`, `1.`, `{"a":1]`, `{"\u0061":"\ud83d\ude00"}`, `"\ud83d"`, "\"\xff\"", `1 2`, ``, `{`, `{"a"}`, `[1,]`, `01`, "\t[ 1 ,\r\n2 ]",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		v, err := Parse(raw)
		want, wantErr := tokens(raw)
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("Parse: %v, tokens: %v", err, wantErr)
		}
		if err != nil {
			return
		}
		var p parser
		names, _ := p.parse(raw)
		if unique := jsontext.Value(raw).IsValid(); unique != (names == uniqueNames) {
			t.Fatalf("unique names: got %v, want %v", names == uniqueNames, unique)
		}
		var got []token
		v.eachToken(func(k Kind, end int) { got = append(got, token{k, end}) })
		if len(got) != len(want) {
			t.Fatalf("got %v, want %v", got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("token %d: got %v, want %v", i, got[i], want[i])
			}
		}
		for i := range got {
			got[i].end -= v.Offset() // blanks before the payload are not kept
		}
		payload := payloadOf(raw)
		var inEvent []token
		payload.eachToken(func(k Kind, end int) { inEvent = append(inEvent, token{k, end}) })
		if !slices.Equal(inEvent, got) {
			t.Fatalf("as a payload: got %v, want %v", inEvent, got)
		}
	})
}

// payloadOf is a text as the payload of an event.
func payloadOf(raw []byte) Value {
	var d Decoder
	return d.Decode(slices.Concat([]byte(`{"seq":1,"direction":"client-to-server","transport":"stdio","kind":"message","payload":`), raw, []byte("}"))).Payload
}

// token is a scalar, a name or the beginning of an array or object, and where it ends.
type token struct {
	kind Kind
	end  int
}

func (v Value) eachToken(yield func(Kind, int)) {
	n := v.node()
	switch n.kind() {
	case Object:
		yield(Object, int(n.start)+1)
		for at := v.at + 1; at < n.next(); at = v.doc.nodes[at+1].next() {
			Value{v.doc, at}.eachToken(yield)
			Value{v.doc, at + 1}.eachToken(yield)
		}
	case Array:
		yield(Array, int(n.start)+1)
		for _, e := range v.Elems() {
			e.eachToken(yield)
		}
	default:
		yield(n.kind(), int(n.end))
	}
}

func tokens(raw []byte) ([]token, error) {
	dec := jsontext.NewDecoder(bytes.NewReader(raw), jsontext.AllowDuplicateNames(true))
	var all []token
	for {
		tok, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		kind, end := Absent, int(dec.InputOffset())
		switch tok.Kind() {
		case '{':
			kind = Object
		case '[':
			kind = Array
		case '}', ']':
		case 'n':
			kind = Null
		case 't', 'f':
			kind = Bool
		case '0':
			kind = Number
		case '"':
			kind = String
		}
		if kind != Absent {
			all = append(all, token{kind, end})
		}
		if dec.StackDepth() == 0 {
			break
		}
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more text")
	}
	return all, nil
}

func TestReadProblems(t *testing.T) {
	const head = `{"seq":1,"direction":"client-to-server","transport":"stdio",`
	for _, tc := range []struct {
		name, line string
		kind       ProblemKind
		column     int
		text       string
	}{
		{"text", `hello`, NotJSON, 1, "invalid character"},
		{"cut", `{"seq":1`, NotJSON, 9, "middle of a value"},
		{"two values", head + `"kind":"http"} {}`, NotJSON, len(head) + 16, "more text"},
		{"array", `[1]`, NotObject, 0, "an array"},
		{"string", `"x"`, NotObject, 0, "a string"},
		{"deep", strings.Repeat("[", 100_000), TooDeep, 10_001, "10,000"},
		{"bytes", head + `"kind":"message","payload":"` + "\xff" + `"}`, InvalidUTF8, len(head) + 29, "UTF-8"},
		{"surrogate", head + `"kind":"message","payload":"\ud800"}`, InvalidUTF8, len(head) + 29, "surrogate"},
		{"no seq", `{"direction":"client-to-server","transport":"stdio","kind":"http"}`, WrongMember, 0, "missing seq"},
		{"signed seq", `{"seq":-1}`, WrongMember, 8, "got seq -1"},
		{"fraction", `{"seq":1.0}`, WrongMember, 8, "got seq 1.0"},
		{"huge seq", `{"seq":18446744073709551616}`, WrongMember, 8, "unsigned integer"},
		{"text seq", `{"seq":"1"}`, WrongMember, 8, `got seq "1"`},
		{"no direction", `{"seq":1}`, WrongMember, 0, "missing direction"},
		{"direction", `{"seq":1,"direction":"c2s"}`, WrongMember, 22, `got direction "c2s"`},
		{"no transport", `{"seq":1,"direction":"client-to-server"}`, WrongMember, 0, "missing transport"},
		{"transport", `{"seq":1,"direction":"client-to-server","transport":7}`, WrongMember, 53, "got transport 7"},
		{"no kind", head[:len(head)-1] + `}`, WrongMember, 0, "missing kind"},
		{"kind", head + `"kind":"note"}`, WrongMember, len(head) + 8, `got kind "note"`},
		{"no payload", head + `"kind":"message"}`, WrongMember, 0, "missing payload"},
		{"payload", head + `"kind":"message","payload":" {\"jsonrpc\":\"2.0\",\"method\":\"x\"}"}`, WrongMember, len(head) + 28, "string with the text of a message"},
		{"status", head + `"kind":"http","status":"200"}`, WrongMember, len(head) + 24, "got status"},
		{"status range", head + `"kind":"http","status":99}`, WrongMember, len(head) + 24, "got status 99"},
		{"headers", head + `"kind":"http","headers":[]}`, WrongMember, len(head) + 25, "got headers"},
		{"header", head + `"kind":"http","headers":{"A":1}}`, WrongMember, len(head) + 30, "got headers.a 1"},
		{"exchange", head + `"kind":"http","exchange":-2}`, WrongMember, len(head) + 26, "got exchange -2"},
		{"no event", head + `"kind":"lifecycle"}`, WrongMember, 0, "missing event"},
		{"event", head + `"kind":"lifecycle","event":"x"}`, WrongMember, len(head) + 28, `got event "x"`},
		{"duplicate", head + `"kind":"message","payload":{"a":[{"b":1,"\u0062":2}]}}`, DuplicateName, 0, "/payload/a/0/b"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var d Decoder
			e := d.Decode([]byte(tc.line))
			p := e.Problem
			if p == nil {
				t.Fatal("no problem")
			}
			if p.Kind != tc.kind || p.Column != tc.column || !strings.Contains(p.Text, tc.text) {
				t.Errorf("got %v, column %d, %q; want %v, column %d, %q", p.Kind, p.Column, p.Text, tc.kind, tc.column, tc.text)
			}
			if p.Kind.Fatal() != (e.Kind == BadEvent) {
				t.Errorf("kind %v with problem %v", e.Kind, p.Kind)
			}
		})
	}
}

// What was no message on the wire stays the text that it was.
func TestReadTextPayloads(t *testing.T) {
	for _, text := range []string{`"listening"`, `"{\"jsonrpc\":\"2.0\",\"method\""`, `"{\"jsonrpc\":\"2.0\",\"x\":\"\ufffd\"}"`, `"{\"level\":\"info\"}"`, `"[{\"jsonrpc\":\"2.0\"}]"`} {
		var d Decoder
		e := d.Decode([]byte(eventLine(1, text)))
		if e.Problem != nil || string(e.Payload.Raw()) != text {
			t.Errorf("%s: got %s, problem %v", text, e.Payload.Raw(), e.Problem)
		}
	}
}

func TestReadMembersInAnyOrder(t *testing.T) {
	var d Decoder
	e := d.Decode([]byte(` {"payload":{"a":1},"sse":{"id":"7","event":"message"},"kind":"message","exchange":3,"x":[],` +
		`"tran\u0073port":"streamable-http","direction":"server-to-client","ts":"1970-01-01T00:00:02.5Z","seq":0,"seq2":1,"seq":12} `))
	if e.Problem == nil || e.Problem.Kind != DuplicateName {
		t.Fatalf("problem %v", e.Problem)
	}
	if e.Seq != 12 || e.Direction != ServerToClient || e.Transport != HTTP || e.Kind != MessageEvent || e.Time != 2_500_000_000 ||
		!e.Numbered || e.Exchange != 3 || *e.SSE != (SSE{"7", "message"}) || string(e.Payload.Raw()) != `{"a":1}` {
		t.Errorf("got %+v", e)
	}
}

// An event that is kept must not be changed by the lines decoded after it.
func TestReadEventsStay(t *testing.T) {
	var d Decoder
	var events []*Event
	var lines []string
	for i := range 300 {
		line := `{"seq":1,"direction":"client-to-server","transport":"stdio","kind":"message","payload":["` +
			strings.Repeat("x", i*17) + `",` + strings.Repeat("1,", i*7) + `2]}`
		scratch := []byte(line)
		events, lines = append(events, d.Decode(scratch)), append(lines, line)
		clear(scratch)
	}
	for i, e := range events {
		if e.Problem != nil || !strings.Contains(lines[i], string(e.Payload.Raw())) || e.Payload.Len() != i*7+2 {
			t.Fatalf("event %d changed", i)
		}
	}
}
