// Package merkle is MD5, SHA-1 and SHA-2 as a state to which blocks are added: what a
// message in pieces is while others' pieces share its lanes.
package merkle

import (
	stdmd5 "crypto/md5"
	"encoding/binary"

	"github.com/lanesum/lanesum/go/internal/blob/md5"
	"github.com/lanesum/lanesum/go/internal/blob/sha1"
	"github.com/lanesum/lanesum/go/internal/blob/sha256"
	"github.com/lanesum/lanesum/go/internal/blob/sha512"
	"github.com/lanesum/lanesum/go/internal/engine"
)

// Hash is one of them.
type Hash struct {
	// Size and Block are the bytes of a digest and of a block.
	Size, Block int
	// Blocks adds blocks to states.
	Blocks func([]engine.Piece)
	// Single adds blocks to one state, where that is faster than the kernels: nil where not.
	Single *Single
	// Costs says what a block of each of so many messages costs.
	Costs func() [engine.MaxLanes + 1]uint32

	init   [8]uint64
	words  int
	little bool
	// magic begins the standard library's encoding of a state.
	magic string
}

// Available says whether there is code for this platform: without, nothing here is to
// be used but Size and Block.
const Available = md5.Available

// The hashes.
var (
	MD5 = &Hash{
		Size: 16, Block: 64, words: 4, little: true, magic: "md5\x01",
		Blocks: blocksMD5, Costs: costsMD5, Single: single(stdmd5.New),
		init: [8]uint64{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476},
	}
	SHA1 = &Hash{
		Size: 20, Block: 64, words: 5, magic: "sha\x01",
		Blocks: blocksSHA1, Costs: costsSHA1,
		init: [8]uint64{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0},
	}
	SHA224 = &Hash{
		Size: 28, Block: 64, words: 8, magic: "sha\x02",
		Blocks: blocksSHA256, Costs: costsSHA256,
		init: [8]uint64{
			0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4,
		},
	}
	SHA256 = &Hash{
		Size: 32, Block: 64, words: 8, magic: "sha\x03",
		Blocks: blocksSHA256, Costs: costsSHA256,
		init: [8]uint64{
			0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
		},
	}
	SHA384 = &Hash{
		Size: 48, Block: 128, words: 8, magic: "sha\x04",
		Blocks: blocksSHA512, Costs: costsSHA512,
		init: [8]uint64{
			0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
			0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4,
		},
	}
	SHA512 = &Hash{
		Size: 64, Block: 128, words: 8, magic: "sha\x07",
		Blocks: blocksSHA512, Costs: costsSHA512,
		init: [8]uint64{
			0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
			0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
		},
	}
)

func blocksMD5(pieces []engine.Piece)    { md5.Default.Blocks(pieces) }
func blocksSHA1(pieces []engine.Piece)   { sha1.Default.Blocks(pieces) }
func blocksSHA256(pieces []engine.Piece) { sha256.Default.Blocks(pieces) }
func blocksSHA512(pieces []engine.Piece) { sha512.Default.Blocks(pieces) }

func costsMD5() [engine.MaxLanes + 1]uint32    { return md5.Default.Costs() }
func costsSHA1() [engine.MaxLanes + 1]uint32   { return sha1.Default.Costs() }
func costsSHA256() [engine.MaxLanes + 1]uint32 { return sha256.Default.Costs() }
func costsSHA512() [engine.MaxLanes + 1]uint32 { return sha512.Default.Costs() }

// put writes a word as this hash does.
func (h *Hash) put(b []byte, w uint64) int {
	switch {
	case h.Block == 128:
		binary.BigEndian.PutUint64(b, w)
		return 8
	case h.little:
		binary.LittleEndian.PutUint32(b, uint32(w))
	default:
		binary.BigEndian.PutUint32(b, uint32(w))
	}
	return 4
}
