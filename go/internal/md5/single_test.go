package md5

import (
	"crypto/md5"
	"encoding"
	"errors"
	"hash"
	"testing"

	"github.com/lanesum/lanesum/go/internal/engine"
	"github.com/lanesum/lanesum/go/internal/merkle"
)

// refusing is a hash that adds nothing from some write on, as MD5 where it is not allowed.
type refusing struct {
	hash.Hash
	encoding.BinaryAppender
	encoding.BinaryUnmarshaler
	writes int
}

func (r *refusing) Write(p []byte) (int, error) {
	if r.writes--; r.writes < 0 {
		return 0, errors.New("not allowed")
	}
	return r.Hash.Write(p)
}

// start is a state that no message begins with.
func start() engine.State { return engine.Words32(7, 0, 0, 5) }

// Blocks that the standard library adds to a state, and those that it refuses.
func TestSingle(t *testing.T) {
	if !Available {
		t.Skip("no states on this platform")
	}
	// The least that the standard library adds, and the most that a call does.
	const least, most = 4 << 10, 16 << 10
	message := make([]byte, 3*most+5*64)
	for i := range message {
		message[i] = byte(i * i >> 7)
	}
	for _, n := range []int{0, 64, least - 64, least, least + 64, most, most + 64, len(message)} {
		want := start()
		kernels := *MD5
		kernels.Single = nil
		got := want
		kernels.Alone(&want, message[:n])
		if MD5.Alone(&got, message[:n]); got != want {
			t.Errorf("%d bytes: %x, not %x", n, got, want)
		}
		for writes := range 3 {
			h := *MD5
			h.Single = merkle.NewSingle(func() hash.Hash {
				d := md5.New()
				return &refusing{d, d.(encoding.BinaryAppender), d.(encoding.BinaryUnmarshaler), writes}
			})
			got := start()
			if h.Alone(&got, message[:n]); got != want {
				t.Errorf("%d bytes, refused after %d writes: %x, not %x", n, writes, got, want)
			}
		}
	}
}
