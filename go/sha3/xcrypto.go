package sha3

import (
	"hash"

	blob "github.com/lanesum/lanesum/go/internal/blob/sha3"
	"github.com/lanesum/lanesum/go/internal/sponge"
	"golang.org/x/crypto/sha3"
)

// ShakeHash is golang.org/x/crypto/sha3's interface of SHAKE.
type ShakeHash = sha3.ShakeHash

// shakeHash is SHAKE as a hash.
type shakeHash struct {
	SHAKE
	squeezing bool
}

// NewShake128 is NewSHAKE128, by golang.org/x/crypto/sha3's name.
func NewShake128() ShakeHash { return &shakeHash{SHAKE: *NewSHAKE128()} }

// NewCShake128 is NewCSHAKE128, by golang.org/x/crypto/sha3's name.
func NewCShake128(N, S []byte) ShakeHash { return &shakeHash{SHAKE: *NewCSHAKE128(N, S)} }

// ShakeSum128 fills hash with the SHAKE128 of a message.
func ShakeSum128(hash, data []byte) { fill(sponge.SHAKE128, hash, data) }

// NewShake256 is NewSHAKE256, by golang.org/x/crypto/sha3's name.
func NewShake256() ShakeHash { return &shakeHash{SHAKE: *NewSHAKE256()} }

// NewCShake256 is NewCSHAKE256, by golang.org/x/crypto/sha3's name.
func NewCShake256(N, S []byte) ShakeHash { return &shakeHash{SHAKE: *NewCSHAKE256(N, S)} }

// ShakeSum256 fills hash with the SHAKE256 of a message.
func ShakeSum256(hash, data []byte) { fill(sponge.SHAKE256, hash, data) }

func (s *shakeHash) Size() int { return s.own.Size() }

func (s *shakeHash) Read(p []byte) (int, error) {
	s.squeezing = true
	return s.SHAKE.Read(p)
}

func (s *shakeHash) Reset() {
	s.squeezing = false
	s.SHAKE.Reset()
}

func (s *shakeHash) Sum(b []byte) []byte {
	if s.squeezing {
		panic("sha3: Sum after Read")
	}
	var room [64]byte
	c, digest := s.SHAKE, room[:s.Size()]
	c.Read(digest)
	return append(b, digest...)
}

func (s *shakeHash) Clone() ShakeHash {
	c := *s
	return &c
}

// Neither x/crypto's Keccak nor this one is in a validated module: what is known when this
// is compiled decides, so that there is one type, and what is begun lies on the caller's
// stack where it can.

// NewLegacyKeccak256 begins a message of Keccak-256, which pads otherwise than FIPS 202: Ethereum's hash.
func NewLegacyKeccak256() hash.Hash {
	if !blob.Available {
		return sha3.NewLegacyKeccak256()
	}
	return &sponge.State{Function: sponge.Keccak256}
}

// NewLegacyKeccak512 begins a message of Keccak-512, which pads otherwise than FIPS 202.
func NewLegacyKeccak512() hash.Hash {
	if !blob.Available {
		return sha3.NewLegacyKeccak512()
	}
	return &sponge.State{Function: sponge.Keccak512}
}
