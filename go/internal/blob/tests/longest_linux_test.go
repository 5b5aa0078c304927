package tests

import (
	"runtime"
	"testing"
	"time"

	"github.com/lanesum/lanesum/go/internal/hashtest"
)

// No call takes longer than it may.
func TestLongestCall(t *testing.T) {
	if testing.Short() {
		t.Skip("measures")
	}
	r := source(5)
	var shapes [][][]byte
	for _, shape := range []struct{ count, least, more int }{
		{1, 512 << 10, 1}, {2, 256 << 10, 1}, {64, 16 << 10, 1}, {70, 100, 20_000}, {1024, 60, 1}, {1024, 0, 500}, {1024, 900, 4000},
	} {
		messages := make([][]byte, shape.count)
		bytes := random(r, shape.least+shape.more)
		for i := range messages {
			messages[i] = bytes[:shape.least+r.IntN(shape.more)]
		}
		shapes = append(shapes, messages)
	}
	each(t, func(t *testing.T, a *algorithm, b blob) {
		if a.name == "nabhash" {
			t.Skip("it does not pause: its package bounds what a call gets")
		}
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		b.Time(hashtest.ThreadTime)
		var longest time.Duration
		for _, messages := range shapes {
			out := make([]byte, len(messages)*a.size)
			took, may := hashtest.Call(func() int64 {
				b.Many(a.which, a.size, messages, out, a.more, a.n)
				return b.Time(hashtest.ThreadTime)
			})
			if longest = max(longest, took); took > may {
				t.Errorf("a call for %d messages took %v, and may take %v", len(messages), took, may)
			}
		}
		t.Logf("the longest call took %v", longest)
	})
}
