package grammar

import (
	"slices"
	"strings"
	"testing"
)

func TestMetaKey(t *testing.T) {
	fine := []string{
		"", "progressToken", "a", "9", "a_b", "x.y-z", "org.example/", "org.example/mode",
		"io.modelcontextprotocol/protocolVersion", "org.x9/mode", "a/b/c", "A-1.b/9", "a--b/x",
		"é.org/x", "x.日本/y", "org.e\u0301x/y", "٣.org/x", "a/b é c",
	}
	for _, key := range fine {
		if problem := MetaKey(key); problem != "" {
			t.Errorf("MetaKey(%q) = %q, want no problem", key, problem)
		}
	}
	faulty := map[string]string{
		"9x.org/mode":       `label "9x" must begin with a letter`,
		"/x":                "the prefix before the slash is empty",
		"a..b/x":            "a label of the prefix is empty",
		".a/x":              "a label of the prefix is empty",
		"a./x":              "a label of the prefix is empty",
		"-a.b/x":            `label "-a" must begin with a letter`,
		"a-.b/x":            `label "a-" must end with a letter or digit`,
		"a_b/x":             `label "a_b" holds "_", want letters, digits and hyphens`,
		"a b/x":             `label "a b" holds " ", want letters, digits and hyphens`,
		"a☃b/x":             `label "a☃b" holds "☃", want letters, digits and hyphens`,
		"org.x/_n":          `name "_n" must begin with a letter or digit`,
		"org.x/n.":          `name "n." must end with a letter or digit`,
		"org.x//":           `name "/" must begin with a letter or digit`,
		"_foo":              `name "_foo" must begin with a letter or digit`,
		"foo-":              `name "foo-" must end with a letter or digit`,
		"é":                 `name "é" must begin with a letter or digit`,
		"a.b/é":             `name "é" must begin with a letter or digit`,
		" a":                `name " a" must begin with a letter or digit`,
		"a\x01/x":           `label "a\u0001" holds "\u0001", want letters, digits and hyphens`,
		"org.x/a\U0001F600": `name "a😀" must end with a letter or digit`,
	}
	for key, want := range faulty {
		if got := MetaKey(key); got != want {
			t.Errorf("MetaKey(%q) = %q, want %q", key, got, want)
		}
	}
	if problem := MetaKey(strings.Repeat("_", 1000)); len(problem) > 200 {
		t.Errorf("a long name is not cut: %d bytes", len(problem))
	}
}

func TestMetaPrefix(t *testing.T) {
	prefix, labels, ok := MetaPrefix("api.mcp.com/x/y")
	if prefix != "api.mcp.com" || !slices.Equal(labels, []string{"api", "mcp", "com"}) || !ok {
		t.Errorf("got %q %q %v", prefix, labels, ok)
	}
	if _, _, ok := MetaPrefix("mcp/_bad name"); !ok {
		t.Error("the name plays no part")
	}
	for _, key := range []string{"", "mcp", "/x", "9x/y", "a..b/y", "é.mcp.com/x"} {
		if _, _, ok := MetaPrefix(key); ok {
			t.Errorf("MetaPrefix(%q) found a well-formed prefix", key)
		}
	}
}

func TestExtensionIdentifier(t *testing.T) {
	tests := map[string]string{
		"org.acme/widgets": "",
		"org.acme/":        "",
		"é/x":              "",
		"widgets":          "has no prefix",
		"":                 "has no prefix",
		"_x":               "has no prefix",
		"9x/y":             `breaks the key grammar: label "9x" must begin with a letter`,
		"/y":               "breaks the key grammar: the prefix before the slash is empty",
	}
	for key, want := range tests {
		if got := ExtensionIdentifier(key); got != want {
			t.Errorf("ExtensionIdentifier(%q) = %q, want %q", key, got, want)
		}
	}
}

func FuzzMetaKey(f *testing.F) {
	f.Add("org.example/mode")
	f.Add("é.9/_")
	f.Fuzz(func(t *testing.T, key string) {
		prefix, labels, ok := MetaPrefix(key)
		if ok && (strings.Join(labels, ".") != prefix || MetaKey(prefix+"/") != "") {
			t.Fatalf("%q: prefix %q, labels %q", key, prefix, labels)
		}
		if ExtensionIdentifier(key) == "" && MetaKey(key) != "" {
			t.Fatalf("%q is an extension identifier but no key", key)
		}
	})
}
