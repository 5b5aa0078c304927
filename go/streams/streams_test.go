package streams

import (
	"bytes"
	"crypto/sha256"
	"encoding"
	"encoding/binary"
	"hash"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	lanesum "github.com/lanesum/lanesum/go"
	"github.com/lanesum/lanesum/go/internal/hashtest"
	"github.com/lanesum/lanesum/go/internal/race"
)

func fill(r *rand.Rand, b []byte) {
	for len(b) >= 8 {
		binary.LittleEndian.PutUint64(b, r.Uint64())
		b = b[8:]
	}
	for i := range b {
		b[i] = byte(r.Uint32())
	}
}

// Goroutines that write pieces of all lengths out of one buffer, which they use again.
func TestDigests(t *testing.T) {
	most := 200
	if testing.Short() {
		// Still more than there are lanes.
		most = 70
	}
	for _, a := range lanesum.Algorithms() {
		g := New(a)
		for _, goroutines := range []int{1, 2, 16, 64, most} {
			var wait sync.WaitGroup
			for i := range goroutines {
				wait.Go(func() {
					r := rand.New(rand.NewPCG(uint64(i), uint64(goroutines)))
					h, want := g.New(), lanesum.New(a)
					buffer := make([]byte, 40_000)
					for range 2 {
						h.Reset()
						want.Reset()
						for i := range 10 {
							piece := buffer[:r.IntN(1<<(1+r.IntN(15)))]
							fill(r, piece)
							want.Write(piece)
							if n, err := h.Write(piece); n != len(piece) || err != nil {
								t.Errorf("%v: %d, %v", a, n, err)
							}
							clear(piece)
							// Of some of them more is gathered first.
							if i%2 == 0 && r.IntN(2) == 0 {
								continue
							}
							if !bytes.Equal(h.Sum(nil), want.Sum(nil)) {
								t.Errorf("%v: a wrong digest among %d goroutines", a, goroutines)
								return
							}
						}
					}
				})
			}
			wait.Wait()
		}
	}
}

// A state goes to the standard library and back.
func TestMarshal(t *testing.T) {
	message := bytes.Repeat([]byte("message"), 1000)
	for _, a := range lanesum.Algorithms() {
		if hashes[a] == nil {
			continue
		}
		for _, n := range []int{0, 1, 63, 64, 65, 127, 128, 200, 5000} {
			h, std := New(a).New(), lanesum.New(a)
			h.Write(message[:n])
			std.Write(message[:n])
			ours, err := h.(encoding.BinaryMarshaler).MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			theirs, _ := std.(encoding.BinaryMarshaler).MarshalBinary()
			if !bytes.Equal(ours, theirs) {
				t.Fatalf("%v after %d bytes: %x, not %x", a, n, ours, theirs)
			}
			other := New(a).New()
			// What it has gathered is gone.
			other.Write(message)
			if err := other.(encoding.BinaryUnmarshaler).UnmarshalBinary(theirs); err != nil {
				t.Fatal(err)
			}
			clone, _ := h.(hash.Cloner).Clone()
			for _, h := range []hash.Hash{std, other, clone, h} {
				h.Write(message[n:])
			}
			if want := std.Sum(nil); !bytes.Equal(other.Sum(nil), want) || !bytes.Equal(clone.Sum(nil), want) || !bytes.Equal(h.Sum(nil), want) {
				t.Fatalf("%v went on wrongly after %d bytes", a, n)
			}
			for _, bad := range [][]byte{nil, theirs[:len(theirs)-1], append([]byte("xxxx"), theirs[4:]...)} {
				if other.(encoding.BinaryUnmarshaler).UnmarshalBinary(bad) == nil {
					t.Errorf("%v takes %d wrong bytes", a, len(bad))
				}
			}
		}
	}
}

// Hashers that are made and dropped leave nothing behind.
func TestNothingIsLeft(t *testing.T) {
	g := New(lanesum.MD5)
	piece := make([]byte, 32<<10)
	before := runtime.NumGoroutine()
	for range 10_000 {
		g.New().Write(piece[:100])
	}
	var m0, m1 runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m0)
	for range 10_000 {
		g.New().Write(piece[:100])
	}
	runtime.GC()
	runtime.ReadMemStats(&m1)
	hashtest.Ended(t, before)
	if m1.HeapAlloc > m0.HeapAlloc+1<<20 {
		t.Errorf("%d bytes more on the heap", m1.HeapAlloc-m0.HeapAlloc)
	}
}

func TestAllocations(t *testing.T) {
	if race.Enabled {
		t.Skip("pools lose what they are given")
	}
	h := New(lanesum.MD5).New()
	piece, sum := make([]byte, 32<<10), make([]byte, 0, 64)
	if n := testing.AllocsPerRun(200, func() {
		h.Reset()
		h.Write(piece)
		h.Write(piece[:77])
		sum = h.Sum(sum[:0])
	}); n >= 1 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzPieces(f *testing.F) {
	g := New(lanesum.SHA256)
	f.Add([]byte("abc"), uint8(2))
	f.Fuzz(func(t *testing.T, message []byte, cut uint8) {
		message = bytes.Repeat(message, 1+int(cut))
		h := g.New()
		for rest := message; len(rest) > 0; {
			n := min(len(rest), 1+int(cut)*13)
			h.Write(rest[:n])
			rest = rest[n:]
		}
		if want := sha256.Sum256(message); !bytes.Equal(h.Sum(nil), want[:]) {
			t.Fatalf("%d bytes", len(message))
		}
	})
}
