// Package sha1 is what SHA-1 is made of: for the package of that name, and for what has
// messages share lanes.
package sha1

import (
	blob "github.com/lanesum/lanesum/go/internal/blob/sha1"
	"github.com/lanesum/lanesum/go/internal/cpu"
	"github.com/lanesum/lanesum/go/internal/engine"
	"github.com/lanesum/lanesum/go/internal/merkle"
)

// Available says whether there is code for this platform.
const Available = blob.Available

// faster is whether the kernel for one message takes less than the standard library, which has SHA
// instructions too: 0.82 of its time on Intel's CPUs that have AVX-512 beside them (Emerald Rapids), and
// as long on AMD's. Without SHA instructions and with vectors for the message schedule it is 0.92 with
// AVX2, and a third without (AMD Zen 5).
var (
	withoutSHA = cpu.Allowed.Has(cpu.SSSE3) && !cpu.Allowed.Has(cpu.SHANI)
	faster     = withoutSHA || cpu.Allowed.Has(cpu.AVX512) && cpu.Allowed.Intel()
)

// SHA1 is it.
var SHA1 = &merkle.Hash{
	Size: 20, Block: 64, Words: 5, Magic: "sha\x01",
	Blocks: blob.Default.Blocks, Costs: blob.Default.Costs, Faster: faster, Wrapped: withoutSHA,
	Init: engine.Words32(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0),
}

// Sum writes the digest of a message. It calls the code by its name, so what it gets need not lie
// on the heap.
func Sum(h *merkle.Hash, message, out []byte) {
	var s merkle.State
	s.Init(h)
	for len(message) >= h.Block {
		state, blocks := s.Next(message)
		blob.Default.Add(state, blocks, len(blocks)/h.Block)
		message = message[len(blocks):]
	}
	s.Last(message)
	s.Sum(out[:0])
}
