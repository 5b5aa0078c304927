package main

import (
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The stack of a room, as crates/go-blob/src/room.rs lays it out. Some of it is left
// for what cannot be counted.
const stack = 64<<10 - 4<<10

// The rules of a blob, which read and obey enforce:
//
//  1. No symbol is undefined, no memory is writable, and no address is in the code but
//     relative to it. Addresses are in a table of their own, which Go's linker fills in
//     like any other, and which the code reaches by `lea` or `adr` alone.
//  2. The deepest path of calls fits on the room's stack. A path with a cycle is cut by
//     what bounds its depth: see depths.
//  3. Constants lie beside the code, and keep their alignment: it starts at a multiple
//     of 64 bytes.
//  4. On arm64 nothing touches x18, x27 or x28, and no `adrp`, which would count on
//     pages, is left.
func (b *blob) obey(image string) error {
	out, err := exec.Command(b.objdump, "-d", "--no-show-raw-insn", "-M", map[string]string{"amd64": "intel", "arm64": "no-aliases"}[b.name], image).Output()
	if err != nil {
		return fmt.Errorf("%s: %w", b.objdump, err)
	}
	frames, err := b.frames(string(out))
	if err != nil {
		return err
	}
	depths, err := frames.depths(b)
	if err != nil {
		return err
	}
	depth := 0
	for _, d := range depths {
		depth = max(depth, d)
	}
	b.direct = depths["lanesum_direct"]
	fmt.Printf("%s: %d bytes of code, %d of addresses, %d of stack\n", image, len(b.text), len(b.table), depth)
	if depth > stack {
		return fmt.Errorf("%d bytes of stack, and %d are there", depth, stack)
	}
	return nil
}

// linked says whether an address is in the linker's table, through which the code
// reaches memcpy, memmove and memset.
func (b *blob) linked(at int) bool {
	return b.got <= uint64(at) && uint64(at) < b.gotEnd
}

// methods are the functions in the table of addresses.
func (b *blob) methods() []string {
	var methods []string
	for _, to := range b.addresses {
		if name, ok := b.functions[to]; ok {
			methods = append(methods, name)
		}
	}
	return methods
}

// frame is what a function takes of the stack, and whom it calls.
type frame struct {
	own      int
	calls    map[string]bool
	indirect bool
	// linked are the registers that hold an address out of the linker's table.
	linked map[string]bool
	// jumping is for how many instructions more a jump is one by a table of offsets,
	// within the function.
	jumping int
}

type frames map[string]*frame

var (
	header    = regexp.MustCompile(`^[0-9a-f]+ <(.*)>:$`)
	subAMD64  = regexp.MustCompile(`\tsub +rsp,(0x[0-9a-f]+)`)
	andAMD64  = regexp.MustCompile(`\tand +rsp,0xf+([0-9a-f]+)$`)
	callAMD64 = regexp.MustCompile(`\t(?:addr32 )?(?:call|jmp) +(?:[0-9a-f]+ <([^+>]+)>)?`)
	byAMD64   = regexp.MustCompile(`\t(?:call|jmp) +(QWORD PTR \[rip|QWORD PTR \[|r\w+)`)
	gotAMD64  = regexp.MustCompile(`\tmov +(\w+),QWORD PTR \[rip[^\]]*\] +# ([0-9a-f]+)`)
	preARM64  = regexp.MustCompile(`\[sp, #-(\d+)\]!`)
	subARM64  = regexp.MustCompile(`\tsub\tsp, sp, #(0x[0-9a-f]+)(, lsl #12)?`)
	callARM64 = regexp.MustCompile(`\tbl?\t[0-9a-f]+ <([^+>]+)>`)
	ownARM64  = regexp.MustCompile(`\b[xw](18|27|28)\b`)
)

// constants is the linker script's name for where the code ends: what follows is data, in which
// there are all instructions.
const constants = "lanesum_constants"

// frames reads the disassembly. Stack probes split what a prologue takes: all parts
// are added up.
func (b *blob) frames(disassembly string) (frames, error) {
	all := frames{}
	var f *frame
	for line := range strings.Lines(disassembly) {
		line = strings.TrimRight(line, "\n")
		if m := header.FindStringSubmatch(line); m != nil {
			if m[1] == constants {
				break
			}
			f = &frame{calls: map[string]bool{}, linked: map[string]bool{}}
			all[m[1]] = f
			continue
		}
		if f == nil {
			continue
		}
		if b.name == "arm64" {
			if err := f.readARM64(line); err != nil {
				return nil, err
			}
		} else {
			f.readAMD64(line, b.linked)
		}
	}
	return all, nil
}

func (f *frame) readAMD64(line string, linked func(int) bool) {
	if strings.Contains(line, "\tpush ") {
		f.own += 8
	}
	if m := subAMD64.FindStringSubmatch(line); m != nil {
		f.own += number(m[1])
	}
	if m := andAMD64.FindStringSubmatch(line); m != nil {
		// Alignment.
		f.own += 64
	}
	if m := gotAMD64.FindStringSubmatch(line); m != nil && linked(number("0x"+m[2])) {
		f.linked[m[1]] = true
	}
	if m := callAMD64.FindStringSubmatch(line); m != nil {
		if m[1] != "" {
			f.calls[m[1]] = true
		} else if m := byAMD64.FindStringSubmatch(line); m != nil && !f.linked[m[1]] && m[1] != "QWORD PTR [rip" {
			f.indirect = f.indirect || f.jumping == 0 || !strings.Contains(line, "jmp ")
		}
	}
	f.jumping = max(f.jumping-1, 0)
	if strings.Contains(line, "\tmovsxd ") && strings.Contains(line, "*4]") {
		f.jumping = 6
	}
}

func (f *frame) readARM64(line string) error {
	if ownARM64.MatchString(line) {
		return fmt.Errorf("a register of Go's or the system's: %s", line)
	}
	if strings.Contains(line, "\tadrp\t") {
		return fmt.Errorf("an address by pages: %s", line)
	}
	if m := preARM64.FindStringSubmatch(line); m != nil {
		f.own += number(m[1])
	}
	if m := subARM64.FindStringSubmatch(line); m != nil {
		n := number(m[1])
		if m[2] != "" {
			n <<= 12
		}
		f.own += n
	}
	if m := callARM64.FindStringSubmatch(line); m != nil {
		f.calls[m[1]] = true
	}
	if strings.Contains(line, "\tblr\t") || strings.Contains(line, "\tbr\t") {
		f.indirect = true
	}
	return nil
}

func number(s string) int {
	n, err := strconv.ParseInt(s, 0, 64)
	if err != nil {
		panic(err)
	}
	return int(n)
}

// recursions are the functions that call themselves, and how deep: BLAKE3's tree has
// a level for each time a message doubles above 32 KiB, and Go gives a call no more
// than 1 MiB of a message. Sorting falls back to heapsort at a depth of its own. What
// is made once does not ask for itself: only the table, where its function stands
// beside methods, looks as if it did.
var recursions = []struct {
	name  string
	depth int
}{
	{"6blake34tree4wide", 6},
	{"6blake36output4fill", 6},
	{"4core5slice4sort", 16},
	{"16OnceBox$LT$T$GT$4made", 1},
}

// surrounds are what surrounds a kernel's loop over blocks: the loop is a closure that they are
// given, and they call nothing else out of the table.
var surrounds = []string{"6kernel5lanes4deal", "6kernel6narrow4deal", "6kernel6narrow4walk", "13stretches_dyn"}

// closures are the methods that are closures.
func closures(methods []string) []string {
	var closures []string
	for _, method := range methods {
		if strings.Contains(method, "$closure$") || strings.Contains(method, "9call_once") {
			closures = append(closures, method)
		}
	}
	return closures
}

// depths is what the deepest path of calls from each function takes of the stack. Functions that call each
// other in a circle (R. Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972)
// count as one, as often as it goes round.
func (all frames) depths(b *blob) (map[string]int, error) {
	var (
		index   = map[string]int{}
		low     = map[string]int{}
		on      = map[string]bool{}
		path    []string
		depths  = map[string]int{}
		failure error
		visit   func(string)
	)
	indirect := b.methods()
	loops := closures(indirect)
	callees := func(name string) []string {
		var names []string
		for callee := range all[name].calls {
			if all[callee] != nil {
				names = append(names, callee)
			}
		}
		isIn := func(part string) bool { return strings.Contains(name, part) }
		switch {
		case !all[name].indirect:
			return names
		case len(loops) > 0 && slices.ContainsFunc(surrounds, isIn):
			return append(names, loops...)
		default:
			return append(names, indirect...)
		}
	}
	visit = func(name string) {
		index[name] = len(index) + 1
		low[name] = index[name]
		path, on[name] = append(path, name), true
		for _, callee := range callees(name) {
			if index[callee] == 0 {
				visit(callee)
				low[name] = min(low[name], low[callee])
			} else if on[callee] {
				low[name] = min(low[name], index[callee])
			}
		}
		if low[name] != index[name] {
			return
		}
		at := slices.Index(path, name)
		circle := path[at:]
		path = path[:at]
		own, below, times := 0, 0, 1
		for _, member := range circle {
			own += all[member].own + 8
			for _, callee := range callees(member) {
				if !slices.Contains(circle, callee) {
					below = max(below, depths[callee])
				} else if times = rounds(circle); times == 0 {
					failure = fmt.Errorf("functions that call each other: %s", circle)
				}
			}
			on[member] = false
		}
		for _, member := range circle {
			depths[member] = own*max(times, 1) + below
		}
	}
	for name := range all {
		if index[name] == 0 {
			visit(name)
		}
	}
	return depths, failure
}

// rounds is how often a circle of calls goes round, and 0 where nothing bounds it.
func rounds(circle []string) int {
	times := 0
	for _, member := range circle {
		for _, r := range recursions {
			if strings.Contains(member, r.name) {
				times = max(times, r.depth)
			}
		}
	}
	return times
}
