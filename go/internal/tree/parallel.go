package tree

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// PartLen is the bytes that a goroutine takes at a time: some 50 microseconds.
const PartLen = 256 << 10

// Parts are the chaining values of whole neighbours of PartLen bytes each, of which the
// first chunk of all is number first, a multiple of a part's chunks. They are hashed by
// at most as many goroutines as GOMAXPROCS says, the caller's among them; all of them end
// before it does.
func Parts(m *Mode, bytes []byte, first uint64, out [][32]byte) {
	n := len(bytes) / PartLen
	var next atomic.Int64
	work := func() {
		for {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			out[i] = Subtree(m, bytes[i*PartLen:(i+1)*PartLen], first+uint64(i*(PartLen/ChunkLen)))
		}
	}
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) - 1 {
		wait.Go(work)
	}
	work()
	wait.Wait()
}
