package summary

import (
	"bytes"
	"slices"
	"strings"

	"mcpx/model"
)

// Peer is one side as it described itself.
type Peer struct {
	Party   model.Party
	Name    string // "" if it did not say
	Version string
	Line    int // where it first said so
	Seq     uint64
	// Revisions are the versions of the protocol that it named, in the order of appearance: a client
	// those that it asked for, a server those that it agreed to or says it supports.
	Revisions []string
	// Declared are its declarations of capabilities, each time they changed.
	Declared []Declaration
	Changes  int // of its declarations that are not in Declared
}

// Declaration is what a peer declared at an event, and what changed with it.
type Declaration struct {
	Line         int
	Seq          uint64
	Capabilities []string // paths such as tools.listChanged, sorted
	Added        []string // against the declaration before; none in the first
	Removed      []string
}

const (
	mostPeers        = 64
	mostDeclarations = 16 // of a peer
	mostRevisions    = 16 // of a peer
	mostCapabilities = 64 // of a declaration
	deepest          = 4  // steps of a capability's path
	longestText      = 200
)

// peers learns who speaks. A client describes itself in initialize, and in each request from 2026-07-28
// on; a server in the results of initialize and server/discover, and in the _meta of results.
type peers struct {
	all  []*Peer
	by   map[peerKey]*Peer
	last [2]lastSaid // by party
}

type peerKey struct {
	party         model.Party
	name, version string
}

// lastSaid is how a party described itself last, as it was written: most messages say the same again.
type lastSaid struct {
	peer               *Peer
	info, capabilities []byte
}

func newPeers() peers { return peers{by: map[peerKey]*Peer{}} }

func (p *peers) message(s *model.Step) {
	m := s.Message
	switch {
	case m.Class == model.RequestClass && m.Sender() == model.Client:
		p.client(m)
	case m.Class == model.ResultClass && s.Answered != nil && s.Answered.Sender() == model.Client:
		p.server(s.Answered, m)
	}
}

func (p *peers) client(m *model.Message) {
	info, capabilities, version := m.ClientInfo(), m.ClientCapabilities(), m.ModernVersion()
	if m.Method == "initialize" && !m.HasModernKey() {
		params := m.Params()
		info, capabilities, version = params.Get("clientInfo"), params.Get("capabilities"), params.Get("protocolVersion")
	}
	peer := p.describe(model.Client, info, capabilities, m)
	peer.speaks(version)
}

func (p *peers) server(r *model.Request, m *model.Message) {
	result := m.Result()
	info, capabilities := result.At("_meta", model.MetaServerInfo), model.Value{}
	if r.Method == "initialize" || r.Method == "server/discover" {
		capabilities = result.Get("capabilities")
		if own := result.Get("serverInfo"); own.Exists() {
			info = own
		}
	}
	peer := p.describe(model.Server, info, capabilities, m)
	if r.Method == "initialize" {
		peer.speaks(result.Get("protocolVersion"))
	}
	if r.Method == "server/discover" {
		for _, version := range result.Get("supportedVersions").Elems() {
			peer.speaks(version)
		}
	}
}

// describe finds the peer that describes itself; nil if the message does not tell.
func (p *peers) describe(party model.Party, info, capabilities model.Value, m *model.Message) *Peer {
	last := &p.last[party]
	if !info.IsObject() && !capabilities.Exists() {
		return last.peer
	}
	if last.peer == nil || info.IsObject() && !bytes.Equal(info.Raw(), last.info) {
		last.peer = p.peer(party, info, m)
		last.info, last.capabilities = keep(info), nil
	}
	if last.peer != nil && capabilities.Exists() && (last.capabilities == nil || !bytes.Equal(capabilities.Raw(), last.capabilities)) {
		last.peer.declares(capabilities, m)
		last.capabilities = keep(capabilities)
	}
	return last.peer
}

// keep copies what was written, unless it is unreasonably long.
func keep(v model.Value) []byte {
	const most = 64 << 10
	if raw := v.Raw(); len(raw) <= most {
		return bytes.Clone(raw)
	}
	return nil
}

func (p *peers) peer(party model.Party, info model.Value, m *model.Message) *Peer {
	k := peerKey{party, clip(info.Get("name").Str()), clip(info.Get("version").Str())}
	peer := p.by[k]
	if peer == nil && len(p.all) < mostPeers {
		peer = &Peer{Party: party, Name: k.name, Version: k.version, Line: m.Line, Seq: m.Seq}
		p.by[k] = peer
		p.all = append(p.all, peer)
	}
	return peer
}

// clip bounds a text that is kept.
func clip(s string) string {
	if len(s) <= longestText {
		return s
	}
	return strings.ToValidUTF8(s[:longestText], "") + "..."
}

func (p *Peer) speaks(version model.Value) {
	if p == nil || !version.IsString() || len(p.Revisions) >= mostRevisions {
		return
	}
	if text := clip(version.Str()); !slices.Contains(p.Revisions, text) {
		p.Revisions = append(p.Revisions, text)
	}
}

func (p *Peer) declares(capabilities model.Value, m *model.Message) {
	d := Declaration{Line: m.Line, Seq: m.Seq, Capabilities: paths(capabilities)}
	if n := len(p.Declared); n > 0 {
		before := p.Declared[n-1].Capabilities
		d.Added, d.Removed = without(d.Capabilities, before), without(before, d.Capabilities)
		if len(d.Added)+len(d.Removed) == 0 {
			return
		}
		if n == mostDeclarations {
			p.Changes++
			return
		}
	}
	p.Declared = append(p.Declared, d)
}

func without(all, some []string) []string {
	var rest []string
	for _, x := range all {
		if !slices.Contains(some, x) {
			rest = append(rest, x)
		}
	}
	return rest
}

// paths are the capabilities that a declaration holds, as paths to their ends. What is said to be false is
// left out: it withholds.
func paths(capabilities model.Value) []string {
	var all []string
	var walk func(v model.Value, path string, depth int)
	walk = func(v model.Value, path string, depth int) {
		deeper := 0
		if v.IsObject() && depth < deepest {
			for name, member := range v.Members() {
				if len(all) >= mostCapabilities {
					return
				}
				if member.Kind() == model.Bool && !member.IsTrue() || member.IsNull() {
					continue
				}
				deeper++
				step := clip(name)
				if path != "" {
					step = path + "." + step
				}
				walk(member, step, depth+1)
			}
		}
		if deeper == 0 && path != "" {
			all = append(all, path)
		}
	}
	walk(capabilities, "", 0)
	slices.Sort(all)
	return slices.Compact(all)
}
