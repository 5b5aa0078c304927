package blake3

import (
	"bytes"
	"io"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/lanesum/lanesum/go/internal/hashtest"
	"github.com/lanesum/lanesum/go/internal/pure"
	"github.com/lanesum/lanesum/go/internal/race"
)

// Reads of any lengths, one behind the other, of a digest and of copies of it that go on apart, give
// what one read does, and so they do where the output begins again.
func TestShortReads(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	message := hashtest.Input(100)
	h := New()
	h.Write(message)
	want := outputOf(pure.Plain, message, 30_000)
	for _, seeks := range []bool{false, true} {
		digests := []*Digest{h.Digest()}
		at := []int{0}
		for range 3000 {
			i := r.IntN(len(digests))
			d := digests[i]
			got := make([]byte, r.IntN(1+1<<r.IntN(11)))
			if at[i]+len(got) > len(want) || seeks && r.IntN(20) == 0 {
				at[i] = r.IntN(2000)
				d.Seek(int64(at[i]), io.SeekStart)
			}
			d.Read(got)
			if !bytes.Equal(got, want[at[i]:at[i]+len(got)]) {
				t.Fatalf("%d bytes from %d on", len(got), at[i])
			}
			at[i] += len(got)
			if r.IntN(50) == 0 && len(digests) < 9 {
				c := *d
				digests, at = append(digests, &c), append(at, at[i])
			}
		}
	}
	d := h.Digest()
	d.Seek(math.MaxInt64, io.SeekStart)
	d.Seek(math.MaxInt64, io.SeekCurrent)
	d.Seek(-3000, io.SeekCurrent)
	end := make([]byte, 3002)
	d.Read(end)
	d.Seek(math.MaxInt64, io.SeekStart)
	d.Seek(math.MaxInt64, io.SeekCurrent)
	d.Seek(-3000, io.SeekCurrent)
	end = append(end, want...)
	for len(end) > 20_000 {
		got := make([]byte, r.IntN(100))
		d.Read(got)
		if !bytes.Equal(got, end[:len(got)]) {
			t.Fatal("other bytes where the output begins again")
		}
		end = end[len(got):]
	}
}

// Copies are read by goroutines at a time, each from what it has made ahead itself: the race detector
// sees it otherwise.
func TestCopiesAtATime(t *testing.T) {
	h := New()
	h.Write(hashtest.Input(100))
	want := outputOf(pure.Plain, hashtest.Input(100), 10_000)
	d := h.Digest()
	for range 3 {
		d.Read(make([]byte, 10))
	}
	var wait sync.WaitGroup
	for range 4 {
		c := *d
		wait.Go(func() {
			for at := 30; at+9 <= len(want); at += 9 {
				var got [9]byte
				if c.Read(got[:]); !bytes.Equal(got[:], want[at:at+9]) {
					t.Errorf("9 bytes from %d on", at)
					return
				}
			}
		})
	}
	wait.Wait()
}

// A digest that its maker keeps to itself lies on the stack, and so do its short reads, but for what
// is made ahead.
func TestReadAllocations(t *testing.T) {
	if race.Enabled {
		t.Skip("pools lose what they are given")
	}
	h := New()
	h.Write(hashtest.Input(100))
	var got [64]byte
	if n := testing.AllocsPerRun(100, func() {
		d := h.Digest()
		d.Read(got[:])
		d.Read(got[:10])
		d.Read(got[:10])
	}); n > 1 {
		t.Errorf("%v allocations", n)
	}
}
