package sha3

import (
	"crypto/sha3"
	"fmt"
	"hash"

	blob "github.com/lanesum/lanesum/go/internal/blob/sha3"
	"github.com/lanesum/lanesum/go/internal/many"
)

// The hashes, as crates/lanesum/src/guest.rs numbers them.
const (
	sha3224 = iota
	sha3256
	sha3384
	sha3512
	shake128
	shake256
	keccak256
	keccak512
)

// Many224 hashes many messages of any lengths by SHA3-224, one in each lane, on this core.
// Digest i is at out[i*Size224:]. It panics where out is not len(messages)*Size224 bytes long.
func Many224(messages [][]byte, out []byte) {
	all(sha3224, Size224, messages, out, func() hash.Hash { return sha3.New224() })
}

// Many256 hashes many messages of any lengths by SHA3-256, one in each lane, on this core.
// Digest i is at out[i*Size256:]. It panics where out is not len(messages)*Size256 bytes long.
func Many256(messages [][]byte, out []byte) {
	all(sha3256, Size256, messages, out, func() hash.Hash { return sha3.New256() })
}

// Many384 hashes many messages of any lengths by SHA3-384, one in each lane, on this core.
// Digest i is at out[i*Size384:]. It panics where out is not len(messages)*Size384 bytes long.
func Many384(messages [][]byte, out []byte) {
	all(sha3384, Size384, messages, out, func() hash.Hash { return sha3.New384() })
}

// Many512 hashes many messages of any lengths by SHA3-512, one in each lane, on this core.
// Digest i is at out[i*Size512:]. It panics where out is not len(messages)*Size512 bytes long.
func Many512(messages [][]byte, out []byte) {
	all(sha3512, Size512, messages, out, func() hash.Hash { return sha3.New512() })
}

// ManyLegacyKeccak256 hashes many messages of any lengths by Keccak-256, one in each lane,
// on this core. Digest i is at out[i*Size256:]. It panics where out is not
// len(messages)*Size256 bytes long.
func ManyLegacyKeccak256(messages [][]byte, out []byte) {
	all(keccak256, Size256, messages, out, NewLegacyKeccak256)
}

// ManyLegacyKeccak512 hashes many messages of any lengths by Keccak-512, one in each lane,
// on this core. Digest i is at out[i*Size512:]. It panics where out is not
// len(messages)*Size512 bytes long.
func ManyLegacyKeccak512(messages [][]byte, out []byte) {
	all(keccak512, Size512, messages, out, NewLegacyKeccak512)
}

// ManySHAKE128 hashes many messages of any lengths by SHAKE128, one in each lane, on this
// core. Output i has length bytes, and is at out[i*length:]. It panics where length is
// negative, or out not len(messages)*length bytes long.
func ManySHAKE128(length int, messages [][]byte, out []byte) {
	squeeze(shake128, length, messages, out, sha3.NewSHAKE128)
}

// ManySHAKE256 hashes many messages of any lengths by SHAKE256, one in each lane, on this
// core. Output i has length bytes, and is at out[i*length:]. It panics where length is
// negative, or out not len(messages)*length bytes long.
func ManySHAKE256(length int, messages [][]byte, out []byte) {
	squeeze(shake256, length, messages, out, sha3.NewSHAKE256)
}

func all(which uint64, size int, messages [][]byte, out []byte, new func() hash.Hash) {
	many.Check(len(messages), size, out)
	if blob.Available && len(messages) > 1 {
		blob.Default.Many(which, size, messages, out, nil, uint64(size))
		return
	}
	h := new()
	for i, message := range messages {
		h.Reset()
		h.Write(message)
		h.Sum(out[i*size : i*size])
	}
}

// inLanes is the most output of a message that is squeezed out by the code: a call cannot
// be preempted meanwhile, and each message is squeezed alone.
const inLanes = 512

func squeeze(which uint64, length int, messages [][]byte, out []byte, new func() *SHAKE) {
	if length < 0 {
		panic(fmt.Sprintf("lanesum: %d bytes of output", length))
	}
	many.Check(len(messages), length, out)
	if blob.Available && len(messages) > 1 && 0 < length && length <= inLanes {
		blob.Default.Many(which, length, messages, out, nil, uint64(length))
		return
	}
	s := new()
	for i, message := range messages {
		s.Reset()
		s.Write(message)
		s.Read(out[i*length : (i+1)*length])
	}
}
