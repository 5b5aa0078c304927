package lanesum

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/lanesum/lanesum/go/internal/race"
)

func messages(seed uint64, count, most int) [][]byte {
	r := rand.New(rand.NewPCG(seed, 2))
	all := make([][]byte, count)
	for i := range all {
		n := r.IntN(most)
		for len(all[i]) < n {
			all[i] = binary.LittleEndian.AppendUint64(all[i], r.Uint64())
		}
		all[i] = all[i][:n:n]
	}
	return all
}

// All ways lead to the same digest.
func TestWays(t *testing.T) {
	sets := [][][]byte{messages(1, 300, 3000), messages(2, 1, 3000), nil, messages(3, 40, 70_000)}
	if testing.Short() {
		sets[3] = sets[3][:12]
	}
	for _, a := range Algorithms() {
		for _, m := range sets {
			out, parallel := make([]byte, len(m)*a.Size()), make([]byte, len(m)*a.Size())
			HashMany(a, m, out)
			if err := HashManyParallel(context.Background(), a, m, parallel); err != nil {
				t.Fatal(err)
			}
			for i, message := range m {
				h := New(a)
				h.Write(message)
				want := h.Sum(nil)
				if got := Sum(a, message, nil); !bytes.Equal(got, want) {
					t.Fatalf("%v: Sum of %d bytes is %x, not %x", a, len(message), got, want)
				}
				if got := out[i*a.Size():][:a.Size()]; !bytes.Equal(got, want) {
					t.Fatalf("%v: HashMany of %d bytes: %x, not %x", a, len(message), got, want)
				}
				if got := parallel[i*a.Size():][:a.Size()]; !bytes.Equal(got, want) {
					t.Fatalf("%v: HashManyParallel of %d bytes: %x, not %x", a, len(message), got, want)
				}
			}
		}
	}
}

func TestNames(t *testing.T) {
	for _, a := range Algorithms() {
		if got, err := Parse(a.String()); got != a || err != nil {
			t.Errorf("%v is parsed as %v, %v", a, got, err)
		}
		if h := New(a); h.Size() != a.Size() {
			t.Errorf("%v: %d bytes, and its hash has %d", a, a.Size(), h.Size())
		}
	}
	if _, err := Parse("md4"); err == nil {
		t.Error("md4 is known")
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	// What one goroutine takes, and what several do.
	for _, n := range []int{10, leastBytes / each} {
		m, out := messages(1, n, 100), make([]byte, n*MD5.Size())
		if err := HashManyParallel(ctx, MD5, m, out); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if !bytes.Equal(out, make([]byte, len(out))) {
			t.Error("messages were hashed")
		}
	}
}

func TestOutputLength(t *testing.T) {
	for _, a := range Algorithms() {
		for _, n := range []int{0, a.Size() - 1, a.Size() + 1, 2*a.Size() + 1} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%v takes %d bytes for 2 digests", a, n)
					}
				}()
				HashMany(a, make([][]byte, 2), make([]byte, n))
			}()
		}
	}
}

// Messages on the heap, as they mostly are, cost no allocation each.
func TestAllocations(t *testing.T) {
	if race.Enabled {
		t.Skip("pools lose what they are given")
	}
	m := messages(5, 1000, 200)
	for _, a := range Algorithms() {
		out := make([]byte, len(m)*a.Size())
		HashMany(a, m, out)
		if n := testing.AllocsPerRun(20, func() { HashMany(a, m, out) }); n >= 3 {
			t.Errorf("%v: %v allocations", a, n)
		}
	}
}

func FuzzHashMany(f *testing.F) {
	f.Add([]byte("some messages"), uint8(3), uint8(1))
	f.Fuzz(func(t *testing.T, bytes_ []byte, cut, algorithm uint8) {
		a := Algorithm(algorithm) % count
		var m [][]byte
		for at := 0; at <= len(bytes_) && len(m) < 300; at += 1 + int(cut)*len(m)%41 {
			m = append(m, bytes.Repeat(bytes_[at:], 1+len(m)%5))
		}
		out := make([]byte, len(m)*a.Size())
		HashMany(a, m, out)
		for i := range m {
			if want := Sum(a, m[i], nil); !bytes.Equal(out[i*a.Size():][:a.Size()], want) {
				t.Fatalf("%v: message %d of %d bytes", a, i, len(m[i]))
			}
		}
	})
}
