// Package sha512 is SHA-384, SHA-512, SHA-512/224 and SHA-512/256, FIPS 180-4.
//
// It takes the place of crypto/sha512: the same functions, and for many messages Many, which
// hashes one in each lane of the CPU's vectors. One message alone is the standard library's;
// on amd64 the kernels of this module add pieces from 4 KiB on to it.
package sha512

import (
	"crypto/sha512"
	"hash"

	blob "github.com/lanesum/lanesum/go/internal/blob/sha512"
	"github.com/lanesum/lanesum/go/internal/many"
	internal "github.com/lanesum/lanesum/go/internal/sha512"
)

const (
	// Size is the bytes of a digest of SHA-512.
	Size = sha512.Size
	// Size384 is the bytes of a digest of SHA-384.
	Size384 = sha512.Size384
	// Size224 is the bytes of a digest of SHA-512/224.
	Size224 = sha512.Size224
	// Size256 is the bytes of a digest of SHA-512/256.
	Size256 = sha512.Size256
	// BlockSize is the bytes of a block.
	BlockSize = sha512.BlockSize
)

// New begins a message of SHA-512. As with crypto/sha512, the hash can be marshalled and cloned.
func New() hash.Hash { return internal.SHA512.Longer(sha512.New()) }

// Sum512 is the SHA-512 of a message.
func Sum512(data []byte) (digest [Size]byte) {
	if !internal.SHA512.Long(len(data)) {
		return sha512.Sum512(data)
	}
	internal.Sum(internal.SHA512, data, digest[:])
	return digest
}

// Many hashes many messages of any lengths by SHA-512, one in each lane, on this core.
// Digest i is at out[i*Size:]. It panics where out is not len(messages)*Size bytes long.
func Many(messages [][]byte, out []byte) {
	many.Check(len(messages), Size, out)
	if !blob.Available || len(messages) == 1 {
		for i, message := range messages {
			digest := Sum512(message)
			copy(out[i*Size:], digest[:])
		}
		return
	}
	blob.Default.Many(0, Size, messages, out, nil, 0)
}

// New384 begins a message of SHA-384. As with crypto/sha512, the hash can be marshalled and cloned.
func New384() hash.Hash { return internal.SHA384.Longer(sha512.New384()) }

// Sum384 is the SHA-384 of a message.
func Sum384(data []byte) (digest [Size384]byte) {
	if !internal.SHA384.Long(len(data)) {
		return sha512.Sum384(data)
	}
	internal.Sum(internal.SHA384, data, digest[:])
	return digest
}

// Many384 hashes many messages of any lengths by SHA-384, one in each lane, on this core.
// Digest i is at out[i*Size384:]. It panics where out is not len(messages)*Size384 bytes long.
func Many384(messages [][]byte, out []byte) {
	many.Check(len(messages), Size384, out)
	if !blob.Available || len(messages) == 1 {
		for i, message := range messages {
			digest := Sum384(message)
			copy(out[i*Size384:], digest[:])
		}
		return
	}
	blob.Default.Many(1, Size384, messages, out, nil, 0)
}

// New512_224 begins a message of SHA-512/224. As with crypto/sha512, the hash can be marshalled and cloned.
func New512_224() hash.Hash { return internal.SHA512_224.Longer(sha512.New512_224()) }

// Sum512_224 is the SHA-512/224 of a message.
func Sum512_224(data []byte) (digest [Size224]byte) {
	if !internal.SHA512_224.Long(len(data)) {
		return sha512.Sum512_224(data)
	}
	internal.Sum(internal.SHA512_224, data, digest[:])
	return digest
}

// Many512_224 hashes many messages of any lengths by SHA-512/224, one in each lane, on this core.
// Digest i is at out[i*Size224:]. It panics where out is not len(messages)*Size224 bytes long.
func Many512_224(messages [][]byte, out []byte) {
	many.Check(len(messages), Size224, out)
	if !blob.Available || len(messages) == 1 {
		for i, message := range messages {
			digest := Sum512_224(message)
			copy(out[i*Size224:], digest[:])
		}
		return
	}
	blob.Default.Many(2, Size224, messages, out, nil, 0)
}

// New512_256 begins a message of SHA-512/256. As with crypto/sha512, the hash can be marshalled and cloned.
func New512_256() hash.Hash { return internal.SHA512_256.Longer(sha512.New512_256()) }

// Sum512_256 is the SHA-512/256 of a message.
func Sum512_256(data []byte) (digest [Size256]byte) {
	if !internal.SHA512_256.Long(len(data)) {
		return sha512.Sum512_256(data)
	}
	internal.Sum(internal.SHA512_256, data, digest[:])
	return digest
}

// Many512_256 hashes many messages of any lengths by SHA-512/256, one in each lane, on this core.
// Digest i is at out[i*Size256:]. It panics where out is not len(messages)*Size256 bytes long.
func Many512_256(messages [][]byte, out []byte) {
	many.Check(len(messages), Size256, out)
	if !blob.Available || len(messages) == 1 {
		for i, message := range messages {
			digest := Sum512_256(message)
			copy(out[i*Size256:], digest[:])
		}
		return
	}
	blob.Default.Many(3, Size256, messages, out, nil, 0)
}
