package bench

import (
	"fmt"
	"hash"
	"testing"

	"github.com/lanesum/lanesum/go/blake2b"
	"github.com/lanesum/lanesum/go/blake2s"
	"github.com/lanesum/lanesum/go/blake3"
	"github.com/lanesum/lanesum/go/sha3"
	zeebo "github.com/zeebo/blake3"
	xblake2b "golang.org/x/crypto/blake2b"
	xblake2s "golang.org/x/crypto/blake2s"
	xsha3 "golang.org/x/crypto/sha3"
)

// made is a hash that another function has made: it is not on its caller's stack.
var made hash.Hash

// A short message by a hash that is made for it, as a program has it that knows a hash.Hash, or
// that begins another message.
func BenchmarkNew(b *testing.B) {
	key := make([]byte, 32)
	keyed := func(new func(key []byte) (hash.Hash, error), key []byte) func() hash.Hash {
		return func() hash.Hash {
			h, err := new(key)
			if err != nil {
				b.Fatal(err)
			}
			return h
		}
	}
	for _, of := range []struct {
		name       string
		ours, peer func() hash.Hash
	}{
		{"BLAKE2b", keyed(blake2b.New256, nil), keyed(xblake2b.New256, nil)},
		{"BLAKE2b with a key", keyed(blake2b.New256, key), keyed(xblake2b.New256, key)},
		{"BLAKE2s", keyed(blake2s.New256, nil), keyed(xblake2s.New256, nil)},
		{"BLAKE2s with a key", keyed(blake2s.New256, key), keyed(xblake2s.New256, key)},
		{"BLAKE3", func() hash.Hash { return blake3.New() }, func() hash.Hash { return zeebo.New() }},
		{"SHA3-256", func() hash.Hash { return sha3.New256() }, xsha3.New256},
	} {
		for _, length := range []int{20, 1000} {
			message := make([]byte, length)
			for _, by := range []struct {
				name string
				new  func() hash.Hash
			}{{"lanesum", of.ours}, {"peer", of.peer}} {
				var sum [32]byte
				digest := func() {
					made.Write(message)
					made.Sum(sum[:0])
				}
				name := fmt.Sprintf("%s/%d/%%s/by=%s", of.name, length, by.name)
				run(b, fmt.Sprintf(name, "new"), length, func() { made = by.new(); digest() })
				made = by.new()
				run(b, fmt.Sprintf(name, "again"), length, func() { made.Reset(); digest() })
			}
		}
	}
}
