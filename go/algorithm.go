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
// Where a message cannot be read, such as a mapped file that somebody has truncated, the
// process ends, even after [runtime/debug.SetPanicOnFault]: Go cannot unwind the stack from
// the assembly on. Copy or read files that others may truncate, and do not map them.
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
	"github.com/lanesum/lanesum/go/internal/blake2"
	"github.com/lanesum/lanesum/go/md5"
	"github.com/lanesum/lanesum/go/nabhash"
	"github.com/lanesum/lanesum/go/sha1"
	"github.com/lanesum/lanesum/go/sha256"
	"github.com/lanesum/lanesum/go/sha3"
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
	SHA3_224                    // FIPS 202.
	SHA3_256                    // FIPS 202.
	SHA3_384                    // FIPS 202.
	SHA3_512                    // FIPS 202.
	SHAKE128                    // FIPS 202, 32 bytes.
	SHAKE256                    // FIPS 202, 64 bytes.
	Keccak256                   // Keccak as it was submitted: Ethereum's hash.
	NABHash                     // By mengzhuo. No protection.
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
	BLAKE2b:    {"blake2b", blake2b.Size, func() hash.Hash { return blake2.Keyless(blake2b.New512(nil)) }, func(m [][]byte, out []byte) { unfailing(blake2b.Many(blake2b.Size, nil, m, out)) }},
	BLAKE2s:    {"blake2s", blake2s.Size, func() hash.Hash { return blake2.Keyless(blake2s.New256(nil)) }, func(m [][]byte, out []byte) { unfailing(blake2s.Many(blake2s.Size, nil, m, out)) }},
	BLAKE3:     {"blake3", blake3.Size, newBLAKE3, blake3.Many},
	SHA3_224:   {"sha3-224", sha3.Size224, func() hash.Hash { return sha3.New224() }, sha3.Many224},
	SHA3_256:   {"sha3-256", sha3.Size256, func() hash.Hash { return sha3.New256() }, sha3.Many256},
	SHA3_384:   {"sha3-384", sha3.Size384, func() hash.Hash { return sha3.New384() }, sha3.Many384},
	SHA3_512:   {"sha3-512", sha3.Size512, func() hash.Hash { return sha3.New512() }, sha3.Many512},
	SHAKE128:   {"shake128", 32, func() hash.Hash { return sha3.NewShake128() }, func(m [][]byte, out []byte) { sha3.ManySHAKE128(32, m, out) }},
	SHAKE256:   {"shake256", 64, func() hash.Hash { return sha3.NewShake256() }, func(m [][]byte, out []byte) { sha3.ManySHAKE256(64, m, out) }},
	Keccak256:  {"keccak-256", sha3.Size256, sha3.NewLegacyKeccak256, sha3.ManyLegacyKeccak256},
	NABHash:    {"nabhash", nabhash.Size, nabhash.New, nabhash.Many},
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

// cloner is BLAKE3 with the standard library's Clone: blake3's is zeebo's.
type cloner struct{ *blake3.Hasher }

func (c cloner) Clone() (hash.Cloner, error) { return cloner{c.Hasher.Clone()}, nil }

func newBLAKE3() hash.Hash { return cloner{blake3.New()} }

func unfailing(err error) {
	if err != nil {
		panic(err)
	}
}
