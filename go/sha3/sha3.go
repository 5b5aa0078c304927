// Package sha3 is SHA-3 and SHAKE, FIPS 202, cSHAKE, NIST SP 800-185, and Keccak as it was
// before FIPS 202.
//
// It takes the place of crypto/sha3, with the same functions and types, and has the names
// that golang.org/x/crypto/sha3 has besides: those of ShakeHash and of the legacy Keccak.
// For many messages there are Many224 and its like, which hash one in each lane of the
// CPU's vectors. One message alone is the standard library's.
package sha3

import (
	"crypto/sha3"
	"hash"

	xsha3 "golang.org/x/crypto/sha3"
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

// SHA3 is a message of SHA-3 in pieces. It can be marshalled and cloned.
type SHA3 = sha3.SHA3

// SHAKE is a message of SHAKE or cSHAKE in pieces, and then its output. It can be
// marshalled.
type SHAKE = sha3.SHAKE

// ShakeHash is golang.org/x/crypto/sha3's interface of SHAKE.
type ShakeHash = xsha3.ShakeHash

// New224 begins a message of SHA3-224.
func New224() *SHA3 { return sha3.New224() }

// Sum224 is the SHA3-224 of a message.
func Sum224(data []byte) [Size224]byte { return sha3.Sum224(data) }

// New256 begins a message of SHA3-256.
func New256() *SHA3 { return sha3.New256() }

// Sum256 is the SHA3-256 of a message.
func Sum256(data []byte) [Size256]byte { return sha3.Sum256(data) }

// New384 begins a message of SHA3-384.
func New384() *SHA3 { return sha3.New384() }

// Sum384 is the SHA3-384 of a message.
func Sum384(data []byte) [Size384]byte { return sha3.Sum384(data) }

// New512 begins a message of SHA3-512.
func New512() *SHA3 { return sha3.New512() }

// Sum512 is the SHA3-512 of a message.
func Sum512(data []byte) [Size512]byte { return sha3.Sum512(data) }

// NewSHAKE128 begins a message of SHAKE128.
func NewSHAKE128() *SHAKE { return sha3.NewSHAKE128() }

// NewCSHAKE128 begins a message of cSHAKE128, with the name of a function, which NIST gives
// out, and a customization string. Where both are empty, it is SHAKE128.
func NewCSHAKE128(N, S []byte) *SHAKE { return sha3.NewCSHAKE128(N, S) }

// SumSHAKE128 is the SHAKE128 of a message, so many bytes of it.
func SumSHAKE128(data []byte, length int) []byte { return sha3.SumSHAKE128(data, length) }

// NewShake128 is NewSHAKE128, by golang.org/x/crypto/sha3's name.
func NewShake128() ShakeHash { return xsha3.NewShake128() }

// NewCShake128 is NewCSHAKE128, by golang.org/x/crypto/sha3's name.
func NewCShake128(N, S []byte) ShakeHash { return xsha3.NewCShake128(N, S) }

// ShakeSum128 fills hash with the SHAKE128 of a message.
func ShakeSum128(hash, data []byte) { xsha3.ShakeSum128(hash, data) }

// NewSHAKE256 begins a message of SHAKE256.
func NewSHAKE256() *SHAKE { return sha3.NewSHAKE256() }

// NewCSHAKE256 begins a message of cSHAKE256, with the name of a function, which NIST gives
// out, and a customization string. Where both are empty, it is SHAKE256.
func NewCSHAKE256(N, S []byte) *SHAKE { return sha3.NewCSHAKE256(N, S) }

// SumSHAKE256 is the SHAKE256 of a message, so many bytes of it.
func SumSHAKE256(data []byte, length int) []byte { return sha3.SumSHAKE256(data, length) }

// NewShake256 is NewSHAKE256, by golang.org/x/crypto/sha3's name.
func NewShake256() ShakeHash { return xsha3.NewShake256() }

// NewCShake256 is NewCSHAKE256, by golang.org/x/crypto/sha3's name.
func NewCShake256(N, S []byte) ShakeHash { return xsha3.NewCShake256(N, S) }

// ShakeSum256 fills hash with the SHAKE256 of a message.
func ShakeSum256(hash, data []byte) { xsha3.ShakeSum256(hash, data) }

// NewLegacyKeccak256 begins a message of Keccak-256, which pads otherwise than FIPS 202: Ethereum's hash.
func NewLegacyKeccak256() hash.Hash { return xsha3.NewLegacyKeccak256() }

// NewLegacyKeccak512 begins a message of Keccak-512, which pads otherwise than FIPS 202.
func NewLegacyKeccak512() hash.Hash { return xsha3.NewLegacyKeccak512() }
