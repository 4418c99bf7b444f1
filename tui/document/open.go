package document

import (
	"mcpx/model"
	"mcpx/tui/jsontree"
)

// Opened is an event read again, with all that is to be shown of it.
type Opened struct {
	Row   int
	Event *model.Event
	Raw   []byte // the line as it was recorded, or its beginning
	Whole bool   // Raw is the whole line
	// Tree is the payload; nil where there is none that can be read.
	Tree   *jsontree.Tree
	Head   *model.Event // the http event that carried the request, if it is known
	Status *model.Event // the http event that carried the answer
	Err    error
}

const (
	// smallEvent is how long a line can be that is opened at once.
	smallEvent = 256 << 10
	// rawBytes is how much of a line is shown as it is.
	rawBytes = 256 << 10
)

// Small reports an event that can be opened at once; others are opened in the background.
func (d *Document) Small(i int) bool {
	return i >= 0 && i < d.Len() && d.trace.Entry(i).Size <= smallEvent
}

// Open reads an event again. It may be called from any goroutine with a Trace and a Link of the
// document.
func Open(t *model.Trace, i int, l Link) *Opened {
	o := &Opened{Row: i}
	if o.Raw, o.Err = t.Raw(i, rawBytes); o.Err != nil {
		return o
	}
	o.Whole = len(o.Raw) == int(t.Entry(i).Size)
	if o.Event, o.Err = t.Event(i); o.Err != nil {
		return o
	}
	// A text that the reader understood is understood here, too.
	switch {
	case o.Event.Payload.Exists():
		o.Tree, _ = jsontree.New(o.Event.Payload.Raw())
	case o.Event.Kind != model.BadEvent && o.Whole:
		o.Tree, _ = jsontree.New(o.Raw)
	}
	o.Head, o.Status = http(t, l.Head), http(t, l.Status)
	if o.Event.Kind == model.HTTPEvent {
		if o.Event.Direction == model.ClientToServer {
			o.Head = o.Event
		} else {
			o.Status = o.Event
		}
	}
	return o
}

func http(t *model.Trace, row int32) *model.Event {
	if row == None {
		return nil
	}
	e, err := t.Event(int(row))
	if err != nil || e.Kind != model.HTTPEvent {
		return nil
	}
	return e
}
