// Package sha256 is what SHA-224 and SHA-256 are made of: for the package of that name, and
// for what has messages share lanes.
package sha256

import (
	blob "github.com/lanesum/lanesum/go/internal/blob/sha256"
	"github.com/lanesum/lanesum/go/internal/cpu"
	"github.com/lanesum/lanesum/go/internal/engine"
	"github.com/lanesum/lanesum/go/internal/merkle"
)

// Available says whether there is code for this platform.
const Available = blob.Available

// faster is whether there are vectors for the message schedule, and no SHA instructions, which the
// standard library runs too: a long message takes 0.9 of the standard library's time with
// AVX2, and half of it without (AMD Zen 5).
var faster = cpu.Allowed.Has(cpu.SSSE3) && !cpu.Allowed.Has(cpu.SHANI)

// SHA224 is SHA-224.
var SHA224 = &merkle.Hash{
	Size: 28, Block: 64, Words: 8, Magic: "sha\x02",
	Blocks: blob.Default.Blocks, Costs: blob.Default.Costs, Faster: faster, Wrapped: faster,
	Init: engine.Words32(
		0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4,
	),
}

// SHA256 is SHA-256.
var SHA256 = &merkle.Hash{
	Size: 32, Block: 64, Words: 8, Magic: "sha\x03",
	Blocks: blob.Default.Blocks, Costs: blob.Default.Costs, Faster: faster, Wrapped: faster,
	Init: engine.Words32(
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	),
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
