// Package checks judges a recording: one check a rule, one walk over the recording for all of them.
//
// A check is one literal in the file of its area. It has an id, the text that stands beside its
// findings, and Run, which registers what the check watches. Checks know nothing of clauses and levels:
// the catalogue says which clauses name a check.
package checks

import (
	"slices"
	"strings"

	"mcpx/checks/catalogue"
)

// Check judges one rule.
type Check struct {
	ID    string
	Title string // the rule in one line
	// Convicts says what is a subject and what makes a finding; Spares what is never convicted. Both are
	// shown beside a finding.
	Convicts string
	Spares   string
	// Caveat is shown with every finding where another sentence of the specification may excuse what was
	// seen.
	Caveat string
	Party  Parties
	At     []catalogue.Revision // the revisions it serves
	// Needs names what a recording must hold for the rule to apply at a handshake revision; see Need.
	Needs Need
	// Whole marks a rule that rests on all that was said: it convicts nobody in a recording with a hole.
	Whole bool
	// Run registers hooks on a Watch. It is called once for each recording and revision; state lives in
	// the closures.
	Run func(w *Watch)
}

// Never is what the check never convicts, in words.
func (c *Check) Never() string {
	if !c.Whole {
		return c.Spares
	}
	return strings.TrimSpace(c.Spares + " Anybody in a recording of which something is missing.")
}

// Serves reports whether the check judges at a revision.
func (c *Check) Serves(rev catalogue.Revision) bool { return slices.Contains(c.At, rev) }

// Parties are whom a check binds.
type Parties uint8

// The parties a check can bind.
const (
	ByClient Parties = 1 << iota
	ByServer
	ByBoth = ByClient | ByServer
)

func (p Parties) String() string {
	return [...]string{"nobody", "client", "server", "client and server"}[p]
}

// Need is what must be in a recording for a rule of a handshake revision to apply; without it the
// clause is not applicable.
type Need struct {
	Transport catalogue.Transport // a session on this transport
	Party     Parties             // who must declare the capability; one of both is enough
	Path      string              // a capability path such as "resources.listChanged"
}

const (
	r2506 = catalogue.R20250618
	r2511 = catalogue.R20251125
	r2607 = catalogue.R20260728
)

// The sets of revisions that checks serve.
var (
	only2506   = []catalogue.Revision{r2506}
	only2511   = []catalogue.Revision{r2511}
	only2607   = []catalogue.Revision{r2607}
	handshake  = []catalogue.Revision{r2506, r2511}
	from2511   = []catalogue.Revision{r2511, r2607}
	everywhere = []catalogue.Revision{r2506, r2511, r2607}
)

// All gives every check, in the order of areas.
func All() []*Check {
	return slices.Concat(
		lifecycleChecks,
		clientShapeChecks,
		samplingRefusalChecks,
		paginationChecks,
		utilityHandshakeChecks,
		pingChecks,
		baseHandshakeChecks,
		observeChecks,
		baseChecks,
		baseResponseChecks,
		baseErrorChecks,
		baseSchemaChecks,
		metaKeyChecks,
		metaChecks,
		metaRefusalChecks,
		discoverChecks,
		versioningChecks,
		stdioChecks,
		httpChecks,
		headerChecks,
		paramHeaderChecks,
		headerRejectionChecks,
		statusChecks,
		endpointChecks,
		versionHeaderChecks,
		sessionIDChecks,
		sessionEndChecks,
		streamChecks,
		eventIDChecks,
		lineChecks,
		answerChecks,
		capabilityChecks,
		handshakeCapabilityChecks,
		serverShapeChecks,
		listChangedChecks,
		toolChecks,
		resourceChecks,
		promptChecks,
		mrtrChecks,
		subscriptionChecks,
		cancellationChecks,
		progressChecks,
		cachingChecks,
		completionChecks,
		loggingChecks,
		elicitationChecks,
		samplingChecks,
		samplingMessageChecks,
		rootChecks,
		taskChecks,
		taskToolChecks,
		taskStateChecks,
		taskIDChecks,
		taskResultChecks,
		taskMetaChecks,
		taskListChecks,
		taskErrorChecks,
		taskProgressChecks,
		authChecks,
		authHandshakeChecks,
	)
}
