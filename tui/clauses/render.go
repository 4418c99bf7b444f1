package clauses

import (
	"fmt"
	"strings"

	"mcpx/checks"
	"mcpx/checks/catalogue"
	"mcpx/themes"
	"mcpx/tui/paint"
	"mcpx/tui/safetext"
)

// Sign is the sign of an outcome and the role it is drawn in.
func Sign(signs *themes.Signs, w checks.Word) (sign string, role paint.Role) {
	switch w {
	case checks.Fail:
		return signs.Must, paint.Must
	case checks.Warn:
		return signs.Should, paint.Should
	case checks.Pass:
		return signs.Pass, paint.Pass
	case checks.NotObserved, checks.NotUsed:
		return signs.NotObserved, paint.NotObserved
	case checks.NotApplicable:
		return signs.NotApplicable, paint.NotApplicable
	case checks.Excluded:
		return signs.Excluded, paint.Excluded
	case checks.Used:
		return signs.Observation, paint.Observation
	default:
		return " ", paint.Dim
	}
}

const (
	idWidth    = len("BASE-030")
	levelWidth = len("SHOULD NOT")
	wordWidth  = len("not applicable")
)

// Render draws the list in exactly h rows of w cells, with its cursor in a state.
func (l *List) Render(look *paint.Look, cursor paint.State, w, h int) []string {
	return look.List(&l.List, cursor, w, h, func(b *paint.Line, i int) {
		b.Gutter()
		if it := l.items[i]; it.clause == nil {
			l.heading(b, look, it.area)
		} else {
			l.clause(b, look, it.clause)
		}
	})
}

func (l *List) heading(b *paint.Line, look *paint.Look, area catalogue.Area) {
	fold := look.Signs.Unfolded
	if l.folded[area] {
		fold = look.Signs.Folded
	}
	b.Sign(paint.Dim, fold).Space(1).Say(paint.Title, string(area)).Space(2).Say(paint.Strong, area.Title()).Space(2)
	var totals checks.Totals
	for i := range l.ruling.Verdict.Outcomes {
		if o := &l.ruling.Verdict.Outcomes[i]; o.Clause.Area == area {
			totals[o.Word]++
		}
	}
	b.Say(paint.Dim, "  ")
	for word := checks.Fail; word <= checks.NotBuilt; word++ {
		if totals[word] == 0 {
			continue
		}
		sign, role := Sign(&look.Signs, word)
		b.Sign(role, sign).Say(role, fmt.Sprintf("%d", totals[word])).Space(1)
	}
}

func (l *List) clause(b *paint.Line, look *paint.Look, c *catalogue.Clause) {
	o := l.ruling.Outcome(c)
	sign, role := Sign(&look.Signs, o.Word)
	b.Space(1).Sign(role, sign).Space(1)
	id := paint.Base
	if o.Word == checks.Excluded {
		id = paint.Dim
	}
	at := b.At()
	b.Say(id, c.ID).To(at + idWidth + 1)
	if b.Room() >= 30 {
		at = b.At()
		b.Say(paint.Dim, string(c.Level)).To(at + levelWidth + 1)
	}
	at = b.At()
	b.Say(role, o.Word.String()).To(at + wordWidth + 1)
	b.Put(paint.Dim, safetext.LineMax(strings.Join(strings.Fields(c.Quote), " "), b.Room()))
}
