// Package blake2s is what BLAKE2s is made of: for the package of that name, and for the
// functions of lanesum, which are told more.
package blake2s

import (
	"hash"

	"github.com/lanesum/lanesum/go/internal/blake2"
	blob "github.com/lanesum/lanesum/go/internal/blob/blake2s"
	"golang.org/x/crypto/blake2s"
)

// Variant is BLAKE2s.
var Variant = &blake2.Variant{
	Name:  "blake2s",
	Magic: "b2s",
	Word:  4,
	IV: [8]uint64{
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	},
	Plain: func() hash.Hash { return blake2.Keyless(blake2s.New256(nil)) },
	Many:  lanes(),
}

// lanes is the code for many messages, where there is any.
func lanes() blake2.ManyFunc {
	if !blob.Available {
		return nil
	}
	return blob.Default.Many
}
