package lanesum

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/lanesum/lanesum/go/internal/many"
)

// HashMany hashes many messages of any lengths, one in each lane, on this core. Digest i
// is at out[i*a.Size():]. It panics where out is not len(messages)*a.Size() bytes long.
func HashMany(a Algorithm, messages [][]byte, out []byte) { of[a].many(messages, out) }

// HashManyParallel is HashMany on all cores, as many as GOMAXPROCS says. Where ctx ends
// before, it returns ctx's error, and out holds the digests of some messages. ctx is looked
// at between parts of some 4 MiB: a message is never split, so one that is longer is hashed
// to its end first.
func HashManyParallel(ctx context.Context, a Algorithm, messages [][]byte, out []byte) error {
	return parallel(ctx, of[a].many, a.Size(), messages, out)
}

// partBytes is what a goroutine takes at a time: enough to fill the lanes, and little
// enough that all cores end together.
const partBytes = 4 << 20

// each is what a message costs beside its bytes, in bytes.
const each = 64

// leastBytes is the least that is worth another goroutine: ten messages of 64 bytes took 2.2 us with
// one, and 0.8 without (MD5, AMD Zen 4).
const leastBytes = 256 << 10

func parallel(ctx context.Context, hash func([][]byte, []byte), size int, messages [][]byte, out []byte) error {
	many.Check(len(messages), size, out)
	total := 0
	for _, message := range messages {
		total += len(message) + each
	}
	if total < leastBytes {
		if ctx.Err() == nil {
			hash(messages, out)
		}
		return ctx.Err()
	}
	parts := cut(messages, total)
	workers := min(runtime.GOMAXPROCS(0), len(parts))
	var (
		next atomic.Int64
		wait sync.WaitGroup
	)
	work := func() {
		for ctx.Err() == nil {
			i := int(next.Add(1)) - 1
			if i >= len(parts) {
				return
			}
			p := parts[i]
			hash(messages[p.from:p.to], out[p.from*size:p.to*size])
		}
	}
	for range workers - 1 {
		wait.Go(work)
	}
	work()
	wait.Wait()
	return ctx.Err()
}

type part struct{ from, to int }

// cut makes parts of the messages, in order, which have so much in total: of so many bytes each, and
// as many messages as fill the lanes, so far as all cores have a part.
func cut(messages [][]byte, total int) []part {
	most := min(partBytes, total/runtime.GOMAXPROCS(0)+1)
	var parts []part
	from, bytes := 0, 0
	for i, message := range messages {
		bytes += len(message) + each
		if bytes >= most {
			parts = append(parts, part{from, i + 1})
			from, bytes = i+1, 0
		}
	}
	if from < len(messages) {
		parts = append(parts, part{from, len(messages)})
	}
	return parts
}
