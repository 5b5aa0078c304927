package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"
)

// files are read and parsed once for all platforms.
type files struct {
	// root is the module's: of others, the tests are not looked at.
	root   string
	set    *token.FileSet
	mu     sync.Mutex
	dirs   map[string][]fs.FileInfo
	bytes  map[string][]byte
	parsed map[string]*parsed
}

type parsed struct {
	once sync.Once
	file *ast.File
	err  error
}

func newFiles(root string) *files {
	return &files{
		root: root, set: token.NewFileSet(), dirs: map[string][]fs.FileInfo{}, bytes: map[string][]byte{}, parsed: map[string]*parsed{},
	}
}

func (f *files) readDir(dir string) ([]fs.FileInfo, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if infos, ok := f.dirs[dir]; ok {
		return infos, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var infos []fs.FileInfo
	imported := f.imported(dir)
	for _, e := range entries {
		if imported && strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		info, err := e.Info()
		if err != nil {
			return nil, err
		}
		infos = append(infos, info)
	}
	f.dirs[dir] = infos
	return infos, nil
}

// imported says whether a path is in another module, or in the standard library.
func (f *files) imported(path string) bool { return !strings.HasPrefix(path, f.root) }

func (f *files) open(path string) (io.ReadCloser, error) {
	f.mu.Lock()
	content, ok := f.bytes[path]
	f.mu.Unlock()
	if !ok {
		var err error
		if content, err = os.ReadFile(path); err != nil {
			return nil, err
		}
		f.mu.Lock()
		f.bytes[path] = content
		f.mu.Unlock()
	}
	return io.NopCloser(bytes.NewReader(content)), nil
}

// parse parses a file; its comments too, which some analyzers read.
func (f *files) parse(path string) (*ast.File, error) {
	f.mu.Lock()
	p := f.parsed[path]
	if p == nil {
		p = &parsed{}
		f.parsed[path] = p
	}
	f.mu.Unlock()
	p.once.Do(func() {
		reader, err := f.open(path)
		if err != nil {
			p.err = err
			return
		}
		p.file, p.err = parser.ParseFile(f.set, path, reader, parser.ParseComments|parser.SkipObjectResolution)
		if p.err == nil && f.imported(path) {
			shorten(p.file)
		}
	})
	return p.file, p.err
}
