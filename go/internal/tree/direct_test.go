package tree

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	blob "github.com/lanesum/lanesum/go/internal/blob/blake3"
	"github.com/lanesum/lanesum/go/internal/cpu"
	"github.com/lanesum/lanesum/go/internal/hashtest"
	"github.com/lanesum/lanesum/go/internal/pure"
)

// What runs on a goroutine's own stack, on each set of instructions, from stacks of all
// depths.
func TestDirect(t *testing.T) {
	if !blob.Available {
		t.Skip("no assembly on this platform")
	}
	r := rand.New(rand.NewPCG(4, 7))
	for _, isa := range cpu.Allowed.List() {
		b := blob.On(cpu.Restrict(isa.String()))
		t.Run(isa.String(), func(t *testing.T) {
			for n := range ChunkLen + 1 {
				m, message := &modes[n%len(modes)], random(r, n)
				var got [32]byte
				done := make(chan bool)
				go func() {
					hashtest.Deep(r.IntN(40), func() {
						b.Direct(unsafe.Pointer(m), pointer(message), n, pure.ChunkStart|(pure.ChunkEnd|pure.IsRoot)<<32, unsafe.Pointer(&got))
					})
					close(done)
				}()
				<-done
				if want := m.Hash(message); got != want {
					t.Fatalf("%d bytes: %x, not %x", n, got, want)
				}
			}
			both := [64]byte(random(r, 64))
			for i := range modes {
				var got [32]byte
				b.Direct(unsafe.Pointer(&modes[i]), unsafe.Pointer(&both), 64, pure.IsParent, unsafe.Pointer(&got))
				if want := modes[i].Parent(&both); got != want {
					t.Errorf("a parent: %x, not %x", got, want)
				}
			}
		})
	}
}
