// Package blake2s is BLAKE2s, RFC 7693.
//
// It takes the place of golang.org/x/crypto/blake2s: the same functions, and for many
// messages Many, which hashes one in each lane of the CPU's vectors. Where there
// is no code for the platform, all of it is x/crypto's.
package blake2s

import (
	"errors"
	"hash"

	"github.com/lanesum/lanesum/go/internal/blake2"
	internal "github.com/lanesum/lanesum/go/internal/blake2s"
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
func New256(key []byte) (hash.Hash, error) { return Params{Size: Size, Key: key}.New() }

// Sum256 is the BLAKE2s-256 of a message.
func Sum256(data []byte) (digest [Size]byte) {
	if !internal.Available {
		return blake2s.Sum256(data)
	}
	internal.Sum(data, digest[:])
	return digest
}

// New128 begins a message of BLAKE2s-128, which takes a key.
func New128(key []byte) (hash.Hash, error) {
	if len(key) == 0 {
		return nil, errors.New("blake2s: a digest of 128 bits takes a key")
	}
	return Params{Size: Size128, Key: key}.New()
}

// Many hashes many messages of any lengths, one in each lane, on this core, with a key or
// without. Digest i has size bytes, and is at out[i*size:]. It panics where out is not
// len(messages)*size bytes long, and fails where there are no such digests or keys.
func Many(size int, key []byte, messages [][]byte, out []byte) error {
	return Params{Size: size, Key: key}.Many(messages, out)
}

// Params are what BLAKE2s is told beside a message.
type Params struct {
	// Size is the bytes of a digest, 1 to 32, of which each number is another hash.
	Size int
	// Key makes the hash a MAC: up to 32 bytes. An empty one is none.
	Key []byte
	// Salt and Personal set the hashes of different uses apart: up to 8 bytes each. Zeros
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
