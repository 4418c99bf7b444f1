package catalogue

import "strings"

// Party is whom a clause binds.
type Party string

// The parties. Only client and server send what a recording holds.
const (
	Client              Party = "client"
	Server              Party = "server"
	Host                Party = "host"
	AuthorizationServer Party = "authorization server"
)

// Disposition is what the judge does with a clause.
type Disposition string

// The dispositions. An observed clause is shown as used or not used and never
// yields a finding, whatever its level.
const (
	Judged   Disposition = "judged"
	Observed Disposition = "observed"
	Excluded Disposition = "excluded"
)

// Transport names the transport a clause is confined to.
type Transport string

// The transports. A clause of any other page takes evidence from both.
const (
	AnyTransport   Transport = ""
	Stdio          Transport = "stdio"
	StreamableHTTP Transport = "streamable-http"
)

// Clause is one sentence of the specification that obliges or allows.
type Clause struct {
	Revision Revision `json:"-"`
	ID       string   `json:"id"`
	Area     Area     `json:"area"`
	Level    Level    `json:"level"`
	Binds    []Party  `json:"binds"`

	// Quote is quoted from the published page. Section is the anchor of the
	// heading it stands under, and empty where it stands above the first.
	Quote   string `json:"quote"`
	Page    string `json:"page"`
	Section string `json:"section"`

	// Category, Subcategory, Requirement and Reference are the catalogue's own
	// order and wording; they are empty where a catalogue has none.
	Category    string `json:"category,omitempty"`
	Subcategory string `json:"subcategory,omitempty"`
	Requirement string `json:"requirement,omitempty"`
	Reference   string `json:"reference,omitempty"`

	Disposition Disposition `json:"disposition"`
	// Checks judge the clause, or illustrate it if it is only observed.
	Checks []string `json:"checks,omitempty"`
	// Partial says which part of the clause is judged, if not all of it.
	Partial   string      `json:"partial,omitempty"`
	Exclusion *Exclusion  `json:"excluded,omitempty"`
	Differs   *Difference `json:"differs,omitempty"`
	// Transport confines the clause to evidence on one transport.
	Transport Transport `json:"transport,omitempty"`
}

// Exclusion says why a recording cannot show whether a clause is kept.
type Exclusion struct {
	Kind   Kind   `json:"kind"`
	Reason string `json:"reason"`
}

// Difference is where a catalogue's wording departs from the published text.
// Judging follows the published text.
type Difference struct {
	CatalogueSays  string `json:"catalogue_says"`
	SpecSays       string `json:"spec_says"`
	Where          string `json:"where"`
	Recommendation string `json:"recommendation"`
}

// Place is the page and section of the clause, as in "basic/index#meta".
func (c *Clause) Place() string {
	if c.Section == "" {
		return c.Page
	}
	return c.Page + "#" + c.Section
}

// URL is the address of the clause on the specification's site.
func (c *Clause) URL() string { return c.Revision.URL(c.Place()) }

// DifferenceURL is the address of the text that the catalogue's wording
// departs from, and empty if it departs from none.
func (c *Clause) DifferenceURL() string {
	if c.Differs == nil {
		return ""
	}
	return c.Revision.URL(c.Differs.Where)
}

// URL is the address of a place ("page" or "page#section") of the revision.
func (r Revision) URL(place string) string {
	page, section, _ := strings.Cut(place, "#")
	address := "https://modelcontextprotocol.io/specification/" + string(r)
	if page = strings.TrimSuffix("/"+page, "/index"); page != "" {
		address += page
	}
	if section != "" {
		address += "#" + section
	}
	return address
}

// scope is the transport whose evidence the clauses of a page are confined to.
func scope(page string) Transport {
	switch page {
	case "basic/transports/stdio":
		return Stdio
	case "basic/transports/streamable-http":
		return StreamableHTTP
	}
	return AnyTransport
}
