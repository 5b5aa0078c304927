// Package blake3 is BLAKE3 with digests of any length.
//
// It takes the place of lukechampine.com/blake3, with the same functions and types. A
// large piece is hashed by all cores, by at most as many goroutines as GOMAXPROCS says,
// which end before Write does. The packages guts and bao below it take the place of that
// module's.
package blake3

import (
	"fmt"
	"hash"
	"io"

	"github.com/lanesum/lanesum/go/blake3"
	"github.com/lanesum/lanesum/go/internal/intake"
	"github.com/lanesum/lanesum/go/internal/pure"
	"github.com/lanesum/lanesum/go/internal/tree"
)

// Hasher is a message in pieces. It may be copied by value; New makes one.
type Hasher struct {
	h    blake3.Hasher
	size int
}

var _ hash.Hash = (*Hasher)(nil)

// New begins a message whose digest has size bytes. A key has 32 bytes, and is nil where
// there is none. It panics where a key has another length.
func New(size int, key []byte) *Hasher {
	// It is inlined: a hasher that its caller keeps to itself is none of the collector's.
	h := &Hasher{size: size}
	h.begin(key)
	return h
}

// begin begins the message, with a key if there is one.
//
//go:noinline
func (h *Hasher) begin(key []byte) {
	if key == nil {
		h.h.Begin(&pure.Plain)
		return
	}
	if len(key) != blake3.KeySize {
		panic(fmt.Sprintf("blake3: a key has %d bytes, not %d", blake3.KeySize, len(key)))
	}
	var keyed pure.Mode
	tree.SetKey(&keyed, (*[blake3.KeySize]byte)(key), pure.KeyedHash)
	h.h.Begin(&keyed)
}

// Write adds a piece to the message. It never fails, and keeps nothing of p.
func (h *Hasher) Write(p []byte) (int, error) { return h.h.WriteParallel(p) }

// ReadFrom adds all that a reader has. io.Copy calls it.
func (h *Hasher) ReadFrom(r io.Reader) (int64, error) { return intake.Copy(h, r) }

// WriteString adds a piece to the message.
func (h *Hasher) WriteString(s string) (int, error) { return h.h.WriteString(s) }

// Sum appends the digest of the message so far. More may follow: nothing is changed.
func (h *Hasher) Sum(b []byte) []byte {
	if h.size == blake3.Size {
		return h.h.Sum(b)
	}
	n := len(b)
	b = append(b, make([]byte, h.size)...)
	h.h.Digest().Read(b[n:])
	return b
}

// Reset begins another message, with the same key.
func (h *Hasher) Reset() { h.h.Reset() }

// BlockSize is the bytes of a block.
func (h *Hasher) BlockSize() int { return h.h.BlockSize() }

// Size is the bytes of a digest.
func (h *Hasher) Size() int { return h.size }

// XOF is the output of the message so far. It stays the same whatever is written then.
func (h *Hasher) XOF() *OutputReader { return &OutputReader{digest: *h.h.Digest()} }

// Sum256 is the hash of a message.
func Sum256(b []byte) [32]byte {
	if len(b) < large {
		return blake3.Sum256(b)
	}
	return [32]byte(sum(b, 32))
}

// Sum512 is the first 64 bytes of the output of a message.
func Sum512(b []byte) [64]byte {
	if len(b) < large {
		return blake3.Sum512(b)
	}
	return [64]byte(sum(b, 64))
}

// large is what all cores share.
const large = 1 << 20

func sum(b []byte, size int) []byte {
	h := New(size, nil)
	h.Write(b)
	return h.Sum(nil)
}

// DeriveKey derives a key, as many bytes as subKey has, from srcKey. The context is
// hardcoded, and nobody else uses it: "example.com 2019-12-25 16:18:03 session tokens v1".
func DeriveKey(subKey []byte, ctx string, srcKey []byte) { blake3.DeriveKey(ctx, srcKey, subKey) }
