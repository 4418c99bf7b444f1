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
		tools, written := w.judge.listOf("tools/list", a)
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

// listedNow is the list that was looked at last, for the rules that look at it next.
type listedNow struct {
	answer  *model.Message
	list    model.Value
	written model.Fingerprint
}

// listOf is the list in a result to a list method, and how it is written.
func (j *Judge) listOf(method string, a *model.Message) (list model.Value, written model.Fingerprint) {
	if j.listing.answer != a {
		array, _, _ := model.ListKey(method)
		list = a.Result().Get(array)
		j.listing = listedNow{a, list, list.Fingerprint()}
	}
	return j.listing.list, j.listing.written
}
