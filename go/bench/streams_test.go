package bench

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"fmt"
	"hash"
	"testing"

	lanesum "github.com/lanesum/lanesum/go"
	"github.com/lanesum/lanesum/go/streams"
)

// One goroutine that writes a message of a MiB in pieces, to a stream that nobody shares lanes with.
func BenchmarkStreamAlone(b *testing.B) {
	for _, of := range []struct {
		algorithm lanesum.Algorithm
		peer      func() hash.Hash
	}{{lanesum.MD5, md5.New}, {lanesum.SHA1, sha1.New}, {lanesum.SHA256, sha256.New}, {lanesum.SHA512, sha512.New}} {
		for _, length := range []int{8, 100, 1000, 4 << 10, 32 << 10} {
			piece := messages(1, length)[0]
			for _, by := range []struct {
				name string
				hash.Hash
			}{{"lanesum", streams.New(of.algorithm).New()}, {"crypto", of.peer()}} {
				var sum [64]byte
				run(b, fmt.Sprintf("%v/%d/by=%s", of.algorithm, length, by.name), 1<<20/length*length, func() {
					by.Reset()
					for range 1 << 20 / length {
						by.Write(piece)
					}
					by.Sum(sum[:0])
				})
			}
		}
	}
}
