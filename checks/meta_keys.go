package checks

import (
	"mcpx/checks/grammar"
	"mcpx/model"
)

var metaKeyChecks = []*Check{
	{
		ID:    "base.meta-key-format",
		Title: "A key of _meta is a prefix of labels and a name",
		Convicts: "Every key of an object _meta in params or result is a subject; before 2026-07-28 also one in the elements of a result whose type the revision fixes, such as listed tools and content blocks. " +
			"It convicts if a label of the prefix does not begin with a letter or does not end with a letter or digit, or if the name does not begin and end with a letter or digit.",
		Spares: "_meta at deeper places, such as in arguments; reserved prefixes; a prefix that is no reverse DNS name; the empty name, as in org.example/; labels with letters that are not ASCII.",
		Party:  ByBoth,
		At:     everywhere,
		Run: func(w *Watch) {
			w.metaKeys(func(key string) (subject bool, fault string) {
				if problem := grammar.MetaKey(key); problem != "" {
					return true, say("_meta key %s: %s", model.Quote(key), problem)
				}
				return true, ""
			})
		},
	},
}

// keysRemembered is how many keys of _meta are known by what was found about them, and how long they are, in
// bytes.
const keysRemembered = 1024

// metaKeys judges the keys of every _meta. The same few come again and again.
func (w *Watch) metaKeys(judge func(key string) (subject bool, fault string)) {
	type found struct {
		subject bool
		fault   string
	}
	known := map[string]found{}   // by how they are written
	faultless := map[string]int{} // the subjects of whole values of _meta, likewise
	w.Messages(func(m *model.Message) {
		w.metaMembers(m, func(meta model.Value, pointer string) {
			if n, seen := faultless[string(meta.Raw())]; seen {
				w.Subjects(m.Event, n)
				return
			}
			subjects, faults := 0, 0
			for name := range meta.Fields() {
				f, seen := known[string(name.Raw())]
				if !seen {
					f.subject, f.fault = judge(name.Str())
					if len(known) < keysRemembered && len(name.Raw()) < keysRemembered {
						known[string(name.Raw())] = f
					}
				}
				if f.subject {
					subjects++
				}
				if f.fault != "" {
					faults++
					w.Convict(m.Event, pointer+model.Pointer(name.Str()), f.fault)
				}
			}
			w.Subjects(m.Event, subjects)
			if faults == 0 && len(faultless) < keysRemembered && len(meta.Raw()) < keysRemembered {
				faultless[string(meta.Raw())] = subjects
			}
		})
	})
}

// metaMembers tells of every _meta member of a message at a place that the revision defines.
func (w *Watch) metaMembers(m *model.Message, fn func(meta model.Value, pointer string)) {
	if !w.Handshake() {
		if m.Class >= model.NotificationClass && m.Class <= model.ResultClass && m.Meta().Exists() {
			fn(m.Meta(), "/"+metaPlace(m)+"/_meta")
		}
		return
	}
	of := func(v model.Value, at place) {
		if meta := v.Get("_meta"); meta.Exists() {
			fn(meta, at.pointer()+"/_meta")
		}
	}
	switch m.Class {
	case model.RequestClass, model.NotificationClass, model.ResultClass:
		if m.Meta().Exists() {
			fn(m.Meta(), "/"+metaPlace(m)+"/_meta")
		}
	}
	if m.Class == model.RequestClass && m.Method == "sampling/createMessage" && w.Revision == r2511 {
		for i, message := range m.Params().Get("messages").Elems() {
			at := place{list: "/params/messages", index: i}
			of(message, at)
			metaOfBlocks(message.Get("content"), at, of)
		}
	}
	if r := m.Request; m.Class == model.ResultClass && r != nil && r.Real() && !r.Contested {
		w.metaInResult(r.Method, m.Result(), of)
	}
}

// place is where an element of a list stands, or something inside it. Its pointer is put together when it
// is needed, which is seldom.
type place struct {
	list  string // a pointer
	index int    // in the list; -1 for what is no element
	rest  string // a pointer from the element on
}

func (p place) pointer() string {
	if p.index < 0 {
		return p.list + p.rest
	}
	return p.list + model.Pointer(p.index) + p.rest
}

func (p place) in(member string) place {
	p.rest += "/" + member
	return p
}

// metaInResult tells of the _meta members inside a result whose method fixes what its elements are.
func (w *Watch) metaInResult(method string, result model.Value, of func(model.Value, place)) {
	elements := ""
	switch method {
	case "tools/list":
		elements = "tools"
	case "resources/list":
		elements = "resources"
	case "resources/templates/list":
		elements = "resourceTemplates"
	case "prompts/list":
		elements = "prompts"
	case "resources/read":
		elements = "contents"
	case "roots/list":
		elements = "roots"
	case "tools/call":
		metaOfBlocks(result.Get("content"), place{"/result", -1, ""}, of)
	case "prompts/get":
		for i, message := range result.Get("messages").Elems() {
			metaOfBlocks(message.Get("content"), place{list: "/result/messages", index: i}, of)
		}
	case "sampling/createMessage":
		if w.Revision == r2511 {
			metaOfBlocks(result.Get("content"), place{"/result", -1, ""}, of)
		}
	}
	if elements == "" {
		return
	}
	list := "/result/" + elements
	for i, e := range result.Get(elements).Elems() {
		of(e, place{list: list, index: i})
	}
}

// metaOfBlocks tells of the _meta members of the content of something, a block or an array of them, and of
// the resources that they embed.
func metaOfBlocks(content model.Value, inside place, of func(model.Value, place)) {
	one := func(block model.Value, at place) {
		of(block, at)
		if block.Get("type").Is("resource") {
			of(block.Get("resource"), at.in("resource"))
		}
	}
	if content.IsObject() {
		one(content, inside.in("content"))
	}
	if content.Len() == 0 {
		return
	}
	list := inside.in("content").pointer()
	for i, block := range content.Elems() {
		one(block, place{list: list, index: i})
	}
}
