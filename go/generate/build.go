package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The compiler whose output is checked in. Another one makes other code.
const (
	toolchain = "1.95.0"
	compiler  = "rustc 1.95.0 (59807616e 2026-04-14)"
)

// architecture is one of Go's, and what makes its code.
type architecture struct {
	// name is Go's.
	name string
	// target is Rust's.
	target string
	// flags are the compiler's: no red zone, which Windows does not respect; no
	// registers that are Go's or the system's; addresses by one instruction.
	flags string
	// objdump reads its code.
	objdump string
	// emit writes the code as Go's assembler takes it.
	emit func(*blob, *strings.Builder)
}

var architectures = []architecture{
	{
		name:    "amd64",
		target:  "x86_64-unknown-linux-gnu",
		flags:   "-C no-redzone=yes",
		objdump: "objdump",
		emit:    emitAMD64,
	},
	{
		name:   "arm64",
		target: "aarch64-unknown-linux-gnu",
		// Go's registers stay as they are, and a reference count asks nobody which atomics there are.
		flags:   "-C code-model=tiny -C target-feature=+reserve-x18,+reserve-x27,+reserve-x28,-outline-atomics",
		objdump: "aarch64-linux-gnu-objdump",
		emit:    emitARM64,
	},
}

// pinned installs the compiler, and fails where it is another one.
func pinned() error {
	if err := run(exec.Command("rustc", "+"+toolchain, "-V")); err != nil {
		if err := run(exec.Command("rustup", "toolchain", "install", "--profile", "minimal", toolchain)); err != nil {
			return err
		}
	}
	for _, a := range architectures {
		if err := run(exec.Command("rustup", "target", "add", "--toolchain", toolchain, a.target)); err != nil {
			return err
		}
	}
	version, err := exec.Command("rustc", "+"+toolchain, "-V").Output()
	if err != nil {
		return err
	}
	if got := strings.TrimSpace(string(version)); got != compiler {
		return fmt.Errorf("the compiler is %s, not %s", got, compiler)
	}
	return nil
}

// build compiles and links a blob, adds what the compiler read, and says where its image is.
func build(root string, a architecture, family string, from *sources) (string, error) {
	target := filepath.Join(root, "target/go", a.name)
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	cargo := os.Getenv("CARGO_HOME")
	if cargo == "" {
		cargo = filepath.Join(home, ".cargo")
	}
	command := exec.Command("cargo", "+"+toolchain, "rustc", "--quiet", "--locked", "--release", "--package", "go-blob",
		"--lib", "--crate-type", "staticlib", "--target", a.target, "--features", family, "--target-dir", target)
	command.Dir = root
	command.Env = append(os.Environ(),
		"CARGO_PROFILE_RELEASE_LTO=fat", "CARGO_PROFILE_RELEASE_PANIC=abort",
		"CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1",
		"RUSTFLAGS=--cfg lanesum_guest -C relocation-model=pic -C relro-level=off -C force-frame-pointers=no "+
			"--remap-path-prefix="+root+"=. --remap-path-prefix="+cargo+"=cargo "+a.flags)
	// An empty one would win over RUSTFLAGS.
	command.Env = without(command.Env, "CARGO_ENCODED_RUSTFLAGS")
	if err := run(command); err != nil {
		return "", err
	}
	archive := filepath.Join(target, a.target, "release/libgo_blob")
	if err := from.add(root, archive+".d"); err != nil {
		return "", err
	}
	sysroot, err := exec.Command("rustc", "+"+toolchain, "--print", "sysroot").Output()
	if err != nil {
		return "", err
	}
	host, err := exec.Command("rustc", "+"+toolchain, "--print", "host-tuple").Output()
	if err != nil {
		return "", err
	}
	linker := filepath.Join(strings.TrimSpace(string(sysroot)), "lib/rustlib", strings.TrimSpace(string(host)), "bin/rust-lld")
	image := filepath.Join(target, family+".elf")
	return image, run(exec.Command(linker, "-flavor", "gnu", "-pie", "--no-dynamic-linker", "-z", "norelro",
		"--gc-sections", "-z", "noseparate-code", "--emit-relocs", "--build-id=none", "-e", "lanesum_switch",
		"-T", filepath.Join(root, "go/generate/blob.ld"), "-o", image,
		archive+".a"))
}

func without(env []string, name string) []string {
	kept := env[:0:0]
	for _, e := range env {
		if !strings.HasPrefix(e, name+"=") {
			kept = append(kept, e)
		}
	}
	return kept
}

// run runs a command, whose output is in the error where it fails.
func run(command *exec.Cmd) error {
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(command.Args, " "), err, out)
	}
	return nil
}
