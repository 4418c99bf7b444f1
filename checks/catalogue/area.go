package catalogue

// Area is a part of the protocol. Areas are the same in all revisions.
type Area string

// Areas lists the areas of all revisions in reading order. A catalogue may
// lack some of them.
func Areas() []Area {
	var areas []Area
	for _, named := range areaTitles() {
		areas = append(areas, named.area)
	}
	return areas
}

// Title is the area's name for people, or the area itself if it is unknown.
func (a Area) Title() string {
	for _, named := range areaTitles() {
		if named.area == a {
			return named.title
		}
	}
	return string(a)
}

// Known reports whether some revision has the area.
func (a Area) Known() bool {
	for _, named := range areaTitles() {
		if named.area == a {
			return true
		}
	}
	return false
}

type areaTitle struct {
	area  Area
	title string
}

func areaTitles() []areaTitle {
	return []areaTitle{
		{"BASE", "Base protocol"},
		{"META", "Reserved metadata"},
		{"LIFE", "Lifecycle"},
		{"VERS", "Versioning"},
		{"DISC", "Discovery"},
		{"TRAN", "Transports"},
		{"AUTH", "Authorization"},
		{"SEC", "Security"},
		{"MRTR", "Multi-round-trip requests"},
		{"SUBS", "Subscriptions"},
		{"CANC", "Cancellation"},
		{"PROG", "Progress"},
		{"PING", "Ping"},
		{"TASK", "Tasks"},
		{"RES", "Resources"},
		{"PROM", "Prompts"},
		{"TOOL", "Tools"},
		{"COMP", "Completion"},
		{"LOG", "Logging"},
		{"PAGE", "Pagination"},
		{"CACH", "Caching"},
		{"ROOT", "Roots"},
		{"SAMP", "Sampling"},
		{"ELIC", "Elicitation"},
		{"SCHM", "Schema"},
	}
}
