package share

import (
	"bytes"
	stdmd5 "crypto/md5"
	stdsha256 "crypto/sha256"
	"hash"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lanesum/lanesum/go/internal/engine"
	"github.com/lanesum/lanesum/go/internal/md5"
	"github.com/lanesum/lanesum/go/internal/merkle"
	"github.com/lanesum/lanesum/go/internal/sha256"
)

// One goroutine writes pieces of 8 MiB beside 63 with small ones. A piece that waits is
// in one of the next rounds, of which none takes longer than a call may: so nobody waits
// for the large one, whatever the machine does besides.
func TestNobodyStarves(t *testing.T) {
	length := 8 << 20
	if testing.Short() {
		length = 2 << 20
	}
	if !md5.Available {
		t.Skip("nobody shares lanes on this platform")
	}
	for _, h := range []*merkle.Hash{md5.MD5, sha256.SHA256} {
		const members, writes = 64, 4
		g := sized(h, 1)
		if !g.gains {
			continue
		}
		g.few = 0
		var (
			over    atomic.Bool
			longest atomic.Int64
			wait    sync.WaitGroup
		)
		wait.Go(func() {
			defer over.Store(true)
			m, large := g.New(), make([]byte, length)
			for range writes {
				m.Write(large)
			}
		})
		for range members - 1 {
			wait.Go(func() {
				m, piece := g.New(), make([]byte, 16<<10)
				for !over.Load() {
					start := time.Now()
					m.Write(piece)
					longest.Store(max(longest.Load(), int64(time.Since(start))))
				}
			})
		}
		wait.Wait()
		c := &g.combiners[0].combiner
		t.Logf("%d rounds; a piece waited for at most %d, and a write of 16 KiB took at most %v",
			c.rounds, c.longest, time.Duration(longest.Load()))
		// All others, at half a group a round, and the round that was on.
		if most := uint64(2*members/g.lanes.full + 2); c.longest > most {
			t.Errorf("a piece waited for %d rounds, not %d", c.longest, most)
		}
	}
}

// On a single core, where a goroutine runs until it sleeps or for ten milliseconds, those
// that write share rounds all the same.
func TestOneCoreShares(t *testing.T) {
	if !md5.Available {
		t.Skip("nobody shares lanes on this platform")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, h := range []*merkle.Hash{md5.MD5, sha256.SHA256} {
		// Pieces that are shared where they are, and some that are gathered.
		for _, size := range []int{large, 500} {
			const members, each = 16, 32 * room
			g := New(h)
			if !g.gains {
				continue
			}
			var wait sync.WaitGroup
			for range members {
				wait.Go(func() {
					m, piece := g.New(), make([]byte, size)
					for range each / size {
						m.Write(piece)
					}
				})
			}
			wait.Wait()
			rounds, shared := g.combiners[0].rounds, size
			if size < large {
				shared = room
			}
			// Each piece is a round alone, or several of slow kernels, or is hashed with others: at
			// least in pairs, which is how CPUs with SHA instructions and no AVX-512 hash.
			alone := uint64(members * each / min(shared, g.lanes.bound(1)))
			t.Logf("%d rounds, and %d alone", rounds, alone)
			if rounds == 0 || rounds > alone*3/4 {
				t.Errorf("%d rounds, and %d alone", rounds, alone)
			}
		}
	}
}

// Where pairs gain as much as larger groups do, there is one on each core at a time: a
// round ends only once another one has begun.
func TestPairsOnTwoCores(t *testing.T) {
	if !md5.Available {
		t.Skip("nobody shares lanes on this platform")
	}
	var begun atomic.Int32
	both := make(chan struct{})
	h := *sha256.SHA256
	h.Costs = func() (costs [engine.MaxLanes + 1]uint32) {
		for n := range costs {
			costs[n] = uint32(n+1) / 2 * 129
		}
		return costs
	}
	h.Blocks = func(pieces []engine.Piece) {
		if begun.Add(1) == 2 {
			close(both)
		}
		<-both
		sha256.SHA256.Blocks(pieces)
	}
	g := sized(&h, 2)
	if g.few = 0; g.lanes.ready != 2 {
		t.Fatalf("groups of %d are ready, not of 2", g.lanes.ready)
	}
	piece := bytes.Repeat([]byte{1, 2, 3}, 10_000)
	want := stdsha256.Sum256(piece)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			m := g.New()
			m.Write(piece)
			if sum := m.Sum(nil); !bytes.Equal(sum, want[:]) {
				t.Errorf("%x, not %x", sum, want)
			}
		})
	}
	wait.Wait()
}

// All messages are right whoever hashes them, when all share one core's group from the
// first on.
func TestTogether(t *testing.T) {
	if !md5.Available {
		t.Skip("nobody shares lanes on this platform")
	}
	for _, c := range []struct {
		h   *merkle.Hash
		new func() hash.Hash
	}{{md5.MD5, stdmd5.New}, {sha256.SHA256, stdsha256.New}} {
		for _, cores := range []int{1, 3, 10} {
			g := sized(c.h, cores)
			if !g.gains {
				continue
			}
			g.few = 0
			var wait sync.WaitGroup
			for i := range 100 {
				wait.Go(func() {
					m, want := g.New(), c.new()
					piece := bytes.Repeat([]byte{byte(i), 3}, 3000+i*177)
					for range 20 {
						m.Write(piece)
						want.Write(piece)
						piece[i]++
					}
					if !bytes.Equal(m.Sum(nil), want.Sum(nil)) {
						t.Error("a wrong digest")
					}
				})
			}
			wait.Wait()
			for i := range g.combiners {
				if c := &g.combiners[i].combiner; c.leaders != 0 || c.awaiting != nil || c.waking != 0 || len(c.queue) != 0 {
					t.Errorf("%d leaders, %d waking, %d in the queue", c.leaders, c.waking, len(c.queue))
				}
			}
		}
	}
}
