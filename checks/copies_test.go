package checks

import (
	"fmt"
	"testing"

	"mcpx/model"
)

// A client whose first requests find no room among those of others may have copies that do not show.
func TestCopiesBeyondTheirBound(t *testing.T) {
	var d model.Decoder
	tracker := model.NewTracker(model.ProfileOf(model.Revision20260728), model.NewSurvey().Facts())
	var c copies
	line := 0
	request := func(client string, id int) *model.Message {
		line++
		e := d.Decode(fmt.Appendf(nil, `{"seq":%d,"direction":"client-to-server","transport":"streamable-http","kind":"message","exchange":%d,`+
			`"payload":{"jsonrpc":"2.0","id":%d,"method":"tools/list","params":{"_meta":{%q:{"name":%q,"version":"1"}}}}}`,
			line, line, id, model.MetaClientInfo, client))
		e.Line = line
		m := tracker.Feed(e).Message
		c.note(m)
		return m
	}
	if early := request("early", 0); c.mayBe(early) {
		t.Error("a client that is alone and counts may be several")
	}
	for id := range ownIDs {
		request("busy", id)
	}
	if busy := request("busy", ownIDs); c.mayBe(busy) {
		t.Error("a long conversation makes a client several")
	}
	if late := request("late", 0); !c.mayBe(late) {
		t.Error("a client whose beginning is not remembered is taken for one process")
	}
	if early := request("early", 1); !c.mayBe(early) {
		t.Error("a client of which one request is remembered is taken for one process")
	}
}
