package blake3

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"runtime"
	"slices"
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
		for _, piece := range []int{n, 1000, 8192, 20_000} {
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
	for _, n := range []int{0, 1, 1024, 8192, 8193, 16384, 16385, 65536, 100_000} {
		h := New()
		h.Write(hashtest.Input(n))
		state, _ := h.MarshalBinary()
		f.Add(state)
	}
	for _, l := range slices.Concat(far, longest) {
		f.Add(l.state())
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

// counts are those of a state.
type counts struct {
	done          uint64
	nstack, nheld int
	taken         bool
}

// far are states after as many bytes as an int of 32 bits does not count.
var far = []counts{
	{1 << 31, 1, 8192, true},
	{1 << 31, 32 - 10, 0, true},
	{1<<32 - 1<<20, 12, 8192, true},
	{1 << 32, 1, 1, true},
	{1<<32 + 1<<31, 2, 1, true},
	{1 << 45, 1, 8192, true},
	{1 << 45, 1, 8193, false},
}

// longest are states next to 2^64 bytes: no message has as many.
var longest = []counts{
	{-1024 & math.MaxUint64, 54, 1, true},
	{-1024 & math.MaxUint64, 54, 1023, true},
	{-1024 & math.MaxUint64, 54, 1024, false},
	{-1024 & math.MaxUint64, 54, 0, false},
	{-2048 & math.MaxUint64, 53, 2047, true},
	{-2048 & math.MaxUint64, 53, 2048, false},
	{-2048 & math.MaxUint64, 54, 0, true},
	{-8192 & math.MaxUint64, 51, 8191, true},
	{-8192 & math.MaxUint64, 51, 8192, false},
	{-16_384 & math.MaxUint64, 54, 0, true},
	{-65_536 & math.MaxUint64, 54, 0, true},
	{-1 << 20 & math.MaxUint64, 44, 8192, true},
	{1 << 63, 1, 8192, true},
	{1 << 63, 54, 0, true},
	{1 << 63, 55, 0, false},
}

func (c counts) state() []byte {
	state, _ := New().MarshalBinary()
	binary.LittleEndian.PutUint64(state[40:], c.done)
	state[48] = byte(c.nstack)
	return append(state, make([]byte, 32*c.nstack+c.nheld)...)
}

// A state of a long message is taken, and of the longest, and none of a longer one; what is
// written to that all the same has no digest that means anything, and makes no panic.
func TestUnmarshalLongest(t *testing.T) {
	more := hashtest.Input(3 << 20)
	lengths := []int{1, 1023, 1025, 2000, 20_000, 70_000}
	if testing.Short() {
		lengths = []int{1, 1025}
	}
	for _, c := range slices.Concat(far, longest) {
		state := c.state()
		var h Hasher
		if err := h.UnmarshalBinary(state); (err == nil) != c.taken {
			t.Errorf("%+v: %v", c, err)
		}
		if !c.taken {
			continue
		}
		for _, n := range lengths {
			h.UnmarshalBinary(state)
			for range 3 {
				h.Sum(nil)
				h.Write(more[:n])
			}
			h.Sum(nil)
			h.WriteParallel(more)
			h.Sum(nil)
		}
	}
}

// Behind so many subtrees that the places for values are theirs, pieces are what one is.
func TestPiecesBehindManySubtrees(t *testing.T) {
	more := hashtest.Input(150_000)
	for _, n := range []int{1, before - 1, before, before + 1, stackLen - waiting, stackLen - waiting + 1} {
		// Each bit of the number of chunks is a subtree; 4 MiB come next until they are merged.
		state := counts{done: (1<<n - 1) << 22, nstack: n, nheld: 1}.state()
		for i := range 32 * n {
			state[encodedHead+i] = byte(i * i >> 3)
		}
		var whole Hasher
		if err := whole.UnmarshalBinary(state); err != nil {
			t.Fatalf("%d subtrees: %v", n, err)
		}
		whole.Write(more)
		for _, length := range []int{1000, heldLen - 1, heldLen} {
			var h Hasher
			h.UnmarshalBinary(state)
			waited := false
			for at := 0; at < len(more); at += length {
				h.Write(more[at:min(at+length, len(more))])
				waited = waited || h.nvalues > 0
			}
			if got, want := h.Sum(nil), whole.Sum(nil); !bytes.Equal(got, want) {
				t.Errorf("%d subtrees, pieces of %d: %x, not %x", n, length, got, want)
			}
			if waited != (n <= before) {
				t.Errorf("%d subtrees, pieces of %d: values wait: %v", n, length, waited)
			}
		}
	}
}

func TestUnmarshalBad(t *testing.T) {
	for _, n := range []int{0, 1, 1024, 8192, 16384, 65536, 100_000} {
		h := New()
		h.Write(hashtest.Input(n))
		state, _ := h.MarshalBinary()
		// The magic, the flags, the number of bytes in subtrees, that of subtrees, and the rest.
		for bit := range 8 * min(len(state), encodedHead+2) {
			if at := bit / 8; at >= len(magic) && at < len(magic)+KeySize {
				continue
			}
			bad := bytes.Clone(state)
			bad[bit/8] ^= 1 << (bit % 8)
			var other Hasher
			if other.UnmarshalBinary(bad) == nil {
				other.Sum(nil)
				if again, _ := other.MarshalBinary(); !bytes.Equal(again, bad) {
					t.Errorf("bit %d of a state after %d", bit, n)
				}
				other.Write(hashtest.Input(20_000))
				other.Sum(nil)
			}
		}
	}
}

func TestXOF(t *testing.T) {
	x := NewXOF()
	message, want := hashtest.Input(5000), outputOf(pure.Plain, hashtest.Input(5000), 1000)
	for range 2 {
		x.Write(message[:1000])
		if n, err := io.Copy(x, struct{ io.Reader }{bytes.NewReader(message[1000:])}); n != 4000 || err != nil {
			t.Error(n, err)
		}
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
