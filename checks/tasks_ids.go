package checks

import (
	"math/big"
	"strings"
	"time"
	"unicode/utf8"

	"mcpx/model"
)

// Rules on the ids of tasks.
var taskIDChecks = []*Check{
	{
		ID:       "tasks.id-string",
		Title:    "The id of a task is a string",
		Convicts: "Every place that shows the state of a task is a subject: a result that creates one, the results of tasks/get and tasks/cancel, each element of a tasks/list result, and notifications/tasks/status. A taskId that is missing or no string convicts.",
		Spares:   "The taskId of requests, and the empty string.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) {
			w.Snapshots(func(n *model.Snapshot) {
				w.Judge(n.Message.Event, n.At("taskId"), wantString(n.Value.Get("taskId"), "taskId"))
			})
		},
	},
	{
		ID:       "tasks.id-from-receiver",
		Title:    "The party that creates a task makes its id",
		Convicts: "Every result that creates a task is a subject. It convicts if the request itself had supplied the taskId, as params.task.taskId.",
		Spares:   "An id that the creating party gave earlier, and equality with any other value of the request.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: runTaskIDFromReceiver,
	},
	{
		ID:       "tasks.id-unique",
		Title:    "No two tasks of a party have one id",
		Convicts: "Every result that creates a task, and every result of tasks/list, is a subject. A list convicts that has one taskId twice, with different createdAt. A new task convicts if an earlier one of the same party in the session had its id and another createdAt and cannot be gone: it was not cancelled, and its ttl is null or had not passed at the createdAt of the new one.",
		Spares:   "A task that is listed twice or given as the answer again, with the same createdAt; ids that a deletion may have freed; times that cannot be read or are less than a second apart from the end of the ttl.",
		Party:    ByBoth, At: only2511, Needs: tasksNeeded(),
		Run: func(w *Watch) { (&taskIDs{w: w}).watch() },
	},
	{
		ID:       "tasks.id-unpredictable",
		Title:    "The ids of tasks cannot be guessed",
		Convicts: "Every taskId of a new task on stdio is a subject, since nothing else there keeps others from the task. An id of at most 4 characters convicts, and one of at most 9 digits and nothing else; so do two ids of one party that differ only in one number, by 1 to 9. A pass means that no id shows a sign of predictability, not that the ids are random.",
		Spares:   "A single id of ordinary length, and Streamable HTTP, where credentials may protect a task.",
		Party:    ByBoth, At: only2511, Needs: Need{Transport: overStdio, Party: ByBoth, Path: "tasks"},
		Run: func(w *Watch) {
			near := &neighbours{}
			w.tasksCreated(func(r *model.Request, n *model.Snapshot) {
				id := n.Value.Get("taskId")
				if n.Message.Transport != model.Stdio || !id.IsString() {
					return
				}
				fault, related := shortID(id.Str()), []Related{Rel("request", r.Event)}
				if other := near.enter(n.Message, id.Str()); other.text != "" && fault == "" {
					fault = say("taskId %s differs from %s only by a small step", id.Compact(), model.Quote(other.text))
					related = append(related, other.event)
				}
				w.Judge(n.Message.Event, n.At("taskId"), fault, related...)
			})
		},
	},
}

func runTaskIDFromReceiver(w *Watch) {
	type given struct {
		receiver model.Party
		id       string
	}
	var known table[given, struct{}]
	w.Snapshots(func(n *model.Snapshot) {
		id := n.Value.Get("taskId")
		if n.Creates {
			_, gave := known.lookup(given{n.Message.Sender(), n.ID()})
			fault := ""
			if id.IsString() && n.Request.Params().At("task", "taskId").Is(id.Str()) && !gave && !known.dropped {
				if !w.wholeUntil(n.Message) {
					return // it may have been given before
				}
				fault = say("taskId %s was supplied by the request", id.Compact())
			}
			w.Judge(n.Message.Event, n.At("taskId"), fault, Rel("request", n.Request.Event))
		}
		if id.IsString() {
			known.put(given{n.Message.Sender(), n.ID()}, struct{}{})
		}
	})
}

// taskIDs finds ids that two tasks have at a time.
type taskIDs struct {
	w     *Watch
	lives table[*model.Task, *taskLife]
}

// taskLife is how long a task is surely kept.
type taskLife struct {
	ttl       float64 // the shortest one shown, in milliseconds
	bounded   bool    // a number was shown
	unlimited bool    // null was shown
	unclear   bool    // the task may have been deleted early
}

func (c *taskIDs) watch() {
	c.w.Requests(func(m *model.Message) {
		if r := c.w.Tracker.RequestOf(m); r != nil {
			if life, known := c.lives.lookup(c.w.taskOf(r)); known {
				life.unclear = true
			}
		}
	}, "tasks/cancel")
	c.w.Snapshots(func(n *model.Snapshot) {
		if n.Creates {
			c.created(n)
		}
		if n.Task != nil {
			c.shown(n)
		}
	})
	c.w.ResultsTo(c.listed, "tasks/list")
}

func (c *taskIDs) shown(n *model.Snapshot) {
	life, known := c.lives.lookup(n.Task)
	if !known {
		life = &taskLife{}
		c.lives.put(n.Task, life)
	}
	switch ttl := n.Value.Get("ttl"); {
	case n.Value.Get("status").Is("cancelled"):
		life.unclear = true
	case ttl.IsNull():
		life.unlimited = true
	case ttl.IsNumber():
		if ms := float(ttl); !life.bounded || ms < life.ttl {
			life.ttl, life.bounded = ms, true
		}
	}
}

// float is a number as nearly as a float64 has it; comparing times needs no more.
func float(v model.Value) float64 {
	f, _, err := big.ParseFloat(v.Num(), 10, 64, big.ToZero)
	if err != nil {
		return 0
	}
	ms, _ := f.Float64()
	return ms
}

func (c *taskIDs) created(n *model.Snapshot) {
	var before *model.Task
	if n.Task != nil {
		before = n.Task.Previous
	}
	if n.Message.Replay {
		return
	}
	fault, related := "", []Related{Rel("request", n.Request.Event)}
	if before != nil && before.Created != nil && c.keeps(before, n) {
		fault = say("taskId %s is that of the task created at seq %d", n.Value.Get("taskId").Compact(), before.Created.Seq)
		related = append(related, relMark("earlier use", *before.Created))
	}
	c.w.Judge(n.Message.Event, n.At("taskId"), fault, related...)
}

// resolution is how coarse the times of tasks may be.
const resolution = time.Second

// longest is the greatest ttl that a duration holds, in milliseconds.
const longest = float64(1<<63-1) / float64(time.Millisecond) / 2

// keeps reports that a task cannot be gone when another one with its id is created.
func (c *taskIDs) keeps(before *model.Task, n *model.Snapshot) bool {
	life, known := c.lives.lookup(before)
	if !known || life.unclear || before.Request == nil || before.Request.Cancelled > 0 || c.w.Facts.Gap(before.Created.Line, n.Message.Line) {
		return false
	}
	then, err := time.Parse(time.RFC3339, before.Created.CreatedAt)
	if err != nil {
		return false
	}
	now, err := time.Parse(time.RFC3339, n.CreatedAt())
	if err != nil || now.Equal(then) {
		return false
	}
	if !life.bounded {
		return life.unlimited
	}
	ttl := time.Duration(min(life.ttl, longest) * float64(time.Millisecond))
	return now.Add(resolution).Before(then.Add(ttl))
}

// listed looks for one id with two createdAt in a list.
func (c *taskIDs) listed(r *model.Request, a *model.Message) {
	c.w.Subject(a.Event)
	first := map[string]int{}
	tasks := a.Result().Get("tasks")
	var moments []time.Time
	for i, task := range tasks.Elems() {
		at, err := time.Parse(time.RFC3339, task.Get("createdAt").Str())
		moments = append(moments, at)
		id := task.Get("taskId")
		if !id.IsString() || err != nil {
			continue
		}
		j, twice := first[id.Str()]
		if !twice {
			first[id.Str()] = i
			continue
		}
		if !moments[j].Equal(at) {
			c.w.Convict(a.Event, model.Pointer("result", "tasks", i, "taskId"), say("taskId %s is that of tasks[%d], too, with another createdAt", id.Compact(), j), Rel("request", r.Event))
		}
	}
}

// shortID is the fault of an id that is soon guessed.
func shortID(id string) string {
	n := utf8.RuneCountInString(id)
	digits := strings.Trim(id, "0123456789") == ""
	switch {
	case n <= 4:
		return say("taskId %s has %d characters", model.Quote(id), n)
	case digits && n <= 9:
		return say("taskId %s is a number of %d digits", model.Quote(id), n)
	}
	return ""
}

// neighbours remembers ids once for each number in them, to find those that differ only in one number.
type neighbours struct{ seen table[neighbour, namedID] }

// neighbour is an id cut around one of its numbers.
type neighbour struct {
	session               *model.Session
	owner                 model.Party
	before, number, after string
}

type namedID struct {
	text  string
	event Related
}

// longID is the length beyond which an id is no number in disguise.
const longID = 256

// enter remembers an id that a message gives, and finds an earlier one that is 1 to 9 away from it.
func (s *neighbours) enter(m *model.Message, id string) (near namedID) {
	if len(id) > longID {
		return near
	}
	for i := 0; i < len(id); {
		end := i
		for end < len(id) && id[end] >= '0' && id[end] <= '9' {
			end++
		}
		if end == i {
			i++
			continue
		}
		number, _ := new(big.Int).SetString(id[i:end], 10)
		k := neighbour{m.Session, m.Sender(), id[:i], number.String(), id[end:]}
		if near.text == "" {
			near = s.around(k, number)
		}
		s.seen.put(k, namedID{id, Rel("earlier use", m.Event)})
		i = end
	}
	return near
}

func (s *neighbours) around(k neighbour, number *big.Int) namedID {
	for step := int64(-9); step <= 9; step++ {
		k.number = new(big.Int).Add(number, big.NewInt(step)).String()
		if other, known := s.seen.lookup(k); known && step != 0 {
			return other
		}
	}
	return namedID{}
}
