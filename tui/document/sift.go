package document

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"mcpx/checks"
	"mcpx/checks/catalogue"
	"mcpx/checks/filter"
	"mcpx/checks/narrow"
	"mcpx/model"
)

// Sieve looks at events as the filter language sees them. It is a picture of the document at one time and
// may be used beside it once the recording has been read.
type Sieve struct {
	trace  *model.Trace
	links  chunks[Link]
	pairs  []int32
	ruling *Ruling
}

// Sieve looks at the events that there are now.
func (d *Document) Sieve() *Sieve {
	return &Sieve{trace: d.trace, links: *d.conversation(), pairs: d.Pairs(), ruling: d.Ruling()}
}

// Ask is what is to be sifted out.
type Ask struct {
	Filter *filter.Filter
	Talk   int // the request whose conversation it is to be, None for any
}

// Sifted is news from sifting.
type Sifted struct {
	Rows []int32 // further events that pass, in order
	Seen int     // events looked at so far
	Done bool

	Defects []bool  // whether each defect passes; with the first news, nil later
	Clauses []bool  // whether each clause is listed, in the order of the outcomes; likewise
	Pairs   []int32 // the requests of which either half passes; with the last news
}

// Sift looks through the events in the background. News come at most 20 times a second; the channel is
// closed at the end or when the context is done.
func (s *Sieve) Sift(ctx context.Context, a Ask) <-chan Sifted {
	news := make(chan Sifted)
	go func() {
		defer close(news)
		send := func(n Sifted) bool {
			select {
			case news <- n:
				return true
			case <-ctx.Done():
				return false
			}
		}
		offer := func(n Sifted) bool {
			select {
			case news <- n:
				return true
			default:
				return false
			}
		}
		s.walk(ctx, a, send, offer)
	}()
	return news
}

// SiftNow looks through all events at once.
func (s *Sieve) SiftNow(a Ask) Sifted {
	all := Sifted{Rows: []int32{}}
	add := func(n Sifted) bool {
		if n.Defects != nil {
			all.Defects, all.Clauses = n.Defects, n.Clauses
		}
		all.Rows, all.Pairs, all.Seen, all.Done = append(all.Rows, n.Rows...), n.Pairs, n.Seen, n.Done
		return true
	}
	wait := func(Sifted) bool { return false }
	s.walk(context.Background(), a, add, wait)
	return all
}

// walk sifts first the verdict, which is small, then the events. Send takes news unless nobody wants them any
// more, offer only if they are waited for; both report whether they did.
func (s *Sieve) walk(ctx context.Context, a Ask, send, offer func(Sifted) bool) {
	w := s.walker(a)
	first := Sifted{}
	first.Defects, first.Clauses = s.verdict(w)
	if !send(first) {
		return
	}
	passes := make([]uint64, s.trace.Len()/64+1)
	var rows []int32
	told := time.Now()
	for i := range s.trace.Len() {
		if i&0xff == 0 && ctx.Err() != nil {
			return
		}
		if w.passes(i) {
			passes[i/64] |= 1 << (i % 64)
			rows = append(rows, int32(i))
		}
		if i&0x3f == 0 && time.Since(told) > beat {
			if offer(Sifted{Rows: rows, Seen: i + 1}) {
				rows = nil
			}
			told = time.Now()
		}
	}
	passed := func(row int32) bool { return row >= 0 && passes[row/64]&(1<<(row%64)) != 0 }
	last := Sifted{Rows: rows, Seen: s.trace.Len(), Done: true, Pairs: []int32{}}
	for _, row := range s.pairs {
		if passed(row) || passed(s.links.at(int(row)).Partner) {
			last.Pairs = append(last.Pairs, row)
		}
	}
	send(last)
}

// verdict sifts the defects and the clauses.
func (s *Sieve) verdict(w *walker) (defects, clauses []bool) {
	if s.ruling == nil {
		return nil, nil
	}
	defects = make([]bool, len(s.ruling.Defects))
	broken := map[*catalogue.Clause]bool{}
	for i := range s.ruling.Defects {
		d := &s.ruling.Defects[i]
		if d.Row == None || !w.inTalk(d.Row) || !w.ask.Filter.Event(w.look(d.Row), s.findings(i)) {
			continue
		}
		defects[i] = true
		for _, c := range d.Clauses {
			broken[c] = true
		}
	}
	outcomes := s.ruling.Verdict.Outcomes
	clauses = make([]bool, len(outcomes))
	for i := range outcomes {
		o := &outcomes[i]
		clauses[i] = w.ask.Filter.Empty() || narrow.Lists(w.ask.Filter, o, broken[o.Clause])
	}
	return defects, clauses
}

// Index is the place of a clause among the outcomes.
func (r *Ruling) Index(c *catalogue.Clause) int { return r.clauses[c] }

// findings are a defect as the language sees it: one for each clause that it breaks.
func (s *Sieve) findings(i int) []filter.Finding {
	return narrow.Findings(&s.ruling.Defects[i].Defect, func(c *catalogue.Clause) checks.Word { return s.ruling.Outcome(c).Word })
}

// walker looks at one event after the other.
type walker struct {
	*Sieve
	ask   Ask
	row   int
	event filter.Event
	lines *model.Lines
}

func (s *Sieve) walker(a Ask) *walker {
	w := &walker{Sieve: s, ask: a, lines: s.trace.Lines()}
	w.event.Holds = w.holds
	return w
}

func (w *walker) inTalk(row int) bool {
	return w.ask.Talk == None || int(w.links.at(row).Root) == w.ask.Talk
}

func (w *walker) passes(row int) bool {
	if !w.inTalk(row) {
		return false
	}
	if w.ask.Filter.Empty() {
		return true
	}
	var found []filter.Finding
	if w.ask.Filter.NeedsFindings() {
		first, end := w.ruling.At(row)
		if first == end && w.ask.Filter.WantsFinding() {
			return false
		}
		for i := first; i < end; i++ {
			found = append(found, w.findings(i)...)
		}
	}
	return w.ask.Filter.Event(w.look(row), found)
}

// look is a row as the language sees it, until the next one is looked at.
func (w *walker) look(row int) *filter.Event {
	t, e, l, x := w.trace, w.trace.Entry(row), w.links.at(row), &w.event
	w.row = row
	*x = filter.Event{
		Seq: e.Seq, Direction: filter.Direction(e.Direction), Kinds: filter.Kinds(e.Kind, l.Class), Method: t.Text(e.Method),
		ID: strings.Trim(t.Text(e.ID), `"`), Status: int(e.Status), Code: int(e.Code), HasCode: e.Flags.Has(model.CodeKnown),
		Size: int64(e.Size), Latency: -1, Session: int(l.Session) + 1, Holds: x.Holds,
	}
	if p := int(l.Partner); p != None {
		other := t.Entry(p)
		if x.Method == "" {
			x.Method = t.Text(other.Method)
		}
		if e.Time != 0 && other.Time != 0 {
			x.Latency = timeBetween(&e, &other)
		}
	}
	return x
}

// holds looks for a text in the row: in the line first, which is quick and tells most that do not hold it.
// Where nothing is escaped, a text that is not in the line is nowhere in the event.
func (w *walker) holds(lower string) bool {
	raw, err := w.lines.Raw(w.row)
	if err != nil {
		return false
	}
	bad := w.trace.Entry(w.row).Kind == model.BadEvent
	if bad || bytes.IndexByte(raw, '\\') < 0 {
		if found := inAnyCase(raw, lower); bad || !found {
			return found
		}
	}
	e, err := w.trace.Event(w.row)
	return err == nil && filter.Holds(e, lower)
}

// inAnyCase reports whether text holds lower, whatever its case.
func inAnyCase(text []byte, lower string) bool {
	needle := []byte(lower)
	switch {
	case ascii(needle):
		return containsFold(text, needle)
	case ascii(text):
		return false
	}
	return bytes.Contains(bytes.ToLower(text), needle)
}

func ascii(text []byte) bool {
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Known are the values of the filter's fields that the recording and its verdict hold.
func (s *Sieve) Known(ctx context.Context) map[string][]string {
	known := map[string][]string{}
	if s.ruling != nil {
		for _, area := range s.ruling.Catalogue.Areas() {
			known["area"] = append(known["area"], string(area))
		}
		known["clause"], known["check"] = s.clausesAndChecks()
	}
	seen := [4]map[string]bool{{}, {}, {}, {}}
	fields := [4]string{"method", "code", "status", "session"}
	add := func(field int, value string) {
		if len(seen[field]) < mostKnown && !seen[field][value] {
			seen[field][value] = true
		}
	}
	methods := map[model.Text]bool{}
	for i := range s.trace.Len() {
		if i&0xfff == 0 && ctx.Err() != nil {
			return known
		}
		e := s.trace.Entry(i)
		if e.Method != 0 && !methods[e.Method] {
			methods[e.Method] = true
			add(0, s.trace.Text(e.Method))
		}
		if e.Flags.Has(model.CodeKnown) {
			add(1, strconv.Itoa(int(e.Code)))
		}
		if e.Status != 0 {
			add(2, strconv.Itoa(int(e.Status)))
		}
		if n := s.links.at(i).Session; n != None {
			add(3, strconv.Itoa(int(n)+1))
		}
	}
	for i, field := range fields {
		for value := range seen[i] {
			known[field] = append(known[field], value)
		}
		slices.Sort(known[field])
	}
	return known
}

// mostKnown bounds the values of a field that are offered.
const mostKnown = 1000

// clausesAndChecks lists what has findings first: that is what is asked for most.
func (s *Sieve) clausesAndChecks() (clauses, checks []string) {
	seen := map[string]bool{}
	put := func(to *[]string, name string) {
		if !seen[name] {
			seen[name] = true
			*to = append(*to, name)
		}
	}
	for i := range s.ruling.Groups {
		g := &s.ruling.Groups[i]
		put(&checks, g.Check)
		for _, c := range g.Clauses {
			put(&clauses, c.ID)
		}
	}
	for _, c := range s.ruling.Catalogue.Clauses() {
		put(&clauses, c.ID)
		for _, id := range c.Checks {
			put(&checks, id)
		}
	}
	return clauses, checks
}
