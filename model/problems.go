package model

import "fmt"

// LocatedProblem is a problem and the line it stands on.
type LocatedProblem struct {
	Line int // from 1
	Problem
}

// String says where and what, on one line: "line 7, column 12: no JSON: …".
func (p LocatedProblem) String() string {
	place := fmt.Sprintf("line %d", p.Line)
	if p.Column > 0 {
		place += fmt.Sprintf(", column %d", p.Column)
	}
	return place + ": " + p.Kind.String() + ": " + p.Text
}

// Problems collects what is wrong with the lines of a trace. Whether any of it is forgiven is for the
// caller to say.
type Problems struct {
	Limit int // of First; a trace can be wrong in every line

	First []LocatedProblem
	Total int
	Fatal int // lines that could not be read as events
}

// Note takes the problem of an event, if it has one.
func (p *Problems) Note(e *Event) {
	if e.Problem == nil {
		return
	}
	p.Total++
	if e.Problem.Kind.Fatal() {
		p.Fatal++
	}
	if len(p.First) < p.Limit {
		p.First = append(p.First, LocatedProblem{Line: e.Line, Problem: *e.Problem})
	}
}

// More is the number of problems beyond First.
func (p *Problems) More() int { return p.Total - len(p.First) }
