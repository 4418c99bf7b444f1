package model

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
)

// File is an opened recording that can be read at any place. What arrives through a pipe is kept in a
// temporary file, which disappears at Close, and can be read while more arrives. A File is for any
// number of goroutines.
type File struct {
	name  string
	at    *os.File
	spool *spool // of what arrives through a pipe
	lent  bool   // somebody else closes it
}

// Open opens a recording. A path that is no regular file (a FIFO, /dev/stdin, a process substitution) is
// read to its end in the background. The error of a directory is a *NotTraceError; for every other the
// reason is that of the operating system.
func Open(path string) (*File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, openError(path, err)
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, openError(path, err)
	}
	switch {
	case info.IsDir():
		file.Close()
		return nil, &NotTraceError{What: "a directory", Advice: "name a recording in it"}
	case info.Mode().IsRegular():
		return &File{name: path, at: file}, nil
	default:
		return newSpool(path, file, file)
	}
}

// OpenStdin opens what arrives at standard input. A regular file that nobody has read from is used as
// it is.
func OpenStdin(r io.Reader) (*File, error) {
	const name = "standard input"
	if file, ok := r.(*os.File); ok {
		info, err := file.Stat()
		if err == nil && info.IsDir() {
			return nil, &NotTraceError{What: "a directory", Advice: "name a recording in it"}
		}
		if err == nil && info.Mode().IsRegular() {
			if at, err := file.Seek(0, io.SeekCurrent); err == nil && at == 0 {
				return &File{name: name, at: file, lent: true}, nil
			}
		}
	}
	return newSpool(name, r, nil)
}

func openError(path string, err error) error {
	var reason *fs.PathError
	if errors.As(err, &reason) {
		err = reason.Err
	}
	return fmt.Errorf("cannot open %s: %w", path, err)
}

// Name is the path as given, or "standard input".
func (f *File) Name() string { return f.name }

// ReadAt reads what has arrived; see io.ReaderAt.
func (f *File) ReadAt(p []byte, offset int64) (int, error) { return f.at.ReadAt(p, offset) }

// Size is the number of bytes that have arrived; a regular file may have grown or shrunk since.
func (f *File) Size() int64 {
	if f.spool != nil {
		size, _, _ := f.spool.state()
		return size
	}
	info, err := f.at.Stat()
	if err != nil {
		return 0
	}
	return info.Size()
}

// Arriving reports whether more may come through the pipe.
func (f *File) Arriving() bool {
	if f.spool == nil {
		return false
	}
	_, ended, _ := f.spool.state()
	return !ended
}

// From reads the file from offset to its end. At the end of what has arrived through a pipe it waits for
// more; an error of the pipe is the error of Read.
func (f *File) From(ctx context.Context, offset int64) io.Reader {
	return &fileReader{ctx: ctx, file: f, offset: offset}
}

// Sniff looks whether the file is a trace; see Sniff.
func (f *File) Sniff(ctx context.Context) error { return Sniff(f.From(ctx, 0)) }

// Close closes the file and removes what was kept of a pipe.
func (f *File) Close() error {
	switch {
	case f.lent:
		return nil
	case f.spool != nil:
		return f.spool.close()
	default:
		return f.at.Close()
	}
}

type fileReader struct {
	ctx    context.Context
	file   *File
	offset int64
}

func (r *fileReader) Read(p []byte) (int, error) {
	if s := r.file.spool; s != nil {
		n, err := s.wait(r.ctx, r.offset)
		if err != nil {
			return 0, err
		}
		p = p[:min(int64(len(p)), n)]
	} else if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := r.file.at.ReadAt(p, r.offset)
	r.offset += int64(n)
	if n > 0 {
		return n, nil
	}
	return 0, err
}

// restOfLine looks for the end of the line in which the reader stands.
func (r *fileReader) restOfLine() int64 {
	buf := make([]byte, 64<<10)
	for at := r.offset; r.ctx.Err() == nil; {
		n, err := r.file.at.ReadAt(buf, at)
		if end := bytes.IndexByte(buf[:n], '\n'); end >= 0 {
			return at + int64(end) + 1 - r.offset
		}
		if at += int64(n); err != nil {
			break
		}
	}
	return 0
}

// spool copies a pipe into a temporary file.
type spool struct {
	file   *os.File
	named  bool      // the file could not be removed while it is open
	source io.Closer // nil if it is not ours to close

	mu    sync.Mutex
	size  int64
	ended bool
	err   error
	grown chan struct{} // closed and replaced when one of the above has changed
}

func newSpool(name string, from io.Reader, source io.Closer) (*File, error) {
	file, err := os.CreateTemp("", "mcpx-*.jsonl")
	if err != nil {
		if source != nil {
			source.Close()
		}
		return nil, fmt.Errorf("cannot keep %s in a temporary file (set TMPDIR to a folder that can be written): %w", name, err)
	}
	s := &spool{file: file, source: source, grown: make(chan struct{})}
	s.named = os.Remove(file.Name()) != nil
	go s.fill(from)
	return &File{name: name, at: file, spool: s}, nil
}

func (s *spool) fill(from io.Reader) {
	buf := make([]byte, 64<<10)
	var size int64
	for {
		n, err := from.Read(buf)
		if n > 0 {
			if _, werr := s.file.WriteAt(buf[:n], size); werr != nil {
				err = fmt.Errorf("cannot keep the input in a temporary file (set TMPDIR to a folder with more room): %w", werr)
				n = 0
			}
		}
		size += int64(n)
		s.grow(size, err)
		if err != nil {
			return
		}
	}
}

func (s *spool) grow(size int64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.size, s.ended = size, err != nil
	if err != io.EOF {
		s.err = err
	}
	close(s.grown)
	s.grown = make(chan struct{})
}

func (s *spool) state() (size int64, ended bool, grown <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.size, s.ended, s.grown
}

// wait gives the number of bytes that have arrived behind offset, at least one, or io.EOF.
func (s *spool) wait(ctx context.Context, offset int64) (int64, error) {
	for {
		size, ended, grown := s.state()
		switch {
		case size > offset:
			return size - offset, ctx.Err()
		case ended && s.err != nil:
			return 0, s.err
		case ended:
			return 0, io.EOF
		}
		select {
		case <-grown:
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}

func (s *spool) close() error {
	if s.source != nil {
		s.source.Close()
	}
	err := s.file.Close()
	if s.named {
		err = errors.Join(err, os.Remove(s.file.Name()))
	}
	return err
}
