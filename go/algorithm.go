// Package lanesum hashes many messages at once, one in each lane of the CPU's vectors:
// the library of the same name, compiled from the same source to assembly. There is no
// cgo in it.
//
// A hash of one message is a chain: every step waits for the last, and most of the core
// idles. Sixteen messages in the lanes of a vector cost what one costs.
//
// The packages beside this one take the places of crypto/md5, crypto/sha256,
// golang.org/x/crypto/blake2b, github.com/zeebo/blake3, github.com/minio/md5-simd and
// others. Where the CPU has no lanes, or the platform is neither amd64 nor arm64, all of
// them are the standard library's hashes, x/crypto's, and BLAKE3 in plain Go.
//
// The environment variable LANESUM_ISA caps the instruction sets, by the names of
// [Kernel]: for tests, benchmarks and bug reports.
package lanesum

import (
	"fmt"
	"hash"

	"github.com/lanesum/lanesum/go/blake2b"
	"github.com/lanesum/lanesum/go/blake2s"
	"github.com/lanesum/lanesum/go/blake3"
	"github.com/lanesum/lanesum/go/md5"
	"github.com/lanesum/lanesum/go/sha1"
	"github.com/lanesum/lanesum/go/sha256"
	"github.com/lanesum/lanesum/go/sha512"
)

// Algorithm is a hash function.
type Algorithm uint8

// The algorithms.
const (
	MD5        Algorithm = iota // RFC 1321. Broken.
	SHA1                        // FIPS 180-4. Broken.
	SHA224                      // FIPS 180-4.
	SHA256                      // FIPS 180-4.
	SHA384                      // FIPS 180-4.
	SHA512                      // FIPS 180-4.
	SHA512_224                  // FIPS 180-4.
	SHA512_256                  // FIPS 180-4.
	BLAKE2b                     // RFC 7693, 64 bytes, without a key.
	BLAKE2s                     // RFC 7693, 32 bytes, without a key.
	BLAKE3                      // The BLAKE3 paper, 32 bytes, without a key.
	count
)

// of says what there is to each algorithm.
var of = [count]struct {
	name string
	size int
	new  func() hash.Hash
	many func(messages [][]byte, out []byte)
}{
	MD5:        {"md5", md5.Size, md5.New, md5.Many},
	SHA1:       {"sha1", sha1.Size, sha1.New, sha1.Many},
	SHA224:     {"sha224", sha256.Size224, sha256.New224, sha256.Many224},
	SHA256:     {"sha256", sha256.Size, sha256.New, sha256.Many},
	SHA384:     {"sha384", sha512.Size384, sha512.New384, sha512.Many384},
	SHA512:     {"sha512", sha512.Size, sha512.New, sha512.Many},
	SHA512_224: {"sha512-224", sha512.Size224, sha512.New512_224, sha512.Many512_224},
	SHA512_256: {"sha512-256", sha512.Size256, sha512.New512_256, sha512.Many512_256},
	BLAKE2b:    {"blake2b", blake2b.Size, func() hash.Hash { return keyless(blake2b.New512(nil)) }, func(m [][]byte, out []byte) { unfailing(blake2b.Many(blake2b.Size, nil, m, out)) }},
	BLAKE2s:    {"blake2s", blake2s.Size, func() hash.Hash { return keyless(blake2s.New256(nil)) }, func(m [][]byte, out []byte) { unfailing(blake2s.Many(blake2s.Size, nil, m, out)) }},
	BLAKE3:     {"blake3", blake3.Size, func() hash.Hash { return blake3.New() }, blake3.Many},
}

// Algorithms are all of them.
func Algorithms() []Algorithm {
	all := make([]Algorithm, count)
	for i := range all {
		all[i] = Algorithm(i)
	}
	return all
}

// Parse finds an algorithm by its name.
func Parse(name string) (Algorithm, error) {
	for a := range count {
		if of[a].name == name {
			return a, nil
		}
	}
	return 0, fmt.Errorf("lanesum: no algorithm is called %q", name)
}

// String is the name: "md5", "sha512-256", "blake3".
func (a Algorithm) String() string {
	if a >= count {
		return fmt.Sprintf("Algorithm(%d)", uint8(a))
	}
	return of[a].name
}

// Size is the bytes of a digest.
func (a Algorithm) Size() int { return of[a].size }

// New begins a message.
func New(a Algorithm) hash.Hash { return of[a].new() }

// Sum appends the digest of a message.
func Sum(a Algorithm, message, out []byte) []byte {
	switch a {
	case MD5:
		digest := md5.Sum(message)
		return append(out, digest[:]...)
	case SHA1:
		digest := sha1.Sum(message)
		return append(out, digest[:]...)
	case SHA224:
		digest := sha256.Sum224(message)
		return append(out, digest[:]...)
	case SHA256:
		digest := sha256.Sum256(message)
		return append(out, digest[:]...)
	case SHA384:
		digest := sha512.Sum384(message)
		return append(out, digest[:]...)
	case SHA512:
		digest := sha512.Sum512(message)
		return append(out, digest[:]...)
	case SHA512_224:
		digest := sha512.Sum512_224(message)
		return append(out, digest[:]...)
	case SHA512_256:
		digest := sha512.Sum512_256(message)
		return append(out, digest[:]...)
	case BLAKE2b:
		digest := blake2b.Sum512(message)
		return append(out, digest[:]...)
	case BLAKE2s:
		digest := blake2s.Sum256(message)
		return append(out, digest[:]...)
	case BLAKE3:
		digest := blake3.Sum256(message)
		return append(out, digest[:]...)
	}
	panic("lanesum: no such algorithm")
}

// keyless is a hash without a key, which there always is.
func keyless(h hash.Hash, err error) hash.Hash {
	unfailing(err)
	return h
}

func unfailing(err error) {
	if err != nil {
		panic(err)
	}
}
