package share

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/lanesum/lanesum/go/internal/engine"
	"github.com/lanesum/lanesum/go/internal/md5"
	"github.com/lanesum/lanesum/go/internal/merkle"
	"github.com/lanesum/lanesum/go/internal/sha256"
)

// One goroutine writes a piece of 1 GiB beside 63 with pieces of 1 KiB: none of those waits
// longer than for 10 ms of others' work. It is counted in bytes, of which even MD5 of one
// message does 7 MB in that time, and on one core: so nothing else that the machine does
// counts.
func TestLongPiece(t *testing.T) {
	if !md5.Available {
		t.Skip("nobody shares lanes on this platform")
	}
	const members, most = 64, 7_000_000
	length := 1 << 30
	if testing.Short() {
		length = 32 << 20
	}
	large := make([]byte, length)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, of := range []*merkle.Hash{md5.MD5, sha256.SHA256} {
		var hashed atomic.Int64
		h := *of
		h.Blocks = func(pieces []engine.Piece) {
			of.Blocks(pieces)
			for _, p := range pieces {
				hashed.Add(int64(p.Count * h.Block))
			}
		}
		g := New(&h)
		var (
			over    atomic.Bool
			longest [members]int64
			wait    sync.WaitGroup
		)
		for i := range members - 1 {
			wait.Go(func() {
				m, piece := g.New(), make([]byte, 1<<10)
				for !over.Load() {
					before := hashed.Load()
					m.Write(piece)
					// The next piece comes from somewhere, as soon as there is a core.
					runtime.Gosched()
					longest[i] = max(longest[i], hashed.Load()-before)
				}
			})
		}
		g.New().Write(large)
		over.Store(true)
		wait.Wait()
		worst := int64(0)
		for _, l := range longest {
			worst = max(worst, l)
		}
		t.Logf("a digest of %d bytes: %d bytes were hashed from a write to the next", h.Size, worst)
		if worst > most {
			t.Errorf("a digest of %d bytes: %d bytes were hashed from a write to the next", h.Size, worst)
		}
	}
}
