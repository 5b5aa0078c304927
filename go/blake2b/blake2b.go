// Package blake2b is BLAKE2b, RFC 7693.
//
// It takes the place of golang.org/x/crypto/blake2b: the same functions, and for many
// messages Many, which hashes one in each lane of the CPU's vectors. Where there
// is no code for the platform, all of it is x/crypto's.
package blake2b

import (
	"hash"

	"github.com/lanesum/lanesum/go/internal/blake2"
	internal "github.com/lanesum/lanesum/go/internal/blake2b"
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
func New512(key []byte) (hash.Hash, error) { return New(Size, key) }

// Sum512 is the BLAKE2b-512 of a message.
func Sum512(data []byte) (digest [Size]byte) {
	if !internal.Available {
		return blake2b.Sum512(data)
	}
	internal.Sum(data, digest[:])
	return digest
}

// New384 begins a message of BLAKE2b-384, with a key or without.
func New384(key []byte) (hash.Hash, error) { return New(Size384, key) }

// Sum384 is the BLAKE2b-384 of a message.
func Sum384(data []byte) (digest [Size384]byte) {
	if !internal.Available {
		return blake2b.Sum384(data)
	}
	internal.Sum(data, digest[:])
	return digest
}

// New256 begins a message of BLAKE2b-256, with a key or without.
func New256(key []byte) (hash.Hash, error) { return New(Size256, key) }

// Sum256 is the BLAKE2b-256 of a message.
func Sum256(data []byte) (digest [Size256]byte) {
	if !internal.Available {
		return blake2b.Sum256(data)
	}
	internal.Sum(data, digest[:])
	return digest
}

// New begins a message whose digest has size bytes, with a key or without.
func New(size int, key []byte) (hash.Hash, error) { return Params{Size: size, Key: key}.New() }

// Many hashes many messages of any lengths, one in each lane, on this core, with a key or
// without. Digest i has size bytes, and is at out[i*size:]. It panics where out is not
// len(messages)*size bytes long, and fails where there are no such digests or keys.
func Many(size int, key []byte, messages [][]byte, out []byte) error {
	return Params{Size: size, Key: key}.Many(messages, out)
}

// Params are what BLAKE2b is told beside a message.
type Params struct {
	// Size is the bytes of a digest, 1 to 64, of which each number is another hash.
	Size int
	// Key makes the hash a MAC: up to 64 bytes. An empty one is none.
	Key []byte
	// Salt and Personal set the hashes of different uses apart: up to 16 bytes each. Zeros
	// follow a short one.
	Salt, Personal []byte
}

// New begins a message. It can be marshalled, but with a key, and cloned.
func (p Params) New() (hash.Hash, error) { return internal.New(blake2.Params(p)) }

// Many hashes many messages of any lengths, one in each lane, on this core. Digest i has
// p.Size bytes, and is at out[i*p.Size:]. It panics where out is not len(messages)*p.Size
// bytes long, and fails where there are no such parameters.
func (p Params) Many(messages [][]byte, out []byte) error {
	f, err := internal.Variant.New(blake2.Params(p))
	if err == nil {
		f.Hash(messages, out)
	}
	return err
}
