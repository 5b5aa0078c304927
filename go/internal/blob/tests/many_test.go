package tests

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/lanesum/lanesum/go/internal/engine"
)

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// pool has the bytes of all messages, which nothing writes to: a judge is asked about each
// stretch of it once.
var pool = func() []byte {
	b, r := make([]byte, 0, 4<<20), source(0)
	for len(b) < cap(b) {
		b = binary.LittleEndian.AppendUint64(b, r.Uint64())
	}
	return b
}()

// random is a stretch of the pool, aligned as what is allocated: no two messages are alike.
func random(r *rand.Rand, n int) []byte {
	return pool[r.IntN(len(pool)-n+1)&^15:][:n:n]
}

// Each message of a group of one length lies in another lane; lengths next to every
// boundary of a block, and in BLAKE3 of a chunk.
func TestEveryLane(t *testing.T) {
	each(t, func(t *testing.T, a *algorithm, b blob) {
		r := source(1)
		lengths := []int{0, 1, 3, 55, 56, 57, 63, 64, 65, 111, 112, 113, 119, 120, 127, 128, 129, 191, 192, 255, 256, 257, 511, 512, 513}
		for blocks := 1; blocks <= 2; blocks++ {
			lengths = append(lengths, blocks*a.block-1, blocks*a.block, blocks*a.block+1)
		}
		if !testing.Short() {
			lengths = append(lengths, 1023, 1024, 1025, 2047, 2048, 2049, 4095, 4097)
		}
		slices.Sort(lengths)
		for _, n := range slices.Compact(lengths) {
			messages := make([][]byte, 70)
			for i := range messages {
				messages[i] = random(r, n)
			}
			for _, count := range []int{1, 2, 3, 7, 16, 33, 64, 65, 70} {
				check(t, a, b, messages[:count])
			}
		}
	})
}

// Lengths of all sizes, with empty ones and such as outlast all others, unaligned.
func TestRagged(t *testing.T) {
	each(t, func(t *testing.T, a *algorithm, b blob) {
		r := source(2)
		rounds := 60
		if testing.Short() {
			rounds = 10
		}
		for range rounds {
			messages := make([][]byte, 1+r.IntN(150))
			most := 4 + r.IntN(12)
			for i := range messages {
				start := r.IntN(64)
				messages[i] = random(r, start+r.IntN(1<<r.IntN(most)))[start:]
			}
			if r.IntN(4) == 0 {
				messages[r.IntN(len(messages))] = random(r, 100_000+r.IntN(100_000))
			}
			check(t, a, b, messages)
		}
	})
}

// More than a call plans together, so short that groups are made, and one long message
// that pauses many times.
func TestBatches(t *testing.T) {
	each(t, func(t *testing.T, a *algorithm, b blob) {
		r := source(3)
		messages := make([][]byte, 5000)
		for i := range messages {
			messages[i] = random(r, r.IntN(100))
		}
		messages[17] = random(r, 1<<20)
		check(t, a, b, messages)
	})
}

// A few more messages of one length than there are lanes, which take turns in them, and
// then what is left of them: round by round, until all end together.
func TestTurns(t *testing.T) {
	each(t, func(t *testing.T, a *algorithm, b blob) {
		r := source(6)
		for _, count := range []int{9, 17, 33, 34, 47, 65, 70, 75, 96, 127, 128} {
			length := 10*a.block + r.IntN(5*a.block)
			if count%2 == 0 {
				length *= 4
			}
			messages := make([][]byte, count)
			for i := range messages {
				messages[i] = random(r, length)
			}
			check(t, a, b, messages)
		}
	})
}

// Messages that begin a page apart, as buffers of a pool do, of which wide kernels copy
// some blocks at a time: each has bytes of its own, and lengths next to a stage's end.
func TestPagesApart(t *testing.T) {
	const page = 4096
	memory := pool[-uintptr(unsafe.Pointer(&pool[0]))%page:]
	each(t, func(t *testing.T, a *algorithm, b blob) {
		for _, blocks := range []int{15, 16, 17, 23, 24, 25, 40} {
			for _, live := range []int{31, 32, 33, 63, 64} {
				messages := make([][]byte, live)
				for i := range messages {
					messages[i] = memory[3*page*i:][:min(blocks*a.block+i%5*(i%3), 3*page)]
				}
				check(t, a, b, messages)
			}
		}
	})
}

// What takes the most of the heap: as many messages as take turns, which are planned by
// their number, in 40 blocks as in 300, and as many as a call plans, with one that is cut. BLAKE3
// alone takes more where messages are longer, for their trees.
func TestHeapSuffices(t *testing.T) {
	each(t, func(t *testing.T, a *algorithm, b blob) {
		r := source(4)
		tree := a.name == "blake3"
		messages, length := make([][]byte, 128), 40*a.block
		if tree {
			length = 19_000
		}
		for i := range messages {
			messages[i] = random(r, length)
		}
		counts := []int{65, 96, 127, 128}
		if !testing.Short() {
			for count := 68; count < 127; count += 3 {
				counts = append(counts, count)
			}
		}
		// A collection may take a room that is free: each call is asked about.
		most := 0
		suffices := func(messages [][]byte) {
			check(t, a, b, messages)
			most = max(most, b.Most())
		}
		for _, count := range counts {
			suffices(messages[:count])
		}
		batches := []int{900}
		if tree {
			batches = append(batches, 9000)
		}
		if !testing.Short() {
			batches = append(batches, 0, 1025, 2049)
		}
		for _, least := range batches {
			messages := make([][]byte, 2*engine.Batch)
			bytes := random(r, 2*least+1)
			for i := range messages {
				// Of few lengths, for the judge's sake.
				messages[i] = bytes[:least+r.IntN(200)*least/400]
			}
			messages[5] = random(r, 300_000)
			suffices(messages)
		}
		if most > engine.HeapEnd-16<<10 {
			t.Errorf("the heap reached %d of %d bytes", most, engine.HeapEnd)
		} else {
			t.Logf("the heap reached %d of %d bytes", most, engine.HeapEnd)
		}
	})
}

func TestKernelsAreListed(t *testing.T) {
	each(t, func(t *testing.T, a *algorithm, b blob) {
		kernels := b.Kernels()
		if len(kernels) == 0 || len(kernels) >= 32 {
			t.Fatalf("%d kernels", len(kernels))
		}
	})
}
