// Package prompt is the text field at the foot of the screen. It asks for a line of text, says at once
// what is wrong with it and where, offers ways to go on, and remembers what was entered before.
package prompt

import (
	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
)

// Question is what a prompt asks for. Only Label has to be there.
type Question struct {
	Label string
	Hint  string   // shown while the field is empty
	Past  []string // entered before, the oldest first
	Takes string   // the key that takes an offer
	// Check says what is wrong with a text; nil if nothing is.
	Check func(text string) *Fault
	// Complete offers ways to go on at a place in a text.
	Complete func(text string, at int) []Candidate
}

// Fault is what is wrong with a text, and which bytes of it.
type Fault struct {
	Start, End int
	Text       string
}

// Candidate is a way to go on: Text replaces the bytes from Start to End.
type Candidate struct {
	Start, End int
	Text       string
	About      string
}

// Prompt is a text field.
type Prompt struct {
	question Question
	input    textinput.Model

	past  int    // in question.Past; its length is the text being written
	draft string // that text, while an earlier one is shown

	fault   *Fault
	offers  []Candidate
	chosen  int    // of the offers, none if no offer has been taken
	written string // the text that the offers were made for
	refused bool   // what is wrong counts more than offers
}

const none = -1

// longest is how many characters can be entered.
const longest = 4000

// New makes a prompt that asks for nothing.
func New() Prompt {
	in := textinput.New()
	in.Prompt = ""
	in.CharLimit = longest
	in.SetVirtualCursor(false)
	// The terminal's own paste is enough; this one would run a program.
	in.KeyMap.Paste = key.NewBinding(key.WithDisabled())
	return Prompt{input: in, chosen: none}
}

// Ask asks a question, with a text to begin with.
func (p *Prompt) Ask(q Question, text string) tea.Cmd {
	p.question = q
	p.past, p.draft = len(q.Past), ""
	p.write(text)
	return p.input.Focus()
}

// Leave takes the focus away.
func (p *Prompt) Leave() { p.input.Blur() }

// Text is what has been entered.
func (p *Prompt) Text() string { return p.input.Value() }

// Fault is what is wrong with it, nil if nothing is.
func (p *Prompt) Fault() *Fault { return p.fault }

// Edit gives a key or pasted text to the field and reports whether that changed the text.
func (p *Prompt) Edit(msg tea.Msg) (changed bool, cmd tea.Cmd) {
	before, at := p.input.Value(), p.input.Position()
	p.input, cmd = p.input.Update(msg)
	changed = p.input.Value() != before
	if changed || p.input.Position() != at {
		p.settle()
	}
	return changed, cmd
}

// write puts a text into the field, the cursor behind it.
func (p *Prompt) write(text string) {
	p.input.SetValue(text)
	p.input.CursorEnd()
	p.settle()
}

// Refresh looks at the text anew, when there may be more to offer, unless an offer has been taken.
func (p *Prompt) Refresh() {
	if p.chosen == none {
		p.settle()
	}
}

// settle looks at the text anew.
func (p *Prompt) settle() {
	p.chosen, p.written = none, p.input.Value()
	p.fault, p.offers, p.refused = nil, nil, false
	if p.question.Check != nil {
		p.fault = p.question.Check(p.written)
	}
	if p.question.Complete != nil {
		p.offers = p.question.Complete(p.written, p.at())
	}
}

// at is the cursor, in bytes.
func (p *Prompt) at() int {
	runes := []rune(p.input.Value())
	return len(string(runes[:min(p.input.Position(), len(runes))]))
}

// Take takes the next or previous offer into the text and reports whether there is one. Taking again goes
// on to the next one; any other key keeps what was taken.
func (p *Prompt) Take(step int) bool {
	n := len(p.offers)
	if n == 0 {
		return false
	}
	p.refused = false
	if n == 1 {
		p.put(p.offers[0])
		p.settle()
		return true
	}
	switch {
	case p.chosen == none && step < 0:
		p.chosen = n - 1
	case p.chosen == none:
		p.chosen = 0
	default:
		p.chosen = (p.chosen + step + n) % n
	}
	p.put(p.offers[p.chosen])
	if p.question.Check != nil {
		p.fault = p.question.Check(p.input.Value())
	}
	return true
}

// put completes the text that the offers were made for.
func (p *Prompt) put(c Candidate) {
	end := min(max(c.End, c.Start), len(p.written))
	start := min(c.Start, end)
	p.input.SetValue(p.written[:start] + c.Text + p.written[end:])
	p.input.SetCursor(len([]rune(p.written[:start] + c.Text)))
}

// Refuse says what is wrong with the text where offers stood before, until it is edited.
func (p *Prompt) Refuse() { p.refused = p.fault != nil }

// Keep goes on from the offer that was taken, as if it had been typed. It reports whether there was one.
func (p *Prompt) Keep() bool {
	if p.chosen == none {
		return false
	}
	p.settle()
	return true
}

// Recall shows an earlier or later text and reports whether there is one.
func (p *Prompt) Recall(step int) bool {
	to := p.past + step
	if to < 0 || to > len(p.question.Past) {
		return false
	}
	if p.past == len(p.question.Past) {
		p.draft = p.input.Value()
	}
	p.past = to
	if to == len(p.question.Past) {
		p.write(p.draft)
	} else {
		p.write(p.question.Past[to])
	}
	return true
}

// Remember adds a text to those entered before, as the latest one, and gives all that are kept.
func Remember(past []string, text string) []string {
	if text == "" {
		return past
	}
	kept := make([]string, 0, len(past)+1)
	for _, p := range past {
		if p != text {
			kept = append(kept, p)
		}
	}
	kept = append(kept, text)
	return kept[max(0, len(kept)-remembered):]
}

// remembered is how many texts are remembered.
const remembered = 100
