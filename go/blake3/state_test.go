package blake3

import (
	"bytes"
	"io"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/lanesum/lanesum/go/internal/hashtest"
	"github.com/lanesum/lanesum/go/internal/pure"
	"github.com/lanesum/lanesum/go/internal/race"

	"hash"
)

func TestHash(t *testing.T) {
	hashtest.Test(t, func() hash.Hash { return New() })
	hashtest.Test(t, func() hash.Hash { return NewDeriveKey("lanesum 2026-11-22 a test") })
	hashtest.Test(t, func() hash.Hash {
		h, err := NewKeyed([]byte("whats the Elvish word for friend"))
		if err != nil {
			t.Fatal(err)
		}
		return h
	})
}

// A state goes on after every length next to which something turns, with the output of
// the message.
func TestMarshalLengths(t *testing.T) {
	for _, n := range lengths {
		for _, piece := range []int{n, 1000, 16384, 20_000} {
			h := New()
			for rest := hashtest.Input(n); len(rest) > 0; {
				k := min(max(piece, 1), len(rest))
				h.Write(rest[:k])
				rest = rest[k:]
			}
			state, err := h.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			var other Hasher
			if err := other.UnmarshalBinary(state); err != nil {
				t.Fatalf("after %d bytes in pieces of %d: %v", n, piece, err)
			}
			if !bytes.Equal(other.Sum(nil), h.Sum(nil)) {
				t.Fatalf("another digest after %d bytes", n)
			}
			more := hashtest.Input(40_000)
			h.Write(more)
			other.Write(more)
			if want := pure.Plain.Hash(append(hashtest.Input(n), more...)); !bytes.Equal(other.Sum(nil), want[:]) || !bytes.Equal(h.Sum(nil), want[:]) {
				t.Fatalf("%d bytes and more", n)
			}
		}
	}
}

// What no message leaves is not taken, whatever byte of a state is another one, and
// nothing that is taken makes a panic.
func FuzzUnmarshal(f *testing.F) {
	for _, n := range []int{0, 1, 1024, 16384, 16385, 65536, 100_000} {
		h := New()
		h.Write(hashtest.Input(n))
		state, _ := h.MarshalBinary()
		f.Add(state)
	}
	f.Fuzz(func(t *testing.T, state []byte) {
		var h Hasher
		if h.UnmarshalBinary(state) != nil {
			return
		}
		h.Sum(nil)
		again, _ := h.MarshalBinary()
		if !bytes.Equal(again, state) {
			t.Fatal("it is taken, and marshalled as another one")
		}
		h.Write(hashtest.Input(70_000))
		h.Sum(nil)
	})
}

func TestUnmarshalBad(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for _, n := range []int{0, 1, 1024, 16384, 65536, 100_000} {
		h := New()
		h.Write(hashtest.Input(n))
		state, _ := h.MarshalBinary()
		// The magic, the number of bytes in subtrees, and that of subtrees.
		for _, at := range []int{0, 3, 40, 41, 48, 50} {
			bad := bytes.Clone(state)
			bad[min(at, len(bad)-1)] ^= 1 << r.IntN(8)
			var other Hasher
			if other.UnmarshalBinary(bad) == nil {
				other.Sum(nil)
				if again, _ := other.MarshalBinary(); !bytes.Equal(again, bad) {
					t.Errorf("byte %d of a state after %d", at, n)
				}
			}
		}
	}
}

func TestXOF(t *testing.T) {
	x := NewXOF()
	message, want := hashtest.Input(5000), outputOf(pure.Plain, hashtest.Input(5000), 1000)
	for range 2 {
		x.Write(message[:1000])
		x.Write(message[1000:])
		got := make([]byte, len(want))
		io.ReadFull(x, got[:10])
		io.ReadFull(x, got[10:])
		if !bytes.Equal(got, want) {
			t.Error("a wrong output")
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Error("written after Read")
				}
			}()
			x.Write(message)
		}()
		x.Reset()
	}
	if x.BlockSize() != BlockSize {
		t.Error(x.BlockSize())
	}
}

// One message on all cores is the same hash, and leaves no goroutine.
func TestSumParallel(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	before := runtime.NumGoroutine()
	all := hashtest.Input(9<<20 + 777)
	for _, n := range []int{0, 1, 1024, 65_536, 262_143, 262_144, 262_145, 393_216, 1 << 20, 1<<20 + 1, 5<<20 - 1, 8 << 20, len(all)} {
		want := Sum256(all[:n])
		if got := SumParallel(all[:n]); got != want {
			t.Fatalf("%d bytes: %x, not %x", n, got, want)
		}
	}
	hashtest.Ended(t, before)
}

// Pieces that lie on the stack stay there.
func TestStackPieces(t *testing.T) {
	if race.Enabled {
		t.Skip("pools lose what they are given")
	}
	h, text := New(), string(hashtest.Input(3000))
	if n := testing.AllocsPerRun(100, func() {
		var piece [300]byte
		h.Write(piece[:])
		h.WriteString(text)
		var output [100]byte
		if sum := Sum256(piece[:]); sum[0] == 0 && output[0] == 1 {
			t.Error(sum)
		}
	}); n >= 1 {
		t.Errorf("%v allocations", n)
	}
}
