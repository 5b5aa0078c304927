// Package blake2s is BLAKE2s, RFC 7693.
//
// It takes the place of golang.org/x/crypto/blake2s: the same functions, and for many
// messages Many, which hashes one in each lane of the CPU's vectors. One message alone is
// x/crypto's.
package blake2s

import (
	"fmt"
	"hash"
	"unsafe"

	blob "github.com/lanesum/lanesum/go/internal/blob/blake2s"
	"github.com/lanesum/lanesum/go/internal/many"
	"golang.org/x/crypto/blake2s"
)

const (
	// BlockSize is the bytes of a block.
	BlockSize = blake2s.BlockSize
	// Size is the bytes of the longest digest.
	Size = blake2s.Size
	// Size128 is the bytes of a digest of BLAKE2s-128.
	Size128 = blake2s.Size128
	// OutputLengthUnknown is for an XOF whose length is not known in advance.
	OutputLengthUnknown = blake2s.OutputLengthUnknown
)

// XOF is extended output.
type XOF = blake2s.XOF

// NewXOF begins a message whose digest has size bytes, or any number.
func NewXOF(size uint16, key []byte) (XOF, error) { return blake2s.NewXOF(size, key) }

// New256 begins a message of BLAKE2s-256, with a key or without.
func New256(key []byte) (hash.Hash, error) { return blake2s.New256(key) }

// Sum256 is the BLAKE2s-256 of a message.
func Sum256(data []byte) [Size]byte { return blake2s.Sum256(data) }

// New128 begins a message of BLAKE2s-128, which takes a key.
func New128(key []byte) (hash.Hash, error) { return blake2s.New128(key) }

// Many hashes many messages of any lengths, one in each lane, on this core, with a key or
// without. Digest i has size bytes, and is at out[i*size:]. It panics where out is not
// len(messages)*size bytes long, and fails where there are no such digests or keys.
func Many(size int, key []byte, messages [][]byte, out []byte) error {
	if size < 1 || size > Size {
		return fmt.Errorf("blake2s: a digest has 1 to %d bytes, not %d", Size, size)
	}
	if len(key) > Size {
		return fmt.Errorf("blake2s: a key has at most %d bytes, not %d", Size, len(key))
	}
	many.Check(len(messages), size, out)
	if blob.Available {
		blob.Default.Many(uint64(size), size, messages, out, unsafe.Pointer(unsafe.SliceData(key)), uint64(len(key)))
		return nil
	}
	h, err := one(size, key)
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

// one is x/crypto's, which has two lengths alone.
func one(size int, key []byte) (hash.Hash, error) {
	switch {
	case size == Size:
		return blake2s.New256(key)
	case size == Size128 && len(key) > 0:
		return blake2s.New128(key)
	}
	return nil, fmt.Errorf("blake2s: on this platform a digest has %d bytes, not %d", Size, size)
}
