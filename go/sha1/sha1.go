// Package sha1 is SHA-1, FIPS 180-4. It is broken: collisions have been made.
//
// It takes the place of crypto/sha1: the same functions, and for many messages Many, which
// hashes one in each lane of the CPU's vectors. One message alone is the standard library's; on
// amd64 without SHA instructions the kernels of this module add pieces from 4 KiB on to it, and on
// Intel's CPUs with AVX-512 they hash what Sum gets from 4 KiB on.
package sha1

import (
	"crypto/sha1"
	"hash"

	blob "github.com/lanesum/lanesum/go/internal/blob/sha1"
	"github.com/lanesum/lanesum/go/internal/many"
	internal "github.com/lanesum/lanesum/go/internal/sha1"
)

const (
	// Size is the bytes of a digest of SHA-1.
	Size = sha1.Size
	// BlockSize is the bytes of a block.
	BlockSize = sha1.BlockSize
)

// New begins a message of SHA-1. As with crypto/sha1, the hash can be marshalled and cloned.
func New() hash.Hash { return internal.SHA1.Longer(sha1.New()) }

// Sum is the SHA-1 of a message.
func Sum(data []byte) (digest [Size]byte) {
	if !internal.SHA1.Long(len(data)) {
		return sha1.Sum(data)
	}
	internal.Sum(internal.SHA1, data, digest[:])
	return digest
}

// Many hashes many messages of any lengths by SHA-1, one in each lane, on this core.
// Digest i is at out[i*Size:]. It panics where out is not len(messages)*Size bytes long.
func Many(messages [][]byte, out []byte) {
	many.Check(len(messages), Size, out)
	if !blob.Available || len(messages) == 1 {
		for i, message := range messages {
			digest := Sum(message)
			copy(out[i*Size:], digest[:])
		}
		return
	}
	blob.Default.Many(0, Size, messages, out, nil, 0)
}
