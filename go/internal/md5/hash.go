// Package md5 is what MD5 is made of: for the package of that name, and for what has
// messages share lanes.
package md5

import (
	stdmd5 "crypto/md5"

	blob "github.com/lanesum/lanesum/go/internal/blob/md5"
	"github.com/lanesum/lanesum/go/internal/engine"
	"github.com/lanesum/lanesum/go/internal/merkle"
)

// Available says whether there is code for this platform.
const Available = blob.Available

// MD5 is it.
var MD5 = &merkle.Hash{
	Size: 16, Block: 64, Words: 4, Little: true, Magic: "md5\x01",
	Blocks: blob.Default.Blocks, Costs: blob.Default.Costs, Single: merkle.NewSingle(stdmd5.New),
	Init: engine.Words32(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476),
}
