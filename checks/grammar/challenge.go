package grammar

import (
	"strings"
)

// Challenge is one challenge of a `www-authenticate` field (RFC 9110 section
// 11.6.1). It has either a token68 or parameters or nothing.
type Challenge struct {
	Scheme  string // in lower case
	Token68 string
	Params  []Param // in the order written
}

// Param is a parameter of a challenge, its name in lower case, its value
// unquoted.
type Param struct {
	Name, Value string
}

// Param looks a parameter up by its lower-case name.
func (c Challenge) Param(name string) (value string, ok bool) {
	for _, p := range c.Params {
		if p.Name == name {
			return p.Value, true
		}
	}
	return "", false
}

// Scopes is the scope list: the value of `scope` split at spaces.
func (c Challenge) Scopes() []string {
	scope, _ := c.Param("scope")
	return strings.FieldsFunc(scope, func(r rune) bool { return r == ' ' })
}

// Bearers gives the Bearer challenges of a field that carry at least one of
// `error`, `scope` and `resource_metadata`: a bare one may belong to a scheme
// of the server's own. A field that is not well formed holds none.
func Bearers(field string) []Challenge {
	challenges, ok := Challenges(field)
	if !ok {
		return nil
	}
	var bearers []Challenge
	for _, c := range challenges {
		if c.Scheme == "bearer" && c.speaksOAuth() {
			bearers = append(bearers, c)
		}
	}
	return bearers
}

func (c Challenge) speaksOAuth() bool {
	for _, name := range []string{"error", "scope", "resource_metadata"} {
		if _, ok := c.Param(name); ok {
			return true
		}
	}
	return false
}

// Challenges parses a `www-authenticate` field. It reports false if the field
// does not follow the grammar to its end, or if a challenge names a parameter
// twice: then nobody can say what it means.
func Challenges(field string) ([]Challenge, bool) {
	p := challengeParser{rest: field}
	var challenges []Challenge
	for p.skipCommas(); p.rest != ""; p.skipCommas() {
		c, ok := p.challenge()
		if !ok {
			return nil, false
		}
		challenges = append(challenges, c)
	}
	return challenges, true
}

// challengeParser reads a field from the left.
type challengeParser struct {
	rest string
}

func (p *challengeParser) skipBlanks() {
	p.rest = strings.TrimLeft(p.rest, blanks)
}

// skipCommas passes over list separators; a list may have empty elements.
func (p *challengeParser) skipCommas() {
	p.rest = strings.TrimLeft(p.rest, blanks+",")
}

// atSeparator reports the end of a list element.
func (p *challengeParser) atSeparator() bool {
	return p.rest == "" || p.rest[0] == ','
}

func (p *challengeParser) token() string {
	n := tokenLength(p.rest)
	token := p.rest[:n]
	p.rest = p.rest[n:]
	return token
}

func (p *challengeParser) challenge() (Challenge, bool) {
	c := Challenge{Scheme: strings.ToLower(p.token())}
	if c.Scheme == "" {
		return c, false
	}
	if p.atSeparator() {
		return c, true
	}
	if strings.IndexByte(blanks, p.rest[0]) < 0 {
		return c, false
	}
	p.skipBlanks()
	if p.atSeparator() {
		return c, true
	}
	if c.Token68 = p.token68(); c.Token68 != "" {
		return c, true
	}
	ok := p.params(&c)
	return c, ok
}

// token68 takes a token68 if one fills the list element; `a=b` does not.
func (p *challengeParser) token68() string {
	n := 0
	for n < len(p.rest) && (isLetterOrDigit(p.rest[n]) || strings.IndexByte("-._~+/", p.rest[n]) >= 0) {
		n++
	}
	if n == 0 {
		return ""
	}
	for n < len(p.rest) && p.rest[n] == '=' {
		n++
	}
	after := challengeParser{rest: p.rest[n:]}
	after.skipBlanks()
	if !after.atSeparator() {
		return ""
	}
	token68 := p.rest[:n]
	p.rest = after.rest
	return token68
}

// params reads parameters as long as the next list element is one, so that the
// next scheme is left alone.
func (p *challengeParser) params(c *Challenge) bool {
	for {
		param, ok := p.param()
		if !ok {
			return false
		}
		if _, repeated := c.Param(param.Name); repeated {
			return false
		}
		c.Params = append(c.Params, param)
		p.skipBlanks()
		if !p.atSeparator() {
			return false
		}
		p.skipCommas()
		if p.rest == "" || !p.atParam() {
			return true
		}
	}
}

// atParam tells `name = value` from the scheme of the next challenge.
func (p *challengeParser) atParam() bool {
	ahead := challengeParser{rest: p.rest}
	ahead.token()
	ahead.skipBlanks()
	return strings.HasPrefix(ahead.rest, "=")
}

func (p *challengeParser) param() (Param, bool) {
	param := Param{Name: strings.ToLower(p.token())}
	p.skipBlanks()
	after, equals := strings.CutPrefix(p.rest, "=")
	if param.Name == "" || !equals {
		return param, false
	}
	p.rest = after
	p.skipBlanks()
	if strings.HasPrefix(p.rest, `"`) {
		var ok bool
		param.Value, ok = p.quotedString()
		return param, ok
	}
	param.Value = p.token()
	return param, param.Value != ""
}

// quotedString reads a quoted string and resolves its escapes.
func (p *challengeParser) quotedString() (string, bool) {
	var b strings.Builder
	for i := 1; i < len(p.rest); i++ {
		switch c := p.rest[i]; {
		case c == '"':
			p.rest = p.rest[i+1:]
			return b.String(), true
		case c == '\\' && i+1 < len(p.rest):
			i++
			b.WriteByte(p.rest[i])
		default:
			b.WriteByte(c)
		}
	}
	return "", false
}
