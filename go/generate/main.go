// Generate makes the assembly of the Go module out of the library's own crates: a
// blob for each family of hashes and each architecture.
//
//	go -C go/generate run .                 writes go/internal/blob
//	go -C go/generate run . -check          fails where a source has changed since, or the assembly
//	go -C go/generate run . -check -again   fails where writing would change something
//
// It takes rustup, which installs the pinned compiler, and objdump for both
// architectures, which reads the stack's depth. What it enforces stands in rules.go.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"sync"
)

// families are the features of crates/go-blob.
var families = []string{"md5", "sha1", "sha256", "sha512", "blake2b", "blake2s", "blake3", "sha3", "nabhash"}

// direct are the families with a function that runs on Go's stack.
var direct = []string{"blake2b", "blake2s", "blake3", "nabhash", "sha3"}

func main() {
	log.SetFlags(0)
	log.SetPrefix("generate: ")
	check := flag.Bool("check", false, "change nothing, and fail where something is not as "+recorded+" has it")
	again := flag.Bool("again", false, "with -check: compile all of it, and believe no record")
	side := flag.Bool("glue", false, "write Go's side alone, which takes no compiler")
	only := flag.String("only", "", "one family")
	flag.Parse()
	if *again && !*check {
		log.Fatal("-again goes with -check: without it all is compiled, and written")
	}
	root, err := repository()
	if err != nil {
		log.Fatal(err)
	}
	if *check && !*again {
		if err := believe(root); err != nil {
			log.Fatal(err)
		}
		*side = true
	}
	from := sources{files: map[string]bool{}}
	if !*side {
		if err := pinned(); err != nil {
			log.Fatal(err)
		}
	}
	for _, family := range families {
		if *only != "" && *only != family {
			continue
		}
		files := map[string][]byte{"blob.go": glue(family), "blob_other.go": otherwise(family)}
		var wait sync.WaitGroup
		made := architectures
		if *side {
			made = nil
		}
		assembly := make([][]byte, len(made))
		for i, a := range made {
			wait.Go(func() {
				var err error
				if assembly[i], err = generate(root, a, family, &from); err != nil {
					log.Fatalf("%s on %s: %v", family, a.name, err)
				}
			})
		}
		wait.Wait()
		for i, a := range made {
			files["blob_"+a.name+".s"] = assembly[i]
		}
		for name, source := range files {
			if err := put(filepath.Join(root, "go/internal/blob", family, name), source, *check); err != nil {
				log.Fatal(err)
			}
		}
	}
	// What is made of one family says nothing of the others.
	if *side || *only != "" {
		return
	}
	record, err := from.record(root)
	if err != nil {
		log.Fatal(err)
	}
	if err := put(filepath.Join(root, recorded), record, *check); err != nil {
		log.Fatal(err)
	}
}

// generate makes the source of one blob, and adds what it is made of.
func generate(root string, a architecture, family string, from *sources) ([]byte, error) {
	image, err := build(root, a, family, from)
	if err != nil {
		return nil, err
	}
	b, err := read(image, a)
	if err != nil {
		return nil, err
	}
	b.family = family
	if err := b.obey(image); err != nil {
		return nil, err
	}
	source := b.source()
	return source, b.assembles(root, source)
}

// put writes a file, or compares it.
func put(path string, source []byte, check bool) error {
	if check {
		there, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if !bytes.Equal(there, source) {
			return fmt.Errorf("%s is not what its sources make: run `go -C go/generate run .`", path)
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	fmt.Printf("%s: %d bytes\n", path, len(source))
	return os.WriteFile(path, source, 0o666)
}

// repository finds the root of the repository above this directory.
func repository() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "crates/go-blob")); err == nil {
			return dir, nil
		}
		if filepath.Dir(dir) == dir {
			return "", fmt.Errorf("no repository with crates/go-blob above here")
		}
		dir = filepath.Dir(dir)
	}
	return "", err
}
