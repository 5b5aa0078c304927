// Package engine is what the calls of the library's code have in common: a blob of
// assembly for each family of hashes, made by go/generate.
//
// A call runs on a stack of its own, in a room. It either ends within some microseconds,
// or pauses after so many: assembly cannot be preempted, and a collection waits for
// it. What a paused call works on is out of the collector's sight and out of a moving
// stack's: it has to be on the heap, and is kept alive. So each blob has two ways in:
// Call for what ends soon, whose arguments may lie on the stack, and Many, which pauses. Some
// have a third, Direct, which takes no room: for one message that ends soon, on the goroutine's
// own stack.
package engine

import (
	"math"

	"github.com/lanesum/lanesum/go/internal/cpu"
)

// What a call does, as crates/go-blob/src/job.rs reads it.
const (
	Warm    = 0 // Makes the tables of a new room.
	Many    = 1 // Hashes messages.
	Blocks  = 2 // Adds blocks to states.
	Costs   = 9 // Says what a block of each of so many messages costs.
	Kernels = 10
	// MayPause is added to what may pause.
	MayPause = 1 << 8
)

// Slice is how many cycles, as the kernels' costs count them, a call may take before it
// pauses: some 17 microseconds where the costs were measured. What a call plans and pads
// comes on top: on AMD Zen 4 the longest took 71 microseconds. Batches run at 0.97 to 0.99
// of the rate that they have without pauses; with 25,000 it were 0.95 to 0.98.
const Slice = 60_000

// Alone is the most bytes of a hash with a chain that a call adds to one state, which does not
// pause and cannot be preempted meanwhile: some 50 microseconds of the slowest.
const Alone = 16 << 10

// Batch is how many messages a call plans together: to look at the lengths of more
// would take too long without a pause.
const Batch = 1024

// Piece are whole blocks to be added to a state.
type Piece struct {
	State  *State
	Blocks *byte
	Count  int
}

// Kernel is an algorithm on an instruction set with a number of lanes.
type Kernel struct {
	ISA, Sets, Form, Lanes, Cost uint32
}

// One is the instruction set whose kernel for one message costs the least, and the plain one, which
// is in all sets.
func One(kernels []Kernel) cpu.Set {
	best := Kernel{Cost: math.MaxUint32}
	for _, k := range kernels {
		if k.Lanes == 1 && k.Form == Plain && k.Cost < best.Cost {
			best = k
		}
	}
	return 1<<best.ISA | 1<<cpu.Portable
}

// The forms of kernels.
const (
	Plain = iota
	Paired
	Abreast
	Split
	Metered
)

// MaxLanes is the most messages that run at once.
const MaxLanes = 64
