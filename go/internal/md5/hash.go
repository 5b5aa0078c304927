// Package md5 is what MD5 is made of: for the package of that name, and for what has
// messages share lanes.
package md5

import (
	stdmd5 "crypto/md5"

	blob "github.com/lanesum/lanesum/go/internal/blob/md5"
	"github.com/lanesum/lanesum/go/internal/cpu"
	"github.com/lanesum/lanesum/go/internal/engine"
	"github.com/lanesum/lanesum/go/internal/merkle"
)

// Available says whether there is code for this platform.
const Available = blob.Available

// faster is whether the kernel for one message takes less time than the standard library: 0.91 of it on
// Intel's CPUs with AVX-512 (Emerald Rapids). Elsewhere both take as long.
var faster = cpu.Allowed.Has(cpu.AVX512) && cpu.Allowed.Intel()

// MD5 is it.
var MD5 = &merkle.Hash{
	Size: 16, Block: 64, Words: 4, Little: true, Magic: "md5\x01",
	Blocks: blob.Default.Blocks, Costs: blob.Default.Costs, Single: single(), Faster: faster,
	Init: engine.Words32(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476),
}

// single is the standard library's hash, where it is as fast as the kernels.
func single() *merkle.Single {
	if faster {
		return nil
	}
	return merkle.NewSingle(stdmd5.New)
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
