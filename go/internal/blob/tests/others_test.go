package tests

import (
	"runtime"
	"sync/atomic"
	"testing"

	blobMD5 "github.com/lanesum/lanesum/go/internal/blob/md5"
	"github.com/lanesum/lanesum/go/internal/cpu"
)

// Where there is one core, another goroutine has its turns on it while many messages are
// hashed, and not only after the last: so a collection gets there, too.
func TestOthersRun(t *testing.T) {
	if !blobMD5.Available {
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
	r := source(7)
	long, short := random(r, 16<<10), random(r, 40)
	for i := range algorithms {
		a := &algorithms[i]
		if a.name == "nabhash" {
			// It does not pause: its package bounds what a call gets.
			continue
		}
		b := a.on(cpu.Allowed)
		for _, message := range [][]byte{long, short} {
			// A goroutine may run for ten milliseconds, and one turn may be behind the last message:
			// as many messages as it takes.
			for count := 512; ; count *= 2 {
				messages := make([][]byte, count)
				for i := range messages {
					messages[i] = message
				}
				out := make([]byte, count*a.size)
				before := turns.Load()
				b.Many(a.which, a.size, messages, out, a.more, a.n)
				if turns.Load()-before > 1 {
					break
				}
				if count*(a.size+24) > 1<<28 || count*len(message) > 1<<30 {
					t.Errorf("%s: nobody ran while %d messages of %d bytes were hashed", a.name, count, len(message))
					break
				}
			}
		}
	}
}
