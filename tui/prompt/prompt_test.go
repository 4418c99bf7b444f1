package prompt

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"mcpx/themes"
	"mcpx/tui/paint"
)

// words completes the last word from a list and finds fault with capitals.
func words() Question {
	all := []string{"alpha", "alphabet", "beta"}
	return Question{
		Label: "word", Hint: "a word", Takes: "tab", Past: []string{"one", "two"},
		Check: func(text string) *Fault {
			if i := strings.IndexAny(text, "ABC"); i >= 0 {
				return &Fault{i, i + 1, "no capitals"}
			}
			return nil
		},
		Complete: func(text string, at int) []Candidate {
			start := strings.LastIndex(text[:at], " ") + 1
			var out []Candidate
			for _, w := range all {
				if strings.HasPrefix(w, text[start:at]) && w != text[start:at] {
					out = append(out, Candidate{start, at, w, "about " + w})
				}
			}
			return out
		},
	}
}

func typed(p *Prompt, text string) {
	for _, r := range text {
		p.Edit(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func asked(q Question, text string) *Prompt {
	p := New()
	p.Ask(q, text)
	return &p
}

func TestTake(t *testing.T) {
	p := asked(words(), "")
	typed(p, "x al")
	for _, want := range []string{"x alpha", "x alphabet", "x alpha"} {
		if !p.Take(1) || p.Text() != want {
			t.Errorf("got %q, want %q", p.Text(), want)
		}
	}
	if p.Take(-1); p.Text() != "x alphabet" {
		t.Errorf("back at %q", p.Text())
	}
	if !p.Keep() || p.Keep() {
		t.Error("an offer is kept once")
	}
	typed(p, " b")
	if p.Take(1); p.Text() != "x alphabet beta" {
		t.Errorf("a single offer gives %q", p.Text())
	}
	if p.Take(1) {
		t.Errorf("nothing is left to offer behind %q", p.Text())
	}
	p.Edit(tea.KeyPressMsg{Code: tea.KeyBackspace})
	if p.Text() != "x alphabet bet" || len(p.offers) != 1 {
		t.Errorf("%q with %d offers", p.Text(), len(p.offers))
	}
}

// What is wrong is said instead of offers once the text was refused, until it is edited.
func TestRefuse(t *testing.T) {
	p, k := asked(words(), "A al"), look(t)
	above := func() string {
		return strings.TrimSpace(ansi.Strip(strings.Join(p.Render(k, 40, 10).Above, "\n")))
	}
	if !strings.HasPrefix(above(), "─") || !strings.Contains(above(), "alphabet  about") {
		t.Errorf("no offers:\n%s", above())
	}
	p.Refuse()
	if got, want := above(), k.Signs.Pointer+" no capitals"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	typed(p, "p")
	if strings.Contains(above(), "no capitals") {
		t.Errorf("the fault hides the offers for good:\n%s", above())
	}
	p.Refuse()
	if !p.Take(1) || strings.Contains(above(), "no capitals") {
		t.Errorf("the fault hides the offer that was taken:\n%s", above())
	}
	p = asked(words(), "al")
	p.Refuse()
	if !strings.Contains(above(), "alphabet") {
		t.Errorf("a text without fault is refused:\n%s", above())
	}
}

func TestRecall(t *testing.T) {
	p := asked(words(), "")
	typed(p, "draft")
	for _, c := range []struct {
		step int
		want string
	}{{-1, "two"}, {-1, "one"}, {-1, "one"}, {1, "two"}, {1, "draft"}, {1, "draft"}} {
		p.Recall(c.step)
		if p.Text() != c.want {
			t.Errorf("got %q, want %q", p.Text(), c.want)
		}
	}
	if past := Remember([]string{"a", "b"}, "a"); strings.Join(past, " ") != "b a" {
		t.Errorf("got %v", past)
	}
	if past := Remember([]string{"a"}, ""); len(past) != 1 {
		t.Errorf("got %v", past)
	}
}

func look(t testing.TB) *paint.Look {
	theme, err := themes.Named("none")
	if err != nil {
		t.Fatal(err)
	}
	return paint.New(theme, themes.Unicode())
}

func (s Screen) String() string { return strings.Join(append(s.Above, s.Field), "\n") }

func TestScreens(t *testing.T) {
	for name, text := range map[string]string{
		"empty": "", "offers": "x al", "fault": "some Bad word", "fault at the end": strings.Repeat("long ", 13) + "Capital",
	} {
		for _, w := range []int{80, 120} {
			t.Run(fmt.Sprint(name, w), func(t *testing.T) {
				p := asked(words(), text)
				golden.RequireEqual(t, p.Render(look(t), w, 10).String())
			})
		}
	}
}

// Whatever is entered, every row fits and the cursor is in the field.
func TestFits(t *testing.T) {
	k := look(t)
	for _, text := range []string{"", "a", "日本語 \u202e\x1b[2J b", strings.Repeat("wide 語 ", 60), "A" + strings.Repeat("x", 300), strings.Repeat("x", 300) + "A"} {
		p := asked(words(), text)
		for range 3 {
			for w := 1; w < 140; w += 3 {
				for h := range 12 {
					s := p.Render(k, w, h)
					for _, row := range append(s.Above, s.Field) {
						if ansi.StringWidth(row) != w {
							t.Fatalf("%q at %d: %q has %d cells", text, w, row, ansi.StringWidth(row))
						}
					}
					if len(s.Above) > h || s.Cursor < 0 || s.Cursor >= w {
						t.Fatalf("%q at %dx%d: %d rows, cursor %d", text, w, h, len(s.Above), s.Cursor)
					}
				}
			}
			p.Take(1)
		}
	}
}
