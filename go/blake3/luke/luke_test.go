package blake3

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"runtime"
	"testing"

	"github.com/lanesum/lanesum/go/blake3"
	"github.com/lanesum/lanesum/go/internal/hashtest"
	"github.com/lanesum/lanesum/go/internal/pure"
	"github.com/lanesum/lanesum/go/internal/race"
)

func outputOf(m pure.Mode, message []byte, n int) []byte {
	out := make([]byte, n)
	r := m.Root(nil, message, 0)
	r.Output(0, out)
	return out
}

var key = []byte("whats the Elvish word for friend")

func TestDigests(t *testing.T) {
	for _, n := range []int{0, 1, 63, 64, 65, 1023, 1024, 1025, 16_384, 16_385, 31_744, 100_000, 1<<20 - 1, 1 << 20, 3<<20 + 5} {
		message := hashtest.Input(n)
		for _, size := range []int{0, 1, 32, 64, 65, 200} {
			for name, c := range map[string]struct {
				h    *Hasher
				mode pure.Mode
			}{
				"plain": {New(size, nil), pure.Plain},
				"keyed": {New(size, key), pure.Keyed(key, pure.KeyedHash)},
			} {
				want := outputOf(c.mode, message, size)
				c.h.Write([]byte("another one"))
				c.h.Reset()
				c.h.Write(message[:n/3])
				c.h.Sum(nil)
				c.h.Write(message[n/3:])
				copied := *c.h
				copied.WriteString("more")
				got := c.h.Sum([]byte("before"))
				if !bytes.Equal(got, append([]byte("before"), want...)) || c.h.Size() != size || c.h.BlockSize() != 64 {
					t.Fatalf("%s, %d bytes of %d: %x, not %x", name, size, n, got, want)
				}
			}
		}
		want := outputOf(pure.Plain, message, 64)
		sum256, sum512 := Sum256(message), Sum512(message)
		if !bytes.Equal(sum256[:], want[:32]) || !bytes.Equal(sum512[:], want) {
			t.Fatalf("%d bytes: %x, not %x", n, sum512, want)
		}
		got, other := make([]byte, 100), make([]byte, 100)
		DeriveKey(got, "a context", message)
		blake3.DeriveKey("a context", message, other)
		if !bytes.Equal(got, other) {
			t.Fatalf("derived from %d bytes: %x, not %x", n, got, other)
		}
	}
}

func TestOutput(t *testing.T) {
	h := New(0, nil)
	h.Write(hashtest.Input(5000))
	xof := h.XOF()
	h.Write([]byte("more"))
	want := outputOf(pure.Plain, hashtest.Input(5000), 5000)
	got, err := io.ReadAll(io.LimitReader(xof, 5000))
	if err != nil || !bytes.Equal(got, want) {
		t.Fatal(err)
	}
	root := pure.Plain.Root(nil, hashtest.Input(5000), 0)
	for _, c := range []struct {
		offset int64
		whence int
		want   uint64
	}{
		{0, io.SeekStart, 0}, {17, io.SeekCurrent, 17 + 50}, {-50, io.SeekCurrent, 67}, {4321, io.SeekStart, 4321},
		{math.MaxInt64, io.SeekStart, math.MaxInt64}, {1 << 40, io.SeekCurrent, 1<<63 - 1 + 1<<40 + 50},
		{-1000, io.SeekEnd, math.MaxUint64 - 1000}, {math.MinInt64, io.SeekEnd, math.MaxUint64 - 1<<63},
	} {
		at, err := xof.Seek(c.offset, c.whence)
		got := make([]byte, 50)
		n, err2 := xof.Read(got)
		want := make([]byte, 50)
		root.Output(c.want, want)
		if uint64(at) != c.want || err != nil || n != 50 || err2 != nil || !bytes.Equal(got, want) {
			t.Fatalf("%+v: at %d: %v, %v", c, uint64(at), err, err2)
		}
	}
	xof.Seek(-1000, io.SeekEnd)
	p := make([]byte, 1024)
	if n, err := xof.Read(p); n != 1000 || err != nil {
		t.Error(n, err)
	}
	if n, err := xof.Read(p); n != 0 || err != io.EOF {
		t.Error(n, err)
	}
	if at, err := xof.Seek(0, io.SeekEnd); at != -1 || err != nil {
		t.Error(at, err)
	}
	if n, err := xof.Read(p); n != 0 || err != io.EOF {
		t.Error(n, err)
	}
	xof.Seek(5, io.SeekStart)
	for _, c := range []struct {
		offset int64
		whence int
	}{{-1, io.SeekStart}, {-6, io.SeekCurrent}, {math.MinInt64, io.SeekStart}, {1, io.SeekEnd}, {0, 3}} {
		if at, err := xof.Seek(c.offset, c.whence); err == nil {
			t.Errorf("%+v: at %d", c, at)
		}
	}
}

func TestKeys(t *testing.T) {
	for _, n := range []int{0, 1, 31, 33} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a key of %d bytes", n)
				}
			}()
			New(32, make([]byte, n))
		}()
	}
}

// However large a piece is, there are as many goroutines as cores, and some that are
// ending: not one for each of its 256 parts.
func TestGoroutines(t *testing.T) {
	before, most := runtime.NumGoroutine(), 0
	end, ended := make(chan bool), make(chan bool)
	go func() {
		defer close(ended)
		for {
			select {
			case <-end:
				return
			default:
				most = max(most, runtime.NumGoroutine())
				runtime.Gosched()
			}
		}
	}()
	h := New(32, nil)
	h.Write(make([]byte, 64<<20))
	close(end)
	<-ended
	if most > before+1+2*runtime.GOMAXPROCS(0)+50 {
		t.Errorf("%d goroutines", most-before)
	}
}

func Example() {
	h := New(16, nil)
	h.Write([]byte("message"))
	fmt.Printf("%x\n", h.Sum(nil))
	part := make([]byte, 4)
	xof := h.XOF()
	xof.Seek(12, io.SeekStart)
	xof.Read(part)
	fmt.Printf("%x\n", part)
	// Output:
	// 4bd766dabadb76f246b13b877e09eeca
	// 7e09eeca
}

// A hasher that its maker keeps to itself lies on the stack.
func TestAllocations(t *testing.T) {
	if race.Enabled {
		t.Skip("pools lose what they are given")
	}
	message, sum := hashtest.Input(3000), make([]byte, 0, 32)
	if n := testing.AllocsPerRun(100, func() {
		plain, keyed := New(32, nil), New(32, key)
		plain.Write(message)
		keyed.WriteString("text")
		sum = keyed.Sum(plain.Sum(sum[:0])[:0])
	}); n >= 1 {
		t.Errorf("%v allocations", n)
	}
}
