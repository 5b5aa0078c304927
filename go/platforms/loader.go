package main

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/types"
	"path/filepath"
	"runtime"
	"strings"
)

// loader has the packages on a platform.
type loader struct {
	context build.Context
	modules map[string]string
	files   *files
	loaded  map[string]*types.Package
	sizes   types.Sizes
}

func newLoader(p platform, modules map[string]string, files *files) *loader {
	context := build.Default
	context.GOOS, context.GOARCH, context.CgoEnabled = p.os, p.arch, false
	context.ReadDir, context.OpenFile = files.readDir, files.open
	context.ToolTags = p.toolTags
	if p.tag != "" {
		context.BuildTags = []string{p.tag}
	}
	return &loader{context, modules, files, map[string]*types.Package{"unsafe": types.Unsafe}, types.SizesFor("gc", p.arch)}
}

// dir is where a package is.
func (l *loader) dir(path string) string {
	module := ""
	for m := range l.modules {
		if (path == m || strings.HasPrefix(path, m+"/")) && len(m) > len(module) {
			module = m
		}
	}
	if module != "" {
		return filepath.Join(l.modules[module], strings.TrimPrefix(path, module))
	}
	return filepath.Join(runtime.GOROOT(), "src", path)
}

// Import loads what is imported, without its functions' bodies.
func (l *loader) Import(path string) (*types.Package, error) { return l.ImportFrom(path, "", 0) }

// ImportFrom is Import. The standard library has packages of modules for itself.
func (l *loader) ImportFrom(path, from string, _ types.ImportMode) (*types.Package, error) {
	dir := l.dir(path)
	if strings.HasPrefix(from, filepath.Join(runtime.GOROOT(), "src")) && strings.Contains(strings.Split(path, "/")[0], ".") {
		path = "vendor/" + path
		dir = filepath.Join(runtime.GOROOT(), "src", path)
	}
	if p := l.loaded[path]; p != nil {
		return p, nil
	}
	found, err := l.context.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	files, err := l.parse(found, found.GoFiles)
	if err != nil {
		return nil, err
	}
	p, err := l.config(true, nil).Check(path, l.files.set, files, nil)
	if err != nil {
		return nil, err
	}
	l.loaded[path] = p
	return p, nil
}

func (l *loader) config(imported bool, problem func(error)) *types.Config {
	return &types.Config{IgnoreFuncBodies: imported, FakeImportC: true, Importer: l, Sizes: l.sizes, Error: problem}
}

func (l *loader) parse(found *build.Package, names []string) ([]*ast.File, error) {
	var files []*ast.File
	for _, name := range names {
		file, err := l.files.parse(filepath.Join(found.Dir, name))
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// check checks a package of the module with its tests, and says what is wrong.
func (l *loader) check(path string) []string {
	found, err := l.context.ImportDir(l.dir(path), 0)
	if _, none := err.(*build.NoGoError); none {
		return nil
	} else if err != nil {
		return []string{err.Error()}
	}
	problems := l.checkFiles(found, path, append(append([]string(nil), found.GoFiles...), found.TestGoFiles...))
	if len(found.XTestGoFiles) > 0 {
		problems = append(problems, l.checkFiles(found, path+"_test", found.XTestGoFiles)...)
	}
	return problems
}

func (l *loader) checkFiles(found *build.Package, path string, names []string) (problems []string) {
	files, err := l.parse(found, names)
	if err != nil {
		return []string{err.Error()}
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{},
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
	p, err := l.config(false, func(err error) { problems = append(problems, err.Error()) }).Check(path, l.files.set, files, info)
	if err != nil {
		return problems
	}
	found.SFiles = append([]string(nil), found.SFiles...)
	for i, name := range found.SFiles {
		found.SFiles[i] = filepath.Join(found.Dir, name)
	}
	vetted, err := l.vet(p, files, info, found.SFiles)
	if err != nil {
		return []string{fmt.Sprintf("%s: %v", path, err)}
	}
	return vetted
}
