package bench

import (
	"crypto/sha512"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/lanesum/lanesum/go/blake2b"
	"github.com/lanesum/lanesum/go/blake3"
	"github.com/lanesum/lanesum/go/sha3"
	oursha512 "github.com/lanesum/lanesum/go/sha512"
	zeebo "github.com/zeebo/blake3"
	xblake2b "golang.org/x/crypto/blake2b"
	xsha3 "golang.org/x/crypto/sha3"
)

// A file that is opened, and read by io.Copy to a hash that is used again.
func BenchmarkCopy(b *testing.B) {
	unfailing := func(h hash.Hash, err error) hash.Hash {
		if err != nil {
			b.Fatal(err)
		}
		return h
	}
	for _, of := range []struct {
		name       string
		ours, peer hash.Hash
	}{
		{"BLAKE2b", unfailing(blake2b.New256(nil)), unfailing(xblake2b.New256(nil))},
		{"BLAKE3", blake3.New(), zeebo.New()},
		{"SHA3-256", sha3.New256(), xsha3.New256()},
		{"SHA-512", oursha512.New(), sha512.New()},
	} {
		for _, length := range []int{100, 4 << 10, 64 << 10, 1 << 20, 64 << 20} {
			path := filepath.Join(b.TempDir(), "file")
			if err := os.WriteFile(path, make([]byte, length), 0o600); err != nil {
				b.Fatal(err)
			}
			for _, by := range []struct {
				name string
				hash hash.Hash
			}{{"lanesum", of.ours}, {"peer", of.peer}} {
				var sum [64]byte
				run(b, fmt.Sprintf("%s/%d/by=%s", of.name, length, by.name), length, func() {
					file, err := os.Open(path)
					if err != nil {
						b.Fatal(err)
					}
					defer file.Close()
					by.hash.Reset()
					if n, err := io.Copy(by.hash, file); n != int64(length) || err != nil {
						b.Fatal(n, err)
					}
					by.hash.Sum(sum[:0])
				})
			}
		}
	}
}
