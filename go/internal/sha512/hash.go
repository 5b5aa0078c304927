// Package sha512 is what SHA-384 and SHA-512 are made of: for the package of that name, and
// for what has messages share lanes.
package sha512

import (
	blob "github.com/lanesum/lanesum/go/internal/blob/sha512"
	"github.com/lanesum/lanesum/go/internal/merkle"
)

// Available says whether there is code for this platform.
const Available = blob.Available

// SHA384 is SHA-384.
var SHA384 = &merkle.Hash{
	Size: 48, Block: 128, Words: 8, Magic: "sha\x04",
	Blocks: blob.Default.Blocks, Costs: blob.Default.Costs,
	Init: [8]uint64{
		0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
		0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4,
	},
}

// SHA512 is SHA-512.
var SHA512 = &merkle.Hash{
	Size: 64, Block: 128, Words: 8, Magic: "sha\x07",
	Blocks: blob.Default.Blocks, Costs: blob.Default.Costs,
	Init: [8]uint64{
		0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
		0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
	},
}
