package checks

import "mcpx/model"

// asksOf tells of every ask for one kind of input.
func (w *Watch) asksOf(method string, fn func(*model.Ask)) {
	w.Asks(func(a *model.Ask) {
		if a.Method == method && a.Value.IsObject() {
			fn(a)
		}
	})
}

// answersOf tells of every answer of the client to asks for one kind of input.
func (w *Watch) answersOf(method string, fn func(*model.AnsweredAsk)) {
	w.AnsweredAsks(func(a *model.AnsweredAsk) {
		if a.Method == method {
			fn(a)
		}
	})
}

// judgeAsk counts an ask as a subject and convicts the server if there is a fault.
func (w *Watch) judgeAsk(a *model.Ask, pointer, fault string) {
	w.Subject(a.Message.Event)
	w.convictAsk(a, pointer, fault)
}

func (w *Watch) convictAsk(a *model.Ask, pointer, fault string) {
	if fault == "" {
		return
	}
	var related []Related
	if a.Round != nil {
		related = append(related, Rel("request", a.Request.Event))
	}
	w.Convict(a.Message.Event, pointer, fault, related...)
}

// judgeAnswer counts an answer as a subject and convicts the client if there is a fault.
func (w *Watch) judgeAnswer(a *model.AnsweredAsk, pointer, fault string) {
	w.Subject(a.Carrier.Event)
	w.convictAnswer(a, pointer, fault)
}

func (w *Watch) convictAnswer(a *model.AnsweredAsk, pointer, fault string) {
	if fault == "" {
		return
	}
	role := "request"
	if a.Round != nil {
		role = "round"
	}
	w.Convict(a.Carrier.Event, pointer, fault, Rel(role, a.Message.Event))
}

// declarer names who declared the client capabilities that govern an ask.
func declarer(a *model.Ask) string {
	if a.Round != nil {
		return "the request"
	}
	return "the client"
}

// kindWords names an ask as one of a kind: `url elicitation "login"`, or `url elicitation` where asks have
// no names.
func kindWords(kind string, a *model.Ask) string {
	if a.Round == nil {
		return kind
	}
	return kind + " " + model.Quote(a.Key)
}

// clientDeclares judges that a client which gives a kind of input declares the capability for it: on the
// retry, or in initialize at a handshake revision.
func clientDeclares(method, capability, deed string, gives func(answer model.Value) bool) func(*Watch) {
	return func(w *Watch) {
		w.answersOf(method, func(a *model.AnsweredAsk) {
			standing := a.AnswerStanding(capability)
			if !gives(a.Answer) || standing == model.Unclear {
				return
			}
			pointer, fault := metaPointer("params", model.MetaCapabilities), ""
			if standing == model.Withheld {
				fault = say("retry %s, its clientCapabilities declare none", deed)
			}
			if w.Handshake() {
				pointer = a.Where
				if fault != "" {
					fault = say("result %s, initialize declares none", deed)
				}
			}
			w.judgeAnswer(a, pointer, fault)
		})
	}
}
