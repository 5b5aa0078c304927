// Package md5 is MD5, RFC 1321. It is broken: collisions take seconds.
//
// It takes the place of crypto/md5: the same functions, and for many messages Many, which
// hashes one in each lane of the CPU's vectors. One message alone is the standard
// library's.
package md5

import (
	"crypto/md5"
	"hash"

	blob "github.com/lanesum/lanesum/go/internal/blob/md5"
	"github.com/lanesum/lanesum/go/internal/many"
)

const (
	// Size is the bytes of a digest of MD5.
	Size = md5.Size
	// BlockSize is the bytes of a block.
	BlockSize = md5.BlockSize
)

// New begins a message of MD5. As with crypto/md5, the hash can be marshalled and cloned.
func New() hash.Hash { return md5.New() }

// Sum is the MD5 of a message.
func Sum(data []byte) [Size]byte { return md5.Sum(data) }

// Many hashes many messages of any lengths by MD5, one in each lane, on this core.
// Digest i is at out[i*Size:]. It panics where out is not len(messages)*Size bytes long.
func Many(messages [][]byte, out []byte) {
	many.Check(len(messages), Size, out)
	if !blob.Available || len(messages) == 1 {
		for i, message := range messages {
			digest := md5.Sum(message)
			copy(out[i*Size:], digest[:])
		}
		return
	}
	blob.Default.Many(0, Size, messages, out, nil, 0)
}
