package lanesum

import (
	"bytes"
	"io"
	"math/rand/v2"
	"runtime"
	"runtime/pprof"
	"sync"
	"testing"
	"time"
)

// deep calls from far down a stack, which so grows, and moves, before and after.
func deep(levels int, f func()) {
	var room [300]byte
	if levels == 0 {
		f()
	} else {
		deep(levels-1, f)
	}
	runtime.KeepAlive(room)
}

// Stacks that move, a collector that never rests and a profiler at 2 kHz, on messages
// that the test has on its stacks, as far as the compiler lets it.
func TestStress(t *testing.T) {
	runtime.SetCPUProfileRate(2000)
	if err := pprof.StartCPUProfile(io.Discard); err != nil {
		t.Log(err)
	}
	defer pprof.StopCPUProfile()
	length := 3 * time.Second
	if testing.Short() {
		length = 300 * time.Millisecond
	}
	end := time.Now().Add(length)
	stop := make(chan struct{})
	var collector, workers sync.WaitGroup
	collector.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	})
	for g := range 4 {
		workers.Go(func() {
			r := rand.New(rand.NewPCG(uint64(g), 3))
			for i := 0; time.Now().Before(end); i++ {
				a := Algorithm(r.IntN(int(count)))
				var done sync.WaitGroup
				done.Go(func() {
					deep(r.IntN(300), func() {
						m := make([][]byte, 2+r.IntN(60))
						for i := range m {
							m[i] = bytes.Repeat([]byte{byte(i), byte(g)}, r.IntN(1<<r.IntN(14)))
						}
						out := make([]byte, len(m)*a.Size())
						HashMany(a, m, out)
						for i := range m {
							var digest [64]byte
							if got := Sum(a, m[i], digest[:0]); !bytes.Equal(got, out[i*a.Size():][:a.Size()]) {
								t.Errorf("%v: message %d of %d bytes", a, i, len(m[i]))
							}
						}
						var small [100]byte
						small[7] = byte(i)
						one := Sum(a, small[:], nil)
						h := New(a)
						h.Write(small[:])
						if !bytes.Equal(one, h.Sum(nil)) {
							t.Errorf("%v: on the stack", a)
						}
					})
				})
				done.Wait()
			}
		})
	}
	workers.Wait()
	close(stop)
	collector.Wait()
}
