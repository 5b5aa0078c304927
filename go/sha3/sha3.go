// Package sha3 is SHA-3 and SHAKE, FIPS 202, cSHAKE, NIST SP 800-185, and Keccak as it was
// before FIPS 202.
//
// It takes the place of crypto/sha3, with the same functions, and types with the same methods,
// and has the names that golang.org/x/crypto/sha3 has besides: those of ShakeHash and of the
// legacy Keccak. Encoded states are theirs, both ways. For many messages there are Many224 and
// its like, which hash one in each lane of the CPU's vectors.
//
// One message alone is hashed by a kernel of its own, 1.2 to 1.7 times as fast as the standard
// library's on an AMD Zen 5. It is the standard library's, or x/crypto's, where there is no
// assembly, and SHA-3 and SHAKE are where [crypto/fips140.Enabled] says that a program uses
// the validated module.
package sha3

import (
	"crypto/sha3"
	"hash"
	"io"

	"github.com/lanesum/lanesum/go/internal/intake"
	"github.com/lanesum/lanesum/go/internal/sponge"
)

const (
	// Size224 is the bytes of a digest of SHA3-224.
	Size224 = 28
	// Size256 is the bytes of a digest of SHA3-256, and of Keccak-256.
	Size256 = 32
	// Size384 is the bytes of a digest of SHA3-384.
	Size384 = 48
	// Size512 is the bytes of a digest of SHA3-512, and of Keccak-512.
	Size512 = 64
)

// SHA3 is a message of SHA-3 in pieces. It can be marshalled and cloned. The zero value is
// a message of SHA3-256.
type SHA3 struct {
	own sponge.State
	// std has the message where own is not to be used.
	std sha3.SHA3
}

// Sum224 is the SHA3-224 of a message.
func Sum224(data []byte) (digest [Size224]byte) {
	if !sponge.Available {
		return sha3.Sum224(data)
	}
	sponge.Sum(sponge.SHA3224, data, digest[:])
	return digest
}

// Sum256 is the SHA3-256 of a message.
func Sum256(data []byte) (digest [Size256]byte) {
	if !sponge.Available {
		return sha3.Sum256(data)
	}
	sponge.Sum(sponge.SHA3256, data, digest[:])
	return digest
}

// Sum384 is the SHA3-384 of a message.
func Sum384(data []byte) (digest [Size384]byte) {
	if !sponge.Available {
		return sha3.Sum384(data)
	}
	sponge.Sum(sponge.SHA3384, data, digest[:])
	return digest
}

// Sum512 is the SHA3-512 of a message.
func Sum512(data []byte) (digest [Size512]byte) {
	if !sponge.Available {
		return sha3.Sum512(data)
	}
	sponge.Sum(sponge.SHA3512, data, digest[:])
	return digest
}

// New224 begins a message of SHA3-224.
func New224() *SHA3 {
	s := &SHA3{own: sponge.State{Function: sponge.SHA3224}}
	if !sponge.Available {
		s.std = *sha3.New224()
	}
	return s
}

// New256 begins a message of SHA3-256.
func New256() *SHA3 {
	// The standard library's zero value is SHA3-256, too.
	return &SHA3{own: sponge.State{Function: sponge.SHA3256}}
}

// New384 begins a message of SHA3-384.
func New384() *SHA3 {
	s := &SHA3{own: sponge.State{Function: sponge.SHA3384}}
	if !sponge.Available {
		s.std = *sha3.New384()
	}
	return s
}

// New512 begins a message of SHA3-512.
func New512() *SHA3 {
	s := &SHA3{own: sponge.State{Function: sponge.SHA3512}}
	if !sponge.Available {
		s.std = *sha3.New512()
	}
	return s
}

// init makes the zero value what it stands for.
func (s *SHA3) init() {
	if s.own.Function == (sponge.Function{}) {
		s.own.Function = sponge.SHA3256
	}
}

// Write adds a piece to the message.
func (s *SHA3) Write(p []byte) (n int, err error) {
	if !sponge.Available {
		return s.std.Write(p)
	}
	s.init()
	return s.own.Write(p)
}

// ReadFrom adds all that a reader has. io.Copy calls it.
func (s *SHA3) ReadFrom(r io.Reader) (int64, error) { return intake.Copy(s, r) }

// Sum appends the digest of the message so far.
func (s *SHA3) Sum(b []byte) []byte {
	if !sponge.Available {
		return s.std.Sum(b)
	}
	s.init()
	return s.own.Sum(b)
}

// Reset begins another message.
func (s *SHA3) Reset() {
	if !sponge.Available {
		s.std.Reset()
		return
	}
	s.init()
	s.own.Reset()
}

// Size is the bytes of a digest.
func (s *SHA3) Size() int {
	s.init()
	return s.own.Size()
}

// BlockSize is the bytes of a block.
func (s *SHA3) BlockSize() int {
	s.init()
	return s.own.BlockSize()
}

// MarshalBinary encodes the state, as crypto/sha3 does.
func (s *SHA3) MarshalBinary() ([]byte, error) {
	return s.AppendBinary(make([]byte, 0, sponge.Encoded))
}

// AppendBinary appends the encoded state.
func (s *SHA3) AppendBinary(b []byte) ([]byte, error) {
	if !sponge.Available {
		return s.std.AppendBinary(b)
	}
	s.init()
	return s.own.AppendBinary(b)
}

// UnmarshalBinary takes an encoded state.
func (s *SHA3) UnmarshalBinary(data []byte) error {
	if !sponge.Available {
		return s.std.UnmarshalBinary(data)
	}
	s.init()
	return s.own.UnmarshalBinary(data)
}

// Clone is another hash of the same message so far.
func (s *SHA3) Clone() (hash.Cloner, error) {
	c := *s
	return &c, nil
}
