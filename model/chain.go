package model

import "slices"

// Chain is a chain of pages: a list request without cursor and those that continue it (M9).
type Chain struct {
	Method    string
	Session   *Session // at a handshake revision
	StartLine int      // of the request without cursor
	Pages     int
	Names     []string // what identifies the elements, over all pages so far, in order; not to be changed
	Ambiguous bool     // two unconsumed pages issued a cursor that continued it, or it is too long to follow
	Complete  bool     // its latest page has no nextCursor
	Plain     bool     // its requests hold nothing but cursor and _meta in params (C9)
	Broken    bool     // a page lacks its array, or an element what identifies it: Names are not all
	// Authorized tells whether its first request carried an authorization header; Mixed that later ones
	// differ in this.
	Authorized bool
	Mixed      bool

	key    chainKey
	serial int // of its latest wait
}

// Page is one answered list request.
type Page struct {
	*Chain
	Request *Request
	Result  *Message
	Number  int // from 1
}

// Continued reports a page that continues a chain by a cursor.
func (p *Page) Continued() bool { return p.Number > 1 }

type chainKey struct {
	scope  int
	method string
	sender string
	cursor string
}

// chains follows chains of pages. Those whose latest page issued a cursor wait for the request that
// consumes it.
type chains struct {
	waiting map[chainKey][]*Chain
	queue   []chainWait // oldest first
	serial  int
	held    int  // elements named by the waiting chains
	forgot  bool // a chain was given up: any continuation may be one of it
}

type chainWait struct {
	chain  *Chain
	serial int
}

// mostNames is how many elements of a chain, and of all that wait, are remembered.
const mostNames = 16 * remembered

// requested starts a chain or continues the one whose cursor the request carries.
func (c *chains) requested(scope int, r *Request) {
	cursor := r.Params().Get("cursor")
	plain := true
	for name := range r.Params().Members() {
		plain = plain && (name == "cursor" || name == "_meta")
	}
	head := r.head()
	authorized := head != nil && head.Headers.Has("authorization")
	if !cursor.Given() {
		r.chain = &Chain{Method: r.Method, Session: r.Session, StartLine: r.Line, Plain: plain, Authorized: authorized}
		if head != nil {
			r.chain.StartLine = min(r.Line, head.Line)
		}
		r.chain.key = chainKey{scope: scope, method: r.Method, sender: r.SenderName()}
		return
	}
	k := chainKey{scope, r.Method, r.SenderName(), cursorText(cursor)}
	found := c.waiting[k]
	if len(found) == 0 {
		return
	}
	if len(found) > 1 || c.forgot {
		for _, other := range found {
			other.Ambiguous = true
		}
	}
	chain := found[0]
	c.take(k)
	chain.Plain = chain.Plain && plain
	chain.Mixed = chain.Mixed || authorized != chain.Authorized
	r.chain = chain
}

// cursorText tells cursors apart by type and value.
func cursorText(cursor Value) string { return string(cursor.appendCanonical(nil)) }

// take removes the chain that has waited longest for a cursor.
func (c *chains) take(k chainKey) {
	found := c.waiting[k]
	c.held -= len(found[0].Names)
	found[0].serial = 0
	if len(found) == 1 {
		delete(c.waiting, k)
		return
	}
	c.waiting[k] = found[1:]
}

// answered adds a page, which holds a list, to the chain of its request; nil if it belongs to none.
func (c *chains) answered(r *Request, m *Message, page *list) *Page {
	chain := r.chain
	if chain == nil {
		return nil
	}
	r.chain = nil
	chain.Pages++
	chain.Broken = chain.Broken || page.broken
	if names := page.names[:min(len(page.names), mostNames-len(chain.Names))]; len(chain.Names) == 0 {
		chain.Names = slices.Clip(names)
	} else {
		chain.Names = append(chain.Names, names...)
	}
	if chain.tooLong() {
		chain.Ambiguous = true
	}
	if next := m.Result().Get("nextCursor"); next.Given() {
		c.wait(chain, cursorText(next))
	} else {
		chain.Complete = true
	}
	return &Page{Chain: chain, Request: r, Result: m, Number: chain.Pages}
}

func (c *Chain) tooLong() bool { return len(c.Names) >= mostNames }

func (c *chains) wait(chain *Chain, cursor string) {
	c.serial++
	chain.key.cursor, chain.serial = cursor, c.serial
	c.waiting[chain.key] = append(c.waiting[chain.key], chain)
	c.queue = append(c.queue, chainWait{chain, c.serial})
	c.held += len(chain.Names)
	for len(c.queue) > 0 && (len(c.queue) > remembered || c.held > mostNames) {
		oldest := c.queue[0]
		c.queue = c.queue[1:]
		if oldest.chain.serial == oldest.serial { // it still waits for that cursor
			c.take(oldest.chain.key)
			c.forgot = true
		}
	}
}
