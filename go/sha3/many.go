package sha3

import (
	"fmt"
	"hash"

	blob "github.com/lanesum/lanesum/go/internal/blob/sha3"
	"github.com/lanesum/lanesum/go/internal/many"
	"github.com/lanesum/lanesum/go/internal/sponge"
)

// Many224 hashes many messages of any lengths by SHA3-224, one in each lane, on this core.
// Digest i is at out[i*Size224:]. It panics where out is not len(messages)*Size224 bytes long.
func Many224(messages [][]byte, out []byte) {
	all(sponge.SHA3224, messages, out, func(message, digest []byte) { sum := Sum224(message); copy(digest, sum[:]) })
}

// Many256 hashes many messages of any lengths by SHA3-256, one in each lane, on this core.
// Digest i is at out[i*Size256:]. It panics where out is not len(messages)*Size256 bytes long.
func Many256(messages [][]byte, out []byte) {
	all(sponge.SHA3256, messages, out, func(message, digest []byte) { sum := Sum256(message); copy(digest, sum[:]) })
}

// Many384 hashes many messages of any lengths by SHA3-384, one in each lane, on this core.
// Digest i is at out[i*Size384:]. It panics where out is not len(messages)*Size384 bytes long.
func Many384(messages [][]byte, out []byte) {
	all(sponge.SHA3384, messages, out, func(message, digest []byte) { sum := Sum384(message); copy(digest, sum[:]) })
}

// Many512 hashes many messages of any lengths by SHA3-512, one in each lane, on this core.
// Digest i is at out[i*Size512:]. It panics where out is not len(messages)*Size512 bytes long.
func Many512(messages [][]byte, out []byte) {
	all(sponge.SHA3512, messages, out, func(message, digest []byte) { sum := Sum512(message); copy(digest, sum[:]) })
}

// ManyLegacyKeccak256 hashes many messages of any lengths by Keccak-256, one in each lane,
// on this core. Digest i is at out[i*Size256:]. It panics where out is not
// len(messages)*Size256 bytes long.
func ManyLegacyKeccak256(messages [][]byte, out []byte) {
	legacy(sponge.Keccak256, messages, out, NewLegacyKeccak256)
}

// ManyLegacyKeccak512 hashes many messages of any lengths by Keccak-512, one in each lane,
// on this core. Digest i is at out[i*Size512:]. It panics where out is not
// len(messages)*Size512 bytes long.
func ManyLegacyKeccak512(messages [][]byte, out []byte) {
	legacy(sponge.Keccak512, messages, out, NewLegacyKeccak512)
}

// ManySHAKE128 hashes many messages of any lengths by SHAKE128, one in each lane, on this
// core. Output i has length bytes, and is at out[i*length:]. It panics where length is
// negative, or out not len(messages)*length bytes long.
func ManySHAKE128(length int, messages [][]byte, out []byte) {
	squeeze(sponge.SHAKE128, length, messages, out)
}

// ManySHAKE256 hashes many messages of any lengths by SHAKE256, one in each lane, on this
// core. Output i has length bytes, and is at out[i*length:]. It panics where length is
// negative, or out not len(messages)*length bytes long.
func ManySHAKE256(length int, messages [][]byte, out []byte) {
	squeeze(sponge.SHAKE256, length, messages, out)
}

// all hashes messages by f, or by one where there are no lanes or no others.
func all(f sponge.Function, messages [][]byte, out []byte, one func(message, digest []byte)) {
	size := f.Size()
	many.Check(len(messages), size, out)
	if blob.Available && len(messages) > 1 {
		blob.Default.Many(f.Number(), size, messages, out, nil, uint64(size))
		return
	}
	for i, message := range messages {
		one(message, out[i*size:(i+1)*size])
	}
}

// legacy is all of Keccak: new begins a message where there is no code.
func legacy(f sponge.Function, messages [][]byte, out []byte, new func() hash.Hash) {
	var h hash.Hash
	all(f, messages, out, func(message, digest []byte) {
		if blob.Available {
			sponge.Sum(f, message, digest)
			return
		}
		if h == nil {
			h = new()
		}
		h.Reset()
		h.Write(message)
		h.Sum(digest[:0])
	})
}

// inLanes is the most output of a message that is squeezed out by the code: a call cannot
// be preempted meanwhile, and each message is squeezed alone.
const inLanes = 512

func squeeze(f sponge.Function, length int, messages [][]byte, out []byte) {
	if length < 0 {
		panic(fmt.Sprintf("lanesum: %d bytes of output", length))
	}
	many.Check(len(messages), length, out)
	if blob.Available && len(messages) > 1 && 0 < length && length <= inLanes {
		blob.Default.Many(f.Number(), length, messages, out, nil, uint64(length))
		return
	}
	for i, message := range messages {
		fill(f, out[i*length:(i+1)*length], message)
	}
}
