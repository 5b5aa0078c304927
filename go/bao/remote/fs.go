// Package remote reads files from a web server by ranges, and verifies what it reads: the
// server need not be trusted, nor what lies on the way to it.
//
// A file is known by its BLAKE3 hash. Beside it lies its outboard encoding (package bao),
// which may come from the same server, from another one, or from memory: it is verified
// along with the file. FS is an fs.FS, and by http.FS an http.FileSystem: a server that
// hands on files of another one, verified.
package remote

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"time"

	"github.com/lanesum/lanesum/go/bao"
)

// Entry is a file.
type Entry struct {
	Hash   bao.Hash
	Format bao.Format
	// URL is where the file is, and OutboardURL where its outboard encoding is. Where
	// that is empty, the URL has the combined encoding.
	URL, OutboardURL string
}

// FS are files by their names: slash-separated paths as fs.ValidPath has them.
type FS struct {
	// Client makes the requests; nil is http.DefaultClient.
	Client *http.Client
	Files  map[string]Entry
}

// Open opens a file. Nothing is requested before it is read.
func (f *FS) Open(name string) (fs.File, error) {
	entry, ok := f.Files[name]
	if !fs.ValidPath(name) || !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return Open(f.Client, name, entry), nil
}

// Open opens a file by a client; nil is http.DefaultClient. The name is that in errors and
// in Stat.
func Open(client *http.Client, name string, entry Entry) *File {
	ctx, cancel := context.WithCancel(context.Background())
	at := NewSource(ctx, client, entry.URL)
	f := &File{name: name, cancel: cancel}
	if entry.OutboardURL == "" {
		f.file = entry.Format.Open(entry.Hash, at)
	} else {
		f.file = entry.Format.OpenOutboard(entry.Hash, NewSource(ctx, client, entry.OutboardURL), at)
	}
	return f
}

// File is a file on a web server, each byte of which is verified before it is given out:
// an fs.File, an http.File, and an io.ReaderAt for any number of goroutines. Errors are
// *fs.PathError; in them a *bao.Error says what is wrong with the file and where.
type File struct {
	name   string
	file   *bao.File
	cancel context.CancelFunc
}

func (f *File) wrap(op string, err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	return &fs.PathError{Op: op, Path: f.name, Err: err}
}

// Read reads the next verified bytes.
func (f *File) Read(p []byte) (int, error) {
	n, err := f.file.Read(p)
	return n, f.wrap("read", err)
}

// ReadAt reads verified bytes at a position.
func (f *File) ReadAt(p []byte, offset int64) (int, error) {
	n, err := f.file.ReadAt(p, offset)
	return n, f.wrap("read", err)
}

// Seek goes on at another place. The end is verified where it is sought from.
func (f *File) Seek(offset int64, whence int) (int64, error) {
	at, err := f.file.Seek(offset, whence)
	return at, f.wrap("seek", err)
}

// Stat says how long the file is, after its last byte is verified.
func (f *File) Stat() (fs.FileInfo, error) {
	size, err := f.file.Size()
	if err != nil {
		return nil, f.wrap("stat", err)
	}
	return info{path.Base(f.name), size}, nil
}

// Readdir fails: it is no directory.
func (f *File) Readdir(int) ([]fs.FileInfo, error) {
	return nil, f.wrap("readdir", fmt.Errorf("it is a file: %w", fs.ErrInvalid))
}

// Close ends what is being requested. Reading fails then, but of what was read.
func (f *File) Close() error {
	f.cancel()
	return nil
}

// info is what is known of a file: its time is not.
type info struct {
	name string
	size int64
}

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return i.size }
func (i info) Mode() fs.FileMode  { return 0o444 }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return false }
func (i info) Sys() any           { return nil }
