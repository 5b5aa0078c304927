// Package sha256 is SHA-224 and SHA-256, FIPS 180-4.
//
// It takes the place of crypto/sha256: the same functions, and for many messages Many, which
// hashes one in each lane of the CPU's vectors. One message alone is the standard library's; on
// amd64 without SHA instructions the kernels of this module add pieces from 4 KiB on to it.
package sha256

import (
	"crypto/sha256"
	"hash"

	blob "github.com/lanesum/lanesum/go/internal/blob/sha256"
	"github.com/lanesum/lanesum/go/internal/many"
	internal "github.com/lanesum/lanesum/go/internal/sha256"
)

const (
	// Size is the bytes of a digest of SHA-256.
	Size = sha256.Size
	// Size224 is the bytes of a digest of SHA-224.
	Size224 = sha256.Size224
	// BlockSize is the bytes of a block.
	BlockSize = sha256.BlockSize
)

// New begins a message of SHA-256. As with crypto/sha256, the hash can be marshalled and cloned.
func New() hash.Hash { return internal.SHA256.Longer(sha256.New()) }

// Sum256 is the SHA-256 of a message.
func Sum256(data []byte) (digest [Size]byte) {
	if !internal.SHA256.Long(len(data)) {
		return sha256.Sum256(data)
	}
	internal.Sum(internal.SHA256, data, digest[:])
	return digest
}

// Many hashes many messages of any lengths by SHA-256, one in each lane, on this core.
// Digest i is at out[i*Size:]. It panics where out is not len(messages)*Size bytes long.
func Many(messages [][]byte, out []byte) {
	many.Check(len(messages), Size, out)
	if !blob.Available || len(messages) == 1 {
		for i, message := range messages {
			digest := Sum256(message)
			copy(out[i*Size:], digest[:])
		}
		return
	}
	blob.Default.Many(0, Size, messages, out, nil, 0)
}

// New224 begins a message of SHA-224. As with crypto/sha256, the hash can be marshalled and cloned.
func New224() hash.Hash { return internal.SHA224.Longer(sha256.New224()) }

// Sum224 is the SHA-224 of a message.
func Sum224(data []byte) (digest [Size224]byte) {
	if !internal.SHA224.Long(len(data)) {
		return sha256.Sum224(data)
	}
	internal.Sum(internal.SHA224, data, digest[:])
	return digest
}

// Many224 hashes many messages of any lengths by SHA-224, one in each lane, on this core.
// Digest i is at out[i*Size224:]. It panics where out is not len(messages)*Size224 bytes long.
func Many224(messages [][]byte, out []byte) {
	many.Check(len(messages), Size224, out)
	if !blob.Available || len(messages) == 1 {
		for i, message := range messages {
			digest := Sum224(message)
			copy(out[i*Size224:], digest[:])
		}
		return
	}
	blob.Default.Many(1, Size224, messages, out, nil, 0)
}
