package environ

import "testing"

func TestValue(t *testing.T) {
	env := []string{"A=1", "AB=2", "A=3", "EMPTY=", "odd"}
	for name, want := range map[string]string{"A": "3", "AB": "2", "EMPTY": "", "B": "", "odd": ""} {
		if got := Value(env, name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}
