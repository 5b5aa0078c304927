// Command platforms checks the types of the module and of its tests on every platform that
// Go has, with assembly and without, and runs vet's analyzers on them.
//
// `go vet` does the same, but compiles for each platform all that the module imports,
// which takes minutes. Here the imports are read, and their functions' bodies skipped.
package main

import (
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("platforms: ")
	// What is parsed stays, and is looked at by each collection.
	debug.SetGCPercent(200)
	root, err := filepath.Abs("..")
	if err != nil {
		log.Fatal(err)
	}
	modules, err := modules(root)
	if err != nil {
		log.Fatal(err)
	}
	list, err := output(root, "go", "tool", "dist", "list")
	if err != nil {
		log.Fatal(err)
	}
	paths, err := ours(root)
	if err != nil {
		log.Fatal(err)
	}
	var platforms []platform
	for _, name := range strings.Fields(list) {
		os, arch, _ := strings.Cut(name, "/")
		tags, err := output(root, "env", "GOOS="+os, "GOARCH="+arch, "go", "list", "-f", `{{join context.ToolTags " "}}`, "unsafe")
		if err != nil {
			log.Fatal(err)
		}
		platforms = append(platforms, platform{os, arch, "", strings.Fields(tags)})
		if arch == "amd64" || arch == "arm64" {
			// Elsewhere there is no assembly that the tag could leave out.
			platforms = append(platforms, platform{os, arch, "purego", strings.Fields(tags)})
		}
	}
	var (
		files  = newFiles(root)
		next   = make(chan platform)
		wait   sync.WaitGroup
		mu     sync.Mutex
		failed int
	)
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for p := range next {
				l := newLoader(p, modules, files)
				for _, path := range paths {
					for _, problem := range l.check(path) {
						mu.Lock()
						fmt.Printf("%v: %s\n", p, problem)
						failed++
						mu.Unlock()
					}
				}
			}
		})
	}
	for _, p := range platforms {
		next <- p
	}
	close(next)
	wait.Wait()
	if failed > 0 {
		os.Exit(1)
	}
	fmt.Printf("%d packages on %d platforms\n", len(paths), len(platforms))
}

// platform is a system, an architecture, and a build tag or none.
type platform struct {
	os, arch, tag string
	// toolTags are set by the toolchain: its experiments.
	toolTags []string
}

func (p platform) String() string {
	if p.tag == "" {
		return p.os + "/" + p.arch
	}
	return p.os + "/" + p.arch + " with the tag " + p.tag
}

func output(dir, name string, args ...string) (string, error) {
	command := exec.Command(name, args...)
	command.Dir = dir
	command.Stderr = os.Stderr
	out, err := command.Output()
	return string(out), err
}

// modules are the directories of the module and of those it needs, by their paths.
func modules(root string) (map[string]string, error) {
	if _, err := output(root, "go", "mod", "download"); err != nil {
		return nil, err
	}
	list, err := output(root, "go", "list", "-m", "-f", "{{.Path}} {{.Dir}}", "all")
	if err != nil {
		return nil, err
	}
	modules := map[string]string{}
	for line := range strings.Lines(list) {
		if fields := strings.Fields(line); len(fields) == 2 {
			modules[fields[0]] = fields[1]
		}
	}
	return modules, nil
}

// ours are the packages of the module, on any platform.
func ours(root string) ([]string, error) {
	list, err := output(root, "go", "list", "-e", "./...")
	return strings.Fields(list), err
}
