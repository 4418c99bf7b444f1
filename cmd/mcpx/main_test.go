package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"mcpx/checks"
	"mcpx/checks/catalogue"
	"mcpx/checks/script"
	"mcpx/testdata"
)

// mcpx runs a command line in this process.
func mcpx(t testing.TB, stdin string, args ...string) (out, errs string, s status) {
	t.Helper()
	var o, e bytes.Buffer
	s = run(t.Context(), args, strings.NewReader(stdin), &o, &e)
	return o.String(), e.String(), s
}

// trace writes the recording that a script describes into a file.
func trace(t testing.TB, text string) string {
	t.Helper()
	data, err := script.Trace(text)
	if err != nil {
		t.Fatal(err)
	}
	return file(t, string(data))
}

func file(t testing.TB, content string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "session.jsonl")
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

const (
	conforming = "open\nc {\"id\":1,\"method\":\"tools/list\"}\ns {\"id\":1,\"result\":{\"tools\":[]}}\n"
	breaksMust = conforming + "c {\"id\":2.5,\"method\":\"tools/list\"}\ns {\"id\":2.5,\"result\":{\"tools\":[]}}\n"
	// A request without clientInfo breaks a SHOULD.
	breaksShould = conforming + `c {"id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":"OMIT"}}}` +
		"\ns {\"id\":2,\"result\":{\"tools\":[]}}\n"
	oneSided = "open\nc {\"id\":1,\"method\":\"tools/list\"}\n"
	badLine  = "line {\"direction\":\"client-to-server\",\"transport\":\"stdio\",\"kind\":\"message\"}\n"
)

// undeclared is a recording that begins in the middle of a session.
const undeclared = `{"seq":1,"direction":"client-to-server","transport":"stdio","kind":"message","payload":{"jsonrpc":"2.0","id":1,"method":"ping"}}
{"seq":2,"direction":"server-to-client","transport":"stdio","kind":"message","payload":{"jsonrpc":"2.0","id":1,"result":{}}}
`

// tooDeep is an event that is nested deeper than anything is read.
var tooDeep = `{"seq":1,"direction":"client-to-server","transport":"stdio","kind":"message","payload":` +
	strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "}"

func TestExitStatus(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		name string
		args []string
		want status
		errs string
	}{
		{"conforming", []string{"check", trace(t, conforming)}, clean, ""},
		{"conforming, strict", []string{"check", "--strict", trace(t, conforming)}, clean, ""},
		{"a MUST broken", []string{"check", trace(t, breaksMust)}, broken, ""},
		{"a SHOULD broken", []string{"check", trace(t, breaksShould)}, clean, ""},
		{"a SHOULD broken, strict", []string{"check", "--strict", trace(t, breaksShould)}, broken, ""},
		{"one-sided", []string{"check", trace(t, oneSided)}, unusable, "nothing was judged: the recording holds nothing that the server sent"},
		{"empty", []string{"check", file(t, "")}, unusable, "empty file"},
		{"a filter that leaves nothing", []string{"check", "--filter", "area:TASK", trace(t, breaksMust)}, broken, ""},
		{"a wrong filter", []string{"check", "--filter", "level:must colour:red", trace(t, breaksMust)}, unusable, `column 12: there is no field "colour"`},
		{"a bad line", []string{"check", trace(t, conforming+badLine)}, malformed, ":4: missing seq, want an unsigned integer"},
		{"a bad line, lenient", []string{"check", "--lenient", trace(t, conforming+badLine)}, clean, ":4: missing seq"},
		{"a bad line and a MUST broken, lenient", []string{"check", "--lenient", trace(t, breaksMust+badLine)}, broken, ""},
		{"a first line that is too deep", []string{"check", file(t, tooDeep+"\n")}, malformed, ":1:10087: too deep: nested deeper than 10,000 levels"},
		{"another recording behind, lenient", []string{"check", "--lenient", trace(t, conforming+"seq 0\n"+"close\n")}, malformed, ":4: another recording"},
		{"seq falls", []string{"check", trace(t, conforming+"seq 0\n"+"close\n")}, malformed, ":4: another recording: got seq 0 after seq 2; what follows is not judged, split the file before this line"},
		{"of another revision", []string{"check", "--revision", "2025-11-25", trace(t, conforming)}, unusable, "the recording declares 2026-07-28, and what declares another revision is not judged by 2025-11-25"},
		{"of no revision", []string{"check", file(t, undeclared)}, unusable, "nothing in the recording tells its revision, --revision chooses one"},
		{"missing", []string{"check", filepath.Join(dir, "none.jsonl")}, unusable, "no such file or directory; name a recording"},
		{"a directory", []string{"check", dir}, unusable, "this is a directory, not a trace: name a recording in it"},
		{"gzip", []string{"check", file(t, "\x1f\x8b\x08\x00rest")}, unusable, "| mcpx check -"},
		{"one document", []string{"check", file(t, "{\n \"a\": 1\n}\n")}, unusable, "one JSON document"},
		{"several, the worst counts", []string{"check", trace(t, conforming), trace(t, breaksMust), trace(t, conforming)}, broken, ""},
		{"several, one missing", []string{"check", filepath.Join(dir, "none"), trace(t, breaksMust)}, unusable, "no such file"},
		{"several, one malformed", []string{"check", trace(t, conforming+badLine), filepath.Join(dir, "none")}, malformed, "no such file"},
		{"no trace named", []string{"check"}, unusable, "name a recording to judge"},
		{"nothing named", nil, unusable, `"mcpx demo" opens one`},
		{"unknown flag", []string{"check", "--loud", "x"}, unusable, `"mcpx check --help" lists the flags`},
		{"unknown format", []string{"check", "--format", "xml", "x"}, unusable, "want text or json or markdown"},
		{"unknown revision", []string{"check", "--revision", "2031-01-01", "x"}, unusable, "want one of 2024-11-05, 2025-03-26, 2025-06-18"},
		{"revision without catalogue", []string{"clauses", "--revision", "2024-11-05"}, unusable, "want one of 2025-06-18, 2025-11-25, 2026-07-28"},
		{"misspelt command", []string{"chekc", "x.jsonl"}, unusable, `did you mean "mcpx check"`},
		{"misspelt command alone", []string{"chekcs"}, unusable, `did you mean "mcpx check`},
		{"two traces to open", []string{"a.jsonl", "b.jsonl"}, unusable, `"mcpx check" takes several`},
		{"argument too many", []string{"version", "now"}, unusable, `"mcpx version" takes no argument`},
		{"open", []string{trace(t, breaksMust)}, clean, ""},
		{"open a missing one", []string{filepath.Join(dir, "none")}, unusable, "no such file"},
		{"demo", []string{"demo"}, clean, ""},
		{"help", []string{"--help"}, clean, ""},
		{"version, as a flag", []string{"--version"}, clean, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, errs, got := mcpx(t, "", c.args...)
			if got != c.want {
				t.Errorf("status %d, want %d", got, c.want)
			}
			if !strings.Contains(errs, c.errs) || c.errs == "" && c.want == clean && errs != "" {
				t.Errorf("standard error %q, want %q", errs, c.errs)
			}
			if strings.Contains(errs, "Usage:") {
				t.Errorf("a usage text for an error: %q", errs)
			}
			for line := range strings.Lines(errs) {
				if !strings.HasPrefix(line, "mcpx: ") {
					t.Errorf("line %q", line)
				}
			}
		})
	}
}

func TestCheckStandardInput(t *testing.T) {
	data, err := script.Trace(breaksMust)
	if err != nil {
		t.Fatal(err)
	}
	out, _, s := mcpx(t, string(data), "check", "-")
	if s != broken || !strings.HasPrefix(out, "standard input   2026-07-28 (declared by _meta of requests)   5 events\n") {
		t.Errorf("status %d, output %q", s, out)
	}
	if out, _, s = mcpx(t, string(data), "-"); s != clean || !strings.Contains(out, "got id 2.5") {
		t.Errorf("status %d, output %q", s, out)
	}
}

func TestCheckSeveral(t *testing.T) {
	a, b := trace(t, conforming), trace(t, breaksMust)
	out, errs, s := mcpx(t, "", "check", "--format", "json", a, filepath.Join(t.TempDir(), "none"), b)
	if s != unusable || strings.Count(errs, "\n") != 1 {
		t.Errorf("status %d, standard error %q", s, errs)
	}
	var report struct {
		Tool     string
		Version  string
		Unusable []struct{ Trace, Error string }
		Traces   []struct {
			Trace, Verdict, Revision, RevisionSource string
			Findings                                 []struct{ Clause, Check string }
		}
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatalf("%v in %q", err, out)
	}
	if len(report.Traces) != 2 || report.Traces[0].Trace != a || report.Traces[1].Trace != b {
		t.Fatalf("got %+v", report.Traces)
	}
	if u := report.Unusable; len(u) != 1 || !strings.HasSuffix(u[0].Trace, "none") || !strings.Contains(u[0].Error, "no such file") {
		t.Errorf("unusable: %+v", u)
	}
	last := report.Traces[1]
	if last.Verdict != "fail" || last.Revision != "2026-07-28" || last.RevisionSource != "request _meta" || len(last.Findings) == 0 || last.Findings[0].Check != "base.request-id-type" {
		t.Errorf("got %+v", last)
	}
}

// A recording of two eras has two entries.
func TestCheckTwoEras(t *testing.T) {
	out, _, s := mcpx(t, "", "check", trace(t, conforming+"revision 2025-11-25\ninit {\"id\":9}\n"))
	if s != clean || !strings.Contains(out, "2026-07-28 (declared by _meta of requests)") || !strings.Contains(out, "2025-11-25 (declared by the initialize result)") {
		t.Errorf("status %d, output %q", s, out)
	}
}

func TestCheckAll(t *testing.T) {
	out, _, _ := mcpx(t, "", "check", "--all", "--ascii", trace(t, breaksMust))
	for _, want := range []string{"\nx BASE-043 ", "\no BASE-041 ", "excluded - Restates other clauses: ", "\n+ BASE-042 "} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing", want)
		}
	}
}

// With --ascii nothing that is printed holds another character: our own words do without, and those of a
// recording are escaped.
func TestASCII(t *testing.T) {
	const name = `c {"id":2,"method":"tools/call","params":{"name":"caf\u00e9…","arguments":7}}
s {"id":2,"result":{"content":[{"type":"text","text":"…"}],"resultType":"…é"}}
`
	text := trace(t, breaksMust+name+"line {\"…\"\n")
	for _, args := range [][]string{
		{"check", text}, {"check", "--all", text}, {"check", "--format", "markdown", "--all", text}, {"check", filepath.Join(t.TempDir(), "é")},
		{"clauses"}, {"clauses", "--revision", "2025-06-18"}, {"clauses", "--revision", "2025-11-25", "--format", "markdown"}, {"checks"}, {"config"}, {"--help"}, {"man"},
	} {
		out, errs, _ := mcpx(t, "", append(args, "--ascii")...)
		for _, r := range out + errs {
			if r >= utf8.RuneSelf {
				t.Errorf("%q: %q is printed", args, r)
				break
			}
		}
	}
}

// A filter narrows what is listed and leaves the verdict alone.
func TestCheckFilter(t *testing.T) {
	name := trace(t, breaksMust)
	for _, format := range []string{"text", "json", "markdown"} {
		all, _, _ := mcpx(t, "", "check", "--format", format, name)
		none, _, s := mcpx(t, "", "check", "--format", format, "--filter", "method:ping", name)
		one, _, _ := mcpx(t, "", "check", "--format", format, "--filter", "method:tools/* id:2.5", name)
		const check = "base.request-id-type"
		if s != broken || !strings.Contains(all, check) || strings.Contains(none, check) || !strings.Contains(one, check) {
			t.Errorf("%s: status %d\n%s\n%s", format, s, none, one)
		}
	}
}

// A name from a file system and text from a trace are shown, never sent.
func TestHostileNames(t *testing.T) {
	_, errs, _ := mcpx(t, "", "check", "no\x1b[2Jsuch\u202efile")
	if strings.ContainsAny(errs, "\x1b\u202e") || !strings.Contains(errs, `\u001b[2J`) {
		t.Errorf("got %q", errs)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	s := run(ctx, []string{"check", trace(t, conforming)}, strings.NewReader(""), &out, &errs)
	if s != interrupted || errs.Len() > 0 {
		t.Errorf("status %d, standard error %q", s, errs.String())
	}
}

func TestClauses(t *testing.T) {
	for rev, want := range map[string]string{
		"2025-06-18": "133 clauses: 84 judged, 17 observed, 32 excluded",
		"2025-11-25": "466 clauses: 188 judged, 278 excluded",
		"2026-07-28": "501 clauses: 181 judged, 320 excluded",
	} {
		out, _, s := mcpx(t, "", "clauses", "--revision", rev)
		if s != clean || !strings.HasPrefix(out, rev+"   "+want) {
			t.Errorf("status %d, output %.200q", s, out)
		}
		cat, err := catalogue.Load(catalogue.Revision(rev))
		if err != nil {
			t.Fatal(err)
		}
		markdown, _, _ := mcpx(t, "", "clauses", "--revision", rev, "--format", "markdown")
		for _, c := range cat.Clauses() {
			if !strings.Contains(out, " "+c.ID+" ") || !strings.Contains(markdown, "\n### "+c.ID+"\n") {
				t.Errorf("%s %s is not listed", rev, c.ID)
			}
		}
	}
	newest, _, _ := mcpx(t, "", "clauses")
	if !strings.HasPrefix(newest, "2026-07-28") {
		t.Errorf("got %.60q", newest)
	}
	var listing struct{ Clauses []struct{ ID string } }
	out, _, _ := mcpx(t, "", "clauses", "--format", "json")
	if err := json.Unmarshal([]byte(out), &listing); err != nil || len(listing.Clauses) != 501 {
		t.Errorf("%v, %d clauses", err, len(listing.Clauses))
	}
}

func TestChecks(t *testing.T) {
	out, _, s := mcpx(t, "", "checks", "--format", "json")
	var listed []struct {
		ID, Title, Convicts string
		Party, Revisions    []string
		Clauses             map[string][]string
	}
	if err := json.Unmarshal([]byte(out), &listed); err != nil || s != clean {
		t.Fatal(err, s)
	}
	if len(listed) != len(checks.All()) {
		t.Errorf("%d checks listed, there are %d", len(listed), len(checks.All()))
	}
	for _, c := range listed {
		if c.ID == "" || c.Title == "" || c.Convicts == "" || len(c.Party) == 0 || len(c.Revisions) != len(c.Clauses) {
			t.Errorf("incomplete: %+v", c)
		}
		for rev, ids := range c.Clauses {
			if len(ids) == 0 {
				t.Errorf("%s serves %s, where no clause names it", c.ID, rev)
			}
		}
	}
	text, _, _ := mcpx(t, "", "checks")
	if !strings.Contains(text, "\nbase.request-id-type · binds client and server\n") {
		t.Errorf("got %.300q", text)
	}
}

func TestVersion(t *testing.T) {
	out, _, s := mcpx(t, "", "version")
	if s != clean || !strings.HasPrefix(out, "mcpx ") || strings.Count(out, "\n") != 1 {
		t.Errorf("status %d, output %q", s, out)
	}
}

// The shipped recordings of conforming sessions conform, by the revision that they declare.
func TestShippedTraces(t *testing.T) {
	for _, c := range []struct{ name, revision string }{
		{"stdio-2025-06-18", "2025-06-18 (declared by the initialize result)"},
		{"http-2025-11-25", "2025-11-25 (declared by the initialize result)"},
		{"stdio-2026-07-28", "2026-07-28 (declared by _meta of requests)"},
	} {
		out, errs, s := mcpx(t, "", "check", "--strict", filepath.Join("..", "..", "testdata", "traces", c.name+".jsonl"))
		if s != clean || errs != "" || !strings.Contains(out, c.revision) {
			t.Errorf("%s: status %d, %q\n%s", c.name, s, errs, out)
		}
	}
}

// The demo has faults of both parties and shows what a session can hold.
func TestDemo(t *testing.T) {
	out, errs, _ := mcpx(t, "", "demo")
	for _, want := range []string{"✗ client: ", "! client: ", "! server: ", "meta.required-request-fields"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	if errs != "" {
		t.Errorf("standard error %q", errs)
	}
	for _, want := range []string{"input_required", "subscriptions/listen", "notifications/progress", "notifications/message", `"error"`, "transport-close"} {
		if !strings.Contains(testdata.Demo(), want) {
			t.Errorf("the demo holds no %s", want)
		}
	}
}
