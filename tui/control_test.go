package tui

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"mcpx/checks"
	"mcpx/checks/script"
	"mcpx/tui/settings"
)

func TestCopy(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	m := opened(t, session, "none", 120, 40)
	m.version = "v1"
	press(m, "e", "y")
	if m.mode != choiceMode || !strings.Contains(m.frame(), "finding as Markdown") {
		t.Fatalf("y opens no menu:\n%s", m.frame())
	}
	press(m, "f")
	if !strings.HasPrefix(m.notice.text, "finding sent to the terminal's clipboard (OSC 52, ") || m.mode != normalMode {
		t.Errorf("notice %q", m.notice.text)
	}
	for _, c := range []struct{ keys, holds string }{
		{"F", "Found by mcpx v1 in `session.jsonl`"}, {"M", `"method":"ping"`}, {"C", "BASE-030 MUST: "}, {"U", "https://modelcontextprotocol.io/"}, {"L", `"seq":24`},
	} {
		press(m, "y", c.keys)
		_, path, ok := strings.Cut(m.notice.text, " written to ")
		text, err := os.ReadFile(path)
		if !ok || err != nil || !strings.Contains(string(text), c.holds) {
			t.Errorf("y %s: notice %q, %v\n%s", c.keys, m.notice.text, err, text)
		}
	}
	press(m, "3", "g", "j", "j", "y", "p")
	if !strings.HasPrefix(m.notice.text, "pointer sent") {
		t.Errorf("notice %q", m.notice.text)
	}
	press(m, "1", "g", "y", "q")
	if m.mode != normalMode {
		t.Error("q does not leave the menu")
	}
}

// The text of the clause is copied where the clause is read, too, and a string is copied decoded.
func TestCopyWhatIsShown(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	m := opened(t, session, "none", 120, 40)
	written := func() string {
		t.Helper()
		_, path, _ := strings.Cut(m.notice.text, " written to ")
		text, err := os.ReadFile(path)
		if err != nil {
			t.Errorf("notice %q, %v", m.notice.text, err)
		}
		return string(text)
	}
	press(m, "e", "2", ">", "j", "j", "j", "4", "y", "C")
	if text, want := written(), m.clauses.Clause().ID+" "; !strings.HasPrefix(text, want) {
		t.Errorf("the clause of the finding is copied and not %s: %s", want, text)
	}
	press(m, "1")
	run(m, m.jump(10))
	m.message.Tree().Reveal("/params/arguments/note")
	press(m, "y", "S")
	if text := written(); !strings.HasPrefix(text, "a longer text that tells") {
		t.Errorf("the string is %q", text)
	}
	m.message.Tree().Reveal("/params/arguments/a")
	press(m, "y", "s")
	if m.mode != choiceMode || m.notice.text != "the cursor of the message is on no string" {
		t.Errorf("a number is copied as a string: %q", m.notice.text)
	}
}

// What is longer than terminals take goes into a file, and the notice says why.
func TestCopyMuch(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	m := opened(t, `c {"id":1,"method":"`+strings.Repeat("long", 2000)+`"}`, "none", 120, 40)
	press(m, "y", "m")
	if !strings.Contains(m.notice.text, "longer than") {
		t.Errorf("notice %q", m.notice.text)
	}
}

func TestWrite(t *testing.T) {
	t.Chdir(t.TempDir())
	m := opened(t, session, "none", 120, 40)
	press(m, "x", "w")
	if !strings.Contains(m.frame(), "of 35 events, byte for byte") {
		t.Errorf("the menu counts no events:\n%s", m.frame())
	}
	press(m, "e", "enter")
	written, err := os.ReadFile("session.part.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var want []byte
	for i := range m.timeline.Listed() {
		m.timeline.List.MoveTo(i)
		raw, err := m.doc.Trace().Raw(m.timeline.Row(), 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		want = append(append(want, raw...), '\n')
	}
	if !bytes.Equal(written, want) || !strings.HasPrefix(m.notice.text, "session.part.jsonl written, ") {
		t.Errorf("notice %q, got\n%s\nwant\n%s", m.notice.text, written, want)
	}
	press(m, "w", "e", "enter")
	if _, err := os.Stat("session.part-2.jsonl"); err != nil {
		t.Errorf("a second file has no name of its own: %v", err)
	}
	for _, c := range []struct{ line, file, begin string }{
		{"write markdown", "session.md", "# session.jsonl\n"}, {"write json all.json", "all.json", `{"tool":"mcpx"`}, {"write text", "session.txt", "session.jsonl   2026-07-28"},
	} {
		press(m, ":")
		typed(m, c.line)
		press(m, "enter")
		text, err := os.ReadFile(c.file)
		if err != nil || !bytes.HasPrefix(text, []byte(c.begin)) || !bytes.Contains(text, []byte("finding:any")) {
			t.Errorf("%s: %v, notice %q\n%.300s", c.line, err, m.notice.text, text)
		}
	}
	press(m, ":")
	typed(m, "write json all.json")
	press(m, "enter")
	if !strings.Contains(m.notice.text, ":write! json all.json") {
		t.Errorf("notice %q", m.notice.text)
	}
	press(m, ":")
	typed(m, "write! json all.json")
	press(m, "enter")
	if !strings.HasPrefix(m.notice.text, "all.json written") {
		t.Errorf("notice %q", m.notice.text)
	}
	m.name = "all.json"
	press(m, ":")
	typed(m, "write! json all.json")
	press(m, "enter")
	if !strings.Contains(m.notice.text, "the recording itself") {
		t.Errorf("the recording is overwritten: %q", m.notice.text)
	}
}

func TestOutside(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	m := opened(t, hostile, "none", 120, 40)
	m.env = []string{"PAGER=no-such-program"}
	press(m, "v")
	if !strings.Contains(m.notice.text, "no-such-program") {
		t.Errorf("notice %q", m.notice.text)
	}
	if left, _ := os.ReadDir(os.TempDir()); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	m.env = []string{"EDITOR=cat"}
	msg := m.openOutside(1)().(readyMsg)
	text, err := os.ReadFile(msg.path)
	if err != nil || bytes.ContainsAny(text, "\x1b\u202e\u0085") || !bytes.Contains(text, []byte("method")) {
		t.Errorf("%v: %s", err, text)
	}
	if cmd := m.ready(msg); cmd == nil {
		t.Error("nothing is started")
	}
}

func TestCommands(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	run := func(line string) {
		press(m, ":")
		typed(m, line)
		press(m, "enter")
	}
	run("12")
	if m.timeline.Row() != 12 {
		t.Errorf(":12 leads to row %d", m.timeline.Row())
	}
	run("goto 9999")
	if m.timeline.Row() != 34 || !strings.Contains(m.notice.text, "no event 9999") {
		t.Errorf("at row %d, notice %q", m.timeline.Row(), m.notice.text)
	}
	run("filter level:must")
	if m.filter.describe() != "level:must" || m.filter.past[0] != "level:must" {
		t.Errorf("filter %q", m.filter.describe())
	}
	run("clear-filter")
	run("theme dark")
	if m.filter.active() || m.look.Theme.Name != "dark" {
		t.Errorf("filter %q, theme %s", m.filter.describe(), m.look.Theme.Name)
	}
	run("time absolute")
	run("revision 2025-11-25")
	if m.doc.Ruling().Revision() != "2025-11-25" || m.timeline.Clock.String() != "as recorded, UTC" {
		t.Errorf("revision %s, time %s", m.doc.Ruling().Revision(), m.timeline.Clock)
	}
	run("mouse off")
	if m.mouse || m.View().MouseMode != tea.MouseModeNone {
		t.Error("the mouse is still taken")
	}
	run("theme purple")
	if m.mode != fieldMode || !strings.Contains(m.frame(), "theme is one of") {
		t.Errorf("a wrong command is taken:\n%s", m.frame())
	}
	press(m, "esc", ":", "up", "up")
	if got := m.field.Text(); got != "revision 2025-11-25" {
		t.Errorf("up recalls %q", got)
	}
	press(m, "esc", ":")
	typed(m, "filter le")
	press(m, "tab")
	if got := m.field.Text(); got != "filter level:" {
		t.Errorf("tab gives %q", got)
	}
	press(m, "esc", ":")
	typed(m, "q")
	_, cmd := m.Update(keyNamed("enter"))
	if _, quits := cmd().(tea.QuitMsg); !quits {
		t.Error(":q does not quit")
	}
}

func TestGotoInAnEmptyRecording(t *testing.T) {
	m := openedTrace(t, nil, "none", 120, 40)
	press(m, ":", "5", "enter")
	if m.notice.text != "there is no event 5" {
		t.Errorf("notice %q", m.notice.text)
	}
}

func TestMarks(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	press(m, "'")
	if !strings.Contains(m.notice.text, "nothing is marked") {
		t.Errorf("notice %q", m.notice.text)
	}
	press(m, "j", "j", "m", "G", "m", "g")
	if !strings.Contains(m.frame(), m.look.Signs.Marked) {
		t.Errorf("no mark is shown:\n%s", m.frame())
	}
	for i, want := range []int{2, 34, 2} {
		press(m, "'")
		if m.timeline.Row() != want {
			t.Errorf("step %d leads to row %d, want %d", i, m.timeline.Row(), want)
		}
	}
	press(m, `"`)
	if m.timeline.Row() != 34 {
		t.Errorf("back at row %d", m.timeline.Row())
	}
	press(m, "m", `"`)
	if m.timeline.Row() != 2 || len(m.marks.rows) != 1 {
		t.Errorf("at row %d with marks %v", m.timeline.Row(), m.marks.rows)
	}
}

func TestCounts(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	now := time.Unix(0, 0)
	m.now = func() time.Time { return now }
	for _, c := range []struct {
		keys  []string
		row   int
		focus pane
	}{
		{[]string{"1", "2", "G"}, 12, timelinePane},
		{[]string{"g", "5", "j"}, 5, timelinePane},
		{[]string{"4", "0", "k"}, 0, timelinePane},
		{[]string{"1", "5", "j", "8", "k"}, 7, timelinePane},
		{[]string{"3", "0", "g"}, 30, timelinePane},
		{[]string{"2", "1", "g", "7", "g"}, 7, timelinePane},
	} {
		press(m, c.keys...)
		now = now.Add(time.Minute)
		if m.timeline.Row() != c.row || m.focus != c.focus {
			t.Errorf("%v: row %d and pane %d, want %d and %d", c.keys, m.timeline.Row(), m.focus, c.row, c.focus)
		}
	}
	press(m, "1", "g", "1", "2", "]")
	now = now.Add(time.Minute)
	if request, _ := m.message.Rows(); m.pairs.Number(request) != min(12, m.pairs.Len()) {
		t.Errorf("12] leads to pair %d", m.pairs.Number(request))
	}
	press(m, "9", "9", "]")
	now = now.Add(time.Minute)
	if request, _ := m.message.Rows(); m.pairs.Number(request) != m.pairs.Len() || strings.Contains(m.frame(), "reading") {
		t.Errorf("99] leads to pair %d of %d, which is not read:\n%s", m.pairs.Number(request), m.pairs.Len(), m.frame())
	}
	press(m, "esc", "1", "g", "2", "2", "j")
	if m.focus != listPane || m.tab != clausesTab {
		t.Errorf("2 2 j leads to pane %d and tab %d", m.focus, m.tab)
	}
	now = now.Add(time.Minute)
	press(m, "1", "g", "1")
	now = now.Add(time.Minute)
	press(m, "2")
	now = now.Add(time.Minute)
	press(m, "]")
	if request, _ := m.message.Rows(); m.pairs.Number(request) != 1 {
		t.Errorf("slow digits make a number: pair %d", m.pairs.Number(request))
	}
}

func TestPalette(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	press(m, "?")
	typed(m, "next pair")
	if !strings.Contains(m.frame(), "nothing fits") && len(m.palette.hits) == 0 {
		t.Error("it is not said that nothing fits")
	}
	press(m, "esc", "?")
	typed(m, "only must")
	press(m, "enter")
	if m.mode != normalMode || m.filter.describe() != "level:must" {
		t.Errorf("mode %d, filter %q", m.mode, m.filter.describe())
	}
	press(m, "?")
	typed(m, "colours")
	press(m, "enter")
	if m.mode != fieldMode || m.field.Text() != "theme " {
		t.Errorf("mode %d, text %q", m.mode, m.field.Text())
	}
	press(m, "esc", "?", "q", "esc")
	if m.mode != normalMode {
		t.Error("esc does not leave the palette")
	}
	for i, it := range m.paletteItems() {
		if it.about == "" || it.name == "" {
			t.Errorf("item %d is %+v", i, it)
		}
	}
}

func TestMouse(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	click := func(x, y int) {
		_, cmd := m.Update(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
		run(m, cmd)
	}
	p := m.plan
	click(p.timeline.x+5, p.timeline.y+1+4)
	if m.timeline.Row() != 4 || m.focus != timelinePane {
		t.Errorf("a click selects row %d", m.timeline.Row())
	}
	click(p.timeline.x+5, p.timeline.y+1+4)
	if m.focus != messagePane {
		t.Error("a click on the selected event does not open it")
	}
	click(p.list.x+5, p.list.y+3)
	if i, _ := m.found.Defect(); m.focus != listPane || m.defect != i {
		t.Errorf("pane %d, finding %d", m.focus, m.defect)
	}
	spans := m.tabSpans(p.list.w)
	click(p.list.x+spans[pairsTab][0], p.list.y)
	if m.tab != pairsTab {
		t.Errorf("a click on the name leads to tab %d", m.tab)
	}
	click(p.list.x+5, p.list.y+2)
	if m.pairs.List.Cursor() != 1 {
		t.Errorf("pair %d", m.pairs.List.Cursor())
	}
	press(m, "esc", "1", "g")
	run(m, wheel(m, tea.MouseWheelDown))
	if m.timeline.Row() == 0 {
		t.Error("the wheel does not scroll")
	}
	click(m.plan.minimap.x+m.plan.minimap.w-2, m.plan.minimap.y)
	if m.timeline.Row() != 34 {
		t.Errorf("the end of the minimap is row %d", m.timeline.Row())
	}
	press(m, "y")
	click(3, m.plan.footer.y-9)
	if m.mode == choiceMode && m.notice.text == "" {
		t.Error("a click in the menu does nothing")
	}
	press(m, "esc", "ctrl+t")
	if m.View().MouseMode != tea.MouseModeNone || !strings.Contains(m.notice.text, "mouse off") {
		t.Errorf("notice %q", m.notice.text)
	}
}

func wheel(m *Model, button tea.MouseButton) tea.Cmd {
	_, cmd := m.Update(tea.MouseWheelMsg{X: m.plan.timeline.x + 2, Y: m.plan.timeline.y + 5, Button: button})
	return cmd
}

// Clicks anywhere, at any size and in any mode, do no harm.
func TestClicksEverywhere(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	for _, size := range [][2]int{{1, 1}, {40, 10}, {80, 24}, {120, 40}, {200, 60}} {
		m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		for _, keys := range [][]string{nil, {"y"}, {"w"}, {"A"}, {"?"}, {"]"}, {"2"}, {">"}, {">"}, {">"}, {"z"}, {":"}, {"f"}} {
			press(m, keys...)
			for y := 0; y < size[1]; y += 3 {
				for x := 0; x < size[0]; x += 17 {
					m.Update(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
					m.Update(tea.MouseWheelMsg{X: x, Y: y, Button: tea.MouseWheelDown})
					checkFrame(t, m, fmt.Sprintf("click at %d, %d after %v", x, y, keys))
				}
			}
			press(m, "esc")
		}
	}
}

func TestConfigure(t *testing.T) {
	known := Choices()
	s, err := known.Read("config.toml", []byte("time = \"absolute\"\nmouse = false\ncolumns = [\"size\"]\n[keys]\nnext-finding = [\"ctrl+e\", \"down\"]\ndown = \"j\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	m := opened(t, session, "none", 120, 40)
	m.configure(&s)
	press(m, "ctrl+e")
	if m.defect != 0 || m.mouse || m.timeline.Clock.String() != "as recorded, UTC" {
		t.Errorf("finding %d, mouse %v, time %s", m.defect, m.mouse, m.timeline.Clock)
	}
	if help := m.keys.NextFinding.Help().Key; help != "ctrl+e ↓" {
		t.Errorf("the help shows %q", help)
	}
	press(m, "e")
	if m.defect != 0 {
		t.Error("the key from before still works")
	}
	s.Keys["next-finding"] = nil
	m.configure(&s)
	if help := m.keys.NextFinding.Help().Key; help != ":next-finding" {
		t.Errorf("the help shows %q", help)
	}
	// The defaults do not clash, and every binding has its own name and description.
	text, err := known.Write(known.Default())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := known.Read("config.toml", []byte(text)); err != nil {
		t.Error(err)
	}
	abouts := map[string]string{}
	for _, b := range known.Bindings {
		if other, taken := abouts[b.About]; taken {
			t.Errorf("%s and %s are described alike", b.Name, other)
		}
		abouts[b.About] = b.Name
	}
	if !slices.ContainsFunc(known.Bindings, func(b settings.Binding) bool { return b.Name == "next-finding" }) {
		t.Error("next-finding has no name")
	}
}

// The verdict that is written is the one on the screen.
func TestAssessment(t *testing.T) {
	m := opened(t, session, "none", 120, 40)
	a, err := m.doc.Verdict().Assessment(context.Background(), m.filter.parsed, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := script.Trace(session)
	if err != nil {
		t.Fatal(err)
	}
	want, err := checks.Assess(t.Context(), source{bytes.NewReader(raw)}, checks.Options{Checks: checksOfTests()})
	if err != nil {
		t.Fatal(err)
	}
	if a.Spoke != want.Spoke || len(a.Problems) != len(want.Problems) || a.Rulings[0].Verdict.Totals() != want.Rulings[0].Verdict.Totals() || a.Empty() != want.Empty() {
		t.Errorf("got %v %v, want %v %v", a.Spoke, a.Problems, want.Spoke, want.Problems)
	}
}
