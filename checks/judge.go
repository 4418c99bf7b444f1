package checks

import (
	"cmp"
	"slices"
	"strings"

	"mcpx/checks/catalogue"
	"mcpx/model"
)

// Choice tells where the judged revision came from.
type Choice uint8

// A revision is Chosen by the caller, or Found in the recording or by default.
const (
	Found Choice = iota
	Chosen
)

// Judge walks a surveyed recording once and feeds every check of a revision.
type Judge struct {
	Catalogue *catalogue.Catalogue
	Tracker   *model.Tracker

	facts    *model.Facts
	watches  []*Watch
	stage    stage
	mirrored mirrorsMemory
	listing  listedNow
	copies   copies

	negotiations *negotiations
	dispatch
}

// NewJudge makes a judge for a revision. The facts come from a survey of the same recording; they are
// not shared with another judge that runs at the same time.
func NewJudge(cat *catalogue.Catalogue, facts *model.Facts, choice Choice, with []*Check) *Judge {
	own := *facts
	own.Choose(choice == Chosen)
	j := &Judge{Catalogue: cat, facts: &own}
	j.Tracker = model.NewTracker(model.ProfileOf(string(cat.Revision())), &own)
	for _, c := range with {
		if !c.Serves(cat.Revision()) {
			continue
		}
		w := &Watch{Revision: cat.Revision(), Facts: &own, Tracker: j.Tracker, check: c, judge: j}
		c.Run(w)
		j.watches = append(j.watches, w)
		j.dispatch.add(&w.hooks)
	}
	return j
}

// dispatch holds the hooks of all checks by what they watch.
type dispatch struct {
	hooks
	byMethod  [6]map[string][]func(*model.Message)
	anyClass  [6][]func(*model.Message)
	answered  map[string][]func(*model.Request, *model.Message)
	anyAnswer []func(*model.Request, *model.Message)
}

func (d *dispatch) add(h *hooks) {
	d.steps = append(d.steps, h.steps...)
	d.messages = append(d.messages, h.messages...)
	for c := range h.classes {
		for _, hook := range h.classes[c] {
			if len(hook.methods) == 0 {
				d.anyClass[c] = append(d.anyClass[c], hook.fn)
			}
			for _, method := range hook.methods {
				if d.byMethod[c] == nil {
					d.byMethod[c] = map[string][]func(*model.Message){}
				}
				d.byMethod[c][method] = append(d.byMethod[c][method], hook.fn)
			}
		}
	}
	for _, hook := range h.answers {
		if len(hook.methods) == 0 {
			d.anyAnswer = append(d.anyAnswer, hook.fn)
		}
		for _, method := range hook.methods {
			if d.answered == nil {
				d.answered = map[string][]func(*model.Request, *model.Message){}
			}
			d.answered[method] = append(d.answered[method], hook.fn)
		}
	}
	d.posts = append(d.posts, h.posts...)
	d.heads = append(d.heads, h.heads...)
	d.statuses = append(d.statuses, h.statuses...)
	d.lifecycles = append(d.lifecycles, h.lifecycles...)
	d.pages = append(d.pages, h.pages...)
	d.rounds = append(d.rounds, h.rounds...)
	d.retries = append(d.retries, h.retries...)
	d.asks = append(d.asks, h.asks...)
	d.answeredAsks = append(d.answeredAsks, h.answeredAsks...)
	d.subscribed = append(d.subscribed, h.subscribed...)
	d.sessions = append(d.sessions, h.sessions...)
	d.snapshots = append(d.snapshots, h.snapshots...)
	d.taskResults = append(d.taskResults, h.taskResults...)
	d.ends = append(d.ends, h.ends...)
}

func tell[T any](fns []func(T), v T) {
	for _, fn := range fns {
		fn(v)
	}
}

// Feed enters the next event of the recording and gives what it did to the conversation.
func (j *Judge) Feed(e *model.Event) *model.Step {
	s := j.Tracker.Feed(e)
	if e.Aside {
		return s
	}
	if j.Tracker.Profile.Handshake {
		j.stage.follow(s, j.Tracker)
	}
	tell(j.steps, s)
	if s.SessionBegins && s.Session != nil {
		tell(j.sessions, s.Session)
	}
	switch e.Kind {
	case model.MessageEvent:
		j.message(s)
	case model.HTTPEvent:
		j.http(s)
	case model.LifecycleEvent:
		for _, fn := range j.lifecycles {
			fn(s.HTTP, e)
		}
	}
	return s
}

func (j *Judge) message(s *model.Step) {
	m := s.Message
	if m.Class == model.Foreign || m.Era != model.Judged {
		return
	}
	if !j.Tracker.Profile.Handshake {
		j.copies.note(m)
	}
	tell(j.messages, m)
	tell(j.anyClass[m.Class], m)
	if m.Method != "" {
		tell(j.byMethod[m.Class][m.Method], m)
	}
	if s.Post != nil && s.Post.Era == model.Judged {
		tell(j.posts, s.Post)
	}
	if r := s.Answered; r != nil && r.Real() {
		for _, fn := range j.anyAnswer {
			fn(r, m)
		}
		for _, fn := range j.answered[r.Method] {
			fn(r, m)
		}
	}
	if s.Page != nil {
		tell(j.pages, s.Page)
	}
	if s.Round != nil {
		tell(j.rounds, s.Round)
	}
	if s.Retry != nil {
		tell(j.retries, s.Retry)
	}
	for _, a := range s.Asks {
		tell(j.asks, a)
	}
	for _, a := range s.AnsweredAsks {
		tell(j.answeredAsks, a)
	}
	for _, n := range s.Snapshots {
		tell(j.snapshots, n)
	}
	if s.Task != nil {
		for _, fn := range j.taskResults {
			fn(s.Task, s.Answered, m)
		}
	}
	if s.Subscription != nil && m.Sender() == model.Server {
		for _, fn := range j.subscribed {
			fn(s.Subscription, m)
		}
	}
}

func (j *Judge) http(s *model.Step) {
	if s.Era != model.Judged {
		return
	}
	hooks := j.heads
	if s.Direction == model.ServerToClient {
		hooks = j.statuses
	}
	for _, fn := range hooks {
		fn(s.HTTP, s.Event)
	}
}

// Word is the outcome of a clause.
type Word uint8

// The outcomes.
const (
	Fail Word = iota
	Warn
	Pass
	NotObserved
	NotApplicable
	Excluded
	Used
	NotUsed
	NotBuilt
)

var words = [...]string{"fail", "warn", "pass", "not observed", "not applicable", "excluded", "used", "not used", "not built yet"}

func (w Word) String() string { return words[w] }

// Outcome is what became of one clause.
type Outcome struct {
	Clause   *catalogue.Clause
	Word     Word
	Subjects int
	Findings []int // indices into Verdict.Findings
	Uses     []Use // the first events that use what an observed clause allows
	Used     int   // how many there are
}

// Verdict is the report on a recording at one revision.
type Verdict struct {
	Catalogue *catalogue.Catalogue
	Outcomes  []Outcome // in catalogue order
	Findings  []Finding // by blamed event, then check, pointer and detail
	// Uncounted are findings beyond those kept, by check.
	Uncounted map[string]int
	// Subjects counts the subjects of each check.
	Subjects map[string]int
}

// Verdict ends the walk. Feed must not be called afterwards.
func (j *Judge) Verdict() *Verdict {
	for _, fn := range j.ends {
		fn()
	}
	v := &Verdict{Catalogue: j.Catalogue, Uncounted: map[string]int{}, Subjects: map[string]int{}}
	found := 0
	for _, w := range j.watches {
		found += len(w.found)
	}
	v.Findings = make([]Finding, 0, found)
	byCheck := map[string]*Watch{}
	for _, w := range j.watches {
		byCheck[w.check.ID] = w
		v.Subjects[w.check.ID] = w.counts[0] + w.counts[1]
		v.Findings = append(v.Findings, w.found...)
		w.found = nil
		if w.more > 0 {
			v.Uncounted[w.check.ID] = w.more
		}
	}
	slices.SortStableFunc(v.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Check, b.Check),
			cmp.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Detail, b.Detail))
	})
	findings := map[string][]int{}
	for i, f := range v.Findings {
		findings[f.Check] = append(findings[f.Check], i)
	}
	for _, c := range j.Catalogue.Clauses() {
		v.Outcomes = append(v.Outcomes, j.outcome(c, byCheck, findings, v.Findings))
	}
	return v
}

func (j *Judge) outcome(c *catalogue.Clause, watches map[string]*Watch, byCheck map[string][]int, all []Finding) Outcome {
	o := Outcome{Clause: c, Word: Excluded}
	if c.Exclusion != nil {
		return o
	}
	built, applies := false, false
	for _, id := range c.Checks {
		w := watches[id]
		if w == nil {
			continue
		}
		built = true
		applies = applies || w.applies()
		for t, n := range w.counts {
			if onTransport(c, model.Transport(t)) {
				o.Subjects += n
			}
		}
		o.Uses = append(o.Uses, w.uses...)
		o.Used += w.used
		for _, i := range byCheck[id] {
			if onTransport(c, all[i].Transport) {
				o.Findings = append(o.Findings, i)
			}
		}
	}
	slices.Sort(o.Findings)
	o.Word = word(c, o, built, applies)
	return o
}

func word(c *catalogue.Clause, o Outcome, built, applies bool) Word {
	switch {
	case !built:
		return NotBuilt
	case c.Disposition == catalogue.Observed && o.Used > 0:
		return Used
	case c.Disposition == catalogue.Observed && o.Subjects > 0:
		return NotUsed
	case len(o.Findings) > 0 && c.Level.Fails():
		return Fail
	case len(o.Findings) > 0:
		return Warn
	case o.Subjects > 0:
		return Pass
	case !applies:
		return NotApplicable
	default:
		return NotObserved
	}
}

// onTransport holds G4: a clause of a transport's page takes only what is blamed on its transport.
func onTransport(c *catalogue.Clause, t model.Transport) bool {
	return c.Transport == catalogue.AnyTransport || string(c.Transport) == t.String()
}

// stage is what a recording holds at a handshake revision: which transports its judged sessions use, and
// which capabilities they declare (C7).
type stage struct {
	spoken     bool // some session speaks the judged revision, or none was negotiated
	transports [2]bool
	sessions   []*model.Session
}

func (g *stage) follow(s *model.Step, t *model.Tracker) {
	if s.Era == model.Judged && (s.Message == nil || s.Message.Era == model.Judged) && s.Kind != model.BadEvent {
		g.transports[s.Transport] = true
		g.spoken = true
	}
	if s.SessionBegins && t.Speaks(s.Session) && len(g.sessions) < stageSessions {
		g.sessions = append(g.sessions, s.Session)
	}
}

// stageSessions bounds how many sessions are asked what they declare; beyond it every need counts as met.
const stageSessions = 4096

// applies reports whether a recording holds what the rule needs; only handshake revisions know clauses
// that do not apply (C7).
func (w *Watch) applies() bool {
	if !w.Handshake() {
		return true
	}
	g, need := &w.judge.stage, w.check.Needs
	if !g.spoken {
		return false
	}
	if need.Transport != catalogue.AnyTransport {
		transport := model.Stdio
		if need.Transport == catalogue.StreamableHTTP {
			transport = model.HTTP
		}
		if !g.transports[transport] {
			return false
		}
	}
	return need.Path == "" || g.declares(need)
}

// declares reports that a session may declare the capability: withheld in all of them, the rule does not
// apply.
func (g *stage) declares(need Need) bool {
	if len(g.sessions) == 0 || len(g.sessions) == stageSessions {
		return true
	}
	path := strings.Split(need.Path, ".")
	for _, n := range g.sessions {
		byClient := need.Party&ByClient != 0 && n.Standing(model.Client, path...) != model.Withheld
		byServer := need.Party != ByClient && n.Standing(model.Server, path...) != model.Withheld
		if byClient || byServer {
			return true
		}
	}
	return false
}
