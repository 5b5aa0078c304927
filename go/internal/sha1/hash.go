// Package sha1 is what SHA-1 is made of: for the package of that name, and for what has
// messages share lanes.
package sha1

import (
	blob "github.com/lanesum/lanesum/go/internal/blob/sha1"
	"github.com/lanesum/lanesum/go/internal/merkle"
)

// Available says whether there is code for this platform.
const Available = blob.Available

// SHA1 is it.
var SHA1 = &merkle.Hash{
	Size: 20, Block: 64, Words: 5, Magic: "sha\x01",
	Blocks: blob.Default.Blocks, Costs: blob.Default.Costs,
	Init: [8]uint64{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0},
}
