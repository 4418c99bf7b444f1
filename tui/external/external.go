// Package external shows texts in the user's own pager and editor. No shell is involved: the words of
// $PAGER and $EDITOR are the program and its arguments.
package external

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"mcpx/tui/environ"
)

// Role is what a program is wanted for.
type Role uint8

// The roles.
const (
	Pager Role = iota
	Editor
)

func (r Role) String() string { return [...]string{"pager", "editor"}[r] }

// variables are where users name their programs, the first that is set counts.
func (r Role) variables() []string {
	return [...][]string{{"PAGER"}, {"VISUAL", "EDITOR"}}[r]
}

// usual are the programs that most systems have.
func (r Role) usual() []string {
	return [...][]string{{"less", "more"}, {"vi", "nano"}}[r]
}

// Command is the program for a role on a file.
func Command(r Role, file string, env []string) (*exec.Cmd, error) {
	for _, name := range r.variables() {
		set := environ.Value(env, name)
		if strings.TrimSpace(set) == "" {
			continue
		}
		words, err := Words(set)
		if err != nil {
			return nil, fmt.Errorf("$%s: %w", name, err)
		}
		if _, err := exec.LookPath(words[0]); err != nil {
			return nil, fmt.Errorf("$%s names %q, which is not there", name, words[0])
		}
		return command(words, file, env), nil
	}
	for _, program := range r.usual() {
		if _, err := exec.LookPath(program); err == nil {
			return command([]string{program}, file, env), nil
		}
	}
	return nil, fmt.Errorf("there is no %s; name one in $%s", r, r.variables()[0])
}

func command(words []string, file string, env []string) *exec.Cmd {
	cmd := exec.Command(words[0], append(words[1:], file)...)
	cmd.Env = env
	return cmd
}

// Words splits a command line at blanks as a shell would, without any other of its powers: quotes keep
// blanks together, a backslash takes the next character as it is.
func Words(s string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord := false
	quote := rune(0)
	escaped := false
	for _, r := range s {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped, inWord = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, inWord = r, true
		case quote == 0 && (r == ' ' || r == '\t' || r == '\n'):
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, errors.New("a quote is not closed")
	}
	if inWord {
		words = append(words, word.String())
	}
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New("names no program")
	}
	return words, nil
}

// File writes a text into a file of its own that only the user can read. Whoever made it removes it.
func File(pattern string, text []byte) (path string, err error) {
	f, err := os.CreateTemp("", pattern)
	if err != nil {
		return "", err
	}
	_, err = f.Write(text)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return f.Name(), err
}
