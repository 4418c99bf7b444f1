package checks

import "mcpx/model"

// wholeUntil reports that nothing of the session can be missing from the recording before a message (C3).
func (w *Watch) wholeUntil(m *model.Message) bool {
	return w.Tracker.CompleteAs(model.Client, m.Session, m.Line) && w.Tracker.CompleteAs(model.Server, m.Session, m.Line)
}

// gapless reports that no event is missing between two lines of the recording, and no line up to the second
// could not be read.
func (w *Watch) gapless(from, to int) bool {
	loss := w.Facts.Transports[model.Stdio].LossFrom // a loss concerns every transport
	return !w.Facts.Gap(from, to) && (loss == 0 || loss > to)
}
