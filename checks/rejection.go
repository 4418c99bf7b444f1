package checks

import (
	"slices"

	"mcpx/checks/grammar"
	"mcpx/model"
)

// rejection looks at the answer to a faulty request. It is no subject where the request is contested, or
// where the refusal's HTTP status shows that it was made for other reasons (G9). It is explained if it is
// an error whose code is wanted or open for another reason (M10).
func (w *Watch) rejection(r *model.Request, a *model.Message, want ...int) (subject, explained bool) {
	if r.Contested || !ruledStatus(a.Status) {
		return false, false
	}
	if a.Class != model.ErrorClass {
		return true, false
	}
	return true, a.IsError(want...) || a.IsError(w.openCodes(r, a)...)
}

// ruledStatus reports a status that the rules on rejections speak about, or none (G9).
func ruledStatus(status *model.Event) bool {
	return status == nil || status.Success() || slices.Contains([]int{400, 404, 500}, status.Status)
}

// answerPlace points at what makes an answer a result or an error.
func answerPlace(a *model.Message) string {
	if a.Class == model.ErrorClass {
		return "/error/code"
	}
	return "/result"
}

// answerWords names an answer in a detail.
func answerWords(a *model.Message) string {
	if a.Class == model.ErrorClass {
		return "error " + a.Error().Get("code").Compact()
	}
	return "a result"
}

// clean reports a request without a seen fault that is, over HTTP, a request POST (M10).
func (w *Watch) clean(r *model.Request) bool {
	if len(bodyFaults(r.Message)) > 0 {
		return false
	}
	return r.Transport == model.Stdio || requestPost(r) != nil && !w.headerFault(r)
}

// openCodes are the error codes that the request explains, by a fault that is seen or by one that cannot
// be ruled out (M10).
func (w *Watch) openCodes(r *model.Request, a *model.Message) []int {
	return append(w.openCodesBesideHeaders(r, a), w.headerCodes(r)...)
}

// headerCodes are the codes open for what the headers of a request say, or may have said.
func (w *Watch) headerCodes(r *model.Request) []int {
	if r.Transport == model.HTTP && (requestPost(r) == nil || w.headerFault(r) || w.unknownDesignations(r)) {
		return []int{-32020}
	}
	return nil
}

// openCodesBesideHeaders are the open codes without those for faults of the headers.
func (w *Watch) openCodesBesideHeaders(r *model.Request, a *model.Message) []int {
	codes := bodyFaults(r.Message)
	for name := range r.Params().Members() {
		if name != "_meta" {
			codes = append(codes, -32602)
			break
		}
	}
	if w.declaresUnproven(r) {
		codes = append(codes, -32022)
	}
	if r.Method != "server/discover" && !w.Facts.ServedBefore(r.Method, a.Line) {
		codes = append(codes, -32601)
	}
	if withholdsRequired(r, a) {
		codes = append(codes, -32021)
	}
	return codes
}

// bodyFaults are the codes that faults seen in the body of a request open.
func bodyFaults(m *model.Message) []int {
	var codes []int
	if !m.ModernVersion().Exists() || !m.ClientCapabilities().Exists() {
		codes = append(codes, -32602)
	}
	params := m.Params()
	if !m.Payload.Get("jsonrpc").Is("2.0") || !m.Usable || params.Exists() && !params.IsObject() {
		codes = append(codes, -32600, -32602)
	}
	if level := m.LogLevel(); level.Given() && !recognisedLogLevel(level) {
		codes = append(codes, -32602, -32603)
	}
	return codes
}

func recognisedLogLevel(v model.Value) bool {
	switch v.Str() {
	case "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency":
		return true
	}
	return false
}

// declaresUnproven reports a version in body or header that not every discovery result lists.
func (w *Watch) declaresUnproven(r *model.Request) bool {
	if v := r.ModernVersion(); v.Exists() {
		if listed, _ := w.Facts.Supports(v.Str()); !listed || !v.IsString() {
			return true
		}
	}
	if r.HTTP == nil || r.HTTP.Head == nil {
		return false
	}
	version, declared := r.HTTP.Head.Headers.Lookup("mcp-protocol-version")
	listed, _ := w.Facts.Supports(version)
	return declared && !listed
}

// withholdsRequired reports an answer that names a required capability which the request withholds.
func withholdsRequired(r *model.Request, a *model.Message) bool {
	required := a.Error().At("data", "requiredCapabilities")
	return required.IsObject() && withholdsOneOf(r.ClientCapabilities(), required, nil)
}

func withholdsOneOf(declared, required model.Value, path []string) bool {
	for name, inner := range required.Members() {
		step := append(path[:len(path):len(path)], name)
		if model.CapabilityStanding(declared, step...) == model.Withheld || withholdsOneOf(declared, inner, step) {
			return true
		}
	}
	return false
}

// requestPost gives the exchange of a request that is a request POST (M5), else nil.
func requestPost(r *model.Request) *model.HTTPExchange {
	x := r.HTTP
	if x == nil || x.Forgotten || x.Body != r.Message || x.Head == nil || !x.Head.HasHeaders {
		return nil
	}
	return x
}

// headerFault reports a request POST whose headers have a fault that a server may answer with -32020.
func (w *Watch) headerFault(r *model.Request) bool {
	x := requestPost(r)
	if x == nil {
		return false
	}
	h := x.Head.Headers
	accept := h.Value("accept")
	if !grammar.Lists(accept, "application/json") || !grammar.Lists(accept, "text/event-stream") ||
		grammar.MediaType(h.Value("content-type")) != "application/json" {
		return true
	}
	version, declared := h.Lookup("mcp-protocol-version")
	return !declared || !r.ModernVersion().Is(version) || w.mirrors(x).faulty()
}

// unknownDesignations reports a tool call whose server may know designations that the recording does not
// show: the tool is unlisted, or its definition may have changed. A -32020 is how a server tells of that.
func (w *Watch) unknownDesignations(r *model.Request) bool {
	if r.Method != "tools/call" || r.Answer == nil {
		return false
	}
	x := requestPost(r)
	if x == nil {
		return true
	}
	d := w.mirrors(x).definition
	return d == nil || !d.StableUntil(r.Answer.Line, model.InputSchemaPart)
}
