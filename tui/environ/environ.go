// Package environ reads an environment that was handed over, as os.Environ gives it.
package environ

import (
	"slices"
	"strings"
)

// Value is that of the last setting of a variable, "" if it is not set.
func Value(env []string, name string) string {
	for _, v := range slices.Backward(env) {
		if rest, ok := strings.CutPrefix(v, name+"="); ok {
			return rest
		}
	}
	return ""
}
