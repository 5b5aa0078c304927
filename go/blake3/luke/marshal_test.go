package blake3

import (
	"bytes"
	"encoding"
	"hash"
	"io"
	"testing"

	"github.com/lanesum/lanesum/go/internal/hashtest"
)

var (
	_ hash.Cloner                = (*Hasher)(nil)
	_ encoding.BinaryAppender    = (*Hasher)(nil)
	_ encoding.BinaryMarshaler   = (*Hasher)(nil)
	_ encoding.BinaryUnmarshaler = (*Hasher)(nil)
	_ io.ReadSeeker              = (*OutputReader)(nil)
)

// A message goes on as another hasher, wherever it is, and what is cut or changed is
// refused or harmless.
func TestMarshal(t *testing.T) {
	message := hashtest.Input(3 << 20)
	for _, n := range []int{0, 1, 1024, 5000, 16 << 10, 64 << 10, 300_000, 1 << 20, 1<<20 + 256<<10, 2<<20 + 77} {
		h := New(50, key)
		h.Write(message[:n])
		state, err := h.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		clone, err := h.Clone()
		if err != nil {
			t.Fatal(err)
		}
		h.Write(message[n:])
		clone.Write(message[n:])
		again := New(1, nil)
		if err := again.UnmarshalBinary(state); err != nil {
			t.Fatalf("after %d bytes: %v", n, err)
		}
		again.Write(message[n:])
		if want := h.Sum(nil); !bytes.Equal(again.Sum(nil), want) || !bytes.Equal(clone.Sum(nil), want) {
			t.Fatalf("after %d bytes: %x, not %x", n, again.Sum(nil), want)
		}
		for i := 0; i < 57; i++ {
			if New(1, nil).UnmarshalBinary(state[:i]) == nil {
				t.Fatalf("a state of %d bytes", i)
			}
		}
		state[11] = 0xff
		if again.UnmarshalBinary(state) == nil {
			t.Fatal("a digest of 2^63 bytes")
		}
	}
}
