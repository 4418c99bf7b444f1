package checks

var completionChecks = []*Check{
	{
		ID:       "capabilities.completions-declared",
		Title:    "A server that completes arguments declares the completions capability",
		Convicts: "Every result to completion/complete is a subject where all server/discover results that the sender got agree about completions. It convicts if they leave completions out.",
		Spares:   "Errors, which refuse; recordings without server/discover; discovery results that differ or hold something that is no declaration.",
		Party:    ByServer,
		At:       only2607,
		Run:      servedAsDeclared("completions", "completion/complete"),
	},
}
