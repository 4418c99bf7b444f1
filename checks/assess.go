package checks

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"mcpx/checks/observations"
	"mcpx/model"
)

// Options are the particulars of an assessment. The zero value judges by what the recording declares,
// with every check.
type Options struct {
	Revision string   // judge by this published revision, whatever the recording declares
	Checks   []*Check // instead of All
	// Progress is told how many of the bytes to be read, over both passes, have been read: at most once
	// in Every, and at the end.
	Progress func(done, total int64)
	Every    time.Duration
	// LongLine is told of lines that need memory of their own; see model.ScanOptions.
	LongLine func(size int64)
}

// problemsKept bounds the problems of a recording that are kept whole; further ones are counted.
const problemsKept = 1000

// LineProblem is what is wrong with a line of the recording.
type LineProblem struct {
	Line int
	model.Problem
}

// Assessment is all that was found out about a recording.
type Assessment struct {
	Facts    *model.Facts
	Spoke    [2]int        // messages and http events, by the party that sent them
	Problems []LineProblem // the first ones, in order; Facts.Problems counts all
	Checks   []*Check      // that judged
	Rulings  []Ruling      // one for each standard
	// Observed is what is worth knowing beside the rules, by the pairs of the first standard.
	Observed *observations.Report
}

// Ruling is the verdict on a recording by one standard.
type Ruling struct {
	Standard
	Verdict *Verdict
	// Selection is what reports list; nil for all.
	Selection *Selection
}

// Source is a recording that can be read more than once.
type Source interface {
	// From reads from offset to the end of the recording.
	From(ctx context.Context, offset int64) io.Reader
	// Size is the number of bytes known so far.
	Size() int64
}

// Assess surveys a recording, decides by which revisions it is to be judged, and judges it by each of
// them. It reads the recording twice and keeps of it what its trackers and checks remember.
func Assess(ctx context.Context, from Source, o Options) (*Assessment, error) {
	a := &Assessment{Checks: o.Checks}
	if a.Checks == nil {
		a.Checks = All()
	}
	survey := model.NewSurvey()
	read := progress{options: &o, source: from}
	surveyed, err := model.Scan(ctx, from.From(ctx, 0), read.pass(0), func(e *model.Event) error {
		a.note(e)
		survey.Feed(e)
		return nil
	})
	if err != nil {
		return nil, err
	}
	a.Facts = survey.Facts()
	standards, err := Standards(a.Facts, o.Revision)
	if err != nil {
		return nil, err
	}
	// A file may grow meanwhile; what was not surveyed is not judged.
	again := io.LimitReader(from.From(ctx, 0), surveyed.Offset)
	panel := NewPanel(standards, a.Facts, a.Checks)
	_, err = model.Scan(ctx, again, read.pass(surveyed.Offset), func(e *model.Event) error {
		panel.Feed(e)
		return nil
	})
	if err != nil {
		return nil, err
	}
	a.Rulings, a.Observed = panel.Rulings(), panel.Observed()
	return a, nil
}

// progress tells how far the two passes are.
type progress struct {
	options *Options
	source  Source
}

// pass gives the scan options of a pass that begins when some bytes have been read.
func (p *progress) pass(before int64) model.ScanOptions {
	scan := model.ScanOptions{Every: p.options.Every, LongLine: p.options.LongLine}
	if tell := p.options.Progress; tell != nil {
		scan.Progress = func(at model.Position) { tell(before+at.Offset, 2*max(p.source.Size(), before, at.Offset)) }
	}
	return scan
}

// Heard counts an event for its sender.
func (a *Assessment) Heard(e *model.Event) {
	if !e.Aside && (e.Kind == model.MessageEvent || e.Kind == model.HTTPEvent) {
		a.Spoke[e.Sender()]++
	}
}

func (a *Assessment) note(e *model.Event) {
	a.Heard(e)
	if e.Problem == nil {
		return
	}
	if len(a.Problems) < problemsKept {
		a.Problems = append(a.Problems, LineProblem{Line: e.Line, Problem: *e.Problem})
	}
}

// Empty says in a clause why there was nothing to judge, and "" if there was: a recording that is empty,
// or holds one party only, or nothing that any judged rule speaks about, is no recording that passed.
func (a *Assessment) Empty() string {
	switch {
	case a.Facts.Events == 0:
		return "the recording is empty"
	case a.Spoke[model.Client]+a.Spoke[model.Server] == 0:
		return "the recording holds no message"
	case a.Spoke[model.Client] == 0:
		return "the recording holds nothing that the client sent"
	case a.Spoke[model.Server] == 0:
		return "the recording holds nothing that the server sent"
	}
	for i := range a.Rulings {
		if t := a.Rulings[i].Verdict.Totals(); t[Pass]+t[Fail]+t[Warn] > 0 {
			return ""
		}
	}
	return a.unjudged()
}

// unjudged says why none of the judges had anything to judge.
func (a *Assessment) unjudged() string {
	s := &a.Rulings[0].Standard
	switch {
	case s.Basis == Assumed:
		return "nothing in the recording tells its revision, --revision chooses one"
	case s.Basis == ByCaller && len(otherVersions(a.Facts, s.Versions[0])) > 0:
		return fmt.Sprintf("the recording declares %s, and what declares another revision is not judged by %s",
			strings.Join(otherVersions(a.Facts, s.Versions[0]), ", "), s.Versions[0])
	default:
		return fmt.Sprintf("no rule of %s speaks about what the recording holds", a.revisions())
	}
}

func (a *Assessment) revisions() string {
	names := ""
	for i := range a.Rulings {
		if i > 0 {
			names += " or "
		}
		names += string(a.Rulings[i].Catalogue.Revision())
	}
	return names
}

// Worst is the gravest outcome of any clause at any revision: Fail, Warn, or else Pass.
func (a *Assessment) Worst() Word {
	worst := Pass
	for i := range a.Rulings {
		t := a.Rulings[i].Verdict.Totals()
		switch {
		case t[Fail] > 0:
			return Fail
		case t[Warn] > 0:
			worst = Warn
		}
	}
	return worst
}

// Panel is the judges of a surveyed recording, one for each standard, who hear every event together, and
// an observer who follows what the first of them hears.
type Panel struct {
	standards []Standard
	judges    []*Judge
	observer  *observations.Observer
}

// NewPanel seats a judge for each standard. The facts come from a survey of the same recording.
func NewPanel(standards []Standard, facts *model.Facts, with []*Check) *Panel {
	p := &Panel{standards: standards}
	for i := range standards {
		// A version without a catalogue is no revision that can be insisted on: sessions that speak it are
		// judged by the nearest later one.
		choice := Found
		if standards[i].Basis == ByCaller && standards[i].Exact() {
			choice = Chosen
		}
		p.judges = append(p.judges, NewJudge(standards[i].Catalogue, facts, choice, with))
	}
	p.observer = observations.New(p.judges[0].Tracker)
	return p
}

// Feed enters the next event of the recording.
func (p *Panel) Feed(e *model.Event) {
	for i, j := range p.judges {
		if step := j.Feed(e); i == 0 && !e.Aside {
			p.observer.Feed(step)
		}
	}
}

// Observed ends the walk, as Rulings does, and gives what is worth knowing beside the rules.
func (p *Panel) Observed() *observations.Report { return p.observer.Report() }

// Rulings ends the walk. Feed must not be called afterwards.
func (p *Panel) Rulings() []Ruling {
	rulings := make([]Ruling, len(p.judges))
	for i, j := range p.judges {
		rulings[i] = Ruling{Standard: p.standards[i], Verdict: j.Verdict()}
	}
	return rulings
}
