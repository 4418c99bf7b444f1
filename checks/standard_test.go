package checks

import (
	"strings"
	"testing"

	"mcpx/checks/script"
	"mcpx/model"
)

func factsOf(t *testing.T, text string) *model.Facts {
	t.Helper()
	trace, err := script.Trace(text)
	if err != nil {
		t.Fatal(err)
	}
	survey := model.NewSurvey()
	for _, e := range events(trace) {
		survey.Feed(e)
	}
	return survey.Facts()
}

// standardWords gives standards as "revision: versions (basis)", one a line.
func standardWords(standards []Standard) string {
	var lines []string
	for _, s := range standards {
		lines = append(lines, string(s.Catalogue.Revision())+": "+strings.Join(s.Versions, " ")+" ("+s.Basis.String()+")")
	}
	return strings.Join(lines, "\n")
}

const modernCall = `
c {"id":5,"method":"tools/list"}
s {"id":5,"result":{"tools":[]}}
`

func TestStandards(t *testing.T) {
	probe := `
c {"id":1,"method":"server/discover"}
s {"id":1,"error":{"code":-32601,"message":"no such method"}}
`
	for _, c := range []struct{ name, trace, chosen, want, notice string }{
		{name: "a request with its revision", trace: "open" + modernCall, want: "2026-07-28: 2026-07-28 (request _meta)"},
		{name: "a handshake", trace: "open\nrevision 2025-11-25\ninit {}", want: "2025-11-25: 2025-11-25 (initialize result)"},
		{name: "a refused probe is no era", trace: "open" + probe + "revision 2025-06-18\ninit {\"id\":2}", want: "2025-06-18: 2025-06-18 (initialize result)"},
		{
			name:  "both eras really used",
			trace: "open" + modernCall + "revision 2025-11-25\ninit {\"id\":9}",
			want:  "2026-07-28: 2026-07-28 (request _meta)\n2025-11-25: 2025-11-25 (initialize result)",
		},
		{
			name: "an old revision", trace: "open\nrevision 2025-06-18\ninit {\"version\":\"2024-11-05\"}",
			want: "2025-06-18: 2024-11-05 (initialize result)", notice: "2024-11-05 is judged by the rules of 2025-06-18, the nearest later revision",
		},
		{
			name:  "two revisions with one catalogue",
			trace: "open\nrevision 2025-06-18\ninit {\"version\":\"2025-03-26\"}\nclose\nopen\ninit {\"id\":7}",
			want:  "2025-06-18: 2025-03-26 2025-06-18 (initialize result)", notice: "2025-03-26 is judged by the rules of 2025-06-18",
		},
		{name: "nothing", trace: "open", want: "2026-07-28:  (assumed)", notice: "nothing in the recording declares a revision"},
		{
			name: "a revision never published", trace: "open\nrevision 2025-06-18\ninit {\"version\":\"2025-12-24\"}",
			want: "2026-07-28:  (assumed)", notice: "declares 2025-12-24, which was never published",
		},
		{name: "chosen", trace: "open" + modernCall, chosen: "2026-07-28", want: "2026-07-28: 2026-07-28 (--revision)"},
		{
			name: "chosen against the recording", trace: "open" + modernCall, chosen: "2025-11-25",
			want: "2025-11-25: 2025-11-25 (--revision)", notice: "the recording itself declares 2026-07-28; the negotiation of a revision is not in the recording",
		},
		{
			name: "chosen without a catalogue", trace: "open", chosen: "2025-03-26",
			want: "2025-06-18: 2025-03-26 (--revision)", notice: "2025-03-26 is judged by the rules of 2025-06-18",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			standards, err := Standards(factsOf(t, c.trace), c.chosen)
			if err != nil {
				t.Fatal(err)
			}
			if got := standardWords(standards); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			notices := strings.Join(standards[0].Notices, "; ")
			if !strings.Contains(notices, c.notice) || c.notice == "" && notices != "" {
				t.Errorf("got notices %q, want %q", notices, c.notice)
			}
			if exact := !strings.Contains(notices, "nearest"); standards[0].Exact() != exact {
				t.Errorf("exact is %v", standards[0].Exact())
			}
		})
	}
}

// A session that began before the recording names its revision in every head.
func TestHeadlessSessionDeclaresByHeader(t *testing.T) {
	standards, err := Standards(factsOf(t, `
transport http
revision 2025-11-25
@7 head POST [mcp-session-id=abc mcp-protocol-version=2025-11-25 content-type=application/json]
@7 c {"id":4,"method":"tools/list"}
@7 ok {"id":4,"result":{"tools":[]}}
`), "")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := standardWords(standards), "2025-11-25: 2025-11-25 (version header)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
