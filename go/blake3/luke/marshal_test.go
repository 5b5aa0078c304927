package blake3

import (
	"bytes"
	"encoding"
	"encoding/binary"
	"hash"
	"io"
	"math"
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
	}
}

// A size is taken where it may have been written, and the others are refused, for Sum would
// make room for as many bytes.
func TestMarshalSize(t *testing.T) {
	var h Hasher
	state, _ := New(0, key).MarshalBinary()
	for bit := range 64 {
		for _, size := range []uint64{1 << bit, 1<<bit - 1, math.MaxUint64 << bit} {
			binary.LittleEndian.PutUint64(state[len(magic):], size)
			if err := h.UnmarshalBinary(state); (err == nil) != (size < 1<<31) {
				t.Fatalf("a digest of %d bytes: %v", size, err)
			} else if err != nil {
				continue
			}
			if again, err := h.MarshalBinary(); h.Size() != int(size) || err != nil || !bytes.Equal(again, state) {
				t.Fatalf("a digest of %d bytes: %d, %v", size, h.Size(), err)
			}
			if size < 1<<16 && len(h.Sum(nil)) != int(size) {
				t.Fatalf("a digest of %d bytes has another length", size)
			}
		}
	}
	for _, size := range []int{-1, math.MinInt, math.MaxInt} {
		if _, err := New(size, nil).MarshalBinary(); err == nil && size != math.MaxInt32 {
			t.Errorf("a digest of %d bytes is written", size)
		}
	}
}

// Nothing that is taken makes a panic, and all of it is marshalled as it was.
func FuzzUnmarshal(f *testing.F) {
	for _, n := range []int{0, 1, 1024, 16_385, 100_000} {
		h := New(64, key)
		h.Write(hashtest.Input(n))
		state, _ := h.MarshalBinary()
		f.Add(state)
		for _, size := range []uint64{0, 1<<31 - 1, 1 << 31, 1 << 60, math.MaxUint64} {
			bad := bytes.Clone(state)
			binary.LittleEndian.PutUint64(bad[len(magic):], size)
			f.Add(bad)
		}
	}
	f.Fuzz(func(t *testing.T, state []byte) {
		var h Hasher
		if h.UnmarshalBinary(state) != nil {
			return
		}
		if again, err := h.MarshalBinary(); err != nil || !bytes.Equal(again, state) {
			t.Fatal("it is taken, and marshalled as another one", err)
		}
		h.Write(hashtest.Input(70_000))
		// Some GiB are a digest, too, and take long.
		if h.Size() < 1<<20 && len(h.Sum(nil)) != h.Size() {
			t.Fatal("a digest of another length")
		}
	})
}
