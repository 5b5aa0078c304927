package blake3

import (
	"math/rand"
	"runtime"
	"testing"

	"github.com/lanesum/lanesum/go/internal/hashtest"
)

// The same pieces, by one core and by all.
func TestWriteParallel(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	message := make([]byte, 9<<20)
	random.Read(message)
	before := runtime.NumGoroutine()
	messages := 60
	if testing.Short() {
		messages = 15
	}
	for i := range messages {
		one, all := New(), New()
		rest := message[:random.Intn(len(message))]
		if i < 6 {
			rest = message[:[]int{1 << 20, 2 << 20, 3<<20 + 1, 4<<20 - 1, 5<<20 + 256<<10, 8 << 20}[i]]
		} else if i%2 == 0 {
			k := random.Intn(1 << random.Intn(21))
			one.Write(message[:k])
			all.Write(message[:k])
		}
		for len(rest) > 0 {
			k := 1 + random.Intn(len(rest))
			if i < 6 {
				k = len(rest)
			}
			one.Write(rest[:k])
			if n, err := all.WriteParallel(rest[:k]); n != k || err != nil {
				t.Fatal(n, err)
			}
			rest = rest[k:]
			if one.sum() != all.sum() {
				t.Fatalf("message %d: %x, not %x, %d bytes before its end", i, all.sum(), one.sum(), len(rest))
			}
		}
	}
	hashtest.Ended(t, before)
}
