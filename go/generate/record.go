package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// recorded is what the assembly was made of, and what came of it: a line for each file, as
// sha256sum reads them. To compile all of it takes minutes, to read this a moment.
const recorded = "go/internal/blob/SHA256SUMS"

// making are the files that decide beside the compiler's sources what becomes of them: the
// versions of all packages, their features, the profiles, and this program with the version of
// the compiler in it.
var making = []string{"Cargo.lock", "Cargo.toml", "crates/lanesum/Cargo.toml", "crates/go-blob/Cargo.toml", "go/generate/*"}

// assembly is what is made.
const assembly = "go/internal/blob/*/*.s"

// sources are the files that the compiler read, by their paths below the root.
type sources struct {
	mu    sync.Mutex
	files map[string]bool
}

// add adds what a dependency file names, which Cargo writes in make's form beside an archive.
// A file that none names cannot be read without a change of one that reads it.
func (s *sources) add(root, dependencies string) error {
	rule, err := os.ReadFile(dependencies)
	if err != nil {
		return err
	}
	_, read, ok := strings.Cut(strings.TrimSpace(string(rule)), ": ")
	if !ok || strings.ContainsAny(read, "\\\n") {
		return fmt.Errorf("%s is not one rule of paths without spaces", dependencies)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for path := range strings.FieldsSeq(read) {
		path, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		s.files[filepath.ToSlash(path)] = true
	}
	return nil
}

// record makes the record of sources that were compiled.
func (s *sources) record(root string) ([]byte, error) {
	for _, pattern := range append(slices.Clone(making), assembly) {
		paths, err := below(root, pattern)
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			s.files[path] = true
		}
	}
	var lines bytes.Buffer
	for _, path := range slices.Sorted(maps.Keys(s.files)) {
		content, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&lines, "%x  %s\n", sha256.Sum256(content), path)
	}
	return lines.Bytes(), nil
}

// believe fails where a file is not what it was when the assembly was made, or is not in the
// record.
func believe(root string) error {
	there, err := os.ReadFile(filepath.Join(root, recorded))
	if err != nil {
		return err
	}
	files := map[string]bool{}
	for line := range strings.Lines(string(there)) {
		digest, path, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if !ok {
			return fmt.Errorf("%s has a line that is none of a digest and a path: %q", recorded, line)
		}
		content, err := os.ReadFile(filepath.Join(root, path))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err != nil || fmt.Sprintf("%x", sha256.Sum256(content)) != digest {
			return fmt.Errorf("%s is not what it was when the assembly was made: run `go -C go/generate run .`", path)
		}
		files[path] = true
	}
	wanted := slices.Clone(making)
	for _, family := range families {
		for _, a := range architectures {
			wanted = append(wanted, fmt.Sprintf("go/internal/blob/%s/blob_%s.s", family, a.name))
		}
	}
	for _, pattern := range append(wanted, assembly) {
		paths, err := below(root, pattern)
		if err != nil {
			return err
		}
		if len(paths) == 0 {
			return fmt.Errorf("there is no %s: run `go -C go/generate run .`", pattern)
		}
		for _, path := range paths {
			if !files[path] {
				return fmt.Errorf("%s was not there when the assembly was made: run `go -C go/generate run .`", path)
			}
		}
	}
	return nil
}

// below are the paths of the files below a directory that match a pattern.
func below(root, pattern string) ([]string, error) {
	paths, err := filepath.Glob(filepath.Join(root, pattern))
	for i, path := range paths {
		if paths[i], err = filepath.Rel(root, path); err != nil {
			return nil, err
		}
		paths[i] = filepath.ToSlash(paths[i])
	}
	return paths, err
}
