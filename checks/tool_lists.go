package checks

import "mcpx/model"

// judgement is what a rule finds in a value by what stands in it alone.
type judgement struct {
	subjects int
	faults   []fault
}

type fault struct{ pointer, detail string }

// judge counts a subject and notes a fault unless the detail is "".
func (j *judgement) judge(pointer, detail string) {
	j.subjects++
	if detail != "" {
		j.faults = append(j.faults, fault{pointer, detail})
	}
}

// report enters a judgement on something that an event carries.
func (w *Watch) report(e *model.Event, j *judgement) {
	w.Subjects(e, j.subjects)
	for _, f := range j.faults {
		w.Convict(e, f.pointer, f.detail)
	}
}

// faultsRemembered is how many faults of a list are remembered; one with more is judged again.
const faultsRemembered = 16

// toolLists judges every result of tools/list by what stands in its tools alone. Lists are polled: one that
// is written like an earlier one is not looked at again.
func (w *Watch) toolLists(judge func(tools model.Value, found *judgement)) {
	var known recent[model.Fingerprint, judgement]
	w.ResultsTo(func(_ *model.Request, a *model.Message) {
		tools, written := w.judge.toolList(a)
		if before := known.at(written); before != nil {
			w.report(a.Event, before)
			return
		}
		var found judgement
		judge(tools, &found)
		w.report(a.Event, &found)
		if len(found.faults) <= faultsRemembered {
			known.put(written, found)
		}
	}, "tools/list")
}

// listedNow is the list of tools that was looked at last, for the rules that look at it next.
type listedNow struct {
	answer  *model.Message
	tools   model.Value
	written model.Fingerprint
}

func (j *Judge) toolList(a *model.Message) (tools model.Value, written model.Fingerprint) {
	if j.listing.answer != a {
		tools = a.Result().Get("tools")
		j.listing = listedNow{a, tools, tools.Fingerprint()}
	}
	return j.listing.tools, j.listing.written
}
