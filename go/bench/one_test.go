package bench

import (
	"crypto/sha3"
	"crypto/sha512"
	"fmt"
	"testing"

	lanesum "github.com/lanesum/lanesum/go"
	"golang.org/x/crypto/blake2b"
	"golang.org/x/crypto/blake2s"
	xsha3 "golang.org/x/crypto/sha3"
)

// One message alone, beside the standard library and x/crypto.
func BenchmarkOne(b *testing.B) {
	for _, of := range []struct {
		algorithm lanesum.Algorithm
		peer      func(message, out []byte) []byte
	}{
		{lanesum.SHA512, func(m, out []byte) []byte { d := sha512.Sum512(m); return append(out, d[:]...) }},
		{lanesum.SHA3_256, func(m, out []byte) []byte { d := sha3.Sum256(m); return append(out, d[:]...) }},
		{lanesum.SHA3_512, func(m, out []byte) []byte { d := sha3.Sum512(m); return append(out, d[:]...) }},
		{lanesum.SHAKE128, func(m, out []byte) []byte { return append(out, sha3.SumSHAKE128(m, 32)...) }},
		{lanesum.Keccak256, func(m, out []byte) []byte {
			h := xsha3.NewLegacyKeccak256()
			h.Write(m)
			return h.Sum(out)
		}},
		{lanesum.BLAKE2b, func(m, out []byte) []byte { d := blake2b.Sum512(m); return append(out, d[:]...) }},
		{lanesum.BLAKE2s, func(m, out []byte) []byte { d := blake2s.Sum256(m); return append(out, d[:]...) }},
	} {
		for _, length := range []int{16, 256, 4 << 10, 1 << 20} {
			message, out := make([]byte, length), make([]byte, 0, 64)
			name := fmt.Sprintf("%v/%d/", of.algorithm, length)
			run(b, name+"by=lanesum", length, func() { out = lanesum.Sum(of.algorithm, message, out[:0]) })
			run(b, name+"by=peer", length, func() { out = of.peer(message, out[:0]) })
		}
	}
}
