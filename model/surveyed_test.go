package model_test

import (
	"bytes"
	"testing"

	"mcpx/checks/script"
	"mcpx/model"
)

// surveyed gives the events of a script and what a survey of them found.
func surveyed(t testing.TB, text string) ([]*model.Event, *model.Facts) {
	t.Helper()
	trace, err := script.Trace(text)
	if err != nil {
		t.Fatal(err)
	}
	var d model.Decoder
	var events []*model.Event
	survey := model.NewSurvey()
	for i, line := range bytes.Split(bytes.TrimSpace(trace), []byte("\n")) {
		e := d.Decode(line)
		e.Line = i + 1
		events = append(events, e)
		survey.Feed(e)
	}
	facts := *survey.Facts()
	return events, &facts
}
