package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime/debug"
	"strings"
	"sync"

	"mcpx/checks"
	"mcpx/model"
	"mcpx/tui/safetext"
)

// stdin is the name that stands for standard input.
const stdin = "-"

// openTrace opens a recording and looks whether it is one. The error is a sentence with the name in it; where
// it names the command that reads from a pipe, that is reader.
func (a *app) openTrace(ctx context.Context, name, reader string) (*model.File, error) {
	file, err := a.openFile(name)
	if err == nil {
		if err = file.Sniff(ctx); err != nil {
			file.Close()
		}
	}
	if err != nil {
		return nil, advise(name, reader, err)
	}
	return file, nil
}

func (a *app) openFile(name string) (*model.File, error) {
	if name == stdin {
		return model.OpenStdin(a.in)
	}
	return model.Open(name)
}

// advise makes a sentence of why a recording could not be opened, which says what to do.
func advise(name, reader string, err error) error {
	var not *model.NotTraceError
	switch {
	case errors.As(err, &not):
		named := *not
		named.Advice = strings.ReplaceAll(not.Advice, model.Reader, reader)
		if name != stdin {
			named.Advice = strings.ReplaceAll(named.Advice, "FILE", shellWord(name))
		}
		return fmt.Errorf("%s: %w", shown(name), &named)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf(`%w; name a recording, or try "mcpx demo"`, err)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%w; see who may read it with ls -l", err)
	}
	return err
}

// shellWord is a name as a shell takes it.
func shellWord(name string) string {
	plain := func(r rune) bool {
		return r == '/' || r == '.' || r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
	}
	if strings.TrimFunc(name, plain) == "" {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

// text is a recording that is part of the program.
type text string

func (t text) From(_ context.Context, offset int64) io.Reader {
	return strings.NewReader(string(t)[offset:])
}

func (t text) Size() int64 { return int64(len(t)) }

// What judging remembers of a recording does not grow with its length. The collector may let nearly as much
// garbage stand beside it and the floor, up to a limit in bytes, from which on it works harder. A long line
// makes more room: it stands in memory with its tape, and so may the message that it answers.
const (
	assessingGCPercent = 80
	assessingFloor     = 20 << 20
	assessingMemory    = 108 << 20 // with the floor
	roomForLine        = 5         // times its length
)

// floor is memory that nobody ever touches, so that none is taken from the system: it stands for what a
// judge may remember. Without it the size of the heap goes up and down with the few events that happen to be
// under way, and the collector gives pages back only to ask for them again.
var floor = sync.OnceValue(func() []byte { return make([]byte, assessingFloor) })

// assess judges an opened recording and shows how far it is.
func (a *app) assess(ctx context.Context, name string, from checks.Source, revision string) (*checks.Assessment, error) {
	floor()
	debug.SetGCPercent(assessingGCPercent)
	debug.SetMemoryLimit(assessingMemory)
	bar := a.bar(name, from.Size())
	defer bar.clear()
	found, err := checks.Assess(ctx, from, checks.Options{
		Revision: revision, Progress: bar.draw, Every: bar.every(),
		LongLine: func(size int64) { debug.SetMemoryLimit(assessingMemory + roomForLine*size) },
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		return nil, fmt.Errorf("cannot judge %s: %w", safetext.Line(name), err)
	}
	return found, err
}
