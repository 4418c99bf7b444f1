package tui

import (
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"mcpx/model"
	"mcpx/tui/document"
	"mcpx/tui/message"
)

// bindings are all bindings of a keymap by name.
func bindings(k KeyMap) map[string]key.Binding {
	all := map[string]key.Binding{}
	v := reflect.ValueOf(k)
	for i := range v.NumField() {
		all[v.Type().Field(i).Name] = v.Field(i).Interface().(key.Binding)
	}
	return all
}

// inFields are the bindings that count in text fields only.
var inFields = map[string]bool{"Complete": true, "CompleteBack": true, "Earlier": true, "Later": true}

func TestKeysDoNotClash(t *testing.T) {
	owner := map[string]string{}
	for name, b := range bindings(DefaultKeys()) {
		if len(b.Keys()) == 0 || b.Help().Desc == "" {
			t.Errorf("%s has no key or no help", name)
		}
		for _, k := range b.Keys() {
			if inFields[name] {
				k = "field " + k
			}
			if other, taken := owner[k]; taken {
				t.Errorf("%q is %s and %s", k, name, other)
			}
			owner[k] = name
		}
	}
	for _, reserved := range []string{"ctrl+h", "ctrl+j", "ctrl+k", "ctrl+p", " "} {
		if name, taken := owner[reserved]; taken {
			t.Errorf("%q is taken by %s", reserved, name)
		}
	}
}

func TestHelpNamesEveryKey(t *testing.T) {
	keys := DefaultKeys()
	listed := map[string]bool{}
	for _, g := range keys.groups() {
		for _, b := range g.keys {
			listed[b.Help().Key+b.Help().Desc] = true
		}
	}
	for name, b := range bindings(keys) {
		if !listed[b.Help().Key+b.Help().Desc] {
			t.Errorf("%s is not in the help", name)
		}
		if !strings.Contains(KeyTable(), b.Help().Desc) {
			t.Errorf("%s is not in the table", name)
		}
	}
}

// The README holds the table between two comments; "go test ./tui -run KeyTable -update" writes it.
func TestKeyTableInREADME(t *testing.T) {
	const path, begin, end = "../README.md", "<!-- keys -->\n", "<!-- end of keys -->"
	readme, err := os.ReadFile(path)
	if err != nil {
		t.Skip("there is no README")
	}
	before, rest, ok := strings.Cut(string(readme), begin)
	table, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Skip("the README has no table of keys")
	}
	if table == KeyTable() {
		return
	}
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile(path, []byte(before+begin+KeyTable()+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("the table of keys in the README is out of date; it should be\n%s", KeyTable())
}

func TestMoving(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	for _, tt := range []struct {
		key  string
		want int
	}{{"j", 1}, {"down", 2}, {"k", 1}, {"up", 0}, {"G", 34}, {"g", 0}, {"end", 34}, {"home", 0}, {"ctrl+f", 18}, {"ctrl+b", 0}, {"space", 18}, {"pgup", 0}, {"pgdown", 18}, {"ctrl+u", 9}, {"ctrl+d", 18}} {
		press(m, tt.key)
		if got := m.timeline.Row(); got != tt.want {
			t.Errorf("after %s at row %d, want %d", tt.key, got, tt.want)
		}
		if got := m.message.Row(); got != m.timeline.Row() {
			t.Errorf("after %s the message is that of row %d, want %d", tt.key, got, m.timeline.Row())
		}
	}
}

func TestPanes(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	for _, tt := range []struct {
		key   string
		focus pane
		tab   tab
	}{
		{"tab", listPane, findingsTab}, {"tab", clausePane, findingsTab}, {"tab", messagePane, findingsTab}, {"tab", timelinePane, findingsTab},
		{"shift+tab", messagePane, findingsTab}, {"1", timelinePane, findingsTab}, {"2", listPane, findingsTab}, {"2", listPane, clausesTab},
		{"3", messagePane, clausesTab}, {"4", clausePane, clausesTab}, {"esc", listPane, clausesTab}, {">", listPane, pairsTab}, {"<", listPane, clausesTab}, {"<", listPane, findingsTab},
	} {
		press(m, tt.key)
		if m.focus != tt.focus || m.tab != tt.tab {
			t.Errorf("after %s: pane %d and tab %d, want %d and %d", tt.key, m.focus, m.tab, tt.focus, tt.tab)
		}
	}
	press(m, "z")
	if !m.zoom {
		t.Error("z does not zoom")
	}
	press(m, "esc")
	if m.zoom {
		t.Error("esc does not leave the zoom")
	}
}

// e leads to each finding in the order of the recording, wherever the focus is, and round again.
func TestNextFinding(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	r := m.doc.Ruling()
	press(m, "3")
	for i := range r.Defects {
		press(m, "e")
		if m.defect != i || m.timeline.Row() != r.Defects[i].Row {
			t.Errorf("finding %d at row %d, want %d at %d", m.defect, m.timeline.Row(), i, r.Defects[i].Row)
		}
	}
	press(m, "e")
	if m.defect != 0 || !strings.Contains(m.notice.text, "other end") {
		t.Errorf("finding %d, notice %q", m.defect, m.notice.text)
	}
	press(m, "E")
	if m.defect != len(r.Defects)-1 {
		t.Errorf("back at finding %d", m.defect)
	}
}

func TestBackToWhatIsFilteredOut(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	press(m, ":", "5", "enter", ":", "9", "enter", "f")
	press(m, strings.Split("method:ping", "")...)
	press(m, "enter", "ctrl+o")
	if m.notice.text != "#5 is left out by the filter; F clears it" {
		t.Errorf("notice %q", m.notice.text)
	}
}

// Selecting a finding opens its message at the offending member.
func TestFindingOpensItsPlace(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	press(m, "2", "enter")
	d := &m.doc.Ruling().Defects[m.defect]
	if m.focus != messagePane || m.message.Row() != d.Row {
		t.Fatalf("pane %d, row %d, want row %d", m.focus, m.message.Row(), d.Row)
	}
	tree := m.message.Tree()
	if got := tree.Pointer(tree.List.Cursor()); got != d.Pointer {
		t.Errorf("the cursor is at %q, want %q", got, d.Pointer)
	}
	if frame := m.frame(); !strings.Contains(frame, "is missing here") {
		t.Errorf("the missing member is not named:\n%s", frame)
	}
	press(m, "esc")
	if m.focus != listPane {
		t.Errorf("esc leads to pane %d", m.focus)
	}
}

// Selecting an event shows its findings.
func TestEventShowsItsFindings(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	last := m.doc.Ruling().Defects[len(m.doc.Ruling().Defects)-1]
	for m.timeline.Row() != last.Row {
		press(m, "j")
	}
	i, ok := m.found.Defect()
	if !ok || m.doc.Ruling().Defects[i].Row != last.Row || m.defect != i {
		t.Errorf("finding %d is selected at row %d", i, last.Row)
	}
}

func TestPairKeys(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	press(m, "]")
	request, answer := m.message.Rows()
	if !m.message.Paired() || request != 2 || answer != 4 || m.timeline.Row() != 2 {
		t.Fatalf("pair %d, %d at row %d", request, answer, m.timeline.Row())
	}
	press(m, "%")
	if m.timeline.Row() != 4 || !m.message.Paired() {
		t.Errorf("%% leads to row %d", m.timeline.Row())
	}
	press(m, "]", "]")
	if request, _ := m.message.Rows(); request != 10 {
		t.Errorf("the third pair is %d", request)
	}
	if !strings.Contains(m.frame(), "2 in between") || !strings.Contains(m.frame(), "BETWEEN") {
		t.Errorf("what came between is not shown:\n%s", m.frame())
	}
	press(m, "[", "esc")
	if m.message.Paired() || m.timeline.Row() != 6 {
		t.Errorf("esc leads to row %d", m.timeline.Row())
	}
	press(m, "%", "%")
	if m.timeline.Row() != 6 {
		t.Errorf("%% twice leads to row %d", m.timeline.Row())
	}
}

func TestConversation(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	press(m, "]", "]", "]", "esc", "o", "o", "o", "o")
	if r := m.doc.Row(m.timeline.Row()); r.Index != 14 {
		t.Errorf("o leads to row %d", r.Index)
	}
	press(m, "=")
	if m.timeline.Listed() != 6 {
		t.Errorf("%d events of the conversation", m.timeline.Listed())
	}
	press(m, "=", "O")
	if m.timeline.Row() != 13 || m.timeline.Narrowed() {
		t.Errorf("O leads to row %d", m.timeline.Row())
	}
	// A retry goes on with the conversation of its round.
	if a, b := m.doc.Link(16), m.doc.Link(20); !b.Retry || a.Root != b.Root {
		t.Skipf("the retry is not followed: %+v, %+v", a, b)
	}
}

func TestPresets(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	all, _ := m.found.Listed()
	press(m, "M")
	if m.filter.describe() != "level:must" || m.timeline.Listed() == m.doc.Len() || !strings.Contains(m.frame(), " of 35") {
		t.Errorf("filter %q, %d events", m.filter.describe(), m.timeline.Listed())
	}
	press(m, "S")
	if m.filter.describe() != "level:should" {
		t.Errorf("filter %q", m.filter.describe())
	}
	press(m, "S", "x")
	if m.filter.describe() != "finding:any" {
		t.Errorf("filter %q", m.filter.describe())
	}
	for i := range m.timeline.Listed() {
		m.timeline.List.MoveTo(i)
		if m.doc.Ruling().Worst(m.timeline.Row()) == document.Clean {
			t.Errorf("row %d has no finding", m.timeline.Row())
		}
	}
	press(m, "F")
	if groups, _ := m.found.Listed(); m.filter.active() || m.timeline.Narrowed() || groups != all {
		t.Errorf("F leaves %q", m.filter.describe())
	}
	press(m, "A", "j", "enter")
	if m.filter.describe() != "area:BASE" || m.mode != normalMode {
		t.Errorf("filter %q", m.filter.describe())
	}
	press(m, "A", "g", "enter")
	if m.filter.active() {
		t.Errorf("all areas is %q", m.filter.describe())
	}
}

func TestFilterIsTyped(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	press(m, "f")
	press(m, strings.Split("method:ping", "")...)
	if m.timeline.Listed() != 2 {
		t.Errorf("%d events while typing", m.timeline.Listed())
	}
	press(m, " ", "k", ":")
	if m.timeline.Listed() != 2 || m.mode != fieldMode {
		t.Errorf("a wrong filter leaves %d events", m.timeline.Listed())
	}
	press(m, "enter")
	if m.mode != fieldMode {
		t.Error("a wrong filter is taken")
	}
	press(m, "esc")
	if m.filter.active() || m.timeline.Narrowed() {
		t.Errorf("esc leaves %q", m.filter.describe())
	}
	press(m, "f", "m", "e", "t", "tab")
	if got := m.field.Text(); got != "method:" {
		t.Errorf("tab makes %q", got)
	}
}

// Letters are text while a field has focus; q does not quit there and esc never does.
func TestLettersInFields(t *testing.T) {
	m := opened(t, session, "none", 80, 24)
	press(m, "/")
	for _, letter := range "qjkeEMz?123" {
		_, cmd := m.Update(keyNamed(string(letter)))
		if cmd != nil {
			if _, quits := cmd().(tea.QuitMsg); quits {
				t.Fatalf("%c quits", letter)
			}
		}
	}
	if got := m.field.Text(); got != "qjkeEMz?123" || m.focus != timelinePane || m.zoom {
		t.Errorf("the field holds %q", got)
	}
	press(m, "esc")
	for range 10 {
		_, cmd := m.Update(keyNamed("esc"))
		if cmd != nil {
			if _, quits := cmd().(tea.QuitMsg); quits {
				t.Fatal("esc quits")
			}
		}
	}
}

func TestQuitting(t *testing.T) {
	for _, keys := range [][]string{{"q"}, {"ctrl+c"}, {"/", "ctrl+c"}, {"?", "ctrl+c"}} {
		m := opened(t, session, "none", 80, 24)
		press(m, keys[:len(keys)-1]...)
		_, cmd := m.Update(keyNamed(keys[len(keys)-1]))
		if cmd == nil {
			t.Errorf("%v does nothing", keys)
			continue
		}
		if _, quits := cmd().(tea.QuitMsg); !quits {
			t.Errorf("%v does not quit", keys)
		}
	}
}

func TestSearch(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	press(m, "/")
	press(m, strings.Split("adding", "")...)
	press(m, "enter")
	if m.timeline.Row() != 12 || !strings.Contains(m.frame(), `"adding" 1/1`) {
		t.Errorf("at row %d:\n%s", m.timeline.Row(), m.frame())
	}
	press(m, "n")
	if !strings.Contains(m.notice.text, "other end") {
		t.Errorf("notice %q", m.notice.text)
	}
	press(m, "/", "esc", "/")
	m.field.Edit(tea.PasteMsg{Content: "tools/call"})
	press(m, "enter", "g", "n")
	first := m.timeline.Row()
	press(m, "n")
	second := m.timeline.Row()
	press(m, "N")
	if second <= first || m.timeline.Row() != first {
		t.Errorf("n leads to rows %d and %d, N to %d", first, second, m.timeline.Row())
	}
	m.startSearch("")
	press(m, "/")
	m.field.Edit(tea.PasteMsg{Content: "no such text"})
	press(m, "enter")
	if !strings.Contains(m.notice.text, "nowhere") {
		t.Errorf("notice %q", m.notice.text)
	}
}

func TestMessageViews(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	press(m, "j", "j", "3", "r")
	if m.message.View() != message.Raw || !strings.Contains(m.frame(), `{"direction":"client-to-server"`) {
		t.Errorf("view %v:\n%s", m.message.View(), m.frame())
	}
	press(m, "a")
	if m.message.View() != message.Headers || !strings.Contains(m.frame(), "mcp-method: server/discover") {
		t.Errorf("view %v:\n%s", m.message.View(), m.frame())
	}
	press(m, "a")
	if m.message.View() != message.Tree {
		t.Errorf("view %v", m.message.View())
	}
	rows := m.message.Tree().List.Len()
	press(m, "h")
	if m.message.Tree().List.Len() != 1 {
		t.Error("h does not fold")
	}
	press(m, "l")
	if m.message.Tree().List.Len() != rows {
		t.Error("l does not unfold")
	}
	press(m, "H", "L", "c", "C", "enter", "enter")
	if m.message.Tree().List.Len() != rows {
		t.Errorf("%d rows, want %d", m.message.Tree().List.Len(), rows)
	}
}

func TestDecodedString(t *testing.T) {
	m := opened(t, session, "none", 80, 24)
	for m.timeline.Row() != 10 {
		press(m, "j")
	}
	m.message.Tree().Reveal("/params/arguments/note")
	press(m, "3", "p")
	if frame := m.frame(); m.mode != overlayMode || !strings.Contains(frame, "a longer text that tells") {
		t.Errorf("p shows\n%s", frame)
	}
	press(m, "q")
	if m.mode != normalMode {
		t.Error("q does not close the text")
	}
}

func TestExcludedClauseShowsKindAndReason(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	var i int
	for n, c := range m.doc.Ruling().Catalogue.Clauses() {
		if c.Exclusion != nil {
			i = n
			break
		}
	}
	c := m.doc.Ruling().Catalogue.Clauses()[i]
	press(m, "2", ">")
	m.clauses.Select(c)
	frame := strings.Join(strings.Fields(strings.ReplaceAll(m.frame(), "│", " ")), " ")
	if !strings.Contains(frame, c.Exclusion.Kind.Label()) || !strings.Contains(frame, strings.Fields(c.Exclusion.Reason)[0]) {
		t.Errorf("%s: kind %q is not shown:\n%s", c.ID, c.Exclusion.Kind.Label(), m.frame())
	}
}

func TestClocks(t *testing.T) {
	trace := `{"seq":1,"ts":"2026-11-30T10:00:00.000Z","direction":"client-to-server","transport":"stdio","kind":"message","payload":{"jsonrpc":"2.0","id":1,"method":"ping"}}
{"seq":2,"ts":"2026-11-30T10:00:00.250Z","direction":"server-to-client","transport":"stdio","kind":"message","payload":{"jsonrpc":"2.0","id":1,"result":{}}}
{"seq":3,"ts":"2026-11-30T10:00:02.500Z","direction":"client-to-server","transport":"stdio","kind":"message","payload":{"jsonrpc":"2.0","id":2,"method":"ping"}}
`
	m := openedTrace(t, []byte(trace), "none", 120, 40)
	for _, want := range []string{"+2.500", "+2.250", "10:00:02.500"} {
		if !strings.Contains(m.frame(), want) {
			t.Errorf("%s is not on the screen:\n%s", want, m.frame())
		}
		press(m, "t")
	}
	if !strings.Contains(m.frame(), "250 ms") {
		t.Errorf("no latency:\n%s", m.frame())
	}
}

func TestOtherRevision(t *testing.T) {
	m := opened(t, session, "none", 160, 40)
	press(m, "R")
	if got := m.doc.Ruling().Revision(); got == model.Revision20260728 {
		t.Errorf("R shows %s", got)
	}
	press(m, "R", "R")
	if got := m.doc.Ruling().Revision(); got != model.Revision20260728 {
		t.Errorf("R comes round to %s", got)
	}
	if m.timeline.Listed() != m.doc.Len() {
		t.Error("the timeline has lost events")
	}
}
