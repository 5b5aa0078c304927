package blake2_test

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	blake2bCode "github.com/lanesum/lanesum/go/internal/blob/blake2b"
	blake2sCode "github.com/lanesum/lanesum/go/internal/blob/blake2s"
	"github.com/lanesum/lanesum/go/internal/cpu"
	"github.com/lanesum/lanesum/go/internal/engine"
	"github.com/lanesum/lanesum/go/internal/hashtest"
)

// code is a blob on some instruction sets.
type code interface {
	Add(state *engine.State, blocks []byte, count int)
	Direct(more, input unsafe.Pointer, count int, n uint64, out unsafe.Pointer)
}

// codes are both.
var codes = []struct {
	name  string
	block int
	// word are the bits of a word.
	word uint64
	on   func(cpu.Set) code
}{
	{"blake2b", 128, 1<<64 - 1, func(set cpu.Set) code { return blake2bCode.On(set) }},
	{"blake2s", 64, 1<<32 - 1, func(set cpu.Set) code { return blake2sCode.On(set) }},
}

// each runs a test of the code on each instruction set.
func each(t *testing.T, test func(t *testing.T, block int, word uint64, on code)) {
	if !blake2bCode.Available {
		t.Skip("no assembly on this platform")
	}
	for _, c := range codes {
		for _, isa := range cpu.Allowed.List() {
			t.Run(c.name+"/"+isa.String(), func(t *testing.T) {
				test(t, c.block, c.word, c.on(cpu.Restrict(isa.String())))
			})
		}
	}
}

// What runs on a goroutine's own stack, from stacks of all depths, against the same in a room.
func TestDirect(t *testing.T) {
	each(t, func(t *testing.T, block int, word uint64, on code) {
		r := source(7)
		for count := 1; count < 40; count++ {
			size := block / 16
			var state engine.State
			for i := range 11 {
				state.Set(size, i, r.Uint64())
			}
			state.Set(size, 11, word*r.Uint64N(2))
			// The kernels know no end further on than half of what a word counts to. Here it is
			// in the last block, or far behind.
			state.Set(size, 10, state.Word(size, 10)|word/2+1)
			if count%2 == 0 {
				state.Set(size, 10, -uint64(count*block-r.IntN(block)))
			}
			blocks, want := random(r, count*block), state
			done := make(chan bool)
			go func() {
				defer close(done)
				got := state
				hashtest.Deep(rand.IntN(40), func() {
					on.Direct(unsafe.Pointer(&got), unsafe.Pointer(&blocks[0]), len(blocks), 0, nil)
				})
				state = got
			}()
			on.Add(&want, blocks, count)
			if <-done; state != want {
				t.Fatalf("%d blocks: %x, not %x", count, state, want)
			}
		}
	})
}
