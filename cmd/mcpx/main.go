// Command mcpx opens, explores and judges recordings of Model Context Protocol sessions.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// status is the exit status of the program. Of several traces the highest counts.
type status int

// The exit statuses.
const (
	clean       status = 0   // nothing at MUST level, with --strict nothing at all
	broken      status = 1   // findings
	unusable    status = 2   // wrong usage, unreadable, or nothing to judge
	malformed   status = 3   // lines of a trace could not be read in full
	interrupted status = 130 // by the user
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	s := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(int(s))
}

// run executes one command line.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) status {
	a := &app{in: in, out: out, errs: errs}
	root := a.root()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	return a.conclude(root.ExecuteContext(ctx))
}

// app is one run of the program.
type app struct {
	in     io.Reader
	out    io.Writer
	errs   io.Writer
	look   lookFlags
	status status // of the traces so far
}

// worsen notes the status of a trace.
func (a *app) worsen(s status) { a.status = max(a.status, s) }

// conclude says what went wrong in one sentence and gives the exit status.
func (a *app) conclude(err error) status {
	switch {
	case err == nil, errors.Is(err, syscall.EPIPE):
		return a.status // whoever closed the pipe has seen enough
	case errors.Is(err, context.Canceled):
		return interrupted
	}
	a.complain(err)
	return unusable
}

// complain writes an error in one sentence, several of them in one each.
func (a *app) complain(err error) {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range several.Unwrap() {
			a.complain(e)
		}
		return
	}
	a.say("%s", err)
}

// say writes a line to standard error. It may speak of file names and of text in a trace.
func (a *app) say(format string, args ...any) {
	fmt.Fprintln(a.errs, "mcpx: "+a.visible(fmt.Sprintf(format, args...)).String())
}
