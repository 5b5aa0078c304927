// Package blake2b is BLAKE2b, RFC 7693.
//
// It takes the place of golang.org/x/crypto/blake2b: the same functions, and for many
// messages Many, which hashes one in each lane of the CPU's vectors. One message alone is
// x/crypto's.
package blake2b

import (
	"fmt"
	"hash"
	"unsafe"

	blob "github.com/lanesum/lanesum/go/internal/blob/blake2b"
	"github.com/lanesum/lanesum/go/internal/many"
	"golang.org/x/crypto/blake2b"
)

const (
	// BlockSize is the bytes of a block.
	BlockSize = blake2b.BlockSize
	// Size is the bytes of the longest digest.
	Size = blake2b.Size
	// Size384 is the bytes of a digest of BLAKE2b-384.
	Size384 = blake2b.Size384
	// Size256 is the bytes of a digest of BLAKE2b-256.
	Size256 = blake2b.Size256
	// OutputLengthUnknown is for an XOF whose length is not known in advance.
	OutputLengthUnknown = blake2b.OutputLengthUnknown
)

// XOF is extended output.
type XOF = blake2b.XOF

// NewXOF begins a message whose digest has size bytes, or any number.
func NewXOF(size uint32, key []byte) (XOF, error) { return blake2b.NewXOF(size, key) }

// New512 begins a message of BLAKE2b-512, with a key or without.
func New512(key []byte) (hash.Hash, error) { return blake2b.New512(key) }

// Sum512 is the BLAKE2b-512 of a message.
func Sum512(data []byte) [Size]byte { return blake2b.Sum512(data) }

// New384 begins a message of BLAKE2b-384, with a key or without.
func New384(key []byte) (hash.Hash, error) { return blake2b.New384(key) }

// Sum384 is the BLAKE2b-384 of a message.
func Sum384(data []byte) [Size384]byte { return blake2b.Sum384(data) }

// New256 begins a message of BLAKE2b-256, with a key or without.
func New256(key []byte) (hash.Hash, error) { return blake2b.New256(key) }

// Sum256 is the BLAKE2b-256 of a message.
func Sum256(data []byte) [Size256]byte { return blake2b.Sum256(data) }

// New begins a message whose digest has size bytes, with a key or without.
func New(size int, key []byte) (hash.Hash, error) { return blake2b.New(size, key) }

// Many hashes many messages of any lengths, one in each lane, on this core, with a key or
// without. Digest i has size bytes, and is at out[i*size:]. It panics where out is not
// len(messages)*size bytes long, and fails where there are no such digests or keys.
func Many(size int, key []byte, messages [][]byte, out []byte) error {
	if size < 1 || size > Size {
		return fmt.Errorf("blake2b: a digest has 1 to %d bytes, not %d", Size, size)
	}
	if len(key) > Size {
		return fmt.Errorf("blake2b: a key has at most %d bytes, not %d", Size, len(key))
	}
	many.Check(len(messages), size, out)
	if blob.Available {
		blob.Default.Many(uint64(size), size, messages, out, unsafe.Pointer(unsafe.SliceData(key)), uint64(len(key)))
		return nil
	}
	h, err := blake2b.New(size, key)
	if err != nil {
		return err
	}
	for i, message := range messages {
		h.Reset()
		h.Write(message)
		h.Sum(out[i*size : i*size])
	}
	return nil
}
