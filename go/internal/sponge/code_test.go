package sponge

import (
	"bytes"
	"crypto/sha3"
	"encoding"
	"hash"
	"io"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	blob "github.com/lanesum/lanesum/go/internal/blob/sha3"
	"github.com/lanesum/lanesum/go/internal/cpu"
	"github.com/lanesum/lanesum/go/internal/hashtest"
	xsha3 "golang.org/x/crypto/sha3"
)

// standard is a function elsewhere.
var standard = map[Function]func() hash.Hash{
	SHA3224:   func() hash.Hash { return sha3.New224() },
	SHA3256:   func() hash.Hash { return sha3.New256() },
	SHA3384:   func() hash.Hash { return sha3.New384() },
	SHA3512:   func() hash.Hash { return sha3.New512() },
	SHAKE128:  func() hash.Hash { return xsha3.NewShake128() },
	SHAKE256:  func() hash.Hash { return xsha3.NewShake256() },
	Keccak256: xsha3.NewLegacyKeccak256,
	Keccak512: xsha3.NewLegacyKeccak512,
}

// each runs a test on each set of instructions that LANESUM_ISA could allow here.
func each(t *testing.T, test func(t *testing.T)) {
	if !blob.Available {
		t.Skip("no assembly on this platform")
	}
	allowed := blob.Default
	defer func() { blob.Default = allowed }()
	for _, isa := range cpu.Allowed.List() {
		blob.Default = blob.On(cpu.Restrict(isa.String()))
		t.Run(isa.String(), test)
	}
}

func random(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// check compares a digest and a state with what a function says elsewhere; and where it has
// output, so many bytes of it.
func check(t *testing.T, f Function, message, out []byte) {
	t.Helper()
	s, h := State{Function: f}, standard[f]()
	s.Write(message)
	h.Write(message)
	got, _ := s.MarshalBinary()
	want, _ := h.(encoding.BinaryMarshaler).MarshalBinary()
	if !bytes.Equal(got, want) {
		t.Fatalf("%v: the state after %d bytes is %x, not %x", f, len(message), got, want)
	}
	if got, want := s.Sum(nil), h.Sum(nil); !bytes.Equal(got, want) {
		t.Fatalf("%v of %d bytes: %x, not %x", f, len(message), got, want)
	}
	if x, ok := h.(io.Reader); ok {
		want := make([]byte, len(out))
		s.Read(out)
		x.Read(want)
		if !bytes.Equal(out, want) {
			t.Fatalf("%v of %d bytes: %d bytes of output are not those", f, len(message), len(out))
		}
		clear(out)
		if Sum(f, message, out); !bytes.Equal(out, want) {
			t.Fatalf("%v of %d bytes: %d bytes of output at once are not those", f, len(message), len(out))
		}
	}
}

// All functions on all instructions, from stacks of all depths, about the lengths of blocks
// and of calls.
func TestCode(t *testing.T) {
	each(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(5, 9))
		for f := range standard {
			rate, most := f.BlockSize(), f.most()
			for _, n := range []int{0, 1, rate - 1, rate, rate + 1, 2*rate - 1, 2 * rate, 2*rate + 1, 3 * rate, most - 1, most, most + 1, most + rate, 2*most - 1, 2 * most, 2*most + 1, 3 * most} {
				done := make(chan bool)
				go func() {
					defer close(done)
					hashtest.Deep(r.IntN(60), func() { check(t, f, random(r, n), make([]byte, n)) })
				}()
				<-done
			}
		}
	})
}

// Goroutines whose states and messages lie on stacks that move, while a collector never
// rests.
func TestStacks(t *testing.T) {
	if !blob.Available {
		t.Skip("no assembly on this platform")
	}
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
	rounds := 400
	if testing.Short() {
		rounds = 50
	}
	want := sha3.SumSHAKE128(bytes.Repeat([]byte{7}, 1000), 1000)
	for range 4 {
		workers.Go(func() {
			for i := range rounds {
				done := make(chan bool)
				go func() {
					defer close(done)
					s := State{Function: SHAKE128}
					var message, out [1000]byte
					for j := range message {
						message[j] = 7
					}
					for j := 0; j < len(message); j += 100 {
						hashtest.Deep(i%20, func() { s.Write(message[j : j+100]) })
					}
					for j := 0; j < len(out); j += 250 {
						hashtest.Deep(i*7%40, func() { s.Read(out[j : j+250]) })
					}
					if !bytes.Equal(out[:], want) {
						t.Errorf("%x, not %x", out, want)
					}
				}()
				<-done
			}
		})
	}
	workers.Wait()
	close(stop)
	collector.Wait()
}

// Where there is one core, another goroutine has its turns on it while one long message is
// hashed by one write, and while it is read.
func TestOthersRun(t *testing.T) {
	if !blob.Available {
		t.Skip("no assembly on this platform")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var turns atomic.Int64
	var over atomic.Bool
	defer over.Store(true)
	go func() {
		for !over.Load() {
			turns.Add(1)
			runtime.Gosched()
		}
	}()
	s := State{Function: SHA3256}
	for name, call := range map[string]func([]byte){
		"Write": func(b []byte) { s.Write(b) },
		"Read":  func(b []byte) { (&State{Function: SHAKE128}).Read(b) },
	} {
		// A goroutine may run for ten milliseconds, and one turn may be behind the end: as many
		// bytes as it takes.
		for n := 8 << 20; ; n *= 2 {
			before := turns.Load()
			call(make([]byte, n))
			if turns.Load()-before > 1 {
				break
			}
			if n == 1<<28 {
				t.Errorf("nobody ran during a %s of %d bytes", name, n)
				break
			}
		}
	}
}
